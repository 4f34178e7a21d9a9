import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reason } from "../../../advisor/explain/advice.ts";
import type { Rule } from "../../../advisor/knowledge/knowledge.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { smallKnowledge, type Part } from "./small-knowledge.ts";

/** "fast" needs an IOMMU and the driver from the platform's drivers, and is offered on old virtual hardware only. */
const advise = (rules: Partial<Rule>[], given: Situation): Reason[] =>
  createAdvisor(
    smallKnowledge({ plain: {}, fast: { kind: "paravirtual", driver: "tools", needs: ["iommu"] } }, rules, [
      { from: 4, to: 6, adapters: ["plain", "fast"] },
      { from: 7, adapters: ["plain"] },
    ]),
  )
    .advise(given)
    .verdicts.find(({ adapter }) => adapter === "fast")?.reasons ?? [];
const reasons = (given: Situation): Reason[] => advise([], given);

/** What speaks against "fast", whatever is unknown. */
const exclusions: [name: string, given: Situation, kinds: Reason["kind"][]][] = [
  [
    "the host alone, where virtual hardware is unknown and some of it offers the adapter",
    { guest: "guest", iommu: false },
    ["host"],
  ],
  [
    "the host alone, where it is not known whether the guest's drivers can be added",
    { guest: "guest", iommu: false, virtualHardware: 5 },
    ["host"],
  ],
  ["the host alone, where another guest may bring the driver", { iommu: false, guestDrivers: false }, ["host"]],
  [
    "the guest's list too, where virtual hardware is known",
    { guest: "guest", iommu: false, virtualHardware: 8 },
    ["host", "guest"],
  ],
  [
    "the missing driver too, where the guest is known",
    { guest: "guest", iommu: false, virtualHardware: 5, guestDrivers: false },
    ["host", "driver"],
  ],
  ["all three", { guest: "guest", iommu: false, virtualHardware: 8, guestDrivers: false }, ["host", "guest", "driver"]],
];
for (const [name, given, kinds] of exclusions) {
  test(`names as excluding ${name}`, () => {
    assert.deepEqual(
      reasons(given).map(({ kind, effect }) => [kind, effect]),
      kinds.map((kind) => [kind, "excludes"]),
    );
  });
}

test("warns of the driver that another guest may bring, but a common one does not", () => {
  assert.deepEqual(
    reasons({ iommu: true, guestDrivers: false, virtualHardware: 5 }).map(({ effect, text }) => [effect, text]),
    [
      ["warns", "Check first: The guest does not ship the fast driver, and Tools cannot be installed."],
      ["neutral", "Some guests require Tools for this adapter."],
    ],
  );
});

test("where one thing excludes an adapter in one case and another in the other, names those that do as things are assumed", () => {
  const tooOld = { when: { virtualHardware: { below: 7 } }, then: { exclude: ["fast"] } };
  const found = advise([tooOld], { guest: "guest", iommu: true });
  assert.deepEqual(
    found.map(({ effect, text }) => [effect, text]),
    [["excludes", "Platform does not support fast for Guest (64-bit) at virtual hardware 8."]],
  );
});

const cell = { basis: "stated" as const, evidence: [] };
const offeredBefore = (from: number, to?: number) => [
  { from, ...(to === undefined ? {} : { to }), adapters: ["plain", "fast"] },
  { from: 7, adapters: ["plain"] },
];

/** What excludes "fast" on release 2.0 with virtual hardware 8, and what would have to change. */
const words: [
  what: string,
  part: Part,
  requires: string[],
  offered: ReturnType<typeof offeredBefore> | undefined,
  text: string,
  change: string,
][] = [
  [
    "a later first release",
    { since: "3.0" },
    [],
    undefined,
    "fast is available from Platform 3.0.",
    "Upgrade to Platform 3.0 or later.",
  ],
  [
    "an earlier last release",
    { until: "1.0" },
    [],
    undefined,
    "Platform supports fast up to version 1.0.",
    "No later release supports this adapter.",
  ],
  [
    "newer virtual hardware",
    { virtualHardware: 10 },
    [],
    undefined,
    "fast requires virtual hardware 10 or later. This VM has 8.",
    "Upgrade the virtual hardware to version 10 or later.",
  ],
  [
    "the IOMMU",
    { needs: ["iommu"] },
    [],
    undefined,
    "fast needs an enabled host IOMMU (VT-d or AMD-Vi).",
    "Enable the IOMMU in the host's firmware.",
  ],
  [
    "the NIC",
    { needs: ["sriovNic"] },
    [],
    undefined,
    "fast requires a free virtual function on an SR-IOV NIC.",
    "Install an SR-IOV-capable NIC in the host and enable SR-IOV.",
  ],
  [
    "a feature that it loses",
    { cells: { move: { support: "no", ...cell } } },
    ["move"],
    undefined,
    "fast does not support moving, which you require.",
    "Drop the requirement for moving.",
  ],
  [
    "a feature that it loses, with a note",
    { cells: { move: { support: "no", note: "Only when off.", ...cell } } },
    ["move"],
    undefined,
    "fast does not support moving, which you require. Only when off.",
    "Drop the requirement for moving.",
  ],
  [
    "a feature that comes later",
    { cells: { move: { support: "yes", since: "3.0", ...cell } } },
    ["move"],
    undefined,
    "fast does not support moving, which you require.",
    "Drop the requirement for moving.",
  ],
  [
    "a feature that works under conditions, but later",
    { cells: { move: { support: "partial", since: "3.0", ...cell } } },
    ["move"],
    undefined,
    "fast does not support moving, which you require.",
    "Drop the requirement for moving.",
  ],
  [
    "a feature that has ended",
    { cells: { move: { support: "yes", until: "1.0", ...cell } } },
    ["move"],
    undefined,
    "fast does not support moving, which you require.",
    "Drop the requirement for moving.",
  ],
  [
    "a feature that the platform has not",
    {},
    ["save"],
    undefined,
    "Platform is not known to support saving.",
    "Drop the requirement for saving.",
  ],
  [
    "a list of several versions",
    {},
    [],
    offeredBefore(4, 6),
    "Platform does not support fast for Guest (64-bit) at virtual hardware 8.",
    "Use virtual hardware 4–6.",
  ],
  [
    "a list of one version",
    {},
    [],
    offeredBefore(5, 5),
    "Platform does not support fast for Guest (64-bit) at virtual hardware 8.",
    "Use virtual hardware 5.",
  ],
  [
    "a list in neighbouring parts",
    {},
    [],
    [...offeredBefore(3, 4).slice(0, 1), { from: 5, adapters: ["fast"] }, ...offeredBefore(6, 6)],
    "Platform does not support fast for Guest (64-bit) at virtual hardware 8.",
    "Use virtual hardware 3–6.",
  ],
  [
    "a list with a gap",
    {},
    [],
    [...offeredBefore(3, 4).slice(0, 1), ...offeredBefore(6, 6)],
    "Platform does not support fast for Guest (64-bit) at virtual hardware 8.",
    "Use virtual hardware 3–4, 6.",
  ],
  [
    "a list that does not say where it ends",
    {},
    [],
    offeredBefore(6),
    "Platform does not support fast for Guest (64-bit) at virtual hardware 8.",
    "Use virtual hardware 6.",
  ],
  [
    "a list that never has it",
    {},
    [],
    [{ from: 4, adapters: ["plain"] }],
    "Platform does not support fast for Guest (64-bit) at virtual hardware 8.",
    "No virtual hardware version supports this adapter for this guest.",
  ],
];
for (const [what, part, requires, offered, text, change] of words) {
  test(`tells in full what is in the way: ${what}`, () => {
    const knowledge = smallKnowledge({ plain: {}, fast: part }, [], offered);
    const { verdicts } = createAdvisor(knowledge).advise({
      guest: "guest",
      platformVersion: "2.0",
      virtualHardware: 8,
      iommu: false,
      sriovNic: false,
      requires,
    });
    assert.deepEqual(
      verdicts.find(({ adapter }) => adapter === "fast")?.reasons.map((reason) => [reason.text, reason.change]),
      [[text, change]],
    );
  });
}

test("a feature counts from the release on that has it, and up to the last that had it", () => {
  const status = (
    since: string | undefined,
    until: string | undefined,
    platformVersion: string,
  ): string | undefined => {
    const move = { support: "yes" as const, ...(since ? { since } : {}), ...(until ? { until } : {}), ...cell };
    return createAdvisor(
      smallKnowledge({ plain: { cells: { move: { support: "yes", ...cell } } }, fast: { cells: { move } } }),
    )
      .advise({ guest: "guest", platformVersion, requires: ["move"] })
      .verdicts.find(({ adapter }) => adapter === "fast")?.status;
  };
  const excluded = (since: string | undefined, until: string | undefined): string[] =>
    ["1.0", "2.0", "2.0.5", "3.0"].filter((version) => status(since, until, version) === "excluded");
  assert.deepEqual(
    [excluded("2.0", undefined), excluded(undefined, "2.0"), excluded("2.0", "2.0"), excluded(undefined, undefined)],
    [["1.0"], ["3.0"], ["1.0", "3.0"], []],
  );
});

test("a rule holds from its first release on, and up to its last", () => {
  const excluded = (bounds: Partial<Rule>): string[] =>
    ["1.0", "2.0", "2.0.5", "3.0"].filter((platformVersion) =>
      createAdvisor(smallKnowledge({ plain: {}, fast: {} }, [{ then: { exclude: ["fast"] }, ...bounds }]))
        .advise({ guest: "guest", platformVersion })
        .verdicts.some(({ adapter, status }) => adapter === "fast" && status === "excluded"),
    );
  assert.deepEqual(excluded({}), ["1.0", "2.0", "2.0.5", "3.0"]);
  assert.deepEqual(excluded({ since: "2.0" }), ["2.0", "2.0.5", "3.0"]);
  assert.deepEqual(excluded({ until: "2.0" }), ["1.0", "2.0", "2.0.5"]);
  assert.deepEqual(excluded({ since: "2.0", until: "2.0" }), ["2.0", "2.0.5"]);
  assert.deepEqual(excluded({ since: "2.0", when: { platformVersion: { atLeast: "1.0", below: "3.0" } } }), [
    "2.0",
    "2.0.5",
  ]);
  assert.deepEqual(excluded({ until: "2.0", when: { platformVersion: { atLeast: "2.0", below: "4.0" } } }), [
    "2.0",
    "2.0.5",
  ]);
});

test("a rule about guests holds only for a guest of which it is known that it holds", () => {
  const conditions: Rule["when"][] = [
    { guestRelease: { atLeast: "1.0" } },
    { guestRelease: { atLeast: "1.1" } },
    { guestRelease: { below: "1.0" } },
    { guestRelease: { below: "1.1" } },
    { guestRelease: { atLeast: "0.9", below: "1.0" } },
    { guestRelease: {} },
    { bitness: 64 },
    { bitness: 32 },
    { guestFamily: ["linux"] },
    { guestFamily: ["other"] },
    { guest: ["guest"] },
    { guest: ["another"] },
  ];
  const holding = (given: Situation, release = "1.0"): number[] =>
    conditions.flatMap((when, at) => {
      const knowledge = smallKnowledge({ plain: {}, fast: {} }, [{ when, then: { exclude: ["fast"] } }]);
      const guests = knowledge.guests.map((guest) => ({ ...guest, release }));
      const { verdicts, recommended } = createAdvisor({ ...knowledge, guests }).advise(given);
      assert.equal(recommended, "plain");
      const fast = verdicts.find(({ adapter }) => adapter === "fast");
      // What holds of a common guest need not hold of this one, but a bitness that is given does.
      if (!given.guest && when.bitness === undefined) assert.ok(fast?.status !== "excluded");
      return fast?.status === "excluded" || fast?.reasons.some(({ effect }) => effect === "warns") ? [at] : [];
    });
  assert.deepEqual(holding({ guest: "guest" }), [0, 3, 5, 6, 8, 10]);
  assert.deepEqual(holding({ guest: "guest" }, "unknown"), [6, 8, 10]);
  assert.deepEqual(holding({}), [9]);
  assert.deepEqual(holding({ bitness: 32 }), [7, 9]);
  assert.deepEqual(holding({ bitness: 64 }), [6, 9]);
});

test("asks about an adapter that a rule would exclude for a bitness that is not known", () => {
  const rules = [
    { then: { prefer: ["fast"], over: ["plain"] } },
    { when: { bitness: 32 as const }, then: { exclude: ["fast"] } },
  ];
  const asked = (given: Situation): string[] =>
    createAdvisor(smallKnowledge({ plain: {}, fast: { needs: ["sriovNic"] } }, rules))
      .advise(given)
      .openQuestions.map(({ field }) => field);
  assert.ok(asked({}).includes("sriovNic"));
  assert.ok(!asked({ bitness: 32 }).includes("sriovNic"));
});

test("a way to drive an adapter counts up to the last patch of its last release", () => {
  const keeps = { move: { support: "yes" as const, ...cell } };
  const knowledge = smallKnowledge({
    plain: {},
    fast: {
      cells: { move: { support: "no", ...cell } },
      modes: [{ id: "way", name: "another way", since: "1.0", until: "2.0", keeps }],
    },
  });
  const told = ["1.0", "2.0", "2.0.5", "2.1", "3.0"].filter((platformVersion) =>
    createAdvisor(knowledge)
      .advise({ guest: "guest", platformVersion, requires: ["move"] })
      .verdicts.some(({ reasons }) => reasons.some(({ change }) => change?.includes("another way"))),
  );
  assert.deepEqual(told, ["1.0", "2.0", "2.0.5"]);
});

test("asks for newer virtual hardware with a newer release only where the release in use does not create it", () => {
  const change = (virtualHardware: number): string | undefined =>
    createAdvisor(smallKnowledge({ plain: {}, fast: { since: "3.0", virtualHardware } }))
      .advise({ guest: "guest", platformVersion: "2.0" })
      .verdicts.find(({ adapter }) => adapter === "fast")?.reasons[0]?.change;
  assert.equal(change(8), "Upgrade to Platform 3.0 or later.");
  assert.equal(change(9), "Upgrade to Platform 3.0 or later. Upgrade the virtual hardware to version 9 or later.");
});

test("a driver that nobody knows of, or that is missing, is a caution, and one that is there is not", () => {
  const effect = (driver: "unknown" | "vendor" | "box", guestDrivers: boolean): string | undefined =>
    createAdvisor(smallKnowledge({ plain: { driver } }))
      .advise({ guest: "guest", guestDrivers })
      .verdicts[0]?.reasons.find(({ kind }) => kind === "driver")?.effect;
  assert.deepEqual(
    [effect("unknown", true), effect("unknown", false), effect("vendor", false)],
    ["warns", "warns", "warns"],
  );
  assert.deepEqual([effect("vendor", true), effect("box", false)], ["neutral", "neutral"]);
});

test("says that others keep a feature only under conditions where all of them do, and else that too little is recorded of them", () => {
  const keeps = (support: "yes" | "partial") => ({ cells: { move: { support, ...cell } } });
  const why = (second: Part): string | undefined =>
    createAdvisor(
      smallKnowledge({ plain: keeps("yes"), first: keeps("partial"), second }, [
        { then: { prefer: ["first", "second"], over: ["plain"] } },
      ]),
    ).advise({ guest: "guest", requires: ["move"] }).verdicts[0]?.reasons[0]?.text;
  assert.equal(why(keeps("partial")), "plain supports moving without conditions. first and second have conditions.");
  assert.equal(
    why({ ...keeps("yes"), driver: "unknown" }),
    "Driver or feature support of first and second is only partly documented. plain is the safer choice.",
  );
});

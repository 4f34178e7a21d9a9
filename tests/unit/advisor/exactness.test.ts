import assert from "node:assert/strict";
import { test } from "node:test";
import type { Verdict } from "../../../advisor/explain/advice.ts";
import type { Knowledge, Rule } from "../../../advisor/knowledge/knowledge.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { NUMBER_FIELDS, questions, USUAL, YES_NO_FIELDS } from "./questions.ts";
import { createEnglishAdvisor } from "./unchecked.ts";
import { messages } from "../../../advisor/explain/messages.ts";
import {
  causeOf,
  impliedBy,
  placedBy,
  rankingOf,
  truthOf,
  type Cause,
  type Completion,
  type Truth,
} from "./brute-force.ts";
import { reducedKnowledge, reducedSituation } from "./reduced-knowledge.ts";
import { smallKnowledge, type Part } from "./small-knowledge.ts";
import { fc, randomRuns } from "../../chance.ts";

/** Fields that an open question may be about. */
const FIELDS = [...NUMBER_FIELDS, ...YES_NO_FIELDS];
const runs = { numRuns: randomRuns(250) };
const fastFirst = [{ then: { prefer: ["fast"], over: ["plain"] } }];

test("recommends what the assumed completion leads to, else the best that some completion leads to", () => {
  fc.assert(
    fc.property(reducedKnowledge, reducedSituation, (knowledge, situation) => {
      assert.equal(
        createEnglishAdvisor(knowledge).advise(situation).recommended,
        truthOf(knowledge, situation).recommended,
      );
    }),
    runs,
  );
});

test("excludes exactly the adapters that every completion excludes, each with a reason", () => {
  fc.assert(
    fc.property(reducedKnowledge, reducedSituation, (knowledge, situation) => {
      const { verdicts } = createEnglishAdvisor(knowledge).advise(situation);
      const excluded = verdicts.filter(({ status }) => status === "excluded");
      assert.deepEqual(
        excluded.map(({ adapter }) => adapter).sort(),
        [...truthOf(knowledge, situation).excluded].sort(),
      );
      for (const { reasons } of excluded)
        assert.ok(reasons.length > 0 && reasons.every(({ effect }) => effect === "excludes"));
    }),
    runs,
  );
});

test("asks exactly the questions that decide and whose answers differ, and says of every answer exactly what it leads to", () => {
  fc.assert(
    fc.property(reducedKnowledge, reducedSituation, (knowledge, situation) => {
      const { openQuestions, recommended } = createEnglishAdvisor(knowledge).advise(situation);
      const truth = truthOf(knowledge, situation);
      const alone = FIELDS.filter((field) => situation[field] === undefined && decides(truth, field));
      // A release may decide only together with the virtual hardware that it brings.
      const deciding =
        alone.length > 0 || new Set(truth.completions.map(({ best }) => best)).size < 2
          ? alone
          : ["platformVersion" as const];
      const truthsOf = (field: keyof Situation): Map<unknown, string> =>
        new Map(
          [...new Set(truth.completions.map(({ completion }) => completion[field]))].map((value) => [
            value,
            JSON.stringify(leadsTo(truth, knowledge, situation, field, value)),
          ]),
        );
      // What leads to the same whatever the answer is worth asking only where nothing else is.
      const telling = deciding.filter((field) => new Set(truthsOf(field).values()).size > 1);
      assert.deepEqual(
        openQuestions
          .map(({ field }) => field)
          .filter((field) => field !== "guest")
          .sort(),
        [...(telling.length > 0 ? telling : deciding)].sort(),
      );
      for (const { field, answers, always } of openQuestions) {
        if (field === "guest") continue;
        const sets = [...new Set(truth.completions.map(({ completion }) => completion[field as keyof Completion]))].map(
          (value) =>
            (leadsTo(truth, knowledge, situation, field as keyof Situation, value) as { possible: (string | null)[] })
              .possible,
        );
        assert.deepEqual(
          [...always].sort(),
          (sets[0] ?? []).filter((id) => id !== null && sets.every((set) => set.includes(id))).sort(),
          field,
        );
        const truths = truthsOf(field as keyof Situation);
        const base = JSON.stringify({ recommended, possible: [recommended] });
        const claims = answers.map((answer) =>
          JSON.stringify({ recommended: answer.recommended, possible: [...answer.possible].sort() }),
        );
        answers.forEach(({ value }, at) => assert.equal(claims[at], truths.get(value), `${field} ${value}`));
        assert.deepEqual(
          [...new Set(claims)].sort(),
          [...new Set(truths.values())].filter((found) => found !== base).sort(),
          field,
        );
      }
    }),
    runs,
  );
});

test("with no open question left every completion leads to the recommendation", () => {
  fc.assert(
    fc.property(reducedKnowledge, reducedSituation, (knowledge, situation) => {
      const { openQuestions, recommended } = createEnglishAdvisor(knowledge).advise(situation);
      if (openQuestions.some(({ field }) => field !== "guest")) return;
      for (const { best } of truthOf(knowledge, situation).completions) {
        // What nothing fits with a common guest, another guest may still allow.
        if (best !== null || situation.guest !== undefined) assert.equal(best, recommended);
      }
    }),
    runs,
  );
});

/** Whether two completions that differ in nothing but a field lead to different adapters. */
function decides({ completions }: Truth, field: keyof Completion): boolean {
  const first = new Map<string, string | null>();
  return completions.some(({ completion, best }) => {
    const rest = JSON.stringify({ ...completion, [field]: null });
    if (!first.has(rest)) first.set(rest, best);
    return first.get(rest) !== best;
  });
}

function leadsTo(
  { completions }: Truth,
  knowledge: Parameters<typeof truthOf>[0],
  situation: Situation,
  field: keyof Situation,
  value: unknown,
): object {
  const possible = completions.flatMap(({ completion, best }) => (completion[field] === value ? [best] : []));
  // The slowest link that there is stands for the band from 0: one of 0 Gbit/s would carry none of a throughput that is given.
  const { recommended } = truthOf(knowledge, {
    ...situation,
    [field]: field === "linkGbps" ? Math.max(1, Number(value)) : value,
  });
  // Only another guest may allow what is recommended where nothing fits a common one.
  return {
    recommended,
    possible: [...new Set(situation.guest === undefined ? [...possible, recommended] : possible)].sort(),
  };
}

test("finds the nearest packet rate and yes-or-no answer on either side that lead elsewhere", () => {
  fc.assert(
    fc.property(reducedKnowledge, reducedSituation, (knowledge, situation) => {
      const { turningPoints, recommended } = createEnglishAdvisor(knowledge).advise(situation);
      const outcome = (change: Situation): string | null => truthOf(knowledge, { ...situation, ...change }).recommended;
      const { packetRate } = situation;
      if (packetRate !== undefined) {
        const edges = [50, 100, 101, 200, 100_000];
        const above = edges
          .filter((edge) => edge > packetRate)
          .find((edge) => outcome({ packetRate: edge }) !== recommended);
        const below = edges
          .filter((edge) => edge <= packetRate)
          .reverse()
          .find((edge) => outcome({ packetRate: edge - 1 }) !== recommended);
        assert.deepEqual(
          turningPoints
            .filter(({ field }) => field === "packetRate")
            .map(({ direction, value, recommended }) => [direction, value, recommended]),
          [
            ...(below === undefined ? [] : [["below", below - 1, outcome({ packetRate: below - 1 })]]),
            ...(above === undefined ? [] : [["above", above - 1, outcome({ packetRate: above })]]),
          ],
        );
      }
      for (const field of YES_NO_FIELDS) {
        if (situation[field] === undefined) continue;
        const other = outcome({ [field]: !situation[field] });
        if (impliedBy(knowledge, situation).includes(field))
          assert.ok(!turningPoints.some((point) => point.field === field));
        else
          assert.deepEqual(
            turningPoints.filter((point) => point.field === field).map(({ recommended }) => recommended),
            other === recommended ? [] : [other],
            field,
          );
      }
    }),
    { numRuns: randomRuns(120) },
  );
});

test("asks for the guest first, then what alone changes the recommendation, and else in the order of asking", () => {
  const byPriority = [...questions].sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0));
  const order: string[] = [
    "guest",
    ...byPriority.flatMap(({ field, priority }) => (priority === undefined ? [] : [field])),
  ];
  fc.assert(
    fc.property(reducedKnowledge, reducedSituation, (knowledge, situation) => {
      const { openQuestions, recommended } = createEnglishAdvisor(knowledge).advise(situation);
      const places = openQuestions.map(({ field, answers }) => {
        const isDecisive = field === "guest" || answers.some((answer) => answer.recommended !== recommended);
        return (isDecisive ? 0 : order.length) + order.indexOf(field);
      });
      assert.deepEqual(
        places,
        [...places].sort((a, b) => a - b),
        openQuestions.map(({ field }) => field).join(),
      );
    }),
    runs,
  );
});

/** Whether an adapter is excluded, or fits only under a condition. */
function isInDoubt({ status, reasons }: Verdict): boolean {
  return (
    status === "excluded" ||
    reasons.some(
      ({ kind, effect, change }) =>
        effect === "warns" && (kind === "driver" || kind === "compatibility" || change !== undefined),
    )
  );
}

test("says first how the recommended adapter came to be the one", () => {
  const words: Record<
    Exclude<Cause, "before others by a rule">,
    (name: string, others: string[], kept: string[]) => string
  > = {
    "surer than others": messages.surer,
    "only one possible": messages.onlyFit,
    "only one with the assumptions": messages.onlySureFit,
    "first of the list": messages.fitsWithoutRule,
    "best of what may fit": messages.bestOfUncertain,
  };
  fc.assert(
    fc.property(reducedKnowledge, reducedSituation, (knowledge, situation) => {
      const { recommended, verdicts } = createEnglishAdvisor(knowledge).advise(situation);
      if (recommended === null) return;
      const [first] = verdicts[0]?.reasons ?? [];
      const { cause, lessSure, kept } = causeOf(knowledge, situation);
      const present = verdicts.slice(1).find(({ adapter }) => adapter === situation.currentAdapter);
      if (cause === "before others by a rule") assert.equal(first?.kind, "rule");
      else if (cause !== "surer than others" && present && !isInDoubt(present)) {
        // The current adapter fits too, even if it could not be added: the recommended one is not the only one.
        const { prefer = [], over = [] } = knowledge.rules.find(({ id }) => id === first?.id)?.then ?? {};
        if (first?.kind === "rule") assert.ok(prefer.includes(recommended) && over.includes(present.adapter));
        else assert.equal(first?.text, messages.fitsWithoutRule(recommended));
      } else
        assert.deepEqual(
          [first?.kind, first?.text],
          [cause === "surer than others" ? "driver" : "default", words[cause](recommended, lessSure, kept)],
        );
    }),
    runs,
  );
});

test("the first of the list is recommended, answered and turned to too where only what is unknown would let a better one fit", () => {
  const knowledge = smallKnowledge({ plain: {}, fast: { needs: ["sriovNic"] }, direct: { needs: ["iommu"] } }, [
    { then: { prefer: ["fast", "direct"], over: ["plain"] } },
  ]);
  const advise = (given: Situation) => createEnglishAdvisor(knowledge).advise({ guest: "guest", ...given });
  assert.equal(advise({}).recommended, "plain");
  assert.deepEqual(
    advise({ iommu: true }).turningPoints.map(({ field, value, recommended }) => [field, value, recommended]),
    [["iommu", false, "plain"]],
  );
  const { openQuestions } = advise({ iommu: false });
  assert.deepEqual(
    openQuestions.map(({ field, answers }) => [field, answers.map(({ value, recommended }) => [value, recommended])]),
    [["sriovNic", [[true, "fast"]]]],
  );
});

test("asks for no release that has nothing for the guest", () => {
  const knowledge = smallKnowledge({ plain: { since: "2.0" }, fast: { since: "3.0" } }, fastFirst);
  const { openQuestions } = createEnglishAdvisor(knowledge).advise({ guest: "guest" });
  assert.deepEqual(
    openQuestions.map(({ field, answers }) => [field, answers.map(({ label, recommended }) => [label, recommended])]),
    [["platformVersion", [["3.0 or later", "fast"]]]],
  );
});

test("takes old virtual hardware on a new release into account, where the guest runs on nothing newer", () => {
  const knowledge = smallKnowledge(
    { plain: { virtualHardware: 4 }, fast: { since: "3.0", virtualHardware: 4 } },
    fastFirst,
    [
      { from: 4, to: 6, adapters: ["plain", "fast"] },
      { from: 7, adapters: [] },
    ],
  );
  const { recommended, openQuestions } = createEnglishAdvisor(knowledge).advise({ guest: "guest" });
  assert.equal(recommended, "fast");
  assert.deepEqual(
    openQuestions
      .find(({ field }) => field === "platformVersion")
      ?.answers.map(({ label, recommended }) => [label, recommended]),
    [["before 3.0", "plain"]],
  );
});

test("counts the releases on which the guest runs with the virtual hardware that the machine has, not with the newest of each", () => {
  const knowledge = smallKnowledge(
    { plain: { virtualHardware: 4 }, fast: { since: "3.0", virtualHardware: 4 } },
    fastFirst,
    [
      { from: 4, to: 6, adapters: ["plain", "fast"] },
      { from: 7, adapters: [] },
    ],
  );
  assert.deepEqual(asksOf(knowledge, { virtualHardware: 5 }), [
    ["platformVersion", [["3.0 or later", "fast", ["fast"]]]],
  ]);
});

test("a question one of whose answers changes the advice by itself comes before one whose answers do so only together with others", () => {
  const knowledge = smallKnowledge(
    { plain: { driver: "tools" }, fast: { driver: "tools", needs: ["iommu"] }, spare: {} },
    [{ when: { packetRate: { above: 100 }, saveCpu: true, iommu: true }, then: { prefer: ["fast"], over: ["plain"] } }],
  );
  const {
    openQuestions: [first, ...others],
  } = createEnglishAdvisor(knowledge).advise({ guest: "guest" });
  assert.deepEqual(
    [first?.field, first?.answers.map(({ recommended }) => recommended)],
    ["guestDrivers", ["plain", "spare"]],
  );
  assert.deepEqual(
    others.map(({ field }) => field),
    ["packetRate", "saveCpu", "iommu"],
  );
  assert.ok(others.every(({ answers }) => answers.every(({ recommended }) => recommended === "plain")));
});

test("names exactly the rules that place an adapter before or behind another one that may fit", () => {
  fc.assert(
    fc.property(reducedKnowledge, reducedSituation, (knowledge, situation) => {
      const placed = placedBy(knowledge, situation);
      for (const { adapter, status, reasons } of createEnglishAdvisor(knowledge).advise(situation).verdicts) {
        if (status === "excluded") continue;
        const named = reasons
          .filter(({ kind, effect }) => kind === "rule" && effect !== "warns")
          .map(({ id, effect }) => `${id} ${effect}`);
        assert.deepEqual(named.sort(), placed(adapter).sort(), adapter);
      }
    }),
    runs,
  );
});

test("gives verdicts from the recommended adapter over those that fit and those that may fit to the excluded ones, each by doubt, rules and list", () => {
  fc.assert(
    fc.property(reducedKnowledge, reducedSituation, (knowledge, situation) => {
      assert.deepEqual(
        createEnglishAdvisor(knowledge)
          .advise(situation)
          .verdicts.map(({ adapter }) => adapter),
        rankingOf(knowledge, situation),
      );
    }),
    runs,
  );
});

test("excludes what the rules exclude that hold, and no more, whatever their number", () => {
  for (const count of [1, 31, 32, 33, 63, 64, 65]) {
    const rules = Array.from({ length: count }, (_, at) => ({
      when: { packetRate: { above: 1000 + at } },
      then: { exclude: ["fast"] },
    }));
    const advisor = createEnglishAdvisor(smallKnowledge({ fast: {}, plain: {} }, rules));
    for (const [packetRate, expected] of [
      [0, "fast"],
      [1000, "fast"],
      [1001, "plain"],
      [1000 + count, "plain"],
    ] as const) {
      const { recommended, verdicts } = advisor.advise({ guest: "guest", packetRate });
      assert.equal(recommended, expected, `${count} rules, ${packetRate} packets/s`);
      assert.equal(
        verdicts.find(({ adapter }) => adapter === "fast")?.reasons.filter(({ effect }) => effect === "excludes")
          .length,
        Math.max(0, packetRate - 1000),
      );
    }
  }
});

test("calls an adapter surer than no other of which as much is known", () => {
  const knowledge = smallKnowledge(
    { last: { needs: ["sriovNic"] }, first: { needs: ["iommu"] }, second: { needs: ["iommu"] } },
    [{ then: { prefer: ["first"], over: ["second"] } }, { then: { prefer: ["second"], over: ["last"] } }],
  );
  const { recommended, verdicts } = createEnglishAdvisor(knowledge).advise({ guest: "guest" });
  assert.deepEqual([recommended, verdicts[0]?.reasons[0]?.text], ["last", messages.bestOfUncertain("last")]);
});

test("a required feature that nobody knows makes no adapter less sure than it is", () => {
  const knowledge = smallKnowledge({ plain: {} });
  const confidence = (requires: string[]) =>
    createEnglishAdvisor(knowledge).advise({ guest: "guest", requires }).confidence;
  assert.deepEqual(confidence(["no-such-feature"]), confidence([]));
  assert.notDeepEqual(confidence(["move"]), confidence([]));
});

test("a rule about an adapter that is out anyway parts no range of an answer", () => {
  const knowledge = smallKnowledge(
    { plain: {}, fast: { virtualHardware: 8 }, gone: { until: "1.0" } },
    [...fastFirst, { when: { virtualHardware: { below: 6 } }, then: { prefer: ["plain"], over: ["gone"] } }],
    [{ adapters: ["plain", "fast", "gone"] }],
  );
  const { openQuestions } = createEnglishAdvisor(knowledge).advise({ guest: "guest", platformVersion: "3.0" });
  // A range of virtual hardware is asked for by its newest version.
  assert.deepEqual(
    openQuestions.map(({ field, answers }) => [
      field,
      answers.map(({ label, value, recommended }) => [label, value, recommended]),
    ]),
    [["virtualHardware", [["before 8", 7, "plain"]]]],
  );
});

test("a release turns the answer where its virtual hardware does, and virtual hardware by itself where it is known", () => {
  const advisor = createEnglishAdvisor(smallKnowledge({ plain: {}, fast: { virtualHardware: 8 } }, fastFirst));
  const points = (given: Situation): unknown[] =>
    advisor
      .advise({ guest: "guest", ...given })
      .turningPoints.map(({ field, direction, value, recommended }) => [field, direction, value, recommended]);
  assert.deepEqual(points({ platformVersion: "1.0" }), [["platformVersion", "above", "2.0", "fast"]]);
  assert.deepEqual(points({ platformVersion: "3.0" }), [["platformVersion", "below", "2.0", "plain"]]);
  assert.deepEqual(points({ platformVersion: "3.0", virtualHardware: 7 }), [["virtualHardware", "above", 8, "fast"]]);
  assert.deepEqual(points({ virtualHardware: 8 }), [["virtualHardware", "below", 8, "plain"]]);
});

test("virtual hardware means nothing on a platform that has none", () => {
  const {
    platforms: [platform],
    ...rest
  } = smallKnowledge({ plain: {}, fast: { since: "3.0" } }, fastFirst, [{ adapters: ["plain", "fast"] }]);
  const knowledge = {
    ...rest,
    platforms: [
      {
        ...(platform as Knowledge["platforms"][number]),
        versions: ["1.0", "2.0", "3.0"].map((version) => ({ version })),
      },
    ],
  };
  for (const given of [{}, { virtualHardware: 10 }]) {
    const { recommended, openQuestions } = createEnglishAdvisor(knowledge).advise({ guest: "guest", ...given });
    assert.equal(recommended, "plain");
    assert.deepEqual(
      openQuestions.map(({ field, answers }) => [field, answers.map(({ label }) => label)]),
      [["platformVersion", ["3.0 or later"]]],
    );
  }
});

for (const field of YES_NO_FIELDS) {
  test(`a single rule is enough to ask for ${field}`, () => {
    const knowledge = smallKnowledge({ plain: {}, fast: {} }, [{ ...fastFirst[0], when: { [field]: !USUAL[field] } }]);
    // One of 64 bits leaves no choice of hardware virtualization.
    const advisor = createEnglishAdvisor({
      ...knowledge,
      guests: knowledge.guests.map((guest) => ({ ...guest, bitness: 32 })),
    });
    assert.deepEqual(
      advisor
        .advise({ guest: "guest" })
        .openQuestions.map((question) => [
          question.field,
          question.answers.map(({ value, recommended }) => [value, recommended]),
        ]),
      [[field, [[!USUAL[field], "fast"]]]],
    );
  });
}

test("the newest virtual hardware of a release counts, and the releases that have given virtual hardware", () => {
  const asked = (part: Part, given: Situation): unknown[] =>
    createEnglishAdvisor(smallKnowledge({ plain: {}, fast: part }, fastFirst))
      .advise({ guest: "guest", ...given })
      .openQuestions.map(({ field, answers }) => [
        field,
        answers.map(({ label, recommended }) => [label, recommended]),
      ]);
  assert.deepEqual(asked({ virtualHardware: 10 }, { platformVersion: "3.0" }), [
    ["virtualHardware", [["before 10", "plain"]]],
  ]);
  assert.deepEqual(asked({ until: "1.0" }, { virtualHardware: 8 }), []);
  assert.deepEqual(asked({ until: "2.0" }, { virtualHardware: 8 }), [["platformVersion", [["3.0 or later", "plain"]]]]);
});

/** Fields that are asked about, each with the label, the recommendation and all that is possible of its answers. */
const asksOf = (knowledge: Knowledge, given: Situation = {}): unknown[] =>
  createEnglishAdvisor(knowledge)
    .advise({ guest: "guest", ...given })
    .openQuestions.map(({ field, answers }) => [
      field,
      answers.map(({ label, recommended, possible }) => [label, recommended, possible]),
    ]);

test("asks for the release where it decides only together with the virtual hardware that it brings", () => {
  const knowledge = smallKnowledge({ old: { until: "2.0" }, fresh: { virtualHardware: 10 } });
  assert.deepEqual(asksOf(knowledge), [["platformVersion", [["3.0 or later", "fresh", ["fresh"]]]]]);
});

test("parts virtual hardware where only releases that decide otherwise have it", () => {
  const knowledge = smallKnowledge({ plain: {}, fast: { since: "3.0" } }, [
    ...fastFirst,
    { when: { virtualHardware: { below: 5 } }, then: { exclude: ["fast"] } },
  ]);
  const [, answers] = asksOf(knowledge).find((asked) => (asked as string[])[0] === "virtualHardware") as [
    string,
    unknown[],
  ];
  assert.deepEqual(answers, [
    ["5–8", "plain", ["plain", "fast"]],
    ["9 or later", "fast", ["fast"]],
  ]);
});

test("asks for virtual hardware where only the first releases have none", () => {
  const knowledge = smallKnowledge({ plain: {}, fast: { virtualHardware: 8 } }, fastFirst);
  const [platform] = knowledge.platforms;
  const versions = [{ version: "1.0" }, { version: "2.0", virtualHardware: 8 }];
  const fields = asksOf({ ...knowledge, platforms: platform ? [{ ...platform, versions }] : [] }).map(
    (asked) => (asked as string[])[0],
  );
  assert.ok(fields.includes("virtualHardware"), fields.join());
});

test("asks all that decides only together where no single answer tells, and merges no ranges of such a question", () => {
  const together = [
    { iommu: true, sriovNic: true },
    { iommu: true, packetRate: { above: 100 } },
    { sriovNic: true, packetRate: { above: 100 } },
  ];
  const knowledge = smallKnowledge(
    { plain: {}, fast: {} },
    together.map((when) => ({ when, ...fastFirst[0] })),
  );
  const either = ["plain", ["plain", "fast"]];
  assert.deepEqual(asksOf(knowledge), [
    [
      "packetRate",
      [
        ["Up to 100", ...either],
        ["More than 100", ...either],
      ],
    ],
    [
      "sriovNic",
      [
        ["Yes", ...either],
        ["No", ...either],
      ],
    ],
    [
      "iommu",
      [
        ["Yes", ...either],
        ["No", ...either],
      ],
    ],
  ]);
});

/** The order of the verdicts where a guest is known to have some drivers and nobody knows of others, and a feature works partly. */
const orderOf = (adapters: Record<string, Part>, virtual: string[]): string[] =>
  createEnglishAdvisor(smallKnowledge(adapters, [{ then: { prefer: virtual, over: ["passed"] } }]))
    .advise({ guest: "guest", requires: ["move"] })
    .verdicts.map(({ adapter }) => adapter);
const moves = (support: "yes" | "partial"): Part => ({ cells: { move: { support, basis: "stated", evidence: [] } } });

test("passthrough is as doubtful as its own driver, and no less than the surest virtual adapter that comes before it", () => {
  const partly = { ...moves("partial"), driver: "box" } as const;
  const unsure = { ...moves("yes"), driver: "unknown" } as const;
  const passed = { ...moves("yes"), kind: "passthrough" } as const;
  assert.deepEqual(orderOf({ sure: moves("yes"), unsure, passed, partly }, ["sure", "unsure"]), [
    "sure",
    "passed",
    "partly",
    "unsure",
  ]);
  assert.deepEqual(orderOf({ sure: moves("yes"), passed: { ...passed, driver: "unknown" }, partly }, ["sure"]), [
    "sure",
    "partly",
    "passed",
  ]);
  assert.deepEqual(orderOf({ unsure, passed, partly }, ["unsure"]), ["partly", "unsure", "passed"]);
});

test("a stronger rule decides over a weaker one, wherever each stands in the table", () => {
  const rules = [
    { strength: "practice" as const, then: { prefer: ["plain"], over: ["fast"] } },
    { strength: "vendor-recommendation" as const, then: { prefer: ["fast"], over: ["plain"] } },
  ];
  for (const table of [rules, [...rules].reverse()])
    assert.equal(
      createEnglishAdvisor(smallKnowledge({ plain: {}, fast: {} }, table)).advise({ guest: "guest" }).recommended,
      "fast",
    );
});

test("a rule places adapters wherever it stands among many", () => {
  const other = { then: { prefer: ["plain"], over: ["last"] } };
  for (const place of [0, 40, 69]) {
    const rules: Partial<Rule>[] = Array.from({ length: 70 }, (_, at) =>
      at === place ? { when: { packetRate: { above: 100 } }, ...fastFirst[0] } : other,
    );
    const advisor = createEnglishAdvisor(smallKnowledge({ plain: {}, fast: {}, last: {} }, rules));
    assert.deepEqual(
      [0, 101].map((packetRate) => advisor.recommend({ guest: "guest", packetRate })),
      ["plain", "fast"],
    );
  }
});

test("no turning point lies before all that is recorded of the guest, unless the machine is there already", () => {
  const knowledge = smallKnowledge(
    { plain: {}, fast: {} },
    [
      fastFirst[0] as Partial<Rule>,
      ...[{ virtualHardware: { below: 6 } }, { platformVersion: { below: "1.5" } }, { packetRate: { atMost: 5 } }].map(
        (when) => ({
          when,
          strength: "hard-constraint" as const,
          then: { prefer: ["plain"], over: ["fast"] },
        }),
      ),
    ],
    [{ from: 8, adapters: ["plain", "fast"] }],
  );
  const points = (given: Situation): unknown[] =>
    createEnglishAdvisor(knowledge)
      .advise({ guest: "guest", packetRate: 20, ...given })
      .turningPoints.map(({ field, direction, value }) => [field, direction, value]);
  const rate = ["packetRate", "below", 5];
  assert.deepEqual(points({ platformVersion: "3.0" }), [rate]);
  assert.deepEqual(points({ platformVersion: "3.0", virtualHardware: 9 }), [rate]);
  assert.deepEqual(points({ platformVersion: "1.0" }), [["platformVersion", "above", "2.0"]]);
  assert.deepEqual(points({ platformVersion: "3.0", virtualHardware: 4 }), [["virtualHardware", "above", 6]]);
});

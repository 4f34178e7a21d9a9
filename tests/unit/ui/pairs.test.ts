import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  joinPairs,
  normalisePairs,
  repairPairs,
  spellOut,
  parsePairs,
  type Pair,
  withField,
} from "../../../advisor/ui/form/pairs.ts";
import { fillPairs } from "../../../advisor/policy/policy.ts";
import { readLeniently } from "../../../advisor/ui/form/form-values.ts";
import { advisor, knowledge } from "../advisor/knowledge.ts";

describe("pairs of fields and text", () => {
  test("become what a form holds", () => {
    const pairs: Pair[] = [
      ["iommu", "yes"],
      ["packetRate", "80,000"],
      ["requires", "live-migration,ha"],
      ["bitness", ""],
      ["sriovNic", "unknown"],
      ["platform", "proxmox"],
    ];
    assert.deepEqual(normalisePairs(knowledge, pairs), [
      ["iommu", "true"],
      ["packetRate", "80000"],
      ["requires", "vmotion"],
      ["requires", "ha"],
      ["platform", "kvm"],
    ]);
  });

  test("keep a product beside a release, which is none of its platform", () => {
    const withRelease = (platform: string): Pair[] =>
      normalisePairs(knowledge, [
        ["platform", platform],
        ["platformVersion", "8.1"],
      ]);
    assert.deepEqual(withRelease("proxmox"), [
      ["platform", "proxmox"],
      ["platformVersion", "8.1"],
    ]);
    assert.deepEqual(withRelease("qemu")[0], ["platform", "kvm"]);
    assert.deepEqual(withRelease("kvm")[0], ["platform", "kvm"]);
  });

  test("keep what cannot be read, as it was written", () => {
    assert.deepEqual(
      normalisePairs(knowledge, [
        ["packetRate", "lots"],
        ["requires", "vmotoin"],
      ]),
      [
        ["packetRate", "lots"],
        ["requires", "vmotoin"],
      ],
    );
  });

  test("that no field holds win over their field, features join the others", () => {
    const form: Pair[] = [
      ["platform", "vsphere"],
      ["requires", "ha"],
    ];
    assert.deepEqual(
      joinPairs(form, [
        ["platform", "vpshere"],
        ["requires", "vmotoin"],
      ]),
      [
        ["requires", "ha"],
        ["platform", "vpshere"],
        ["requires", "vmotoin"],
      ],
    );
  });

  test("take a new value for one field", () => {
    assert.deepEqual(
      withField(
        [
          ["guest", "a"],
          ["iommu", "true"],
        ],
        "guest",
        ["b"],
      ),
      [
        ["iommu", "true"],
        ["guest", "b"],
      ],
    );
  });

  test("keep the platform as it was named: a release of a product is none of its platform", () => {
    const pairs: Pair[] = [
      ["platform", "proxmox"],
      ["platformVersion", "8.1"],
    ];
    assert.deepEqual(spellOut(pairs, readLeniently(advisor, pairs).situation), pairs);
  });

  test("spell ids as the atlas does where they are known", () => {
    assert.deepEqual(
      spellOut(
        [
          ["guest", "win2k19"],
          ["packetRate", "lots"],
        ],
        { guest: "windows-server-2019-64" },
      ),
      [
        ["guest", "windows-server-2019-64"],
        ["packetRate", "lots"],
      ],
    );
  });
});

describe("a problem is solved", () => {
  const problem = { found: '"vmotoin"', expected: "", nearest: "vmotion" };
  test("by another value of its field", () => {
    assert.deepEqual(
      repairPairs(
        knowledge,
        [
          ["guest", "rehl9"],
          ["iommu", "true"],
        ],
        { ...problem, field: "guest" },
        "rhel9-64",
      ),
      [
        ["iommu", "true"],
        ["guest", "rhel9-64"],
      ],
    );
  });
  test("by another one of its values", () => {
    assert.deepEqual(
      repairPairs(
        knowledge,
        [
          ["requires", "ha"],
          ["requires", "vmotoin"],
        ],
        { ...problem, field: "requires" },
        "vmotion",
      ),
      [
        ["requires", "ha"],
        ["requires", "vmotion"],
      ],
    );
  });
  test("by the name that the field should have", () => {
    assert.deepEqual(repairPairs(knowledge, [["packetrate", "5"]], { ...problem, field: "packetrate" }, "packetRate"), [
      ["packetRate", "5"],
    ]);
  });
});

test("one required feature that is misspelt does not lose the others", () => {
  const { situation, problems } = readLeniently(advisor, [
    ["guest", "rhel9-64"],
    ["requires", "ha"],
    ["requires", "vmotoin"],
  ]);
  assert.deepEqual(situation, { guest: "rhel9-64", requires: ["ha"] });
  assert.deepEqual(
    problems.map(({ field, nearest }) => [field, nearest]),
    [["requires", "vmotion"]],
  );
});

test("a yes or a no that cannot be read is told what text takes, not what JSON takes", () => {
  const { situation, problems } = readLeniently(advisor, [
    ["guest", "rhel9-64"],
    ["iommu", "ye"],
    ["sriovNic", "maybe"],
  ]);
  assert.deepEqual(situation, { guest: "rhel9-64" });
  assert.deepEqual(problems, [
    { field: "iommu", found: '"ye"', expected: "yes, no or unknown", nearest: "yes" },
    { field: "sriovNic", found: '"maybe"', expected: "yes, no or unknown" },
  ]);
});

describe("a situation that another program sets", () => {
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  for (const [title, situation, pairs, refused] of [
    [
      "is taken field by field",
      { guest: "rhel9-64", packetRate: 5, iommu: true, requires: ["ha", "drs"], bitness: undefined },
      [
        ["guest", "rhel9-64"],
        ["packetRate", "5"],
        ["iommu", "true"],
        ["requires", "ha"],
        ["requires", "drs"],
      ],
      0,
    ],
    [
      "loses what is no text, number, yes or no",
      {
        guest: { toString: 1 },
        platform: Object.create(null) as object,
        requires: [cyclic, Symbol("x"), "ha"],
        dpdk: () => true,
        bitness: 64n,
      },
      [["requires", "ha"]],
      5,
    ],
    ["loses a text that is too long", { guest: "a".repeat(1_001), platform: "kvm" }, [["platform", "kvm"]], 1],
    [
      "is read as far as it can be be read",
      {
        platform: "kvm",
        get guest() {
          throw new Error("no");
        },
      },
      [],
      1,
    ],
    ["is nothing when it is nothing", null, [], 0],
    ["is nothing when it is not given", undefined, [], 0],
    ["is refused in one line as a text", "rhel9", [], 1],
    ["is refused in one line as a list", ["rhel9", "kvm"], [], 1],
    ["is refused in one line as a number", 5, [], 1],
    [
      "may be a list of four billion holes",
      { requires: Object.assign([], { length: 2 ** 32 - 1, 0: "ha" }) },
      [["requires", "ha"]],
      1,
    ],
  ] as const) {
    test(title, () => {
      const taken = parsePairs(situation);
      assert.deepEqual(taken.pairs, pairs);
      assert.equal(taken.refused.length, refused, taken.refused.join("\n"));
    });
  }
});

test("a situation that is no object is refused with what was found", () => {
  const refusalOf = (given: unknown): string[] => parsePairs(given).refused;
  assert.deepEqual(refusalOf("rhel9"), ['found "rhel9", expected a JSON object']);
  assert.deepEqual(refusalOf(["rhel9"]), ["found a list of 1, expected a JSON object"]);
  assert.deepEqual(refusalOf(true), ["found true, expected a JSON object"]);
});

test("a policy fills in platform, version and features, and changes nothing that is given", () => {
  const policy = {
    name: "x",
    platform: "vsphere",
    platformVersion: "8.0",
    requires: ["vmotion", "ha"],
    exclude: {},
    sha256: "",
  };
  assert.deepEqual(
    fillPairs(
      [
        ["guest", "rhel9-64"],
        ["requires", "ha"],
      ],
      policy,
    ),
    [
      ["guest", "rhel9-64"],
      ["requires", "ha"],
      ["platform", "vsphere"],
      ["platformVersion", "8.0"],
      ["requires", "vmotion"],
    ],
  );
  assert.deepEqual(fillPairs([["platform", "kvm"]], policy), [
    ["platform", "kvm"],
    ["requires", "vmotion"],
    ["requires", "ha"],
  ]);
  assert.deepEqual(fillPairs([["guest", "x"]], null), [["guest", "x"]]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdapterOnPlatform, Cell, Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { createEnglishAdvisor } from "./unchecked.ts";
import { versionCode } from "../../../advisor/knowledge/version.ts";
import { assume, bestOf, isExcluded, truthOf, type Completion } from "./brute-force.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { reducedKnowledge, reducedSituation } from "./reduced-knowledge.ts";
import { smallKnowledge } from "./small-knowledge.ts";
import { fc, randomRuns } from "../../chance.ts";
import { chooseCases } from "../../thorough.ts";

/** A change that can be made: a feature given up, or a field set. */
type Change = { key: string; make: (completion: Completion) => Completion };

test("finds exactly the minimal sets that brute force over all sets finds, small ones first", () => {
  fc.assert(
    fc.property(reducedKnowledge, reducedSituation, (knowledge, situation) => {
      const { conflicts } = createEnglishAdvisor(knowledge).advise(situation);
      const found = conflicts.map(
        ({ giveUp, change, allows }) =>
          `${allows}: ${[...giveUp, ...change.map(({ field }) => field)].sort().join(" ")}`,
      );
      assert.deepEqual([...found].sort(), minimalSets(knowledge, situation).sort());
      const sizes = conflicts.map(({ giveUp, change }) => giveUp.length + change.length);
      assert.deepEqual(
        sizes,
        [...sizes].sort((a, b) => a - b),
      );
    }),
    { numRuns: randomRuns(400) },
  );
});

test("names every way out, the smallest first", () => {
  const { conflicts, recommended } = advisor.advise({
    guest: "rhel9-64",
    platformVersion: "8.0",
    guestDrivers: true,
    iommu: false,
    sriovNic: false,
    packetRate: 200000,
    requires: ["vmotion"],
  });
  assert.equal(recommended, "vmxnet3");
  assert.deepEqual(
    conflicts.map(({ giveUp, change, allows }) => [allows, giveUp, change.map(({ field }) => field)]),
    [["directpath-io", ["vmotion"], ["iommu"]]],
  );
});

const host: Situation = { guestDrivers: true, iommu: true, sriovNic: true };
/** What stands in the way, and every change or feature given up that lets an adapter fit that comes first then. */
const ways: [name: string, given: Situation, ways: string[]][] = [
  [
    "an old release with old virtual hardware",
    { guest: "rhel5-64", platformVersion: "3.5", virtualHardware: 4 },
    ["vmxnet3: platformVersion=4.0 virtualHardware=7"],
  ],
  [
    "an old release with virtual hardware that is not known",
    { guest: "rhel5-64", platformVersion: "3.5" },
    ["vmxnet3: platformVersion=4.0 virtualHardware=7"],
  ],
  [
    "no IOMMU and no hardware virtualization",
    {
      guest: "rhel9-64",
      platformVersion: "8.0",
      sriovNic: false,
      iommu: false,
      hardwareVirtualization: false,
      packetRate: 200000,
    },
    ["directpath-io: iommu=true hardwareVirtualization=true"],
  ],
  [
    "a NIC's driver that cannot be added",
    {
      guest: "windows-server-2022-64",
      platformVersion: "8.0",
      guestDrivers: false,
      packetRate: 200000,
      sriovNic: false,
      requires: ["vmotion"],
    },
    ["directpath-io: vmotion guestDrivers=true"],
  ],
  [
    "old virtual hardware on a new release",
    { guest: "rhel5-64", platformVersion: "8.0", virtualHardware: 4 },
    ["vmxnet3: virtualHardware=7"],
  ],
  [
    "old virtual hardware on an unknown release",
    { guest: "rhel6-64", virtualHardware: 8, packetRate: 200000, requires: ["nic-sharing"] },
    ["sriov: virtualHardware=10", "directpath-io: nic-sharing"],
  ],
  [
    "virtual hardware that the release cannot create",
    { guest: "rhel6-64", platformVersion: "5.0", virtualHardware: 8, packetRate: 200000 },
    ["sriov: platformVersion=5.5 virtualHardware=10"],
  ],
  [
    "no drivers, and virtual hardware before E1000E",
    { guest: "windows-server-2012-r2-64", platformVersion: "8.0", virtualHardware: 7, guestDrivers: false },
    ["vmxnet3: guestDrivers=true", "e1000e: virtualHardware=8"],
  ],
  [
    "a release before the guest",
    { guest: "windows-server-2019-64", platformVersion: "3.5" },
    ["vmxnet3", "sriov", "directpath-io", "e1000e", "e1000"].map(
      (adapter) => `${adapter}: platformVersion=6.0 virtualHardware=11`,
    ),
  ],
  [
    "virtual hardware before the guest",
    { guest: "windows-server-2019-64", platformVersion: "8.0", virtualHardware: 4 },
    ["vmxnet3", "sriov", "directpath-io", "e1000e", "e1000"].map((adapter) => `${adapter}: virtualHardware=11`),
  ],
  [
    "five features",
    {
      guest: "rhel9-64",
      platformVersion: "8.0",
      sriovNic: false,
      packetRate: 200000,
      requires: ["vmotion", "ha", "snapshots", "suspend-resume", "memory-overcommit"],
    },
    ["directpath-io: ha memory-overcommit snapshots suspend-resume vmotion"],
  ],
  [
    "six features, which is more than anyone would give up",
    {
      guest: "rhel9-64",
      platformVersion: "8.0",
      sriovNic: false,
      packetRate: 200000,
      requires: ["vmotion", "ha", "snapshots", "suspend-resume", "memory-overcommit", "nic-sharing"],
    },
    [],
  ],
];
for (const [name, given, expected] of ways) {
  test(`names what to change against ${name}`, () => {
    const { conflicts } = advisor.advise({ ...host, ...given });
    assert.deepEqual(
      conflicts.map(
        ({ giveUp, change, allows }) =>
          `${allows}: ${[...giveUp, ...change.map(({ field, value }) => `${field}=${value}`)].join(" ")}`,
      ),
      expected,
    );
  });
}

test("names a way to an adapter that keeps another requirement only in part, and says so", () => {
  const given: Situation = { ...host, guest: "rhel9-64", platformVersion: "8.0", packetRate: 150000 };
  const ways = (...requires: string[]) => {
    const { conflicts, summary } = advisor.advise({ ...given, requires });
    return {
      ways: conflicts.map(({ allows, giveUp }) => `${allows}: ${giveUp.join(" ")}`),
      texts: conflicts.map(({ text }) => text),
      summary,
    };
  };
  assert.deepEqual(ways("network-io-control").texts, ["SR-IOV passthrough fits if you drop Network I/O Control."]);
  const { ways: found, texts, summary } = ways("network-io-control", "nic-teaming", "vlan-policy");
  assert.deepEqual(
    [found, texts],
    [["sriov: network-io-control"], ["SR-IOV passthrough fits under conditions if you drop Network I/O Control."]],
  );
  // What the rules place first is told, not what loses more.
  assert.match(summary, /^Use VMXNET3\. VMware advises the VMXNET family for every guest that has a driver\./);
});

test("says of an adapter that it may fit where nothing is recorded of what else is required of it", () => {
  const cell = (support: Cell["support"]): Cell => ({ support, basis: "stated", evidence: [] });
  const small = smallKnowledge(
    { plain: { cells: { move: cell("yes"), save: cell("yes") } }, fast: { cells: { move: cell("no") } } },
    [{ then: { prefer: ["fast"], over: ["plain"] } }],
  );
  const knowledge = {
    ...small,
    features: small.features.map((feature) => ({ ...feature, platforms: { vsphere: feature.name } })),
  };
  const { conflicts } = createEnglishAdvisor(knowledge).advise({
    guest: "guest",
    platformVersion: "2.0",
    requires: ["move", "save"],
  });
  assert.deepEqual(
    conflicts.map(({ text }) => text),
    ["fast may fit if you drop migration."],
  );
});

test("raises virtual hardware up to the newest that some release has, and no further", () => {
  const changes = (virtualHardware: number): unknown[] => {
    const adapters = knowledge.adapters.map((adapter) =>
      adapter.id !== "vmxnet3"
        ? adapter
        : {
            ...adapter,
            platforms: {
              ...adapter.platforms,
              vsphere: { ...(adapter.platforms.vsphere as AdapterOnPlatform), virtualHardware },
            },
          },
    );
    return createEnglishAdvisor({ ...knowledge, adapters })
      .advise({
        ...host,
        guest: "rhel9-64",
        platformVersion: "9.0",
        virtualHardware: 21,
        sriovNic: false,
        iommu: false,
      })
      .conflicts.flatMap(({ change }) => change.map(({ value }) => value));
  };
  assert.deepEqual([changes(22), changes(23)], [[22], []]);
});

test("keeps a larger set of which only a part is in a smaller one", () => {
  const knowledge = smallKnowledge({
    near: { needs: ["iommu", "sriovNic"] },
    far: { needs: ["iommu"], virtualHardware: 8, driver: "tools" },
  });
  const { conflicts, recommended } = createEnglishAdvisor(knowledge).advise({
    guest: "guest",
    platformVersion: "2.0",
    virtualHardware: 4,
    guestDrivers: false,
    iommu: false,
    sriovNic: false,
  });
  assert.equal(recommended, null);
  assert.deepEqual(
    conflicts.map(({ allows, change }) => [allows, change.map(({ field }) => field).sort()]),
    [
      ["near", ["iommu", "sriovNic"]],
      ["far", ["guestDrivers", "iommu", "virtualHardware"]],
    ],
  );
});

test("names a way to an adapter whose driver nobody knows of where there is no other, and says where there is no way at all", () => {
  const advise = (driver: "none" | "unknown" | "tools") =>
    createEnglishAdvisor(smallKnowledge({ fast: { driver, virtualHardware: 8 } })).advise({
      guest: "guest",
      platformVersion: "2.0",
      virtualHardware: 4,
      guestDrivers: true,
    });
  assert.deepEqual([advise("none").recommended, advise("none").conflicts], [null, []]);
  assert.equal(advise("none").summary, "No adapter fits. The requirements and the host exclude every adapter.");
  assert.deepEqual(
    advise("unknown").conflicts.map(({ text }) => text),
    ["fast may fit if you upgrade the virtual hardware to version 8 or later."],
  );
  assert.deepEqual(
    advise("tools").conflicts.map(({ change }) => change.map(({ value }) => value)),
    [[8]],
  );
});

test("of ways of one size those come first that lead to the best adapter", () => {
  const { conflicts, recommended } = advisor.advise({
    platform: "kvm",
    guest: "rhel7-64",
    requires: ["fault-tolerance"],
  });
  assert.equal(recommended, null);
  assert.deepEqual(
    conflicts.map(({ giveUp }) => giveUp),
    conflicts.map(() => ["fault-tolerance"]),
  );
  assert.ok(conflicts.length > 1);
  assert.equal(conflicts[0]?.allows, advisor.advise({ platform: "kvm", guest: "rhel7-64" }).recommended);
});

test("words a conflict as one sentence", () => {
  const [conflict] = advisor.advise({
    ...host,
    guest: "rhel5-64",
    platformVersion: "3.5",
    virtualHardware: 4,
  }).conflicts;
  assert.equal(
    conflict?.text,
    "VMXNET3 fits if you upgrade to VMware vSphere 4.0 or later and upgrade the virtual hardware to version 7 or later.",
  );
});

test("names the lowest virtual hardware at which the advisor accepts the adapter, also under an older guest's entry", () => {
  const guests = chooseCases(knowledge.guests.filter(({ platforms }) => platforms.vsphere?.older));
  const adapters = knowledge.adapters.filter(({ platforms }) => platforms.vsphere).map(({ id }) => id);
  let found = 0;
  for (const { id: guest } of [{ id: "rhel9-64" }, ...guests])
    for (const currentAdapter of adapters)
      for (const virtualHardware of [4, 10]) {
        const given: Situation = { ...host, guest, currentAdapter, virtualHardware };
        const fits = (hardware: number): boolean => {
          const { verdicts, warnings } = advisor.advise({ ...given, virtualHardware: hardware });
          const verdict = verdicts.find(({ adapter }) => adapter === currentAdapter);
          return verdict?.status !== "excluded" && !warnings.some(({ field }) => field === "virtualHardware");
        };
        for (const { allows, change, giveUp } of advisor.advise(given).conflicts) {
          const [first, ...others] = change;
          if (allows !== currentAdapter || giveUp.length + others.length > 0 || first?.field !== "virtualHardware")
            continue;
          const lowest = Array.from({ length: 22 }, (_, at) => at + 1).find(
            (hardware) => hardware > virtualHardware && fits(hardware),
          );
          assert.equal(first.value, lowest, `${guest} ${currentAdapter} at ${virtualHardware}`);
          found++;
        }
      }
  assert.ok(found > 0);
  const [rhel] = advisor.advise({ guest: "rhel9-64", currentAdapter: "pvrdma", virtualHardware: 10 }).conflicts;
  assert.equal(rhel?.text, "PVRDMA fits if you upgrade the virtual hardware to version 14 or later.");
});

test("names the last virtual hardware that offers the adapter to the guest, if newer versions do not", () => {
  const { conflicts } = advisor.advise({
    ...host,
    guest: "windows-server-2019-64",
    platformVersion: "8.0",
    virtualHardware: 4,
  });
  const text = (adapter: string) => conflicts.find(({ allows }) => allows === adapter)?.text;
  assert.equal(text("e1000"), "E1000 fits if you use virtual hardware 11–12.");
  assert.equal(text("e1000e"), "E1000E fits if you upgrade the virtual hardware to version 11 or later.");
});

const missingDrivers: [name: string, given: Situation, text: string][] = [
  [
    "the NIC vendor's driver for passthrough",
    {
      guest: "windows-server-2019-64",
      guestDrivers: false,
      iommu: true,
      requires: ["nic-sharing", "rdma"],
    },
    "DirectPath I/O fits under conditions if you drop physical NIC sharing and install the NIC vendor's driver in the guest.",
  ],
  [
    "the driver of an emulated card on KVM",
    { platform: "kvm", guest: "freedos-16", guestDrivers: false, requires: ["rdma"] },
    "rtl8139 fits if you drop RDMA and install the adapter's driver in the guest.",
  ],
  [
    "the driver of an emulated card on vSphere",
    { guest: "freedos-16", guestDrivers: false, requires: ["rss"] },
    "Vlance fits if you drop RSS and multiqueue, and install the adapter's driver in the guest.",
  ],
  [
    "VMware Tools for a driver that comes with them",
    { guest: "windows-server-2019-64", platformVersion: "8.0", guestDrivers: false },
    "VMXNET3 fits if you install VMware Tools in the guest.",
  ],
  [
    "virtio drivers for a driver that comes with them",
    { platform: "kvm", guest: "windows-server-2019-64", guestDrivers: false },
    "virtio fits if you install virtio drivers in the guest.",
  ],
];
for (const [name, given, expected] of missingDrivers) {
  test(`tells to install ${name}`, () => {
    const texts = advisor.advise(given).conflicts.map(({ text }) => text);
    assert.ok(texts.includes(expected), texts.join("\n"));
  });
}

test("names the platform's driver package only for adapters whose driver comes with the package", () => {
  const found = new Set<string>();
  for (const { id: platform, guestDrivers } of knowledge.platforms)
    for (const guest of chooseCases(knowledge.guests)) {
      const drivers = guest.platforms[platform]?.drivers ?? {};
      for (const requires of [[], ["rdma", "nic-sharing"]])
        for (const { allows, change } of advisor.advise({
          platform,
          guest: guest.id,
          guestDrivers: false,
          iommu: true,
          sriovNic: false,
          packetRate: 8000,
          requires,
        }).conflicts) {
          const text = change.find(({ field }) => field === "guestDrivers")?.text;
          if (text === undefined) continue;
          const where = drivers[allows]?.where ?? "";
          assert.equal(text.includes(guestDrivers), where === "tools", `${guest.id} ${allows}: ${text}`);
          found.add(where);
        }
    }
  assert.deepEqual([...found].sort(), ["tools", "vendor"]);
});

test("joins what to drop with commas and one last and, also where a name has an and of its own", () => {
  const text = (...requires: string[]) =>
    advisor
      .advise({ ...host, guest: "rhel9-64", platformVersion: "8.0", sriovNic: false, packetRate: 200000, requires })
      .conflicts.find(({ allows }) => allows === "directpath-io")?.text;
  assert.deepEqual(
    [text("vmotion", "ha"), text("vmotion", "netflow"), text("vmotion", "netflow", "suspend-resume")],
    [
      "DirectPath I/O fits if you drop vSphere HA and vMotion.",
      "DirectPath I/O fits if you drop NetFlow and IPFIX, and vMotion.",
      "DirectPath I/O fits if you drop NetFlow and IPFIX, suspend and resume, and vMotion.",
    ],
  );
});

test("says fit only once where the host lacks an SR-IOV NIC", () => {
  const texts = advisor
    .advise({ ...host, guest: "rhel9-64", platformVersion: "8.0", sriovNic: false, packetRate: 200000 })
    .verdicts.flatMap(({ reasons }) => reasons.map(({ change }) => change ?? ""));
  assert.ok(texts.includes("Install an SR-IOV-capable NIC in the host and enable SR-IOV."), texts.join("\n"));
  for (const { text } of advisor.advise({
    guest: "rhel9-64",
    iommu: true,
    sriovNic: false,
    packetRate: 200000,
    requires: ["nic-sharing", "rdma"],
  }).conflicts)
    assert.doesNotMatch(text, /\bfits?\b.*\bfit\b/);
});

/** Every set of keys that lets an adapter fit and of which no part does, as the advisor tells them. */
function minimalSets(knowledge: Knowledge, situation: Situation): string[] {
  const known = setsOf(knowledge, situation, false);
  return known.length === 0 && truthOf(knowledge, situation).recommended === null
    ? setsOf(knowledge, situation, true)
    : known;
}

/** The same for adapters with a known driver; for those whose driver nobody knows of as well, if `isAsked`. */
function setsOf(knowledge: Knowledge, situation: Situation, isAsked: boolean): string[] {
  const assumed = assume(knowledge, situation);
  const { excluded, recommended } = truthOf(knowledge, situation);
  const found: { adapter: string; keys: string[] }[] = [];
  for (const adapter of excluded) {
    const fitting = subsets(changesOf(knowledge, assumed))
      .map((changes) => ({
        keys: changes.map(({ key }) => key).sort(),
        after: settle(
          knowledge,
          situation,
          changes.reduce((completion, { make }) => make(completion), assumed),
          changes,
        ),
      }))
      .filter(
        ({ keys, after }) =>
          keys.length > 0 &&
          new Set(keys).size === keys.length &&
          after &&
          !isExcluded(knowledge, after, adapter) &&
          !lacksDriver(knowledge, after, adapter, isAsked),
      );
    const minimal = fitting.filter(
      ({ keys, after }) =>
        !fitting.some(
          (other) => isPart(other.keys, keys) || (other.keys.join() === keys.join() && isLess(other.after, after)),
        ),
    );
    for (const { keys, after } of minimal) {
      if (recommended === null || bestOf(trusting(knowledge), after as Completion) === adapter)
        found.push({ adapter, keys });
    }
  }
  return [
    ...new Set(
      found
        .filter(({ keys }) => !found.some((other) => isPart(other.keys, keys)))
        .map(({ adapter, keys }) => `${adapter}: ${keys.join(" ")}`),
    ),
  ];
}

/** The knowledge with every feature that is kept in part, or perhaps, kept: that hides no way to an adapter. */
function trusting(knowledge: Knowledge): Knowledge {
  return {
    ...knowledge,
    adapters: knowledge.adapters.map(({ platforms, ...adapter }) => ({
      ...adapter,
      platforms: Object.fromEntries(
        Object.entries(platforms).map(([id, section]) => [
          id,
          {
            ...section,
            cells: Object.fromEntries(
              knowledge.features.map((feature): [string, Cell] => {
                const cell = section.cells[feature.id] ?? { support: "unknown", basis: "none", evidence: [] };
                return [feature.id, { ...cell, support: cell.support === "no" ? "no" : "yes" }];
              }),
            ),
          },
        ]),
      ),
    })),
  };
}

/** Whether nobody knows of a driver for an adapter that the machine does not run with, unless one is asked for, or of none but one that would have to be added and cannot. */
function lacksDriver(
  knowledge: Knowledge,
  { guest, guestDrivers, platform, currentAdapter }: Completion,
  adapter: string,
  isAsked: boolean,
): boolean {
  const known = knowledge.guests.find(({ id }) => id === guest);
  const kind = knowledge.adapters.find(({ id }) => id === adapter)?.kind;
  const where = known
    ? (known.platforms[platform]?.drivers[adapter]?.where ?? "unknown")
    : kind === "passthrough"
      ? "vendor"
      : "assumed";
  return adapter !== currentAdapter && ((where === "unknown" && !isAsked) || (where === "vendor" && !guestDrivers));
}

/** Nobody upgrades further than the adapter needs, were it only to lose others. */
function isLess(one: Completion | undefined, other: Completion | undefined): boolean {
  const rank = (completion: Completion | undefined): number[] => [
    versionCode(completion?.platformVersion ?? ""),
    completion?.virtualHardware ?? 0,
  ];
  const [[release = 0, hardware = 0], [otherRelease = 0, otherHardware = 0]] = [rank(one), rank(other)];
  return release < otherRelease || (release === otherRelease && hardware < otherHardware);
}

function isPart(part: string[], whole: string[]): boolean {
  return part.length < whole.length && part.every((key) => whole.includes(key));
}

function changesOf(knowledge: Knowledge, assumed: Completion): Change[] {
  // No change leads to where the platform does not list the guest, not even under an older guest's entry.
  const section = knowledge.guests.find(({ id }) => id === assumed.guest)?.platforms[assumed.platform];
  const { listedFrom = 0 } = section?.older ?? section ?? {};
  const releases = (knowledge.platforms[0]?.versions ?? []).filter(
    ({ virtualHardware = 0 }) => virtualHardware >= listedFrom,
  );
  return [
    ...assumed.requires.map(
      (feature): Change => ({
        key: feature,
        make: (completion) => ({ ...completion, requires: completion.requires.filter((one) => one !== feature) }),
      }),
    ),
    ...(["guestDrivers", "iommu", "sriovNic", "hardwareVirtualization"] as const)
      .filter((field) => !assumed[field])
      .map((field): Change => ({ key: field, make: (completion) => ({ ...completion, [field]: true }) })),
    ...releases
      .filter(({ version }) => versionCode(version) > versionCode(assumed.platformVersion))
      .map(
        ({ version }): Change => ({
          key: "platformVersion",
          // Virtual hardware stays what it was when the host moves to a newer release.
          make: (completion) => ({ ...completion, platformVersion: version }),
        }),
      ),
    ...[4, 5, 7, 8, 10]
      .filter((hardware) => hardware > assumed.virtualHardware && hardware >= listedFrom)
      .map(
        (virtualHardware): Change => ({
          key: "virtualHardware",
          make: (completion) => ({ ...completion, virtualHardware }),
        }),
      ),
  ];
}

/** Virtual hardware that was lifted needs a release that has it: an unknown release follows, a known one does not. */
function settle(
  knowledge: Knowledge,
  situation: Situation,
  completion: Completion,
  changes: Change[],
): Completion | undefined {
  if (!changes.some(({ key }) => key === "virtualHardware")) return completion;
  const needed =
    knowledge.platforms[0]?.versions.find(({ virtualHardware = 0 }) => virtualHardware >= completion.virtualHardware)
      ?.version ?? "";
  if (versionCode(needed) <= versionCode(completion.platformVersion)) return completion;
  return situation.platformVersion === undefined && !changes.some(({ key }) => key === "platformVersion")
    ? { ...completion, platformVersion: needed }
    : undefined;
}

function subsets(changes: Change[]): Change[][] {
  return changes.reduce<Change[][]>(
    (sofar, change) => [
      ...sofar,
      ...sofar
        .filter((set) => set.length < 5 && !set.some(({ key }) => key === change.key))
        .map((set) => [...set, change]),
    ],
    [[]],
  );
}

test("names two ways to an adapter that have a change in common", () => {
  const knowledge = smallKnowledge({ plain: {}, fast: { virtualHardware: 8 } }, [
    { then: { prefer: ["fast"], over: ["plain"] } },
    { when: { iommu: false, sriovNic: false }, then: { exclude: ["fast"] } },
  ]);
  const { conflicts } = createEnglishAdvisor(knowledge).advise({
    guest: "guest",
    platformVersion: "2.0",
    virtualHardware: 4,
    iommu: false,
    sriovNic: false,
  });
  assert.deepEqual(
    conflicts.map(({ allows, change }) => [allows, change.map(({ field }) => field).sort()]),
    [
      ["fast", ["iommu", "virtualHardware"]],
      ["fast", ["sriovNic", "virtualHardware"]],
    ],
  );
});

test("lifts what is among the most changes once more where that takes no change more", () => {
  const knowledge = smallKnowledge({ plain: {}, fast: { driver: "tools", needs: ["iommu"], virtualHardware: 8 } }, [
    { when: { hardwareVirtualization: false }, then: { exclude: ["fast"] } },
    { then: { prefer: ["fast"], over: ["plain"] } },
    { when: { platformVersion: { below: "3.0" } }, then: { exclude: ["fast"] } },
  ]);
  const { conflicts } = createEnglishAdvisor(knowledge).advise({
    guest: "guest",
    platformVersion: "1.0",
    virtualHardware: 4,
    guestDrivers: false,
    iommu: false,
    hardwareVirtualization: false,
  });
  assert.deepEqual(
    conflicts.map(({ allows, change }) => [allows, change.map(({ field, value }) => `${field}=${value}`).sort()]),
    [
      [
        "fast",
        ["guestDrivers=true", "hardwareVirtualization=true", "iommu=true", "platformVersion=3.0", "virtualHardware=8"],
      ],
    ],
  );
});

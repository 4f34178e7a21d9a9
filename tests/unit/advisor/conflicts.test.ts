import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Knowledge } from "../../../advisor/knowledge.ts";
import type { Situation } from "../../../advisor/situation.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { versionCode } from "../../../advisor/version.ts";
import { assume, bestOf, isExcluded, truthOf, type Completion } from "./brute-force.ts";
import { advisor } from "./knowledge.ts";
import { reducedKnowledge, reducedSituation } from "./reduced-knowledge.ts";

/** A change that can be made: a feature given up, or a field set. */
type Change = { key: string; make: (completion: Completion) => Completion };

test("finds exactly the minimal sets that brute force over all sets finds, small ones first", () => {
  fc.assert(fc.property(reducedKnowledge, reducedSituation, (knowledge, situation) => {
    const { conflicts } = createAdvisor(knowledge).advise(situation);
    const found = conflicts.map(({ giveUp, change, allows }) => `${allows}: ${[...giveUp, ...change.map(({ field }) => field)].sort().join(" ")}`);
    assert.deepEqual([...found].sort(), minimalSets(knowledge, situation).sort());
    const sizes = conflicts.map(({ giveUp, change }) => giveUp.length + change.length);
    assert.deepEqual(sizes, [...sizes].sort((a, b) => a - b));
  }), { numRuns: 400 });
});

test("names every way out, the smallest first", () => {
  const { conflicts, recommended } = advisor.advise({
    guest: "rhel9-64", platformVersion: "8.0", guestDrivers: true, iommu: false, sriovNic: false, packetRate: 200000, requires: ["vmotion"],
  });
  assert.equal(recommended, "vmxnet3");
  assert.deepEqual(conflicts.map(({ giveUp, change, allows }) => [allows, giveUp, change.map(({ field }) => field)]), [
    ["directpath-io", ["vmotion"], ["iommu"]],
  ]);
});

/** Every set of keys that lets an adapter fit and of which no part does, as the advisor tells them. */
function minimalSets(knowledge: Knowledge, situation: Situation): string[] {
  const assumed = assume(knowledge, situation);
  const { excluded, recommended } = truthOf(knowledge, situation);
  const found: { adapter: string; keys: string[] }[] = [];
  for (const adapter of excluded) {
    const fitting = subsets(changesOf(knowledge, situation, assumed)).map((changes) => ({
      keys: changes.map(({ key }) => key).sort(),
      after: settle(knowledge, situation, changes.reduce((completion, { make }) => make(completion), assumed), changes),
    })).filter(({ keys, after }) => keys.length > 0 && new Set(keys).size === keys.length && after && !isExcluded(knowledge, after, adapter));
    const minimal = fitting.filter(({ keys }) => !fitting.some((other) => isPart(other.keys, keys)));
    for (const { keys, after } of minimal) {
      if (recommended === null || bestOf(knowledge, after as Completion) === adapter) found.push({ adapter, keys });
    }
  }
  return [...new Set(found.filter(({ keys }) => !found.some((other) => isPart(other.keys, keys))).map(({ adapter, keys }) => `${adapter}: ${keys.join(" ")}`))];
}

function isPart(part: string[], whole: string[]): boolean {
  return part.length < whole.length && part.every((key) => whole.includes(key));
}

function changesOf(knowledge: Knowledge, situation: Situation, assumed: Completion): Change[] {
  const releases = knowledge.platforms[0]?.versions ?? [];
  return [
    ...assumed.requires.map((feature): Change => ({ key: feature, make: (completion) => ({ ...completion, requires: completion.requires.filter((one) => one !== feature) }) })),
    ...(["guestDrivers", "iommu", "sriovNic", "hardwareVirtualization"] as const).filter((field) => !assumed[field])
      .map((field): Change => ({ key: field, make: (completion) => ({ ...completion, [field]: true }) })),
    ...releases.filter(({ version }) => versionCode(version) > versionCode(assumed.platformVersion)).map(({ version }): Change => ({
      key: "platformVersion",
      make: (completion) => ({ ...completion, ...assume(knowledge, { ...situation, platformVersion: version }), ...keep(completion) }),
    })),
    ...[5, 7, 8, 10].filter((hardware) => hardware > assumed.virtualHardware).map((virtualHardware): Change => ({
      key: "virtualHardware", make: (completion) => ({ ...completion, virtualHardware }),
    })),
  ];
}

function keep({ requires, guestDrivers, iommu, sriovNic, hardwareVirtualization }: Completion): Partial<Completion> {
  return { requires, guestDrivers, iommu, sriovNic, hardwareVirtualization };
}

/** Virtual hardware that was lifted needs a release that has it: an unknown release follows, a known one does not. */
function settle(knowledge: Knowledge, situation: Situation, completion: Completion, changes: Change[]): Completion | undefined {
  if (!changes.some(({ key }) => key === "virtualHardware")) return completion;
  const needed = knowledge.platforms[0]?.versions.find(({ virtualHardware = 0 }) => virtualHardware >= completion.virtualHardware)?.version ?? "";
  if (versionCode(needed) <= versionCode(completion.platformVersion)) return completion;
  return situation.platformVersion === undefined && !changes.some(({ key }) => key === "platformVersion") ? { ...completion, platformVersion: needed } : undefined;
}

function subsets(changes: Change[]): Change[][] {
  return changes.reduce<Change[][]>((sofar, change) =>
    [...sofar, ...sofar.filter((set) => set.length < 5 && !set.some(({ key }) => key === change.key)).map((set) => [...set, change])], [[]]);
}

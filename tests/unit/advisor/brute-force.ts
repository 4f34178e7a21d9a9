import type { Conditions, Guest, Knowledge, Rule } from "../../../advisor/knowledge/knowledge.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import type { YesNoField } from "../../../advisor/questions/situation.ts";
import { USUAL, YES_NO_FIELDS } from "./questions.ts";
import { codeAfter, versionCode } from "../../../advisor/knowledge/version.ts";

/**
 * The advisor's meaning written down a second time, slowly and without tables: what tests hold the engine against.
 * A completion gives every field but the guest a value.
 */
type Open = "currentAdapter" | "guest" | "bitness" | "throughputGbps" | "packetBytes" | "driverVersion" | "vcpus";
export type Completion = Required<Omit<Situation, Open>> & Pick<Situation, Open>;

export interface Truth {
  /** With the assumptions. */
  recommended: string | null;
  excluded: Set<string>;
  completions: { completion: Completion; best: string | null }[];
  assumed: Completion;
}

/** Packets per second from which saving CPU is assumed to be worthwhile. */
const SAVING_FROM = 100_000;

const STRENGTHS: Rule["strength"][] = ["hard-constraint", "vendor-recommendation", "measured", "practice"];

/** Everything that holds of a situation, from every completion of its unknown fields. */
export function truthOf(knowledge: Knowledge, situation: Situation): Truth {
  const assumed = assume(knowledge, situation);
  const all = completionsOf(knowledge, situation, assumed);
  const completions = all.map((completion) => ({ completion, best: bestOf(knowledge, completion) }));
  const excluded = new Set(
    adaptersOn(knowledge, assumed).filter((adapter) =>
      all.every((completion) =>
        situation.guest === undefined
          ? isExcludedForAnyGuest(knowledge, completion, adapter)
          : isExcluded(knowledge, completion, adapter),
      ),
    ),
  );
  return { recommended: advised(knowledge, assumed, completions, excluded), excluded, completions, assumed };
}

function advised(
  knowledge: Knowledge,
  assumed: Completion,
  completions: Truth["completions"],
  excluded: Set<string>,
): string | null {
  const best = bestOf(knowledge, assumed);
  if (best !== null) return best;
  const candidates = adaptersOn(knowledge, assumed).filter((adapter) =>
    completions.some((one) => one.best === adapter),
  );
  return pick(
    knowledge,
    assumed,
    candidates.length > 0 ? candidates : adaptersOn(knowledge, assumed).filter((adapter) => !excluded.has(adapter)),
  );
}

/** Fills in what the advisor assumes. */
export function assume(knowledge: Knowledge, situation: Situation): Completion {
  const platform = platformOf(knowledge, situation);
  const current = platform.current;
  const needed = platform.versions.find(
    ({ virtualHardware }) => (virtualHardware ?? 0) >= (situation.virtualHardware ?? 0),
  )?.version;
  const newer =
    situation.virtualHardware !== undefined && needed !== undefined && versionCode(needed) > versionCode(current)
      ? needed
      : current;
  const platformVersion = situation.platformVersion ?? newer;
  const passes = isPassing(knowledge, situation);
  const packetRate = situation.packetRate ?? ratesOf(situation)[0] ?? (passes ? 100_000 : 0);
  return {
    ...USUAL,
    saveCpu: passes === true || packetRate >= SAVING_FROM,
    ...Object.fromEntries(impliedBy(knowledge, situation).map((field) => [field, true])),
    packetRate,
    linkGbps: Math.max(10, situation.throughputGbps ?? 0),
    requires: [],
    ...situation,
    platform: platform.id,
    platformVersion,
    virtualHardware: situation.virtualHardware ?? newestHardware(knowledge, platform.id, platformVersion) ?? 0,
  };
}

/** What the platform offers the guest where. */
function listingOf(
  knowledge: Knowledge,
  completion: Completion,
): Pick<Guest["platforms"][string], "listedFrom" | "offered"> | undefined {
  const section = guestOf(knowledge, completion)?.platforms[completion.platform];
  const isOlder =
    section?.older !== undefined &&
    completion.virtualHardware < (section.listedFrom ?? 0) &&
    completion.virtualHardware >= section.older.listedFrom;
  return isOlder ? section.older : section;
}

/** Every combination of values that differ for some rule, the guest apart. */
function completionsOf(knowledge: Knowledge, situation: Situation, assumed: Completion): Completion[] {
  const platform = platformOf(knowledge, situation);
  const [low = 0, high = Infinity] = ratesOf(situation);
  const rates =
    situation.packetRate === undefined
      ? [
          low,
          ...[...new Set([...edgesOf(knowledge, "packetRate"), SAVING_FROM])].filter(
            (rate) => rate > low && rate <= high,
          ),
        ]
      : [situation.packetRate];
  const links = situation.linkGbps === undefined ? [0, ...edgesOf(knowledge, "linkGbps")] : [situation.linkGbps];
  const implied = impliedBy(knowledge, situation);
  const flags = YES_NO_FIELDS.reduce<Partial<Completion>[]>(
    (sofar, field) =>
      sofar.flatMap((one) =>
        (situation[field] !== undefined ? [situation[field]] : implied.includes(field) ? [true] : [true, false]).map(
          (value) => ({ ...one, [field]: value }),
        ),
      ),
    [{}],
  );
  const machines = machinesOf(knowledge, situation, platform.id).filter((machine) =>
    canRun(knowledge, { ...assumed, ...machine }),
  );
  const where = machines.length > 0 ? machines : [{}];
  return where.flatMap((machine) =>
    rates.flatMap((packetRate) =>
      links.flatMap((linkGbps) => flags.map((flag) => ({ ...assumed, ...machine, packetRate, linkGbps, ...flag }))),
    ),
  );
}

function machinesOf(knowledge: Knowledge, situation: Situation, platform: string): Partial<Completion>[] {
  const releases =
    situation.platformVersion === undefined
      ? platformOf(knowledge, situation).versions.map(({ version }) => version)
      : [situation.platformVersion];
  return releases.flatMap((platformVersion): Partial<Completion>[] => {
    const newest = newestHardware(knowledge, platform, platformVersion);
    if (situation.virtualHardware !== undefined) {
      return situation.platformVersion === undefined && newest !== undefined && newest < situation.virtualHardware
        ? []
        : [{ platformVersion, virtualHardware: situation.virtualHardware }];
    }
    if (newest === undefined) return [{ platformVersion, virtualHardware: 0 }];
    return Array.from({ length: newest }, (_, at) => ({ platformVersion, virtualHardware: at + 1 }));
  });
}

/** Whether the machine passes a NIC through, which says what its rate and CPU time may be; undefined where nobody says what it has. */
function isPassing(knowledge: Knowledge, { currentAdapter }: Situation): boolean | undefined {
  const kind = knowledge.adapters.find(({ id }) => id === currentAdapter)?.kind;
  return kind && kind === "passthrough";
}

/** Lowest and highest packet rate that a throughput leaves open, which no link exceeds: full-size packets and those in frames of 64 bytes. */
function ratesOf({ packetRate, throughputGbps, packetBytes, linkGbps, requires = [] }: Situation): number[] {
  if (packetRate !== undefined || throughputGbps === undefined) return [];
  const largest = packetBytes ?? (requires.includes("jumbo-frames") ? 9000 : 1500);
  const carried = linkGbps !== undefined && linkGbps < throughputGbps ? linkGbps : throughputGbps;
  return [largest, packetBytes ?? 46].map((bytes) => Math.floor((carried * 125_000_000) / (bytes + 18 + 20)));
}

function edgesOf(knowledge: Knowledge, field: "packetRate" | "linkGbps"): number[] {
  return [
    ...new Set(
      knowledge.rules.flatMap(({ when: { [field]: range = {} } }) => [
        range.above === undefined ? 0 : range.above + 1,
        range.atLeast ?? 0,
        range.below ?? 0,
        range.atMost === undefined ? 0 : range.atMost + 1,
      ]),
    ),
  ].filter((edge) => edge > 0);
}

/** Whether the platform lists the guest there, and something is open to it whatever the other fields are. */
function canRun(knowledge: Knowledge, where: Completion): boolean {
  if (where.virtualHardware < (listingOf(knowledge, where)?.listedFrom ?? 0)) return false;
  return adaptersOn(knowledge, where).some(
    (adapter) =>
      !isOut(knowledge, where, adapter, (rule) =>
        Object.keys(rule.when).every((field) =>
          [
            "platform",
            "platformVersion",
            "virtualHardware",
            "guest",
            "guestFamily",
            "guestRelease",
            "bitness",
            "currentAdapter",
          ].includes(field),
        ),
      ),
  );
}

/** Whether an adapter is out for its release, virtual hardware, guest list, missing driver, or a rule of those chosen. */
function isOut(knowledge: Knowledge, completion: Completion, id: string, chosen: (rule: Rule) => boolean): boolean {
  return (
    isTooOldOrNew(knowledge, completion, id) ||
    knowledge.rules.some(
      (rule) => chosen(rule) && rule.then.exclude?.includes(id) && holds(knowledge, rule, completion),
    ) ||
    isRefusedByGuest(knowledge, completion, id)
  );
}

function isTooOldOrNew(
  knowledge: Knowledge,
  { platform, platformVersion, virtualHardware }: Completion,
  id: string,
): boolean {
  const section = sectionOf(knowledge, platform, id);
  return (
    (section.since !== "unknown" && versionCode(platformVersion) < versionCode(section.since)) ||
    (section.until !== undefined && versionCode(platformVersion) >= codeAfter(section.until)) ||
    (section.virtualHardware !== undefined && virtualHardware < section.virtualHardware)
  );
}

function isRefusedByGuest(knowledge: Knowledge, completion: Completion, id: string): boolean {
  const guest = guestOf(knowledge, completion);
  const section = guest?.platforms[completion.platform];
  if (!guest) return false;
  if (guest && section?.drivers[id]?.where === "none") return true;
  if (!section || sectionOf(knowledge, completion.platform, id).listed === false) return false;
  const { offered = [] } = listingOf(knowledge, completion) ?? {};
  const ranges = offered.filter(({ from = 0 }) => from <= completion.virtualHardware);
  return !(ranges.at(-1) ?? offered[0])?.adapters.includes(id);
}

/** Whether anything excludes an adapter in a completion. */
export function isExcluded(knowledge: Knowledge, completion: Completion, id: string): boolean {
  const guest = guestOf(knowledge, completion);
  const kind = knowledge.adapters.find((adapter) => adapter.id === id)?.kind;
  const driver = guest
    ? guest.platforms[completion.platform]?.drivers[id]?.where
    : kind === "paravirtual"
      ? "tools"
      : undefined;
  return (
    isExcludedForAnyGuest(knowledge, completion, id) ||
    isOut(knowledge, completion, id, () => true) ||
    (driver === "tools" && !completion.guestDrivers && id !== completion.currentAdapter)
  );
}

/** Whether something excludes an adapter that does not depend on the guest. */
function isExcludedForAnyGuest(knowledge: Knowledge, completion: Completion, id: string): boolean {
  const section = sectionOf(knowledge, completion.platform, id);
  const code = versionCode(completion.platformVersion);
  return (
    isTooOldOrNew(knowledge, completion, id) ||
    (!(isPassing(knowledge, completion) && id === completion.currentAdapter) &&
      (section.needs.some((need) => !completion[need]) ||
        (section.needs.includes("iommu") && !completion.hardwareVirtualization))) ||
    knowledge.rules.some(
      (rule) =>
        rule.then.exclude?.includes(id) &&
        !rule.when.guest &&
        !rule.when.guestFamily &&
        !rule.when.guestRelease &&
        holds(knowledge, rule, completion),
    ) ||
    completion.requires.some((feature) => {
      const cell = section.cells[feature];
      if (knowledge.features.find((one) => one.id === feature)?.platforms[completion.platform] === undefined)
        return true;
      return (
        cell !== undefined &&
        (cell.support === "no" ||
          (cell.support !== "unknown" &&
            ((cell.since !== undefined && code < versionCode(cell.since)) ||
              (cell.until !== undefined && code >= codeAfter(cell.until)))))
      );
    })
  );
}

/** The adapter that a completion leads to. */
export function bestOf(knowledge: Knowledge, completion: Completion): string | null {
  return pick(
    knowledge,
    completion,
    adaptersOn(knowledge, completion).filter((adapter) => !isExcluded(knowledge, completion, adapter)),
  );
}

/** The best of some adapters: least doubt, then most others placed behind it, then the order of lists. */
function pick(knowledge: Knowledge, completion: Completion, candidates: string[]): string | null {
  return (
    [...candidates].sort(
      (a, b) =>
        doubtAmong(knowledge, completion, candidates, a) - doubtAmong(knowledge, completion, candidates, b) ||
        score(knowledge, completion, candidates, b) - score(knowledge, completion, candidates, a),
    )[0] ?? null
  );
}

function score(knowledge: Knowledge, completion: Completion, candidates: string[], one: string): number {
  return candidates.reduce(
    (sum, other) =>
      sum +
      Number(comesBefore(knowledge, completion, one, other)) -
      Number(comesBefore(knowledge, completion, other, one)),
    0,
  );
}

/** What the guest's bitness or the adapter that the machine has leaves no choice of. */
export function impliedBy(knowledge: Knowledge, situation: Situation): YesNoField[] {
  const bitness = knowledge.guests.find(({ id }) => id === situation.guest)?.bitness ?? situation.bitness;
  const needs =
    knowledge.adapters.find(({ id }) => id === situation.currentAdapter)?.platforms[platformOf(knowledge, situation).id]
      ?.needs ?? [];
  return [...needs, ...(bitness === 64 || needs.includes("iommu") ? ["hardwareVirtualization" as const] : [])];
}

/** How an adapter came to be recommended, in the order in which advice looks for it. */
export type Cause =
  | "surer than others"
  | "before others by a rule"
  | "only one possible"
  | "only one with the assumptions"
  | "first of the list"
  | "best of what may fit";

/** How the adapter that is recommended came to be it, and the others to which doubt alone prefers it. */
export function causeOf(
  knowledge: Knowledge,
  situation: Situation,
): { cause: Cause; lessSure: string[]; kept: string[] } {
  const { assumed, recommended, possible, fitting, candidates } = openTo(knowledge, situation);
  const best = recommended ?? "";
  const lessSure = candidates.filter(
    (other) =>
      doubt(knowledge, assumed, other) > doubt(knowledge, assumed, best) &&
      score(knowledge, assumed, candidates, other) > score(knowledge, assumed, candidates, best),
  );
  const cause =
    lessSure.length > 0
      ? "surer than others"
      : candidates.some((other) => comesBefore(knowledge, assumed, best, other))
        ? "before others by a rule"
        : fitting.length === 0
          ? "best of what may fit"
          : possible.length === 1
            ? "only one possible"
            : candidates.length === 1
              ? "only one with the assumptions"
              : "first of the list";
  const support = (adapter: string, feature: string) =>
    sectionOf(knowledge, assumed.platform, adapter).cells[feature]?.support ?? "unknown";
  const kept = assumed.requires.filter(
    (feature) => support(best, feature) === "yes" && lessSure.every((other) => support(other, feature) === "partial"),
  );
  return { cause, lessSure, kept };
}

/** All adapters in the order of their verdicts. */
export function rankingOf(knowledge: Knowledge, situation: Situation): string[] {
  const { assumed, recommended, possible, candidates } = openTo(knowledge, situation);
  const rank = (adapter: string): number =>
    adapter === recommended ? 0 : candidates.includes(adapter) ? 1 : possible.includes(adapter) ? 2 : 3;
  return adaptersOn(knowledge, assumed).sort(
    (a, b) =>
      rank(a) - rank(b) ||
      doubtAmong(knowledge, assumed, candidates, a) - doubtAmong(knowledge, assumed, candidates, b) ||
      score(knowledge, assumed, candidates, b) - score(knowledge, assumed, candidates, a),
  );
}

/** Which rules place an adapter before another one that something leads to, and which behind one. */
export function placedBy(knowledge: Knowledge, situation: Situation): (adapter: string) => string[] {
  const { assumed, possible } = openTo(knowledge, situation);
  return (adapter) =>
    knowledge.rules
      .filter((rule) => holds(knowledge, rule, assumed))
      .flatMap(({ id, then: { prefer = [], over = [] } }) => {
        if (
          prefer.includes(adapter) &&
          over.some((other) => possible.includes(other) && comesBefore(knowledge, assumed, adapter, other))
        )
          return [`${id} prefers`];
        return over.includes(adapter) &&
          prefer.some((other) => possible.includes(other) && comesBefore(knowledge, assumed, other, adapter))
          ? [`${id} behind`]
          : [];
      });
}

/** The adapters that something leads to, those that fit with the assumptions, and of which the best is looked for. */
function openTo(
  knowledge: Knowledge,
  situation: Situation,
): Pick<Truth, "assumed" | "recommended"> & Record<"possible" | "fitting" | "candidates", string[]> {
  const { assumed, excluded, recommended } = truthOf(knowledge, situation);
  const possible = adaptersOn(knowledge, assumed).filter((adapter) => !excluded.has(adapter));
  const fitting = possible.filter((adapter) => !isExcluded(knowledge, assumed, adapter));
  return { assumed, recommended, possible, fitting, candidates: fitting.length > 0 ? fitting : possible };
}

function comesBefore(knowledge: Knowledge, completion: Completion, one: string, other: string): boolean {
  // Of equals one about what the machine has says more of it.
  for (const [strength, ofPresent] of STRENGTHS.flatMap(
    (strength) =>
      [
        [strength, true],
        [strength, false],
      ] as const,
  )) {
    const speaking = knowledge.rules.filter(
      (rule) =>
        rule.strength === strength &&
        (rule.when.currentAdapter !== undefined) === ofPresent &&
        holds(knowledge, rule, completion),
    );
    const says = (a: string, b: string): boolean =>
      speaking.some(({ then }) => then.prefer?.includes(a) && then.over?.includes(b));
    if (says(one, other)) return true;
    if (says(other, one)) return false;
  }
  return false;
}

/** A passthrough is no surer than the surest virtual adapter that a rule places before it. */
function doubtAmong(knowledge: Knowledge, completion: Completion, candidates: string[], id: string): number {
  const isPassthrough = (one: string): boolean =>
    knowledge.adapters.find((adapter) => adapter.id === one)?.kind === "passthrough";
  const ahead = candidates.filter((other) => !isPassthrough(other) && comesBefore(knowledge, completion, other, id));
  const own = doubt(knowledge, completion, id);
  return isPassthrough(id) && ahead.length > 0
    ? Math.max(own, Math.min(...ahead.map((other) => doubt(knowledge, completion, other))))
    : own;
}

function doubt(knowledge: Knowledge, completion: Completion, id: string): number {
  const guest = guestOf(knowledge, completion);
  const kind = knowledge.adapters.find((adapter) => adapter.id === id)?.kind;
  const where = guest
    ? (guest.platforms[completion.platform]?.drivers[id]?.where ?? "unknown")
    : kind === "passthrough"
      ? "vendor"
      : "known";
  // What the machine runs with has its driver.
  const isWorking = knowledge.adapters.find((adapter) => adapter.id === completion.currentAdapter)?.kind === "emulated";
  const isDoubtful =
    where === "unknown" || (where === "vendor" && (!completion.guestDrivers || (isWorking && kind === "emulated")));
  // More than all features; with no driver known an emulated card is the likeliest to have one.
  const ofDriver = isDoubtful && id !== completion.currentAdapter ? (kind === "emulated" ? 1000 : 2000) : 0;
  return completion.requires.reduce((sum, feature) => {
    const support = sectionOf(knowledge, completion.platform, id).cells[feature]?.support ?? "unknown";
    return sum + (support === "unknown" ? 2 : support === "partial" ? 1 : 0);
  }, ofDriver);
}

function holds(knowledge: Knowledge, rule: Rule, completion: Completion): boolean {
  const { when } = rule;
  const guest = guestOf(knowledge, completion);
  const code = versionCode(completion.platformVersion);
  const within = (value: number, range: Conditions["packetRate"]): boolean =>
    !range ||
    (value > (range.above ?? -1) &&
      value >= (range.atLeast ?? 0) &&
      value < (range.below ?? Infinity) &&
      value <= (range.atMost ?? Infinity));
  const between = (value: number | undefined, range: Conditions["platformVersion"]): boolean =>
    !range ||
    (value !== undefined &&
      value >= versionCode(range.atLeast ?? "0") &&
      (range.below === undefined || value < versionCode(range.below)));
  return (
    (!when.platform || when.platform.includes(completion.platform)) &&
    between(code, when.platformVersion) &&
    code >= versionCode(rule.since ?? "0") &&
    (rule.until === undefined || code < codeAfter(rule.until)) &&
    (!when.guest || when.guest.includes(guest?.id ?? "")) &&
    (!when.guestFamily || (when.guestFamily as readonly string[]).includes(guest?.family ?? "other")) &&
    between(guest && guest.release !== "unknown" ? versionCode(guest.release) : undefined, when.guestRelease) &&
    (when.bitness === undefined || when.bitness === (guest?.bitness ?? completion.bitness)) &&
    within(completion.virtualHardware, when.virtualHardware) &&
    within(completion.packetRate, when.packetRate) &&
    within(completion.linkGbps, when.linkGbps) &&
    YES_NO_FIELDS.every((field) => when[field] === undefined || when[field] === completion[field]) &&
    (!when.currentAdapter || when.currentAdapter.includes(completion.currentAdapter ?? "")) &&
    (!when.requires || when.requires.some((feature) => completion.requires.includes(feature)))
  );
}

function platformOf(knowledge: Knowledge, situation: Situation): Knowledge["platforms"][number] {
  return knowledge.platforms.find(
    ({ id }) => id === (situation.platform ?? "vsphere"),
  ) as Knowledge["platforms"][number];
}

function adaptersOn(knowledge: Knowledge, { platform }: Completion): string[] {
  return knowledge.adapters.filter((adapter) => adapter.platforms[platform]).map(({ id }) => id);
}

function sectionOf(
  knowledge: Knowledge,
  platform: string,
  id: string,
): Knowledge["adapters"][number]["platforms"][string] {
  return knowledge.adapters.find((adapter) => adapter.id === id)?.platforms[
    platform
  ] as Knowledge["adapters"][number]["platforms"][string];
}

function guestOf(knowledge: Knowledge, { guest }: Completion): Guest | undefined {
  return knowledge.guests.find(({ id }) => id === guest);
}

function newestHardware(knowledge: Knowledge, platform: string, version: string): number | undefined {
  const { versions } = platformOf(knowledge, { platform });
  const upTo = versions.filter(
    (release) => versionCode(release.version) <= versionCode(version) && release.virtualHardware !== undefined,
  );
  return upTo.at(-1)?.virtualHardware ?? versions[0]?.virtualHardware;
}

import { groupBy } from "../collections.ts";
import type { Guest, Knowledge, NumberRange, Problem, VersionRange } from "../knowledge/knowledge.ts";
import { codeAfter, codeAfterCode, versionCode } from "../knowledge/version.ts";
import type { Situation } from "../questions/situation.ts";
import type { KnownProblem, OpenQuestion, Reason, TurningPoint, Verdict } from "./advice.ts";
import type { Findings, Ranked } from "../engine/engine.ts";
import { driverOrigin, idOf } from "../engine/table.ts";
import { nameAt, type Context } from "./context.ts";

/** Problems that an answer lists at most. */
const MOST = 3;
/** Facts that may be unknown: a problem that needs more of them is unlikely to concern the machine. */
const MOST_UNKNOWN = 1;

/** Symptoms of a crash or of lost traffic, from the worst to the mildest: a driver with one of them is not recommended. */
const GRAVE = ["host-crash", "guest-crash", "connection-lost", "packets-corrupt", "packets-lost"];

/** Symptoms from the worst to the mildest. */
const SEVERITY = [...GRAVE, "does-not-start", "slow", "feature-missing", "unknown"];

/** Codes of the versions from the first in a range to before the first outside it. */
interface CodeRange {
  from: number;
  to: number;
}

/** A problem with its ranges as codes, which are compared for every machine. */
interface Prepared {
  problem: Problem;
  guests: { family: string; range: CodeRange; isAny: boolean }[] | undefined;
  platformVersion: CodeRange | undefined;
  driver: CodeRange | undefined;
}

type GuestRange = NonNullable<Prepared["guests"]>[number];

/** Result of a condition of a problem: it holds, it fails, or the value is unknown. */
type Outcome = boolean | undefined;

/** The parts of a result that decide which known problems a VM has. */
type Judged = Pick<Findings, "table" | "guest" | "values">;

/** A grave problem of an adapter's driver, in the version that the machine has or may have. */
interface DriverProblem {
  known: KnownProblem;
  symptom: string;
  /** The versions with the problem. */
  driver: VersionRange;
  /** The version that fixes it, if one is known. */
  fixedIn: string | undefined;
}

/** Finds the known problems of machines. */
interface Problems {
  /** Those of the recommended and the current adapter: certain ones first, then those with the fewest unknown facts, the worst first. */
  listProblems: (judged: Judged, recommended: string | null, situation: Situation, most?: number) => KnownProblem[];
  /** The first grave one of an adapter's driver that nothing but the version of the driver leaves open. */
  findDriverProblem: (judged: Judged, adapter: string, situation: Situation) => DriverProblem | undefined;
}

/** Prepares the search for known problems, for use with many VMs. */
export function prepareProblems({ problems, evidence, questions }: Knowledge): Problems {
  const labels = new Map(questions.map(({ field, label }) => [field as string, label]));
  const ofAdapters = groupBy(
    problems
      .map(prepare)
      .flatMap((one) =>
        one.problem.platforms.flatMap((platform) =>
          one.problem.adapters.map((adapter) => ({ ...one, adapter, key: `${platform}/${adapter}` })),
        ),
      ),
    ({ key }) => key,
  );
  const listOf = ({ table }: Judged, adapter: string | null | undefined) =>
    ofAdapters.get(`${table.platform.id}/${adapter}`) ?? [];
  const explain = ({ problem, adapter, dependsOn }: Found): KnownProblem => {
    const [reference] = problem.evidence;
    return {
      id: reference.replace(/^finding:/, ""),
      adapter,
      text: evidence[reference]?.title ?? problem.affects,
      affects: problem.affects,
      fixedIn: problem.fixedIn,
      ...(problem.workaround === undefined ? {} : { workaround: problem.workaround }),
      isCertain: dependsOn.length === 0,
      dependsOn,
      evidence: problem.evidence,
    };
  };
  return {
    listProblems(judged, recommended, situation, most = MOST) {
      const found: Found[] = [];
      const collect = (one: ReturnType<typeof listOf>[number]): void => {
        const dependsOn = listUnknown(judged, labels, one, situation);
        if (dependsOn) found.push({ problem: one.problem, adapter: one.adapter, dependsOn });
      };
      for (const one of listOf(judged, recommended)) collect(one);
      for (const one of listOf(judged, situation.currentAdapter))
        if (!one.problem.adapters.includes(recommended ?? "")) collect(one);
      return found
        .sort((a, b) => rank(a, recommended) - rank(b, recommended))
        .slice(0, most)
        .map(explain);
    },
    findDriverProblem(judged, adapter, situation) {
      for (const one of listOf(judged, adapter)) {
        const { problem } = one;
        if (!problem.driver || !GRAVE.includes(problem.symptom)) continue;
        const dependsOn = listUnknown(judged, labels, one, situation);
        if (!dependsOn?.every(({ field }) => field === "driverVersion")) continue;
        return {
          known: explain({ problem, adapter, dependsOn }),
          symptom: problem.symptom,
          driver: problem.driver,
          fixedIn: problem.fixedIn === "unknown" || problem.fixedIn === "none" ? undefined : problem.fixedIn,
        };
      }
      return undefined;
    },
  };
}

/** A problem that concerns a machine, or may. */
interface Found {
  problem: Problem;
  adapter: string;
  dependsOn: KnownProblem["dependsOn"];
}

function rank({ problem, adapter, dependsOn }: Found, recommended: string | null): number {
  const isAsked = dependsOn.every(({ field }) => field !== undefined);
  return (
    (adapter === recommended ? 0 : 1) +
    10 * SEVERITY.indexOf(problem.symptom) +
    1000 * dependsOn.length +
    (isAsked ? 0 : 10_000)
  );
}

function prepare(problem: Problem): Prepared {
  return {
    problem,
    guests: problem.guests?.map(({ family, ...range }) => ({
      family,
      range: toCodes(range),
      isAny: range.atLeast === undefined && range.below === undefined,
    })),
    platformVersion: problem.platformVersion && toCodes(problem.platformVersion),
    driver: problem.driver && toCodes(problem.driver),
  };
}

/** Returns the unknown facts that decide whether a problem applies. Undefined if it cannot apply. */
function listUnknown(
  { guest, values }: Judged,
  labels: ReadonlyMap<string, string>,
  { problem, guests, platformVersion, driver }: Prepared,
  situation: Situation,
): KnownProblem["dependsOn"] | undefined {
  // Without a guest a problem of some guests is one of many that may concern the machine.
  if (isRuledOut(problem, platformVersion, values) || (!guest && guests)) return undefined;
  // The answer states what it assumes, so that an assumption can rule a problem out. Only a given release makes one certain.
  const { virtualHardware, vcpus, forwardsPackets, only } = problem;
  const dependsOn: KnownProblem["dependsOn"] = [];
  const mayHold = (field: string, outcome: Outcome): boolean => {
    if (outcome === undefined) dependsOn.push({ field, text: labels.get(field) ?? field });
    return outcome !== false;
  };
  const mayApply =
    (!guests ||
      !guest ||
      mayHold(
        "guest",
        anyOf(guests, (one) => isAmong(guest, one)),
      )) &&
    (!platformVersion ||
      mayHold("platformVersion", whether(platformVersion, situation.platformVersion, isVersionIn))) &&
    (!virtualHardware || mayHold("virtualHardware", whether(virtualHardware, situation.virtualHardware, isNumberIn))) &&
    (!driver || mayHold("driverVersion", whether(driver, situation.driverVersion, isVersionIn))) &&
    (!vcpus || mayHold("vcpus", whether(vcpus, situation.vcpus, isNumberIn))) &&
    (forwardsPackets === undefined || forwardsPackets === values.forwardsPackets);
  if (!mayApply) return undefined;
  if (only !== undefined) dependsOn.push({ text: only });
  return dependsOn.length > MOST_UNKNOWN ? undefined : dependsOn;
}

/** Whether the release, the virtual hardware or the number of vCPUs that is given or assumed has no such problem. */
function isRuledOut(
  { virtualHardware, vcpus }: Problem,
  platformVersion: CodeRange | undefined,
  values: Judged["values"],
): boolean {
  return (
    (platformVersion !== undefined &&
      isWithin(values.platformVersion, codeAfterCode(values.platformVersion) - 1, platformVersion) === false) ||
    (virtualHardware !== undefined && !isNumberIn(values.virtualHardware, virtualHardware)) ||
    (vcpus !== undefined && !isNumberIn(values.vcpus, vcpus))
  );
}

function whether<Range, Value>(
  range: Range,
  value: Value | undefined,
  isIn: (value: Value, range: Range) => Outcome,
): Outcome {
  return value === undefined ? undefined : isIn(value, range);
}

/** Whether one of several conditions holds. Unknown if none holds and one is unknown. */
function anyOf<Part>(parts: readonly Part[] = [], holds: (part: Part) => Outcome): Outcome {
  const outcomes = parts.map(holds);
  return outcomes.includes(true) ? true : outcomes.includes(undefined) ? undefined : false;
}

function isAmong({ family, release }: Guest, { family: other, range, isAny }: GuestRange): Outcome {
  if (family !== other) return false;
  if (release === "unknown") return isAny ? true : undefined;
  return isWithin(versionCode(release), versionCode(release), range);
}

/** A version includes its patch releases: 6.0 may mean 6.0 Update 2, so a range may cover only some of them. */
function isVersionIn(version: string, range: CodeRange): Outcome {
  return isWithin(versionCode(version), codeAfter(version) - 1, range);
}

function isWithin(first: number, last: number, { from, to }: CodeRange): Outcome {
  if (last < from || first >= to) return false;
  return first >= from && last < to ? true : undefined;
}

function toCodes({ atLeast, below }: VersionRange): CodeRange {
  return {
    from: atLeast === undefined ? 0 : versionCode(atLeast),
    to: below === undefined ? Infinity : versionCode(below),
  };
}

function isNumberIn(
  value: number,
  { atLeast = 0, above = -1, below = Infinity, atMost = Infinity }: NumberRange,
): boolean {
  return value >= atLeast && value > above && value < below && value <= atMost;
}

/** Effect of a serious driver problem of the best adapter. */
export interface DriverDecision {
  problem: DriverProblem;
  /**
   * keep: the current adapter stays until the driver is fixed; ask: it would, with a version that the machine may have;
   * update: the fixed version of the driver has to be installed before the change.
   */
  outcome: "keep" | "ask" | "update";
  /** Index of the adapter with the problem, and of the current one; -1 where that is unknown. */
  affected: number;
  current: number;
}

/** Decides about a driver problem: a working adapter is not replaced by an adapter whose driver loses traffic. */
export function decideByDriver(
  { findDriverProblem }: Problems,
  findings: Findings,
  best: number,
  situation: Situation,
): DriverDecision | undefined {
  const { table, guest, decision, possible } = findings;
  const adapter = table.adapters[best];
  const problem = adapter && findDriverProblem(findings, adapter.id, situation);
  if (!problem) return undefined;
  const current = table.adapters.findIndex(({ id }) => id === situation.currentAdapter);
  const present = table.adapters[current];
  const canStay =
    present !== undefined &&
    current !== best &&
    (((possible & ~decision.excluded) >> current) & 1) === 1 &&
    (!guest || driverOrigin(present, guest, table.platform.id) !== "none") &&
    !findDriverProblem(findings, present.id, situation)?.known.isCertain;
  if (canStay && problem.fixedIn === undefined)
    return { problem, outcome: problem.known.isCertain ? "keep" : "ask", affected: best, current };
  return problem.known.isCertain ? { problem, outcome: "update", affected: best, current } : undefined;
}

/** The ranking with the current adapter in the place of the one whose driver has the problem. */
export function rankByDriver(ranking: Ranked[], { affected, current }: DriverDecision): Ranked[] {
  return [
    { adapter: current, status: "recommended" },
    { adapter: affected, status: "conditional" },
    ...ranking.filter(({ adapter }) => adapter !== current && adapter !== affected),
  ];
}

/** The verdicts on both adapters with the problem as their first reason. */
export function explainByDriver(context: Context, verdicts: Verdict[], decided: DriverDecision): Verdict[] {
  const { known } = decided.problem;
  const reason = {
    kind: "driver",
    id: known.adapter,
    text: driverAdvice(context, decided),
    evidence: known.evidence,
  } as const;
  return verdicts.map((verdict): Verdict => {
    const isKept = verdict.adapter === idOf(context.table, decided.current);
    if (!isKept && verdict.adapter !== known.adapter) return verdict;
    const first: Reason = isKept ? { ...reason, effect: "prefers" } : { ...reason, effect: "warns", text: known.text };
    return { ...verdict, reasons: [first, ...verdict.reasons.filter(({ kind }) => kind !== "default")] };
  });
}

/** Returns why to keep the current adapter, or which driver update is required first. */
export function driverAdvice(context: Context, { problem, outcome, affected, current }: DriverDecision): string {
  const { whys, symptoms } = context.messages;
  const symptom = symptoms[problem.symptom] ?? "";
  const name = nameAt(context, affected);
  if (outcome === "keep") return whys.keepUntilFixed(name, symptom, nameAt(context, current));
  return problem.fixedIn === undefined
    ? whys.otherDriver(name, symptom)
    : whys.updateDriver(name, symptom, problem.fixedIn);
}

/** The question about the driver's version, with the versions that keep the current adapter. */
export function askForDriver(
  { messages, questions, table }: Context,
  { problem, current }: DriverDecision,
): OpenQuestion {
  const { atLeast, below } = problem.driver;
  const isOne = atLeast !== undefined && below !== undefined && versionCode(below) - versionCode(atLeast) === 1;
  const range = [atLeast && messages.from(atLeast), below && messages.before(below)].filter(Boolean).join(", ");
  const recommended = idOf(table, current);
  return {
    field: "driverVersion",
    text: questions.get("driverVersion")?.question ?? "",
    always: [],
    answers: [{ value: atLeast ?? "0.0", label: isOne ? atLeast : range, recommended, possible: [recommended] }],
  };
}

/** The driver version that would change the answer, if the current adapter is kept. */
export function turningPointOfDriver(context: Context, { problem, affected }: DriverDecision): TurningPoint {
  return {
    field: "driverVersion",
    value: problem.driver.below ?? "",
    direction: "above",
    recommended: idOf(context.table, affected),
    text: context.messages.turning.otherDriver(nameAt(context, affected)),
  };
}

import type { Guest, Knowledge, NumberRange, Problem, VersionRange } from "../knowledge/knowledge.ts";
import { codeAfter, versionCode, versionText } from "../knowledge/version.ts";
import type { Situation } from "../questions/situation.ts";
import type { KnownProblem } from "./advice.ts";
import type { Context } from "./context.ts";

/** Problems that an answer lists at most. */
const MOST = 3;
/** Facts that may be unknown: a problem that needs more of them is unlikely to concern the machine. */
const MOST_UNKNOWN = 1;

/** Symptoms from the worst to the mildest. */
const SEVERITY = [
  "host-crash",
  "guest-crash",
  "connection-lost",
  "packets-corrupt",
  "packets-lost",
  "does-not-start",
  "slow",
  "feature-missing",
  "unknown",
];

type GuestRange = NonNullable<Problem["guests"]>[number];

/** What a condition of a problem comes to: it holds, it fails, or the value is not known. */
type Outcome = boolean | undefined;

/** Finds the known problems of a machine: certain ones first, then those with the fewest unknown facts, the worst first. */
export function prepareProblems({
  problems,
  evidence,
}: Knowledge): (context: Context, recommended: string | null, situation: Situation) => KnownProblem[] {
  return (context, recommended, situation) => {
    const { currentAdapter } = situation;
    const wanted = [recommended, currentAdapter].filter((id) => id !== undefined && id !== null);
    const found = problems.flatMap((problem) => {
      const adapter = wanted.find((id) => problem.adapters.includes(id));
      if (adapter === undefined || !problem.platforms.includes(context.table.platform.id)) return [];
      const dependsOn = listUnknown(context, problem, situation);
      return dependsOn ? [{ problem, adapter, dependsOn }] : [];
    });
    return found
      .sort((a, b) => rank(a, recommended) - rank(b, recommended))
      .slice(0, MOST)
      .map(({ problem, adapter, dependsOn }): KnownProblem => {
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
      });
  };
}

function rank(
  { problem, adapter, dependsOn }: { problem: Problem; adapter: string; dependsOn: KnownProblem["dependsOn"] },
  recommended: string | null,
): number {
  const isAsked = dependsOn.every(({ field }) => field !== undefined);
  return (
    (adapter === recommended ? 0 : 1) +
    10 * SEVERITY.indexOf(problem.symptom) +
    1000 * dependsOn.length +
    (isAsked ? 0 : 10_000)
  );
}

/** What decides and is not known; undefined if the problem cannot apply. */
function listUnknown(
  { guest, questions, filled }: Context,
  problem: Problem,
  situation: Situation,
): KnownProblem["dependsOn"] | undefined {
  const { platformVersion, virtualHardware, driverVersion } = situation;
  // The answer states what it assumes, so that an assumption can rule a problem out. Only a given release makes one certain.
  const outcomes: [field: string, condition: unknown, outcome: Outcome][] = [
    ["guest", problem.guests, guest && anyOf(problem.guests, (range) => isAmong(guest, range))],
    ["platformVersion", problem.platformVersion, whether(problem.platformVersion, platformVersion, isVersionIn)],
    ["virtualHardware", problem.virtualHardware, whether(problem.virtualHardware, virtualHardware, isNumberIn)],
    ["driverVersion", problem.driver, whether(problem.driver, driverVersion, isVersionIn)],
    ["forwardsPackets", problem.forwardsPackets, problem.forwardsPackets === filled.values.forwardsPackets],
  ];
  // Without a guest a problem of some guests is one of many that may concern the machine.
  if (isRuledOut(problem, filled) || (!guest && problem.guests)) return undefined;
  const deciding = outcomes.filter(([, condition]) => condition !== undefined);
  if (deciding.some(([, , outcome]) => outcome === false)) return undefined;
  const unknown = deciding.flatMap(([field, , outcome]) =>
    outcome === undefined ? [{ field, text: questions.get(field)?.label ?? field }] : [],
  );
  const dependsOn = problem.only === undefined ? unknown : [...unknown, { text: problem.only }];
  return dependsOn.length > MOST_UNKNOWN ? undefined : dependsOn;
}

/** Whether the release or the virtual hardware that is given or assumed has no such problem. */
function isRuledOut({ platformVersion, virtualHardware }: Problem, { values }: Context["filled"]): boolean {
  return (
    (platformVersion !== undefined &&
      isWithin(values.platformVersion, codeAfter(versionText(values.platformVersion)) - 1, platformVersion) ===
        false) ||
    (virtualHardware !== undefined && !isNumberIn(values.virtualHardware, virtualHardware))
  );
}

function whether<Range, Value>(
  range: Range | undefined,
  value: Value | undefined,
  isIn: (value: Value, range: Range) => Outcome,
): Outcome {
  return range === undefined || value === undefined ? undefined : isIn(value, range);
}

/** Whether one of some holds: not known if none does and one is not known. */
function anyOf<Part>(parts: readonly Part[] = [], holds: (part: Part) => Outcome): Outcome {
  const outcomes = parts.map(holds);
  return outcomes.includes(true) ? true : outcomes.includes(undefined) ? undefined : false;
}

function isAmong({ family, release }: Guest, { atLeast, below, ...range }: GuestRange): Outcome {
  if (family !== range.family) return false;
  if (release === "unknown") return atLeast === undefined && below === undefined ? true : undefined;
  return isWithin(versionCode(release), versionCode(release), { atLeast, below });
}

/** A version stands for its patch releases too: 6.0 may be 6.0 Update 2, so that only some of its releases may be in the range. */
function isVersionIn(version: string, range: VersionRange): Outcome {
  return isWithin(versionCode(version), codeAfter(version) - 1, range);
}

function isWithin(first: number, last: number, { atLeast, below }: VersionRange): Outcome {
  const from = atLeast === undefined ? 0 : versionCode(atLeast);
  const to = below === undefined ? Infinity : versionCode(below);
  if (last < from || first >= to) return false;
  return first >= from && last < to ? true : undefined;
}

function isNumberIn(
  value: number,
  { atLeast = 0, above = -1, below = Infinity, atMost = Infinity }: NumberRange,
): boolean {
  return value >= atLeast && value > above && value < below && value <= atMost;
}

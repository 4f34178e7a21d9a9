import { driverOrigin, idOf } from "../engine/table.ts";
import type { Findings, Ranked } from "../engine/engine.ts";
import { versionCode } from "../knowledge/version.ts";
import type { Situation } from "../questions/situation.ts";
import type { OpenQuestion, Reason, TurningPoint, Verdict } from "./advice.ts";
import { nameAt, type Context } from "./context.ts";
import type { DriverProblem, Problems } from "./problems.ts";

/** What a grave problem of the best adapter's driver comes to. */
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

/** Whether a driver problem decides, and how: an adapter that works is not given up for one whose driver loses traffic. */
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

/** Why the current adapter stays, or what has to be done to the driver first. */
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

/** What would change the answer where the current adapter stays: another version of the driver. */
export function turningPointOfDriver(context: Context, { problem, affected }: DriverDecision): TurningPoint {
  return {
    field: "driverVersion",
    value: problem.driver.below ?? "",
    direction: "above",
    recommended: idOf(context.table, affected),
    text: context.messages.turning.otherDriver(nameAt(context, affected)),
  };
}

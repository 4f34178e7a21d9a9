import type { Advice, Reason, Verdict } from "../../../advisor/explain/advice.ts";
import { writeCanonical } from "../../records/objects.ts";
import { nothing, own, say, type Sentence } from "./sentence.ts";

/** How an answer differs. */
interface AnswerChange {
  /** What the reader of the answer acts on: the recommendation, what is excluded, the confidence. */
  answer: Sentence[];
  /** What stands behind it; the same often holds in many situations and for several adapters. */
  grounds: Ground[];
}

export interface Ground {
  /** The adapter's name, where it is about one. */
  adapter?: string;
  sentence: Sentence;
}

/** Says how an answer differs; undefined when the two are the same. */
export function describeAdviceChange(before: Advice, after: Advice): AnswerChange | undefined {
  if (compared(before) === compared(after)) return undefined;
  const answer = [
    ...describeRecommendation(before, after),
    ...describeStatuses(before, after),
    ...describeLevel(before, after),
  ];
  const grounds =
    before.recommended === after.recommended
      ? describeGrounds(before, after)
      : describeReasons(before, after, isDecisive);
  if (answer.length + grounds.length > 0) return { answer, grounds };
  return {
    answer: [],
    grounds: [{ sentence: own("details of the answer differ, its recommendation and reasons do not") }],
  };
}

function describeGrounds(before: Advice, after: Advice): Ground[] {
  return [
    ...describeReasons(before, after, () => true),
    ...describeOrder(before, after),
    ...describeCause(before, after),
    ...describeTexts("step", before.steps.map(toTitle), after.steps.map(toTitle)),
    ...describeTexts("question", before.openQuestions.map(toText), after.openQuestions.map(toText)),
    ...describeTexts("turning point", before.turningPoints.map(toText), after.turningPoints.map(toText)),
    ...describeTexts("way out", before.conflicts.map(toText), after.conflicts.map(toText)),
    ...describeTexts("warning", before.warnings.map(toText), after.warnings.map(toText)),
    ...describeTexts("assumption", before.assumptions.map(toText), after.assumptions.map(toText)),
    ...describeTexts("figure", before.effects.measured.map(toMeasured), after.effects.measured.map(toMeasured)),
    ...describeTexts("known problem", before.problems.map(toProblem), after.problems.map(toProblem)),
    ...describeTexts("validation", listValidation(before), listValidation(after)),
  ];
}

/** A new recommendation changes everything else too, so report only its cause. */
function isDecisive({ effect }: Reason): boolean {
  return effect !== "neutral" && effect !== "requires";
}

/** Everything but the versions, which differ whenever a record does. */
function compared({ schemaVersion: _schema, knowledgeVersion: _knowledge, ...answer }: Advice): string {
  return writeCanonical(answer);
}

function describeRecommendation(before: Advice, after: Advice): Sentence[] {
  if (before.recommended === after.recommended) return [];
  return [
    say`recommended was ${nameOf(before, before.recommended)}; is now ${nameOf(after, after.recommended)}: ${after.summary}`,
  ];
}

function nameOf(advice: Advice, id: string | null): string {
  return id === null ? "no adapter" : (advice.verdicts.find(({ adapter }) => adapter === id)?.name ?? id);
}

function describeStatuses(before: Advice, after: Advice): Sentence[] {
  const gone = before.verdicts.filter(({ adapter }) => !findVerdict(after, adapter));
  return [
    ...gone.map(({ name }) => say`${name} is no longer among the answers`),
    ...after.verdicts.flatMap((verdict) => describeStatus(findVerdict(before, verdict.adapter), verdict)),
  ];
}

/** Reports changes to and from "excluded". The recommendation reports the rest. */
function describeStatus(before: Verdict | undefined, { name, status, reasons }: Verdict): Sentence[] {
  if (!before) return [say`${name} is now among the answers: ${status}`];
  if (before.status === status || (before.status !== "excluded" && status !== "excluded")) return [];
  const cause = status === "excluded" ? reasons.find(({ effect }) => effect === "excludes") : undefined;
  return [say`${name} was ${before.status}; is now ${status}${cause ? say`: ${cause.text}` : nothing}`];
}

function describeLevel({ confidence: before }: Advice, { confidence: after }: Advice): Sentence[] {
  return before.level === after.level
    ? []
    : [say`confidence was ${before.level}; is now ${after.level}: ${after.text}`];
}

function describeCause({ confidence: before }: Advice, { confidence: after }: Advice): Ground[] {
  if (before.level !== after.level || before.text === after.text) return [];
  return [{ sentence: say`confidence stays ${after.level}, its cause is now: ${after.text}` }];
}

/** Tells which adapters changed places behind the recommended one. */
function describeOrder(before: Advice, after: Advice): Ground[] {
  const [earlier, later] = [listUsable(before), listUsable(after)];
  const common = later.filter(({ adapter }) => earlier.some((verdict) => verdict.adapter === adapter));
  const placeBefore = (id: string): number => earlier.findIndex(({ adapter }) => adapter === id);
  return common.flatMap((upper, index) =>
    common
      .slice(index + 1)
      .filter((lower) => placeBefore(lower.adapter) < placeBefore(upper.adapter))
      .map((lower): Ground => ({ adapter: upper.name, sentence: say`now ahead of ${lower.name}` })),
  );
}

function listUsable({ verdicts }: Advice): Verdict[] {
  return verdicts.filter(({ status }) => status !== "excluded");
}

function findVerdict({ verdicts }: Advice, id: string): Verdict | undefined {
  return verdicts.find(({ adapter }) => adapter === id);
}

type Choose = (reason: Reason) => boolean;

function describeReasons(before: Advice, after: Advice, isWanted: Choose): Ground[] {
  return after.verdicts.flatMap((verdict) => {
    const was = findVerdict(before, verdict.adapter);
    return was
      ? compareReasons(was, verdict, isWanted).map((sentence): Ground => ({ adapter: verdict.name, sentence }))
      : [];
  });
}

function compareReasons(before: Verdict, after: Verdict, isWanted: Choose): Sentence[] {
  const index = ({ reasons }: Verdict): Map<string, Reason> =>
    new Map(reasons.filter(isWanted).map((reason) => [`${reason.kind}/${reason.id}/${reason.effect}`, reason]));
  const [earlier, later] = [index(before), index(after)];
  return [
    ...[...later].flatMap(([id, reason]) => compareReason(earlier.get(id), reason)),
    ...[...earlier]
      .filter(([id]) => !later.has(id))
      .map(([, { effect, kind, id }]) => say`no longer ${own(effects[effect])} ${`${kind} ${id}`}`),
  ];
}

function compareReason(
  before: Reason | undefined,
  { kind, id, effect, text, change = "", evidence }: Reason,
): Sentence[] {
  const origin = `${kind} ${id}`;
  if (!before) return [say`now ${own(effects[effect])} ${origin}: ${text}`];
  if (before.text !== text || (before.change ?? "") !== change)
    return [say`${origin} now says: ${`${text} ${change}`.trim()}`];
  return writeCanonical(before.evidence) === writeCanonical(evidence)
    ? []
    : [say`${origin} now rests on ${evidence.join(", ") || "nothing"}`];
}

const effects: Record<Reason["effect"], string> = {
  excludes: "excluded by",
  prefers: "preferred by",
  behind: "ranked lower by",
  requires: "given requirements by",
  warns: "warned about by",
  neutral: "mentioned by",
};

/** Something of an answer that has an identity and words. */
type Named = readonly [id: string, text: string];

function toTitle({ id, title }: { id: string; title: string }): Named {
  return [id, title];
}

function toText({ text }: { text: string }): Named {
  return [text, text];
}

function toMeasured({ over, metric, conditions, text }: Advice["effects"]["measured"][number]): Named {
  return [`${over}, ${metric}, ${conditions}`, text];
}

function toProblem({ id, text, affects, fixedIn }: Advice["problems"][number]): Named {
  return [id, `${text} Affected: ${affects}; fixed in: ${fixedIn}.`];
}

/** The parts of the plan that would prove the advice, as they are read: who runs what, and what it would show. */
function listValidation({ validation }: Advice): Named[] {
  if (!validation) return [];
  const { prepare, otherEnd, onHost, commands, expect } = validation;
  const parts = {
    prepare,
    "other end": otherEnd,
    host: onHost,
    guest: commands.map(({ command }) => command).join("; "),
    expect,
  };
  return Object.entries(parts).flatMap(([part, text]): Named[] => (text === null ? [] : [[part, `${part}: ${text}`]]));
}

function describeTexts(what: string, before: readonly Named[], after: readonly Named[]): Ground[] {
  const [earlier, later] = [new Map(before), new Map(after)];
  return [
    ...[...later].filter(([id]) => !earlier.has(id)).map(([, text]) => say`new ${own(what)}: ${text}`),
    ...[...earlier].filter(([id]) => !later.has(id)).map(([, text]) => say`${own(what)} gone: ${text}`),
    ...[...later]
      .filter(([id, text]) => earlier.has(id) && earlier.get(id) !== text)
      .map(([, text]) => say`${own(what)} changed: ${text}`),
  ].map((sentence) => ({ sentence }));
}

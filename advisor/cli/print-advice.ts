import type { Advice, AdviceStep, Reason, Verdict } from "../explain/advice.ts";
import type { Advisor } from "../advisor.ts";
import { fullName } from "../guests/guests.ts";
import type { Phase } from "../knowledge/knowledge.ts";
import { conflictTexts, mainReasons, sameAs, describeAnswers } from "../ui/answer/answer-text.ts";
import { statusWord } from "../ui/answer/names.ts";
import { words } from "../ui/words.ts";
import { traceRows } from "../explain/confidence.ts";

const LABELS: Partial<Record<Reason["effect"], string>> = {
  warns: "Note: ",
  behind: "Against it: ",
  requires: "To do: ",
};

/** What follows the work is more than cleaning up: it looks whether it was done, too. */
const PHASES: Readonly<Record<Phase, string>> = {
  prepare: "prepare",
  apply: "apply",
  tune: "tune",
  "clean-up": "afterwards",
  "go-back": "going back",
};

const OCCASIONS = {
  new: "Only for an adapter that comes new.",
  change: "Only where it takes the place of another adapter.",
};

/** An advice as lines of plain text, the answer first. */
export function printAdvice(advisor: Advisor, advice: Advice, paint: Paint = plain): string[] {
  const section = (title: string, lines: string[]): string[] =>
    lines.length === 0 ? [] : ["", paint.title(title), ...lines.map((line) => `  ${line}`)];
  const [first, ...others] = advice.verdicts;
  return [
    paint.strong(advice.summary),
    `Confidence: ${advice.confidence.text}`,
    ...printSituation(advisor, advice),
    ...section(
      "Check what was given",
      advice.warnings.map((warning) => warning.text),
    ),
    ...section("Reasons", first && advice.recommended ? reasonLines(advisor, first) : []),
    ...section(
      "Open questions",
      advice.openQuestions.flatMap((question) => [
        question.text,
        ...describeAnswers(advice, question).map(({ text }) => `  ${text}`),
      ]),
    ),
    ...section("The others", otherLines(advice.recommended ? others : advice.verdicts, advice)),
    ...section(
      "Would fit if",
      conflictTexts(advice).map(({ text }) => text),
    ),
    ...section(
      "What would change it",
      advice.turningPoints.map((point) => point.text),
    ),
    ...section(
      "Assumed",
      advice.assumptions.map((assumption) => assumption.text),
    ),
    ...section("Measured elsewhere", effectLines(advisor, advice)),
    ...section(
      "Steps",
      advice.steps.map((step) => `${step.id.padEnd(34)} ${step.title}${occasionOf(step)}`),
    ),
    ...section("Verify it", validationLines(advice)),
  ];
}

/** Which guest was understood: ids such as debian12 and win2k3 do not show their bitness. */
function printSituation({ knowledge }: Advisor, { situation }: Advice): string[] {
  const guest = knowledge.guests.find(({ id }) => id === situation.guest);
  const platform = knowledge.platforms.find(({ id }) => id === situation.platform);
  return guest && platform
    ? [
        `For: ${fullName(guest)}, on ${platform.name}${situation.platformVersion === undefined ? "" : ` ${situation.platformVersion}`}`,
      ]
    : [];
}

function effectLines(advisor: Advisor, { effects }: Advice): string[] {
  if (!effects) return [];
  const cited = (refs: string[]): string =>
    refs
      .map((ref) => advisor.knowledge.evidence[ref])
      .flatMap((one) => (one ? [`${one.source}, ${one.year}`] : []))
      .join("; ");
  return [
    ...effects.measured.map(({ text, evidence }) => `${text} [${cited(evidence)}]`),
    ...(effects.savings
      ? [...effects.savings.points.map(({ text, evidence }) => `${text} [${cited(evidence)}]`), effects.savings.here]
      : []),
    ...(effects.givesUp.length > 0 ? [`Given up: ${effects.givesUp.map(({ name }) => name).join(", ")}.`] : []),
    ...(effects.conditional.length > 0
      ? [`Only under conditions: ${effects.conditional.map(({ name }) => name).join(", ")}.`]
      : []),
    ...effects.modes.map(({ text, evidence }) => `${text} [${cited(evidence)}]`),
  ];
}

/** The steps in order with all that they say, and the run that verifies them between applying and cleaning up. */
export function printSteps({ summary, steps, validation }: Advice, paint: Paint): string[] {
  const printStep = (step: AdviceStep): string[] => [
    "",
    paint.title(`${step.title} [${PHASES[step.action]}, ${step.tool}]`),
    ...(step.occasion === undefined ? [] : [OCCASIONS[step.occasion]]),
    ...(step.text === undefined ? [] : [step.text]),
    ...(step.code === undefined ? [] : step.code.split("\n").map((line) => `    ${line}`)),
    ...step.pitfalls.map((pitfall) => `! ${pitfall}`),
  ];
  const isAfter = ({ action }: AdviceStep): boolean => action === "clean-up" || action === "go-back";
  return [
    paint.strong(summary),
    ...steps.filter((step) => !isAfter(step)).flatMap(printStep),
    ...(validation ? ["", paint.title("Verify it"), ...validationLines({ validation })] : []),
    ...steps.filter(isAfter).flatMap(printStep),
  ];
}

/** What to run where, then what would confirm the advice and what refute it. */
function validationLines({ validation }: Pick<Advice, "validation">): string[] {
  if (validation === null) return [];
  const { prepare, otherEnd, commands, onHost, expect } = validation;
  const code = (text: string): string[] => text.split("\n").map((line) => `    ${line}`);
  return [
    prepare,
    "On the other end, first:",
    ...code(otherEnd),
    "Then, with each adapter in turn:",
    ...commands.flatMap(({ command }) => code(command)),
    ...(onHost === null ? [] : ["On the host, during the runs:", ...code(onHost)]),
    expect,
  ];
}

function reasonLines(advisor: Advisor, verdict: Verdict): string[] {
  return verdict.reasons.map((reason) => {
    const years = [...new Set(reason.evidence.flatMap((ref) => advisor.knowledge.evidence[ref]?.year ?? []))].sort();
    return `${LABELS[reason.effect] ?? ""}${reason.text} [${reason.kind} ${reason.id}${years.length ? `, ${years.join(", ")}` : ""}]`;
  });
}

function otherLines(verdicts: Verdict[], advice: Advice): string[] {
  const main = mainReasons(verdicts, advice);
  const width = Math.max(...verdicts.map(({ name }) => name.length));
  return verdicts.map(
    (verdict, at) =>
      `${verdict.name.padEnd(width)} ${statusWord(verdict).padEnd(12)} ${whyNotFirst(verdict, main[at], sameAs(verdicts, main, at))}`,
  );
}

/** What says most about an adapter that is not recommended, and on what conditions it has what is required. */
function whyNotFirst({ status, reasons }: Verdict, reason: Reason | undefined, same: string | undefined): string {
  const conditions = reasons.flatMap((other) =>
    other !== reason && other.kind === "compatibility" && other.effect === "warns" ? [` ${other.text}`] : [],
  );
  if (same !== undefined) return words.sameReason(same) + conditions.join("");
  const more = status === "excluded" ? reasons.length - 1 : 0;
  return reason
    ? `${reason.text}${reason.change ? ` ${reason.change}` : ""}${conditions.join("")}${more > 0 ? ` (${more} more against it)` : ""}`
    : "";
}

function occasionOf({ occasion }: AdviceStep): string {
  return occasion === undefined ? "" : ` (${OCCASIONS[occasion].toLowerCase().slice(0, -1)})`;
}

const ORDER: readonly Reason["effect"][] = ["excludes", "prefers", "behind", "requires", "warns"];
const TITLES: Record<string, string> = {
  excludes: "Excluded",
  prefers: "Preferred",
  behind: "Placed behind",
  requires: "Steps demanded",
  warns: "Cautions",
};

/** How the answer came about: what is taken as given, then every row that fired, in the order in which it counts. */
export function explain({ situation, assumptions, verdicts, recommended }: Advice): string[] {
  const given = Object.entries(situation).filter(([, value]) => !Array.isArray(value) || value.length > 0);
  return [
    "",
    "Trace",
    `  given     ${given.map(([field, value]) => `${field}=${String(value)}`).join(" ")}`,
    `  assumed   ${assumptions.map(({ field, value }) => `${field}=${String(value)}`).join(" ") || "nothing"}`,
    ...ORDER.flatMap((effect) => {
      const fired = traceRows(verdicts, effect);
      return fired.length === 0
        ? []
        : [
            `  ${TITLES[effect] ?? effect}`,
            ...fired.map(({ kind, id, adapters }) => `    ${`${kind} ${id}`.padEnd(56)} ${adapters.join(", ")}`),
          ];
    }),
    `  result    ${recommended ?? "no adapter fits"}; then ${
      verdicts
        .filter(({ status }) => status === "suitable")
        .map(({ adapter }) => adapter)
        .join(", ") || "nothing else"
    }`,
  ];
}

/** Marks the parts of an answer for a terminal; plain text where none is asked for. */
export interface Paint {
  strong: (text: string) => string;
  title: (text: string) => string;
}

export const plain: Paint = { strong: (text) => text, title: (text) => text };

/** Bold and underline only, so that every colour scheme of a terminal stays readable. */
export const painted: Paint = {
  strong: (text) => `\u001b[1m${text}\u001b[22m`,
  title: (text) => `\u001b[4m${text}\u001b[24m`,
};

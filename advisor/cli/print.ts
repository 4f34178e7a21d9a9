import type { Advice, AdviceStep, Reason, Verdict } from "../explain/advice.ts";
import type { Advisor } from "../advisor.ts";
import { basesOf } from "../guests/built-products.ts";
import { nameGuest } from "../guests/name-guest.ts";
import type { Phase, Rule } from "../knowledge/knowledge.ts";
import {
  changeTexts,
  describeAnswers,
  distinctReasons,
  inView,
  moreQuestions,
  otherLines,
} from "../ui/answer/answer-text.ts";
import {
  currentText,
  firstQuestion,
  matteringAssumptions,
  platformName,
  priceInWords,
  problemDetail,
  problemText,
  problemWithFix,
} from "../ui/answer/names.ts";
import { words } from "../ui/words.ts";
import { traceRows } from "../explain/confidence.ts";
import { findGuests, guestsWithWords } from "../guests/find-guests.ts";
import { fullName, LONGEST_SPELLING, wordsOf } from "../guests/guests.ts";
import { findNearest, isSameWord } from "../questions/nearest.mjs";

const LABELS: Partial<Record<Reason["effect"], string>> = {
  warns: "Note: ",
  behind: "Against: ",
  requires: "Required: ",
};

/** The clean-up phase also checks the work. */
const PHASES: Readonly<Record<Phase, string>> = {
  prepare: "prepare",
  apply: "apply",
  tune: "tune",
  "clean-up": "clean up",
  "go-back": "roll back",
};

/** Lines of an answer without --explain and --steps. */
const MOST_LINES = 25;

/** An advice as lines of plain text: the verdict, the reason, the price, the confidence, the question; then as many details as fit. The guest is called as it was typed where that says more. */
export function printAdvice(
  advisor: Advisor,
  advice: Advice,
  paint: Paint = plain,
  guest = "",
  product?: string,
): string[] {
  const { level } = advice.confidence;
  const question = firstQuestion(advice);
  const current = currentText(advice);
  const view = inView(advice, advisor.knowledge);
  const section = (title: string, lines: string[]): string[] =>
    lines.length === 0 ? [] : [paint.title(title), ...lines.map((line) => `  ${line}`)];
  const first = [
    paint.strong(advice.headline.text),
    advice.why,
    ...(current === null ? [] : [current]),
    ...priceInWords(advice).map(([label, value]) => `${label}: ${value}`),
    ...(advice.recommended === null ? [] : [`Confidence: ${words.dots[level]} ${advice.confidence.text}`]),
    ...(view.caution === "" ? [] : [`${words.caution}: ${view.caution}`]),
    ...printSituation(advisor, advice, guest, product),
    ...section(words.warnings, view.warnings),
    ...(question === null
      ? []
      : section(
          `${words.question}: ${question.text}`,
          describeAnswers(advice, question)
            .map(({ text }) => text)
            .slice(0, MOST_ANSWERS),
        )),
    ...section(words.known.title, view.problems.map(problemWithFix)),
  ];
  const more = [
    section(
      words.verdicts,
      otherLines(advice).map(({ name, status, text }) => `${name} (${status}): ${text}`),
    ),
    section(
      advice.recommended === null ? words.conflictsNone : words.turning,
      changeTexts(advice).map(({ text }) => text),
    ),
    section(
      words.assumptions,
      matteringAssumptions(advice).map(({ text }) => text),
    ),
  ];
  // A section that does not fit is left out as a whole: part of a list looks like all of it.
  const shown = first.slice(0, MOST_LINES - 1);
  for (const part of more) if (shown.length + part.length < MOST_LINES) shown.push(...part);
  return [...shown, MORE];
}

/** Answers to the question that are printed. */
const MOST_ANSWERS = 5;

const MORE = "More: --explain (evidence and rules), --steps TOOL (steps and validation), --json (all)";

/** What the recommendation rests on: reasons and measured figures with their sources, and every assumption. */
function printEvidence(advisor: Advisor, advice: Advice): string[] {
  const [first] = advice.verdicts;
  const section = (title: string, lines: string[]): string[] =>
    lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
  return [
    ...section(words.evidenceTitle, [
      ...(first && advice.recommended !== null ? reasonLines(advisor, first) : []),
      ...effectLines(advisor, advice),
    ]),
    ...section(
      words.warnings,
      advice.warnings.map(({ text }) => text),
    ),
    ...section(
      words.known.more,
      advice.problems.map((problem) => `${problemText(problem)} ${problemDetail(problem)}`),
    ),
    ...section(
      words.questions,
      moreQuestions(advice).flatMap((question) => [
        question.text,
        ...describeAnswers(advice, question).map(({ text }) => `  ${text}`),
      ]),
    ),
    ...section(
      "All assumptions",
      advice.assumptions.map(({ text }) => text),
    ),
    ...section(
      words.steps,
      advice.steps.map((step) => `${step.id.padEnd(34)} ${step.title}`),
    ),
  ];
}

/** The guest as understood: ids such as debian12 and win2k3 do not show their bitness. A product may lack adapters of its platform. */
function printSituation({ knowledge }: Advisor, { situation }: Advice, typed: string, product?: string): string[] {
  const guest = knowledge.guests.find(({ id }) => id === situation.guest);
  const platform = knowledge.platforms.find(({ id }) => id === situation.platform);
  return guest && platform
    ? [
        `For: ${nameGuest(knowledge, guest, typed, situation.platform)}, on ${platformName(knowledge, platform.id, situation.platformVersion)}${product === undefined ? "" : ` in general. Check that ${product} offers the adapter.`}`,
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
    ...(effects.givesUp.length > 0 ? [words.losesFeatures(effects.givesUp.map(({ name }) => name).join(", "))] : []),
    ...(effects.conditional.length > 0
      ? [words.conditional(effects.conditional.map(({ name }) => name).join(", "))]
      : []),
    ...effects.modes.map(({ text, evidence }) => `${text} [${cited(evidence)}]`),
  ];
}

/** The steps in order with all that they say. The runs come before the rollback: they need the guest as the clean-up leaves it. */
export function printSteps({ summary, steps, validation }: Advice, paint: Paint): string[] {
  const printStep = (step: AdviceStep): string[] => [
    "",
    paint.title(`${step.title} [${PHASES[step.action]}, ${step.tool}]`),
    ...(step.occasion === undefined ? [] : [words.occasions[step.occasion]]),
    ...(step.text === undefined ? [] : [step.text]),
    ...(step.code === undefined ? [] : step.code.split("\n").map((line) => `    ${line}`)),
    ...step.pitfalls.map((pitfall) => `! ${pitfall}`),
  ];
  const isAfter = ({ action }: AdviceStep): boolean => action === "go-back";
  return [
    paint.strong(summary),
    ...steps.filter((step) => !isAfter(step)).flatMap(printStep),
    ...(validation ? ["", paint.title(words.verify), ...validationLines({ validation })] : []),
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
    `${words.otherEnd}:`,
    ...code(otherEnd),
    `${words.measured}:`,
    ...commands.flatMap(({ command }) => code(command)),
    ...(onHost === null ? [] : [`${words.onHost}:`, ...code(onHost)]),
    expect,
  ];
}

function reasonLines(advisor: Advisor, verdict: Verdict): string[] {
  return distinctReasons(verdict).map((reason) => {
    const years = [...new Set(reason.evidence.flatMap((ref) => advisor.knowledge.evidence[ref]?.year ?? []))].sort();
    return `${LABELS[reason.effect] ?? ""}${reason.text} [${reason.kind} ${reason.id}${years.length ? `, ${years.join(", ")}` : ""}]`;
  });
}

const ORDER: readonly Reason["effect"][] = ["excludes", "prefers", "behind", "requires", "warns"];
const TITLES: Record<string, string> = {
  excludes: "Excluded",
  prefers: "Preferred",
  behind: "Behind another",
  requires: "Required steps",
  warns: "Cautions",
};

/** The evidence, then the inputs and every row that fired, in the order in which they count. */
export function explain(advisor: Advisor, advice: Advice): string[] {
  const { situation, assumptions, verdicts, recommended } = advice;
  const given = Object.entries(situation).filter(([, value]) => !Array.isArray(value) || value.length > 0);
  return [
    ...printEvidence(advisor, advice),
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
        .filter(({ status }) => status === "suitable" || status === "conditional")
        .map(({ adapter }) => adapter)
        .join(", ") || "nothing else"
    }`,
  ];
}

/** Marks the parts of an answer for a terminal; plain text where none is asked for. */
interface Paint {
  strong: (text: string) => string;
  title: (text: string) => string;
}

export const plain: Paint = { strong: (text) => text, title: (text) => text };

/** Bold and underline only, so that every colour scheme of a terminal stays readable. */
export const painted: Paint = {
  strong: (text) => `\u001b[1m${text}\u001b[22m`,
  title: (text) => `\u001b[4m${text}\u001b[24m`,
};

/** Input that a command cannot use; the message says why in one line. */
export class UnusableInput extends Error {}

/** Guests that a query may mean, one on a line, the likeliest first; without a query all of them. */
export function listGuests(advisor: Advisor, query: string): string[] {
  const found = query.trim() === "" ? advisor.knowledge.guests : findGuests(advisor, query);
  if (found.length === 0) throw new UnusableInput(missing("guest", query, advisor.guests.keys()));
  return found.map((guest) => `${guest.id.padEnd(28)} ${fullName(guest)}`);
}

/** Every rule in the order of the decision table, or all of one rule. */
export function listRules(advisor: Advisor, id?: string): string[] {
  const { rules, evidence } = advisor.knowledge;
  if (id === undefined) return rules.map((rule) => `${rule.id.padEnd(44)} ${rule.title}`);
  const rule = rules.find((one) => isSameWord(one.id, id));
  if (!rule) throw new UnusableInput(missing("rule", id, idsOf(rules)));
  return [
    rule.title,
    `when      ${JSON.stringify(rule.when)}${bounds(rule)}`,
    `then      ${JSON.stringify(rule.then)}`,
    `because   ${rule.because}`,
    `strength  ${rule.strength}${rule.contested ? ", contested" : ""}`,
    ...rule.evidence.map(
      (ref) => `evidence  ${ref}: ${evidence[ref]?.title ?? ""} (${evidence[ref]?.year ?? "year unknown"})`,
    ),
  ];
}

/** Every adapter, or all of one adapter. */
export function listAdapters(advisor: Advisor, id?: string): string[] {
  const { adapters, features, platforms } = advisor.knowledge;
  if (id === undefined)
    return adapters.map(
      (adapter) => `${adapter.id.padEnd(16)} ${adapter.kind.padEnd(12)} ${Object.keys(adapter.platforms).join(", ")}`,
    );
  const adapter = adapters.find((one) => isSameWord(one.id, id));
  if (!adapter) throw new UnusableInput(missing("adapter", id, idsOf(adapters)));
  return [
    `${adapter.name}, ${adapter.kind}`,
    ...Object.entries(adapter.platforms).flatMap(([platform, section]) => [
      `${platforms.find((one) => one.id === platform)?.name ?? platform}: since ${section.since}${section.until ? `, until ${section.until}` : ""}${section.virtualHardware ? `, virtual hardware ${section.virtualHardware}` : ""}`,
      ...features
        .filter((feature) => feature.platforms[platform])
        .map((feature) => {
          const cell = section.cells[feature.id];
          return `  ${(feature.platforms[platform] as string).padEnd(26)} ${cell?.support ?? "unknown"}${cell?.note ? `  ${cell.note}` : ""}`;
        }),
    ]),
  ];
}

function bounds(rule: Rule): string {
  return `${rule.since ? `, since ${rule.since}` : ""}${rule.until ? `, until ${rule.until}` : ""}`;
}

function idsOf(records: readonly { id: string }[]): string[] {
  return records.map(({ id }) => id);
}

function missing(kind: string, found: string, known: Iterable<string>): string {
  const closest = findNearest(found, known);
  return `${kind}: found "${found}", expected a known ${kind} (list them with: ${kind}s)${closest ? `; nearest: ${closest}` : ""}`;
}

/**
 * The guest that a spelling with a misspelt word is nearest to, or undefined where no word is or it names a product: words are put right one by one
 * and numbers stay, for "wnidows2019" is rather Windows Server 2019 than Windows 11, which has fewer letters to change.
 */
export function nearestGuest(advisor: Advisor, spelling: string, bitness?: unknown): string | undefined {
  if (spelling.length > LONGEST_SPELLING || basesOf(advisor.knowledge.guests, spelling).length > 0) return undefined;
  const known = [
    ...new Set(
      advisor.knowledge.guests
        .flatMap(({ id, name, aliases }) => [id, name, ...aliases].flatMap(wordsOf))
        .filter((word) => /^[a-z]{3}/.test(word)),
    ),
  ];
  const words = wordsOf(spelling);
  // A slip seldom hits the first letter; without this "vyos" would be taken for a misspelt "dos".
  const repair = (word: string): string =>
    findNearest(
      word,
      known.filter((other) => other[0] === word[0]),
    ) ?? word;
  const repaired = words.map((word) => (/^[a-z]{4}/.test(word) && !known.includes(word) ? repair(word) : word));
  if (repaired.join() === words.join()) return undefined;
  return guestsWithWords(advisor, repaired.join(" ")).find(
    (guest) => bitness === undefined || guest.bitness === bitness,
  )?.id;
}

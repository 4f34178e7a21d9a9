import { groupBy } from "../../../../advisor/collections.ts";
import type { Advice, AdviceStep, Reason } from "../../../../advisor/explain/advice.ts";
import type { Knowledge } from "../../../../advisor/knowledge/knowledge.ts";
import type { Situation } from "../../../../advisor/questions/situation.ts";
import { escapeText, fence } from "../../../../advisor/ui/answer/markdown.ts";
import { words } from "../../../../advisor/ui/words.ts";
import {
  adviceGuest,
  confidenceCause,
  problemWithFix,
  splitResult,
  toolName,
  valueText,
} from "../../../../advisor/ui/answer/names.ts";

/** Words of a source, by the reference under which the knowledge cites it. */
export type Quotes = Record<string, { quote: string; source: string; year: number; url: string | null }>;

/** The advice on one page, to attach to a change request. */
export interface Card {
  verdict: string;
  machine: string;
  why: string;
  confidence: string;
  keeps: string[];
  loses: string[];
  conditional: string[];
  needs: string[];
  assumptions: string[];
  /** Known problems with their conditions. */
  problems: string[];
  quotes: (Quotes[string] & { url: string })[];
  /** What saves the files that the next two read. */
  before: CardSteps | null;
  apply: CardSteps | null;
  rollBack: CardSteps | null;
  validation: { command: string; how: string; pass: string; fail: string } | null;
  date: string;
  version: string;
  link: string;
}

/** What is done with one tool. */
export interface CardSteps {
  /** Empty if the steps are the same with every tool. */
  tool: string;
  lines: string[];
  /** False where the lines are sentences. */
  isCode: boolean;
  /** Whether some lines are left out. */
  isCut: boolean;
  /** When the steps are for a new adapter only, and the first pitfall of each. */
  notes: string[];
}

/** What a card is made from. */
export interface CardSource {
  advice: Advice;
  given: Situation;
  knowledge: Knowledge;
  quotes: Quotes;
  /** The tool whose steps the reader looks at, if there is one. */
  tool: string | undefined;
  date: Date;
  /** Address of the atlas, ending in a slash. */
  atlas: string;
  link: string;
}

/** Every word of the card. */
export const cardWords = {
  title: "Decision card",
  why: "Why",
  givesUp: "What you give up",
  nothing: "Nothing.",
  keeps: "Keeps",
  needs: "Needs",
  assumed: "Assumed",
  nothingAssumed: "Nothing that would change the answer.",
  problems: "Known problems",
  quotes: "What the sources say",
  before: (tool: string) => (tool === "" ? "Before" : `Before: ${tool}`),
  apply: (tool: string) => (tool === "" ? "Apply" : `Apply: ${tool}`),
  rollBack: (tool: string) => (tool === "" ? "Roll back" : `Roll back: ${tool}`),
  removeNew: "Remove the new adapter. The other adapters of the VM do not change.",
  cut: "More lines in the full answer.",
  validate: "Validate",
  pass: "Pass",
  fail: "Fail",
  signature: "Approved by, date",
  made: (date: string, version: string) => `vNIC Atlas, ${date}, knowledge ${version}`,
  keptOf: (names: string) => `Keeps ${names}`,
  assumedPlatform: (name: string) => `${name} (assumed)`,
  print: "Print",
  copy: "Copy Markdown",
  save: "Save picture",
  close: "Close",
} as const;

const MOST_QUOTES = 3;
const MOST_ASSUMPTIONS = 5;
const MOST_PROBLEMS = 2;
const MOST_LINES = 6;
/** Longest quotation; the source has the rest. */
const LONGEST_QUOTE = 220;

/** Describes the card for an advice. */
export function describeCard(source: CardSource): Card {
  const { advice, given, knowledge, date, link } = source;
  const { price, validation } = advice;
  const apply = stepsOf(source, "apply");
  const rollBack =
    stepsOf(source, "go-back", apply?.tool) ??
    (apply && advice.current === null
      ? { tool: "", lines: [cardWords.removeNew], isCode: false, isCut: false, notes: [] }
      : null);
  return {
    verdict: advice.headline.text,
    machine: describeMachine(knowledge, advice, given),
    why: advice.why,
    confidence: `${words.levels[advice.confidence.level]}: ${confidenceCause(advice)}`,
    keeps: price?.keeps.map(({ name }) => name) ?? [],
    loses: price?.loses.map(({ name }) => name) ?? [],
    conditional: price?.conditional.map(({ name }) => name) ?? [],
    needs: price?.needs ?? [],
    assumptions: chooseAssumptions(advice),
    problems: advice.problems.slice(0, MOST_PROBLEMS).map(problemWithFix),
    quotes: chooseQuotes(source),
    before: savingOf(source, [...(apply?.lines ?? []), ...(rollBack?.lines ?? [])]),
    apply,
    rollBack,
    validation: validation && { command: shorten(validation.command), ...splitResult(validation.expect) },
    date: new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }).format(date),
    version: advice.knowledgeVersion,
    link,
  };
}

/** The machine in one line, in the words in which conditions are told. */
function describeMachine(knowledge: Knowledge, { situation }: Advice, given: Situation): string {
  return knowledge.questions
    .flatMap(({ field, kind, condition = "{value}", means }): string[] => {
      const value = field === "platform" ? situation.platform : given[field];
      if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
      if (typeof value === "boolean") return [means?.[value ? "yes" : "no"] ?? ""];
      const text =
        field === "guest" ? adviceGuest(knowledge, situation, given) : valueText(knowledge, situation, field);
      if (field === "platform" && given.platform === undefined) return [cardWords.assumedPlatform(text)];
      return [kind === "features" ? cardWords.keptOf(text) : condition.replace("{value}", text)];
    })
    .filter(Boolean)
    .join(" · ");
}

/** The assumptions that could change the recommendation. */
function chooseAssumptions({ assumptions, openQuestions, turningPoints }: Advice): string[] {
  const decisive = new Set([...openQuestions, ...turningPoints].map(({ field }) => field));
  return (
    assumptions
      .filter(({ field }) => decisive.has(field) || field === "platformVersion")
      .slice(0, MOST_ASSUMPTIONS)
      // The heading says that it is assumed.
      .map(({ text }) => text.replace(/^Assumed: (.)/, (_, first: string) => first.toUpperCase()))
  );
}

/** Words at the beginning of a quotation that refer to a sentence before it. */
const REFERS_BACK = /^(?:[^A-Z0-9"]|(?:Also|But|However|It|Its|Such|That|These|They|This|Those)\b)/;

/**
 * Quotations of the rules that decide: one of each rule, then more of them while there is room, from sources that are not quoted yet. A quotation
 * that is understood alone is preferred. A source that is nowhere online has its page in the atlas.
 */
function chooseQuotes({ advice, knowledge, quotes, atlas }: CardSource): Card["quotes"] {
  const chosen: Card["quotes"] = [];
  const ofRules = decisiveReasons(advice, knowledge).map(({ evidence }) => {
    const found = evidence.flatMap((reference) => {
      const quoted = quotes[reference];
      const path = knowledge.evidence[reference]?.path ?? "";
      return quoted
        ? [{ ...quoted, quote: cutQuote(quoted.quote), url: quoted.url ?? atlas + path.replace(/^\//, "") }]
        : [];
    });
    const isAlone = ({ quote }: Quotes[string]): boolean => !REFERS_BACK.test(quote);
    return [...found.filter(isAlone), ...found.filter((one) => !isAlone(one))];
  });
  const isNewSource = ({ source }: Quotes[string]): boolean => chosen.every((one) => one.source !== source);
  for (const found of ofRules) {
    const free = found.filter(({ quote }) => chosen.every((one) => one.quote !== quote));
    const best = free.find(isNewSource) ?? free[0];
    if (best) chosen.push(best);
  }
  for (const one of ofRules.flat()) if (isNewSource(one) && !REFERS_BACK.test(one.quote)) chosen.push(one);
  return chosen.slice(0, MOST_QUOTES);
}

/**
 * The rule that says why, and the rules that place the recommended adapter before its rivals: the one that the machine has and the next best. Passthrough has
 * the next best virtual adapter as a rival too: why passthrough at all weighs more than why one kind of it.
 */
function decisiveReasons({ verdicts, recommended, current, why }: Advice, { adapters }: Knowledge): Reason[] {
  const isPassthrough = (id: string | null): boolean => adapters.find((one) => one.id === id)?.kind === "passthrough";
  const fitting = verdicts.filter(({ adapter, status }) => adapter !== recommended && status !== "excluded");
  const rivals = [
    fitting.find(({ adapter }) => adapter === current?.adapter),
    fitting[0],
    isPassthrough(recommended) ? fitting.find(({ adapter }) => !isPassthrough(adapter)) : undefined,
  ].flatMap((rival) => rival?.reasons ?? []);
  const decisive = new Set(rivals.filter(({ effect }) => effect === "behind").map(({ id }) => id));
  const reasons = verdicts.find(({ adapter }) => adapter === recommended)?.reasons ?? [];
  const isWhy = ({ text }: Reason): boolean => text.startsWith(why);
  return [
    ...reasons.filter(isWhy),
    ...reasons.filter((reason) => !isWhy(reason) && reason.effect === "prefers" && decisive.has(reason.id)),
  ];
}

function cutQuote(quote: string): string {
  return quote.length <= LONGEST_QUOTE ? quote : `${quote.slice(0, LONGEST_QUOTE).replace(/\s+\S*$/, "")} …`;
}

/**
 * A phase with one tool: the one that is named, or what holds for every tool, else the one that the reader looks at, else one whose commands fit on
 * the card and that leads back too. If a tool is named, another tool's commands do not follow.
 */
function stepsOf(source: CardSource, action: AdviceStep["action"], name?: string): CardSteps | null {
  const steps = fittingSteps(source.advice);
  const phase = steps.filter((step) => step.action === action);
  const lists = [...groupBy(phase, ({ tool }) => tool)].map(([id, own]) => {
    const lines = own.flatMap(codeLines);
    return {
      own,
      id,
      tool: placeName(source, id),
      isCode: lines.length > 0,
      isShort: lines.length > 0 && lines.length <= MOST_LINES,
      leadsBack: steps.some((step) => step.action === "go-back" && step.tool === id),
    };
  });
  const list =
    name === undefined
      ? (lists.find(({ id }) => id === source.tool) ??
        lists.find(({ isShort, leadsBack }) => isShort && leadsBack) ??
        lists.find(({ isShort }) => isShort) ??
        lists[0])
      : (lists.find(({ tool }) => tool === name) ?? lists.find(({ isCode }) => !isCode));
  return list ? toCardSteps(list.tool, list.own) : null;
}

/** The steps that save the files which commands read, of the tool that has both. */
function savingOf(source: CardSource, lines: readonly string[]): CardSteps | null {
  const read = new Set(lines.flatMap(namedFiles));
  const saving = fittingSteps(source.advice).filter(
    ({ action, code = "" }) => action === "prepare" && namedFiles(code).some((file) => read.has(file)),
  );
  return saving[0] ? toCardSteps(placeName(source, saving[0].tool), saving) : null;
}

/** Files of settings that a command names. */
function namedFiles(code: string): string[] {
  return code.match(/[^\s"'()]+\.(?:csv|json|txt|xml)\b/g) ?? [];
}

/** Where the current adapter is not known, the steps of a new one, if there are any; then a rollback that restores an old adapter does not undo them. */
function fittingSteps({ steps }: Advice): AdviceStep[] {
  const isAddition = steps.some(({ action, occasion }) => action === "apply" && occasion !== "change");
  return isAddition ? steps.filter(({ occasion }) => occasion !== "change") : steps;
}

/** The name of a tool; empty for a place, where the steps are the same with every tool. */
function placeName({ advice, knowledge }: CardSource, tool: string): string {
  return words.places[tool] === undefined ? toolName(knowledge, advice.situation.platform, tool) : "";
}

function toCardSteps(tool: string, steps: readonly AdviceStep[]): CardSteps {
  const isCode = steps.some((step) => codeLines(step).length > 0);
  const linesOf = isCode ? codeLines : ({ title, text }: AdviceStep): string[] => [text ?? title];
  const most = isCode ? MOST_LINES : 2;
  const lines = steps.flatMap(linesOf);
  const shown = lines.slice(0, most);
  const notes = steps
    .filter((step) => linesOf(step).some((line) => shown.includes(line)))
    .flatMap(({ occasion, pitfalls }) => [
      ...(occasion === undefined ? [] : [words.occasions[occasion]]),
      ...pitfalls.slice(0, 1),
    ]);
  return { tool, lines: shown, isCode, isCut: lines.length > most, notes: [...new Set(notes)] };
}

function codeLines({ code = "" }: AdviceStep): string[] {
  return code.split("\n").filter((line) => line.trim() !== "");
}

/** The first lines of a command; the rest repeats it for other loads. */
function shorten(command: string): string {
  return command.split("\n").slice(0, 2).join("\n");
}

/** The card as Markdown, for a ticket or a wiki. */
export function writeCard(card: Card): string {
  const list = (items: readonly string[], none: string): string =>
    (items.length > 0 ? items : [none]).map((item) => `- ${escapeText(item)}`).join("\n");
  const steps = (title: (tool: string) => string, part: CardSteps | null): string[] =>
    part === null
      ? []
      : [
          `## ${escapeText(title(part.tool))}`,
          part.isCode ? fence(part.lines.join("\n")) : part.lines.map(escapeText).join("\n\n"),
          part.isCut ? cardWords.cut : "",
          ...part.notes.map(escapeText),
        ];
  const { validation } = card;
  const blocks = [
    `# ${escapeText(card.verdict)}`,
    escapeText(card.machine),
    escapeText(card.why),
    escapeText(card.confidence),
    `## ${cardWords.givesUp}`,
    list(card.loses, cardWords.nothing),
    ...(card.conditional.length > 0 ? [`${words.price.conditional}: ${escapeText(card.conditional.join(", "))}`] : []),
    ...(card.keeps.length > 0 ? [`${cardWords.keeps}: ${escapeText(card.keeps.join(", "))}`] : []),
    ...(card.needs.length > 0 ? [`${cardWords.needs}: ${escapeText(card.needs.join(", "))}`] : []),
    `## ${cardWords.assumed}`,
    list(card.assumptions, cardWords.nothingAssumed),
    ...(card.problems.length > 0 ? [`## ${cardWords.problems}`, list(card.problems, "")] : []),
    ...(card.quotes.length > 0
      ? [
          `## ${cardWords.quotes}`,
          card.quotes
            .map(
              ({ quote, source, year, url }) => `> ${escapeText(quote)}\n>\n> [${escapeText(source)}](${url}), ${year}`,
            )
            .join("\n\n"),
        ]
      : []),
    ...steps(cardWords.before, card.before),
    ...steps(cardWords.apply, card.apply),
    ...steps(cardWords.rollBack, card.rollBack),
    ...(validation
      ? [
          `## ${cardWords.validate}`,
          fence(validation.command),
          escapeText(validation.how),
          validation.pass && `**${cardWords.pass}:** ${escapeText(validation.pass)}`,
          validation.fail && `**${cardWords.fail}:** ${escapeText(validation.fail)}`,
        ]
      : []),
    `${cardWords.signature}: ______________________`,
    `${escapeText(cardWords.made(card.date, card.version))}, <${card.link}>`,
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

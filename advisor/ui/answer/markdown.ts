import type { Advice, AdviceStep, OpenQuestion, Reason, Verdict } from "../../explain/advice.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import type { Situation } from "../../questions/situation.ts";
import { changeTexts, describeAnswers, distinctReasons, inView, moreQuestions, otherLines } from "./answer-text.ts";
import { atlasAddress, listCitations, plainAddresses } from "./links.ts";
import {
  adviceInWords,
  confidenceCause,
  currentText,
  firstQuestion,
  matteringAssumptions,
  priceInWords,
  problemDetail,
  problemText,
  problemWithFix,
  recommendedVerdict,
  toolName,
  validationTexts,
} from "./names.ts";
import { words } from "../words.ts";

/** Where the text may point: the atlas's address for its pages, and the address of this very answer. */
interface MarkdownLinks {
  atlas: string | null;
  link: string | null;
}

/** The advice on what was given as Markdown that reads well in a ticket, a wiki or a pull request. */
export function writeMarkdown(
  advice: Advice,
  knowledge: Knowledge,
  { atlas, link }: MarkdownLinks,
  given: Situation = advice.situation,
): string {
  const verdict = recommendedVerdict(advice);
  const { level } = advice.confidence;
  const question = firstQuestion(advice);
  const current = currentText(advice);
  const view = inView(advice, knowledge);
  const blocks = [
    `# ${escapeText(advice.headline.text)}`,
    escapeText(advice.why),
    current === null ? "" : escapeText(current),
    priceInWords(advice)
      .map(([label, value]) => `- **${label}**: ${escapeText(value)}`)
      .join("\n"),
    verdict ? `${words.dots[level]} **${words.levels[level]}**: ${escapeText(confidenceCause(advice))}` : "",
    view.caution === "" ? "" : `**${words.caution}**: ${escapeText(view.caution)}`,
    part(
      words.warnings,
      view.warnings.map((text) => `- ${escapeText(text)}`),
    ),
    question === null ? "" : part(words.question, [questionText(advice, question)]),
    part(
      words.known.title,
      view.problems.map((problem) => `- ${escapeText(problemWithFix(problem))}`),
    ),
    part(
      words.verdicts,
      otherLines(advice).map(({ name, status, text }) => `- **${escapeText(name)}** (${status}): ${escapeText(text)}`),
    ),
    part(verdict ? words.turning : words.conflictsNone, [
      ...changeTexts(advice).map(({ text }) => `- ${escapeText(text)}`),
      ...moreQuestions(advice).map((more) => questionText(advice, more)),
    ]),
    part(
      words.known.more,
      advice.problems.map(
        (problem) =>
          `- ${withCitations(`${problemText(problem)} ${problemDetail(problem)}`, problem.evidence, knowledge, atlas)}`,
      ),
    ),
    part(words.evidenceTitle, verdict ? evidenceLines(advice, verdict, knowledge, atlas) : []),
    part(
      words.situation,
      adviceInWords(knowledge, advice, given).map(([label, value]) => `- ${label}: ${escapeText(value)}`),
    ),
    part(
      words.assumptions,
      matteringAssumptions(advice).map(({ text }) => `- ${escapeText(text)}`),
    ),
    part(
      words.steps,
      advice.steps.map((step) => stepText(knowledge, advice.situation.platform, step)),
      "\n\n",
    ),
    part(words.verify, validationBlocks(advice), "\n\n"),
    advice.policy ? escapeText(words.policy(advice.policy.name, advice.policy.sha256)) : "",
    [escapeText(words.madeBy(advice.knowledgeVersion)), link === null ? "" : `<${link}>`].filter(Boolean).join(", "),
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

function questionText(advice: Advice, question: OpenQuestion): string {
  return `- ${escapeText(question.text)} ${describeAnswers(advice, question)
    .map(({ text }) => escapeText(text))
    .join("; ")}`;
}

/** Text with the characters that Markdown would read as marks made plain. */
export function escapeText(text: string): string {
  return plainAddresses(text.replace(/[\\`*_[\]<>|~]/g, "\\$&").replace(/^(\s*)([#+-]|\d+[.)])(?=\s)/gm, "$1\\$2"));
}

/** Code in a fence that is longer than any run of backticks inside. */
export function fence(code: string, language = ""): string {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const marks = "`".repeat(Math.max(3, longest + 1));
  return `${marks}${language}\n${code.replace(/\n$/, "")}\n${marks}`;
}

function part(title: string, items: string[], between = "\n"): string {
  return items.length === 0 ? "" : `## ${title}\n\n${items.join(between)}`;
}

function reasonText({ text, change, evidence }: Reason, knowledge: Knowledge, atlas: string | null): string {
  return withCitations(text, evidence, knowledge, atlas, change);
}

function withCitations(
  text: string,
  evidence: readonly string[],
  knowledge: Knowledge,
  atlas: string | null,
  change?: string,
): string {
  const cited = listCitations(knowledge.evidence, evidence, text).map(({ title, year, path }) => {
    const label = escapeText(words.evidence(title, year));
    const address = atlasAddress(atlas, path);
    return address === null ? label : `[${label}](${encodeURI(address)})`;
  });
  return [
    escapeText(text),
    change === undefined ? "" : `${words.change} ${escapeText(change)}`,
    cited.length === 0 ? "" : `(${cited.join("; ")})`,
  ]
    .filter(Boolean)
    .join(" ");
}

function evidenceLines(
  { effects, confidence }: Advice,
  verdict: Verdict,
  knowledge: Knowledge,
  atlas: string | null,
): string[] {
  const { measured, savings, conditional, modes } = effects;
  return [
    ...distinctReasons(verdict).map((reason) => reasonText(reason, knowledge, atlas)),
    ...[...measured, ...(savings?.points ?? []), ...modes, ...confidence.contradictions].map(({ text, evidence }) =>
      withCitations(text, evidence, knowledge, atlas),
    ),
    ...(savings ? [escapeText(savings.here)] : []),
    ...(conditional.length > 0 ? [escapeText(words.conditional(conditional.map(({ name }) => name).join(", ")))] : []),
  ].map((line) => `- ${line}`);
}

function validationBlocks(advice: Advice): string[] {
  const { commands = [], onHost = null } = advice.validation ?? {};
  return commands.length === 0
    ? []
    : [
        ...validationTexts(advice).slice(0, 1).map(escapeText),
        `${words.otherEnd}:`,
        fence(advice.validation?.otherEnd ?? "", advice.validation?.language),
        `${words.measured}:`,
        fence(commands.map(({ command }) => command).join("\n"), advice.validation?.language),
        ...(onHost === null ? [] : [`${words.onHost}:`, fence(onHost, "shell")]),
        ...validationTexts(advice).slice(1).map(escapeText),
      ];
}

function stepText(
  knowledge: Knowledge,
  platform: string | undefined,
  { title, tool, occasion, text, code, language, pitfalls }: AdviceStep,
): string {
  return [
    `### ${escapeText(title)} (${toolName(knowledge, platform, tool)})`,
    occasion === undefined ? "" : `*${words.occasions[occasion]}*`,
    text === undefined ? "" : escapeText(text),
    code === undefined ? "" : fence(code, language),
    pitfalls.map((pitfall) => `- ${escapeText(pitfall)}`).join("\n"),
  ]
    .filter(Boolean)
    .join("\n\n");
}

import type { Comparison } from "./compare.ts";
import { type Item, makeReport } from "./report.ts";
import { type Sentence, toMarkdown, toText } from "./sentence.ts";

/** Most sentences about one thing in reports for people; JSON has them all. */
const mostSentences = 40;

export const formats = ["text", "markdown", "json"] as const;

/** A comparison in each format. */
export const reports: Record<(typeof formats)[number], (comparison: Comparison) => string> = {
  text(comparison) {
    const { summary, sections } = makeReport(comparison);
    const lines = sections.flatMap(({ title, items }) => [
      "",
      title,
      ...items.flatMap((item) => [
        `  ${toText(item.head)}`,
        ...cut(item, toText).map((sentence) => `      ${sentence}`),
      ]),
    ]);
    return [toText(summary), ...lines, ""].join("\n");
  },
  markdown(comparison) {
    const { summary, sections } = makeReport(comparison);
    const lines = sections.flatMap(({ title, items }) => [
      "",
      `### ${title}`,
      "",
      ...items.flatMap((item) => [
        `- ${toMarkdown(item.head)}`,
        ...cut(item, toMarkdown).map((sentence) => `  - ${sentence}`),
      ]),
    ]);
    return ["## What this change does to the data", "", toMarkdown(summary), ...lines, ""].join("\n");
  },
  json(comparison) {
    return `${JSON.stringify(comparison, (_key, value: unknown) => (isSentence(value) ? toText(value) : value), 2)}\n`;
  },
};

function cut({ sentences }: Item, write: (sentence: Sentence) => string): string[] {
  const left = sentences.length - mostSentences;
  const shown = sentences.slice(0, mostSentences).map(write);
  return left > 0 ? [...shown, `and ${left} more, all of them in --format json`] : shown;
}

function isSentence(value: unknown): value is Sentence {
  return typeof value === "object" && value !== null && Object.keys(value).join() === "parts";
}

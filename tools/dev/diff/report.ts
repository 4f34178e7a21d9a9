import { count } from "../../../advisor/text.ts";
import { folderOf, kinds } from "../../records/kinds.ts";
import type { Comparison } from "./compare.ts";
import { join, nothing, own, say, type Sentence, toMarkdown, toText } from "./sentence.ts";
import { upperFirst } from "../../records/words.ts";

/** A report before it has a format. */
interface Report {
  summary: Sentence;
  sections: Section[];
}

interface Section {
  title: string;
  items: Item[];
}

/** Something that changed, and what there is to say about it. */
interface Item {
  head: Sentence;
  sentences: readonly Sentence[];
}

/** Most sentences about one thing in reports for people; JSON has them all. */
const mostSentences = 40;

/** A comparison in each format. */
export const reports = {
  text: (comparison: Comparison) => writeReport(comparison, toText, { heading: "", item: "  ", sentence: "      " }),
  markdown: (comparison: Comparison) =>
    `## What this change does to the data\n\n${writeReport(comparison, toMarkdown, { heading: "### ", item: "- ", sentence: "  - " })}`,
  json: (comparison: Comparison) =>
    `${JSON.stringify(comparison, (_key, value: unknown) => (isSentence(value) ? toText(value) : value), 2)}\n`,
} satisfies Record<string, (comparison: Comparison) => string>;

/** Writes a report with these marks before its lines; Markdown wants an empty line after a heading. */
function writeReport(
  comparison: Comparison,
  write: (sentence: Sentence) => string,
  marks: { heading: string; item: string; sentence: string },
): string {
  const { summary, sections } = makeReport(comparison);
  const lines = sections.flatMap(({ title, items }) => [
    "",
    `${marks.heading}${title}`,
    ...(marks.heading === "" ? [] : [""]),
    ...items.flatMap((item) => [
      `${marks.item}${write(item.head)}`,
      ...cut(item, write).map((sentence) => `${marks.sentence}${sentence}`),
    ]),
  ]);
  return [write(summary), ...lines, ""].join("\n");
}

function cut({ sentences }: Item, write: (sentence: Sentence) => string): string[] {
  const left = sentences.length - mostSentences;
  const shown = sentences.slice(0, mostSentences).map(write);
  return left > 0 ? [...shown, `and ${left} more, all of them in --format json`] : shown;
}

function isSentence(value: unknown): value is Sentence {
  return typeof value === "object" && value !== null && Object.keys(value).join() === "parts";
}

/** Arranges a comparison for readers: what must not be first, then records by kind, advice, charts, and what is not compared. */
function makeReport(comparison: Comparison): Report {
  const sections = [
    {
      title: "Not allowed",
      items: comparison.faults.map(({ file, name, message, help }) => ({
        head: say`${file}  ${own(name)}`,
        sentences: [say`${message}`, say`help: ${help}`],
      })),
    },
    ...listRecordSections(comparison),
    { title: "Advice", items: listAnswers(comparison) },
    { title: "Grounds of the advice", items: listGrounds(comparison) },
    {
      title: "Charts",
      items: comparison.charts.map(({ id, title, change, sentences }) => ({
        head: say`${own(change.replace("-", " "))} ${id}, ${`"${title}"`}`,
        sentences,
      })),
    },
    {
      title: "Pages",
      items: comparison.pages.map(({ path, records }) => ({
        head: say`${path}${own(" shows ")}${join(records, ", ")}`,
        sentences: [],
      })),
    },
    {
      title: "Schemas",
      items: comparison.schemas.map((name) => ({ head: say`changed data/schema/${name}`, sentences: [] })),
    },
    { title: "Not compared", items: listNotCompared(comparison) },
  ];
  return { summary: summarise(comparison), sections: sections.filter(({ items }) => items.length > 0) };
}

function listRecordSections({ records }: Comparison): Section[] {
  return kinds.map((kind) => ({
    title: upperFirst(folderOf(kind).replace("data/", "")),
    items: records
      .filter((record) => record.kind === kind)
      .map(({ id, title, change, sentences }) => ({
        head: say`${own(change)} ${id}${title === id ? nothing : say`, ${`"${title}"`}`}`,
        sentences,
      })),
  }));
}

/** Most situations that are named where the same change happens in several. */
const mostNamed = 6;

function listAnswers({ advice }: Comparison): Item[] {
  if (advice.state === "not-compared") return [{ head: say`not compared: ${advice.reason}`, sentences: [] }];
  return advice.answers.map(({ situations, sentences }) => ({ head: nameSituations(situations), sentences }));
}

function listGrounds({ advice }: Comparison): Item[] {
  if (advice.state === "not-compared") return [];
  return advice.grounds.map(({ adapters, sentence, situations }) => ({
    head: adapters.length === 0 ? sentence : say`${join(adapters, ", ")}: ${sentence}`,
    sentences: [nameSituations(situations)],
  }));
}

function nameSituations(titles: readonly string[]): Sentence {
  const more = titles.length > mostNamed ? ` and ${titles.length - mostNamed} more` : "";
  return say`in ${own(count(titles.length, "situation"))}: ${join(titles.slice(0, mostNamed), "; ")}${own(more)}`;
}

function listNotCompared({ unfit, advice }: Comparison): Item[] {
  const notAsked = advice.state === "compared" ? advice.notAsked : [];
  const reasons = [...new Set(notAsked.map(({ reason }) => reason))];
  return [
    ...unfit.map(({ side, file, reason }) => ({ head: say`${file} of ${own(side)}: ${reason}`, sentences: [] })),
    ...reasons.map((reason) => {
      const titles = notAsked.filter((other) => other.reason === reason).map(({ title }) => title);
      return { head: say`advice: ${reason}`, sentences: [nameSituations(titles)] };
    }),
  ];
}

function summarise({ base, records, advice, charts }: Comparison): Sentence {
  const changes = [...new Set(records.map(({ change }) => change))].map(
    (change) => `${records.filter((record) => record.change === change).length} ${change}`,
  );
  const drawn = charts.filter(({ change }) => change !== "not-compared").length;
  const parts = [
    changes.length === 0 ? "no record changes" : `records: ${changes.join(", ")}`,
    summariseAdvice(advice),
    drawn === 0 ? "no chart changes" : `${count(drawn, "chart")} changed`,
  ];
  return say`Compared with ${base}: ${own(parts.join("; "))}.`;
}

function summariseAdvice(advice: Comparison["advice"]): string {
  if (advice.state === "not-compared") return "advice is not compared";
  const { situations, changed, decided, platformsWithout } = advice;
  const without = platformsWithout.length === 0 ? "" : `, none of them on ${platformsWithout.join(" or ")}`;
  if (changed === 0) return `advice is the same in all ${situations} situations${without}`;
  return `advice differs in ${changed} of ${situations} situations${without}, and another adapter is recommended in ${decided === 0 ? "none" : decided}`;
}

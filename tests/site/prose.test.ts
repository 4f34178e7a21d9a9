import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { findProseProblems } from "../../tools/check/prose.ts";
import { listTexts } from "../../tools/check/select.ts";
import { authoredRecords } from "../authored-records.ts";
import { attribute, findOnly, listSiteFiles, readPage, textOf } from "./support/site.ts";
import type { Element } from "./support/site.ts";

/** Elements whose words are quoted, typed, or drawn from records. */
const skipped = new Set([
  "blockquote",
  "q",
  "code",
  "pre",
  "samp",
  "kbd",
  "cite",
  "script",
  "style",
  "svg",
  "template",
  "select",
]);
const blocks = new Set([
  "p",
  "li",
  "dt",
  "dd",
  "h1",
  "h2",
  "h3",
  "h4",
  "figcaption",
  "summary",
  "label",
  "legend",
  "td",
  "th",
  "div",
]);

/** Pages whose words other checks look at: the engine composes them. */
const leftOut = [/^examples\//, /^guests\/.+\//];

test("our own sentences on the pages are short and in plain words", () => {
  const ofRecords = new Set(
    authoredRecords.records.flatMap(({ data }) => listTexts(data).map(({ value }) => tidy(value))),
  );
  const seen = new Set<string>();
  const problems = listPages().flatMap((file) =>
    readParagraphs(findOnly(readPage(file), "main"), (text) => ofRecords.has(text)).flatMap((text) => {
      if (seen.has(text) || ofRecords.has(text)) return [];
      seen.add(text);
      return findProseProblems(text)
        .filter(({ sentence }) => ![...ofRecords].some((record) => record.includes(sentence)))
        .map(({ sentence, problem, instead }) => `${file}: ${problem} in "${sentence}"; write ${instead}`);
    }),
  );
  assert.ok(problems.length === 0, problems.join("\n"));
});

/** Every page that an author wrote, every list, and one page of each sort that is made from records. */
function listPages(): string[] {
  const written = new Set(
    readdirSync("content", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md"))
      .map((file) =>
        file
          .replaceAll("\\", "/")
          .replace(/(?:_index)?\.md$/, "")
          .replace(/\/$/, ""),
      ),
  );
  const kinds = new Set<string>();
  return listSiteFiles()
    .filter((file) => file.endsWith("index.html") && !leftOut.some((pattern) => pattern.test(file)))
    .filter((file) => {
      const path = file.replace(/\/?index\.html$/, "");
      if (written.has(path)) return true;
      const [section = "", , part = ""] = path.split("/");
      const kind = `${section}/${part}`;
      if (kinds.has(kind)) return false;
      kinds.add(kind);
      return true;
    });
}

/** Texts of the innermost blocks, each with what is quoted or typed in it as one word. */
function readParagraphs(element: Element, isOfRecord: (text: string) => boolean = () => false): string[] {
  const parts: string[] = [];
  let text = "";
  const end = (): void => {
    if (tidy(text)) parts.push(tidy(text));
    text = "";
  };
  const visit = (node: Element["childNodes"][number]): void => {
    if (node.nodeName === "#text" && "value" in node) text += node.value;
    if (!("tagName" in node)) return;
    if (
      skipped.has(node.tagName) ||
      isApart(node) ||
      attribute(node, "hidden") !== undefined ||
      isOfRecord(tidy(textOf(node)))
    ) {
      text += " QUOTED ";
      return;
    }
    const isBlock = blocks.has(node.tagName);
    if (isBlock) end();
    node.childNodes.forEach(visit);
    if (isBlock) end();
  };
  element.childNodes.forEach(visit);
  end();
  return parts;
}

/** Descriptions of fields stand in the schemas, proposed rules list titles of records, and short rules list conditions. */
function isApart(element: Element): boolean {
  const { class: names = "", id = "" } = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));
  return names.includes("reference-section") || names.includes("short-rules") || id.startsWith("candidate-");
}

function tidy(text: string): string {
  return text
    .replace(/(?:QUOTED\s+)+/g, "QUOTED ")
    .replace(/\s+/g, " ")
    .trim();
}

test("the check of sentences reads pages of every section", () => {
  assert.ok(listPages().length > 60);
  assert.ok(readParagraphs(findOnly(readPage("about/index.html"), "main")).length > 20);
});

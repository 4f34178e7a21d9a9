import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import type { SearchDocument } from "../../../assets/ts/search/documents.ts";
import { listFiles } from "../../records/list-files.mjs";

/** Lists the pages of prose below a content folder, one document for a page and one for each of its second-level headings. */
export function listProse(content: string): SearchDocument[] {
  return listFiles(content)
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) => readPage(relative(content, file).split(sep).join("/"), readFileSync(file, "utf8")));
}

/** Reads a page of prose. A page whose front matter keeps it out of lists gives nothing. */
export function readPage(file: string, text: string): SearchDocument[] {
  const { fields, body } = readFrontMatter(text);
  const field = (name: string): string => fields.get(name) ?? "";
  if (field("unlisted") === "true") return [];
  // A check is an entry of the list of all checks.
  const check = field("check");
  const path =
    check === ""
      ? `/${file.replace(/(?:(?:^|\/)_index|)\.md$/, "")}/`.replace("//", "/")
      : `/contribute/checks/#${check}`;
  const [opening = "", ...sections] = body.split(/^## /m);
  const page = {
    path,
    kind: "Page",
    title: field("title"),
    note: field("description"),
    names: field("linkTitle"),
    text: toWords(opening),
  };
  if (check !== "") return [{ ...page, text: toWords(body) }];
  return [
    page,
    ...sections.map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      const [, words = "", anchor] = /^(.*?)(?:\s*\{#([\w-]+)\})?$/.exec(heading) ?? [];
      const title = toWords(words);
      return {
        path: `${path}#${anchor ?? toAnchor(title)}`,
        kind: "Page",
        title,
        note: page.title,
        names: "",
        text: toWords(lines.join("\n")),
      };
    }),
  ];
}

/** Splits a page into its front matter, with the first value of each name, and its prose. */
export function readFrontMatter(text: string): { fields: ReadonlyMap<string, string>; body: string } {
  const [, front = "", body = ""] = /^\+\+\+\n(.*?)\n\+\+\+\n?(.*)$/s.exec(text) ?? [];
  const fields = [...front.matchAll(/^(\w+) = "?(.*?)"?$/gm)].reverse();
  return { fields: new Map(fields.map(([, name = "", value = ""]) => [name, value.replaceAll('\\"', '"')])), body };
}

/** Removes the marks, link targets and shortcodes of Markdown. */
function toWords(markdown: string): string {
  return markdown
    .replace(/\{\{[<%].*?[>%]\}\}/gs, " ")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]+/g, "")
    .replace(/[|>#]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Makes an anchor as Hugo does of a heading. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]+/gu, "")
    .replace(/\s/g, "-");
}

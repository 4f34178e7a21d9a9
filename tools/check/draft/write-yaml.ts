import { Document, visit } from "yaml";
import { type Kind, schemaFileOf } from "../../records/kinds.ts";
import type { Draft, DraftField } from "./draft.ts";
import { type Filling, needsMark } from "./placeholder.ts";

/** Columns of text, without the indentation. */
const foldAt = 88;

/** Writes a draft as the text of its file. */
export function writeYaml(kind: Kind, draft: Draft): string {
  const head = [
    `# yaml-language-server: $schema=${schemaFileOf(kind).replace("data", "..")}`,
    "# Draft. Replace every TODO. A field behind # is optional: remove the # to use the field.",
  ];
  const fields = draft.form === "mapping" ? draft.fields.flatMap((field) => ["", ...writeField(field)]) : [];
  return `${[...head, ...fields].join("\n")}\n`;
}

/** Writes a field; isTold says whether with what the schema says about it. */
function writeField(field: DraftField, isTold = true): string[] {
  if (isTold) return [...writeComment(field), ...writeContent(field)];
  return field.content ? writeContent(field, false) : [];
}

/** What the schema says about a field, and what it accepts. */
function writeComment({ words: { description, accepted }, content }: DraftField): string[] {
  const optional = content ? "" : "Optional. ";
  const choice = accepted.length > 0 && content ? ` One of: ${accepted.join(", ")}.` : "";
  return description === "" ? [] : wrap(`${optional}${description}${choice}`).map((line) => `# ${line}`);
}

function writeContent({ name, words, content }: DraftField, isTold = true): string[] {
  if (!content) return writePlain({ [name]: words.example ?? null }).map((line) => `# ${line}`);
  switch (content.form) {
    case "scalar":
      return writeScalar({ [name]: content.value }, content);
    case "list":
      if (content.items.length === 0) return [`${name}: []`];
      return [`${name}:`, ...writeItems(content.items, isTold).map(indent)];
    case "mapping": {
      const isEmpty = content.fields.every((field) => !field.content);
      return [`${name}:${isEmpty ? " {}" : ""}`, ...writeFields(content, isTold).map(indent)];
    }
  }
}

/** The fields of a mapping; of one that is free to have any of many, the others are only named. */
function writeFields({ fields, isFree }: Draft & { form: "mapping" }, isTold: boolean): string[] {
  if (!isFree || !isTold) return fields.flatMap((field) => writeField(field, isTold));
  const others = fields.filter(({ content }) => !content).map(({ name }) => name);
  const more = others.length > 0 ? wrap(`Also optional: ${others.join(", ")}.`).map((line) => `# ${line}`) : [];
  return [...fields.filter(({ content }) => content).flatMap((field) => writeField(field)), ...more];
}

/** What the schema says stands at the first item; the others have the same fields. */
function writeItems(items: readonly Draft[], isTold: boolean): string[] {
  return items.flatMap((item, index) => writeItem(item, isTold && index === 0));
}

function writeItem(item: Draft, isTold: boolean): string[] {
  switch (item.form) {
    case "scalar":
      return writeScalar([item.value], item);
    case "list":
      return ["-", ...writeItems(item.items, isTold).map(indent)];
    case "mapping":
      return writeItemFields(item, isTold);
  }
}

/** Puts the dash before the first field where there is one, with what is said about it above. */
function writeItemFields(item: Draft & { form: "mapping" }, isTold: boolean): string[] {
  const [first, ...others] = item.fields;
  if (!first?.content || item.isFree) return ["-", ...writeFields(item, isTold).map(indent)];
  const [head = "", ...rest] = writeContent(first, isTold);
  const more = others.flatMap((field) => writeField(field, isTold));
  return [...(isTold ? writeComment(first) : []), `- ${head}`, ...[...rest, ...more].map(indent)];
}

/** Writes a plain value. A placeholder stays on one line. */
function writeScalar(value: unknown, filling: Filling): string[] {
  const [first = "", ...rest] = writePlain(value, filling.isOpen ? 0 : foldAt);
  return [needsMark(filling) ? `${first}  # TODO` : first, ...rest];
}

/** Writes a value as YAML. A date is quoted, as in every record: some readers of YAML would take it for a time. */
function writePlain(value: unknown, lineWidth = foldAt): string[] {
  const document = new Document(value);
  visit(document, {
    Scalar(_, scalar) {
      if (/^\d{4}-\d{2}(-\d{2})?$/.test(String(scalar.value))) scalar.type = "QUOTE_SINGLE";
    },
  });
  return document.toString({ singleQuote: true, lineWidth, blockQuote: "folded" }).trimEnd().split("\n");
}

function indent(line: string): string {
  return line === "" ? line : `  ${line}`;
}

function wrap(text: string): string[] {
  const lines: string[] = [""];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && last.length + 1 + word.length > foldAt) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}

// Rules about text: no markup, plain words, no placeholders.

import { shorten } from "../../../advisor/text.ts";
import { isScalar } from "yaml";
import { findPlaceholders, openId, type Placeholder } from "../placeholders.ts";
import { findProseProblems } from "../prose.ts";
import type { Complaint, RecordRule, Words, WorldComplaint, WorldRule } from "../rule.ts";
import { findField, findSchema, listOf } from "../schema/fields.ts";
import type { SchemaSet } from "../schema/schema-set.ts";
import { nameField, show } from "../schema/words.ts";
import { listTexts, type Text, type Wording } from "../select.ts";
import { listAsked, type World } from "../world.ts";
import type { AnyRecord, Path, Tombstone } from "../../records/record.ts";
import { nameCharacter, unseen } from "../../records/text.ts";

/**
 * Text is words and nothing else: no HTML, no Markdown, no character that cannot be seen, and nothing at its start that a
 * spreadsheet would run as a formula. Quotes keep the signs of their source, XML too, but no HTML; code and command lines keep theirs.
 */
export const plainText: WorldRule = {
  name: "plain-text",
  summary: "Text has no markup and no spreadsheet formulas.",
  scope: "world",
  check: (world) =>
    listAsked(world).flatMap((record) =>
      listTexts(record.data).flatMap((text) => {
        const problem = findProblem(text) ?? findSwitch(text, record, world.schemas);
        return problem ? [{ record, path: text.path, ...problem }] : [];
      }),
    ),
};

/** A kind of characters that a text must not contain. FOUND in the message stands for the characters found. */
interface Stranger extends Words {
  find: RegExp;
  /** Wordings in which they are allowed. */
  allowedIn: readonly Wording[];
}

/** Elements of web pages, without source, address, link, title and label: other programs use these names in their XML. */
const elements =
  "a|abbr|applet|area|article|aside|audio|b|base|basefont|bdi|bdo|bgsound|big|blink|blockquote|body|br|button|canvas|caption|center|" +
  "code|col|colgroup|dd|del|details|dfn|dialog|dir|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|frame|" +
  "frameset|h[1-6]|head|header|hr|html|i|iframe|image|img|input|ins|isindex|kbd|keygen|legend|li|listing|main|map|mark|" +
  "marquee|math|meta|meter|nav|nobr|noembed|noframes|noscript|object|ol|optgroup|p|picture|plaintext|portal|pre|progress|" +
  "q|rp|rt|ruby|s|samp|script|section|select|slot|small|span|strike|strong|style|sub|sup|svg|table|tbody|td|template|" +
  "textarea|tfoot|th|thead|tr|track|tt|u|ul|var|video|wbr|xmp";

const unspreadsheet = "put a word before it: spreadsheets would run it as a formula";
const unmarked = "write plain words; the site does the formatting";

const strangers: readonly Stranger[] = [
  // An option of a command line, such as -netdev bridge, is no formula that a spreadsheet could compute.
  {
    find: /^(?!--?[a-z][\w-]*(?:[ =,][^(|!]*)?$)[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/i,
    allowedIn: ["code"],
    message: "this text starts with FOUND, like a formula",
    help: unspreadsheet,
  },
  {
    find: /^'(?=[=+\-@\d])(?!.+')/,
    allowedIn: ["code"],
    message: "this text starts with an apostrophe from a spreadsheet",
    help: "delete the apostrophe",
  },
  // In our own words: anything that a browser takes for a tag. A word in capitals, such as <SERVER-IP>, is a placeholder.
  {
    find: new RegExp(`<(?!(?!(?:${elements.toUpperCase()})>)[A-Z][A-Z0-9_-]{0,40}>)[A-Za-z/!?][^<>]{0,200}>?`),
    allowedIn: ["code", "quote"],
    message: "this text contains HTML, FOUND",
    help: unmarked,
  },
  // Quotes may have other programs' XML, but no elements of web pages, comments or event handlers.
  {
    find: new RegExp(
      `<(?:/?(?:${elements})(?![\\w.-])|[!?]|[^<>]{0,200}\\s?\\b(?:on[a-z]{3,40}|href|src|srcset|srcdoc)\\s{0,9}=)[^<>]{0,200}>?`,
      "i",
    ),
    allowedIn: ["code"],
    message: "this text contains HTML, FOUND",
    help: "quote other words of the source",
  },
  {
    find: /\b(?:(?:java|vb|live)script\s{0,9}:|data\s{0,9}:\s{0,9}(?:text|image|application)\/)/i,
    allowedIn: ["code"],
    message: "this text contains an address that runs a program, FOUND",
    help: "remove the address, or write the name without a colon",
  },
  {
    find: /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});/i,
    allowedIn: ["code"],
    message: "this text contains HTML, FOUND",
    help: "type the character itself",
  },
  {
    find: /!?\[[^[\]]*\]\([^()[\s]*\)/,
    allowedIn: ["code", "quote"],
    message: "this text contains a link in Markdown, FOUND",
    help: "remove the link; cite documents as sources",
  },
  {
    find: /`[^`]+`/,
    allowedIn: ["code", "quote"],
    message: "this text contains Markdown, FOUND",
    help: unmarked,
  },
  {
    find: /(?<![\w*])(\*{1,3})(?=[\w"'(])[^*]*[\w"').!?]\1(?![\w*])/,
    allowedIn: ["code", "quote"],
    message: "this text contains Markdown, FOUND",
    help: unmarked,
  },
  {
    find: /(?<!\w)(_{1,3})(?=[^\s_])[^_]*[^\s_]\1(?!\w)/,
    allowedIn: ["code", "quote"],
    message: "this text contains Markdown, FOUND",
    help: unmarked,
  },
  // YAML escapes can write all of these, so a reader of the file does not see them either.
  {
    find: new RegExp(`${unseen.directions}`, "u"),
    allowedIn: [],
    message: "this text contains an invisible character that changes the direction of writing, FOUND",
    help: "delete it",
  },
  {
    find: new RegExp(`${unseen.invisible}|^\\uFEFF`, "u"),
    allowedIn: [],
    message: "this text contains an invisible character, FOUND",
    help: "delete it",
  },
  {
    find: new RegExp(unseen.spaces, "u"),
    allowedIn: [],
    message: "this text contains an unusual space, FOUND",
    help: "type an ordinary space",
  },
  {
    find: new RegExp(`${unseen.controls}|\\r`, "u"),
    allowedIn: [],
    message: "this text contains a control character, FOUND",
    help: "delete it",
  },
  {
    find: /\p{Surrogate}/u,
    allowedIn: [],
    message: "this text contains half a character, FOUND",
    help: "type the character itself: an escape such as \\uD83D is one of two halves",
  },
  {
    find: /(?:^|(?<=\s))[\p{Mn}\p{Me}]|[\p{Mn}\p{Me}]{4}/u,
    allowedIn: [],
    message: "this text contains marks without a letter, or too many marks on a letter, FOUND",
    help: "write the letter without them, or type it as one character",
  },
  {
    find: /\t|\n(?!$)/,
    allowedIn: ["code"],
    message: "this text contains FOUND",
    help: "write one paragraph with ordinary spaces; use >- for several lines",
  },
];

/** Finds the first problem only: the next one is often the closing part of the same mistake. */
function findProblem({ value, wording }: Text): Words | undefined {
  for (const { find, allowedIn, message, help } of strangers) {
    if (allowedIn.includes(wording)) continue;
    const found = find.exec(value)?.[0];
    if (found !== undefined) return { message: message.replace("FOUND", () => nameSigns(found)), help };
  }
  return undefined;
}

/** Finds an unquoted word that YAML 1.1 reads as true or false, in a field that accepts any text. */
function findSwitch({ path, value }: Text, record: AnyRecord | Tombstone, schemas: SchemaSet): Words | undefined {
  if (!/^(?:yes|no|on|off|y|n)$/i.test(value)) return undefined;
  const node = record.nodeAt(path)?.node;
  if (!isScalar(node) || node.type !== "PLAIN") return undefined;
  const schema = findSchema(schemas.schemaOf(record.kind), record.data, path, schemas);
  const target = schema && schemas.resolve(schema);
  if (!target || [target, ...listOf(target.anyOf)].some((branch) => "enum" in branch || "const" in branch))
    return undefined;
  return {
    message: `this text is ${value}, which many programs read as true or false`,
    help: "write it in words, or remove the field; if you mean the word itself, put it in quotes",
  };
}

function nameSigns(found: string): string {
  if (found === "\t") return "a tab";
  if (found === "\n") return "a line break";
  const isUnseen = /^[^\u0021-\u007E]$/u.test(found) || /^[\p{Mn}\p{Me}]/u.test(found);
  if (isUnseen) return [...found].map(nameCharacter).join(" ");
  return shorten(found, 40);
}

/**
 * Sentences are short and in plain words: at most 25 words, no sentence that opens with Where for if, or with What or That
 * as its subject, no phrase of the list in tools/check/prose.ts. Quotations, names and addresses are exempt. A comment
 * `# prose-ignore: REASON` at the end of a line or on the line above exempts the text that starts there.
 */
export const plainWords: RecordRule = {
  name: "plain-words",
  summary: "Sentences are short and use plain words.",
  scope: "record",
  check: findUnplainWords,
};

function findUnplainWords(record: AnyRecord): Complaint[] {
  const lines = record.text.split("\n");
  return listTexts(record.data).flatMap(({ path, value, wording }): Complaint[] => {
    if (wording !== "text" || !/\s/.test(value) || isExempt(record, path)) return [];
    const problems = findProseProblems(value);
    if (problems.length === 0) return [];
    const reason = findReason(lines, record.locateKey(path).line) ?? findReason(lines, record.locate(path).line);
    if (reason !== undefined && /\w+\W+\w+/.test(reason)) return [];
    if (reason !== undefined)
      return [{ path, message: "prose-ignore has no reason", help: "write # prose-ignore: and why, in a few words" }];
    return problems.map(({ sentence, problem, instead }) => ({
      path,
      message: `${problem} in "${shorten(sentence, 80)}"`,
      help: `write instead: ${instead}`,
    }));
  });
}

/** Finds the reason that a prose-ignore comment beside or above a line gives. */
function findReason(lines: readonly string[], line: number): string | undefined {
  const beside = /# prose-ignore:?(.*)$/.exec(lines[line - 1] ?? "");
  const above = /^\s*# prose-ignore:?(.*)$/.exec(lines[line - 2] ?? "");
  return (beside ?? above)?.[1]?.trim();
}

/** Fields whose words are names, or are taken from a document: by kind of record, or in records of any kind. */
const exempt: { readonly [kind: string]: readonly string[] } = {
  any: ["aliases", "sources", "evidence", "locator", "conditions", "tests", "url", "numbers"],
  source: ["title", "authors", "publisher", "venue", "container", "note"],
};

function isExempt({ kind }: AnyRecord, path: Path): boolean {
  const fields = [...(exempt.any ?? []), ...(exempt[kind] ?? [])];
  return path.some((step) => typeof step === "string" && fields.includes(step));
}

/** No placeholder of a draft is left: no text starts with TODO, no id is `todo`, no comment says TODO. */
export const noPlaceholders: WorldRule = {
  name: "no-placeholders",
  summary: "A published record has no placeholders of its draft.",
  scope: "world",
  isDecisive: true,
  check: (world) =>
    world.set.records.flatMap((record) => findPlaceholders(record).map((place) => describe(place, record, world))),
};

function describe({ path, onKey, isComment, at }: Placeholder, record: AnyRecord, { schemas }: World): WorldComplaint {
  if (!path)
    return {
      file: record.file,
      ...at,
      message: "a comment contains a TODO",
      help: "do the task, then remove the comment",
    };
  const field = onKey ? undefined : findField(schemas.schemaOf(record.kind), record.data, path, schemas);
  const example = field?.example === undefined ? "" : ` For example: ${show(field.example)}`;
  const meaning = field?.description
    ? `${field.description}${example}`
    : onKey
      ? `replace ${openId} with the name`
      : "";
  const help = isComment ? `choose a value, then delete the comment "# TODO". ${meaning}`.trim() : meaning;
  const name = onKey ? "the name of this entry" : nameField(path);
  return { record, path, at, message: `${name} has a placeholder`, onKey, help };
}

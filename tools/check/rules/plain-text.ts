import type { Words, WorldRule } from "../rule.ts";
import { listTexts } from "../texts.ts";
import type { Text, Wording } from "../texts.ts";

/**
 * Text is words and nothing else: no HTML, no Markdown, no character that cannot be seen, and nothing at its start that a
 * spreadsheet would run as a formula. Quotes keep the signs of their source, but no HTML; code and command lines keep theirs.
 *
 * Good: `note: The e1000 is slower.`; `quote: the *VirtIO* NIC should be used`; `code: <model type='virtio'/>`
 * Bad: `note: The **e1000** is slower.`; `note: '=1+1'`; `title: R&amp;D`
 */
export const plainText: WorldRule = {
  name: "plain-text",
  summary: "Text carries no markup, and nothing that a spreadsheet would run.",
  scope: "world",
  fixable: false,
  check: ({ set }) =>
    [...set.records, ...set.tombstones].flatMap((record) =>
      listTexts(record.data).flatMap((text) => {
        const problem = findProblem(text);
        return problem ? [{ record, path: text.path, ...problem }] : [];
      }),
    ),
};

/** A sort of signs that do not belong into a text; FOUND in the words stands for the ones that were found. */
interface Stranger extends Words {
  find: RegExp;
  /** Where nothing is said against them. */
  allowedIn: readonly Wording[];
}

/** Tags that web pages use for the look of words; source, address and link are HTML, too, but also XML of other programs. */
const tags =
  "a|abbr|b|big|blockquote|br|center|code|div|em|font|h[1-6]|hr|i|iframe|img|kbd|li|mark|ol|p|pre|script|small|span|" +
  "strike|strong|style|sub|sup|svg|table|tbody|td|th|thead|tr|tt|u|ul";

const unspreadsheet = "put a word before it: spreadsheets that open the data would compute it";
const unmarked = "write the words alone; their look is the site's business";

const strangers: readonly Stranger[] = [
  // An option of a command line, such as -netdev bridge, is no formula that a spreadsheet could compute.
  {
    find: /^(?!--?[a-z][\w-]*(?:[ =,][^(|!]*)?$)[=+\-@\t\r]/i,
    allowedIn: ["code"],
    message: "this text starts with FOUND, as a formula does",
    help: unspreadsheet,
  },
  {
    find: /^'(?=[=+\-@\d])(?!.+')/,
    allowedIn: ["code"],
    message: "this text starts with an apostrophe that a spreadsheet put there",
    help: "delete the apostrophe",
  },
  {
    find: new RegExp(`</?(?:${tags})(?:\\s[^>]*)?/?>`, "i"),
    allowedIn: ["code"],
    message: "this text holds HTML, FOUND",
    help: unmarked,
  },
  {
    find: /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});/i,
    allowedIn: ["code"],
    message: "this text holds HTML, FOUND",
    help: "type the character itself",
  },
  {
    find: /!?\[[^\]]*\]\([^)\s]*\)/,
    allowedIn: ["code", "quote"],
    message: "this text holds a link in Markdown, FOUND",
    help: "write the words alone; documents are cited as sources",
  },
  {
    find: /`[^`]+`/,
    allowedIn: ["code", "quote"],
    message: "this text holds Markdown, FOUND",
    help: unmarked,
  },
  {
    find: /(?<![\w*])(\*{1,3})(?=[\w"'(])[^*]*[\w"').!?]\1(?![\w*])/,
    allowedIn: ["code", "quote"],
    message: "this text holds Markdown, FOUND",
    help: unmarked,
  },
  {
    find: /(?<!\w)(_{1,3})(?=[^\s_])[^_]*[^\s_]\1(?!\w)/,
    allowedIn: ["code", "quote"],
    message: "this text holds Markdown, FOUND",
    help: unmarked,
  },
  // Joiners and marks of direction are part of some languages' writing; a file has to write them as escapes.
  {
    find: /[\u00AD\u180E\u200B\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]/,
    allowedIn: [],
    message: "this text holds an invisible character, FOUND",
    help: "delete it",
  },
  {
    find: /[\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]/,
    allowedIn: [],
    message: "this text holds a space that is no ordinary space, FOUND",
    help: "type an ordinary space",
  },
  {
    find: /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/,
    allowedIn: [],
    message: "this text holds a control character, FOUND",
    help: "delete it",
  },
  {
    find: /\t|\n(?!$)/,
    allowedIn: ["code"],
    message: "this text has FOUND in it",
    help: "one paragraph with ordinary spaces; behind >- a text may go over several lines",
  },
];

/** The first thing that does not belong: the rest is often the other end of the same. */
function findProblem({ value, wording }: Text): Words | undefined {
  for (const { find, allowedIn, message, help } of strangers) {
    if (allowedIn.includes(wording)) continue;
    const found = find.exec(value)?.[0];
    if (found !== undefined) return { message: message.replace("FOUND", () => nameSigns(found)), ...(help ? { help } : {}) };
  }
  return undefined;
}

function nameSigns(found: string): string {
  if (found === "\t") return "a tab";
  if (found === "\n") return "a line break";
  if (/^[^\u0021-\u007E]$/.test(found)) return `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return found.length > 40 ? `${found.slice(0, 37)}...` : found;
}

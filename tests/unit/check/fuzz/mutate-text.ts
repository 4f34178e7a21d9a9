import type { Random } from "./random.ts";

/** Changes a record's text in one random way, as an accident with an editor, a spreadsheet or a disk would. */
export function mutateText(text: string, random: Random, others: readonly string[]): string {
  return random.pick(mutations)(text, random, others);
}

type Mutation = (text: string, random: Random, others: readonly string[]) => string;

const pieces = [
  ..."'\"[]{}&*!|>#%@`-?:,\t ",
  ...[
    ": ",
    " #",
    "- ",
    "\n",
    "\r\n",
    "\r",
    "---\n",
    "...\n",
    "%YAML 1.1\n",
    "<<: ",
    "!!binary ",
    "!!python/x ",
    "&a ",
    "*a",
  ],
  ...[
    "\uFEFF",
    "\u200B",
    "\u202E",
    "\u00A0",
    "\u0000",
    "\u0007",
    "\u0085",
    "\u2028",
    "\uFFFD",
    "\uD800",
    "😀",
    "é",
    "“",
    "’",
  ],
  ...[
    "null",
    "~",
    "true",
    ".nan",
    "-.inf",
    "__proto__: ",
    "constructor: ",
    "tombstone: ",
    "<<<<<<< HEAD\n",
    "```\n",
    "TODO",
  ],
];
const numbers = [
  ...[
    "1e999",
    "-1e999",
    "9".repeat(400),
    "0x1F",
    "0o17",
    "1_000",
    "-0",
    ".5",
    "5.",
    "1e-400",
    "1e3",
    "+1",
    "00",
    "1,5",
  ],
  ...["1-Feb", "4.66E+09", "'2.65", "#REF!", "1.000,5", "NaN", "∞"],
];

const mutations: readonly Mutation[] = [
  function flipBits(text, random) {
    const bytes = Buffer.from(text);
    for (let count = 1 + random.below(3); count > 0 && bytes.length > 0; count--) {
      const at = random.below(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
    }
    return bytes.toString("utf8");
  },
  function cutOff(text, random) {
    return text.slice(0, random.below(text.length + 1));
  },
  function cutOut(text, random) {
    const start = random.below(text.length + 1);
    return text.slice(0, start) + text.slice(start + random.below(40));
  },
  function putIn(text, random) {
    const at = random.below(text.length + 1);
    return text.slice(0, at) + random.pick(pieces).repeat(random.oneIn(30) ? 2000 : 1) + text.slice(at);
  },
  function changeNumber(text, random) {
    const found = [...text.matchAll(/\d+(?:\.\d+)?/g)];
    if (found.length === 0) return `${text}x: ${random.pick(numbers)}\n`;
    const { index, 0: number } = random.pick(found);
    return text.slice(0, index) + random.pick(numbers) + text.slice(index + number.length);
  },
  onLines((lines, at) => lines.splice(at, 0, lines[at] ?? "")),
  onLines((lines, at) => lines.splice(at, 1)),
  onLines((lines, at, random) => {
    const other = random.below(lines.length);
    [lines[at], lines[other]] = [lines[other] ?? "", lines[at] ?? ""];
  }),
  onLines((lines, at, random) => {
    const line = lines[at] ?? "";
    lines[at] = random.pick([` ${line}`, `  ${line}`, `\t${line}`, line.slice(1), line.slice(2), line.trimStart()]);
  }),
  onLines((lines, at, random, others) => {
    lines[at] = random.pick(random.pick(others).split("\n"));
  }),
  onLines((lines, at, random) => {
    lines[at] = `${lines[at] ?? ""}${random.pick(pieces)}`;
  }),
  (text) => text.replaceAll("\n", "\r\n"),
  (text) => text.replaceAll("\n", "\r"),
  (text) => text.replaceAll("  ", "\t"),
  (text, random, others) => `${text}${random.pick(["---\n", ""])}${random.pick(others)}`,
  (text) => JSON.stringify({ text }),
];

/** A mutation of the lines of a text, at one of them. */
function onLines(change: (lines: string[], at: number, random: Random, others: readonly string[]) => void): Mutation {
  return (text, random, others) => {
    const lines = text.split("\n");
    change(lines, random.below(lines.length), random, others);
    return lines.join("\n");
  };
}

import { edit, mark, read, replace } from "./mistake.ts";
import type { Mistake } from "./mistake.ts";

const oddCharacter = "here and everywhere else";

/** What goes wrong with YAML, and what the eye does not see. */
export const mistakesInSyntax: readonly Mistake[] = [
  {
    name: "a tab for indentation",
    files: edit("dataset", "  memory: 64 GB", `${mark}\tmemory: 64 GB`),
    rule: "yaml",
    message: "a tab is used for indentation",
    help: "indent with two spaces per level",
  },
  {
    name: "a line indented by one space too many",
    files: edit("dataset", "  memory: 64 GB", `${mark}   memory: 64 GB`),
    rule: "yaml",
    message: "this line is indented differently from its neighbours",
    help: "keys of one mapping start in the same column",
  },
  {
    name: "a key twice",
    files: edit("dataset", "    value: 4.47\n", `    value: 4.47\n    ${mark}value: 4.47\n`),
    rule: "yaml",
    message: '"value" appears twice in the same mapping',
    help: "remove one of the two",
  },
  {
    name: "a colon in text",
    files: edit("dataset", "title: Two adapters on", `title: ${mark}Two adapters: on`),
    rule: "yaml",
    message: "a colon and a space inside a value start a new key",
    help: "put the whole text in quotes",
  },
  {
    name: "no space after the colon",
    files: edit("dataset", "value: 4.47", `${mark}value:4.47`),
    rule: "yaml",
    message: "this line is not a field",
    help: "with a space after the colon",
  },
  {
    name: "= in the place of the colon",
    files: edit("dataset", "value: 4.47", `${mark}value = 4.47`),
    rule: "yaml",
    message: "this line is not a field",
    help: "write a field as `name: value`",
  },
  {
    name: "a quote that is not closed",
    files: edit("dataset", "note: One run.", `note: ${mark}"One run.`),
    rule: "yaml",
    message: "this quote is not closed",
    help: "end the text with the same quotation mark",
  },
  {
    name: "an apostrophe inside single quotes",
    files: edit("dataset", "note: One run.", `note: 'It'${mark}s one run.'`),
    rule: "yaml",
    message: "the value ends before this",
    help: "inside single quotes write '' for '",
  },
  {
    name: "a spreadsheet's leading apostrophe",
    files: edit("dataset", "value: 2.65", `value: ${mark}'2.65`),
    rule: "yaml",
    message: "this quote is not closed",
    help: "end the text with the same quotation mark",
  },
  {
    name: "a Windows path in double quotes",
    files: edit("dataset", "note: One run.", `note: "see C:${mark}\\work"`),
    rule: "yaml",
    message: "\\w is not a valid escape inside double quotes",
    help: "use single quotes",
  },
  {
    name: "a Windows path that holds an escape by chance",
    files: edit("dataset", "note: One run.", `note: "see C:${mark}\\runs"`),
    rule: "yaml",
    message: "inside double quotes \\r stands for a control character",
    help: "use single quotes",
  },
  {
    name: "# without a space cuts the text off",
    files: edit("dataset", "note: One run.", `note: Run ${mark}#3 of 4.`),
    rule: "yaml",
    message: "a comment starts here, so the value ends before #3 of 4.",
    help: "put the whole text in quotes",
  },
  {
    name: "text that starts with a bracket",
    files: edit("dataset", "note: One run.", `note: [sic] ${mark}one run.`),
    rule: "yaml",
    message: "the value ends before this",
    help: "put the whole text in quotes",
  },
  {
    name: "text that starts with @",
    files: edit("dataset", "note: One run.", `note: ${mark}@author says one run.`),
    rule: "yaml",
    message: "a plain value cannot start with @",
    help: "put the whole text in quotes",
  },
  {
    name: "*emphasis* as in Markdown",
    files: edit("dataset", "note: One run.", `note: ${mark}*One* run.`),
    rule: "yaml",
    message: "the alias *One* is not allowed",
    help: "put text that starts with * in quotes",
  },
  {
    name: "a billion laughs (nested aliases)",
    files: replace(
      "dataset",
      `${read("dataset")}a: ${mark}&a [lol, lol]\n${[..."bcdefghij"]
        .map(
          (b) =>
            `${b}: &${b} [${Array(10)
              .fill(`*${String.fromCharCode(b.charCodeAt(0) - 1)}`)
              .join(", ")}]\n`,
        )
        .join("")}`,
    ),
    rule: "yaml",
    message: "the anchor &a is not allowed",
    help: "remove it",
  },
  {
    name: "a merge key (<<)",
    files: edit("dataset", "    value: 4.47\n", `    value: 4.47\n    ${mark}<<: { note: One run. }\n`),
    rule: "schema",
    message: '"<<" is not a known field of "measurements" item 2',
    help: "known fields: ",
  },
  {
    name: "%YAML 1.1, so that no means false",
    files: edit("guest", "name: Red", `${mark}%YAML 1.1\n---\nname: Red`),
    rule: "yaml",
    message: "a %YAML line is not allowed",
    help: "records are YAML 1.2",
  },
  {
    name: "100,000 brackets",
    files: edit("dataset", "note: One run.", `note: ${"[".repeat(38)}${mark}${"[".repeat(100_000)}`),
    rule: "yaml",
    message: "the record is nested too deeply to be read",
    help: "look for repeated brackets",
  },
  {
    name: "__proto__ as a key",
    files: edit("dataset", "    value: 4.47\n", `    value: 4.47\n    ${mark}__proto__: { value: 1 }\n`),
    rule: "yaml",
    message: "this name is not allowed for a field",
    help: "use a field of the schema",
  },
  {
    name: "constructor as a key",
    files: edit("dataset", "    value: 4.47\n", `    value: 4.47\n    ${mark}constructor: x\n`),
    rule: "yaml",
    message: "this name is not allowed for a field",
    help: "use a field of the schema",
  },
  {
    name: "toString as a key, so that the value cannot be printed",
    files: edit("guest", "bitness: 64", `bitness: { ${mark}toString: x }`),
    rule: "yaml",
    message: "this name is not allowed for a field",
    help: "use a field of the schema",
  },
  {
    name: "typographic quotes from a word processor",
    files: edit("dataset", "basis: consented", `basis: ${mark}“consented”`),
    rule: "yaml",
    message: "these quotation marks are typographic, so they are part of the text",
    help: "remove them or type straight ones: 'consented'",
  },
  {
    name: "a no-break space from a web page",
    files: edit("dataset", "value: 4.47", `value:${mark}\u00A04.47`),
    rule: "yaml",
    message: "an unusual space (U+00A0)",
    help: "replace it with an ordinary space",
  },
  {
    name: "a zero-width space in an id",
    files: edit("dataset", "relativeTo: e1000\n    rows", `relativeTo: e10${mark}\u200B00\n    rows`),
    rule: "yaml",
    message: "an invisible character (U+200B)",
    help: oddCharacter,
  },
  {
    name: "a character that turns the direction of writing",
    files: edit("dataset", "note: One run.", `note: One ${mark}\u202Erun.`),
    rule: "yaml",
    message: "an invisible character that changes the direction of writing (U+202E)",
    help: oddCharacter,
  },
  {
    name: "a control character",
    files: edit("dataset", "note: One run.", `note: One${mark}\u0000 run.`),
    rule: "yaml",
    message: "a control character (U+0000)",
    help: oddCharacter,
  },
];

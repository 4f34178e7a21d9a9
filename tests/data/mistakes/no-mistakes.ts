import { edit, read, replace } from "./mistake.ts";
import type { NoMistake } from "./mistake.ts";

const line = "# yaml-language-server: $schema=../schema/source.schema.json\n";
const json = {
  title: "A study",
  authors: [],
  publisher: "Example",
  published: "2012",
  kind: "vendor-paper",
  accessed: "2026",
};

/** What looks like a mistake and is none. */
export const noMistakes: readonly NoMistake[] = [
  {
    name: "JSON under the modeline",
    files: replace("source", `${line}${JSON.stringify(json, null, 2)}\n`),
    because: "JSON is YAML",
  },
  {
    name: "yes without quotes (the Norway problem)",
    files: edit("adapter", "support: 'yes'", "support: yes"),
    because: "in YAML 1.2 yes, no, on and off are text",
  },
  {
    name: "a date without quotes",
    files: edit("source", "'2012-05-06'", "2012-05-06"),
    because: "in YAML 1.2 a date is text",
  },
  {
    name: "a tab after the colon",
    files: edit("dataset", "value: 4.47", "value:\t4.47"),
    because: "tabs are refused for indentation only",
  },
  {
    name: "a comment behind a value",
    files: edit("dataset", "value: 4.47", "value: 4.47 # from the second run"),
    because: "a # with a space on both sides is a comment",
  },
  {
    name: "--- before the record and ... behind it",
    files: replace("source", `${line}---\n${read("source").slice(line.length)}...\n`),
    because: "it is still one document",
  },
  {
    name: "typographic quotes inside a text",
    files: edit("dataset", "note: One run.", "note: One “run”."),
    because: "sources are quoted as they are printed",
  },
  {
    name: "a zero-width non-joiner that a script needs",
    files: edit("dataset", "note: One run.", 'note: "One run (\u0645\u06cc\\u200C\u062e\u0648\u0627\u0647\u0645)."'),
    because: "Persian needs it, and an escape in double quotes shows it",
  },
];

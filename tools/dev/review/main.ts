import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkRecords } from "../../check/check-records.ts";
import { fixRecords } from "../../check/fix/fix-records.ts";
import { loadSchemas } from "../../check/schema/load-schemas.ts";
import { makeWorld } from "../../check/world.ts";
import { readCommandLine, runProgram, UsageError } from "../../records/command-line.mjs";
import { loadRecords } from "../../records/load-records.ts";
import { runDiff } from "../diff/main.ts";
import { readStandingList } from "../diff/situations.ts";
import { listSuggestions } from "./suggestions.ts";
import { takeScreenshots } from "./take-screenshots.ts";

/** How the command is called. */
const usage = "usage: npm run review -- notes|screenshots --out FOLDER [REVISION]";

/**
 * Prepares what a pull request is answered with. `notes` writes changes.md, what the change does to the data, and
 * suggestions.json, the corrections of `npm run check -- --fix`; `screenshots` writes a picture of each page in public/ that
 * shows a changed record. `post.mjs` posts them, with other rights and without running code of the change.
 */
export async function runReview(words: readonly string[], root: string, print: (text: string) => void): Promise<0 | 2> {
  const { values, positionals } = readCommandLine(words, { out: { type: "string" } }, usage);
  const [command, revision, ...others] = positionals;
  if (values.help) {
    print(`${usage}\n`);
    return 0;
  }
  if (values.out === undefined || others.length > 0 || (command !== "notes" && command !== "screenshots"))
    throw new UsageError(usage);
  mkdirSync(values.out, { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(values.out ?? "", name), text);
  const diff = (format: string): string => compare(root, format, revision);
  if (command === "notes") {
    write("changes.md", diff("markdown"));
    write("suggestions.json", `${JSON.stringify(listCorrections(root), null, 2)}\n`);
  } else {
    const { pages } = JSON.parse(diff("json")) as { pages: { path: string }[] };
    const taken = await takeScreenshots(
      pages.map(({ path }) => path),
      join(root, "public"),
      values.out,
    );
    print(taken.map((file) => `${file}\n`).join(""));
  }
  return 0;
}

function compare(root: string, format: string, revision: string | undefined): string {
  const [out, errors]: [string[], string[]] = [[], []];
  const code = runDiff(["--format", format, ...(revision === undefined ? [] : [revision])], {
    root,
    standing: readStandingList(),
    print: (text) => void out.push(text),
    printError: (text) => void errors.push(text),
  });
  if (code === 2) throw new UsageError(errors.join("").trim());
  return out.join("");
}

function listCorrections(root: string): ReturnType<typeof listSuggestions> {
  const schemas = loadSchemas(root);
  const today = new Date().toISOString().slice(0, 10);
  const { texts } = fixRecords(loadRecords(root), (set) => checkRecords(makeWorld({ set, schemas, today })));
  return [...texts].flatMap(([file, text]) => listSuggestions(file, readFileSync(join(root, file), "utf8"), text));
}

await runProgram(import.meta.url, "review", (root, words) =>
  runReview(words, root, (text) => void process.stdout.write(text)),
);

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkRecords } from "../../check/check-records.ts";
import { fixRecords } from "../../check/fix/fix-records.ts";
import { loadSchemas } from "../../check/schema/load-schemas.ts";
import { makeWorld } from "../../check/world.ts";
import { readCommandLine, runProgram, UsageError, ToolError } from "../../records/command-line.mjs";
import { loadRecords } from "../../records/load-records.ts";
import { type RecordCache, openRecordCache } from "../../records/record-cache.ts";
import { runDiff } from "../diff/main.ts";
import { readStandingList } from "../diff/situations.ts";
import { chromium } from "@playwright/test";
import { serve } from "../server/serve.mjs";
import { findChromium } from "../setup/chromium.mjs";

/** How the command is called. */
const usage = "usage: npm run review -- notes|screenshots --out FOLDER [REVISION]";

const about = `notes        changes.md (what the change does to the data) and suggestions.json (corrections of the check)
screenshots  a picture of each built page that shows a changed record
REVISION     what to compare with. Default: the commit at which the branch left main`;

/**
 * Prepares what a pull request is answered with. `notes` writes changes.md, what the change does to the data, and
 * suggestions.json, the corrections of `npm run check -- --fix`; `screenshots` writes a picture of each page in public/ that
 * shows a changed record. `post.mjs` posts them, with other rights and without running code of the change.
 */
export async function runReview(words: readonly string[], root: string, print: (text: string) => void): Promise<0 | 2> {
  const { values, positionals } = readCommandLine(words, { out: { type: "string" } }, usage);
  const [command, revision, ...others] = positionals;
  if (values.help) {
    print(`${usage}\n${about}\n`);
    return 0;
  }
  if (command !== "notes" && command !== "screenshots")
    throw new UsageError(`${command === undefined ? "no command is named" : `unknown command "${command}"`}; ${usage}`);
  if (others.length > 0) throw new UsageError(`found "${others.join(" ")}" after the revision; ${usage}`);
  if (values.out === undefined) throw new UsageError(`--out is missing: the folder for the files; ${usage}`);
  mkdirSync(values.out, { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(values.out ?? "", name), text);
  const cache = openRecordCache(root);
  const diff = (format: string): string => compare(root, format, revision, cache);
  if (command === "notes") {
    write("changes.md", diff("markdown"));
    write("suggestions.json", `${JSON.stringify(listCorrections(root, cache), null, 2)}\n`);
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

function compare(root: string, format: string, revision: string | undefined, cache: RecordCache): string {
  const [out, errors]: [string[], string[]] = [[], []];
  const code = runDiff(["--format", format, ...(revision === undefined ? [] : [revision])], {
    root,
    standing: readStandingList(),
    parse: cache.parse,
    print: (text) => void out.push(text),
    printError: (text) => void errors.push(text),
  });
  if (code === 2) throw new UsageError(errors.join("").trim());
  return out.join("");
}

function listCorrections(root: string, cache: RecordCache): ReturnType<typeof listSuggestions> {
  const schemas = loadSchemas(root);
  const today = new Date().toISOString().slice(0, 10);
  const { texts } = fixRecords(loadRecords(root, cache), (set) => checkRecords(makeWorld({ set, schemas, today })));
  return [...texts].flatMap(([file, text]) => listSuggestions(file, readFileSync(join(root, file), "utf8"), text));
}

/** Lines of a file with the text that should stand there; GitHub shows it as a change that one click accepts. */
export interface Suggestion {
  /** Relative to the repository. */
  path: string;
  /** First and last line of the present text, counted from 1. */
  start: number;
  end: number;
  /** The replacement lines. */
  text: string;
}

/**
 * Turns a corrected text into suggestions: line by line if the correction adds and removes no line, else one for the whole
 * stretch that differs.
 */
export function listSuggestions(path: string, before: string, after: string): Suggestion[] {
  const [old, corrected] = [splitLines(before), splitLines(after)];
  const same = (index: number): boolean => old[index] === corrected[index];
  if (old.length === corrected.length)
    return old.flatMap((_, index) =>
      same(index) ? [] : [{ path, start: index + 1, end: index + 1, text: corrected[index] ?? "" }],
    );
  let head = 0;
  while (head < Math.min(old.length, corrected.length) && same(head)) head++;
  let tail = 0;
  while (tail < Math.min(old.length, corrected.length) - head && old.at(-1 - tail) === corrected.at(-1 - tail)) tail++;
  // A suggestion needs at least one line on both sides, so include a neighbouring line.
  if (head === old.length - tail || head === corrected.length - tail) {
    if (head > 0) head--;
    else tail--;
  }
  const text = corrected.slice(head, corrected.length - tail).join("\n");
  return [{ path, start: head + 1, end: old.length - tail, text }];
}

function splitLines(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}

/** As many pages are pictured; a change of many records shows the same few page kinds. */
const mostPages = 12;

/** A phone and a desktop. */
const widths = [360, 1440];

/** Takes a picture of each page of a built site at two widths and returns the names of the files, such as `rules-360.png`. */
async function takeScreenshots(paths: readonly string[], site: string, folder: string): Promise<string[]> {
  const executablePath = await findChromium(process.env);
  if (executablePath === null) throw new ToolError("No Chromium was found. Set CHROMIUM_PATH to a browser.");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const server = await serve({ root: site });
  const taken: string[] = [];
  try {
    for (const path of paths.slice(0, mostPages)) {
      for (const width of widths) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
        await page.goto(new URL(path.slice(1), server.url).href);
        const file = `${path.replaceAll("/", " ").trim().replaceAll(" ", "-") || "home"}-${width}.png`;
        await page.screenshot({ path: join(folder, file), fullPage: true });
        await page.close();
        taken.push(file);
      }
    }
  } finally {
    await browser.close();
    await server.close();
  }
  return taken;
}

await runProgram(import.meta.url, "review", (root, words) =>
  runReview(words, root, (text) => void process.stdout.write(text)),
);

#!/usr/bin/env node
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, type Stats, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createAdvisor } from "./index.ts";
import { addAdapterNames } from "./knowledge/adapter-names.ts";
import type { Knowledge } from "./knowledge/knowledge.ts";
import { run } from "./cli/run.ts";
import type { FleetKnowledge } from "./fleet/knowledge.ts";

// The bundle stands beside the knowledge that it was built with.
const load = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
const fleet = load("./fleet.json") as FleetKnowledge;
const knowledge = addAdapterNames(load("./knowledge.json") as Knowledge, fleet.adapterNames);

/** Files in a folder and below, links to files among them; hidden ones are left out. */
function listFolder(path: string): string[] | undefined {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith("."))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) return listFolder(inside) ?? [];
      if (!entry.isSymbolicLink()) return entry.isFile() ? [inside] : [];
      const target = followLink(inside);
      // A link to a folder may lead in a circle.
      if (target?.isDirectory())
        complain(
          `${inside}: found a link to a folder. Its files are not read. To read them, add the folder to the command: ${inside}`,
        );
      // A broken link is a file that cannot be read: the command says so.
      return !target || target.isFile() ? [inside] : [];
    });
}

/** The file or folder that a link leads to; undefined if the link is broken. */
function followLink(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function writeText(path: string, text: string): void {
  makeFolder(dirname(path));
  writeFileSync(path, text);
}

/** In a folder that refuses new ones with ENOENT, such as /proc, Node's own recursive mkdir never returns. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}

let isClosed = false;
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  // A reader that has seen enough (head, less) closes the pipe; that is no failure.
  isClosed = code === "EPIPE";
  if (!isClosed) complain(`The output cannot be written: ${message}`);
  // The exit code of an audit states its findings, printed or not.
  if (!isClosed || process.argv[2] !== "audit") process.exit(isClosed ? 0 : 1);
});
// With 2>&1, both go into the pipe.
process.stderr.on("error", () => undefined);

/** Waits until the reader has room for more, or has closed the pipe. */
async function waitForReader(): Promise<void> {
  try {
    await once(process.stdout, "drain");
  } catch {
    // The pipe is closed: see above.
  }
}

process.exitCode = await run(process.argv.slice(2), createAdvisor(knowledge), {
  input: process.stdin,
  print: (text) => void (isClosed || process.stdout.write(`${text}\n`)),
  complain,
  isTerminal: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
  files: { read: (path) => readFileSync(path), list: listFolder, write: writeText },
  loadFleetKnowledge: () => fleet,
  today: new Date().toISOString().slice(0, 10),
  drained: () => (!isClosed && process.stdout.writableNeedDrain ? waitForReader() : undefined),
});

#!/usr/bin/env node
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createAdvisor } from "./index.ts";
import type { Knowledge } from "./knowledge/knowledge.ts";
import { run } from "./cli/run.ts";
import type { FleetKnowledge } from "./fleet/knowledge.ts";

// The bundle stands beside the knowledge that it was built with.
const load = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
const knowledge = load("./knowledge.json") as Knowledge;

/** Files in a folder and below; hidden ones are left out. */
function listFolder(path: string): string[] | undefined {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith("."))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = join(path, entry.name);
      // A link to a folder may lead in a circle.
      return entry.isDirectory() ? (listFolder(inside) ?? []) : entry.isFile() ? [inside] : [];
    });
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (head, less) closes the pipe; that is no failure.
  process.exit(error.code === "EPIPE" ? 0 : 1);
});
process.exitCode = await run(process.argv.slice(2), createAdvisor(knowledge), {
  input: process.stdin,
  print: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
  isTerminal: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
  files: { read: (path) => readFileSync(path), list: listFolder, write: writeText },
  loadFleetKnowledge: () => load("./fleet.json") as FleetKnowledge,
  today: new Date().toISOString().slice(0, 10),
  drained: () =>
    process.stdout.writableNeedDrain ? new Promise((resolve) => process.stdout.once("drain", resolve)) : undefined,
});

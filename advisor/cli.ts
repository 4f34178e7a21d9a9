import { readFileSync } from "node:fs";
import { createAdvisor } from "./index.ts";
import type { Knowledge } from "./knowledge/knowledge.ts";
import { run } from "./cli/run.ts";

// The bundle stands beside the knowledge that it was built with.
const knowledge = JSON.parse(readFileSync(new URL("./knowledge.json", import.meta.url), "utf8")) as Knowledge;

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (head, less) closes the pipe; that is no failure.
  process.exit(error.code === "EPIPE" ? 0 : 1);
});
process.exitCode = await run(process.argv.slice(2), createAdvisor(knowledge), {
  input: process.stdin,
  print: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
  isTerminal: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
  drained: () =>
    process.stdout.writableNeedDrain ? new Promise((resolve) => process.stdout.once("drain", resolve)) : undefined,
});

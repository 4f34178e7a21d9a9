import { runProgram } from "../../records/command-line.mjs";
import { runNew } from "./run.ts";

await runProgram(import.meta.url, "new", (root, words) =>
  runNew(words, {
    root,
    today: new Date().toISOString().slice(0, 10),
    terminal:
      process.stdin.isTTY && process.stderr.isTTY ? { input: process.stdin, output: process.stderr } : undefined,
    print: (text) => void process.stdout.write(text),
    printError: (text) => void process.stderr.write(text),
  }),
);

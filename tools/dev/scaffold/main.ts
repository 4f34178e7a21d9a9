import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runNew } from "./run.ts";

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await runNew(process.argv.slice(2), {
    root: fileURLToPath(new URL("../../..", import.meta.url)),
    today: new Date().toISOString().slice(0, 10),
    terminal:
      process.stdin.isTTY && process.stderr.isTTY ? { input: process.stdin, output: process.stderr } : undefined,
    print: (text) => void process.stdout.write(text),
    printError: (text) => void process.stderr.write(text),
  });
}

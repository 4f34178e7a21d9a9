import { choose, describeError, ToolError } from "../records/command-line.mjs";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type LabCall, asksForHelp, type CommandName, describeUse } from "./commands/call.ts";
import { check } from "./commands/check.ts";
import { compare } from "./commands/compare.ts";
import { doctor } from "./commands/doctor.ts";
import { exportDataset } from "./commands/export.ts";
import { gate, prepare, run } from "./commands/run.ts";
import { makeTidy, tidyAtEnd } from "./tidy.ts";

const commands: Record<CommandName, (call: LabCall) => Promise<number>> = {
  doctor,
  prepare,
  run,
  compare,
  export: exportDataset,
  check,
  gate,
};

const usage = `Usage: npm run lab -- COMMAND [OPTION...]

  doctor    list installed and missing programs, and the adapters that can run
  prepare   fetch the kernel and busybox packages, build the guest's boot image
  run       boot every adapter, count, print a table, write a result file
  compare   compare two result files, or a result file with a dataset record
  export    write a dataset record from a result file
  check     compare a result file with the expected counts
  gate      run the short form and check it, as npm test does

npm run lab -- COMMAND --help shows options and an example. Start with: npm run lab -- doctor
`;

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const tidy = makeTidy();
tidyAtEnd(tidy, (signal) => {
  process.stderr.write(`\nlab: stopped by ${signal}; nothing is left behind\n`);
  process.exit(128 + constants.signals[signal]);
});
const [name, ...words] = process.argv.slice(2);
try {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(usage);
    process.exitCode = name === undefined ? 2 : 0;
  } else {
    const chosen = choose("command", name, Object.keys(commands) as CommandName[]);
    if (asksForHelp(words)) process.stdout.write(describeUse(chosen));
    else
      process.exitCode = await commands[chosen]({
        words,
        root,
        cache: join(root, ".cache", "lab"),
        tidy,
        print: (text) => void process.stdout.write(text),
        printError: (text) => void process.stderr.write(text),
      });
  }
} catch (error) {
  // A full disk or a folder of another user is not a bug of the lab, so a stack trace would not help.
  const isPlain = error instanceof Error && "syscall" in error;
  process.stderr.write(`lab: ${isPlain ? error.message : describeError(error)}\n`);
  process.exitCode = error instanceof ToolError ? error.exitCode : 1;
} finally {
  tidy.undoAll();
}

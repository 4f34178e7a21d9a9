import { choose, runProgram } from "../records/command-line.mjs";
import type { KitCall } from "./call.ts";

/** Loaded one at a time: a comparison needs neither the schemas nor their validator. */
const commands = {
  compare: async (call) => (await import("./compare/command.ts")).runCompare(call),
  import: async (call) => (await import("./import/command.ts")).runImport(call),
} satisfies {
  [name: string]: (call: KitCall) => Promise<number>;
};

const usage = `Usage: npm run -s kit -- COMMAND [OPTION...]

  compare  compare two adapters: ratio, 95 % confidence interval, verdict
  import   read the output of network tests; print the draft of a dataset record, or rows as JSON

npm run -s kit -- COMMAND --help shows options and an example.
`;

await runProgram(import.meta.url, "kit", async (root, [name, ...words]) => {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(usage);
    return name === undefined ? 2 : 0;
  }
  const command = commands[choose("command", name, Object.keys(commands) as (keyof typeof commands)[])];
  return command({
    words,
    root,
    print: (text) => void process.stdout.write(text),
    printError: (text) => void process.stderr.write(text),
  });
});

// What every command of the lab is given, and its help.
import { readCommandLine, UsageError } from "../../records/command-line.mjs";
import type { Tidy } from "../tidy.ts";

/** What a command of the lab is given. */
export interface LabCall {
  words: readonly string[];
  root: string;
  /** Packages, images and results. */
  cache: string;
  tidy: Tidy;
  print(text: string): void;
  printError(text: string): void;
}

/** Reads the words of a command that takes so many files, and options with a value; what it cannot use it answers with how to call it. */
export function readWords<Name extends string>(
  words: readonly string[],
  names: readonly Name[],
  fileCount: number,
  usage: string,
) {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  const { values, positionals } = readCommandLine(words, options, `usage: ${usage}`);
  if (positionals.length !== fileCount) throw new UsageError(`usage: ${usage}`);
  return { values: { ...values } as Partial<Record<Name, string>>, files: positionals };
}

/** How each command is called: the first line of its help, and the answer to words that it cannot use. */
export const usages = {
  doctor: "npm run lab -- doctor [--qemu PROGRAM]",
  prepare: "npm run lab -- prepare [--kernel-package NAME]",
  run: "npm run lab -- run [OPTION...]",
  compare: "npm run lab -- compare A B",
  export: "npm run lab -- export RESULT.json --source ID [--out data/datasets/ID.yaml]",
  check: "npm run lab -- check RESULT.json [--expect FILE.json]",
  gate: "npm run lab -- gate [--report FILE.json]",
} as const;

export type CommandName = keyof typeof usages;

const details: Record<CommandName, string> = {
  doctor: `Says what is here, what is missing and how to get it, and which adapters can run. Changes nothing.

  --qemu PROGRAM         another QEMU than qemu-system-x86_64

Example: npm run lab -- doctor --qemu qemu-system-x86_64-10`,
  prepare: `Fetches the kernel and busybox packages without installing them, verifies them and builds what the guest boots from.
A run needs no network afterwards. What is in the cache (.cache/lab) is not fetched again.

  --kernel-package NAME  another kernel than the distribution's present one

Example: npm run lab -- prepare --kernel-package linux-image-6.1.0-56-amd64`,
  run: `Boots every adapter, counts, prints a table and writes a result file, which is never written over another.

  --profile NAME         ci (about a minute), sparse, full (as it comes; a quarter of an hour) or bulk (needs root)
  --adapters A,B         only these; doctor lists them
  --workloads A,B        only these: rx1, tx1, rr1, rxburst, txgen; or bulktx, bulkrx
  --rounds N             packets or pings of each workload
  --repeat N             boots of each adapter
  --jobs N               boots side by side
  --patience N           pauses N times as long, for a machine that is busy with other things
  --set A.PROPERTY=VALUE gives a device of QEMU a property
  --icount               virtual time follows the instructions
  --qemu PROGRAM         another QEMU than qemu-system-x86_64
  --kernel-package NAME  another kernel than the distribution's present one
  --out FILE             where the result goes; otherwise into .cache/lab/results

Example: npm run lab -- run --profile sparse --adapters e1000,vmxnet3,virtio --repeat 3 --out mine.json`,
  compare: `Sets two result files, or a result file and a dataset record, side by side. Counts are the same where their ranges meet
within 2 %. Code 1 where a count differs that must repeat: rr1 and tx1, but for e1000e, igb and igbvf, whose models
interrupt by the clock. Other differences are told.

Example: npm run lab -- compare mine.json data/datasets/nic-lab-2026.yaml`,
  export: `Writes a dataset record of a result file, to standard output or to a new file. ID names a record in data/sources with
kind: own-measurement, which says who measured.

  --source ID            the record of the source
  --out FILE             a new file in data/datasets

Example: npm run lab -- export mine.json --source my-lab-2026 --out data/datasets/my-lab-2026.yaml`,
  check: `Holds a result file against counts that must come out. Code 1 where one does not.

  --expect FILE.json     other expectations than tools/lab/expected.json

Example: npm run lab -- check mine.json`,
  gate: `Runs the short form and holds it against what must come out; this is what npm test -- lab does. Where QEMU cannot be had
it says so and passes, with CI=true it fails.

  --report FILE.json     where the numbers of passed and failed counts go

Example: npm run lab -- gate`,
};

/** Writes a command's help. */
export function describeUse(name: CommandName): string {
  return `Usage: ${usages[name]}\n\n${details[name]}\n`;
}

/** Whether the words ask for help rather than for work. */
export function asksForHelp(words: readonly string[]): boolean {
  return words.includes("--help") || words.includes("-h");
}

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

/** Reads a command's files and options. Invalid arguments are rejected with the command's usage. */
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
  doctor: `Lists installed and missing programs, how to install them, and the adapters that can run. Changes nothing.

  --qemu PROGRAM         the QEMU to use; default qemu-system-x86_64

Example: npm run lab -- doctor --qemu qemu-system-x86_64-10`,
  prepare: `Fetches the kernel and busybox packages without installing them, verifies them and builds the guest's boot image.
Later runs need no network. Files in the cache (.cache/lab) are not fetched again.

  --kernel-package NAME  the kernel to use; default: the distribution's current kernel

Example: npm run lab -- prepare --kernel-package linux-image-6.1.0-56-amd64`,
  run: `Boots every adapter, counts, prints a table and writes a result file. Never overwrites a file.

  --profile NAME         ci (about a minute), sparse, full (default; 15 minutes) or bulk (requires root)
  --adapters A,B         only these; doctor lists them
  --workloads A,B        only these: rx1, tx1, rr1, rxburst, txgen; or bulktx, bulkrx
  --rounds N             packets or pings of each workload
  --repeat N             boots of each adapter
  --jobs N               boots that run in parallel
  --patience N           pauses N times as long, for a busy host
  --set A.PROPERTY=VALUE sets a property of a QEMU device
  --icount               virtual time follows executed instructions (QEMU's -icount)
  --qemu PROGRAM         the QEMU to use; default qemu-system-x86_64
  --kernel-package NAME  the kernel to use; default: the distribution's current kernel
  --out FILE             the result file; default: a new file in .cache/lab/results

Example: npm run lab -- run --profile sparse --adapters e1000,vmxnet3,virtio --repeat 3 --out mine.json`,
  compare: `Compares two result files, or a result file with a dataset record. Counts are the same if their ranges meet within 2 %.
Exit code 1: a count differs that must repeat. These are rr1 and tx1, except for e1000e, igb and igbvf, whose models
interrupt by the clock. Other differences are only printed.

Example: npm run lab -- compare mine.json data/datasets/nic-lab-2026.yaml`,
  export: `Writes a dataset record from a result file, to standard output or to a new file. ID is a record in data/sources with
kind: own-measurement. This record states who measured.

  --source ID            the source record
  --out FILE             a new file in data/datasets

Example: npm run lab -- export mine.json --source my-lab-2026 --out data/datasets/my-lab-2026.yaml`,
  check: `Compares a result file with the expected counts. Exit code 1: a count differs.

  --expect FILE.json     the expected counts; default tools/lab/expected.json

Example: npm run lab -- check mine.json`,
  gate: `Runs the short form and checks its counts, as npm test -- lab does. Without QEMU, the gate says so and passes,
but fails with CI=true.

  --report FILE.json     a file for the numbers of passed and failed counts

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

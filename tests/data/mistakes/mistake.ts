import { readFileSync } from "node:fs";
import { root } from "../../unit/check/support/world.ts";

/** One way in which a first contribution goes wrong, and the one thing that the checker says about it. */
export interface Mistake {
  /** As its author would tell it. */
  name: string;
  /** What the contribution adds to the small world or replaces in it; a mark stands where the finding is expected. */
  files: Files;
  /** FILE:LINE:COL of the finding, where no mark stands. */
  at?: string;
  rule: string;
  message: string;
  /** What the help holds. */
  help: string;
}

/** Something that looks like a mistake and is none. */
export interface NoMistake {
  name: string;
  files: Files;
  /** What happens instead. */
  because: string;
}

export interface Files {
  [file: string]: string | Buffer;
}

/** Stands before the place of the expected finding; no record holds it. */
export const mark = "▶";

export const files = {
  dataset: "data/datasets/sample-study.yaml",
  source: "data/sources/sample-study.yaml",
  finding: "data/findings/sample-finding.yaml",
  adapter: "data/adapters/vmxnet3.yaml",
  guest: "data/guests/rhel9-64.yaml",
  rule: "data/rules/sample-rule.yaml",
} as const;

type FileName = keyof typeof files;

/** The text of a record of the small world. */
export function read(name: FileName): string {
  return readFileSync(`${root}/tests/data/world/${files[name]}`, "utf8");
}

/** Changes one record of the small world in one place, which has to be there. */
export function edit(name: FileName, from: string, to: string): Files {
  const text = read(name);
  if (text.split(from).length !== 2) throw new Error(`${files[name]} of tests/data/world holds ${from} not once`);
  return { [files[name]]: text.replace(from, () => to) };
}

/** Puts another text in the place of one record of the small world. */
export function replace(name: FileName, text: string | Buffer): Files {
  return { [files[name]]: text };
}

/** The line of a record of the small world in which something stands first. */
export function lineOf(name: FileName, part: string): number {
  return (read(name).split(part)[0] ?? "").split("\n").length;
}

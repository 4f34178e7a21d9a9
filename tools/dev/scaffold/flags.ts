import { readCommandLine, UsageError } from "../../records/command-line.mjs";
import type { Leaf } from "./leaves.ts";
import { groupBy } from "../../../advisor/collections.ts";

/** A leaf by the names it has on the command line, the shortest first. */
export interface Flag {
  names: string[];
  leaf: Leaf;
}

export interface NewArguments {
  id?: string;
  isDryRun: boolean;
  isHelp: boolean;
  /** Whether to ask, where there is somebody to ask. */
  mayAsk: boolean;
  /** Whether to write the source that is cited and not there yet. */
  withSource: boolean;
  /** Files of measuring tools that a dataset is made from. */
  from: string[];
  /** Whether those files are repetitions of one configuration. */
  areRepetitions: boolean;
  /** What was given for a leaf; for a list every item. */
  given: Map<Leaf, string[]>;
}

/** Flags that are no field of a record, with what they do. */
export const ownFlags: { readonly [name: string]: { value?: string; about: string } } = {
  id: { value: "ID", about: "File name of the record. Default: made from its title." },
  from: { value: "FILE", about: "Only for a dataset: output of iperf3, netperf and other tools. May be repeated." },
  repetitions: { about: "The files of --from are repetitions of one configuration: samples of one measurement." },
  "new-source": { about: "Also write the cited source: --source names its id, --source.FIELD sets its fields." },
  "dry-run": { about: "Print the draft instead of writing it." },
  "no-input": { about: "Ask nothing, even on a terminal." },
  help: { about: "Show this help." },
};

/** Names the flags of leaves: each by its whole path, and by the last part of it where that is clear. */
export function nameFlags(leaves: readonly Leaf[], prefix = ""): Flag[] {
  const byShort = groupBy(leaves, shorten);
  return leaves.map((leaf) => {
    const steps = leaf.path
      .filter((step) => !/^(0|\*)$/.test(step))
      .map((step) => (step === "key()" ? "id" : splitCamelCase(step)));
    const whole = prefix + steps.join(".");
    const short = prefix + shorten(leaf);
    const isClear = !(short in ownFlags) && chooseClearest(byShort.get(shorten(leaf)) ?? []).includes(leaf);
    return { leaf, names: [...new Set(isClear ? [short, whole] : [whole])] };
  });
}

/** Reads the command line that follows the kind; a flag may be written as its field is: --packetBytes. */
export function parseFlags(words: readonly string[], flags: readonly Flag[]): NewArguments {
  const byName = groupByName(flags);
  const options = Object.fromEntries([
    ...[...byName.keys()].map((name) => [name, { type: "string", multiple: true }] as const),
    ...Object.entries(ownFlags).map(
      ([name, { value }]) => [name, { type: value ? "string" : "boolean", multiple: name === "from" }] as const,
    ),
  ]);
  const spelt = words.map((word) => word.replace(/^--[^=]+/, (name) => `--${splitCamelCase(name.slice(2))}`));
  const { values, positionals } = readCommandLine(spelt, options, "see --help");
  if (positionals[0] !== undefined)
    throw new UsageError(
      `found "${positionals[0]}", expected a flag such as --title. Put -- before the first flag (npm run new KIND -- --FLAG VALUE), and text with spaces in quotes`,
    );
  if (values.id === "") throw new UsageError("--id needs a value");
  const given: NewArguments["given"] = new Map();
  for (const [name, leaves] of byName)
    for (const value of (values[name] ?? []) as string[]) addValue(given, leaves, name, value);
  return {
    ...(typeof values.id === "string" ? { id: values.id } : {}),
    isDryRun: values["dry-run"] === true,
    isHelp: values.help === true,
    mayAsk: values["no-input"] !== true,
    withSource: values["new-source"] === true,
    from: (values.from ?? []) as string[],
    areRepetitions: values.repetitions === true,
    given,
  };
}

function groupByName(flags: readonly Flag[]): Map<string, Leaf[]> {
  const byName = new Map<string, Leaf[]>();
  for (const { names, leaf } of flags) {
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), leaf]);
  }
  return byName;
}

function addValue(given: NewArguments["given"], leaves: readonly Leaf[], name: string, value: string): void {
  // A list may be said to be empty: --authors=
  if (value === "" && !leaves.every(({ isList }) => isList)) throw new UsageError(`--${name} needs a value`);
  for (const leaf of leaves) {
    const before = given.get(leaf) ?? [];
    if (before.length > 0 && !leaf.isList) throw new UsageError(`--${name} is given twice`);
    given.set(leaf, [...before, value]);
  }
}

function shorten({ path, target }: Leaf): string {
  const last = path.at(-1) === "key()" ? (target ?? path.at(-2)) : path.filter((step) => !/^(0|\*)$/.test(step)).at(-1);
  return splitCamelCase(last ?? "");
}

/**
 * Of leaves with one name the least nested counts, then the required one. Several that are required and refer to the
 * same kind of record are all meant: a source that carries a record carries each of its parts.
 */
function chooseClearest(leaves: readonly Leaf[]): Leaf[] {
  const depth = Math.min(...leaves.map(({ path }) => path.length));
  const outer = leaves.filter(({ path }) => path.length === depth);
  const required = outer.filter(({ isRequired }) => isRequired);
  if (outer.length === 1) return outer;
  const isOneTarget = required.every(({ target }) => target !== undefined && target === required[0]?.target);
  return required.length === 1 || isOneTarget ? required : [];
}

function splitCamelCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/_/g, "-");
}

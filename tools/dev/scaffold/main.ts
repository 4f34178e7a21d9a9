import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suggest } from "../../../advisor/questions/nearest.mjs";
import { checkRecords } from "../../check/check-records.ts";
import { settleDraft, Unsettled } from "../../check/draft/draft.ts";
import { writeYaml } from "../../check/draft/write-yaml.ts";
import type { Finding } from "../../check/rule.ts";
import { loadSchemas } from "../../check/schema/load-schemas.ts";
import { makeWorld, type World } from "../../check/world.ts";
import type { DatasetAnswers } from "../../kit/import/draft-dataset.ts";
import { describeError, runProgram, UsageError } from "../../records/command-line.mjs";
import { fileOf, type Kind, kinds } from "../../records/kinds.ts";
import { loadRecords, parseRecords } from "../../records/load-records.ts";
import { assembleAnswers, findObjections, mergeAnswers, readFrom } from "./answers.ts";
import { count } from "../../../advisor/text.ts";
import type { RecordFile } from "../../records/record.ts";
import { collect, type Collected, refuse } from "./collect.ts";
import { type DialogueStreams, openDialogue, Stopped } from "./interview.ts";
import { type Flag, nameFlags, ownFlags, parseFlags } from "./flags.ts";
import { listLeaves } from "./leaves.ts";

interface NewCall {
  /** The repository. */
  root: string;
  /** ISO date. */
  today: string;
  /** Where somebody can be asked; undefined where nobody can. */
  terminal: DialogueStreams | undefined;
  print(text: string): void;
  printError(text: string): void;
}

/** Writes the draft of a record; returns 0 when it is there, 2 when it cannot be made, 130 when somebody stopped the questions. */
export async function runNew(words: readonly string[], call: NewCall): Promise<0 | 2 | 130> {
  try {
    await make(words, call);
    return 0;
  } catch (error) {
    call.printError(`${describeError(error).replace(/^/gm, "new: ")}\n`);
    return error instanceof Stopped ? 130 : 2;
  }
}

async function make([word, ...rest]: readonly string[], call: NewCall): Promise<void> {
  if (word === "--help" || word === "-h") return call.print(usage);
  const kind = kinds.find((candidate) => candidate === word);
  if (!kind) throw new UsageError(refuseKind(word));
  const schemas = loadSchemas(call.root);
  const flags = nameFlags(listLeaves(kind, schemas));
  const sourceFlags = nameFlags(kind === "source" ? [] : listLeaves("source", schemas), "source.");
  const args = parseFlags(rest, [...flags, ...sourceFlags]);
  if (args.isHelp) return call.print(describeKind(kind, String(schemas.schemaOf(kind).description), flags));
  const world = makeWorld({ set: loadRecords(call.root), schemas, today: call.today });
  const dialogue = call.terminal && args.mayAsk ? openDialogue(call.terminal) : undefined;
  try {
    const from = await readFrom(kind, args);
    for (const problem of from?.problems ?? []) call.printError(`new: ${problem}\n`);
    const collected = await collect({
      kind,
      leaves: flags.map(({ leaf }) => leaf),
      sourceLeaves: sourceFlags.map(({ leaf }) => leaf),
      args,
      imported: from?.answers,
      world,
      root: call.root,
      dialogue,
    });
    const files = collected.map((record) => makeFile(record, record.kind === kind ? from?.answers : undefined, world));
    writeDrafts(files, checkNewFiles(files, world), args.isDryRun, call);
  } finally {
    dialogue?.close();
  }
}

function refuseKind(word: string | undefined): string {
  if (word === undefined) return `name the kind of record\n${usage.trimEnd()}`;
  const near = suggest(word, kinds);
  return `there is no kind "${word}"${near ? `; ${near}` : ""}\n${usage.trimEnd()}`;
}

function makeFile({ kind, id, answers }: Collected, imported: DatasetAnswers | undefined, world: World): RecordFile {
  try {
    const given = assembleAnswers(answers);
    return draftFile(kind, id, imported ? mergeAnswers(imported, given) : given, world);
  } catch (error) {
    if (error instanceof Unsettled) refuse(findObjections(kind, error.data, world));
    throw error;
  }
}

/** Writes the files and says what is left to do in them. */
function writeDrafts(
  files: readonly RecordFile[],
  found: readonly Finding[],
  isDryRun: boolean,
  { root, print, printError }: NewCall,
): void {
  // A new source is written before the record that cites it.
  const findings = found.filter(({ rule }) => rule !== "sources-used");
  const misshapen = findings.filter(({ rule }) => rule === "schema");
  if (misshapen.length > 0) throw new Error(`the draft does not match its schema\n${listFindings(misshapen)}`);
  for (const { file, text } of files) {
    if (isDryRun) print(text);
    else writeNew(join(root, file), text);
  }
  const names = files.map(({ file }) => file);
  const say = isDryRun ? printError : print;
  if (!isDryRun) say(`Wrote ${names.join(" and ")}.\n`);
  if (findings.length === 0)
    say(`Nothing left to fill in.${found.length > 0 ? " Cite the source in a record: no record does yet." : ""}\n`);
  else say(`\n${listFindings(findings)}\nFill in ${count(findings.length, "place")}.`);
  if (isDryRun) return say(`${findings.length > 0 ? " " : ""}Nothing was written (--dry-run).\n`);
  if (findings.length === 0) return;
  const decides = files.some(({ kind }) => kind === "rule" || kind === "question");
  say(
    ` Then: npm run check ${names.join(" ")}\n${decides ? "Test the advice: npm test -- unit advisor\n" : ""}Preview: npm run preview ${names.at(-1)}\n`,
  );
}

/** Never overwrites a file, even one that was written meanwhile. */
function writeNew(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: "wx" });
}

function listFindings(findings: readonly Finding[]): string {
  return findings.map(({ file, line, col, rule, message }) => `${file}:${line}:${col}  ${rule}  ${message}\n`).join("");
}

/** How the command is called. */
const usage = `Usage: npm run new KIND -- [--FLAG VALUE]...

Kinds: ${kinds.join(", ")}
Flags of a kind: npm run new KIND -- --help
A dataset from outputs of a tool: npm run new dataset -- --from run1.json --source SOURCE-ID
`;

/** Lists the flags of a kind, the required fields first. */
function describeKind(kind: Kind, description: string, flags: readonly Flag[]): string {
  const required = flags.filter(({ leaf }) => leaf.isRequired);
  const others = flags.filter(({ leaf }) => !leaf.isRequired);
  return [
    `Usage: npm run new ${kind} -- [--FLAG VALUE]...`,
    "",
    description,
    "On a terminal, the command asks for missing fields. Otherwise it marks them in the draft.",
    "Flags fill in the first entry of a list of entries, or with --from each row. Add other entries in the draft.",
    "A flag that is listed twice fills in both places.",
    "",
    ...Object.entries(ownFlags).map(([name, { value = "", about }]) => align(`--${name} ${value}`, about)),
    "",
    "Required fields:",
    ...required.map(describeFlag),
    "",
    "Optional fields:",
    ...others.map(describeFlag),
    "",
  ].join("\n");
}

function describeFlag({ names: [name = ""], leaf: { schema, words, isList } }: Flag): string {
  const choice = words.accepted.length > 0 ? ` One of: ${words.accepted.join(", ")}.` : "";
  const whole = schema.type === "integer" ? " A whole number." : "";
  return align(
    `--${name} VALUE`,
    `${words.description}${choice}${whole}${isList ? ` May be repeated; --${name}= for none.` : ""}`,
  );
}

function align(flag: string, about: string): string {
  return `  ${flag.padEnd(30)}  ${about}`;
}

/** Writes the text of a new record: what is known in its place, the rest as a placeholder. */
function draftFile(kind: Kind, id: string, answers: unknown, { schemas }: World): RecordFile {
  const text = writeYaml(kind, settleDraft({ kind, schemas, answers }));
  return { kind, id, file: fileOf(kind, id), text };
}

/** Finds what is wrong with new files, and what is left to be filled in, as the check will once they are there. */
function checkNewFiles(files: readonly RecordFile[], world: World): Finding[] {
  const { records, unreadable, problems } = parseRecords(files);
  const { set, schemas, today } = world;
  return checkRecords(
    makeWorld({
      set: {
        ...set,
        records: [...set.records, ...records],
        unreadable: [...set.unreadable, ...unreadable],
        problems: [...set.problems, ...problems],
      },
      schemas,
      today,
      files: new Set(files.map(({ file }) => file)),
    }),
  );
}

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

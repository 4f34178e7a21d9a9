import { UsageError } from "../../records/command-line.mjs";
import type { Complaint } from "../../check/rule.ts";
import type { World } from "../../check/world.ts";
import { assembleAnswers, findObjections, readValue, isImported } from "./answers.ts";
import { type Dialogue, type Answers, interview } from "./interview.ts";
import type { NewArguments } from "./flags.ts";
import type { DatasetAnswers } from "../../kit/import/draft-dataset.ts";
import { type Leaf, suggestAnswer } from "./leaves.ts";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openId } from "../../check/placeholders.ts";
import { fileOf, type Kind } from "../../records/kinds.ts";
import { findFreeId, idWords } from "../../records/words.ts";

/** What is known of a record that is to be written. */
export interface Collected {
  kind: Kind;
  id: string;
  answers: Answers;
}

interface Collection {
  kind: Kind;
  leaves: readonly Leaf[];
  /** Fields of a source that may be written along with the record. */
  sourceLeaves: readonly Leaf[];
  args: NewArguments;
  /** What files of measuring tools say of the record; undefined where none are given. */
  imported: DatasetAnswers | undefined;
  world: World;
  root: string;
  /** Undefined where nobody can be asked. */
  dialogue: Dialogue | undefined;
}

/** Collects what is known of a record, from the command line and by asking; a new source that it cites comes before it. */
export async function collect(collection: Collection): Promise<Collected[]> {
  const { kind, leaves, sourceLeaves, args, imported, world, root, dialogue } = collection;
  const [answers, ofSource] = [readGiven(args, leaves), readGiven(args, sourceLeaves)];
  if (args.id !== undefined) takeId(kind, args.id, root);
  const given = findNewSource(args, leaves, answers, ofSource, root);
  refuse([
    ...findObjections(kind, assembleAnswers(answers), declareSource(world, given)),
    ...findObjections("source", assembleAnswers(ofSource), world),
  ]);
  dialogue?.say(`${preamble}\n`);
  const open = imported ? leaves.filter((leaf) => !isImported(leaf, imported)) : leaves;
  const newSource = (dialogue && (await interview(kind, open, answers, world, dialogue))) ?? given;
  addSuggestions(kind, leaves, answers, world);
  const title = leaves.find(({ path: [first = ""] }) => titleFields.has(first));
  const id = args.id ?? (await chooseId(kind, String((title && answers.get(title)) ?? ""), root, dialogue));
  const record = { kind, id, answers };
  if (newSource === undefined) return [record];
  if (dialogue) {
    dialogue.say(`\nNow the source ${newSource}.\n`);
    await interview("source", sourceLeaves, ofSource, world, dialogue);
  }
  addSuggestions("source", sourceLeaves, ofSource, world);
  return [{ kind: "source", id: newSource, answers: ofSource }, record];
}

const preamble = "Press Enter to skip a question, ? to list the answers, Ctrl-C to stop without writing.";

/** Rejects invalid answers, and reports all of them in one error. */
export function refuse(objections: readonly Complaint[]): void {
  if (objections.length === 0) return;
  const undeclared = objections.flatMap((objection) => objection.undeclared ?? []);
  const isSource = undeclared.includes("source");
  const isOther = undeclared.some((kind) => kind !== "source");
  const lines = objections.map(({ message, help }) => `${message}${help ? `; ${help}` : ""}`);
  throw new UsageError(
    [
      ...lines,
      ...(isSource ? ["use --new-source to write a new source"] : []),
      ...(isOther ? ["if two new records name each other, leave the field out of the first and add it later"] : []),
    ].join("\n"),
  );
}

function readGiven({ given }: NewArguments, leaves: readonly Leaf[]): Answers {
  return new Map(
    leaves.flatMap((leaf) => {
      const words = given.get(leaf);
      return words ? [[leaf, readValue(words, leaf)] as const] : [];
    }),
  );
}

/** The id of the source that is to be written as well, if one is. */
function findNewSource(
  { withSource }: NewArguments,
  leaves: readonly Leaf[],
  answers: Answers,
  ofSource: Answers,
  root: string,
): string | undefined {
  if (!withSource && ofSource.size > 0) throw new UsageError("fields of a source require --new-source");
  if (!withSource) return undefined;
  const id = leaves
    .filter(({ target }) => target === "source")
    .map((leaf) => answers.get(leaf))
    .find((answer) => answer !== undefined);
  if (id === undefined) throw new UsageError("--new-source requires --source ID, the id of the new source");
  return takeId("source", String(id), root);
}

function declareSource(world: World, id: string | undefined): World {
  if (id === undefined) return world;
  return { ...world, ids: new Map([...world.ids, ["source", new Set([...(world.ids.get("source") ?? []), id])]]) };
}

function addSuggestions(kind: Kind, leaves: readonly Leaf[], answers: Answers, world: World): void {
  for (const leaf of leaves) {
    const suggestion = answers.has(leaf) ? undefined : suggestAnswer(kind, leaf, world);
    if (suggestion !== undefined) answers.set(leaf, readValue([suggestion], leaf));
  }
}

/** The fields that hold the title of a record; a kind has one of them. */
const titleFields: ReadonlySet<string> = new Set(["title", "name", "claim", "label"]);

/** Chooses the id: made from the title, unless the user types another. */
async function chooseId(kind: Kind, title: string, root: string, dialogue: Dialogue | undefined): Promise<string> {
  const proposed = findFreeId(makeId(title) || `new-${kind}`, (id) => isTaken(kind, id, root));
  if (!dialogue) return proposed;
  dialogue.say("\nFile name and address of the record.\n");
  for (;;) {
    const typed = await dialogue.ask(`id [${proposed}]: `);
    if (typed === "") return proposed;
    try {
      return takeId(kind, typed, root);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      dialogue.say(`  ${error.message}\n`);
    }
  }
}

/** Takes an id as it was given, or says why it cannot be that of a new record. */
function takeId(kind: Kind, id: string, root: string): string {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
    throw new UsageError(`the id "${id}" is not in kebab-case. Try ${makeId(id) || `new-${kind}`}`);
  if (id === openId) throw new UsageError(`the id "${openId}" is reserved for placeholders. Use another id`);
  if (!isTaken(kind, id, root)) return id;
  const isGone = /^tombstone:/m.test(readFileSync(join(root, fileOf(kind, id)), "utf8"));
  const why = isGone ? "is the id of a removed record, and ids are never reused" : "already exists";
  throw new UsageError(
    `${fileOf(kind, id)} ${why}; a free id is ${findFreeId(id, (another) => isTaken(kind, another, root))}`,
  );
}

/** Makes an id from a title: its first words, without characters that are not allowed in an address. */
function makeId(title: string): string {
  const words = idWords(title);
  let id = words.shift() ?? "";
  for (const word of words) {
    if (id.length + 1 + word.length > longest) break;
    id = `${id}-${word}`;
  }
  return id.slice(0, longest);
}

/** Longest generated id: longer ids are hard to read in an address. */
const longest = 48;

/** An existing file occupies its id, even if the file is invalid or a tombstone. */
function isTaken(kind: Kind, id: string, root: string): boolean {
  return existsSync(join(root, fileOf(kind, id)));
}

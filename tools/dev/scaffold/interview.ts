// Asks on a terminal for the missing fields of a record.
import { suggest } from "../../../advisor/questions/nearest.mjs";
import { show } from "../../check/schema/words.ts";
import type { World } from "../../check/world.ts";
import { type Kind, kinds } from "../../records/kinds.ts";
import { assembleAnswers, findObjections, readValue } from "./answers.ts";
import { type Leaf, suggestAnswer } from "./leaves.ts";
import type { Scalar } from "../../check/draft/placeholder.ts";
import { ToolError } from "../../records/command-line.mjs";
import { createInterface } from "node:readline";

export type Answers = Map<Leaf, Scalar | Scalar[]>;

/** Asks for the open fields worth a question. Returns the id of a source to create along with the record. */
export async function interview(
  kind: Kind,
  leaves: readonly Leaf[],
  answers: Answers,
  world: World,
  dialogue: Dialogue,
): Promise<string | undefined> {
  let newSource: string | undefined;
  for (const leaf of leaves.filter((candidate) => isAsked(candidate) && !answers.has(candidate))) {
    const outcome = await askFor(kind, leaf, world, dialogue);
    if (!outcome) continue;
    answers.set(leaf, outcome.value);
    newSource ??= outcome.newSource;
  }
  return newSource;
}

/** Top-level fields, references to other records, and fields that select the kind of row. The rest is left to an editor. */
function isAsked({ path, isRequired, isChoice, target }: Leaf): boolean {
  return path.length === 1 || isChoice || (isRequired && target !== undefined);
}

interface Outcome {
  value: Scalar | Scalar[];
  newSource?: string;
}

/** Asks until the answer is one that the field can have, or none is given. */
async function askFor(kind: Kind, leaf: Leaf, world: World, dialogue: Dialogue): Promise<Outcome | undefined> {
  const known = listChoices(leaf, world);
  const preset = suggestAnswer(kind, leaf, world);
  dialogue.say(`\n${describe(leaf, known)}\n`);
  for (;;) {
    const typed = await dialogue.ask(`${nameOf(leaf)}${preset ? ` [${preset}]` : ""}: `, known);
    if (typed === "?") {
      dialogue.say(`${known.length > 0 ? known.join(", ") : "this question has no list of answers"}\n`);
      continue;
    }
    const text = typed === "" ? preset : typed;
    if (text === undefined) return undefined;
    const value = readValue([leaf.isList && text === "-" ? "" : text], leaf);
    if (
      leaf.target === "source" &&
      !leaf.isList &&
      isFreeId(text, world) &&
      (await offersSource(text, known, dialogue))
    )
      return { value, newSource: text };
    const objections = findObjections(kind, assembleAnswers(new Map([[leaf, value]])), world);
    if (objections.length === 0) return { value };
    for (const { message, help } of objections) dialogue.say(`  ${message}${help ? `; ${help}` : ""}\n`);
  }
}

/** Values that "?" lists and the tab key completes: listed values, or ids of records. */
function listChoices({ words, target, otherWords }: Leaf, { ids }: World): string[] {
  const kind = kinds.find((candidate) => candidate === target);
  return kind ? [...(ids.get(kind) ?? []), ...otherWords] : words.accepted.map(String);
}

function describe({ words, isRequired, isList, target, schema }: Leaf, known: readonly string[]): string {
  const several = isList
    ? ` Several: separate them with ${schema.pattern || words.accepted.length > 0 ? "commas" : "semicolons"}, - for none.`
    : "";
  // An id must be one of the existing ids.
  const isShown = words.example !== undefined && words.accepted.length === 0 && !target;
  const example = isShown ? ` For example: ${show(words.example)}` : "";
  const choice =
    known.length > 0 && known.length <= 12 ? ` One of: ${known.join(", ")}.` : target ? " Enter ? for a list." : "";
  return `${isRequired ? "" : "Optional. "}${words.description}${example}${choice}${several}`;
}

function nameOf({ path, target }: Leaf): string {
  const last = path.at(-1) ?? "";
  return last === "key()" ? (target ?? path.at(-2) ?? "") : last;
}

function isFreeId(text: string, { ids }: World): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && !ids.get("source")?.has(text);
}

async function offersSource(id: string, known: readonly string[], dialogue: Dialogue): Promise<boolean> {
  const near = suggest(id, known);
  dialogue.say(`  there is no source "${id}"${near ? `; ${near}` : ""}\n`);
  const answer = await dialogue.ask("Write the source too? [y/N]: ", ["yes", "no"]);
  return /^y(es)?$/i.test(answer);
}

/** Thrown when somebody stops a dialogue: nothing has been written. */
export class Stopped extends ToolError {
  constructor() {
    super("stopped, no file written", 130);
  }
}

/** A dialogue on a terminal, or on streams that replace one in tests. */
export interface Dialogue {
  say(text: string): void;
  /** Returns the answer without spaces around it, empty when there is none, also once the input has ended. */
  ask(prompt: string, choices?: readonly string[]): Promise<string>;
  close(): void;
}

export interface DialogueStreams {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/** Opens a dialogue. On a terminal the tab key completes the choices of a question. */
export function openDialogue({ input, output }: DialogueStreams): Dialogue {
  let choices: readonly string[] = [];
  let [isStopped, isEnded] = [false, false];
  const lines = createInterface({
    input,
    output,
    completer: (line: string) => [choices.filter((choice) => choice.startsWith(line)), line],
  });
  // Queue lines that arrive before a question: readline's own question() would drop them.
  const arriving = lines[Symbol.asyncIterator]();
  lines.once("close", () => (isEnded = true));
  lines.on("SIGINT", () => {
    isStopped = true;
    lines.close();
  });
  return {
    say: (text) => void output.write(text),
    async ask(prompt, offered = []) {
      choices = offered;
      lines.setPrompt(prompt);
      if (isEnded) output.write(`${prompt}\n`);
      else lines.prompt();
      const { value, done } = await arriving.next();
      if (isStopped) throw new Stopped();
      return done ? "" : value.trim();
    },
    close: () => lines.close(),
  };
}

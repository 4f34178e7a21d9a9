import type { Path } from "../../records/record.ts";
import { suggest } from "../nearest.ts";
import type { Words } from "../rule.ts";
import { writeValue } from "../fix/write-value.ts";
import { findSynonym } from "../synonyms.ts";
import { isMapping } from "../select.ts";
import type { Description, FaultContext } from "./describe-fault.ts";
import { findField, listKinds } from "./fields.ts";
import type { Fault } from "./find-faults.ts";
import { describePattern } from "./describe-pattern.ts";
import { describeType } from "./describe-type.ts";
import { sayUnknown } from "./say-unknown.ts";
import { nameField, show } from "./words.ts";

/** Basic objections come first: there is no use in saying that a list is too short to someone who wrote no list. */
const ranks = ["type", "discriminator", "const", "enum", "format", "pattern"];

/** Says what is wrong with a value, or with the name of a key. */
export function describeValue(fault: Fault, holder: Path, context: FaultContext): Description {
  const { error } = fault;
  const { path, value, onKey } = findPlace(fault, holder, context);
  const words = describeWords(fault, path, value, context);
  const rank = ranks.indexOf(error.keyword);
  // Of two lists of accepted values the one for this case is the shorter, and the one to choose from.
  const conditional = fault.condition === "" ? 0 : error.keyword === "enum" ? -0.5 : 0.5;
  return { sort: "value", path, onKey, rank: (rank === -1 ? ranks.length : rank) + conditional + 2, ...words };
}

/** A repeated item is at fault itself, not the list; so is a key whose name is wrong. */
function findPlace(
  { error }: Fault,
  holder: Path,
  { record }: FaultContext,
): { path: Path; value: unknown; onKey: boolean } {
  if (error.propertyName !== undefined)
    return { path: [...holder, error.propertyName], value: error.propertyName, onKey: true };
  if (error.keyword === "uniqueItems" && Array.isArray(error.data)) {
    const index = Math.max(Number(error.params.i), Number(error.params.j));
    return { path: [...holder, index], value: error.data[index], onKey: false };
  }
  if (error.keyword === "discriminator") {
    const tag = String(error.params.tag);
    return { path: [...holder, tag], value: error.params.tagValue, onKey: false };
  }
  return { path: holder, value: holder.length === 0 ? record.data : error.data, onKey: false };
}

function describeWords(fault: Fault, path: Path, value: unknown, context: FaultContext): Words {
  const { error, condition } = fault;
  const name = nameField(path);
  const limit = String(error.params.limit);
  const count = Array.isArray(value)
    ? value.length
    : isMapping(value)
      ? Object.keys(value).length
      : String(value).length;
  switch (error.keyword) {
    case "type":
      return describeType(fault, path, value, context);
    case "enum":
      return {
        message: `${name} is ${show(value)}, which is not accepted${condition}`,
        ...chooseWord(fault, path, value, error.schema as unknown[], context),
      };
    case "discriminator":
      return {
        message: `${name} is ${show(value)}, which is not accepted`,
        ...chooseWord(fault, path, value, listKinds(error.parentSchema ?? {}, context.schemas), context),
      };
    case "const":
      return { message: `${name} must be ${show(error.schema)}${condition}, found ${show(value)}` };
    case "pattern":
    case "format":
      return describePattern(fault, path, value, context);
    case "minLength":
      return {
        message: `${name} is too short: ${count} characters, at least ${limit}`,
        ...explain(path, fault, context),
      };
    case "maxLength":
      return {
        message: `${name} is too long: ${count} characters, at most ${limit}`,
        ...explain(path, fault, context),
      };
    case "minItems":
    case "minProperties":
      return { message: `${name} has too few entries: ${count}, at least ${limit}`, ...explain(path, fault, context) };
    case "uniqueItems":
      return { message: `${name} repeats ${show(value)}`, help: "list each value once" };
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return {
        message: `${name} is ${show(value)}, ${bounds[error.keyword]} ${limit} is allowed`,
        ...explain(path, fault, context, value === 0 ? sayUnknown(path, context) : undefined),
      };
    default:
      return { message: `${name} ${error.message ?? "is not accepted"}${condition}`, ...explain(path, fault, context) };
  }
}

const bounds = {
  minimum: "at least",
  maximum: "at most",
  exclusiveMinimum: "only more than",
  exclusiveMaximum: "only less than",
};

/** Names the accepted word that was meant, and writes it where another spelling of it stands. */
function chooseWord(
  { error }: Fault,
  path: Path,
  value: unknown,
  accepted: readonly unknown[],
  { record }: FaultContext,
): Pick<Words, "help" | "fix"> {
  const words = accepted.map(String);
  const synonym = findSynonym(String(value), words);
  const hint = synonym === undefined ? suggest(String(value), words) : `write "${synonym.word}".`;
  const help = `${hint} accepted: ${words.join(", ")}`.trim();
  const meant = synonym?.isSame ? accepted.find((word) => String(word) === synonym.word) : undefined;
  const isWord = typeof meant === "string" || typeof meant === "number";
  const fix = isWord && error.propertyName === undefined ? writeValue(record, path, meant) : undefined;
  return { help, ...(fix ? { fix } : {}) };
}

/** What the field is about, as the schema describes it. */
function explain(
  path: Path,
  { alternatives }: Fault,
  { record, schema, schemas }: FaultContext,
  hint?: string,
): { help?: string } {
  const description = findField(schema, record.data, path, schemas)?.description;
  const also = alternatives.length > 0 ? `Also accepted: ${alternatives.join(", ")}` : undefined;
  const help = [hint && `${hint}.`, description, also].filter(Boolean).join(" ");
  return help ? { help } : {};
}

import { count } from "../../../advisor/text.ts";
import type { ErrorObject } from "ajv";
import type { AnyRecord, Path, Tombstone } from "../../records/record.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";
import type { SchemaSet } from "./schema-set.ts";
import type { Complaint } from "../rule.ts";
import { isSameWord, suggest } from "../../../advisor/questions/nearest.mjs";
import type { Words } from "../rule.ts";
import { writeValue } from "../fix/write-value.ts";
import { findSynonym } from "../synonyms.ts";
import { toKebabCase } from "../names.ts";
import { isMapping } from "../select.ts";
import { findField, findSchema, listFields, listKinds, listOf } from "./fields.ts";
import { nameExpected, nameField, nameFound, show } from "./words.ts";
import { fixType, readDecimal } from "./fix-type.ts";
import { readDate } from "../dates.ts";
import { scaleOf } from "../unit-table.ts";

/** What is wrong, in words. */
export interface Description extends Complaint {
  sort: "missing-field" | "unknown-field" | "value";
  /** Order of importance among objections to the same place. */
  rank: number;
}

/** One of the validator's errors that is worth a message. */
export interface Fault {
  error: ErrorObject;
  /** Under which condition the schema asks for this: ` where "support" is "unknown"`. */
  condition: string;
  /** Other schemas that the place accepts, such as the word "unknown". */
  alternatives: JsonSchema[];
}

/** What words about a fault are made from. */
export interface FaultContext {
  record: AnyRecord | Tombstone;
  /** Schema of the record. */
  schema: JsonSchema;
  schemas: SchemaSet;
  /** Lists the ids that the field at a path may cite; none where it cites nothing. */
  listIds?(path: Path): readonly string[];
  /** Ids of the questions, for a field of a situation that rules cannot depend on. */
  questionIds?: Iterable<string>;
}

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
  return {
    sort: "value",
    path,
    onKey,
    isTooShort: error.keyword === "minItems" || undefined,
    rank: (rank === -1 ? ranks.length : rank) + conditional + 2,
    ...words,
  };
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
  const size = Array.isArray(value)
    ? value.length
    : isMapping(value)
      ? Object.keys(value).length
      : String(value).length;
  switch (error.keyword) {
    case "type":
      return describeType(fault, path, value, context);
    case "enum":
      return {
        message: isQuotedNumber(value, error.schema as unknown[])
          ? `${name} is the text ${show(value)}, not a number`
          : `${name} is ${show(value)}, which is not accepted${condition}`,
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
        message: `${name} is too short: ${count(size, "character")}, at least ${limit}`,
        help: explain(path, fault, context),
      };
    case "maxLength":
      return {
        message: `${name} is too long: ${count(size, "character")}, at most ${limit}`,
        help: explain(path, fault, context),
      };
    case "minItems":
    case "minProperties":
      return {
        message: `${name} has too few entries: ${size}, at least ${limit}`,
        help: explain(path, fault, context),
      };
    case "uniqueItems":
      return { message: `${name} repeats ${show(value)}`, help: "list each value once" };
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return {
        message: `${name} is ${show(value)}, ${bounds[error.keyword]} ${limit} is allowed`,
        help: explain(path, fault, context, value === 0 ? sayUnknown(path, context) : undefined),
      };
    default:
      return {
        message: `${name} ${error.message ?? "is not accepted"}${condition}`,
        help: explain(path, fault, context),
      };
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
  const hint = isQuotedNumber(value, accepted)
    ? `write ${value} without quotes.`
    : synonym === undefined
      ? suggestWord(String(value), words)
      : `write "${synonym.word}".`;
  const help = `${hint} accepted: ${words.join(", ")}`.trim();
  const meant = synonym?.isSame ? accepted.find((word) => String(word) === synonym.word) : undefined;
  const isWord = typeof meant === "string" || typeof meant === "number";
  const fix = isWord && error.propertyName === undefined ? writeValue(record, path, meant) : undefined;
  return { help, fix };
}

/** Whether a text has the digits of an accepted number. */
function isQuotedNumber(value: unknown, accepted: readonly unknown[]): value is string {
  return typeof value === "string" && accepted.some((word) => typeof word === "number" && String(word) === value);
}

/** The nearest word; of a unit that is known only one that means the same, for a number beside another would be false. */
function suggestWord(written: string, accepted: readonly string[]): string {
  const { base, factor } = scaleOf(written);
  if (base === written) return suggest(written, accepted);
  const [unit] = accepted
    .filter((word) => scaleOf(word).base === base)
    .sort((a, b) => scaleOf(b).factor - scaleOf(a).factor);
  if (unit === undefined) return `${written} is a unit of another quantity.`;
  return `convert the number: 1 ${written} is ${factor / scaleOf(unit).factor} ${unit}; write the number as printed in quotedAs.`;
}

/** What the field is about, as the schema describes it. */
function explain(
  path: Path,
  { alternatives }: Fault,
  { record, schema, schemas }: FaultContext,
  hint?: string,
): string | undefined {
  const description = findField(schema, record.data, path, schemas)?.description;
  const also = alternatives.length > 0 ? `Also accepted: ${alternatives.map(nameExpected).join(", ")}` : undefined;
  const help = [hint && `${hint}.`, description, also].filter(Boolean).join(" ");
  return help || undefined;
}

/** Says that a value is of the wrong type, and how the same thing is written rightly where that is clear. */
function describeType({ error, alternatives }: Fault, path: Path, value: unknown, context: FaultContext): Words {
  const { record } = context;
  const spelling = record.spellingOf(path);
  if (path.length === 0 && (value === null || value === undefined)) {
    return { message: "the record is empty", help: "copy the fields from another record of this kind" };
  }
  if (path.length === 0)
    return {
      message: `the record must be a mapping, found ${nameFound(value, spelling)}`,
      help: "write each field on its own line, as `name: value`",
    };
  const type = error.params.type as unknown;
  const accepted = type === undefined ? alternatives : [{ type }, ...alternatives];
  const expected = accepted.map(nameExpected).join(" or ");
  // A schema with a fixed value or a list of values does not accept all values of its type.
  const types = accepted.map((schema) => (schema.const === undefined && !schema.enum ? schema.type : undefined));
  const isOpen = typeof value === "string" && /^(unknown|n\/?a|none|\?+|-+)$/i.test(value);
  const help =
    (isOpen ? sayUnknown(path, context) : undefined) ??
    (value === null ? suggestValue(path, context) : undefined) ??
    suggestSpelling(
      types,
      value,
      spelling,
      findField(context.schema, record.data, path, context.schemas)?.example,
      findSchema(context.schema, record.data, [...path.slice(0, -1), "unit"], context.schemas) !== undefined,
    ) ??
    (types.includes("object") ? suggestMapping(path, value, context) : undefined);
  const fix = fixType(error, path, value, record);
  return { message: `${nameField(path)} must be ${expected}, found ${nameFound(value, spelling)}`, help, fix };
}

function suggestSpelling(
  types: readonly unknown[],
  value: unknown,
  spelling: string | undefined,
  example: unknown,
  hasUnit: boolean,
): string | undefined {
  if (types.includes("string") && (typeof value === "number" || typeof value === "boolean")) {
    return `put it in quotes: '${spelling ?? String(value)}'`;
  }
  if ((types.includes("number") || types.includes("integer")) && typeof value === "string")
    return suggestNumber(value, example, hasUnit);
  if (typeof value === "number" && !Number.isFinite(value))
    return "leave the field out if the number is not known; the calculation has no valid result";
  if (types.includes("boolean") && typeof value === "string" && /^(yes|no|on|off|true|false)$/i.test(value)) {
    return `write ${/^(yes|on|true)$/i.test(value)} without quotes`;
  }
  if (types.includes("array") && typeof value === "string")
    return `start each entry with "- " on its own line, even a single entry`;
  return undefined;
}

/** Says what to do about a key without a value; a key that is always required cannot be removed. */
function suggestValue(path: Path, { record, schema, schemas }: FaultContext): string {
  const holder = findSchema(schema, record.data, path.slice(0, -1), schemas);
  const isRequired = holder !== undefined && listOf<unknown>(schemas.resolve(holder).required).includes(path.at(-1));
  if (!isRequired) return "add a value, or remove the key if it is optional";
  const example = findField(schema, record.data, path, schemas)?.example;
  return example === undefined ? "add a value" : `add a value, for example: ${show(example)}`;
}

/** Shows the fields that a mapping needs, with the text that was found in the one that takes any text. */
function suggestMapping(path: Path, value: unknown, { record, schema, schemas }: FaultContext): string | undefined {
  const wanted = findSchema(schema, record.data, path, schemas);
  if (!wanted) return undefined;
  const fields = listFields(wanted, {}, schemas);
  const required = listOf<string>(schemas.resolve(wanted).required).filter((name) => fields[name]);
  if (required.length === 0) return suggestRange(value, fields, schemas);
  const free = required.filter((name) => isFreeText(schemas.resolve(fields[name] ?? {})));
  const parts = required.map((name) => {
    const field = fields[name] ?? {};
    const example = listOf<unknown>(field.examples ?? schemas.resolve(field).examples)[0];
    return `${name}: ${name === free.at(-1) && typeof value === "string" ? show(value) : isPlain(example) ? String(example) : "..."}`;
  });
  return `write its fields, such as { ${parts.join(", ")} }`;
}

/** The bound that a sign means. */
const boundOfSign: { readonly [sign: string]: string } = {
  ">": "above",
  ">=": "atLeast",
  "≥": "atLeast",
  "<": "below",
  "<=": "atMost",
  "≤": "atMost",
};

/** Shows how a range is written, with the sign and the number that were found. */
function suggestRange(
  value: unknown,
  fields: { readonly [name: string]: JsonSchema },
  schemas: SchemaSet,
): string | undefined {
  const names = Object.keys(fields);
  if (!("atLeast" in fields)) return undefined;
  const [, sign = "", number = ""] = /^\s*([<>]=?|[≥≤])?\s*(\d+(?:\.\d+)*)\s*$/.exec(String(value)) ?? [];
  const meant = boundOfSign[sign] ?? "";
  const name = meant in fields ? meant : (names[0] ?? "");
  const isText = schemas.resolve(fields[name] ?? {}).type === "string";
  const bound = number === "" ? "..." : isText ? `'${number}'` : number;
  return `write ${name}: ${bound} (also ${names.filter((other) => other !== name).join(", ")})`;
}

/** Whether an example fits into one word of a message. */
function isPlain(example: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof example);
}

function isFreeText(field: JsonSchema): boolean {
  return field.type === "string" && field.enum === undefined;
}

const months = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*";
/** 1-Feb, 09. Apr, Apr 09 and 1/2/13: what spreadsheets make of 1.2 and the like. */
const spreadsheetDate = new RegExp(`^(?:\\d{1,2}[-. /]+(?:${months}|\\d{1,2}[-./])|${months}[-. /]+\\d)`, "i");

/** A number in words, by its place. */
const numberWords = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

function suggestNumber(value: string, example: unknown, hasUnit: boolean): string {
  const word = numberWords.indexOf(value.trim().toLowerCase());
  if (word >= 0) return `write ${word}`;
  if (/^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)/.test(value))
    return "this is a spreadsheet error; copy the number from the source";
  if (spreadsheetDate.test(value)) return "spreadsheets turn numbers into dates; copy the number from the source";
  if (/^[+-]?\d+([.,]\d+)?\s?[kKMG]$/.test(value.trim()))
    return `write all digits instead of k, M or G${hasUnit ? ", or use a unit with the factor, such as kpackets/s" : ""}`;
  const compact = value.trim().replace(/^~|\s/g, "");
  const readings = readDecimal(compact);
  if (readings.length > 1) return `it may be ${readings.join(" or ")}: write the number that the source means`;
  const grouped = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(compact)
    ? compact.replaceAll(",", "")
    : compact.replace(/^([+-]?\d+),(\d+)$/, "$1.$2");
  const numbers = grouped.match(/(?:^[+-])?\d+(\.\d+)?/g) ?? [];
  const number = numbers.length === 1 ? numbers[0] : undefined;
  if (number === undefined && !/\d/.test(value) && typeof example === "number")
    return `write digits, such as ${example}`;
  if (number === undefined) return "write digits only, with a point before decimals";
  return `write ${number} without quotes, with a point before decimals and without its unit`;
}

/** Says how a record leaves a number open, where its schema has a list for the names of such fields. */
function sayUnknown(path: Path, { record, schema, schemas }: FaultContext): string | undefined {
  const list = findSchema(schema, record.data, [...path.slice(0, -1), "unknown"], schemas);
  const items = list && schemas.resolve(list).items;
  const names: unknown = isMapping(items) ? schemas.resolve(items).enum : undefined;
  const name = path.at(-1);
  if (!Array.isArray(names) || !names.includes(name)) return undefined;
  return `if it is not known, leave it out and write unknown: [${String(name)}]`;
}

/** Says that text is not written as it should be, with the schema's own words for how it should. */
function describePattern(
  { error, alternatives }: Fault,
  path: Path,
  value: unknown,
  { record, schema, schemas, listIds }: FaultContext,
): Words {
  const isKey = error.propertyName !== undefined;
  const written = String(value);
  const markup = /<[A-Za-z/!?]/.exec(written);
  if (error.schema === markupFree && markup) {
    return {
      message: `${nameField(path)} holds "${markup[0]}"`,
      help: "remove the markup; for less than, put a space after the <, as in a < b",
    };
  }
  const isAddress = error.keyword === "format" || error.parentSchema?.format === "uri";
  const title = isAddress ? "address" : String(error.parentSchema?.title ?? "").toLowerCase();
  const message = `${isKey ? "the key" : `${nameField(path)} is`} ${show(value)}${isKey ? "" : ", which"} is not ${title ? `a valid ${title}` : "accepted"}`;
  const field = findField(schema, record.data, path, schemas);
  const description = String(error.parentSchema?.description ?? field?.description ?? "");
  const example = (error.parentSchema?.examples as unknown[] | undefined)?.[0] ?? field?.example;
  const dates = title === "date" && !isKey ? readDate(written) : [];
  const [id, ...otherIds] = (listIds?.(path) ?? []).filter((known) => isSameWord(known, written));
  const [right, ...others] = id === undefined ? dates : [id, ...otherIds];
  const fix = right !== undefined && others.length === 0 && !isKey ? writeValue(record, path, right) : undefined;
  // An id without its kind, perhaps with a row.
  const cited = (listIds?.(path) ?? []).filter((known) => known.endsWith(`:${written.split("/")[0]}`));
  const hints = [
    cited.length === 1 ? `write ${cited[0]?.split(":")[0]}:${written}.` : "",
    dates.length === 1 ? `write ${dates[0]}.` : "",
    dates.length > 1 ? `it may be ${dates.join(" or ")}: write the date that the source means.` : "",
    title === "id" && (id ?? toKebabCase(written)) ? `write ${id ?? toKebabCase(written)}.` : "",
    title === "address" ? suggestAddress(written) : "",
    description,
    example === undefined ? "" : `For example: ${show(example)}`,
    alternatives.length > 0 ? `Also accepted: ${alternatives.map(nameExpected).join(", ")}` : "",
  ];
  return { message, help: hints.filter(Boolean).join(" "), fix };
}

/** The pattern of text without markup in the shared definitions. */
const markupFree = "^([^<]|<+[^<A-Za-z/!?])*<*$";

function suggestAddress(written: string): string {
  const host = "[\\w-]+(?:\\.[\\w-]+)+";
  if (new RegExp(`^${host}(?:/\\S*)?$`).test(written)) return `write https://${written}.`;
  const [, rest] = new RegExp(`^h?t*ps?:?/*(${host}(?:/\\S*)?)$`, "i").exec(written) ?? [];
  return rest ? `write https://${rest}.` : "an address starts with https:// or http://.";
}

// Converts typed answers and output of measuring tools to the data of a record.
import { stringify } from "yaml";
import { isMapping } from "../../check/select.ts";
import { isPlaceholder, openId } from "../../check/placeholders.ts";
import type { Complaint } from "../../check/rule.ts";
import { idsDeclared } from "../../check/rules/references.ts";
import { schema as schemaRule } from "../../check/rules/shape.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";
import { makeWorld, type World } from "../../check/world.ts";
import { fileOf, type Kind } from "../../records/kinds.ts";
import { parseRecord } from "../../records/parse-record.ts";
import type { Leaf } from "./leaves.ts";
import { listOf } from "../../check/schema/fields.ts";
import type { Scalar } from "../../check/draft/placeholder.ts";
import { UsageError } from "../../records/command-line.mjs";
import { importPaths } from "../../kit/import/command.ts";
import { answerDataset, type DatasetAnswers, adviseOnRepetitions } from "../../kit/import/draft-dataset.ts";
import { describeProblem } from "../../kit/import/report.ts";
import type { NewArguments } from "./flags.ts";

/** Turns typed words into the value of a field. Words that do not fit stay text, and the schema check reports them. */
export function readValue(words: readonly string[], leaf: Leaf): Scalar | Scalar[] {
  if (!leaf.isList) return convert(words[0] ?? "", leaf);
  // Ids and listed words hold no comma; in free text it is no separator.
  const { type, pattern = "" } = leaf.schema;
  const isFree = type === "string" && new RegExp(String(pattern), "u").test("two words");
  return words
    .flatMap((word) => word.split(isFree ? /\s*;\s*/ : /[\s,;]+/))
    .filter((word) => word !== "")
    .map((word) => convert(word, leaf));
}

/** Writes answers into a record's data, each at the path of its field. */
export function assembleAnswers(answers: ReadonlyMap<Leaf, Scalar | Scalar[]>): { [key: string]: unknown } {
  const root: { [key: string]: unknown } = {};
  // The entries come first, so that what stands in them finds their names.
  const inOrder = [...answers].sort(
    ([a], [b]) => Number(b.path.at(-1) === "key()") - Number(a.path.at(-1) === "key()"),
  );
  for (const [{ path }, value] of inOrder) place(root, path, value);
  return root;
}

/** Lists what is wrong with answers: violations of the schema and unknown references. Missing fields do not count. */
export function findObjections(kind: Kind, answers: unknown, world: World): Complaint[] {
  const draft = { kind, id: openId, file: fileOf(kind, openId), text: stringify(answers) };
  const { record } = parseRecord(draft);
  if (!record) return [];
  const alone = makeWorld({
    ...world,
    set: { records: [record], tombstones: [], unreadable: [], strays: [], problems: [] },
  });
  const found = new Map<string, Complaint>();
  for (const complaint of [...schemaRule.check(record, alone), ...idsDeclared.check(record, world)]) {
    const place = JSON.stringify(complaint.path);
    if (isAnswered(complaint, record.data) && !isStartedList(complaint, record.data) && !found.has(place))
      found.set(place, complaint);
  }
  return [...found.values()];
}

function convert(word: string, { schema, words }: Leaf): Scalar {
  const listed = words.accepted.find((value) => String(value) === word);
  if (listed !== undefined) return listed as Scalar;
  if ([schema.type].flat().includes("boolean") && /^(true|yes|false|no)$/.test(word))
    return word === "true" || word === "yes";
  return isNumeric(schema) && /^-?\d+(\.\d+)?$/.test(word) ? Number(word) : word;
}

/** A schema may accept a word instead of the number. */
function isNumeric({ type, anyOf }: JsonSchema): boolean {
  const types = [type].flat();
  return types.includes("number") || types.includes("integer") || listOf(anyOf).some((branch) => isNumeric(branch));
}

function place(root: { [key: string]: unknown }, path: readonly string[], value: unknown): void {
  let holder: { [key: string]: unknown } | unknown[] = root;
  for (const [index, step] of path.entries()) {
    const next = path[index + 1];
    if (step === "key()") return void Object.assign(holder, { [String(value)]: null });
    const name = step === "*" ? (Object.keys(holder)[0] ?? openId) : step;
    const inner = holder as { [key: string]: unknown };
    if (next === undefined) inner[name] = value;
    else holder = (inner[name] ??= next === "0" ? [] : {}) as typeof holder;
  }
}

function isAnswered({ path, onKey = false }: Complaint, data: unknown): boolean {
  let value = data;
  for (const step of path) {
    if (!isMapping(value) && !Array.isArray(value)) return false;
    value = (value as { [key: string]: unknown })[step];
  }
  if (path.length === 0 || value === undefined || isPlaceholder(value) || isPlaceholder(path.at(-1))) return false;
  // The name of an entry may be known before what it holds.
  return onKey || value !== null;
}

/** Whether a list of mappings only has too few of them: flags make one, and the draft has the rest as open places. */
function isStartedList({ path, isTooShort }: Complaint, data: unknown): boolean {
  let value = data;
  for (const step of path) value = (value as { [key: string]: unknown } | undefined)?.[step];
  return isTooShort === true && Array.isArray(value) && value.length > 0 && value.every(isMapping);
}

/** Reads the files of `--from`: what they say of a dataset, and what could not be read. */
export async function readFrom(
  kind: Kind,
  { from, areRepetitions }: NewArguments,
): Promise<{ answers: DatasetAnswers; problems: string[] } | undefined> {
  if (from.length === 0) {
    if (areRepetitions) throw new UsageError("--repetitions requires --from FILE");
    return undefined;
  }
  if (kind !== "dataset") throw new UsageError(`--from is only for datasets, not for a ${kind}`);
  const { rows, problems } = await importPaths(from);
  const lines = problems.map(describeProblem);
  if (rows.length === 0) throw new UsageError(lines.join("\n"));
  const hints = adviseOnRepetitions(rows, { areRepetitions });
  return { answers: answerDataset(rows, { areRepetitions }), problems: [...lines, ...hints] };
}

/** Whether the files answer a field of the record; of the rows only the adapter may be open. */
export function isImported({ path }: Leaf, answers: DatasetAnswers): boolean {
  if (path[0] === "measurements")
    return path.at(-1) !== "adapter" || answers.measurements.every(({ adapter }) => adapter !== openId);
  let value: unknown = answers;
  for (const step of path) value = isMapping(value) ? value[step] : undefined;
  return value !== undefined;
}

/** Merges the given answers over the imported ones. An answer for a row applies to every row. */
export function mergeAnswers(
  imported: DatasetAnswers,
  { measurements, ...given }: { [key: string]: unknown },
): DatasetAnswers {
  const [ofRows = {}] = Array.isArray(measurements) ? (measurements as unknown[]) : [];
  return {
    ...(merge(imported, given) as DatasetAnswers),
    measurements: imported.measurements.map((row) => merge(row, ofRows) as DatasetAnswers["measurements"][number]),
  };
}

function merge(under: unknown, over: unknown): unknown {
  if (!isMapping(under) || !isMapping(over)) return over ?? under;
  return {
    ...under,
    ...Object.fromEntries(Object.entries(over).map(([name, value]) => [name, merge(under[name], value)])),
  };
}

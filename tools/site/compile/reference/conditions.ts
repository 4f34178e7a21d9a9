import type { JsonSchema } from "../../../records/read-schemas.ts";
import { isMapping } from "../../../check/select.ts";
import { listAccepted, listLimits } from "./limits.ts";
import { entriesOf, follow, listOf, type Node, type SchemaFiles } from "./schema-files.ts";
import { namesOf } from "./shape.ts";
import { joinWords } from "../../../records/words.ts";

/** What holds for a field only under a condition. */
export interface Conditional {
  /** Path of the field from the mapping that states the condition. */
  path: string;
  /** The condition in words: "if `metric` is `latency`". */
  when: string;
  /** Set when the field is required then. */
  isRequired?: true;
  /** Set when the field must not be there then. */
  isForbidden?: true;
  accepted: string[];
  limits: string[];
}

/** Reads what a mapping's conditions (if, then, else) say about its fields. */
export function listConditionals({ schema, file }: Node, files: SchemaFiles): Conditional[] {
  const parts = [schema, ...listOf(schema.allOf)];
  return parts.flatMap((part) => {
    if (!isMapping(part.if)) return [];
    const then = isMapping(part.then)
      ? describeSchema({ schema: part.then, file }, files, nameCondition(part.if, true))
      : [];
    const otherwise = isMapping(part.else)
      ? describeSchema({ schema: part.else, file }, files, nameCondition(part.if, false))
      : [];
    return [...then, ...otherwise];
  });
}

/** Says a condition in words. */
function nameCondition(condition: JsonSchema, holds: boolean): string {
  const negated = condition.not;
  if (isMapping(negated)) return nameCondition(negated, !holds);
  const fields = entriesOf(condition.properties);
  const required = Array.isArray(condition.required) ? condition.required.map(String) : [];
  const present = required
    .filter((name) => !fields.some(([field]) => field === name))
    .map((name) => `\`${name}\` is ${holds ? "" : "not "}given`);
  const values = fields.map(([name, schema]) => nameValue(name, schema, holds));
  const choices = listOf(condition.anyOf).map((branch) => nameCondition(branch, holds).replace(/^if /, ""));
  const alternatives = choices.length > 0 ? [choices.join(holds ? " or " : " and ")] : [];
  return `if ${[...values, ...present, ...alternatives].join(holds ? " and " : " or ")}`;
}

function nameValue(name: string, schema: JsonSchema, holds: boolean): string {
  const values = "const" in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined;
  if (values)
    return `\`${name}\` is ${holds ? "" : "not "}${joinWords(
      values.map((value) => `\`${String(value)}\``),
      "or",
    )}`;
  const inner = entriesOf(schema.properties).map(([field, part]) => nameValue(`${name}.${field}`, part, holds));
  if (inner.length > 0) return inner.join(holds ? " and " : " or ");
  throw new Error(`a condition on ${name} in data/schema is not supported in words: ${JSON.stringify(schema)}`);
}

/** Walks what a condition asks for; a field may lie deeper than the mapping that states it. */
function describeSchema(node: Node, files: SchemaFiles, when: string, prefix = ""): Conditional[] {
  const { schema, file } = follow(node, files);
  const forbidden = isMapping(schema.not) ? namesOf(schema.not.required) : [];
  const plain = { when, accepted: [], limits: [] };
  return [
    ...namesOf(schema.required).map((name): Conditional => ({ ...plain, path: prefix + name, isRequired: true })),
    ...forbidden.map((name): Conditional => ({ ...plain, path: prefix + name, isForbidden: true })),
    ...Object.entries(isMapping(schema.properties) ? schema.properties : {}).flatMap(([name, part]) =>
      isMapping(part)
        ? describeField({ schema: part, file }, files, when, prefix + name)
        : [{ ...plain, path: prefix + name, isForbidden: true as const }],
    ),
    ...[...listOf(schema.allOf), schema.items]
      .filter(isMapping)
      .flatMap((part) => describeSchema({ schema: part, file }, files, when, prefix)),
  ];
}

function describeField(node: Node, files: SchemaFiles, when: string, path: string): Conditional[] {
  const { schema } = follow(node, files);
  const fixed = "const" in schema ? [String(schema.const)] : [];
  const [accepted, limits] = [[...fixed, ...listAccepted(node, files)], listLimits(node, files)];
  const own = accepted.length + limits.length > 0 ? [{ path, when, accepted, limits }] : [];
  return [...own, ...describeSchema(node, files, when, `${path}.`)];
}

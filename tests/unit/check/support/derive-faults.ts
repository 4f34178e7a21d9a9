import type { SchemaSet } from "../../../../tools/check/schema/schema-set.ts";
import type { JsonSchema } from "../../../../tools/records/read-schemas.ts";
import { fitsType } from "../../../../tools/check/schema/words.ts";
import { isMapping } from "../../../../tools/check/select.ts";
import type { Path } from "../../../../tools/records/record.ts";

/** A way to break exactly one constraint of a valid record. */
export interface Fault {
  node: JsonSchema;
  keyword: string;
  /** The field, for keywords that name fields. */
  detail?: string;
  /** What the record holds at which path instead; undefined removes it. */
  path: Path;
  value: unknown;
  /** Where the finding belongs. */
  place: Path;
  onKey?: boolean;
}

type Walk = (schema: JsonSchema, value: unknown, path: Path) => Fault[];

/** Derives one fault for every constraint that has a say about a valid record. */
export function deriveFaults(root: JsonSchema, data: unknown, schemas: SchemaSet): Fault[] {
  const walk: Walk = (schema, value, path) => {
    const target = schemas.resolve(schema);
    return [
      ...faultsOfValue(target, value, path),
      ...faultsOfFields(target, value, path),
      ...faultsOfList(target, value, path),
      ...faultsOfChoice(target, value, path, schemas, walk),
      ...stepInside(target, value, path, walk),
    ];
  };
  return walk(root, data, []);
}

/** A record's own schema, with the changes that break it: one value in the place of another. */
function faultsOfValue(node: JsonSchema, value: unknown, path: Path): Fault[] {
  const wrong: { [keyword: string]: (limit: never) => unknown } = {
    type: (type: string | string[]) =>
      [12345, "not this", {}].find((candidate) => ![type].flat().some((one) => fitsType(candidate, one))),
    enum: () => "no-such-value",
    const: () => "no-such-value",
    minLength: (limit: number) => "x".repeat(limit - 1),
    maxLength: (limit: number) => String(value).padEnd(limit + 1, "x"),
    pattern: (pattern: string) => (pattern.startsWith("^http") ? "ftp://example.org/page" : "<{?}><b>"),
    format: () => "https://example.org/a b",
    minimum: (limit: number) => limit - 1,
    maximum: (limit: number) => limit + 1,
    exclusiveMinimum: (limit: number) => limit,
    exclusiveMaximum: (limit: number) => limit,
  };
  return Object.entries(wrong)
    .filter(([keyword]) => node[keyword] !== undefined)
    .map(([keyword, make]) => ({ node, keyword, path, value: make(node[keyword] as never), place: path }));
}

function faultsOfFields(node: JsonSchema, value: unknown, path: Path): Fault[] {
  if (!isMapping(value)) return [];
  const missing = (keyword: string, name: string, detail = name): Fault => ({
    node,
    keyword,
    detail,
    path: [...path, name],
    value: undefined,
    place: [...path, name],
  });
  const faults = ((node.required ?? []) as string[]).map((name) => missing("required", name));
  for (const [name, needs] of Object.entries((node.dependentRequired ?? {}) as { [name: string]: string[] })) {
    if (name in value) faults.push(...needs.map((need) => missing("dependentRequired", need, `${name}>${need}`)));
  }
  for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
    if (node[keyword] === false)
      faults.push({
        node,
        keyword,
        path: [...path, "noSuchField"],
        value: "x",
        place: [...path, "noSuchField"],
        onKey: true,
      });
  }
  if (node.propertyNames) {
    const copy = Object.values(value)[0];
    if (copy !== undefined)
      faults.push({
        node,
        keyword: "propertyNames",
        path: [...path, "Not An Id"],
        value: copy,
        place: [...path, "Not An Id"],
        onKey: true,
      });
  }
  if (typeof node.minProperties === "number") {
    const fewer = Object.fromEntries(Object.entries(value).slice(0, node.minProperties - 1));
    faults.push({ node, keyword: "minProperties", path, value: fewer, place: path });
  }
  return faults;
}

function faultsOfList(node: JsonSchema, value: unknown, path: Path): Fault[] {
  if (!Array.isArray(value)) return [];
  const faults: Fault[] = [];
  if (typeof node.minItems === "number")
    faults.push({ node, keyword: "minItems", path, value: value.slice(0, node.minItems - 1), place: path });
  if (node.uniqueItems && value.length > 0)
    faults.push({
      node,
      keyword: "uniqueItems",
      path,
      value: [...(value as unknown[]), value[0]],
      place: [...path, value.length],
    });
  return faults;
}

function faultsOfChoice(node: JsonSchema, value: unknown, path: Path, schemas: SchemaSet, walk: Walk): Fault[] {
  const faults: Fault[] = [];
  const branches = ((node.anyOf ?? []) as JsonSchema[]).map((branch) => schemas.resolve(branch));
  const fields = branches.flatMap((branch) => (branch.required ?? []) as string[]);
  if (fields.length > 0 && isMapping(value)) {
    const present = fields.filter((name) => name in value);
    // With one of the fields only, taking it away breaks the choice and nothing else.
    const [only] = present;
    if (present.length === 1 && only) {
      const removal = { path: [...path, only], value: undefined, place: [...path, fields[0] ?? ""] };
      faults.push(
        { node, keyword: "anyOf", ...removal },
        ...branches.map((branch, index) => ({
          node: branch,
          keyword: "required",
          detail: fields[index] ?? "",
          ...removal,
        })),
      );
    }
  } else if (branches.length > 0) {
    faults.push({ node, keyword: "anyOf", path, value: true, place: path });
    for (const branch of branches) {
      if (branch.const !== undefined) faults.push({ node: branch, keyword: "const", path, value: true, place: path });
      else if (fitsType(value, branch.type)) faults.push(...walk(branch, value, path));
      else if (branch.enum && (branch.enum as unknown[]).includes(value)) faults.push(...walk(branch, value, path));
    }
  }
  if (node.discriminator && isMapping(value)) {
    faults.push({
      node,
      keyword: "discriminator",
      path: [...path, "kind"],
      value: "no-such-kind",
      place: [...path, "kind"],
    });
    const branch = ((node.oneOf ?? []) as JsonSchema[]).find(
      (candidate) => kindOf(schemas.resolve(candidate)) === value.kind,
    );
    if (branch) faults.push(...walk(branch, value, path));
  }
  for (const part of (node.allOf ?? []) as JsonSchema[]) {
    faults.push(...(part.if ? faultsOfCondition(part, node, value, path, walk) : walk(part, value, path)));
  }
  return faults;
}

/** What a condition asks for counts only where it holds; a value it forbids is one that is fine elsewhere. */
function faultsOfCondition(node: JsonSchema, outer: JsonSchema, value: unknown, path: Path, walk: Walk): Fault[] {
  if (!isMapping(node.if) || !isMapping(value)) return [];
  const wanted = Object.entries((node.if.properties ?? {}) as { [name: string]: JsonSchema });
  const holds = wanted.every(([name, schema]) => ((schema.enum ?? [schema.const]) as unknown[]).includes(value[name]));
  if (!holds) return [];
  return walk(node.then as JsonSchema, value, path).map((fault) => {
    const name = String(fault.path.at(-1));
    const elsewhere = (outer.properties as { [name: string]: JsonSchema })[name]?.enum as unknown[];
    const accepted = (fault.node.enum ?? [fault.node.const]) as unknown[];
    return fault.value === undefined
      ? fault
      : { ...fault, value: elsewhere.find((candidate) => !accepted.includes(candidate)) };
  });
}

function stepInside(node: JsonSchema, value: unknown, path: Path, walk: Walk): Fault[] {
  if (Array.isArray(value)) {
    return isMapping(node.items)
      ? value.flatMap((item: unknown, index) => walk(node.items as JsonSchema, item, [...path, index]))
      : [];
  }
  if (!isMapping(value)) return [];
  const properties = (node.properties ?? {}) as { [name: string]: JsonSchema };
  const others = node.additionalProperties;
  return Object.entries(value).flatMap(([name, item]) => {
    const schema = properties[name] ?? (isMapping(others) ? others : undefined);
    return schema ? walk(schema, item, [...path, name]) : [];
  });
}

function kindOf(schema: JsonSchema): unknown {
  return ((schema.properties ?? {}) as { [name: string]: JsonSchema }).kind?.const;
}

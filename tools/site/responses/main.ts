import { type Plural, singularOf } from "../../records/kinds.ts";
import { join } from "node:path";
import * as generator from "typescript-json-schema";
import { removeOthers, writeFiles } from "../../records/write-files.ts";
import { listedInFull } from "../compile/api.ts";
import { listedKinds } from "../compile/records.ts";
import { describeList, type Schema, tidySchema } from "./schemas.ts";
import { describeApi } from "./openapi.ts";

/** What each schema that is no kind of record describes, by the name of its type. */
const others: Readonly<Record<string, string>> = {
  Index: "Index of the API, with the addresses of all other files.",
  Aliases:
    "Spellings of guest operating systems with the ids that they mean. The engine reads more, such as names of products.",
  TombstoneList: "Records that were moved or withdrawn.",
  GoneRecord: "Notice at the address of a record that was moved or withdrawn.",
  Knowledge: "Everything that the engine reads, in one file.",
  Advice: "The advisor's answer for one situation.",
  LeanAdvice:
    "The short answer for one of many VMs (advise --batch --lean). batch-error.schema.json describes the answer for a line that " +
    "cannot be used.",
  BatchError: "The answer for a line that cannot be used (advise --batch).",
};

const shapes = "tools/site/responses/shapes.ts";

/** Writes the schemas of all responses and the OpenAPI description into a repository's build folder. */
export function writeResponses(root: string): void {
  const schemas = listSchemas(root);
  const outputs = new Map(
    [...schemas].map(([name, schema]) => [`static/schema/v1/api/${nameFile(name)}`, print(publish(name, schema))]),
  );
  outputs.set("static/api/v1/openapi.json", print(describeApi(schemas)));
  const build = join(root, "build");
  removeOthers(build, ["static/schema/v1/api"], outputs);
  writeFiles(build, outputs);
}

/** Schemas by the names of their types: of each kind's record and list, and of the other files. */
function listSchemas(root: string): Map<string, Schema> {
  const types = listedKinds.map((kind) => ({ kind, type: nameType(kind) }));
  const names = [...types.map(({ type }) => type), ...Object.keys(others)];
  const made = generateSchemas(
    root,
    names.map((name) => `Api${name}`),
  );
  const find = (name: string): Schema => made.get(`Api${name}`) ?? {};
  return new Map([
    ...types.flatMap(({ kind, type }): [string, Schema][] => [
      [type, { ...find(type), title: type }],
      [`${type}List`, describeList(type, find(type), listedInFull[kind] ?? [])],
    ]),
    ...Object.entries(others).map(([name, description]): [string, Schema] => [
      name,
      { ...find(name), title: name, description },
    ]),
  ]);
}

/** The type of a kind: "adapters" is Adapter. */
function nameType(kind: Plural): string {
  return singularOf(kind).replace(/^./, (letter) => letter.toUpperCase());
}

/** The file of a type: TombstoneList is tombstone-list.schema.json. */
function nameFile(type: string): string {
  return `${type.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}.schema.json`;
}

function publish(name: string, { title, description, ...schema }: Schema): Schema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: nameFile(name),
    title,
    description,
    ...schema,
  };
}

function print(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Makes the schema of each exported type of shapes.ts, by its name. */
function generateSchemas(root: string, names: readonly string[]): Map<string, Schema> {
  const program = generator.programFromConfig(join(root, "tsconfig.json"), [join(root, shapes)]);
  // One generator for all types, because it works out every type of every file. Each schema begins without the names of others.
  const made = generator.buildGenerator(program, {
    required: true,
    ignoreErrors: true,
    topRef: false,
    aliasRef: false,
  });
  if (made) describeMaps(made);
  return new Map(
    names.map((name) => {
      if (!made?.getSymbols(name).length) throw new Error(`${shapes} has no type ${name}`);
      return [name, tidySchema(muffle(() => made.getSchemaForSymbol(name)) as Schema, name)];
    }),
  );
}

/** How the generator describes a type of objects. This is no part of its public interface. */
interface ObjectDescriber {
  tc: { getIndexInfosOfType(type: object): { type: object }[] };
  getClassDefinition(type: object, definition: Schema): Schema;
  getTypeDefinition(type: object): Schema;
}

/** Describes the values of every map. By itself the generator describes those of a written index signature, not of a Record. */
function describeMaps(made: generator.JsonSchemaGenerator): void {
  const describer = made as unknown as ObjectDescriber;
  const describe = describer.getClassDefinition.bind(describer);
  describer.getClassDefinition = (type, definition) => {
    const described = describe(type, definition);
    const [values, ...others] = describer.tc.getIndexInfosOfType(type);
    if (values === undefined || others.length > 0 || described.type !== "object") return described;
    return Object.assign(described, { additionalProperties: describer.getTypeDefinition(values.type) });
  };
}

/** The generator prints each value that it finds in place of a type. */
function muffle<Result>(run: () => Result): Result {
  const { warn, error } = console;
  console.warn = console.error = () => undefined;
  try {
    return run();
  } finally {
    Object.assign(console, { warn, error });
  }
}

import { join } from "node:path";
import * as generator from "typescript-json-schema";
import { type Schema, tidySchema } from "./tidy-schema.ts";

const shapes = "tools/site/responses/shapes.ts";

/** Makes the schema of each exported type of shapes.ts, by its name. */
export function generateSchemas(root: string, names: readonly string[]): Map<string, Schema> {
  const program = generator.programFromConfig(join(root, "tsconfig.json"), [join(root, shapes)]);
  return new Map(names.map((name) => [name, tidySchema(generate(program, name), name)]));
}

/** A generator of its own for each type: of two types of one name the second would be called another. */
function generate(program: generator.Program, name: string): Schema {
  const made = muffle(() =>
    generator
      .buildGenerator(program, { required: true, ignoreErrors: true, topRef: false, aliasRef: false })
      ?.getSchemaForSymbol(name),
  );
  if (!made) throw new Error(`${shapes} has no type ${name}`);
  return made as Schema;
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

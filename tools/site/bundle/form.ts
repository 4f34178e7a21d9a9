import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import addFormats from "ajv-formats";
import type { Plugin } from "esbuild";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadSchemas, validatorOptions } from "../../check/schema/load-schemas.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";

/** Files whose schemas the form checks with, and the one that they share definitions of. */
const files = ["dataset.schema.json", "source.schema.json", "common.schema.json"] as const;

/**
 * Lets a script import the validators of the form's records as `atlas:validators`, compiled ahead of time so that the content
 * policy needs no exception, and what the form knows of other records as `atlas:form-world`; modules.d.ts gives both their types.
 */
export function importForm(root: string): Plugin {
  return {
    name: "form",
    setup(build) {
      build.onResolve({ filter: /^atlas:(validators|form-world)$/ }, ({ path }) => ({ path, namespace: "form" }));
      build.onLoad({ filter: /^atlas:validators$/, namespace: "form" }, () => ({
        contents: writeValidators(root),
        loader: "js",
        resolveDir: root,
      }));
      build.onLoad({ filter: /^atlas:form-world$/, namespace: "form" }, () => {
        const file = join(root, "build/form/world.json");
        return {
          contents: `export default JSON.parse(${JSON.stringify(existsSync(file) ? readFileSync(file, "utf8") : "{}")})`,
          loader: "js",
        };
      });
      build.onLoad({ filter: /[\\/]ajv-formats[\\/]dist[\\/]formats\.js$/ }, ({ path }) => ({
        contents: keepFormat(readFileSync(path, "utf8"), "uri"),
        loader: "js",
      }));
    },
  };
}

/** Takes from Ajv's formats, which are members of one object, the only one that the schemas name; what it does not use is then left out. */
function keepFormat(module: string, name: string): string {
  const own = module.replace(/^exports\.fullFormats = \{$.*?^\};$/ms, `export const fullFormats = { ${name} };`);
  if (own === module)
    throw new Error("ajv-formats: the object of all formats has moved; adapt tools/site/bundle/form.ts");
  return own
    .replace(/^exports\.fastFormats = \{$.*?^\};$/ms, "")
    .replace(/^(?:exports\.|Object\.defineProperty\(exports).*$/gm, "");
}

/** Lists of values and of required fields are gone through instead of written out, and what is wrong is said in the checker's words. */
const short = { messages: false, loopRequired: 1, loopEnum: 1 } as const;

/** Writes a module with the schemas and a validator for each kind of record that the form makes. */
function writeValidators(root: string): string {
  const { files: schemas } = loadSchemas(root);
  const ajv = new Ajv2020({ ...validatorOptions, ...short, code: { source: true, esm: true } });
  addFormats.default(ajv, ["uri"]);
  for (const file of files) ajv.addSchema(schemas.get(file) ?? {}, file);
  const code = standalone(ajv, { dataset: "dataset.schema.json", source: "source.schema.json" });
  const texts = files.map((file) => [file, JSON.stringify(schemas.get(file))] as const);
  return [
    `export const files = new Map([${texts.map(([file, text]) => `[${JSON.stringify(file)}, ${text}]`).join(",")}]);`,
    shareSchemas(code, schemas),
  ].join("\n");
}

/**
 * Errors carry the part of a schema that was broken. The generated code repeats the schemas for that;
 * here it takes the ones that messages are written from, so that a part is found again in its whole.
 */
function shareSchemas(code: string, schemas: ReadonlyMap<string, JsonSchema>): string {
  const places = new Map<string, string>();
  for (const file of files) {
    const schema = schemas.get(file) ?? {};
    places.set(JSON.stringify(schema), `files.get(${JSON.stringify(file)})`);
    for (const [name, definition] of Object.entries((schema.$defs ?? {}) as { [name: string]: JsonSchema }))
      places.set(JSON.stringify(definition), `files.get(${JSON.stringify(file)}).$defs[${JSON.stringify(name)}]`);
  }
  return [...places].reduce((shared, [text, place]) => shared.replaceAll(` = ${text};`, ` = ${place};`), code);
}

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { type Plugin, transform } from "esbuild";
import type { Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import { partTexts } from "../../../advisor/knowledge/later-texts.ts";
import { partPlatform } from "../../../advisor/knowledge/part-platform.ts";
import { packKnowledge } from "../../../advisor/knowledge/pack-knowledge.ts";
import { assumedPlatform } from "../../../advisor/questions/questions.ts";
import { partSteps } from "../../../advisor/steps/fill-steps.ts";
import { loadSchemas, validatorOptions } from "../../check/schema/load-schemas.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";

const unpacker = fileURLToPath(new URL("../../../advisor/knowledge/pack-knowledge.ts", import.meta.url));

/**
 * Lets a script import style sheets as minified text, for a shadow root,
 * the compiled knowledge as `atlas:knowledge`, and that of the audit as `atlas:fleet`; modules.d.ts gives their types.
 * Where the knowledge is parted, it is that of the assumed platform, its steps say nothing, and most of what is cited has no title.
 */
export function importTexts(readCompiled: ReadCompiled, { isParted }: { isParted: boolean }): Plugin {
  return {
    name: "texts",
    setup({ onLoad, onResolve }) {
      onLoad({ filter: /\.css$/ }, async ({ path }) => {
        const { code } = await transform(readFileSync(path, "utf8"), { loader: "css", minify: true, target: "es2022" });
        return { contents: code.trim(), loader: "text" };
      });
      onResolve({ filter: /^atlas:fleet$/ }, ({ path }) => ({ path, namespace: "atlas" }));
      onLoad({ filter: /^atlas:fleet$/, namespace: "atlas" }, () => ({
        contents: `export default JSON.parse(${JSON.stringify(readCompiled("fleet"))})`,
        loader: "js",
      }));
      onResolve({ filter: /^atlas:knowledge$/ }, ({ path }) => ({ path, namespace: "atlas" }));
      onLoad({ filter: /^atlas:knowledge$/, namespace: "atlas" }, () => {
        // Browsers parse JSON faster than the same value written as a program.
        const whole = JSON.parse(readCompiled("knowledge")) as Knowledge;
        const packed = JSON.stringify(packKnowledge(isParted ? partForFrame(whole, assumedPlatform(whole)) : whole));
        const contents = `import { unpackKnowledge } from ${JSON.stringify(unpacker)}; export default unpackKnowledge(JSON.parse(${JSON.stringify(packed)}))`;
        return { contents, loader: "js", resolveDir: dirname(unpacker) };
      });
    },
  };
}

/** What the frame knows of a platform before anybody reads on: without the words of steps, whose ids its messages tell, and the texts that come later. */
export function partForFrame(whole: Knowledge, platform: string): Knowledge {
  return partSteps(partPlatform(partTexts(whole).knowledge, platform), { keepsIds: true }).knowledge;
}

/** Gives the text of compiled knowledge: of the advisor, or of the audit of fleets. */
export type ReadCompiled = (name: "fleet" | "knowledge") => string;

/** Reads what the last build has compiled. */
export function readCompiledOf(root: string): ReadCompiled {
  return (name) => readFileSync(join(root, `build/advisor/${name}.json`), "utf8");
}

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
    throw new Error("ajv-formats: the object of all formats has moved; adapt tools/site/bundle/plugins.ts");
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

/**
 * Takes from Vega's packages only the modules that the charts use. A package's own bundle is one file whose parts keep each
 * other alive; its sources, which it ships too, can be told apart. What Vega imports but a drawing in SVG with rows at hand
 * never calls is replaced by the files of assets/ts/charts/left-out.
 */
export function pruneVega(root: string): Plugin {
  const leftOut = (name: string): string => join(root, "assets/ts/charts/left-out", name);
  return {
    name: "prune-vega",
    setup({ onResolve }) {
      onResolve({ filter: /^vega-[a-z-]+$/ }, ({ path }) => {
        const replacement = replacements.get(path);
        const file =
          replacement === undefined
            ? join(root, "node_modules", path, path === "vega-util" ? "build/index.js" : "index.js")
            : leftOut(replacement);
        return { path: file, sideEffects: false };
      });
      onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, importer }) => {
        const place = /[\\/]node_modules[\\/](vega-[a-z-]+)[\\/]/.exec(importer);
        if (!place) return undefined;
        const file = resolve(dirname(importer), path);
        const replacement = replacements.get(
          `${place[1]}/${file.slice(file.lastIndexOf("src")).replaceAll("\\", "/")}`,
        );
        return { path: replacement === undefined ? file : leftOut(replacement), sideEffects: false };
      });
    },
  };
}

/** Packages, and modules of packages, with what stands in for them. */
const replacements = new Map([
  // No address is loaded and no canvas drawn on.
  ["vega-loader", "loader.ts"],
  ["vega-canvas", "canvas.ts"],
  // Expressions are interpreted; the content policy forbids to make functions of text.
  ["vega-runtime/src/expression.js", "codegen.ts"],
  // Colours come from the style sheet.
  ["vega-scale/src/schemes.js", "schemes.ts"],
]);

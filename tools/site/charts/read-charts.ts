import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { parse } from "yaml";
import { ToolError } from "../../records/command-line.mjs";
import { cacheValidators } from "../compile/cache-validators.ts";
import { describeSchemaError } from "../compile/read-placed.ts";
import type { AuthoredChart, ChartData, ChartSpec, ChartWords } from "./chart.ts";

/** Folder of specifications and words, relative to the repository. */
export const chartsFolder = "assets/charts";

const compileWordsSchema = cacheValidators({ allErrors: true, discriminator: true, strictRequired: false });

/** Reads every chart of a repository. Reports all problems at once, unless a file has a syntax error. */
export function readCharts(root: string): AuthoredChart[] {
  const folder = join(root, chartsFolder);
  const names = readdirSync(folder)
    .filter((name) => !name.startsWith("."))
    .sort();
  const words = parseFiles<ChartWords>(folder, names, ".yaml", parse);
  const specs = parseFiles<ChartSpec>(folder, names, ".vl.json", (text) => JSON.parse(text) as unknown);
  const unreadable = [...words.problems, ...specs.problems];
  if (unreadable.length > 0) throw new ChartProblems(unreadable);
  const validate = compileWordsSchema(JSON.parse(readFileSync(join(folder, "chart.schema.json"), "utf8")) as object);
  const specOf = new Map([...words.parsed].map(([id, own]) => [id, own?.spec ?? id]));
  const problems = listStrays(names, new Map([...specOf].map(([id, spec]) => [id, `${spec}.vl.json`])));
  const charts = [...words.parsed].flatMap(([id, own]): AuthoredChart[] => {
    const spec = specs.parsed.get(specOf.get(id) ?? "");
    if (!spec) return [];
    const found = [...findSchemaProblems(own, validate), ...(validate.errors ? [] : findDatasetProblems(own))];
    problems.push(...found.map((problem) => `${chartsFolder}/${id}.yaml  ${problem}`));
    return [{ id, words: own, spec }];
  });
  if (problems.length > 0) throw new ChartProblems(problems);
  return charts;
}

/** Parses the files with an ending, by their names without it; a file that cannot be parsed is a problem. */
function parseFiles<T>(
  folder: string,
  names: readonly string[],
  ending: string,
  parseText: (text: string) => unknown,
): { parsed: Map<string, T>; problems: string[] } {
  const parsed = new Map<string, T>();
  const problems: string[] = [];
  for (const name of names.filter((one) => one.endsWith(ending))) {
    try {
      parsed.set(name.slice(0, -ending.length), parseText(readFileSync(join(folder, name), "utf8")) as T);
    } catch (error) {
      // YAML's messages go on with the line itself.
      const [message = ""] = (error instanceof Error ? error.message : String(error)).split(":\n");
      problems.push(`${chartsFolder}/${name}  ${message}`);
    }
  }
  return { parsed, problems };
}

/** Thrown when charts cannot be drawn; one problem per line, each with its file. */
export class ChartProblems extends ToolError {
  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
  }
}

/** @param specs id of a chart to the file of its specification */
function listStrays(names: readonly string[], specs: ReadonlyMap<string, string>): string[] {
  const drawn = new Set(specs.values());
  return [
    ...[...specs]
      .filter(([, spec]) => !names.includes(spec))
      .map(([id, spec]) => `${chartsFolder}/${id}.yaml  has no specification ${spec} beside it`),
    ...names
      .filter((name) => !/\.(yaml|schema\.json)$/.test(name) && !drawn.has(name))
      .map(
        (name) =>
          `${chartsFolder}/${name}  belongs to no chart; each chart has ID.yaml and ID.vl.json, or names its spec`,
      ),
  ];
}

function findSchemaProblems(words: unknown, validate: ValidateFunction): string[] {
  if (validate(words)) return [];
  return (validate.errors ?? []).map(placeSchemaError);
}

function findDatasetProblems({ each, data, datasets }: ChartWords): string[] {
  if (each !== undefined)
    return datasets.length === 0 ? [] : ["/datasets  must be empty where one file stands for many charts"];
  const drawn = new Set(listDrawn(data));
  return [
    ...[...drawn]
      .filter((id) => !datasets.includes(id))
      .map((id) => `/datasets  lacks "${id}", of which a row is drawn`),
    ...datasets.filter((id) => !drawn.has(id)).map((id) => `/datasets  has "${id}", of which no row is drawn`),
  ];
}

function listDrawn(data: ChartData): string[] {
  switch (data.kind) {
    case "compare":
    case "timeline":
    // What these draw follows from the records.
    case "ratios":
    case "settings":
      return [];
    case "pings":
    case "values":
    case "relatives":
    case "samples":
      return [data.dataset];
    case "records":
      return data.rows.flatMap(({ measurement }) => measurement.split("/")[0] ?? []);
  }
}

/** Lists what Vega-Lite's own schema finds wrong with a specification. */
export function findSpecProblems(spec: ChartSpec): string[] {
  const validate = (validator ??= compileSpecSchema());
  if (validate(spec)) return [];
  // Each alternative of a union reports; the deepest place is the one that was meant.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== "anyOf");
  const deepest = Math.max(...errors.map(depthOf));
  const messages = errors.filter((error) => depthOf(error) === deepest).map(placeSchemaError);
  return [...new Set(messages)].slice(0, 3);
}

/** Compiled once per process, because it takes seconds. */
let validator: ValidateFunction | undefined;

function compileSpecSchema(): ValidateFunction {
  const file = fileURLToPath(import.meta.resolve("vega-lite/vega-lite-schema.json"));
  // The validator checks only a few specifications. Without these two options, compiling it takes a third of the time.
  const quickly = { code: { optimize: false }, inlineRefs: false };
  const formats = { "color-hex": true, uri: true, "uri-reference": true } as const;
  const ajv = new Ajv({ ...quickly, strict: false, formats });
  return ajv.compile(JSON.parse(readFileSync(file, "utf8")) as object);
}

function depthOf({ instancePath }: { instancePath: string }): number {
  return instancePath.split("/").length;
}

function placeSchemaError(error: ErrorObject): string {
  return `${error.instancePath || "/"}  ${describeSchemaError(error)}`;
}

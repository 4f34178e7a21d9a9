import { readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { loadSchemas } from "../../check/schema/load-schemas.ts";
import type { SchemaSet } from "../../check/schema/schema-set.ts";
import { loadRecords } from "../../records/load-records.ts";
import { openRecordCache } from "../../records/record-cache.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";
import type { RecordSet } from "../../records/record.ts";
import { compile, type FindAnswers, type Outputs } from "./compile.ts";
import { compileFleetKnowledge } from "./fleet-knowledge.ts";
import { compileForm, compileFormWorld } from "./form/form.ts";
import type { Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import { readGaps } from "./gaps/gaps.ts";
import type { AuthoredFile } from "./read-placed.ts";
import { BrokenRecords, createAtlas, MissingRecord, groupRecords, type Records } from "./records.ts";
import { compileKnowledge } from "./engine-knowledge.ts";
import { versionContent } from "./site/meta.ts";
import { compileReference } from "./reference/reference.ts";
import { listFiles } from "../../records/list-files.mjs";
import { removeOthers, writeFiles } from "../../records/write-files.ts";
import { parse } from "yaml";
import { readRedirects } from "../pages/redirects.ts";
import type { ChartedDatasets } from "./site/datasets.ts";

/** Folders of build/ that nobody else writes into. */
const owned = ["static/api", "static/explorer", "static/schema", "static/kit", "static/quotes"];
/** What the step for responses writes into them. */
const others = ["static/api/v1/openapi.json", "static/schema/v1/api/"];

/** Compiles a repository's records into its build folder and returns how many files changed. */
export function compileRepository(root: string, cache = openRecordCache(root)): number {
  const outputs = compileRecords(root, loadRecords(root, cache));
  const build = join(root, "build");
  removeOthers(build, owned, outputs, others);
  return writeFiles(build, outputs);
}

/** Compiles what the engine and the audit read, without what pages and the API show, which takes most of the time. */
export function compileEngine(root: string, set: RecordSet): Outputs {
  if (set.unreadable.length > 0) throw new BrokenRecords(describeProblems(set));
  const records = groupRecords(set);
  const knowledge = compileKnowledge(createAtlas(records), versionContent(records));
  return new Map([
    ["advisor/knowledge.json", JSON.stringify(knowledge)],
    ["advisor/fleet.json", compileFleet(root, records, knowledge)],
  ]);
}

/** Compiles. For a missing record, the error lists the places outside data/ that name it, which npm run check does not read. */
function namePlaces(root: string, compileAll: () => Outputs): Outputs {
  try {
    return compileAll();
  } catch (error) {
    const places = error instanceof MissingRecord ? findMentions(root, error.id) : [];
    if (!(error instanceof MissingRecord) || places.length === 0) throw error;
    const { kind, id } = error;
    throw new MissingRecord(kind, id, `Write the id of another record in place of ${id}:\n  ${places.join("\n  ")}`);
  }
}

/** Lists the lines of assets/ and content/ that name an id, as file:line. */
function findMentions(root: string, id: string): string[] {
  const mention = new RegExp(`(?<![\\w-])${id}(?![\\w-])`);
  const files = ["assets", "content"].flatMap((folder) => listFiles(join(root, folder)));
  return files
    .filter((file) => /\.(?:yaml|md)$/.test(file))
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .flatMap((line, index) => (mention.test(line) ? [`${relative(root, file)}:${index + 1}`] : [])),
    );
}

/** What is compiled from the schemas alone. */
export interface CompiledSchemas {
  files: SchemaSet["files"];
  /** The reference of every kind's fields. */
  reference: string;
}

/** Compiles the schemas of a repository. The result serves any number of compilations of the records. */
export function compileSchemas(root: string): CompiledSchemas {
  const { files } = loadSchemas(root);
  return { files, reference: `${JSON.stringify(compileReference(files), null, 1)}\n` };
}

/**
 * Compiles records, and what else a repository has that goes with them.
 * @param findGuestAnswers see `compile`
 */
export function compileRecords(
  root: string,
  set: RecordSet,
  { files, reference } = compileSchemas(root),
  findGuestAnswers?: FindAnswers,
): Outputs {
  if (set.unreadable.length > 0) throw new BrokenRecords(describeProblems(set));
  const charts = readFolder(join(root, "assets/charts"));
  const kit = readFolder(join(root, "assets/kit"));
  const records = groupRecords(set);
  const inputs = {
    records,
    tombstones: set.tombstones,
    charted: readCharted(charts),
    gaps: readGaps(readPlacedFile(root, "assets/gaps", "gaps.yaml", "gap.schema.json")),
    uncharted: readPlacedFile(root, "assets/gaps", "uncharted.yaml", "uncharted.schema.json"),
    examples: readPlacedFile(root, "assets/examples", "examples.yaml", "example.schema.json"),
    presets: readPlacedFile(root, "assets/examples", "presets.yaml", "preset.schema.json"),
    candidates: readPlacedFile(root, "assets/coverage", "candidates.yaml", "candidate.schema.json"),
    pairs: readPlacedFile(root, "assets/compare", "pairs.yaml", "pairs.schema.json"),
    schemas: new Map([
      ...files,
      ...[charts, kit, readFolder(join(root, "assets/schemas"))].flatMap((folder) =>
        [...folder].filter(isSchema).map(([name, bytes]) => [name, parseSchema(bytes)] as const),
      ),
    ]),
    kit: new Map([...kit].filter((file) => !isSchema(file))),
  };
  const outputs = namePlaces(root, () => compile(inputs, findGuestAnswers));
  const knowledge = JSON.parse(String(outputs.get("advisor/knowledge.json"))) as Knowledge;
  outputs.set("advisor/fleet.json", compileFleet(root, records, knowledge));
  outputs.set("knowledge/reference.json", reference);
  outputs.set("knowledge/redirects.json", `${JSON.stringify(readRedirects(root), null, 1)}\n`);
  outputs.set("knowledge/form.json", `${JSON.stringify(compileForm(createAtlas(records), files), null, 1)}\n`);
  outputs.set("form/world.json", JSON.stringify(compileFormWorld(createAtlas(records), set, files)));
  return outputs;
}

function compileFleet(root: string, records: Records, knowledge: Knowledge): string {
  const audit = readPlacedFile(root, "data/audit", "audit.yaml", "audit-knowledge.schema.json");
  return JSON.stringify(compileFleetKnowledge(audit, createAtlas(records), knowledge));
}

function readPlacedFile(root: string, folder: string, name: string, schema: string): AuthoredFile {
  return {
    text: readFileSync(join(root, folder, name), "utf8"),
    schema: JSON.parse(readFileSync(join(root, folder, schema), "utf8")) as object,
  };
}

function describeProblems({ problems }: RecordSet): string {
  return problems.map(({ file, line, col, message }) => `${file}:${line}:${col}  ${message}`).join("\n");
}

function readFolder(folder: string): Map<string, Uint8Array> {
  return new Map(listFiles(folder).map((file) => [basename(file), readFileSync(file)]));
}

function isSchema([name]: readonly [name: string, bytes: Uint8Array]): boolean {
  return name.endsWith(".schema.json");
}

function parseSchema(bytes: Uint8Array): JsonSchema {
  return JSON.parse(new TextDecoder().decode(bytes)) as JsonSchema;
}

/** Reads which datasets each chart draws from the charts' own files, NAME.yaml in assets/charts, in the order of their ids. */
export function readCharted(files: ReadonlyMap<string, Uint8Array>): ChartedDatasets {
  const words = [...files].filter(([name]) => name.endsWith(".yaml"));
  return new Map(words.map(([name, bytes]) => [name.slice(0, -".yaml".length), listDatasets(bytes)]));
}

/** The step that draws charts reports what is wrong with their files, with more detail. */
function listDatasets(bytes: Uint8Array): string[] {
  try {
    const words = parse(new TextDecoder().decode(bytes)) as { datasets?: unknown } | null;
    return Array.isArray(words?.datasets) ? words.datasets.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

import { getOrCompute } from "../../../advisor/collections.ts";
import type { Advice } from "../../../advisor/explain/advice.ts";
import { type Advisor, createAdvisor } from "../../../advisor/index.ts";
import type { Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import { mapValues } from "../../../advisor/knowledge/pack-knowledge.ts";
import type { Tombstone as AuthoredTombstone } from "../../records/record.ts";
import { describeForm, pairNarrow } from "../../../advisor/ui/form/form.ts";
import { compileApi, compileTombstones } from "./api.ts";
import { compileCandidates } from "./candidates.ts";
import { buildCompareTables } from "./compare-table.ts";
import { compileKnowledge } from "./engine-knowledge.ts";
import { compileQuotes } from "./evidence.ts";
import { compileExamples, compileOpening, compilePresets, readExamples, readPresets } from "./examples.ts";
import { compileExplorerPage } from "./explorer/explorer-page.ts";
import { listMeasurements } from "./explorer/measurements.ts";
import { type AuthoredGap, compileGaps } from "./gaps/gaps.ts";
import { compileUncharted } from "./gaps/uncharted.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";
import { hashContent } from "../../records/write-files.ts";
import { compilePacketRates } from "./packet-rates.ts";
import { findStepPath, pathOf } from "./paths.ts";
import { publishSchema } from "./publish-schema.ts";
import { situationSchema, withTakenValues } from "./situation-schema.ts";
import type { AuthoredFile } from "./read-placed.ts";
import { createAtlas, type Records } from "./records.ts";
import { compileAdapters } from "./site/adapters.ts";
import { compileCitations, compileSources } from "./site/sources.ts";
import { compileCoverage } from "./site/coverage.ts";
import { type ChartedDatasets, compileDatasets, pickNewestStudies } from "./site/datasets.ts";
import { compileFeatures, compileMobility } from "./site/features.ts";
import { compileFindings, compileProblems } from "./site/findings.ts";
import { compileGuests } from "./site/guests.ts";
import { compileMeta, versionContent } from "./site/meta.ts";
import { compilePairs } from "./site/pairs.ts";
import { compileRules, groupRules } from "./site/rules.ts";
import { compileWords } from "./words.ts";
import { createHash } from "node:crypto";

/** Everything that compilation reads. */
export interface Inputs {
  records: Records;
  /** Tombstones of records that were moved or withdrawn. */
  tombstones: readonly AuthoredTombstone[];
  charted: ChartedDatasets;
  /** What nobody has published. */
  gaps: readonly AuthoredGap[];
  /** What readers look for a chart of, and too little is recorded of. */
  uncharted: AuthoredFile;
  /** Situations that the engine answers on pages of their own. */
  examples: AuthoredFile;
  /** Situations that the page of the advisor offers as links. */
  presets: AuthoredFile;
  /** Rules that were proposed, and what became of each. */
  candidates: AuthoredFile;
  /** Pairs of adapters that people look for. */
  pairs: AuthoredFile;
  /** Schemas of records, charts and measured results, by file name. */
  schemas: ReadonlyMap<string, JsonSchema>;
  /** File name to content: what readers download to measure. */
  kit: ReadonlyMap<string, Uint8Array>;
}

/** File, relative to build/, to content. */
export type Outputs = Map<string, string | Uint8Array>;

/** Returns the function that answers from compiled knowledge. */
export type FindAnswers = (knowledge: Knowledge) => Advisor["advise"];

/**
 * Caches the answers for guests, which take most of the time of a compilation. The cache is valid until the engine's knowledge
 * changes. Changes of the content version and of titles of studies and documents do not count, because pages of guests show neither.
 */
export function keepAnswers(): FindAnswers {
  let kept: { known: string; advise: Advisor["advise"] } | undefined;
  return (knowledge) => {
    const evidence = mapValues(knowledge.evidence, (one) => (one.kind === "finding" ? one : { ...one, title: "" }));
    const known = JSON.stringify({ ...knowledge, knowledgeVersion: "", evidence });
    if (kept?.known !== known) kept = { known, advise: cacheAnswers(createAdvisor(knowledge)) };
    return kept.advise;
  };
}

function cacheAnswers({ advise }: Advisor): Advisor["advise"] {
  const answers = new Map<string, Advice>();
  return (situation) => getOrCompute(answers, JSON.stringify(situation), () => advise(situation));
}

/**
 * Compiles the records into every file that the site, the advisor and the API are made from.
 * @param findGuestAnswers answers for guests; those of a new advisor by default
 */
export function compile(inputs: Inputs, findGuestAnswers?: FindAnswers): Outputs {
  const { records, schemas, kit } = inputs;
  const atlas = createAtlas(records);
  const versions = versionContent(records);
  const knowledge = compileKnowledge(atlas, versions);
  const advisor = createAdvisor(knowledge);
  const compare = buildCompareTables(atlas);
  const lists = {
    platforms: atlas.platforms.map((platform) => ({ ...platform, path: pathOf("platforms", platform) })),
    features: compileFeatures(atlas, compare),
    adapters: compileAdapters(atlas),
    guests: compileGuests(atlas, findGuestAnswers?.(knowledge) ?? advisor.advise),
    rules: compileRules(atlas),
    sources: compileSources(atlas),
    datasets: compileDatasets(atlas, inputs.charted),
    findings: compileFindings(atlas),
    questions: atlas.questions.map((question) => ({ ...question, path: pathOf("questions", question) })),
    steps: atlas.steps.map((step) => ({ ...step, path: findStepPath(step) })),
  };
  const tombstones = compileTombstones(inputs.tombstones, atlas);
  const gaps = compileGaps(inputs.gaps, atlas);
  const { file, guestNames } = listMeasurements(atlas, versions.knowledgeVersion);
  const measurements = JSON.stringify(file);
  const quotes = JSON.stringify(compileQuotes(Object.keys(knowledge.evidence), atlas));
  const quotesPath = `/quotes/quotes.${hashContent(quotes)}.json`;
  const measurementsPath = `/explorer/measurements.${hashContent(measurements)}.json`;
  const site = {
    meta: { ...compileMeta(atlas, versions), newestStudies: pickNewestStudies(lists.datasets) },
    ...lists,
    words: compileWords(),
    tombstones,
    ruleGroups: groupRules(atlas),
    compare,
    pairs: compilePairs(inputs.pairs, {
      atlas,
      tables: compare,
      guests: lists.guests,
      adapters: lists.adapters,
      advise: cacheAnswers(advisor),
    }),
    mobility: compileMobility(compare, atlas.platforms),
    citations: compileCitations(atlas),
    problems: compileProblems(atlas),
    packetRates: compilePacketRates(),
    gaps,
    uncharted: compileUncharted(inputs.uncharted, gaps, atlas),
    coverage: compileCoverage(atlas, lists.guests, gaps),
    explorer: compileExplorerPage(file, measurementsPath, guestNames, atlas),
    kit: compileKit(kit),
    candidates: compileCandidates(inputs.candidates, atlas),
    examples: compileExamples(readExamples(inputs.examples, advisor), advisor),
    opening: compileOpening(advisor),
    questionGroups: describeForm(knowledge).map(({ fields, ...group }) => ({
      ...group,
      rows: pairNarrow(fields.filter(({ isFolded }) => !isFolded)),
      folded: pairNarrow(fields.filter(({ isFolded }) => isFolded)),
    })),
    quotes: { path: quotesPath },
    presets: compilePresets(readPresets(inputs.presets, advisor)),
  };
  const outputs: Outputs = new Map([
    ["advisor/knowledge.json", JSON.stringify(knowledge)],
    [`static${measurementsPath}`, measurements],
    [`static${quotesPath}`, quotes],
  ]);
  for (const [name, content] of Object.entries(site))
    outputs.set(`knowledge/${name}.json`, `${JSON.stringify(content, null, 1)}\n`);
  const datasetSchema = schemas.get("dataset.schema.json") ?? {};
  for (const [path, content] of compileApi({ lists, tombstones, knowledge, atlas, versions, datasetSchema }))
    outputs.set(`static${path}`, content);
  for (const name of schemas.keys()) outputs.set(`static/schema/v1/${name}`, publishSchema(name, schemas));
  const common = schemas.get("common.schema.json");
  if (common) {
    const ofSituations = new Map([
      ["situation.schema.json", situationSchema],
      ["common.schema.json", withTakenValues(common, knowledge)],
    ]);
    outputs.set("static/schema/v1/situation.schema.json", publishSchema("situation.schema.json", ofSituations));
  }
  for (const [name, content] of kit) outputs.set(`static/kit/${name}`, content);
  return outputs;
}

/** A file of the validation kit as readers download it. */
interface KitFile {
  file: string;
  version: string;
  sha256: string;
  bytes: number;
  path: string;
}

/** Describes the files of the kit, by name. */
export function compileKit(files: ReadonlyMap<string, Uint8Array>): KitFile[] {
  return [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, bytes]) => ({
      file,
      version: findVersion(bytes) ?? "unknown",
      sha256: createHash("sha256").update(bytes).digest("hex"),
      bytes: bytes.length,
      path: `/kit/${file}`,
    }));
}

/** A script says its version in a line of its own, `version=0.1.0` or `$ScriptVersion = '0.1.0'`. */
function findVersion(bytes: Uint8Array): string | undefined {
  return /^\$?(?:script)?version\s*=\s*["']?(\d[\w.-]*)/im.exec(new TextDecoder().decode(bytes))?.[1];
}

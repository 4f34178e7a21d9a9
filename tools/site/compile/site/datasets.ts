import { compareRows, compareSettings } from "../comparisons.ts";
import {
  displayResult,
  isAdapterId,
  nameRowAdapter,
  shareConditions,
  writeConditions,
  writeObserved,
} from "../display.ts";
import { linkContradictions, linkQualifiers, listRulesOn } from "../links.ts";
import { isCount, listConfigurations, splitRows } from "../counts.ts";
import { dropUndefined } from "../../../records/objects.ts";
import { yearOf } from "../evidence.ts";
import { pathOf } from "../paths.ts";
import { type SampleSummary, summarize } from "../../../records/samples.ts";
import { toSourceRecord } from "./sources.ts";
import type { Atlas, Measurement, RecordOf } from "../records.ts";

/** Chart id to the ids of the datasets that it draws. */
export type ChartedDatasets = ReadonlyMap<string, readonly string[]>;

/** Returns the datasets with their rows in words, their ratios and the records that cite them. */
export function compileDatasets(atlas: Atlas, charted: ChartedDatasets) {
  const nameAdapter = (id: string): string => atlas.find("adapters", id).name;
  const contradictions = linkContradictions(atlas);
  const qualifiers = linkQualifiers(atlas);
  return atlas.datasets.map((dataset) => {
    const source = atlas.find("sources", dataset.source);
    const shared = shareConditions(dataset.measurements);
    const measurements = dataset.measurements.map(
      (row) =>
        dropUndefined({
          ...row,
          adapterName: nameRowAdapter(row.adapter, nameAdapter),
          display: displayResult(row, nameAdapter),
          conditionsText: writeConditions(row.conditions),
          particularText: writeConditions(shared.without(row.conditions)),
          observedText: row.observed && writeObserved(row.observed),
          computed: row.kind === "samples" ? summarize(row.samples) : undefined,
        }) as RowInWords,
    );
    return {
      ...dataset,
      measurements,
      ...describeDataset(dataset, atlas),
      sharedText: writeConditions(shared.conditions),
      ...splitRows(dataset.measurements),
      countsOnly: dataset.measurements.every(({ metric }) => isCount(metric)),
      configurations: listConfigurations(dataset.measurements).map(({ adapter, variant, rows }) => ({
        adapter,
        variant,
        rows: rows.map(({ id }) => id),
      })),
      path: pathOf("datasets", dataset),
      year: yearOf(source),
      sourceRecord: toSourceRecord(source, atlas),
      rules: listRulesOn(dataset.id, atlas.rules),
      contradictions: contradictions.get(`dataset:${dataset.id}`) ?? [],
      qualifiedBy: qualifiers.get(`dataset:${dataset.id}`) ?? [],
      // Elsewhere more than the adapter may differ between two rows.
      comparisons:
        dataset.grade === "comparison" ? compareRows(dataset.measurements, (id) => atlas.find("adapters", id)) : [],
      settings: compareSettings(dataset.measurements).map(({ conditions, ...effect }) => ({
        ...effect,
        conditionsText: writeConditions(conditions),
        particularText: writeConditions(shared.without(conditions)),
      })),
      charts: [...charted].filter(([, datasets]) => datasets.includes(dataset.id)).map(([chart]) => chart),
      csv: `/api/v1/datasets/${dataset.id}.csv`,
      json: `/api/v1/datasets/${dataset.id}.json`,
    };
  });
}

type Dataset = RecordOf<"datasets">;

/** A row with its texts for pages. */
type RowInWords = Measurement & {
  /** Name of the adapter, or "not named". */
  adapterName: string;
  /** The result with its unit, in words. */
  display: string;
  /** All conditions, in words. */
  conditionsText: string;
  /** The row's conditions that not all rows of the dataset share, in words. */
  particularText: string;
  /** Other values recorded during the run, in words. */
  observedText?: string;
  /** Statistics computed from the samples. */
  computed?: SampleSummary;
};

/** Metadata for data catalogues. */
interface DatasetDescription {
  /** The question and its answer. */
  description: string;
  /** Citation of the source document. */
  citation: string;
  /** Measurement tool. */
  technique: string;
  /** Metrics with their units. A metric with only ratios or rankings has no unit. */
  variables: { metric: string; unit?: string }[];
  keywords: string[];
}

/** Describes a dataset for catalogues. */
function describeDataset(
  { question, answer, method, measurements, platform, source: id }: Dataset,
  atlas: Atlas,
): DatasetDescription {
  const { authors, title, publisher, published } = atlas.find("sources", id);
  const adapters = new Set(
    measurements.flatMap(({ adapter }) => (isAdapterId(adapter) ? [atlas.find("adapters", adapter).name] : [])),
  );
  return {
    description: `${question} ${answer}`,
    citation: `${authors.length > 0 ? `${authors.join(", ")}: ` : ""}${title}. ${publisher}, ${published}`,
    technique: [method.tool, method.version].filter((word) => word !== "unknown").join(" "),
    variables: listVariables(measurements),
    keywords: [
      "virtual network adapter",
      atlas.platforms.find(({ id }) => id === platform)?.name ?? platform,
      ...adapters,
    ],
  };
}

function listVariables(measurements: Dataset["measurements"]): DatasetDescription["variables"] {
  const units = new Map<string, Set<string>>();
  for (const row of measurements) {
    const known = units.get(row.metric) ?? new Set();
    if ("unit" in row && row.unit !== undefined) known.add(row.unit);
    units.set(row.metric, known);
  }
  return [...units].flatMap(([metric, known]) =>
    known.size === 0 ? [{ metric }] : [...known].map((unit) => ({ metric, unit })),
  );
}

/** Studies that the home page names. */
const most = 4;

interface Study {
  path: string;
  title: string;
  year: number;
  sourceRecord: { publisher: string };
}

/** Picks the newest studies, one per publisher, so that a series of one publisher does not hide the others. */
export function pickNewestStudies(studies: readonly Study[]) {
  const newestFirst = [...studies].sort((a, b) => b.year - a.year);
  const firstOfEach = newestFirst.filter(
    ({ sourceRecord: { publisher } }, at) =>
      newestFirst.findIndex((other) => other.sourceRecord.publisher === publisher) === at,
  );
  return firstOfEach
    .slice(0, most)
    .map(({ path, title, year, sourceRecord: { publisher } }) => ({ path, title, year, publisher }));
}

import type { Atlas } from "../atlas.ts";
import { compareRows } from "../comparisons.ts";
import { shareConditions, writeConditions, writeObserved } from "../conditions-text.ts";
import { linkContradictions, linkQualifiers } from "../counterparts.ts";
import { isCount, listConfigurations } from "../counts.ts";
import { displayResult } from "../display.ts";
import { dropUndefined } from "../../../records/drop-undefined.ts";
import { yearOf } from "../evidence.ts";
import { listRulesOn } from "../links.ts";
import { pathOf } from "../paths.ts";
import { summarize } from "../../../records/samples.ts";
import { compareSettings } from "../settings.ts";
import { describeDataset } from "./describe-dataset.ts";
import { toSourceRecord } from "./source-record.ts";

/** Chart id to the ids of the datasets that it draws. */
export type ChartedDatasets = ReadonlyMap<string, readonly string[]>;

/** Datasets with their rows in words, the ratios within each, and what rests on them. */
export function compileDatasets(atlas: Atlas, charted: ChartedDatasets) {
  const nameAdapter = (id: string): string => atlas.find("adapters", id).name;
  const contradictions = linkContradictions(atlas);
  const qualifiers = linkQualifiers(atlas);
  return atlas.datasets.map((dataset) => {
    const source = atlas.find("sources", dataset.source);
    const shared = shareConditions(dataset.measurements);
    const measurements = dataset.measurements.map((row) =>
      dropUndefined({
        ...row,
        adapterName: row.adapter === "unknown" ? "not named" : nameAdapter(row.adapter),
        display: displayResult(row, nameAdapter),
        conditionsText: writeConditions(row.conditions),
        particularText: writeConditions(shared.without(row.conditions)),
        observedText: row.observed && writeObserved(row.observed),
        computed: row.kind === "samples" ? summarize(row.samples) : undefined,
      }),
    );
    return {
      ...dataset,
      measurements,
      ...describeDataset(dataset, atlas),
      sharedText: writeConditions(shared.conditions),
      countsOnly: dataset.measurements.every(({ metric }) => isCount(metric)),
      configurations: listConfigurations(dataset.measurements).map(({ adapter, variant, rows }) => ({
        adapter,
        variant,
        rows: rows.map(({ id }) => id),
      })),
      path: pathOf("datasets", dataset),
      year: yearOf(source),
      sourceRecord: toSourceRecord(source),
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

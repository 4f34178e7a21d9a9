import type { Atlas } from "../atlas.ts";
import type { RecordOf } from "../records.ts";

type Dataset = RecordOf<"datasets">;

/** What data catalogues want to know of a dataset, in plain words. */
export interface DatasetDescription {
  /** The question and its answer. */
  description: string;
  /** How to cite the document that it was taken from. */
  citation: string;
  /** The tool it was measured with. */
  technique: string;
  /** Each metric with each of its units; one that is only ordered or compared has none. */
  variables: { metric: string; unit?: string }[];
  keywords: string[];
}

/** Describes a dataset for catalogues. */
export function describeDataset(
  { question, answer, method, measurements, platform, source: id }: Dataset,
  atlas: Atlas,
): DatasetDescription {
  const { authors, title, publisher, published } = atlas.find("sources", id);
  const adapters = new Set(
    measurements.flatMap(({ adapter }) => (adapter === "unknown" ? [] : [atlas.find("adapters", adapter).name])),
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

import type { Evidence } from "../../../advisor/knowledge/knowledge.ts";
import { type Atlas, BrokenRecords } from "./records.ts";
import { isCount } from "./counts.ts";
import { dropUndefined } from "../../records/objects.ts";
import { findPath, findRowPath, findSourcePath, pathOf } from "./paths.ts";
import type { Citation, Measurement, RecordOf } from "./records.ts";

/** A reference taken apart: dataset:ID/ROW, dataset:ID, finding:ID or source:ID. */
type Resolved =
  | { kind: "measurement"; dataset: RecordOf<"datasets">; row: Measurement; source: RecordOf<"sources"> }
  | { kind: "dataset"; dataset: RecordOf<"datasets">; source: RecordOf<"sources"> }
  | { kind: "finding"; finding: RecordOf<"findings">; source: RecordOf<"sources"> }
  | { kind: "source"; source: RecordOf<"sources"> };

/** Finds the record of an evidence reference. */
export function resolveEvidence(ref: string, atlas: Atlas): Resolved {
  const [, kind, id = "", rowId] = /^(dataset|finding|source):([^/]+)(?:\/(.+))?$/.exec(ref) ?? [];
  if (kind === "source") return { kind, source: atlas.find("sources", id) };
  if (kind === "finding") {
    const finding = atlas.find("findings", id);
    return { kind, finding, source: atlas.find("sources", finding.source) };
  }
  if (kind !== "dataset")
    throw new BrokenRecords(`"${ref}" is not a reference; expected dataset:ID/ROW, dataset:ID or finding:ID.`);
  const dataset = atlas.find("datasets", id);
  const source = atlas.find("sources", dataset.source);
  if (rowId === undefined) return { kind, dataset, source };
  const row = dataset.measurements.find((measurement) => measurement.id === rowId);
  if (!row) throw new BrokenRecords(`"${ref}" is not a row of data/datasets/${id}.yaml.`);
  return { kind: "measurement", dataset, row, source };
}

/** Describes a reference for the engine's index. */
export function describeEvidence(ref: string, atlas: Atlas): Evidence {
  const resolved = resolveEvidence(ref, atlas);
  return dropUndefined({
    kind: resolved.kind,
    title: titleOfEvidence(resolved),
    source: resolved.source.id,
    year: yearOf(resolved.source),
    path: pathOfEvidence(resolved, atlas),
    isCount: (resolved.kind === "measurement" && isCount(resolved.row.metric)) || undefined,
  });
}

/** Returns the references of the sources cited, each once. */
export function refsOf(citations: readonly Citation[] | undefined): string[] {
  return [...new Set((citations ?? []).map(({ source }) => `source:${source}`))];
}

/** Returns the year in which a source was published. */
export function yearOf(source: RecordOf<"sources">): number {
  return Number(source.published.slice(0, 4));
}

/** Returns the quoted words of the source for a reference, if there are any. */
export function quoteOf(resolved: Resolved): string | undefined {
  if (resolved.kind === "measurement") return resolved.row.quote;
  return resolved.kind === "finding" ? resolved.finding.quote : undefined;
}

/** Lists the quoted words of the sources by reference, for the decision card. */
export function compileQuotes(
  references: readonly string[],
  atlas: Atlas,
): Record<string, { quote: string; source: string; year: number; url: string | null }> {
  return Object.fromEntries(
    references.flatMap((ref) => {
      const resolved = resolveEvidence(ref, atlas);
      const quote = quoteOf(resolved);
      const { title, url = null } = resolved.source;
      return quote === undefined ? [] : [[ref, { quote, source: title, year: yearOf(resolved.source), url }] as const];
    }),
  );
}

function titleOfEvidence(resolved: Resolved): string {
  switch (resolved.kind) {
    case "source":
      return resolved.source.title;
    case "finding":
      return resolved.finding.claim;
    case "dataset":
    case "measurement":
      return resolved.dataset.title;
  }
}

function pathOfEvidence(resolved: Resolved, atlas: Atlas): string {
  switch (resolved.kind) {
    case "source":
      return findSourcePath(resolved.source.id, atlas);
    case "finding":
      return pathOf("findings", resolved.finding);
    case "dataset":
      return findPath("datasets", resolved.dataset.id);
    case "measurement":
      return findRowPath(resolved.dataset.id, resolved.row.id);
  }
}

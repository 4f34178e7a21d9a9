import type { Plural } from "../../records/kinds.ts";
import type { RecordOf, Records } from "./records.ts";

type KindWithPlace = Exclude<Plural, "steps">;

/** The page with the matrix of adapters and features. */
export const comparePage = "/compare/";

/** For each kind, the parts of a path before and after the record's id. */
const patterns: Record<KindWithPlace, readonly [before: string, after: string]> = {
  adapters: ["/adapters/", "/"],
  datasets: ["/benchmarks/", "/"],
  features: [`${comparePage}#`, ""],
  findings: ["/findings/#", ""],
  guests: ["/guests/#", ""],
  platforms: [`${comparePage}#`, ""],
  rules: ["/rules/#", ""],
  sources: ["/sources/#", ""],
  questions: ["/embed/#field-", ""],
};

/** Returns the path of a record from the site's root. A guest's path is its entry in the list of all guests, which links to its page. */
export function findPath(kind: KindWithPlace, id: string): string {
  const [before, after] = patterns[kind];
  return before + id + after;
}

/** Returns the path of a measurement. */
export function findRowPath(dataset: string, row: string): string {
  return `${findPath("datasets", dataset)}#${row}`;
}

/** Returns the path of a section of an adapter's page, by its anchor. */
export function findPartPath(adapter: string, part: string): string {
  return `${findPath("adapters", adapter)}#${part}`;
}

/** Returns the path of a step: on the page of its first adapter. */
export function findStepPath({ id, adapters }: Pick<RecordOf<"steps">, "id" | "adapters">): string {
  return findPartPath(adapters[0] ?? "", `step-${id}`);
}

/** Returns the path of any other record: a guest on the page of its product line, a source in the table of all sources. */
export function pathOf<K extends KindWithPlace>(kind: K, record: RecordOf<K>): string {
  return kind === "guests" ? `/guests/${(record as RecordOf<"guests">).line}/#${record.id}` : findPath(kind, record.id);
}

/** A source with this many findings has a page of its own, as has every source of a dataset. */
const severalFindings = 3;

/** Returns the path of a source: its own page if it has many findings or a dataset, or else the table of all sources. */
export function findSourcePath(id: string, atlas: Pick<Records, "datasets" | "findings">): string {
  return hasOwnPage(id, atlas) ? `/sources/${id}/` : findPath("sources", id);
}

function hasOwnPage(id: string, { datasets, findings }: Pick<Records, "datasets" | "findings">): boolean {
  return (
    datasets.some(({ source }) => source === id) ||
    findings.filter(({ source }) => source === id).length >= severalFindings
  );
}

/** Returns the path of a record of any kind. */
export function findAnyPath<K extends Plural>(kind: K, record: RecordOf<K>): string {
  return kind === "steps"
    ? findStepPath(record as RecordOf<"steps">)
    : pathOf(kind as KindWithPlace, record as RecordOf<KindWithPlace>);
}

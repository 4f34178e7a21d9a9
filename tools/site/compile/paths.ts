import type { Plural } from "../../records/kinds.ts";
import type { RecordOf, Records } from "./records.ts";

type KindWithPlace = Exclude<Plural, "steps">;

/** The page with the matrix of adapters and features. */
export const comparePage = "/compare/";

/** Kind to what stands before and after a record's id in the path of its page, or of its place in a list. */
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

/** Returns where a record is shown, from the site's root; a guest in the list of all, which leads on to the page that has it. */
export function findPath(kind: KindWithPlace, id: string): string {
  const [before, after] = patterns[kind];
  return before + id + after;
}

/** Returns where a measurement is shown. */
export function findRowPath(dataset: string, row: string): string {
  return `${findPath("datasets", dataset)}#${row}`;
}

/** Returns where a section of an adapter's page is, by its anchor. */
export function findPartPath(adapter: string, part: string): string {
  return `${findPath("adapters", adapter)}#${part}`;
}

/** Returns where a step is shown: on the page of the first adapter it is for. */
export function findStepPath({ id, adapters }: Pick<RecordOf<"steps">, "id" | "adapters">): string {
  return findPartPath(adapters[0] ?? "", `step-${id}`);
}

/** Returns where a record of any other kind is shown: a guest on the page of its product line, a source in the table of all. */
export function pathOf<K extends KindWithPlace>(kind: K, record: RecordOf<K>): string {
  return kind === "guests" ? `/guests/${(record as RecordOf<"guests">).line}/#${record.id}` : findPath(kind, record.id);
}

/** A source with this many findings has a page of its own, as has every source of a dataset. */
const severalFindings = 3;

/** Returns where a source is shown: on its own page if much was taken from it, or else in the table of all. */
export function findSourcePath(id: string, atlas: Pick<Records, "datasets" | "findings">): string {
  return hasOwnPage(id, atlas) ? `/sources/${id}/` : findPath("sources", id);
}

function hasOwnPage(id: string, { datasets, findings }: Pick<Records, "datasets" | "findings">): boolean {
  return (
    datasets.some(({ source }) => source === id) ||
    findings.filter(({ source }) => source === id).length >= severalFindings
  );
}

/** Returns where a record is shown, whatever it is. */
export function findAnyPath<K extends Plural>(kind: K, record: RecordOf<K>): string {
  return kind === "steps"
    ? findStepPath(record as RecordOf<"steps">)
    : pathOf(kind as KindWithPlace, record as RecordOf<KindWithPlace>);
}

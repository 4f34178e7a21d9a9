import type { Kind, RecordOf } from "./records.ts";

type KindWithPlace = Exclude<Kind, "steps">;

/** The page with the matrix of adapters and features. */
export const comparePage = "/compare/";

/** Kind to what stands before and after a record's id in the path of its page, or of its place in a list. */
const patterns: Record<KindWithPlace, readonly [before: string, after: string]> = {
  adapters: ["/adapters/", "/"],
  datasets: ["/evidence/", "/"],
  features: [`${comparePage}#`, ""],
  findings: ["/findings/#", ""],
  guests: ["/guests/", "/"],
  platforms: [`${comparePage}#`, ""],
  rules: ["/rules/", "/"],
  sources: ["/sources/", "/"],
  questions: ["/embed/#field-", ""],
};

/** Returns where a record is shown, from the site's root; a finding in the list of all, which leads on to the page of its topic. */
export function findPath(kind: KindWithPlace, id: string): string {
  const [before, after] = patterns[kind];
  return before + id + after;
}

/** Returns where a measurement is shown. */
export function findRowPath(dataset: string, row: string): string {
  return `${findPath("datasets", dataset)}#${row}`;
}

/** Parts of an adapter that have a page of their own, below the adapter's. */
export type AdapterPart = StepsPart | "modes" | "drivers" | "evidence";
type StepsPart = "apply" | `apply-${string}` | "tune";

/** Returns where a part of an adapter is shown. */
export function findPartPath(adapter: string, part: AdapterPart): string {
  return `${findPath("adapters", adapter)}${part}/`;
}

/**
 * Says on which of an adapter's pages a step stands: what one machine needs and another does not is apart from what each does,
 * and each platform is apart, for nobody needs two. The first that the adapter's record names has the address
 * without a name; all records name them in one order.
 */
export function partOfStep(
  { action, platform }: Pick<RecordOf<"steps">, "action" | "platform">,
  { platforms }: Pick<RecordOf<"adapters">, "platforms">,
): StepsPart {
  if (action === "tune") return "tune";
  const [first = platform] = Object.keys(platforms);
  return platform === first ? "apply" : `apply-${platform}`;
}

/** Returns where a step is shown: among those of the first adapter it is for. */
export function findStepPath(step: RecordOf<"steps">, adapters: readonly RecordOf<"adapters">[]): string {
  const first = adapters.find(({ id }) => id === step.adapters[0]) ?? { platforms: {} };
  return `${findPartPath(step.adapters[0] ?? "", partOfStep(step, first))}#step-${step.id}`;
}

/** Returns where a record of any other kind is shown: a finding on the page of its topic. */
export function pathOf<K extends KindWithPlace>(kind: K, record: RecordOf<K>): string {
  if (kind !== "findings") return findPath(kind, record.id);
  const { id, topic } = record as RecordOf<"findings">;
  return `/findings/${topic}/#${id}`;
}

/** Returns where a record is shown, whatever it is. */
export function findAnyPath<K extends Kind>(
  kind: K,
  record: RecordOf<K>,
  { adapters }: { adapters: readonly RecordOf<"adapters">[] },
): string {
  return kind === "steps"
    ? findStepPath(record as RecordOf<"steps">, adapters)
    : pathOf(kind as KindWithPlace, record as RecordOf<KindWithPlace>);
}

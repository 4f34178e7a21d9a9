import type { Knowledge, NumberRange } from "../../knowledge/knowledge.ts";

/**
 * Finds the least number of vCPUs with the same advice as a given one: no rule and no known problem has a bound between the two.
 * Only the number of queues in the code of the steps differs.
 */
export function prepareAlikeVcpus({
  rules,
  problems,
}: Pick<Knowledge, "rules" | "problems">): (vcpus: number) => number {
  const ranges = [
    ...rules.map(({ when }) => when.vcpus as NumberRange | undefined),
    ...problems.map(({ vcpus }) => vcpus),
  ];
  const starts = ranges
    .flatMap((range) => (range ? listStarts(range) : []))
    .filter((start) => start > 1)
    .sort((a, b) => b - a);
  return (vcpus) => starts.find((start) => start <= vcpus) ?? Math.min(1, vcpus);
}

/** The first whole numbers in a range and behind the range. */
function listStarts({ atLeast, above, below, atMost }: NumberRange): number[] {
  return [
    atLeast,
    above === undefined ? undefined : above + 1,
    below,
    atMost === undefined ? undefined : atMost + 1,
  ].filter((start) => start !== undefined);
}

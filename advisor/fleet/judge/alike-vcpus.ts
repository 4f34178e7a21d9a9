import { numberSpan } from "../../engine/rows.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";

/**
 * Finds the least number of vCPUs with the same advice as a given one: no rule and no known problem has a bound between the two.
 * Only the number of queues in the code of the steps differs.
 */
export function prepareAlikeVcpus({
  rules,
  problems,
}: Pick<Knowledge, "rules" | "problems">): (vcpus: number) => number {
  const ranges = [...rules.map(({ when }) => when.vcpus), ...problems.map(({ vcpus }) => vcpus)];
  const starts = ranges
    .flatMap((range) => {
      if (!range) return [];
      const { from, to } = numberSpan(range);
      return [from, to];
    })
    .sort((a, b) => b - a);
  return (vcpus) => Math.max(1, starts.find((start) => start <= vcpus) ?? 1);
}

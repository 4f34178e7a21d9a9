import type { Knowledge } from "../knowledge/knowledge.ts";
import { MOST_OF_STACK } from "../questions/packet-rate.ts";
import { numberSpan } from "./rows.ts";

/**
 * Finds the least value of a number with the same recommendation as a given one: no rule, known problem, assumption or
 * warning has a bound between the two. Texts may still name the number, and steps set as many queues as there are vCPUs.
 */
export function prepareAlike(
  { rules, problems, questions }: Pick<Knowledge, "rules" | "problems" | "questions">,
  field: "packetRate" | "vcpus",
): (value: number) => number {
  const ranges = [
    ...rules.map(({ when }) => when[field]),
    ...(field === "vcpus" ? problems.map((one) => one.vcpus) : []),
  ];
  const starts = ranges.flatMap((range) => {
    if (!range) return [];
    const { from, to } = numberSpan(range);
    return [from, to];
  });
  if (field === "packetRate") {
    for (const { assumed } of questions)
      for (const { when, from } of assumed?.instead ?? [])
        if (when === "packet-rate-from" && from !== undefined) starts.push(from);
    starts.push(MOST_OF_STACK + 1);
  }
  const least = questions.find((question) => question.field === field)?.bounds?.least ?? 0;
  const descending = [...new Set(starts.filter((start) => start > least)), least].sort((a, b) => b - a);
  return (value) => descending.find((start) => start <= value) ?? value;
}

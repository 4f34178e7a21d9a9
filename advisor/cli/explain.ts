import type { Advice, Reason } from "../explain/advice.ts";
import { traceRows } from "../explain/trace.ts";

const ORDER: readonly Reason["effect"][] = ["excludes", "prefers", "behind", "requires", "warns"];
const TITLES: Record<string, string> = {
  excludes: "Excluded",
  prefers: "Preferred",
  behind: "Placed behind",
  requires: "Steps demanded",
  warns: "Cautions",
};

/** How the answer came about: what is taken as given, then every row that fired, in the order in which it counts. */
export function explain({ situation, assumptions, verdicts, recommended }: Advice): string[] {
  const given = Object.entries(situation).filter(([, value]) => !Array.isArray(value) || value.length > 0);
  return [
    "",
    "Trace",
    `  given     ${given.map(([field, value]) => `${field}=${String(value)}`).join(" ")}`,
    `  assumed   ${assumptions.map(({ field, value }) => `${field}=${String(value)}`).join(" ") || "nothing"}`,
    ...ORDER.flatMap((effect) => {
      const fired = traceRows(verdicts, effect);
      return fired.length === 0
        ? []
        : [
            `  ${TITLES[effect] ?? effect}`,
            ...fired.map(({ kind, id, adapters }) => `    ${`${kind} ${id}`.padEnd(56)} ${adapters.join(", ")}`),
          ];
    }),
    `  result    ${recommended ?? "no adapter fits"}; then ${
      verdicts
        .filter(({ status }) => status === "suitable")
        .map(({ adapter }) => adapter)
        .join(", ") || "nothing else"
    }`,
  ];
}

import type { Path } from "../records/record.ts";
import type { Complaint } from "./rule.ts";
import { isMapping, type Selected } from "./select.ts";

/** From the smallest to the largest; of each pair of neighbours that a summary holds the first is not above the second. */
const ascending = ["min", "p5", "p25", "median", "p75", "p90", "p95", "p99", "p999", "p9999", "p99999", "max"];

type Named = [name: string, number: number];

/** Complains of a summary whose figures cannot belong to one set of samples. */
export function checkStatistics({ path, value: summary }: Selected): Complaint[] {
  if (!isMapping(summary)) return [];
  const present = numbersOf(summary, ascending);
  const neighbours = present.flatMap((figure, index) => compare(path, present[index - 1] ?? figure, figure));
  // Ends that were swapped are one mistake, although both are out of order with what stands between them.
  const ends = neighbours.length > 1 ? compareEnds(path, summary) : [];
  const swaps = ends.length > 0 ? ends : neighbours;
  const interval = checkInterval({ path: [...path, "confidenceInterval"], value: summary.confidenceInterval });
  // What else does not fit follows from the same mistake.
  if (swaps.length > 0 || interval.length > 0) return [...swaps, ...interval];
  return [...checkMean(path, summary), ...checkDeviation(path, summary)];
}

function compare(path: Path, [low, a]: Named, [high, b]: Named): Complaint[] {
  if (a <= b) return [];
  return [
    {
      path: [...path, high],
      restsOn: [[...path, low]],
      message: `${high} ${b} is below ${low} ${a}`,
      help: "compare both with the source",
    },
  ];
}

function compareEnds(path: Path, summary: { [name: string]: unknown }): Complaint[] {
  const [[min], [max]] = [numbersOf(summary, ["min"]), numbersOf(summary, ["max"])];
  return min && max ? compare(path, min, max) : [];
}

function checkInterval({ path, value: interval }: Selected): Complaint[] {
  if (!isMapping(interval)) return [];
  const [low, high] = numbersOf(interval, ["low", "high"]);
  return low && high ? compare(path, low, high) : [];
}

function checkMean(path: Path, summary: { [name: string]: unknown }): Complaint[] {
  const [mean] = numbersOf(summary, ["mean"]);
  if (!mean) return [];
  const [min] = numbersOf(summary, ["min"]);
  const [max] = numbersOf(summary, ["max"]);
  const interval = isMapping(summary.confidenceInterval) ? summary.confidenceInterval : {};
  const [low, high] = numbersOf(interval, ["low", "high"]);
  const outside = [...(min ? compare(path, min, mean) : []), ...(max ? compare(path, mean, max) : [])];
  if (outside.length > 0 || !low || !high || (low[1] <= mean[1] && mean[1] <= high[1])) return outside;
  const place = [...path, "confidenceInterval"];
  return [
    {
      path: place,
      onKey: true,
      restsOn: [
        [...path, "mean"],
        [...place, "low"],
        [...place, "high"],
      ],
      message: `the interval from ${low[1]} to ${high[1]} does not contain the mean ${mean[1]}`,
      help: "compare all three with the source",
    },
  ];
}

function checkDeviation(path: Path, summary: { [name: string]: unknown }): Complaint[] {
  const [deviation, min, max] = ["standardDeviation", "min", "max"].map((name) => numbersOf(summary, [name])[0]?.[1]);
  if (deviation === undefined || min === undefined || max === undefined || deviation <= max - min) return [];
  return [
    {
      path: [...path, "standardDeviation"],
      restsOn: [
        [...path, "min"],
        [...path, "max"],
      ],
      message: `standardDeviation ${deviation} is larger than the distance from min ${min} to max ${max}`,
      help: "compare all three with the source; a variance is its square",
    },
  ];
}

function numbersOf(mapping: { [name: string]: unknown }, names: readonly string[]): Named[] {
  return names.flatMap((name): Named[] => {
    const number = mapping[name];
    return typeof number === "number" ? [[name, number]] : [];
  });
}

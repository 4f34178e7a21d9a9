import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { arrangePanels } from "../../../assets/ts/explorer/arrange-panels.ts";
import { filterMeasurements } from "../../../assets/ts/explorer/filter.ts";
import type { Wanted } from "../../../assets/ts/explorer/filter.ts";
import type { FacetName, MeasurementFile } from "../../../assets/ts/explorer/measurement-file.ts";
import { unpackMeasurements } from "../../../assets/ts/explorer/measurements.ts";
import { multiplyMeasurements } from "./synthetic-measurements.ts";
import { grouped, kilobytes, printFigures } from "./print.ts";

const sizes = [1_000, 10_000, 100_000];
const rounds = 60;

/** What readers choose, from nothing to several values in several facets. */
const asked: Wanted[] = (
  [
    [],
    [["metric", ["throughput"]]],
    [
      ["metric", ["throughput"]],
      ["adapter", ["vmxnet3", "e1000"]],
    ],
    [
      ["adapter", ["vmxnet3", "e1000", "virtio-net"]],
      ["platform", ["kvm"]],
      ["topology", ["same-host", "vm-to-host"]],
    ],
    [
      ["grade", ["comparison"]],
      ["part", ["whole"]],
    ],
  ] as [FacetName, string[]][][]
).map((facets) => ({ facets: new Map(facets) }));

/** Times the filter with its counts, and the sorting into panels after it, on more and more measurements. */
export async function benchExplorer(root: string): Promise<void> {
  const { path } = JSON.parse(readFileSync(join(root, "build/knowledge/explorer.json"), "utf8")) as { path: string };
  const text = readFileSync(join(root, "build/static", path));
  const file = JSON.parse(text.toString("utf8")) as MeasurementFile;
  const figures = sizes.map((size): [string, string] => {
    const measurements = unpackMeasurements(multiplyMeasurements(file, size));
    const filtering = time((wanted) => filterMeasurements(measurements, wanted));
    const found = new Map(asked.map((wanted) => [wanted, filterMeasurements(measurements, wanted).rows]));
    const arranging = time((wanted) => arrangePanels(measurements, found.get(wanted) ?? [], "study"));
    return [
      `${grouped(size)} measurements`,
      `filter and counts ${writeTimes(filtering)}; panels ${writeTimes(arranging)}`,
    ];
  });
  printFigures("Explorer (median, slowest)", [
    ...figures,
    [
      `the site's file, ${grouped(file.count)} measurements`,
      `${kilobytes(gzipSync(text, { level: 9 }).length)} gzip (${kilobytes(text.length)})`,
    ],
  ]);
}

/** Milliseconds of each call, after a warm-up. */
function time(work: (wanted: Wanted) => unknown): number[] {
  for (const wanted of asked) for (let warm = 0; warm < 5; warm++) work(wanted);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const wanted of asked) {
      const before = performance.now();
      work(wanted);
      times.push(performance.now() - before);
    }
  }
  return times.sort((a, b) => a - b);
}

function writeTimes(times: readonly number[]): string {
  return `${(times[Math.floor(times.length / 2)] ?? 0).toFixed(2)}, ${(times.at(-1) ?? 0).toFixed(2)} ms`;
}

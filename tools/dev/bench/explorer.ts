import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { layOutPanels } from "../../../assets/ts/explorer/lay-out-panels.ts";
import { filterMeasurements, type Wanted } from "../../../assets/ts/explorer/filter.ts";
import type {
  Coded,
  FacetName,
  MeasurementFile,
  NumberName,
  TextName,
} from "../../../assets/ts/explorer/measurement-file.ts";
import { mapNames, unpackMeasurements } from "../../../assets/ts/explorer/measurements.ts";
import { median } from "../../records/samples.ts";
import { grouped, kilobytes, printFigures } from "./part.ts";
import { conditionNames, facetNames, numberNames, textNames } from "../../../assets/ts/explorer/measurement-file.ts";

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
    const arranging = time((wanted) => layOutPanels(measurements, found.get(wanted) ?? [], "study"));
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
  return `${median(times).toFixed(2)}, ${(times.at(-1) ?? 0).toFixed(2)} ms`;
}

/** Makes as many measurements as wanted out of real ones, each column shuffled by itself, in as many more studies as there are more rows. */
function multiplyMeasurements(file: MeasurementFile, count: number): MeasurementFile {
  const random = makeRandom(count);
  const pick = Array.from({ length: count }, () => Math.floor(random() * file.count));
  const shuffled = (): number[] => pick.map(() => Math.floor(random() * file.count));
  const code = ({ values, codes }: Coded, from: readonly number[]): Coded => ({
    values,
    codes: from.map((row) => codes[row] as number),
  });
  const times = Math.max(1, Math.round(count / file.count));
  const studies = Array.from({ length: times }, (_, copy) =>
    file.studies.map((study) => ({ ...study, id: `${study.id}-${copy}` })),
  ).flat();
  return {
    ...file,
    count,
    facets: {
      ...mapNames<FacetName, Coded>(facetNames, (name) => code(file.facets[name], shuffled())),
      // Rows of a study follow one another, as in the file of the site.
      study: {
        values: studies.map(({ id }) => id),
        codes: pick.map((_, row) => Math.floor((row / count) * studies.length)),
      },
    },
    numbers: mapNames<NumberName, (number | null)[]>(numberNames, (name) => {
      const rows = (conditionNames as readonly string[]).includes(name) ? shuffled() : pick;
      return rows.map((row) => file.numbers[name][row] ?? null);
    }),
    texts: mapNames<TextName, Coded>(textNames, (name) => code(file.texts[name], pick)),
    rows: pick.map((row) => file.rows[row] as string),
    studies,
  };
}

/** The same numbers on every run (mulberry32). */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

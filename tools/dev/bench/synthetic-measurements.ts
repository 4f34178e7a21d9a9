import { conditionNames, facetNames, numberNames, textNames } from "../../../assets/ts/explorer/measurement-file.ts";
import type {
  Coded,
  FacetName,
  MeasurementFile,
  NumberName,
  TextName,
} from "../../../assets/ts/explorer/measurement-file.ts";

/** Makes as many measurements as wanted out of real ones, each column shuffled by itself, in as many more studies as there are more rows. */
export function multiplyMeasurements(file: MeasurementFile, count: number): MeasurementFile {
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

function mapNames<N extends string, T>(names: readonly N[], make: (name: N) => T): Record<N, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, T>;
}

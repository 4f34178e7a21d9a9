import {
  facetNames,
  numberNames,
  textNames,
  type FacetName,
  type MeasurementFile,
  type NumberName,
  type Study,
  type TextName,
} from "./measurement-file.ts";

/** Values, each once, and for each row the place of its own among them. */
interface Column {
  values: readonly string[];
  codes: Uint16Array | Uint32Array;
}

/** All measurements as columns, ready to be gone through. */
export interface Measurements {
  count: number;
  facets: Readonly<Record<FacetName, Column>>;
  /** NaN where a row has no such number. */
  numbers: Readonly<Record<NumberName, Float64Array>>;
  texts: Readonly<Record<TextName, Column>>;
  rows: readonly string[];
  studies: readonly Study[];
  knowledgeVersion: string;
  licence: string;
}

/** Puts the columns of the site's file into typed arrays. */
export function unpackMeasurements(file: MeasurementFile): Measurements {
  return {
    ...file,
    facets: mapNames(facetNames, (name) => toColumn(file.facets[name])),
    numbers: mapNames(numberNames, (name) => Float64Array.from(file.numbers[name], (value) => value ?? NaN)),
    texts: mapNames(textNames, (name) => toColumn(file.texts[name])),
  };
}

/** Reads a word of a row. */
export function textAt({ values, codes }: Column, row: number): string {
  return values[codes[row] as number] ?? "";
}

/** The address of a row on the page of its study. */
export function addressOf(row: number, { facets, studies, rows }: Measurements, base: string): string | undefined {
  const study = studies[facets.study.codes[row] as number];
  return study && `${base}${study.path.slice(1)}#${rows[row] ?? ""}`;
}

function toColumn({ values, codes }: { values: readonly string[]; codes: readonly number[] }): Column {
  return { values, codes: values.length <= 65536 ? Uint16Array.from(codes) : Uint32Array.from(codes) };
}

/** Makes something for each name of a list. */
export function mapNames<N extends string, T>(names: readonly N[], make: (name: N) => T): Record<N, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, T>;
}

/** Loads the measurements from the address that an element names; if they do not come, says in another what is the matter and calls `fail`. */
export async function loadMeasurements(
  element: HTMLElement,
  status: HTMLElement | null,
  start: (file: MeasurementFile) => void | Promise<void>,
  fail = (): void => {},
): Promise<void> {
  try {
    const response = await fetch(element.dataset.measurements ?? "");
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    await start((await response.json()) as MeasurementFile);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    if (status)
      status.textContent = `The measurements could not be loaded (${cause}). Load the page again, or use the studies below.`;
    fail();
  }
}

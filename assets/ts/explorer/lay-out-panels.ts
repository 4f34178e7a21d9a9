import type { Layout } from "./filter.ts";
import { restated } from "./measurement-file.ts";
import { type Measurements, textAt } from "./measurements.ts";

/** Rows that may share an axis: one metric, one unit, one workload, the same part of a count, and, but for years, one study. */
export interface Panel {
  /** Places of its rows, in their order. */
  rows: number[];
  /** Places of the studies that they come from. */
  studies: number[];
}

export interface PanelLayout {
  panels: Panel[];
  /** Rows that say an order or a ratio, repeat other rows, or lack what the layout goes by: they stand in the table alone. */
  withoutPlace: number;
}

/** Sorts rows into panels: different units or studies never come onto one axis, but for the years, where the page warns. */
export function layOutPanels(
  { facets, numbers, texts }: Measurements,
  rows: ArrayLike<number>,
  by: Layout,
): PanelLayout {
  const parts = [facets.metric, texts.unit, facets.workload, facets.part, ...(by === "year" ? [] : [facets.study])];
  const canDraw = makeTest({ facets, numbers }, by);
  const found = new Map<number, Panel>();
  let withoutPlace = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    if (!canDraw(row)) {
      withoutPlace++;
      continue;
    }
    let key = 0;
    for (const { values, codes } of parts) key = key * values.length + (codes[row] as number);
    const panel = found.get(key);
    const study = facets.study.codes[row] as number;
    if (!panel) found.set(key, { rows: [row], studies: [study] });
    else {
      panel.rows.push(row);
      // Rows of a study follow one another.
      if (panel.studies.at(-1) !== study) panel.studies.push(study);
    }
  }
  // What compares adapters comes before what shows one alone.
  const compares = new Map([...found.values()].map((panel) => [panel, hasSeveral(facets.adapter.codes, panel.rows)]));
  return {
    panels: [...compares.keys()].sort((a, b) => Number(compares.get(b)) - Number(compares.get(a))),
    withoutPlace,
  };
}

/** Says whether any of the rows can be drawn in a layout. */
export function hasPlace(measurements: Measurements, rows: ArrayLike<number>, by: Layout): boolean {
  const canDraw = makeTest(measurements, by);
  for (let at = 0; at < rows.length; at++) if (canDraw(rows[at] as number)) return true;
  return false;
}

/** Makes the test whether a row has a place in a layout: a result of its own, and the number that the layout goes by. */
function makeTest(
  { facets: { kind }, numbers }: Pick<Measurements, "facets" | "numbers">,
  by: Layout,
): (row: number) => boolean {
  const over = by === "study" ? numbers.value : numbers[by];
  return (row) => !Number.isNaN(numbers.value[row]) && !Number.isNaN(over[row]) && textAt(kind, row) !== restated;
}

function hasSeveral(codes: ArrayLike<number>, [first = 0, ...others]: readonly number[]): boolean {
  return others.some((row) => codes[row] !== codes[first]);
}

/** How a panel is drawn: a bar for each row while they can be told apart, else one line of dots for each adapter, or points over a number. */
type Form = "bars" | "dots" | "points";

/** Chooses a panel's form: points for every layout but the one by study, which shows bars until there are too many rows. */
export function chooseForm({ rows }: Panel, by: Layout): Form {
  if (by !== "study") return "points";
  return rows.length <= mostBars ? "bars" : "dots";
}

const mostBars = 12;

/** An axis from zero, or logarithmic where values are too far apart to be told from zero. */
export interface Scale {
  isLogarithmic: boolean;
  ticks: number[];
  /** Share of the axis, from 0 to 1, at which a value lies. */
  place: (value: number) => number;
}

/** Makes an axis for values; bars begin at zero, so that they are never logarithmic. */
export function makeScale(values: readonly number[], canBeLogarithmic: boolean): Scale {
  const largest = Math.max(...values, 0);
  const smallest = Math.min(...values);
  if (canBeLogarithmic && smallest > 0 && largest / smallest > farApart) return makeLogarithmic(smallest, largest);
  const step = roundUp(largest / mostSteps || 1);
  const count = Math.max(1, Math.ceil(largest / step - 1e-9));
  const end = count * step;
  return {
    isLogarithmic: false,
    ticks: Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12))),
    place: (value) => Math.max(0, value / end),
  };
}

/** Levels for points that would hide one another, in the order of their places. Equal places share one level: a level more would show nothing more. */
export function stackMarks(places: readonly number[]): number[] {
  const ends: number[] = [];
  const levels = new Map<number, number>();
  for (const place of [...new Set(places)].sort((a, b) => a - b)) {
    const free = ends.findIndex((end) => place - end >= pointWidth);
    // In a crowd the level that ends first is the least covered.
    const level = free >= 0 ? free : ends.length < mostLevels ? ends.length : ends.indexOf(Math.min(...ends));
    ends[level] = place;
    levels.set(place, level);
  }
  return places.map((place) => levels.get(place) ?? 0);
}

/** Width of a point as a share of a lane on a phone. */
const pointWidth = 0.06;
const mostLevels = 4;

/** An axis from the smallest to the largest value, for years. */
export function makeSpan(values: readonly number[]): Scale {
  const [first, last] = [Math.min(...values), Math.max(...values)];
  const step = Math.max(1, Math.ceil((last - first) / mostSteps));
  const ticks = [];
  for (let tick = first; tick <= last; tick += step) ticks.push(tick);
  return { isLogarithmic: false, ticks, place: (value) => (first === last ? 0.5 : (value - first) / (last - first)) };
}

function makeLogarithmic(smallest: number, largest: number): Scale {
  const [from, to] = [Math.floor(Math.log10(smallest)), Math.ceil(Math.log10(largest))];
  return {
    isLogarithmic: true,
    ticks: Array.from({ length: to - from + 1 }, (_, at) => Number((10 ** (from + at)).toPrecision(12))),
    place: (value) => (Math.log10(value) - from) / (to - from),
  };
}

/** The next of 1, 2, 5 times a power of ten. */
function roundUp(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= step * (1 - 1e-9)) ?? 10;
  return factor * power;
}

const mostSteps = 5;
const farApart = 200;

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

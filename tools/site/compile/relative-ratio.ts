import type { Measurement } from "./records.ts";

type Relative = Extract<Measurement, { kind: "relative" }>;

/** Says a stated comparison as a ratio; undefined for a difference, which is none, and for a bound. */
export function toRatio({ form, value, precision }: Relative): number | undefined {
  if (precision !== "as-printed" && precision !== "about") return undefined;
  const ratio = {
    ratio: value,
    "percent-more": 1 + value / 100,
    "percent-less": 1 - value / 100,
    "difference-more": undefined,
    "difference-less": undefined,
  }[form];
  return ratio === undefined ? undefined : Number(ratio.toFixed(2));
}

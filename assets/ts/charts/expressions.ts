import { bandSpace } from "vega-scale";
import {
  extent,
  flush,
  inrange,
  isArray,
  isDate,
  isNumber,
  isObject,
  isString,
  lerp,
  pad,
  peek,
  span,
  toBoolean,
  toNumber,
  toString,
  truncate,
} from "vega-util";
import type { Scale, Scope } from "vega-runtime";

/** How the runtime calls a function: with the place in the dataflow that the expression stands in. */
interface Call {
  context: Scope;
}

/**
 * The functions that expressions of charts may call, besides the mathematics that the interpreter brings;
 * tools/site/charts/live says at build time when one is missing.
 */
export const expressions = {
  isArray,
  isDate,
  isNumber,
  isObject,
  isString,
  toBoolean,
  toNumber,
  toString,
  extent,
  flush,
  inrange,
  lerp,
  pad,
  peek,
  span,
  truncate,
  isDefined: (value: unknown) => value !== undefined,
  isValid: (value: unknown) => value !== null && value !== undefined && !Number.isNaN(value),
  sequence: (start: number, stop: number, step = 1) =>
    Array.from({ length: Math.max(0, Math.ceil((stop - start) / step)) }, (_, index) => start + index * step),
  bandspace: (count: number, inner: number, outer: number) => bandSpace(count || 0, inner || 0, outer || 0),
  bandwidth(this: Call, name: string) {
    return findScale(this, name)?.bandwidth?.() ?? 0;
  },
  domain(this: Call, name: string) {
    return findScale(this, name)?.domain() ?? [];
  },
  range(this: Call, name: string) {
    return findScale(this, name)?.range() ?? [];
  },
  scale(this: Call, name: string, value: unknown) {
    return findScale(this, name)?.(value);
  },
  invert(this: Call, name: string, value: number) {
    return findScale(this, name)?.invert?.(value);
  },
  data(this: Call, name: string) {
    return this.context.data[name]?.values?.value ?? [];
  },
  format(this: Call, value: number | null, pattern: string) {
    return value === null ? "null" : this.context.dataflow.locale().format(pattern)(value);
  },
  timeFormat(this: Call, value: Date | number, pattern: string) {
    return this.context.dataflow.locale().timeFormat(pattern)(value);
  },
  utcFormat(this: Call, value: Date | number, pattern: string) {
    return this.context.dataflow.locale().utcFormat(pattern)(value);
  },
};

function findScale({ context }: Call, name: string): Scale | undefined {
  return context.scales[name]?.value;
}

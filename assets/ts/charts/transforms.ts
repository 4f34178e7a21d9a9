/** The steps of a dataflow that charts may take; tools/site/charts/live says at build time when one is missing. */
export { axisticks, datajoin, encode, legendentries, scale, sortitems, stack } from "vega-encode";
export {
  aggregate,
  collect,
  extent,
  facet,
  filter,
  fold,
  formula,
  joinaggregate,
  multiextent,
  prefacet,
  proxy,
  relay,
  sieve,
  subflow,
  values,
  window,
} from "vega-transforms";
export { bound, mark, overlap, render, viewlayout } from "vega-view-transforms";

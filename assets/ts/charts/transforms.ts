import { axisticks, datajoin, encode, legendentries, scale, sortitems, stack } from "vega-encode";
import { aggregate, collect, extent, facet, filter, fold, formula, joinaggregate, multiextent, prefacet, proxy, relay, sieve, subflow, values, window } from "vega-transforms";
import { bound, mark, overlap, render, viewlayout } from "vega-view-transforms";

/** The steps of a dataflow that charts may take; tools/charts/live says at build time when one is missing. */
export const transforms = {
  aggregate, collect, extent, facet, filter, fold, formula, joinaggregate, multiextent, prefacet, proxy, relay, sieve, subflow, values, window,
  axisticks, datajoin, encode, legendentries, scale, sortitems, stack,
  bound, mark, overlap, render, viewlayout,
};

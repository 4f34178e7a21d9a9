/** Stands in for the part of vega-runtime that makes functions of text; the interpreter is always given. */
export default undefined;

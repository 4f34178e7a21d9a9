/** Stands in for vega-canvas: charts are drawn as SVG and text is measured by table. */
export function canvas(): null {
  return null;
}

/** No image either: charts draw none. */
export function image(): null {
  return null;
}

/** Stands in for vega-loader: rows come with the chart, so nothing is loaded and nothing parsed. */
export function loader(): never {
  throw new Error("vNIC Atlas: charts load nothing by address");
}

/** Returns the rows as they are. */
export function read(rows: unknown): unknown {
  return rows;
}

/** No type of response: nothing is requested. */
export function responseType(): undefined {
  return undefined;
}

/** Stands in for vega-loader: rows come with the chart, so nothing is loaded and nothing parsed. */
export function loader(): never {
  throw new Error("vNIC Atlas: charts load nothing by address");
}

export function read(rows: unknown): unknown {
  return rows;
}

export function responseType(): undefined {
  return undefined;
}

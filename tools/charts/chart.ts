/** A row as the specification, the table and the CSV file read it: flat, one field per name. */
export type ChartRow = Record<string, string | number | boolean | null>;

/** The authored words of a chart, assets/charts/ID.yaml; chart.schema.json describes each field. */
export interface ChartWords {
  title: string;
  question: string;
  caption: string;
  description: string;
  datasets: string[];
  data: ChartData;
  table: { caption: string; columns: TableColumn[] };
  reader?: ReaderField;
}

/** A number of the reader's own, which the specification draws from the parameter readerValue. */
export interface ReaderField {
  /** Field of the situation that it is; the advisor takes it over. */
  field: string;
  label: string;
  unit: string;
  least: number;
  most: number;
}

export type ChartData = RecordData | CompareData | PingData;

export interface RecordData {
  kind: "records";
  rows: RowReference[];
}

export interface RowReference {
  measurement?: string;
  finding?: string;
  label?: string;
  group?: string;
  words?: string;
}

export interface CompareData {
  kind: "compare";
  platform: string;
  adapters: string[];
  features: string[];
}

/** All counts of one dataset: what one ping costs each adapter in each configuration. */
export interface PingData {
  kind: "pings";
  dataset: string;
}

export interface TableColumn {
  key: string;
  title: string;
  unit?: string;
  numeric?: boolean;
}

/** A Vega-Lite specification; validate-spec.ts checks it against Vega-Lite's own schema. */
export type ChartSpec = Record<string, unknown>;

/** A chart as its two files say it. */
export interface AuthoredChart {
  id: string;
  words: ChartWords;
  spec: ChartSpec;
}

/** A chart as build/knowledge/charts.json lists it. */
export interface ChartEntry {
  id: string;
  title: string;
  question: string;
  caption: string;
  description: string;
  datasets: string[];
  /** Ids of the sources under the chart. */
  sources: string[];
  sourceLine: string;
  runsText: string;
  /** File in build/charts for wide places, and the size of its view box. */
  svg: string;
  width: number;
  height: number;
  /** The same for phones and cards. */
  narrow: { svg: string; width: number; height: number };
  table: { caption: string; columns: TableColumn[]; rows: Record<string, string>[] };
  csv: string;
  spec: string;
  image: string;
  /** Addresses of what a browser loads when a reader touches the chart. */
  live: { wide: string; narrow: string };
  /** Adapters whose colours it has; none where colours mean something else. */
  legend: { id: string; name: string; kind: string }[];
  reader?: ReaderField;
}

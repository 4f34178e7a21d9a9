/** Widths of the two drawings in the unit of their view box: for columns of text, and for phones and cards. */
export const drawingWidth = { wide: 720, narrow: 340 } as const;

export type Size = keyof typeof drawingWidth;

/** A row as the specification, the table and the CSV file read it: flat, one field per name. */
export type ChartRow = Record<string, string | number | boolean | null>;

/** The authored words of a chart, assets/charts/ID.yaml; chart.schema.json describes each field. */
export interface ChartWords {
  /** Where one file stands for many charts: what there is one of for each. */
  each?: Each;
  /** Id of the chart whose specification it shares; without it, it has one of its own. */
  spec?: string;
  /** What is shown, for lists. */
  title: string;
  /** The heading: a sentence whose numbers a test finds in the data. */
  finding: string;
  /** Metric, unit and conditions. */
  subtitle: string;
  /** Address of the page on which it stands; without it, that of its dataset. */
  place?: string;
  caption: string;
  description: string;
  datasets: string[];
  data: ChartData;
  table: { caption: string; columns: TableColumn[] };
  /** Fields of the rows by which a reader may choose some of them. */
  choose?: ChoiceField["field"][];
}

/** A field by whose values a reader may choose rows. */
export interface ChoiceField {
  field: "platform" | "workload" | "adapter";
  options: { value: string; name: string }[];
}

export type ChartData =
  | RecordData
  | CompareData
  | PingData
  | RatioData
  | SettingData
  | StudyData
  | SampleData
  | TimelineData;

interface RecordData {
  kind: "records";
  rows: RowReference[];
}

export interface RowReference {
  /** Dataset and row. */
  measurement: string;
  label?: string;
  group?: string;
}

/** Cells of one platform's compatibility table; all adapters or all features where none are chosen. */
export interface CompareData {
  kind: "compare";
  platform: string;
  adapters?: string[];
  features?: string[];
}

/** All counts of one dataset: what one ping costs each adapter in each configuration. */
export interface PingData {
  kind: "pings";
  dataset: string;
}

/** Every ratio of another adapter to an emulated one, each formed within its study; those of one adapter where it is named. */
export interface RatioData {
  kind: "ratios";
  adapter?: string;
}

/** Every ratio of an adapter with a setting to the same adapter without it, or the strongest of each setting. */
interface SettingData {
  kind: "settings";
  strongest?: boolean;
}

/** The results of one study in one metric: absolute ones, or those that are relative to something. */
export interface StudyData {
  kind: "values" | "relatives";
  dataset: string;
  metric: string;
}

/** Every sample of the rows of one study in one metric, workload and direction; rows of single registers and of reads alone are left out. */
export interface SampleData {
  kind: "samples";
  dataset: string;
  metric: string;
  direction?: string;
}

/** Since when a platform has each adapter and each of its modes. */
export interface TimelineData {
  kind: "timeline";
  platform: string;
}

/** A file with "each" stands for one chart of each: adapters with ratios, platforms, metrics of studies without a chart of their own. */
export type Each = "adapter" | "platform" | "values" | "relatives" | "samples";

export interface TableColumn {
  key: string;
  title: string;
  unit?: string;
  numeric?: boolean;
}

/** A Vega-Lite specification; read-charts.ts checks it against Vega-Lite's own schema. */
export type ChartSpec = Record<string, unknown>;

/** A chart as its two files say it. */
export interface AuthoredChart {
  id: string;
  words: ChartWords;
  spec: ChartSpec;
  /** Name of its files, where they stand for several charts. */
  file?: string;
  /** The study of whose results it is one of several general charts. */
  study?: string;
}

/** A chart as build/knowledge/charts.json lists it. */
export interface ChartEntry {
  id: string;
  title: string;
  finding: string;
  subtitle: string;
  caption: string;
  description: string;
  datasets: string[];
  /** The study of whose results it is one of several general charts. */
  study?: string;
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
  /** Where it stands. */
  path: string;
  /** The page that frames of other sites show; what follows are the files to take away. */
  frame: string;
  csv: string;
  spec: string;
  image: string;
  png: string;
  /** Addresses of what a browser loads when a reader touches the chart. */
  live: { wide: string; narrow: string };
  choice?: ChoiceField[];
}

/** What the reader can narrow the measurements by, in the order of the page and of the address. */
export const facetNames = [
  "metric",
  "adapter",
  "platform",
  "workload",
  "guest",
  "topology",
  "link",
  "part",
  "grade",
  "origin",
  "kind",
  "study",
] as const;
export type FacetName = (typeof facetNames)[number];

/** Kind of a result that repeats other rows of its study: it is listed, not drawn. */
export const restated = "restated";

/** Conditions that are numbers, over which a chart can be drawn. */
export const conditionNames = ["packetRate", "messageBytes", "packetBytes", "streams"] as const;
export type ConditionName = (typeof conditionNames)[number];

/** Numbers of a row; what a row does not have is null in the file and NaN in the browser. */
export const numberNames = ["value", "low", "high", "year", "runs", ...conditionNames] as const;
export type NumberName = (typeof numberNames)[number];

/** Words of a row. `unit` is that of value, low and high, which may be another than the source's, whose own is in `result`. */
export const textNames = ["unit", "result", "conditions"] as const;
export type TextName = (typeof textNames)[number];

/** Values, each once, and for each row the place of its own among them. */
export interface Coded {
  values: string[];
  codes: number[];
}

/** Where, with what and how a study measured; a field that its source leaves out is not there. */
export type Testbed = Readonly<Partial<Record<TestbedField, string>>>;

/** In the order in which a reader compares them. */
export const testbedFields = [
  "platform",
  "hypervisor",
  "hypervisorBuild",
  "host",
  "cpu",
  "memory",
  "powerPolicy",
  "nic",
  "nicFirmware",
  "nicDriver",
  "link",
  "guests",
  "client",
  "topology",
  "neighbours",
  "tool",
  "version",
  "runs",
  "duration",
] as const;
export type TestbedField = (typeof testbedFields)[number];

/** What one adapter has of another's figure, over all rows of a study that differ in nothing but the adapter. */
export interface StudyRatio {
  adapter: string;
  over: string;
  metric: string;
  workload: string;
  low: number;
  high: number;
}

export interface Study {
  id: string;
  title: string;
  /** Who published it and when, short. */
  name: string;
  year: number;
  grade: string;
  path: string;
  /** Title, publisher and date of the source. */
  source: string;
  url?: string;
  testbed: Testbed;
  ratios: StudyRatio[];
}

/** All measurements as columns, as the site's file holds them. */
export interface MeasurementFile {
  count: number;
  /** Values are ids that fit into an address. */
  facets: Record<FacetName, Coded>;
  numbers: Record<NumberName, (number | null)[]>;
  texts: Record<TextName, Coded>;
  /** Id of each row within its study. */
  rows: string[];
  /** In the order of the facet `study`. */
  studies: Study[];
  knowledgeVersion: string;
  licence: string;
}

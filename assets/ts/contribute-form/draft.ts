import type { Path } from "../../../tools/records/record.ts";

export type Data = { [key: string]: unknown };

/** Kinds of records that the form makes. */
export type FormKind = "dataset" | "source";

/** What the form holds: a dataset, and a source where it is a new one, each under the id that its file will have. */
export interface Draft {
  dataset: Data;
  source?: Data;
  ids: { [K in FormKind]: string };
}

/** A file as it would lie in the repository. */
export interface DraftFile {
  kind: FormKind;
  /** Relative to the repository. */
  file: string;
  text: string;
}

/** What the checker says about a draft, at the path of a field; no path stands for the name of the file. */
export interface DraftProblem {
  kind: FormKind;
  path: Path | undefined;
  /** Other fields that it is about. */
  restsOn: readonly Path[];
  check: string;
  message: string;
  help: string;
}

/** A draft written as files and checked. */
export interface Checked {
  files: DraftFile[];
  problems: DraftProblem[];
}

import type { Kind } from "../../records/kinds.ts";

/** A good and a bad way to write the same thing, as the files in assets/guides hold it. */
export interface Example {
  /** Unique within its kind. */
  id: string;
  title: string;
  why: string;
  /** Id of a published record of the kind; both ways are tried in its place. */
  record: string;
  /** Path of the mapping that they are part of, an entry of a list by its place or its id; empty for the record itself. */
  at: readonly (string | number)[];
  /** Fields of that mapping, as YAML. */
  good: string;
  bad: string;
  /** Name of the check that objects to the bad one. */
  check: string;
}

/** The examples of a guide. */
export interface Guide {
  kind: Kind;
  examples: Example[];
}

import type { Finding } from "../../check/rule.ts";

/** What came of one look at the records. */
export interface Outcome {
  /** Counts the looks, so that a page knows whether it is the newest. */
  version: number;
  /** What the check says about the records that are previewed, and about those that have changed. */
  findings: readonly Finding[];
  /** Why there is no page of this state; undefined when there is one. */
  failure: string | undefined;
  milliseconds: number;
}

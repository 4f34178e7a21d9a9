import type { AnyRecord, Path, Position, Tombstone } from "../records/record.ts";
import type { Kind } from "../records/kinds.ts";
import type { Fix } from "./fix/fix.ts";
import type { World } from "./world.ts";

/** What is wrong, and what to do about it. */
export interface Words {
  message: string;
  help?: string | undefined;
  /** The mechanical correction, if there is one. */
  fix?: Fix | undefined;
  /** How many more findings of the same kind are not listed. */
  others?: number | undefined;
}

/** A problem at a path of a record. With onKey, the name of the key is wrong rather than its value. */
export interface Complaint extends Words {
  path: Path;
  onKey?: boolean | undefined;
  /** The kind of which no record has the id that was found. */
  undeclared?: Kind;
  /** Whether a list has too few entries. */
  isTooShort?: boolean | undefined;
  /** Other values that the complaint depends on. If one of them has a decisive complaint, this one is dropped. */
  restsOn?: readonly Path[];
  /** Place of the finding, if it differs from the place of the value. */
  at?: Position;
}

/** A problem found by looking at all records: at a path of a record, or at a place of a file. */
export type WorldComplaint = (Complaint & { record: AnyRecord | Tombstone }) | (Words & Position & { file: string });

interface RuleBase {
  /** What it asserts, in kebab-case. Its page with examples is content/contribute/checks/NAME.md. */
  name: string;
  /** What it asserts, in one sentence. */
  summary: string;
  /** Whether some of its complaints come with a fix. */
  fixable?: true;
  /** If it complains about a value, complaints of other rules about that value are dropped. */
  isDecisive?: boolean;
}

/**
 * Looks at one record at a time, of any kind or of the one named; the world answers what other records say.
 * The record may break its schema, so rules read its values with select.
 */
export interface RecordRule extends RuleBase {
  scope: "record" | Kind;
  check(record: AnyRecord, world: World): (Complaint | undefined)[];
}

/** Looks at all records together. */
export interface WorldRule extends RuleBase {
  scope: "world";
  check(world: World): (WorldComplaint | undefined)[];
}

export type Rule = RecordRule | WorldRule;

/** What the checker reports: one mistake at one place. */
export interface Finding extends Words, Position {
  file: string;
  rule: string;
}

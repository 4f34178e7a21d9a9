import type { AnyRecord, Path, Position, Tombstone } from "../records/record.ts";
import type { Kind } from "../records/kinds.ts";
import type { Fix } from "./fix/fix.ts";
import type { World } from "./world.ts";

/** What is wrong, and what to do about it. */
export interface Words {
  message: string;
  help?: string | undefined;
  /** How a program can do it, where nobody has to think. */
  fix?: Fix | undefined;
  /** How many more of the same kind there are that are not told one by one. */
  others?: number | undefined;
}

/** Something a rule finds at a path of a record; on the key where the name itself is at fault. */
export interface Complaint extends Words {
  path: Path;
  onKey?: boolean | undefined;
  /** Other values that the complaint rests on: where one of them has the wrong shape, it means nothing. */
  restsOn?: readonly Path[];
  /** Place of the finding where it is not that of the value. */
  at?: Position;
}

/** Something a rule finds by looking at all records: at a path of one of them, or at a place of a file. */
export type WorldComplaint = (Complaint & { record: AnyRecord | Tombstone }) | (Words & Position & { file: string });

interface RuleBase {
  /** What it asserts, in kebab-case. Its page with examples is content/contribute/checks/NAME.md. */
  name: string;
  /** What it asserts, in one sentence. */
  summary: string;
  /** Whether some of its complaints come with a fix. */
  fixable?: true;
  /** Where it objects to a value, other rules keep silent: what they make of it would be noise. */
  isDecisive?: boolean;
}

/** Looks at one record at a time, of any kind or of the one named; the world answers what other records say. */
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

import type { JsonPlace } from "./json-place.ts";
import { round } from "./units.ts";
import type { Imported, ImportedRow, ImportProblem, Spot } from "./row.ts";

/** Everything about a row but its file and place. */
export type RowFacts = Omit<ImportedRow, "file" | "place">;

/** What rows of one run or test share. */
export type RunFacts = Omit<RowFacts, "metric" | "unit" | "value" | "asWritten">;

/** Longest text of a file that a problem repeats. */
const longestFound = 80;

/** Collects the rows and problems of one file. */
export class Report {
  readonly rows: ImportedRow[] = [];
  readonly problems: ImportProblem[] = [];

  constructor(readonly file: string) {}

  /** Adds a row; a number that is not finite or below 0 becomes a problem instead. */
  add(facts: RowFacts, ...spots: readonly Spot[]): void {
    const { metric, value, unit, statistic, ...rest } = facts;
    if (!Number.isFinite(value)) {
      const why = /\d,\d/.test(facts.asWritten)
        ? "is written with a comma. Repeat the run with LC_ALL=C"
        : "is not a number";
      return this.refuse(`${metric} ${why}`, facts.asWritten, ...spots);
    }
    if (value < 0) return this.refuse(`${metric} is below 0`, facts.asWritten, ...spots);
    const number = { metric, value: round(value), unit, ...(statistic === undefined ? {} : { statistic }) };
    this.rows.push({ ...number, ...rest, file: this.file, place: this.describePlace(spots) });
  }

  /** Names something that cannot be read. */
  refuse(message: string, found: string, ...spots: readonly Spot[]): void {
    this.problems.push(makeProblem(this.file, this.describePlace(spots), found, message));
  }

  /** The number at a place of a JSON document. A value that is there and no number becomes a problem. */
  number(at: JsonPlace): number | undefined {
    if (!at.exists) return undefined;
    if (at.isRepeated) {
      this.refuse(
        "the key occurs more than once, so its value is ambiguous. Repeat the run with a newer version of the tool",
        at.written,
        at.spot,
      );
      return undefined;
    }
    const value = at.number;
    if (value === undefined) this.refuse("expected a number", at.written, at.spot);
    return value;
  }

  /** Like number, for a value that may be unknown: the kit's word for it, or null. */
  optional(at: JsonPlace): number | undefined {
    return at.text === "unknown" || at.written === "null" ? undefined : this.number(at);
  }

  /** What was collected. */
  get imported(): Imported {
    return { rows: this.rows, problems: this.problems };
  }

  private describePlace(spots: readonly Spot[]): string {
    if (spots.length === 0) return this.file;
    return spots
      .map(({ line, key }) => `${this.file}${line === undefined ? "" : `:${line}`}${key ? ` ${key}` : ""}`)
      .filter((place, index, all) => all.indexOf(place) === index)
      .join(", ");
  }
}

function makeProblem(file: string, place: string, found: string, message: string): ImportProblem {
  const plain = found
    .slice(0, 10 * longestFound)
    .replace(/\s+/g, " ")
    .trim();
  return {
    file,
    place,
    found: plain.length > longestFound ? `${plain.slice(0, longestFound - 1)}…` : plain,
    message,
  };
}

/** A problem on one line. */
export function describeProblem({ place, found, message }: ImportProblem): string {
  return `${place}: ${message}${found === "" ? "" : ` (found "${found}")`}`;
}

import type { Row } from "../engine/rows.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { versionCode } from "../knowledge/version.ts";
import { decidingQuestions } from "../questions/questions.ts";
import type { SqlType, SqlValue } from "./table.ts";

/** A condition of the decision table: its columns, what a row has in them, and the test of a case against them. */
export interface Condition {
  columns: Record<string, SqlType>;
  /** The column of a case that it looks at and that may be unknown. */
  field: string;
  valuesOf: (row: Row) => Record<string, SqlValue>;
  /** True if the columns of a row (`r`) are NULL or hold for a case (`c`). */
  test: string;
}

/** The column of a field: packet_rate of packetRate. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The conditions that some of the rows have. */
export function listConditions(knowledge: Knowledge, rows: readonly Row[]): Condition[] {
  const { numbers, yesNo } = decidingQuestions(knowledge);
  const all = [
    ...numbers.map(({ field }) =>
      range(columnOf(field), ({ spans: { [field]: span } }) => [span?.from || undefined, finite(span?.to)]),
    ),
    ...yesNo.map(({ field }) => equal(columnOf(field), "BOOLEAN", ({ spans }) => yesOrNo(spans[field]))),
    equal("bitness", "BIGINT", ({ guest }) => guest.bitness),
    oneOf("guests", "guest", ({ guest }) => guest.guest),
    oneOf("guest_families", "guest_family", ({ guest }) => guest.guestFamily),
    range("guest_release", ({ guest: { guestRelease } }) => [
      guestRelease && versionCode(guestRelease.atLeast ?? "0"),
      guestRelease?.below === undefined ? undefined : versionCode(guestRelease.below),
    ]),
    oneOf("current_adapters", "current_adapter", ({ guest }) => guest.currentAdapter),
  ];
  return all.filter(({ valuesOf }) =>
    rows.some((row) => Object.values(valuesOf(row)).some((one) => one !== undefined)),
  );
}

function finite(value: number | undefined): number | undefined {
  return value === Infinity ? undefined : value;
}

function yesOrNo(span: { from: number; to: number } | undefined): boolean | undefined {
  return span && (span.from === 1 ? true : span.to === 1 ? false : undefined);
}

/** A half-open range. */
function range(column: string, boundsOf: (row: Row) => [number | undefined, number | undefined]): Condition {
  return {
    columns: { [`${column}_from`]: "BIGINT", [`${column}_below`]: "BIGINT" },
    field: column,
    valuesOf: (row) => {
      const [from, below] = boundsOf(row);
      return { [`${column}_from`]: from, [`${column}_below`]: below };
    },
    test: `(r.${column}_from IS NULL OR c.${column} >= r.${column}_from) AND (r.${column}_below IS NULL OR c.${column} < r.${column}_below)`,
  };
}

function equal(column: string, type: SqlType, valueOf: (row: Row) => SqlValue): Condition {
  return {
    columns: { [column]: type },
    field: column,
    valuesOf: (row) => ({ [column]: valueOf(row) }),
    test: `(r.${column} IS NULL OR c.${column} = r.${column})`,
  };
}

/** A list of words in one text, with spaces between them. */
function oneOf(column: string, of: string, listOf: (row: Row) => readonly string[] | undefined): Condition {
  return {
    columns: { [column]: "STRING" },
    field: of,
    valuesOf: (row) => ({ [column]: listOf(row)?.join(" ") }),
    test: `(r.${column} IS NULL OR contains(concat(' ', r.${column}, ' '), concat(' ', c.${of}, ' ')))`,
  };
}

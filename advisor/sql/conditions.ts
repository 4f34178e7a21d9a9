import type { Row } from "../engine/rows.ts";
import type { Knowledge, Platform, Question } from "../knowledge/knowledge.ts";
import { versionCode } from "../knowledge/version.ts";
import { decidingQuestions, hasReleasesOf } from "../questions/questions.ts";
import type { Dialect, SqlType, SqlValue } from "./dialects.ts";
import { FRAMING_BYTES, PACKET_BYTES } from "../questions/packet-rate.ts";

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
    {
      columns: { other_adapter: "STRING" },
      field: "current_adapter",
      valuesOf: ({ guest }) => ({ other_adapter: guest.otherAdapter }),
      test: "(r.other_adapter IS NULL OR c.current_adapter <> r.other_adapter)",
    } satisfies Condition,
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

/** A column in its type. */
export function typed(column: string, kind: Question["kind"], choices: Question["choices"]): string {
  if (kind === "yes-no") return `TRY_CAST(${column} AS BOOLEAN)`;
  if (kind === "number") return `TRY_CAST(${column} AS DOUBLE)`;
  return choices ? `CAST(TRY_CAST(${column} AS DOUBLE) AS BIGINT)` : column;
}

/** A word as ids are spelt, as spellAsId does it. */
export function asId(column: string, { replaceAll, text }: Dialect): string {
  return replaceAll(`lower(trim(${column}))`, text(" +"), text("-"));
}

/** The id of the platform, of which a situation may name a product. */
export function platformId(platforms: readonly Platform[], dialect: Dialect): string {
  const cases = platforms.flatMap(({ id, productIds = [] }) =>
    productIds.map((product) => `WHEN ${dialect.text(product)} THEN ${dialect.text(id)}`),
  );
  const written = asId("platform", dialect);
  return cases.length === 0 ? written : `CASE ${written} ${cases.join(" ")} ELSE ${written} END`;
}

/** Where a release is that of a product with releases of its own, which the advisor refuses. */
export function releaseRefusal(platforms: readonly Platform[], dialect: Dialect): string[] {
  const products = platforms.flatMap((platform) =>
    (platform.productIds ?? []).filter((product) => !hasReleasesOf(platform, product)),
  );
  return products.length === 0
    ? []
    : [
        `(platform_version IS NOT NULL AND COALESCE(${asId("platform", dialect)} IN (${products.map(dialect.text).join(", ")}), FALSE))`,
      ];
}

/** Where the advisor refuses the text of a column; other columns are looked up later. */
export function refusal({ field, kind, bounds, choices }: Question): string[] {
  const column = columnOf(field);
  const refuse = (accepted: string): string[] => [`(${column} IS NOT NULL AND NOT COALESCE(${accepted}, FALSE))`];
  const number = `TRY_CAST(${column} AS DOUBLE)`;
  if (kind === "yes-no") return refuse(`TRY_CAST(${column} AS BOOLEAN) IS NOT NULL`);
  if (choices) return refuse(`${number} IN (${choices.map(({ value }) => value).join(", ")})`);
  if (kind === "version" && field !== "platformVersion")
    return refuse(`regexp_extract(trim(${column}), '^v?[0-9]{1,5}([.][0-9]{1,5}){0,3}$', 0) <> ''`);
  if (kind !== "number") return [];
  const { least = 0, most, whole = false } = bounds ?? {};
  return refuse(
    [
      `${number} >= ${least}`,
      ...(most === undefined ? [] : [`${number} <= ${most}`]),
      ...(whole ? [`${number} = floor(${number})`] : []),
    ].join(" AND "),
  );
}

/** A number of a situation (`s`) as it is given or follows from other numbers; NULL if it has to be assumed. */
export function measured({ field, assumed }: Question): string {
  if (field === "packetRate") {
    const { jumbo, largest, smallest } = PACKET_BYTES;
    const bytes = `COALESCE(s.packet_bytes, CASE WHEN contains(concat(f.requires, ','), ',jumbo-frames,') THEN ${jumbo} ELSE ${largest} END)`;
    return `COALESCE(s.packet_rate, floor((CASE WHEN s.link_gbps < s.throughput_gbps THEN s.link_gbps ELSE s.throughput_gbps END) * 1000000000 / 8 / (greatest(${bytes}, ${smallest}) + ${FRAMING_BYTES})))`;
  }
  const column = `s.${columnOf(field)}`;
  return assumed?.instead?.some(({ when }) => when === "throughput-above")
    ? `COALESCE(${column}, CASE WHEN s.throughput_gbps > ${assumed.value} THEN ceil(s.throughput_gbps) END)`
    : column;
}

/** The value that is assumed for a machine. */
export function assumed({ assumed, kind }: Question): string {
  const usual = assumed?.value ?? (kind === "yes-no" ? false : 0);
  const cases = (assumed?.instead ?? []).flatMap(({ when, from, value }) => {
    if (when === "has-passthrough") return [`WHEN passing THEN ${value}`];
    return when === "packet-rate-from" ? [`WHEN used_packet_rate >= ${from} THEN ${value}`] : [];
  });
  return cases.length === 0 ? String(usual) : `CASE ${cases.join(" ")} ELSE ${usual} END`;
}

/** A yes or no of a machine. If nobody says no, the host has what the current adapter needs. */
export function answered(question: Question, isNeed: boolean): string {
  const column = columnOf(question.field);
  if (!isNeed) return `COALESCE(${column}, ${assumed(question)})`;
  return `CASE WHEN ${column} IS NOT NULL THEN ${column} WHEN implied_${column} THEN TRUE ELSE ${assumed(question)} END`;
}

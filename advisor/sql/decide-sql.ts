import type { Advisor } from "../advisor.ts";
import { LONGEST_SPELLING } from "../guests/guests.ts";
import type { Knowledge, Question } from "../knowledge/knowledge.ts";
import { assumedPlatform, questionOf } from "../questions/questions.ts";
import type { Field } from "../questions/situation.ts";
import {
  answered,
  asId,
  assumed,
  columnOf,
  measured,
  platformId,
  refusal,
  releaseRefusal,
  typed,
} from "./conditions.ts";
import type { DecisionTables } from "./decision-tables.ts";
import { type Dialect, toQuery } from "./dialects.ts";

/** The script that reads `situations` and makes `recommendations`. A semicolon ends a statement and stands nowhere else. */
export function writeDecideSql(advisor: Advisor, decision: DecisionTables, dialect: Dialect): string {
  const tables = decision.tables.map((table) => ({
    comment: table.about,
    statements: [dialect.constant(table.name, toQuery(table, dialect.text))],
  }));
  const steps = listSteps(advisor, decision, dialect).map(({ comment, statements }, at) => ({
    comment: `${at + 1}. ${comment}`,
    statements,
  }));
  return [
    "-- Recommends a virtual network adapter for each row of situations, as the advisor of vNIC Atlas does.",
    `-- Knowledge ${advisor.knowledge.knowledgeVersion}. Written by: vnic-advisor export-sql`,
    "--",
    "-- Reads:  situations(situation_id, platform, guest, packet_rate, requires, ...), a table or a view.",
    "--         A missing column and a NULL value count as unknown. situation_id is unique.",
    "--         The columns that it reads; it ignores others, such as packetRate:",
    ...wrapped(columnsOf(advisor.knowledge)).map((line) => `--         ${line}`),
    ...(dialect.otherColumns
      ? ["--         vnic_ignored_columns lists the columns of situations that it ignored."]
      : []),
    "-- Makes:  recommendations(situation_id, recommended, needs_engine).",
    "--         recommended is NULL if no adapter fits.",
    "--         needs_engine is true if the advisor refuses a value or has to interpret the name of a guest, and in some",
    "--         situations in which no adapter fits under the assumptions. Ask: vnic-advisor advise --batch --lean",
    "--",
    "-- The script contains its tables. All names except recommendations begin with vnic_ and last until the session ends.",
    "",
    ...[...tables, ...steps].map(
      ({ comment, statements }) => `-- ${comment}\n${statements.map((statement) => `${statement};\n`).join("")}`,
    ),
  ].join("\n");
}

/** The columns of situations that the script reads. */
function columnsOf({ questions }: Knowledge): string[] {
  return ["situation_id", ...questions.map(({ field }) => columnOf(field))];
}

/** Words in lines of a comment, with commas. */
function wrapped(words: readonly string[]): string[] {
  return words.reduce<string[]>((lines, word, at) => {
    const part = at === words.length - 1 ? `${word}.` : `${word},`;
    const last = lines.at(-1);
    if (last === undefined || last.length + part.length > 100) lines.push(part);
    else lines[lines.length - 1] = `${last} ${part}`;
    return lines;
  }, []);
}

interface Step {
  comment: string;
  statements: string[];
}

/** A release as it is written: groups 1, 3 and 5 are its parts, 7 its update ("7.0 U3" is 7.0.3). */
const RELEASE = "'^([0-9]{1,4})([.]([0-9]{1,4}))?([.]([0-9]{1,4}))?( *u([0-9]{1,2}))?$'";
/** A spelling that names several releases, which only a listed spelling may. */
const RANGE = "'[0-9]/[0-9]| (or|and) +(later|newer|higher|above)'";
/** Places in the number that ranks a candidate: a doubt counts more than all points, and points more than the order of adapters. */
const RANK = { doubt: 10_000, points: 100 };

/** What the steps are written from. */
interface Writing {
  knowledge: Knowledge;
  decision: DecisionTables;
  dialect: Dialect;
  /** The question of a field on which rows depend. */
  asked: (field: Field) => Question;
  /** Makes a name for a query that is computed once; the last step removes it, if the database does not. */
  keep: (name: string, query: string) => string[];
}

function listSteps({ knowledge }: Advisor, decision: DecisionTables, dialect: Dialect): Step[] {
  const kept: string[] = [];
  const keep = (name: string, query: string): string[] => {
    kept.push(name);
    return dialect.keep(name, query);
  };
  const asked = (field: Field): Question => questionOf(knowledge, field) as Question;
  const writing = { knowledge, decision, dialect, asked, keep };
  const parts = [readSituations, placeMachines, fitAdapters, rankAdapters, answerCases];
  return [...parts.flatMap((write) => write(writing)), ...dialect.remove(kept)];
}

/** From the rows of situations to each different case, in types and with what follows from other columns. */
function readSituations({ knowledge, decision: { numbers, yesNo }, dialect, asked, keep }: Writing): Step[] {
  const { questions, platforms } = knowledge;
  const valueOf = ({ field, kind, choices, choicesFrom }: Question): string =>
    choicesFrom === "platforms" ? platformId(platforms, dialect) : typed(columnOf(field), kind, choices);
  const flags = yesNo.map(columnOf);
  const measures = numbers.map(columnOf);
  /** What decides, besides the guest. */
  const facts = [
    "platform",
    "platform_version",
    "virtual_hardware",
    "bitness",
    "current_adapter",
    "requires",
    ...measures,
    "rate_is_open",
    ...flags,
  ];
  const view = (name: string, query: string): string[] => [`CREATE OR REPLACE TEMPORARY VIEW ${name} AS\n${query}`];
  return [
    {
      comment: "Every column as text. A column that situations lacks is NULL.",
      statements: view(
        "vnic_texts",
        dialect.readColumns(
          "situations",
          "situation_id",
          questions.map(({ field }) => columnOf(field)),
        ),
      ),
    },
    ...(dialect.otherColumns
      ? [
          {
            comment: "The columns of situations that no step reads, perhaps because a name is misspelt.",
            statements: view("vnic_ignored_columns", dialect.otherColumns("situations", columnsOf(knowledge))),
          },
        ]
      : []),
    {
      comment: "Every column in its type. A value that the advisor refuses makes the row unusable.",
      statements: view(
        "vnic_typed",
        `SELECT situation_id,
  ${questions.map((question) => `${valueOf(question)} AS ${columnOf(question.field)}`).join(",\n  ")},
  ${[...questions.flatMap(refusal), ...releaseRefusal(platforms, dialect)].join("\n    OR ")} AS unusable
FROM vnic_texts`,
      ),
    },
    {
      comment: "Each distinct release as a number.",
      statements: keep(
        "vnic_written_releases",
        `SELECT written, (CAST(major AS BIGINT) * 100000 + CAST(COALESCE(minor, up, '0') AS BIGINT)) * 100000
  + CAST(CASE WHEN minor IS NULL THEN '0' ELSE COALESCE(patch, up, '0') END AS BIGINT) AS release
FROM (
  SELECT written,
    NULLIF(regexp_extract(lower(trim(written)), ${RELEASE}, 1), '') AS major,
    NULLIF(regexp_extract(lower(trim(written)), ${RELEASE}, 3), '') AS minor,
    NULLIF(regexp_extract(lower(trim(written)), ${RELEASE}, 5), '') AS patch,
    NULLIF(regexp_extract(lower(trim(written)), ${RELEASE}, 7), '') AS up
  FROM (SELECT DISTINCT platform_version AS written FROM vnic_typed) AS releases
) AS parts
WHERE major IS NOT NULL`,
      ),
    },
    {
      comment: "Each distinct list of features, as ids with a comma before each. NULL if a feature is unknown.",
      statements: keep(
        "vnic_written_features",
        `SELECT written, CASE
    WHEN count(entry) = 0 THEN ''
    WHEN count(entry) = count(feature) THEN concat(',', ${dialect.sortedTexts("feature")})
  END AS requires
FROM (
  SELECT written, NULLIF(trim(entry), '') AS entry
  FROM (
    SELECT written, ${dialect.each("split(translate(written, '[]\"', ''), ',')")} AS entry
    FROM (SELECT DISTINCT requires AS written FROM vnic_typed WHERE requires IS NOT NULL) AS lists
  ) AS entries
) AS trimmed
LEFT JOIN vnic_features ON vnic_features.name = ${asId("trimmed.entry", dialect)}
GROUP BY written`,
      ),
    },
    {
      comment:
        "The known facts of each situation, with the packet rate derived from a throughput. Situations with the same case_key get the same answer.",
      statements: view(
        "vnic_known",
        `SELECT situation_id, ${list(facts)}, guest, unusable,
  concat_ws('|', CAST(unusable AS STRING), ${facts.map((name) => `COALESCE(CAST(${name} AS STRING), '')`).join(", ")}, COALESCE(guest, '')) AS case_key
FROM (
  SELECT s.situation_id, COALESCE(s.platform, ${dialect.text(assumedPlatform(knowledge))}) AS platform,
    v.release AS platform_version, s.virtual_hardware, s.bitness, COALESCE(a.adapter, s.current_adapter) AS current_adapter, COALESCE(f.requires, '') AS requires,
    ${[...measures.map((name) => `${name}_band.band_from AS ${name}`), ...flags.map((name) => `s.${name}`)].join(", ")}, s.guest,
    s.packet_rate IS NULL AND (s.throughput_gbps IS NULL OR s.packet_bytes IS NULL) AS rate_is_open,
    s.unusable OR (s.platform_version IS NOT NULL AND v.release IS NULL) OR (s.requires IS NOT NULL AND f.requires IS NULL) AS unusable
  FROM vnic_typed AS s
  LEFT JOIN vnic_written_releases AS v ON v.written = s.platform_version
  LEFT JOIN vnic_written_features AS f ON f.written = s.requires
  LEFT JOIN vnic_adapter_names AS a ON a.name = ${dialect.replaceAll("lower(trim(s.current_adapter))", "'^virtual([a-z0-9])'", dialect.text(dialect.firstGroup("")))}
    AND a.platform = COALESCE(s.platform, ${dialect.text(assumedPlatform(knowledge))})
${numbers
  .map((field) => {
    const name = columnOf(field);
    return `  LEFT JOIN vnic_bands AS ${name}_band ON ${name}_band.field = '${name}'
    AND ${measured(asked(field))} >= ${name}_band.band_from
    AND (${name}_band.band_below IS NULL OR ${measured(asked(field))} < ${name}_band.band_below)`;
  })
  .join("\n")}
) AS joined`,
      ),
    },
    {
      comment: "One row for each set of identical situations.",
      statements: keep(
        "vnic_cases",
        `SELECT DISTINCT case_key, ${list(facts)}, guest
FROM vnic_known
WHERE NOT unusable`,
      ),
    },
  ];
}

/** From a case to the machines that it may mean: one for each guest, with an assumed value for all that is unknown. */
function placeMachines({ decision: { unknowns, numbers, yesNo, needs }, dialect, asked, keep }: Writing): Step[] {
  const measures = numbers.map(columnOf);
  /** When a column that may be unknown is, for a machine that is being measured. */
  const unknownIf = (column: string): string => {
    if (column === "guest_family") return "guest_id = ''";
    if (column === "virtual_hardware") return "virtual_hardware IS NULL AND hardware > 0";
    if (column === "packet_rate") return "rate_is_open";
    if (column === "platform_version") return "platform_version IS NULL";
    if (measures.includes(column)) return "TRUE";
    return needs.map(columnOf).includes(column) ? `${column} IS NULL AND NOT implied_${column}` : `${column} IS NULL`;
  };
  return [
    {
      comment: "The guests that each spelling means: by exact spelling, else by its words (letters and digits apart).",
      statements: keep(
        "vnic_written_guests",
        `WITH spellings AS (
  SELECT guest AS written, platform, bitness,
    ${dialect.replaceAll("lower(trim(guest))", "' +'", "' '")} AS name,
    CASE
      WHEN length(guest) <= ${LONGEST_SPELLING} AND regexp_extract(guest, '^[ -~]+$', 0) <> '' AND regexp_extract(lower(guest), ${RANGE}, 0) = ''
      THEN ${dialect.join(`regexp_extract_all(${dialect.replaceAll("lower(guest)", "'2k([0-9][0-9])'", dialect.text(dialect.firstGroup("20")))}, '[a-z]+|[0-9]+', 0)`, "' '")}
    END AS words
  FROM (SELECT DISTINCT guest, platform, COALESCE(bitness, 0) AS bitness FROM vnic_cases WHERE guest IS NOT NULL) AS given
),
found AS (
  SELECT s.written, s.platform, s.bitness, n.by_words, n.position, n.members, n.guest
  FROM spellings AS s
  JOIN vnic_guest_names AS n ON n.name = CASE WHEN n.by_words THEN s.words ELSE s.name END
    AND (n.platform IS NULL OR n.platform = s.platform) AND (n.bitness IS NULL OR n.bitness = s.bitness)
),
exact AS (SELECT DISTINCT written, platform FROM found WHERE NOT by_words)
SELECT f.written, f.platform, f.bitness, f.position, f.members, f.guest
FROM found AS f
LEFT JOIN exact AS e ON e.written = f.written AND e.platform = f.platform
WHERE f.guest IS NOT NULL AND (NOT f.by_words OR e.written IS NULL)`,
      ),
    },
    {
      comment:
        "A VM for each guest that a case may mean, with an assumed value for each unknown. The column unknown is the sum of the bits of these columns, the same bits as in vnic_rules.fields. (No VM: the engine has to answer.)",
      statements: keep(
        "vnic_machines",
        `WITH placed AS (
  SELECT k.*, g.guest AS guest_id, g.guest_family, g.guest_release, COALESCE(g.bitness, k.bitness, 0) AS guest_bitness,
    COALESCE(m.position, 0) AS position, COALESCE(m.members, 1) AS members, COALESCE(a.bit, 0) AS current_bit,
    COALESCE(a.passthrough, FALSE) AS passing, COALESCE(a.emulated, FALSE) AS emulating, ${needs.map((field) => `COALESCE(a.needs_${columnOf(field)}, FALSE)${field === "hardwareVirtualization" ? " OR COALESCE(g.bitness, k.bitness, 0) = 64" : ""} AS implied_${columnOf(field)}`).join(", ")},
    -- The current release, or the first with that virtual hardware if it is newer.
    COALESCE(k.platform_version, greatest(p.current_release, COALESCE(first.release, 0))) AS release
  FROM vnic_cases AS k
  JOIN vnic_platforms AS p ON p.platform = k.platform
  LEFT JOIN vnic_releases AS first ON first.platform = k.platform
    AND COALESCE(k.virtual_hardware, 0) > first.virtual_hardware_above AND COALESCE(k.virtual_hardware, 0) <= first.virtual_hardware
  LEFT JOIN vnic_written_guests AS m ON m.written = k.guest AND m.platform = k.platform AND m.bitness = COALESCE(k.bitness, 0)
  JOIN vnic_guests AS g ON g.guest = COALESCE(m.guest, '')
  LEFT JOIN vnic_adapters AS a ON a.platform = k.platform AND a.adapter = k.current_adapter
  WHERE (k.guest IS NULL OR m.guest IS NOT NULL) AND (k.current_adapter IS NULL OR a.adapter IS NOT NULL)
),
measured AS (
  SELECT placed.*, COALESCE(placed.virtual_hardware, r.virtual_hardware) AS hardware,
    -- Under an older guest's entry, the platform lists the guest for older virtual hardware too.
    COALESCE(d.older_listed_from <= COALESCE(placed.virtual_hardware,
      CASE WHEN placed.platform_version IS NOT NULL THEN r.virtual_hardware ELSE d.older_listed_from END), FALSE) AS older,
    d.tools & ~placed.current_bit AS tools, d.vendor & ~placed.current_bit AS vendor, d.none,
    (d.unknown | CASE WHEN placed.emulating THEN d.vendor_emulated ELSE 0 END) & ~placed.current_bit AS undocumented, d.listed_from, d.since, d.older_listed_from, d.older_since${numbers
      .map((field) => `,\n    COALESCE(placed.${columnOf(field)}, ${assumed(asked(field))}) AS used_${columnOf(field)}`)
      .join("")}
  FROM placed
  JOIN vnic_releases AS r ON r.platform = placed.platform AND placed.release >= r.release_from
    AND (r.release_below IS NULL OR placed.release < r.release_below)
  JOIN vnic_guest_drivers AS d ON d.platform = placed.platform AND d.guest = placed.guest_id
)
SELECT case_key, position, members, platform, release AS platform_version, hardware AS virtual_hardware, requires,
  guest_id AS guest, guest_family, guest_release, guest_bitness AS bitness, COALESCE(current_adapter, '') AS current_adapter,
  older, tools, vendor, none, undocumented,
  ${unknowns.map((name, at) => `CASE WHEN ${unknownIf(name)} THEN ${2 ** at} ELSE 0 END`).join(" + ")} AS unknown,
  CASE WHEN older THEN older_listed_from <= hardware AND older_since <= release
    ELSE COALESCE(listed_from <= hardware AND since <= release, FALSE) END AS listed,
  ${[
    ...measures.map((name) => `used_${name} AS ${name}`),
    ...yesNo.map((field) => `${answered(asked(field), needs.includes(field))} AS ${columnOf(field)}`),
  ].join(",\n  ")}
FROM measured`,
      ),
    },
  ];
}

/** From a machine to the adapters that fit. */
function fitAdapters({ decision: { conditions, orders, unknowns, needs }, dialect, keep }: Writing): Step[] {
  const bitOf = (column: string): number => 2 ** unknowns.indexOf(column);
  return [
    {
      comment:
        "The rows of the decision table that hold for each VM: the adapters that they exclude, and the rows that prefer an adapter.",
      statements: keep(
        "vnic_held",
        `SELECT c.case_key AS held_key, c.position AS held_position, bit_or(r.excludes) AS excluded,
  bit_or(CASE WHEN (r.fields & c.unknown) = 0 THEN r.excludes ELSE 0 END) AS excluded_surely,
  bit_or(CASE WHEN (r.fields & c.unknown & ${bitOf("guest_family")}) = 0 THEN r.excludes ELSE 0 END) AS excluded_anyhow,
  bit_or(CASE WHEN (r.fields & c.unknown & ${needs.map((field) => bitOf(columnOf(field))).reduce((all, bit) => all + bit, 0)}) = 0 THEN r.excludes ELSE 0 END) AS excluded_at_best,
  ${orders.map((word) => `bit_or(r.${word}) AS ${word}`).join(", ")}
FROM (SELECT *, ${dialect.each("split(requires, ',')")} AS feature FROM vnic_machines) AS c
JOIN vnic_rules AS r ON r.platform = c.platform AND r.feature = c.feature
${conditions.map(({ test }) => `  AND ${test}`).join("\n")}
GROUP BY c.case_key, c.position`,
      ),
    },
    {
      comment:
        "The adapters that fit each VM, and those without a known driver. If no adapter fits as assumed, three cases are settled here: the known facts exclude all adapters, they leave a single adapter, or the guest is unknown and only its drivers exclude the rest. All other cases need the engine, which tries other values for the unknowns.",
      statements: keep(
        "vnic_fitting",
        `SELECT case_key, position, platform, requires, undriven, ${list(orders)},
  CASE
    WHEN fitting <> 0 THEN fitting
    WHEN possible = 0 AND guest = '' AND excluded_surely = excluded_anyhow THEN adapters & ~excluded_surely
    WHEN bit_count(possible) = 1 AND listed THEN possible & fitting_at_best
    ELSE 0
  END AS fitting,
  CASE
    WHEN fitting <> 0 THEN TRUE
    WHEN possible = 0 THEN guest <> '' OR excluded_surely = excluded_anyhow OR (adapters & ~excluded_surely) = 0
    ELSE bit_count(possible) = 1 AND listed AND (possible & fitting_at_best) <> 0
  END AS settled
FROM (
  SELECT m.*, h.*, o.adapters,
    o.adapters & ~excluded & ~none & ~CASE WHEN guest_drivers THEN 0 ELSE tools END AS fitting,
    o.adapters & ~excluded_at_best & ~none & ~CASE WHEN guest_drivers THEN 0 ELSE tools END AS fitting_at_best,
    undocumented | CASE WHEN guest_drivers THEN 0 ELSE vendor END AS undriven,
    CASE WHEN (unknown & ${bitOf("virtual_hardware")}) = 0 THEN o.adapters ELSE o.adapters_ever END
      & ~excluded_surely & ~none & ~CASE WHEN guest_drivers OR (unknown & ${bitOf("guest_drivers")}) <> 0 THEN 0 ELSE tools END AS possible
  FROM vnic_machines AS m
  JOIN vnic_held AS h ON h.held_key = m.case_key AND h.held_position = m.position
  JOIN vnic_guest_adapters AS o ON o.platform = m.platform AND o.guest = m.guest AND o.older = m.older
    AND m.virtual_hardware >= o.virtual_hardware_from
    AND (o.virtual_hardware_below IS NULL OR m.virtual_hardware < o.virtual_hardware_below)
) AS judged`,
      ),
    },
  ];
}

/** From the adapters that fit a machine to the best of them. */
function rankAdapters({ decision: { orders }, dialect, keep }: Writing): Step[] {
  const order = ["platform", ...orders];
  const pair = [...order, "place", "other"];
  return [
    {
      comment:
        "The adapter preferences, once for each set of rows that prefer. Between two adapters the strongest row decides. Equally strong rows that disagree leave both.",
      statements: [
        ...keep(
          "vnic_pairs",
          `SELECT ${list(order, "o")}, a.place, a.bit, b.place AS other, b.bit AS other_bit, max(r.strength) AS strength
FROM (SELECT DISTINCT ${list(order)} FROM vnic_fitting) AS o
JOIN vnic_rules AS r ON r.platform = o.platform AND (${orders.map((word) => `(r.${word} & o.${word}) <> 0`).join(" OR ")})
JOIN vnic_adapters AS a ON a.platform = r.platform AND (r.prefers & a.bit) <> 0
JOIN vnic_adapters AS b ON b.platform = r.platform AND (r.over & b.bit) <> 0
GROUP BY ${list(order, "o")}, a.place, a.bit, b.place, b.bit`,
        ),
        ...keep(
          "vnic_orders",
          `WITH standing AS (
  SELECT ${list(pair, "p")}, p.bit, p.other_bit
  FROM vnic_pairs AS p
  LEFT JOIN vnic_pairs AS q ON ${same(order, "q", "p")} AND q.place = p.other AND q.other = p.place
  WHERE q.strength IS NULL OR p.strength >= q.strength
)
SELECT ${list(order)}, place, bit_or(before) AS before, bit_or(behind) AS behind
FROM (
  SELECT ${list(order)}, place, other_bit AS before, CAST(0 AS BIGINT) AS behind FROM standing
  UNION ALL
  SELECT ${list(order)}, other AS place, CAST(0 AS BIGINT) AS before, bit AS behind FROM standing
) AS sides
GROUP BY ${list(order)}, place`,
        ),
      ],
    },
    {
      comment: "The doubt about each adapter, for each list of required features.",
      statements: keep(
        "vnic_feature_doubts",
        `SELECT n.platform, n.requires, d.place, sum(d.doubt) AS doubt
FROM (
  SELECT platform, requires, ${dialect.each("split(requires, ',')")} AS feature
  FROM (SELECT DISTINCT platform, requires FROM vnic_machines) AS lists
) AS n
JOIN vnic_doubts AS d ON d.platform = n.platform AND d.feature = n.feature
GROUP BY n.platform, n.requires, d.place`,
      ),
    },
    {
      comment:
        "Each adapter that fits a VM, with its doubt and its points: plus one for each fitting adapter that it is before, minus one for each that it is behind.",
      statements: keep(
        "vnic_candidates",
        `SELECT f.case_key, f.position, a.adapter, a.place, a.bit,
  CASE WHEN (f.undriven & a.bit) = 0 THEN 0 WHEN a.emulated THEN 1000 ELSE 2000 END + COALESCE(d.doubt, 0) AS doubt,
  CAST(bit_count(COALESCE(o.before, 0) & f.fitting) - bit_count(COALESCE(o.behind, 0) & f.fitting) AS BIGINT) AS points,
  CASE WHEN a.passthrough THEN COALESCE(o.behind, 0) & f.fitting ELSE 0 END AS ahead, a.passthrough
FROM vnic_fitting AS f
JOIN vnic_adapters AS a ON a.platform = f.platform AND (f.fitting & a.bit) <> 0
LEFT JOIN vnic_orders AS o ON ${same(order, "o", "f")} AND o.place = a.place
LEFT JOIN vnic_feature_doubts AS d ON d.platform = f.platform AND d.requires = f.requires AND d.place = a.place`,
      ),
    },
    {
      comment:
        "The best adapter for each VM: the least doubt, then the most points, then the order of adapters. The doubt about passthrough is at least that about the surest virtual adapter before it.",
      statements: keep(
        "vnic_best",
        `SELECT case_key, position, min_by(adapter, rank) AS adapter, min_by(bit, rank) AS bit,
  bit_or(CASE WHEN own_doubt = 0 THEN bit ELSE 0 END) AS sure
FROM (
  SELECT c.case_key, c.position, c.adapter, c.bit, c.doubt AS own_doubt,
    greatest(c.doubt, COALESCE(min(v.doubt), 0)) * ${RANK.doubt} - c.points * ${RANK.points} + c.place AS rank
  FROM vnic_candidates AS c
  LEFT JOIN vnic_candidates AS v ON v.case_key = c.case_key AND v.position = c.position
    AND (c.ahead & v.bit) <> 0 AND NOT v.passthrough
  GROUP BY c.case_key, c.position, c.adapter, c.bit, c.place, c.doubt, c.points
) AS ranked
GROUP BY case_key, position`,
      ),
    },
  ];
}

/** From the machines of a case to its answer. */
function answerCases({ dialect, keep }: Writing): Step[] {
  return [
    {
      comment:
        "The answer for each case. If its guest may be one of several: the first whose adapter fits all guests that the platform lists, else the first.",
      statements: keep(
        "vnic_answers",
        `WITH judged AS (
  SELECT m.case_key, m.position, m.members, m.listed, f.settled, b.adapter, COALESCE(b.bit, 0) AS bit, COALESCE(b.sure, 0) | COALESCE(b.bit, 0) AS accepted
  FROM vnic_machines AS m
  JOIN vnic_fitting AS f ON f.case_key = m.case_key AND f.position = m.position
  LEFT JOIN vnic_best AS b ON b.case_key = m.case_key AND b.position = m.position
),
listed AS (
  SELECT case_key, bit_and(accepted) AS accepted, bool_and(settled) AS settled
  FROM judged
  WHERE members > 1 AND listed
  GROUP BY case_key
)
SELECT case_key, adapter FROM judged WHERE members = 1 AND settled
UNION ALL
-- In DuckDB min_by ignores NULL, which is an answer here.
SELECT j.case_key,
  NULLIF(min_by(COALESCE(j.adapter, ''), j.position + CASE WHEN (j.bit & l.accepted) <> 0 THEN 0 ELSE 1000 END), '') AS adapter
FROM judged AS j
JOIN listed AS l ON l.case_key = j.case_key
WHERE j.listed AND l.settled
GROUP BY j.case_key
UNION ALL
SELECT j.case_key, j.adapter
FROM judged AS j
LEFT JOIN listed AS l ON l.case_key = j.case_key
WHERE j.members > 1 AND j.position = 0 AND j.settled AND l.case_key IS NULL`,
      ),
    },
    {
      comment: "The result.",
      statements: dialect.publish(
        "recommendations",
        `SELECT k.situation_id, a.adapter AS recommended, a.case_key IS NULL AS needs_engine
FROM vnic_known AS k
LEFT JOIN vnic_answers AS a ON a.case_key = k.case_key`,
      ),
    },
  ];
}

const list = (names: readonly string[], alias?: string): string =>
  names.map((name) => (alias ? `${alias}.${name}` : name)).join(", ");

const same = (names: readonly string[], one: string, other: string): string =>
  names.map((name) => `${one}.${name} = ${other}.${name}`).join(" AND ");

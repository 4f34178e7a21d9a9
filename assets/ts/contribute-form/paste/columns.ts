import { isSameWord } from "../../../../advisor/questions/nearest.mjs";
import type { Cells } from "./split-table.ts";
import { findSynonym } from "../../../../tools/check/synonyms.ts";

/**
 * What the cells of a column are taken for: `skip`, `field:PATH` of a row, `value`, `sample` (one of several runs)
 * or `stat:NAME` of a summary.
 */
export type Role = "skip" | "value" | "sample" | `field:${string}` | `stat:${string}`;

/** A column with what was made of it; every part can be changed. */
export interface Column {
  header: string;
  role: Role;
  /** Of results: what they are results of, empty where the column does not say. */
  adapter: string;
  metric: string;
  unit: string;
  /** Of results: words of the header that say something else. */
  label: string;
  /** Whether only its numbers speak for results: the header has no word of them. */
  isGuessed: boolean;
}

/** What is known of names. */
export interface Names {
  findAdapter(spelling: string): string | undefined;
  units: Units;
  /** Paths of a row's fields with their labels, and the words that a field of choices accepts. */
  fields: readonly { path: string; label: string; choices?: readonly string[] }[];
}

/** Headers, units and numbers are shorter. The patterns below would take minutes for thousands of spaces or brackets. */
const mostCharacters = 200;

/** Whether the first line names the columns. */
export function hasHeader(cells: Cells, names: Names): boolean {
  const [first = [], ...rest] = cells;
  if (rest.length === 0) return false;
  if (isCount(first.slice(1)) && first.length > 2 && names.findAdapter(first[0] ?? "") === undefined) return true;
  if (first.some(isNumber)) return false;
  const isNamed = first.some((cell) => cell !== "" && describe(cell, names).role !== "skip");
  const isAboveNumbers = first.some((cell, index) => cell !== "" && rest.some((line) => isNumber(line[index] ?? "")));
  return isAboveNumbers || (isNamed && names.findAdapter(first[0] ?? "") === undefined);
}

/** Guesses what each column holds, from its header and its cells. */
export function guessColumns(cells: Cells, isHeaded: boolean, names: Names): Column[] {
  const lines = isHeaded ? cells.slice(1) : cells;
  const columns = (cells[0] ?? []).map((cell, index): Column => {
    const below = lines.map((line) => line[index] ?? "").filter((text) => text !== "");
    const column = isHeaded ? describe(cell, names) : blank("");
    return column.role === "skip" && !needsConversion(cell, names) ? guessFromCells(column, below, names) : column;
  });
  return resolveRoles(columns, isHeaded);
}

/** Words of headers for fields of a row, the more special first. */
const fieldWords: readonly (readonly [RegExp, string])[] = [
  [/^(?:guest|vm) cpu(?: (?:use|usage|load|util\w*))?$/, "observed.guestCpuPercent"],
  [/^host cpu(?: (?:use|usage|load|util\w*))?$/, "observed.hostCpuPercent"],
  [/^(?:retransmits?|retransmissions|retr)$/, "observed.retransmits"],
  [/^(?:dropped packets|drops?|dropped)$/, "observed.droppedPackets"],
  [/^(?:v?nics?|adapters?|(?:virtual )?(?:network )?(?:adapter|card|device|nic)(?: type| model)?|vmnic)$/, "adapter"],
  [/^(?:(?:guest )?(?:os|operating system)|guest(?: os)?|vm)$/, "conditions.guest"],
  [/^(?:guest )?kernel(?: version)?$/, "conditions.guestKernel"],
  [/^(?:guest )?driver(?: version)?$/, "conditions.driver"],
  [/^v?cpus?$|^virtual cpus$/, "conditions.vcpus"],
  [/^(?:streams?|threads?|connections?|sessions|parallel(?: streams)?|flows?)$/, "conditions.streams"],
  [/^queues?(?: pairs)?$/, "conditions.queues"],
  [/^mtu$/, "conditions.mtu"],
  [/^(?:message|msg|request)(?: ?size| bytes)?$/, "conditions.messageBytes"],
  [/^(?:packet|frame|pkt)(?: ?size| bytes)$/, "conditions.packetBytes"],
  [/^socket(?: ?buffer)?(?: ?size)?$/, "conditions.socketBytes"],
  [/^direction$/, "conditions.direction"],
  [/^(?:tuning|settings?)$/, "conditions.tuning"],
  [/^(?:test|workload|benchmark)$/, "workload"],
  [/^metric$|^measure$/, "metric"],
  [/^units?$/, "unit"],
  [/^(?:quote|quotation|words)$/, "quote"],
  [/^(?:locator|page|figure|table|section|where)$/, "locator"],
  [/^(?:notes?|comments?|remarks?)$/, "note"],
  [/^(?:id|row|name|#)$/, "id"],
];

const statWords: readonly (readonly [RegExp, string])[] = [
  [/\bmin(?:imum)?\b|\bsmallest\b|\blowest\b/, "min"],
  [/\bmax(?:imum)?\b|\blargest\b|\bhighest\b/, "max"],
  [/\bmedian\b|\bp50\b|\b50th(?: percentile)?\b/, "median"],
  [/\bmean\b|\bav(?:era)?ge?\b|\bavg\.?/, "mean"],
  [/\bp99[.,]?999\b|\b99[.,]999(?:th|%)?(?: percentile)?/, "p99999"],
  [/\bp99[.,]?99\b|\b99[.,]99(?:th|%)?(?: percentile)?/, "p9999"],
  [/\bp99[.,]?9\b|\b99[.,]9(?:th|%)?(?: percentile)?/, "p999"],
  [/\bp(?:ct)?(5|25|75|90|95|99)\b|\b(5|25|75|90|95|99)(?:th|%)(?: percentile)?/, "p"],
  [/\bst(?:andard )?\.?(?:d(?:ev(?:iation)?)?)\b|\bsd\b|σ/, "standardDeviation"],
  [/^(?:count|n|samples|runs)$/, "count"],
];

const metricWords: readonly (readonly [RegExp, string])[] = [
  [/link util\w*/, "link-utilization"],
  [/throughput|bandwidth|goodput|transfer rate/, "throughput"],
  [/jitter/, "jitter"],
  [/latency|rtt|round[- ]trip(?: time)?|delay/, "latency"],
  [/packet[- ]rate|packets? per second|\bpps\b/, "packet-rate"],
  [/packet[- ]loss|\bloss\b/, "packet-loss"],
  [/transactions?(?: rate| per second)?|request[- ]rate|requests? per second/, "request-rate"],
  [/\bcpu(?: (?:use|usage|load|utili[sz]ation))?\b/, "cpu-utilization"],
  [/\bscore\b|\bpoints\b/, "benchmark-score"],
];

/** The metric that words such as "Packet rate" or "RTT" name. */
export function findMetric(words: string, units: Units): string | undefined {
  const plain = words
    .trim()
    .toLowerCase()
    .replace(/[_\s]+/g, " ");
  const metric = metricWords.find(([pattern]) => pattern.test(plain))?.[1];
  return Object.keys(units).find((known) => isSameWord(known, words)) ?? metric;
}

const sampleWord =
  /\b(?:run|sample|test|trial|iteration|repetition|rep|measurement|round|lauf|messung)\s*#?\s*\d+\b|^#?\d+$/;

function describe(header: string, names: Names): Column {
  if (header.length > mostCharacters) return blank(header);
  const { words, unit } = splitUnit(header, names.units);
  const column = { ...blank(header), unit };
  const plain = words
    .toLowerCase()
    .replace(/[_\s]+/g, " ")
    .trim();
  const field = unit === "percent" ? undefined : findField(plain, header, names);
  if (field !== undefined) return { ...column, role: needsConversion(header, names) ? "skip" : `field:${field}` };
  const stat = statWords.find(([pattern]) => pattern.test(plain));
  const isSample = sampleWord.test(plain);
  let rest = plain
    .replace(stat?.[0] ?? "", " ")
    .replace(isSample ? sampleWord : "", " ")
    .trim();
  const metric = metricWords.find(([pattern]) => pattern.test(rest));
  rest = rest
    .replace(metric?.[0] ?? "", " ")
    .replace(/[\s,:;/()-]+/g, " ")
    .trim();
  const adapter = rest === "" ? undefined : (names.findAdapter(rest) ?? names.findAdapter(words));
  const named = stat && (stat[1] === "p" ? `p${/\d+/.exec(stat[0].exec(plain)?.[0] ?? "")?.[0] ?? ""}` : stat[1]);
  const role: Role = named
    ? `stat:${named}`
    : isSample
      ? "sample"
      : metric || adapter || unit !== ""
        ? "value"
        : "skip";
  return {
    ...column,
    role,
    adapter: adapter ?? "",
    metric: metric?.[1] ?? metricOf(unit, names.units) ?? "",
    label: adapter === undefined ? rest : "",
  };
}

function findField(plain: string, header: string, names: Names): string | undefined {
  return fieldWords.find(([pattern]) => pattern.test(plain))?.[1] ?? labelled(plain, header, names);
}

/** A label of the form, or a key of the record, is a header too. */
function labelled(plain: string, header: string, { fields }: Names): string | undefined {
  const same = (text: string): string =>
    text
      .toLowerCase()
      .replace(/\(.*?\)/g, "")
      .replace(/[^a-z0-9]/g, "");
  return fields.find(
    ({ path, label }) =>
      same(label) === same(plain) ||
      path === header.trim() ||
      path.split(".").at(-1)?.toLowerCase() === header.trim().toLowerCase(),
  )?.path;
}

/** Splits a header into its words and the unit that it names in brackets, at its end, or as a whole. */
export function splitUnit(header: string, units: Units): { words: string; unit: string } {
  const bracket = /^(.*?)\s*[([]\s*([^()[\]]+?)\s*[)\]]\s*(.*)$/.exec(header);
  const inBracket = findUnit(bracket?.[2] ?? "", units);
  if (bracket && inBracket !== undefined)
    return { words: `${bracket[1] ?? ""} ${bracket[3] ?? ""}`.trim(), unit: inBracket };
  const whole = findUnit(header, units);
  if (whole !== undefined) return { words: "", unit: whole };
  const end = /^(.*?)(?:\s+in|,|\s)\s*(\S+)$/.exec(header.trim());
  const atEnd = findUnit(end?.[2] ?? "", units);
  return end && atEnd !== undefined
    ? { words: end[1] ?? "", unit: atEnd }
    : { words: header.replace(/[([].*?[)\]]/g, " ").trim() || header, unit: "" };
}

/** Sizes are in bytes; to make bytes of other units is nothing to guess. */
function needsConversion(header: string, names: Names): boolean {
  if (header.length > mostCharacters) return false;
  const { words } = splitUnit(header, names.units);
  const plain = words
    .toLowerCase()
    .replace(/[_\s]+/g, " ")
    .trim();
  return /\b[kmg]i?b(?:ytes)?\b/i.test(header) && /Bytes$/.test(findField(plain, header, names) ?? "");
}

function guessFromCells(column: Column, cells: readonly string[], names: Names): Column {
  if (cells.length === 0) return column;
  const most = (test: (cell: string) => boolean): boolean => cells.filter(test).length * 2 > cells.length;
  if (most((cell) => names.findAdapter(cell) !== undefined)) return { ...column, role: "field:adapter" };
  if (most((cell) => findUnit(cell, names.units) !== undefined)) return { ...column, role: "field:unit" };
  if (most((cell) => !isNumber(cell) && findMetric(cell, names.units) !== undefined))
    return { ...column, role: "field:metric" };
  return most(isNumber)
    ? { ...column, role: "value", label: column.header, isGuessed: !resultWord.test(column.header) }
    : column;
}

const resultWord = /^\s*(?:values?|results?)\s*$/i;

/** What one column means can depend on the others. */
function resolveRoles(guessed: readonly Column[], isHeaded: boolean): Column[] {
  const isResult = ({ role }: Column): boolean => role === "value" || role === "sample" || role.startsWith("stat:");
  // Numbers below "Port" or "Build" are no results if another column holds them.
  const isFound = guessed.some(
    (column) => isResult(column) && !column.isGuessed && column.role !== "stat:count" && !besides.has(column.metric),
  );
  const columns = guessed.map(
    (column): Column =>
      isFound && column.isGuessed && column.header !== "" ? { ...column, role: "skip", label: "" } : column,
  );
  const values = columns.filter(({ role }) => role === "value");
  const isBeside = columns.some((column) => isResult(column) && !besides.has(column.metric));
  return continueSeries(columns).map((column): Column => {
    // Several columns of numbers without a word are runs of one thing.
    if (column.role === "value" && !isHeaded && values.length > 1) return { ...column, role: "sample", label: "" };
    const field = column.role === "value" && isBeside && column.adapter === "" ? besides.get(column.metric) : undefined;
    if (field !== undefined && (column.unit === "" || column.unit === "percent"))
      return { ...column, role: `field:${field}`, metric: "", unit: "" };
    // The number of runs stands beside what they came to.
    if (column.role === "stat:count" && !columns.some(({ role }) => role.startsWith("stat:") && role !== "stat:count"))
      return { ...column, role: "skip" };
    return column;
  });
}

/** A run or a part of a summary that names nothing is of what the one before it is of. */
function continueSeries(columns: readonly Column[]): Column[] {
  let before: Column | undefined;
  return columns.map((column) => {
    const isPart = column.role === "sample" || column.role.startsWith("stat:");
    const isOpen = column.adapter === "" && column.metric === "" && column.unit === "";
    const continued =
      isPart && isOpen && before
        ? { ...column, adapter: before.adapter, metric: before.metric, unit: before.unit }
        : column;
    if (isPart) before = continued;
    return continued;
  });
}

/** Metrics that are mostly recorded beside another one, and the fields that hold them then. */
const besides = new Map([
  ["cpu-utilization", "observed.guestCpuPercent"],
  ["packet-loss", "observed.lossPercent"],
]);

function blank(header: string): Column {
  return { header, role: "skip", adapter: "", metric: "", unit: "", label: "", isGuessed: false };
}

function isNumber(cell: string): boolean {
  if (cell.length > mostCharacters) return false;
  // Several points between other than three digits: a date, a version or an address.
  const [dotted] = /\d+(?:\.\d+){2,}/.exec(cell) ?? [];
  if (dotted !== undefined && !/^\d{1,3}(?:\.\d{3}){2}$/.test(dotted)) return false;
  return /^[~≈<>≤≥+\-\u2212]?\s*\d[\d.,'\s\u00A0\u202F]*(?:e[+-]?\d+)?\s*(?:%|[a-zµμ]+(?:\/\w+)?)?$/i.test(cell.trim());
}

/** 1, 2, 3: numbers of runs, not results. */
function isCount(cells: readonly string[]): boolean {
  return cells.length > 0 && cells.every((cell, index) => cell.replace("#", "").trim() === String(index + 1));
}

/** Units by metric, as the schema has them. */
type Units = { readonly [metric: string]: readonly string[] };

/** Finds the unit that a spelling means; none where it could be another, as GB/s, which is no Gbit/s. */
export function findUnit(spelling: string, units: Units): string | undefined {
  if (spelling.length > mostCharacters) return undefined;
  const text = spelling.trim().replace(/^(?:in|as)\s+/i, "");
  const known = [...new Set(Object.values(units).flat())];
  if (known.includes(text)) return text;
  // A capital B is a byte, a small one a bit; the list of synonyms does not look at that.
  if (/^[KMGT]i?B(?:\/s|ps|\/sec)$/.test(text))
    return known.find(
      (unit) => unit.toLowerCase() === text.replace(/ps$|\/sec$/, "/s").toLowerCase() && unit.includes("B"),
    );
  const [, bits] = /^([kmg])b(?:\/s|ps|\/sec)$/i.exec(text) ?? [];
  if (bits !== undefined) return known.find((unit) => unit.toLowerCase() === `${bits.toLowerCase()}bit/s`);
  const plain = text
    .toLowerCase()
    .replace(/\s+per\s+|\s*\/\s*/g, "/")
    .replace(/(?<=\/)(?:sec|seconds?)\b/g, "s");
  const same = known.filter((unit) => unit.toLowerCase() === plain);
  if (same.length === 1) return same[0];
  return (
    findSynonym(plain, known)?.word ?? own.find(([pattern, unit]) => pattern.test(plain) && known.includes(unit))?.[1]
  );
}

const own: readonly (readonly [RegExp, string])[] = [
  [/^k(?:bps|b\/s|bit\/s)$/, "kbit/s"],
  [/^(?:pkts?|packets)\/s$/, "packets/s"],
  [/^k(?:pps|pkts?\/s)$/, "kpackets/s"],
  [/^m(?:pps|pkts?\/s)$/, "Mpackets/s"],
  [/^(?:trans(?:actions)?|req(?:uests)?|tx|rr)\/s$/, "transactions/s"],
  [/^(?:ops|operations|iops)(?:\/s)?$/, "operations/s"],
  [/^(?:µ|μ|u)s(?:ec(?:onds?)?)?$/, "us"],
  [/^microsec(?:onds?)?$/, "us"],
  [/^(?:ms|millisec(?:onds?)?)$/, "ms"],
  [/^(?:s|secs?|seconds?)$/, "s"],
  [/^(?:percent|pct|per cent)$/, "percent"],
  [/^(?:b|bytes?)$/, "bytes"],
];

/** The metric that only this unit's numbers can be of. */
function metricOf(unit: string, units: Units): string | undefined {
  const metrics = Object.keys(units).filter((metric) => units[metric]?.includes(unit));
  return metrics.length === 1 ? metrics[0] : usual[unit];
}

/** Of units that several metrics have, the metric that is nearly always meant. */
const usual: { readonly [unit: string]: string } = { us: "latency", ms: "latency", "packets/s": "packet-rate" };

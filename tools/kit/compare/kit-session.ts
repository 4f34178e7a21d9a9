import { count } from "../../../advisor/text.ts";
import { groupBy } from "../../../advisor/collections.ts";
import { decodeFile } from "../import/decode.ts";
import type { SourceFile } from "../import/import-file.ts";
import type { ImportProblem } from "../import/row.ts";
import type { Sample } from "./measure.ts";

/** What a comparison needs of a session of the kit. */
interface KitSession {
  /** The samples of each side that was measured. */
  sides: Sample[][];
  unitOfReplication: "repetition" | "block";
  /** Whether the two sides took turns repetition by repetition. */
  isInterleaved: boolean;
  problems: ImportProblem[];
}

/** How a session ended; the journal says it in a line of its own. */
interface End {
  status?: unknown;
  statusReason?: unknown;
}

/** A session of the kit, as far as a comparison needs it; assets/kit/result.schema.json has the whole. */
interface Parsed extends End {
  design: { kind: "single" | "interleaved" | "blocks"; unitOfReplication: "repetition" | "block"; blocks?: unknown };
  series: { series: string; better?: "higher" | "lower" }[];
  repetitions: Repetition[];
}

interface Repetition {
  side: "a" | "b";
  block: number;
  repetition: number;
  series: string;
  test: "throughput" | "request-response" | "packets";
  metric: string;
  unit: string;
  value: unknown;
  tool: string;
  messageBytes?: number | "unknown";
  latencyMicroseconds: { [percentile: string]: unknown } | null;
  local: { cpu?: { secondsPerGbit?: unknown; microsecondsPerPacket?: unknown } } | null;
  marks: string[];
}

/** Reads a session in the kit's second format, a finished result or the lines that were written until it was stopped; undefined for anything else. */
export async function readKitSession({ name, bytes }: SourceFile): Promise<KitSession | undefined> {
  const decoded = await decodeFile(bytes);
  if ("refused" in decoded || !/"vnic-atlas-result"/.test(decoded.text)) return undefined;
  const session = parseResult(decoded.text) ?? parseLines(decoded.text);
  if (!session) return undefined;
  const { design, series } = session;
  const repetitions = numberRepetitions(session.repetitions);
  const better = new Map(series.map((one) => [one.series, one.better]));
  const isNumbered = (one: Repetition): boolean => isNumber(one.value);
  return {
    sides: (["a", "b"] as const).flatMap((side) => {
      const own = repetitions.filter((one) => one.side === side && isNumbered(one));
      return own.length === 0 ? [] : [own.flatMap((one) => listSamples(one, better.get(one.series) ?? "higher"))];
    }),
    unitOfReplication: design.unitOfReplication,
    isInterleaved: design.kind === "interleaved",
    problems: [
      ...repetitions
        .filter((one) => !isNumbered(one))
        .map((one) => ({
          file: name,
          place: `${name} ${one.series}, side ${one.side}, repetition ${one.repetition}`,
          found: String(one.value),
          message: "the value is not a number",
        })),
      ...noteOtherWork(name, repetitions),
      ...noteEarlyEnd(name, session),
    ],
  };
}

/** Counts the repetitions of a series that have no number, before any is left out. */
function numberRepetitions(repetitions: readonly Repetition[]): Repetition[] {
  const groups = groupBy(repetitions, ({ side, block, series }) => JSON.stringify([side, block, series]));
  const order = new Map([...groups.values()].flatMap((group) => group.map((one, at) => [one, at + 1] as const)));
  return repetitions.map((one) => (isNumber(one.repetition) ? one : { ...one, repetition: order.get(one) ?? 0 }));
}

/** Of such a repetition the processors say more about the other work than about the traffic. */
function isBesideOtherWork({ marks }: Repetition): boolean {
  return marks.includes("background-load");
}

function noteOtherWork(name: string, repetitions: readonly Repetition[]): ImportProblem[] {
  const disturbed = repetitions.filter(isBesideOtherWork).length;
  if (disturbed === 0) return [];
  const message = "their CPU use is not compared, because other work kept the guest busy";
  return [
    {
      file: name,
      place: `${name} ${disturbed} of ${repetitions.length} repetitions`,
      found: "background-load",
      message,
    },
  ];
}

/** A session that was stopped, or whose adapter was not exchanged to the last block, has less than was planned. */
function noteEarlyEnd(name: string, { design, status, statusReason, repetitions }: Parsed): ImportProblem[] {
  const planned = design.kind === "blocks" && isNumber(design.blocks) ? design.blocks : 1;
  const missing = planned - new Set(repetitions.map(({ block }) => block)).size;
  if (repetitions.length === 0 || (status === "complete" && missing <= 0)) return [];
  const message =
    status === undefined
      ? "the session was killed before its end. Continue it with --resume"
      : `the session is not complete (${String(status)}). Continue it with --resume`;
  const blocks = missing > 0 ? `${missing} of ${planned} blocks are missing` : "";
  const reason = typeof statusReason === "string" ? statusReason : "";
  return [{ file: name, place: name, found: [reason, blocks].filter(Boolean).join(", ") || "no end", message }];
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function parseResult(text: string): Parsed | undefined {
  const found = parseJson(text);
  return isSession(found) && hasRepetitions(found) ? found : undefined;
}

/** The journal of a session: it is there from the first repetition on, and its last line may be torn. */
function parseLines(text: string): Parsed | undefined {
  const [first = "", ...lines] = text.split(/\r?\n/);
  const session = parseJson(first);
  if (!isSession(session)) return undefined;
  const records = lines.flatMap((line) =>
    /^\{"record": ?"(?:repetition|end)"/.test(line) ? (parseJson(line) ?? []) : [],
  );
  const isEnd = (value: unknown): value is { status?: unknown; reason?: unknown } =>
    (value as { record?: unknown } | undefined)?.record === "end";
  const repetitions = records.filter((value) => !isEnd(value));
  // After an end that a session was resumed from, there are repetitions or another end.
  const end = records.at(-1);
  const ended: End = isEnd(end) ? { status: end.status, statusReason: end.reason } : {};
  const whole = { ...session, ...ended, repetitions };
  return hasRepetitions(whole) ? whole : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSession(value: unknown): value is Omit<Parsed, "repetitions"> {
  const { format, design, series } = (value ?? {}) as { [key: string]: unknown };
  return format === "vnic-atlas-result" && typeof design === "object" && design !== null && Array.isArray(series);
}

function hasRepetitions(value: Omit<Parsed, "repetitions">): value is Parsed {
  const { repetitions } = value as { repetitions?: unknown };
  return Array.isArray(repetitions) && repetitions.every((one) => typeof one === "object" && Array.isArray(one?.marks));
}

/** Fields of a latency, and how they are called. */
const PERCENTILES = { p50: "p50", p90: "p90", p99: "p99", p999: "p99.9", p9999: "p99.99" };

/** What one repetition measured: its value, the percentiles of its round trips, and what it cost the processors of this guest. */
function listSamples(repetition: Repetition, better: "higher" | "lower"): Sample[] {
  const {
    test,
    metric,
    unit,
    value,
    tool,
    block,
    repetition: number,
    marks,
    messageBytes,
    latencyMicroseconds,
    local,
  } = repetition;
  // A transaction of 1 byte and one of 64 are not alike; what a stream of TCP writes at once hardly matters.
  const size = test !== "throughput" && isNumber(messageBytes) ? `, messages of ${count(messageBytes, "byte")}` : "";
  const shared = { series: repetition.series + size, tool, block, repetition: number, marks };
  const isThroughput = test === "throughput";
  const cpu = isBesideOtherWork(repetition) ? undefined : local?.cpu;
  const costs = [
    { metric: "cpu per Gbit", unit: "s/Gbit", value: isThroughput ? cpu?.secondsPerGbit : undefined },
    // What a stream counts as packets depends on offloads: up to 64 KB at once.
    {
      metric: "cpu per packet",
      unit: "µs/packet",
      value: isThroughput ? undefined : cpu?.microsecondsPerPacket,
    },
    ...Object.entries(PERCENTILES).map(([name, words]) => ({
      metric: `latency ${words}`,
      unit: "µs",
      // The value of a latency test is its median already.
      value: metric === "latency" && name === "p50" ? undefined : latencyMicroseconds?.[name],
    })),
  ];
  return [
    { ...shared, metric, unit, value: value as number, better },
    ...costs.flatMap((cost) =>
      isNumber(cost.value) ? [{ ...shared, ...cost, value: cost.value, better: "lower" as const }] : [],
    ),
  ];
}

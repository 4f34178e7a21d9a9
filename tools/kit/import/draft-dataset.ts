import { groupBy } from "../../../advisor/collections.ts";
import { dropUndefined } from "../../records/objects.ts";
import { compareText } from "../../records/words.ts";
import { openId } from "../../check/placeholders.ts";
import { type Conditions, type ImportedRow, isDelivered, type Observed, recordedStatistics } from "./row.ts";

/** Part of a dataset record, as far as the files say it. */
export type DatasetAnswers = { [key: string]: unknown; measurements: MeasurementAnswers[] };

/** A measurement of a dataset record, as far as the files say it. */
export type MeasurementAnswers = { [key: string]: unknown; id: string; kind: string; metric: string; unit: string };

export interface DraftOptions {
  /** Whether the files are repetitions of one configuration, so that their numbers are samples of one measurement. */
  areRepetitions?: boolean;
}

/** What imported rows say of a dataset record. */
export function answerDataset(rows: readonly ImportedRow[], options: DraftOptions = {}): DatasetAnswers {
  const made = makeAll(rows, options);
  const measurements = made.map(({ measurement }) => measurement);
  const common = findCommon(measurements.map(({ conditions }) => (conditions ?? {}) as Conditions));
  const { hypervisor, ...conditions } = common;
  const { guest, vcpus } = conditions;
  const testbed = {
    ...(hypervisor ? { hypervisor } : {}),
    ...(guest ? { guests: [vcpus ? `${guest}, ${vcpus} vCPUs` : guest] } : {}),
  };
  return {
    ...(Object.keys(testbed).length > 0 ? { testbed } : {}),
    method: describeMethod(rows, made),
    ...(Object.keys(conditions).length > 0 ? { conditions } : {}),
    extraction: "raw-output",
    measurements: measurements.map((measurement) => withoutCommon(measurement, common)),
  };
}

/** What to tell somebody whose files may be repetitions, or are said to be and differ in their configuration. */
export function adviseOnRepetitions(rows: readonly ImportedRow[], { areRepetitions }: DraftOptions): string[] {
  if (areRepetitions) return listDifferences(rows);
  const together = makeMeasurements(rows, { areRepetitions: true }).length;
  if (together === makeMeasurements(rows).length) return [];
  return ["several files have the same measurement. Add --repetitions if they are repetitions of one configuration"];
}

/** Compares the files of each tool with the first of them. Two tools may have watched the same run. */
function listDifferences(rows: readonly ImportedRow[]): string[] {
  return [...groupBy(rows, ({ tool }) => tool.name).values()].flatMap((ofTool) => {
    const [first, ...others] = groupBy(ofTool, ({ file }) => file);
    if (!first) return [];
    return others.flatMap(([file, own]) => {
      const names = findDifferences(first[1], own);
      if (names.length === 0) return [];
      const verb = names.length > 1 ? "differ" : "differs";
      return `${baseName(first[0])} and ${baseName(file)} are not one configuration: ${names.join(", ")} ${verb}`;
    });
  });
}

/** Names what no row of one file has in common with a row of the other. */
function findDifferences(one: readonly ImportedRow[], other: readonly ImportedRow[]): string[] {
  const describe = ({ workload, adapter, flow, conditions }: ImportedRow): { [name: string]: unknown } => ({
    workload,
    adapter,
    direction: flow,
    ...conditions,
  });
  const [all, allOther] = [one.map(describe), other.map(describe)];
  const names = new Set([...all, ...allOther].flatMap((facts) => Object.keys(facts)));
  return [...names].filter((name) => {
    const values = new Set(all.map((facts) => JSON.stringify(facts[name])));
    return !allOther.some((facts) => values.has(JSON.stringify(facts[name])));
  });
}

function describeMethod(rows: readonly ImportedRow[], made: readonly Made[]): { [key: string]: unknown } {
  const tools = [...new Set(rows.map(({ tool }) => tool.name))];
  const versions = [...new Set(rows.flatMap(({ tool }) => tool.version ?? []))];
  const one = (values: readonly (number | undefined)[]): number | undefined =>
    new Set(values).size === 1 ? values[0] : undefined;
  const seconds = one(rows.map(({ durationSeconds }) => durationSeconds));
  const warmUp = one(rows.map(({ warmUpSeconds }) => warmUpSeconds));
  return {
    tool: tools.join(", ").slice(0, 60),
    version: versions.length > 0 ? versions.join(", ").slice(0, 40) : "unknown",
    commands: listCommands(rows),
    runs: countRuns(made),
    ...(seconds === undefined ? {} : { durationSeconds: seconds }),
    ...(warmUp === undefined ? {} : { warmUpSeconds: warmUp }),
    ...(rows.every(({ isInterleaved }) => isInterleaved) ? { interleaved: "yes" } : {}),
  };
}

/** Longest command that a record may have. */
const longestCommand = 400;

/** The command of each series: its repetitions differ at most in a rate. */
function listCommands(rows: readonly ImportedRow[]): string[] {
  const ofSeries = groupBy(rows, ({ series, tool, workload }) => JSON.stringify([series, tool.name, workload]));
  const first = [...ofSeries.values()].flatMap(
    (own) => own.find(({ command }) => command !== undefined)?.command ?? [],
  );
  return [...new Set(first)].filter((command) => command.length <= longestCommand);
}

/** Repetitions of the configuration that has the fewest. A statistic that not every repetition has makes them no fewer. */
function countRuns(made: readonly Made[]): number {
  const configurations = groupBy(made, ({ rows: [first] }) =>
    JSON.stringify([first?.series, first?.workload, first?.adapter, first?.note, first?.conditions, first?.tool.name]),
  );
  const counts = [...configurations.values()].map((own) =>
    Math.max(...own.map(({ measurement: { samples } }) => (Array.isArray(samples) ? samples.length : 1))),
  );
  return Math.min(...counts);
}

/** A measurement with the rows that it was made from. */
interface Made {
  measurement: MeasurementAnswers;
  rows: readonly ImportedRow[];
}

/** Makes a measurement of every number, of the statistics of one result, and of repetitions. */
export function makeMeasurements(rows: readonly ImportedRow[], options: DraftOptions = {}): MeasurementAnswers[] {
  return makeAll(rows, options).map(({ measurement }) => measurement);
}

function makeAll(rows: readonly ImportedRow[], { areRepetitions = false }: DraftOptions): Made[] {
  const ids = new Set<string>();
  const made = [...groupBy(rows.filter(isDelivered), (row) => describeGroup(row, areRepetitions)).values()].flatMap(
    (group) => {
      const results = group[0]?.statistic === undefined ? [group] : splitStatistics(group, areRepetitions);
      return results.flatMap((result): Made[] => {
        const measurement = makeMeasurement(result, ids);
        return measurement ? [{ measurement, rows: result }] : [];
      });
    },
  );
  return separateRows(made);
}

function makeMeasurement(rows: readonly ImportedRow[], ids: Set<string>): MeasurementAnswers | undefined {
  const first = rows[0] as ImportedRow;
  if (
    first.statistic === undefined ||
    (rows.length > 1 && rows.every(({ statistic }) => statistic === first.statistic))
  )
    return rows.length === 1
      ? { ...makeBase("value", rows, ids), value: first.value, precision: "as-printed", ...describeRest(rows) }
      : { ...makeBase("samples", rows, ids), samples: rows.map(({ value }) => value), ...describeRest(rows) };
  const summary = Object.fromEntries(
    recordedStatistics.flatMap((name) => {
      const row = rows.find(({ statistic }) => statistic === name);
      return row ? [[name, row.value] as const] : [];
    }),
  );
  if (Object.keys(summary).length === 0) return undefined;
  return { ...makeBase("summary", rows, ids), summary, ...describeRest(rows) };
}

/** Two rows of a record differ in a condition; where direction, end or interface tell them apart, it says so in words. */
function separateRows(made: readonly Made[]): Made[] {
  const groups = groupBy(made, ({ measurement: { adapter, kind, workload, metric, conditions } }) =>
    JSON.stringify([adapter, kind, workload, metric, conditions]),
  );
  return [...groups.values()].flatMap((group) => {
    const described = group.map(({ rows }) => describeDifference(rows[0] as ImportedRow));
    const isShared = (part: string): boolean => described.every((parts) => parts.includes(part));
    return group.map(({ measurement, rows }, at) => {
      const parts = (described[at] ?? []).filter((part) => !isShared(part));
      if (measurement.kind === "samples") parts.push(describeStatistic(rows[0] as ImportedRow));
      const words = parts.filter(Boolean).join(", ");
      if (words === "") return { measurement, rows };
      const conditions = { ...(measurement.conditions as Conditions | undefined) };
      const workload = [conditions.workload, words].filter(Boolean).join(", ").slice(0, 120);
      return { measurement: withConditions(measurement, { ...conditions, workload }), rows };
    });
  });
}

/** Which statistic of each repetition samples are: "p99.9 of each repetition". */
function describeStatistic({ statistic }: ImportedRow): string {
  if (statistic === undefined) return "";
  const name = statistic === "standardDeviation" ? "standard deviation" : statistic.replace(/^p(\d\d)(\d+)$/, "p$1.$2");
  return `${name} of each repetition`;
}

function describeDifference({ flow, side, interfaceName, interfaceDirection, series, metric }: ImportedRow): string[] {
  const isCpu = metric === "cpu-utilization" || metric === "cpu-per-throughput";
  return [
    series ?? "",
    flow === undefined || isCpu ? "" : flow.replaceAll("-", " "),
    side && isCpu ? `processors of the ${sides[side]}` : "",
    interfaceName ? `${interfaceName} ${interfaceDirection === "receive" ? "received" : "sent"}` : "",
  ];
}

/** A measurement with other conditions, in the place that a record has for them. */
function withConditions(
  { conditions: _, ...measurement }: MeasurementAnswers,
  conditions: Conditions,
): MeasurementAnswers {
  const { observed, locator, note, ...head } = measurement;
  const own = Object.keys(conditions).length > 0 ? { conditions } : {};
  return { ...(head as MeasurementAnswers), ...own, ...dropUndefined({ observed, locator, note }) };
}

/** What rows of one measurement have in common. */
function describeGroup(row: ImportedRow, areRepetitions: boolean): string {
  return JSON.stringify([
    areRepetitions ? "" : row.file,
    ...[row.metric, row.unit, row.workload, row.adapter, row.flow, row.side, row.interfaceName, row.interfaceDirection],
    ...[row.tool.name, row.note, row.series, row.statistic !== undefined],
    Object.entries(row.conditions ?? {}).sort(([a], [b]) => compareText(a, b)),
  ]);
}

/**
 * Samples of each statistic if repetitions have a distribution each, with those that only one repetition has in one summary;
 * otherwise a summary for each result.
 */
function splitStatistics(rows: readonly ImportedRow[], areRepetitions: boolean): ImportedRow[][] {
  const results = splitResults(rows);
  if (results.length === 1 || !(areRepetitions || rows.every(({ run }) => run !== undefined))) return results;
  const ofStatistic = [...groupBy(rows, ({ statistic }) => statistic).values()];
  const single = ofStatistic.filter((own) => own.length === 1).flat();
  return [...ofStatistic.filter((own) => own.length > 1), ...(single.length > 0 ? [single] : [])];
}

/** A statistic that comes again begins another result of the same kind. */
function splitResults(rows: readonly ImportedRow[]): ImportedRow[][] {
  const results: ImportedRow[][] = [];
  for (const row of rows) {
    const last = results.at(-1);
    if (!last || last.some(({ statistic }) => statistic === row.statistic)) results.push([row]);
    else last.push(row);
  }
  return results;
}

function makeBase(kind: string, rows: readonly ImportedRow[], ids: Set<string>): MeasurementAnswers {
  const { metric, unit, workload, adapter } = rows[0] as ImportedRow;
  const base = [adapter, workload === undefined || workload === "other" ? undefined : workload, metric]
    .filter(Boolean)
    .join("-");
  let id = base;
  for (let number = 2; ids.has(id); number++) id = `${base}-${number}`;
  ids.add(id);
  return { id, kind, adapter: adapter ?? openId, ...(workload ? { workload } : {}), metric, unit };
}

/** Conditions, what was recorded beside, the place in the file, and how to read the number. */
function describeRest(rows: readonly ImportedRow[]): { [key: string]: unknown } {
  const first = rows[0] as ImportedRow;
  const conditions = { ...first.conditions };
  const observed = isOneResult(rows) ? first.observed : undefined;
  const note = describeNote(rows);
  return {
    ...(Object.keys(conditions).length > 0 ? { conditions } : {}),
    ...(observed && Object.keys(observed).length > 0 ? { observed } : {}),
    locator: describeLocator(rows),
    ...(note === "" ? {} : { note }),
  };
}

/** Whether rows are one number or the statistics of one result; otherwise they are repetitions. */
function isOneResult(rows: readonly ImportedRow[]): boolean {
  return rows.length === 1 || new Set(rows.map(({ statistic }) => statistic)).size > 1;
}

const sides = { sender: "sender", receiver: "receiver", client: "tool's client", server: "tool's server" };

const flows = {
  "client-to-server": "Traffic from the tool's client to its server.",
  "server-to-client": "Traffic from the tool's server to its client.",
  both: "Traffic in both directions.",
};

function describeNote(rows: readonly ImportedRow[]): string {
  const { flow, side, interfaceName, interfaceDirection, series } = rows[0] as ImportedRow;
  const isCpu = rows[0]?.metric === "cpu-utilization" || rows[0]?.metric === "cpu-per-throughput";
  return [
    flow ? flows[flow] : "",
    side && isCpu ? `At the ${sides[side]}.` : "",
    interfaceName ? `Interface ${interfaceName}, ${interfaceDirection === "receive" ? "received" : "sent"}.` : "",
    series ? `${series}.` : "",
    describeLoad(rows),
    ...describeObserved(rows),
    ...new Set(rows.flatMap(({ note, warnings }) => [note ?? "", ...(warnings ?? [])])),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ")
    .replace(/[<>]/g, " ")
    .slice(0, 900);
}

/** The rates at which the latencies of repetitions were measured. */
function describeLoad(rows: readonly ImportedRow[]): string {
  const rates = rows.flatMap(({ offeredPacketRate }) => offeredPacketRate ?? []);
  const [least, most] = [Math.min(...rates), Math.max(...rates)];
  if (rates.length === 0) return "";
  return least === most ? `At ${least} packets/s.` : `At ${least} to ${most} packets/s.`;
}

/** What was recorded beside, in words; the parts of observed have room for one run. */
const observations: { readonly [name in keyof Observed]-?: string } = {
  guestCpuPercent: "Percent of the guest's virtual CPUs",
  hostCpuPercent: "Percent of the host's processors",
  peerCpuPercent: "Percent of the other end's processors",
  lossPercent: "Percent of packets lost",
  droppedPackets: "Dropped packets",
  retransmits: "Retransmits",
};

/** Lists what was recorded beside each of several repetitions, in their order. */
function describeObserved(rows: readonly ImportedRow[]): string[] {
  if (isOneResult(rows)) return [];
  return Object.entries(observations).flatMap(([name, words]) => {
    const values = rows.map(({ observed }) => observed?.[name as keyof Observed] ?? "unknown");
    return values.every((value) => value === "unknown") ? [] : `${words} in each repetition: ${values.join(", ")}.`;
  });
}

/** The file without its folders, which are nobody's business, with line and key. */
function describeLocator(rows: readonly ImportedRow[]): string {
  const places = rows.map(({ place, file }) => place.replaceAll(file, baseName(file)));
  const more = places.length > 1 ? ` and ${places.length - 1} more` : "";
  const room = 120 - more.length;
  const first = places[0] ?? "";
  return (first.length > room ? `${first.slice(0, room - 1)}…` : first) + more;
}

function baseName(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file;
}

/** Conditions that are the same everywhere. */
function findCommon(all: readonly Conditions[]): Conditions {
  const [first = {}, ...others] = all;
  return Object.fromEntries(
    Object.entries(first).filter(([name, value]) =>
      others.every((other) => JSON.stringify(other[name as keyof Conditions]) === JSON.stringify(value)),
    ),
  );
}

function withoutCommon(measurement: MeasurementAnswers, common: Conditions): MeasurementAnswers {
  const own = Object.entries((measurement.conditions ?? {}) as Conditions).filter(([name]) => !(name in common));
  return withConditions(measurement, Object.fromEntries(own));
}

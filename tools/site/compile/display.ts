import { groupDigits } from "../../../advisor/text.ts";
import { formatQuantity, noBreakSpace, withUnit } from "../../records/numbers.ts";
import { writeCanonical } from "../../records/objects.ts";
import { summarize } from "../../records/samples.ts";
import type { Measurement } from "./records.ts";

/** Returns the name of an adapter by its id. */
type NameAdapter = (id: string) => string;

/** Formats the result of a measurement for a table cell, with all digits of the source and the compared adapter. */
export function displayResult(row: Measurement, nameAdapter: NameAdapter): string {
  if (row.kind === "ordinal") return displayOrder(row, nameOther(row.relativeTo, nameAdapter));
  if (row.kind === "relative") return displayRelative(row, nameBase(row, nameAdapter));
  return displayFigure(row);
}

function displayFigure(row: Exclude<Measurement, { kind: "ordinal" | "relative" }>): string {
  switch (row.kind) {
    case "value":
      return qualifiers[row.precision] + formatQuantity(row.value, row.unit);
    case "summary":
      return displaySummary(row.summary, row.unit, groupDigits);
    case "samples":
      return displaySummary(summarize(row.samples), row.unit, (value) => groupDigits(Number(value.toFixed(2))));
  }
}

type Relative = Extract<Measurement, { kind: "relative" }>;
type Order = Extract<Measurement, { kind: "ordinal" }>;

function displayRelative({ form, value, unit, precision }: Relative, other: string): string {
  const qualifier = qualifiers[precision];
  switch (form) {
    case "ratio":
      return `${qualifier}${groupDigits(value)} times that of ${other}`;
    case "percent-more":
      return `${qualifier}${formatQuantity(value, "percent")} more than ${other}`;
    case "percent-less":
      return `${qualifier}${formatQuantity(value, "percent")} less than ${other}`;
    case "difference-more":
      return `${qualifier}${formatQuantity(value, unit ?? "")} more than ${other}`;
    case "difference-less":
      return `${qualifier}${formatQuantity(value, unit ?? "")} less than ${other}`;
  }
}

function displayOrder({ relation, extent }: Order, other: string): string {
  return extent === undefined ? relations[relation](other) : `${relations[relation](other)} in ${extents[extent]}`;
}

const extents: Record<NonNullable<Order["extent"]>, string> = {
  "all-cases": "all cases",
  "most-cases": "most cases",
  "some-cases": "some cases",
};

const qualifiers: Record<Extract<Measurement, { kind: "value" }>["precision"], string> = {
  "as-printed": "",
  about: "about ",
  "at-least": "at least ",
  "at-most": "at most ",
  almost: "almost ",
  "more-than": "more than ",
};

const relations: Record<Order["relation"], (other: string) => string> = {
  better: (other) => `ahead of ${other}`,
  worse: (other) => `behind ${other}`,
  similar: (other) => `on a par with ${other}`,
  mixed: (other) => `mixed results against ${other}`,
  "smaller-gain": (other) => `ahead of ${other}, with a smaller gain than elsewhere`,
};

/** In the order in which a reader wants them. */
const statistics = {
  mean: "mean",
  median: "median",
  min: "min",
  p5: "5th percentile",
  p25: "25th percentile",
  p75: "75th percentile",
  p90: "90th percentile",
  p95: "95th percentile",
  p99: "99th percentile",
  p999: "99.9th percentile",
  p9999: "99.99th percentile",
  p99999: "99.999th percentile",
  max: "max",
  standardDeviation: "standard deviation",
} as const;

type Summary = Extract<Measurement, { kind: "summary" }>["summary"];

function displaySummary(summary: Summary, unit: string, format: (value: number) => string): string {
  const parts = Object.entries(statistics).flatMap(([name, word]) => {
    const value = summary[name as keyof typeof statistics];
    return value === undefined ? [] : [`${word} ${format(value)}`];
  });
  const interval = summary.confidenceInterval;
  if (interval)
    parts.push(`${interval.levelPercent}${noBreakSpace}% interval ${format(interval.low)} to ${format(interval.high)}`);
  const text = withUnit(parts.join(", "), unit);
  return summary.count === undefined ? text : `${text} (${groupDigits(summary.count)} samples)`;
}

/** The same adapter with another setting is named with that setting. */
function nameBase({ relativeTo, baseline }: Relative, nameAdapter: NameAdapter): string {
  const other = nameOther(relativeTo, nameAdapter);
  return baseline === undefined ? other : `${other} with ${baseline}`;
}

function nameOther(id: string, nameAdapter: NameAdapter): string {
  return unnamed[id] ?? nameAdapter(id);
}

/** Whether a row's adapter has a record. Otherwise it is a word of the schema, such as unknown or native. */
export function isAdapterId(id: string): boolean {
  return !Object.hasOwn(unnamed, id);
}

/** Returns the name of a row's adapter for tables. */
export function nameRowAdapter(id: string, nameAdapter: NameAdapter): string {
  if (isAdapterId(id)) return nameAdapter(id);
  return id === "native" ? "bare metal" : "not named";
}

/** Words of the schema that are not ids of adapters. */
const unnamed: { readonly [word: string]: string } = {
  unknown: "an adapter that is not named",
  "paravirtual-unnamed": "a paravirtual adapter that is not named",
  native: "a bare-metal host",
};

type Conditions = Measurement["conditions"];

/** Describes the conditions of a row, in the order guest, traffic, network, tuning. */
export function writeConditions(conditions: Conditions): string {
  const parts = [
    conditions.workload,
    conditions.guest,
    conditions.guestKernel,
    conditions.bitness && `${conditions.bitness}-bit`,
    conditions.vcpus && (conditions.vcpus === 1 ? "1 vCPU" : `${groupDigits(conditions.vcpus)} vCPUs`),
    conditions.hypervisor,
    say(conditions.hardwareVirtualization, "hardware virtualization", "no hardware virtualization"),
    conditions.driver && `driver ${conditions.driver}`,
    conditions.backend && conditions.backend !== "other" && conditions.backend,
    conditions.queues && (conditions.queues === 1 ? "1 queue" : `${groupDigits(conditions.queues)} queues`),
    conditions.direction && directions[conditions.direction],
    conditions.streams && (conditions.streams === 1 ? "1 stream" : `${groupDigits(conditions.streams)} streams`),
    conditions.messageBytes && `${writeSize(conditions.messageBytes)} messages`,
    conditions.socketBytes && `${writeSize(conditions.socketBytes)} socket buffer`,
    conditions.packetBytes && `${writeSize(conditions.packetBytes)} frames`,
    conditions.packetRate !== undefined && formatQuantity(conditions.packetRate, "packets/s"),
    conditions.topology && topologies[conditions.topology],
    conditions.linkGbps && `${formatQuantity(conditions.linkGbps, "Gbit/s")} link`,
    conditions.mtu && `MTU ${groupDigits(conditions.mtu)}`,
    conditions.offloadsOn && `${conditions.offloadsOn.join(", ")} on`,
    conditions.offloadsOff && `${conditions.offloadsOff.join(", ")} off`,
    conditions.coalescing && `interrupt moderation ${conditions.coalescing}`,
    conditions.register && `register ${conditions.register}`,
    conditions.access && accesses[conditions.access],
    conditions.latencyPath?.replace("-", " "),
    conditions.tool && `measured with ${conditions.tool}`,
    conditions.tuning,
  ];
  return parts.filter((part) => typeof part === "string").join(", ");
}

/** Splits the conditions of rows into those that all rows share and the rest of each row. */
export function shareConditions(rows: readonly Measurement[]): {
  conditions: Conditions;
  without: (conditions: Conditions) => Conditions;
} {
  const [first, ...others] = rows.map(({ conditions }) => Object.entries(conditions));
  const keep = ([key, value]: [string, unknown]) =>
    others.length > 0 &&
    others.every((entries) =>
      entries.some(([name, other]) => name === key && writeCanonical(other) === writeCanonical(value)),
    );
  const shared = (first ?? []).filter(keep);
  return {
    conditions: Object.fromEntries(shared),
    without: (conditions) =>
      Object.fromEntries(Object.entries(conditions).filter(([key]) => !shared.some(([name]) => name === key))),
  };
}

/** Describes the other values that a run recorded. */
export function writeObserved(observed: NonNullable<Measurement["observed"]>): string {
  const { guestCpuPercent, hostCpuPercent, peerCpuPercent, lossPercent, droppedPackets, retransmits } = observed;
  const parts = [
    guestCpuPercent !== undefined && `guest CPU ${formatQuantity(guestCpuPercent, "percent")}`,
    hostCpuPercent !== undefined && `host CPU ${formatQuantity(hostCpuPercent, "percent")}`,
    peerCpuPercent !== undefined && `CPU of the other end ${formatQuantity(peerCpuPercent, "percent")}`,
    lossPercent !== undefined && `${formatQuantity(lossPercent, "percent")} lost`,
    droppedPackets !== undefined && `${groupDigits(droppedPackets)} packets dropped`,
    retransmits !== undefined && `${groupDigits(retransmits)} retransmits`,
  ];
  return parts.filter((part) => typeof part === "string").join(", ");
}

const directions: Record<NonNullable<Conditions["direction"]>, string> = {
  transmit: "transmit",
  receive: "receive",
  both: "both directions",
};

const accesses: Record<NonNullable<Conditions["access"]>, string> = { read: "reads only", write: "writes only" };

const topologies: Record<NonNullable<Conditions["topology"]>, string> = {
  "same-host": "both ends on one host",
  "vm-to-host": "to the VM's own host",
  "two-hosts": "between two hosts",
  "vm-to-native": "to a bare-metal host",
};

/** Sizes that are whole KiB are read as such. */
function writeSize(bytes: number): string {
  return bytes % 1024 === 0 ? formatQuantity(bytes / 1024, "KiB") : `${groupDigits(bytes)}-byte`;
}

function say(value: boolean | undefined, yes: string, no: string): string | undefined {
  if (value === undefined) return undefined;
  return value ? yes : no;
}

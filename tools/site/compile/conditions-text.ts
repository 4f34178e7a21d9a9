import { writeCanonical } from "../../records/objects.ts";
import { formatNumber, formatQuantity } from "../../records/numbers.ts";
import type { Measurement } from "./records.ts";

type Conditions = Measurement["conditions"];

/** Writes what distinguishes a row, in the order in which conditions are read: guest, traffic, network, tuning. */
export function writeConditions(conditions: Conditions): string {
  const parts = [
    conditions.workload,
    conditions.guest,
    conditions.guestKernel,
    conditions.bitness && `${conditions.bitness}-bit`,
    conditions.vcpus && (conditions.vcpus === 1 ? "1 vCPU" : `${formatNumber(conditions.vcpus)} vCPUs`),
    conditions.hypervisor,
    say(conditions.hardwareVirtualization, "hardware virtualization", "no hardware virtualization"),
    conditions.driver && `driver ${conditions.driver}`,
    conditions.backend && conditions.backend !== "other" && conditions.backend,
    conditions.queues && (conditions.queues === 1 ? "1 queue" : `${formatNumber(conditions.queues)} queues`),
    conditions.direction && directions[conditions.direction],
    conditions.streams && (conditions.streams === 1 ? "1 stream" : `${formatNumber(conditions.streams)} streams`),
    conditions.messageBytes && `${writeSize(conditions.messageBytes)} messages`,
    conditions.socketBytes && `${writeSize(conditions.socketBytes)} socket buffer`,
    conditions.packetBytes && `${writeSize(conditions.packetBytes)} frames`,
    conditions.packetRate !== undefined && formatQuantity(conditions.packetRate, "packets/s"),
    conditions.topology && topologies[conditions.topology],
    conditions.linkGbps && `${formatQuantity(conditions.linkGbps, "Gbit/s")} link`,
    conditions.mtu && `MTU ${formatNumber(conditions.mtu)}`,
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

/** Parts the conditions of rows: those that all of them share, and what is left of each row's own. */
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

/** Writes what a run recorded besides its result. */
export function writeObserved(observed: NonNullable<Measurement["observed"]>): string {
  const { guestCpuPercent, hostCpuPercent, peerCpuPercent, lossPercent, droppedPackets, retransmits } = observed;
  const parts = [
    guestCpuPercent !== undefined && `guest CPU ${formatQuantity(guestCpuPercent, "percent")}`,
    hostCpuPercent !== undefined && `host CPU ${formatQuantity(hostCpuPercent, "percent")}`,
    peerCpuPercent !== undefined && `CPU of the other end ${formatQuantity(peerCpuPercent, "percent")}`,
    lossPercent !== undefined && `${formatQuantity(lossPercent, "percent")} lost`,
    droppedPackets !== undefined && `${formatNumber(droppedPackets)} packets dropped`,
    retransmits !== undefined && `${formatNumber(retransmits)} retransmits`,
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
  "vm-to-native": "to a machine without virtualization",
};

/** Sizes that are whole KiB are read as such. */
function writeSize(bytes: number): string {
  return bytes % 1024 === 0 ? formatQuantity(bytes / 1024, "KiB") : `${formatNumber(bytes)}-byte`;
}

function say(value: boolean | undefined, yes: string, no: string): string | undefined {
  if (value === undefined) return undefined;
  return value ? yes : no;
}

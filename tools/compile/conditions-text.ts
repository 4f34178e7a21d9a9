import { formatNumber, formatQuantity } from "./numbers.ts";
import type { Measurement } from "./records.ts";

type Conditions = Measurement["conditions"];

/** Writes what distinguishes a row, in the order in which conditions are read: guest, traffic, network, tuning. */
export function writeConditions(conditions: Conditions): string {
  const parts = [
    conditions.workload,
    conditions.guest,
    conditions.bitness && `${conditions.bitness}-bit`,
    say(conditions.hardwareVirtualization, "hardware virtualization", "no hardware virtualization"),
    conditions.direction && directions[conditions.direction],
    conditions.streams && (conditions.streams === 1 ? "1 stream" : `${formatNumber(conditions.streams)} streams`),
    conditions.messageBytes && `${writeSize(conditions.messageBytes)} messages`,
    conditions.socketBytes && `${writeSize(conditions.socketBytes)} socket buffer`,
    conditions.packetRate !== undefined && formatQuantity(conditions.packetRate, "packets/s"),
    conditions.linkGbps && `${formatQuantity(conditions.linkGbps, "Gbit/s")} link`,
    conditions.mtu && `MTU ${formatNumber(conditions.mtu)}`,
    conditions.tuning,
  ];
  return parts.filter((part) => typeof part === "string").join(", ");
}

const directions: Record<NonNullable<Conditions["direction"]>, string> = {
  transmit: "transmit",
  receive: "receive",
  both: "both directions",
};

/** Sizes that are whole KiB are read as such. */
function writeSize(bytes: number): string {
  return bytes % 1024 === 0 ? formatQuantity(bytes / 1024, "KiB") : `${formatNumber(bytes)}-byte`;
}

function say(value: boolean | undefined, yes: string, no: string): string | undefined {
  if (value === undefined) return undefined;
  return value ? yes : no;
}

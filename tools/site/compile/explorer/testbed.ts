import type { Testbed, TestbedField } from "../../../../assets/ts/explorer/measurement-file.ts";
import { writeConditions } from "../conditions-text.ts";
import { formatNumber, formatQuantity } from "../../../records/numbers.ts";
import type { RecordOf } from "../records.ts";

type Dataset = RecordOf<"datasets">;

/** Writes a study's testbed and method field by field; what the source does not state is left out. */
export function describeTestbed({ testbed, method }: Dataset, platform: string): Testbed {
  const { linkGbps, guests, topology, notes: _, unknown: __, ...texts } = testbed;
  const fields: [TestbedField, string | undefined][] = [
    ["platform", platform],
    ...(Object.entries(texts) as [TestbedField, string][]),
    ["link", linkGbps && (linkGbps.length === 0 ? "not used" : formatQuantityList(linkGbps))],
    ["guests", guests.join("; ")],
    ["topology", topology === "unknown" ? undefined : writeConditions({ topology })],
    ["tool", method.tool],
    ["version", method.version],
    ["runs", method.runs === undefined ? undefined : formatNumber(method.runs)],
    ["duration", method.durationSeconds === undefined ? undefined : formatQuantity(method.durationSeconds, "s")],
  ];
  return Object.fromEntries(fields.filter(([, text]) => text !== undefined && text !== "unknown"));
}

function formatQuantityList(speeds: readonly number[]): string {
  return speeds.map((speed) => formatQuantity(speed, "Gbit/s")).join(", ");
}

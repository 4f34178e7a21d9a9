import { stringify } from "yaml";
import type { Rule } from "../../../../tools/check/rule.ts";
import { checkInWorld } from "./world.ts";

type Fields = { readonly [field: string]: unknown };

/** A row that no rule objects to. */
export const soundRow: Fields = {
  id: "row",
  kind: "value",
  adapter: "vmxnet3",
  workload: "tcp-stream",
  metric: "throughput",
  unit: "Gbit/s",
  value: 2.65,
  precision: "as-printed",
  locator: "Table 1",
};

/** The text of a dataset of the small world with these rows, and with other fields than the sample's. */
export function writeDataset(rows: readonly Fields[], fields: Fields = {}): string {
  const dataset = {
    title: "Two adapters on one host",
    question: "Which adapter carries more?",
    answer: "VMXNET3 carried more than E1000 on this host.",
    source: "sample-study",
    platform: "vsphere",
    grade: "comparison",
    permission: { basis: "already-published" },
    testbed: writeTestbed(),
    method: { tool: "iperf", version: "unknown", commands: [], runs: 1, durationSeconds: 30, description: "As usual." },
    extraction: "table",
    checked: "exact",
    caveats: [],
    ...fields,
    measurements: rows,
  };
  return `# yaml-language-server: $schema=../schema/dataset.schema.json\n${stringify(dataset, { aliasDuplicateObjects: false })}`;
}

/** A testbed of two hosts with one port each, or another one. */
export function writeTestbed(fields: Fields = {}): Fields {
  return {
    hypervisor: "ESXi 5.1",
    host: "unknown",
    cpu: "unknown",
    nic: "unknown",
    linkGbps: [10],
    guests: ["unknown"],
    topology: "two-hosts",
    ...fields,
  };
}

/** What one rule says of such a dataset. */
export function sayOfRows(rule: Rule, rows: readonly Fields[], fields: Fields = {}): string[] {
  return checkInWorld("dataset", writeDataset(rows, fields), "trial", [rule]).map(({ message }) => message);
}

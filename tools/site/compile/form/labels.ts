/** Ends of keys that name a unit, with how a label writes it. */
const units: readonly (readonly [ending: string, unit: string])[] = [
  ["Seconds", "s"],
  ["Bytes", "bytes"],
  ["Percent", "%"],
  ["Gbps", "Gbit/s"],
];

/** Keys whose words say too little alone, or are short forms that people write in capitals. */
const ownLabels: { readonly [path: string]: string } = {
  "testbed.cpu": "Host CPU",
  "testbed.memory": "Host memory",
  "testbed.nic": "Physical NIC",
  "testbed.nicFirmware": "NIC firmware",
  "testbed.nicDriver": "NIC driver on the host",
  "testbed.linkGbps": "Link speeds (Gbit/s)",
  "testbed.neighbours": "What else ran on the host",
  "testbed.client": "The other end",
  "testbed.topology": "Where the two ends are",
  "testbed.notes": "Notes on the testbed",
  "method.tool": "Measuring tool",
  "method.version": "Version of the tool",
  "method.description": "What was varied and what was held",
  "method.runs": "Runs of each configuration",
  extraction: "Where in the source the numbers stand",
  checked: "How far the numbers were compared with the source",
  grade: "What sort of study it is",
  "permission.basis": "Why the numbers may be published",
  contributors: "People to name as contributors",
  "permission.note": "Who agreed, or which licence was read",
  "conditions.mtu": "MTU (bytes)",
  "conditions.vcpus": "vCPUs",
  "conditions.offloadsOn": "Offloads that were on",
  "conditions.offloadsOff": "Offloads that were off",
  "conditions.packetRate": "Packet rate (packets/s)",
  "conditions.workload": "Application workload",
  "conditions.socketBytes": "Socket buffer (bytes)",
  "conditions.messageBytes": "Message size (bytes)",
  "conditions.packetBytes": "Packet size (bytes)",
  "conditions.linkGbps": "Link speed (Gbit/s)",
  "conditions.driver": "Driver in the guest",
  "summary.min": "Smallest",
  "summary.max": "Largest",
  "summary.confidenceInterval.levelPercent": "Confidence level (%)",
  "summary.confidenceInterval.low": "Interval from",
  "summary.confidenceInterval.high": "Interval to",
  "rows.result": "Row with this adapter's result",
  "rows.base": "Row with the other's result",
  url: "Address (URL)",
  kind: "Sort of document",
  id: "Id of the row",
};

/** Sorts of caveats, by who says them. */
export const sortLabels: { readonly [sort: string]: string } = {
  author: "What the author says, one caveat on each line",
  atlas: "What you add, one caveat on each line",
};

/** Writes the path of a field as a label: `method.durationSeconds` is "Duration (s)". */
export function labelOf(path: string): string {
  const own = ownLabels[path];
  if (own !== undefined) return own;
  const name = path.split(".").at(-1) ?? "";
  const [ending, unit] = units.find(([end]) => name.endsWith(end) && name !== end) ?? ["", ""];
  const words = name
    .slice(0, name.length - ending.length)
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\bcpu\b/g, "CPU")
    .replace(/^p(\d+)$/, "$1th percentile");
  const percentile = words === "999th percentile" ? "99.9th percentile" : words;
  return `${percentile.charAt(0).toUpperCase()}${percentile.slice(1)}${unit === "" ? "" : ` (${unit})`}`;
}

/** What values of records are called in a drawing, where there is little room; without a word of its own a value is itself without hyphens. */
export function wordFor(value: string): string {
  return words[value] ?? value.replaceAll("-", " ");
}

const words: Readonly<Record<string, string>> = {
  "packet-rate": "packets/s",
  "packet-forwarding": "forwarding",
  "request-rate": "requests/s",
  "operation-rate": "operations/s",
  "cpu-utilization": "CPU use",
  "cpu-per-throughput": "CPU per throughput",
  "link-utilization": "share of the link",
  "tcp-stream": "TCP",
  "udp-stream": "UDP",
  "tcp-rr": "TCP",
  "udp-rr": "UDP",
};

/** What an adapter's name adds in parentheses has no room in a drawing. */
export function shortenName(name: string): string {
  return name.replace(/ \(.*\)$/, "");
}

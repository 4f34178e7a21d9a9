import type { RecordOf } from "./records.ts";

/** Families of guests as texts name them. */
export const familyNames = {
  "windows-server": "Windows Server",
  "windows-client": "Windows client",
  linux: "Linux",
  freebsd: "FreeBSD",
  dos: "DOS",
  "windows-9x": "Windows 9x",
  solaris: "Solaris",
  macos: "macOS",
  netware: "NetWare",
  esxi: "ESXi",
  openbsd: "OpenBSD",
  netbsd: "NetBSD",
  os2: "OS/2",
  openserver: "OpenServer",
  unixware: "UnixWare",
  other: "other systems",
} satisfies Record<RecordOf<"guests">["family"], string>;

/** Workloads and metrics as texts name them. A drawing, which has less room, has the short word if there is one. */
const measuredWords: Readonly<Record<string, { name?: string; short?: string }>> = {
  "tcp-stream": { name: "TCP stream", short: "TCP" },
  "udp-stream": { name: "UDP stream", short: "UDP" },
  "tcp-rr": { name: "TCP request and response", short: "TCP" },
  "udp-rr": { name: "UDP request and response", short: "UDP" },
  "single-packets": { name: "one packet at a time", short: "single packets" },
  "packet-bursts": { name: "packets back to back", short: "packet bursts" },
  "packet-forwarding": { short: "forwarding" },
  "packet-rate": { short: "packets/s" },
  "request-rate": { name: "requests per second", short: "requests/s" },
  "operation-rate": { short: "operations/s" },
  "packet-loss": { name: "packets lost", short: "packet loss" },
  "users-per-cpu": { name: "users per CPU" },
  "cpu-utilization": { name: "CPU use" },
  "cpu-per-throughput": { name: "CPU per throughput" },
  "link-utilization": { name: "share of the link" },
};

/** Returns the name of a workload or metric. Default: its id without hyphens. */
export function nameMeasured(id: string): string {
  return measuredWords[id]?.name ?? id.replaceAll("-", " ");
}

/** Returns the short name, for drawings. */
export function shortenMeasured(id: string): string {
  return measuredWords[id]?.short ?? nameMeasured(id);
}

/** Words that pages and texts share, by the named value. */
export function compileWords(): Record<string, string> {
  const measured = Object.keys(measuredWords).map((id) => [id, nameMeasured(id)]);
  return { ...familyNames, ...Object.fromEntries(measured) };
}

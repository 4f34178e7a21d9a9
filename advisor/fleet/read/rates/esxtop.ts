import { readNumber } from "../values.ts";
import type { RateReport } from "./rate.ts";

/** Whether a text is what `esxtop -b` prints. */
export function isEsxtop(text: string): boolean {
  return text.slice(0, 200).includes("(PDH-CSV ");
}

interface Port {
  /** Switch, number and name, which tell a port from all others of the host. */
  key: string;
  machine: string;
  adapter?: string;
  rx?: number;
  tx?: number;
}

/** Reads esxtop's batch CSV: of tens of thousands of columns only the packet rates of machines' ports. */
export function readEsxtop(text: string, report: RateReport): void {
  const end = text.indexOf("\n");
  const ports = findPorts(splitRow(text.slice(0, end === -1 ? text.length : end)));
  if (ports.length === 0)
    return report.addProblem(
      "line 1",
      "No column is the packet rate of a machine's port. Include the network panel (n) with esxtop -b -a.",
    );
  const halves = ports.filter(({ rx, tx }) => rx === undefined || tx === undefined);
  if (halves.length > 0)
    report.addProblem(
      "line 1",
      `Of ${halves.length} of ${ports.length} ports the file has packets of one direction only. These count alone.`,
    );
  let samples = 0;
  let [start, line] = [end + 1, 2];
  while (end !== -1 && start < text.length) {
    const newline = text.indexOf("\n", start);
    const stop = newline === -1 ? text.length : newline;
    const row = text.slice(start, stop).trim();
    if (row !== "") {
      // The first sample counts from the start of the host.
      if (samples++ > 0) addSample(splitRow(row), ports, `line ${line}`, report);
    }
    [start, line] = [stop + 1, line + 1];
  }
  if (samples < 2)
    report.addProblem(
      "file",
      "There is only the first sample, which counts from the start of the host. Use: esxtop -b -n 2 or more",
    );
}

function addSample(cells: readonly string[], ports: readonly Port[], place: string, report: RateReport): void {
  for (const { key, machine, adapter, rx, tx } of ports) {
    const [received, sent] = [rx, tx].map((index) => (index === undefined ? 0 : readNumber(cells[index])));
    if (received == null || sent == null) continue;
    const packetRate = received + sent;
    report.add({ machine, ...(adapter ? { adapter } : {}), packetRate, counted: "host", place }, key);
  }
}

/** Columns `\\host\Network Port(vSwitch0:33554438:98842:name.eth0)\Packets Received/sec`. */
function findPorts(headings: readonly string[]): Port[] {
  const ports = new Map<string, Port>();
  for (const [index, heading] of headings.entries()) {
    if (!heading.endsWith("/sec") || !heading.includes("\\Network Port(")) continue;
    const match = /\\Network Port\(([^:]*:\d+:\d+:(.+))\)\\Packets (Received|Transmitted)\/sec$/.exec(heading);
    if (!match) continue;
    const [, key = "", name = "", direction] = match;
    const number = /^(.*)\.eth(\d+)$/.exec(name);
    let port = ports.get(key);
    if (!port) {
      port = number ? { key, machine: number[1] ?? "", adapter: `ethernet${number[2]}` } : { key, machine: name };
      ports.set(key, port);
    }
    port[direction === "Received" ? "rx" : "tx"] = index;
  }
  return [...ports.values()];
}

/** Every cell of esxtop is in quotes and holds none. */
function splitRow(row: string): string[] {
  const whole = row.trim();
  return whole.startsWith('"') ? whole.replace(/^"|"$/g, "").split('","') : whole.split(",");
}

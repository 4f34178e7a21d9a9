import { at, type Document, listAt, textAt } from "../text/documents.ts";
import { readNumber } from "../values.ts";
import type { RateReport } from "./rate.ts";

/** Reads `sadf -j`; false if a document is something else. */
export function readSadfJson(documents: readonly Document[], report: RateReport): boolean {
  let found = false;
  for (const { value, root } of documents)
    for (const [index, host] of listAt(value, "sysstat", "hosts").entries()) {
      found = true;
      for (const [number, sample] of listAt(host, "statistics").entries())
        for (const [which, device] of listAt(sample, "network", "net-dev").entries()) {
          const [name, rx, tx] = [
            textAt(device, "iface"),
            readNumber(at(device, "rxpck")),
            readNumber(at(device, "txpck")),
          ];
          if (name === null || name === "lo" || rx === null || tx === null) continue;
          report.add({
            machine: textAt(host, "nodename"),
            adapter: name,
            packetRate: rx + tx,
            counted: "guest",
            place: `${root}.sysstat.hosts[${index}].statistics[${number}].network.net-dev[${which}]`,
          });
        }
    }
  return found;
}

/** Colour codes of a terminal. */
const colours = /\u001b\[[0-9;]*m/g;

/** Whether a text has network tables of `sar`, or lines of `sadf -d` or `sadf -p`. */
export function isSysstat(text: string): boolean {
  return (text.includes("IFACE") && text.includes("rxpck/s")) || text.includes("\trxpck/s\t");
}

/** Reads the text of `sar -n DEV`, in any language and clock, and of `sadf -d` and `sadf -p`. */
export function readSysstat(text: string, report: RateReport): void {
  let machine: string | null = null;
  let names: string[] | null = null;
  let separator: string | RegExp = /\s+/;
  /** Of `sadf -p`, which writes one direction a line. */
  const halves = new Map<string, number>();
  const averages: Parameters<RateReport["add"]>[0][] = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.replaceAll(colours, "").trim();
    const place = `line ${index + 1}`;
    const banner = /^\w+ \S+ \(([^)]+)\)\s/.exec(line);
    if (banner) {
      machine = banner[1] ?? null;
      names = null;
      continue;
    }
    const heading = line.replace(/^#\s*/, "");
    if (heading.includes("IFACE")) {
      separator = heading.includes(";") ? ";" : /\s+/;
      const cells = heading.split(separator);
      names = cells.includes("rxpck/s") ? cells.slice(cells.indexOf("IFACE")) : null;
      continue;
    }
    if (line === "" || /LINUX.RESTART/.test(line)) {
      if (line === "" && separator !== ";") names = null;
      continue;
    }
    const plain = line.split("\t");
    if (plain.length === 6 && /^[rt]xpck\/s$/.test(plain[4] ?? "")) {
      const [host = "", , time = "", iface = "", field = "", written = ""] = plain;
      const value = readNumber(written);
      const [own, other] = [
        `${host} ${time} ${iface}`,
        `${host} ${time} ${iface} ${field === "rxpck/s" ? "tx" : "rx"}pck/s`,
      ];
      if (value === null || iface === "lo") continue;
      const half = halves.get(other);
      if (half === undefined) halves.set(`${own} ${field}`, value);
      else report.add({ machine: host, adapter: iface, packetRate: half + value, counted: "guest", place });
      continue;
    }
    if (!names) continue;
    const cells = line.split(separator);
    if (cells.length < names.length || !/\d/.test(line)) continue;
    // The time on the left has one or two words; the columns are counted from the right.
    const own = cells.slice(-names.length);
    const cell = (name: string): number | null => readNumber(own[names?.indexOf(name) ?? -1]);
    const [rx, tx] = [cell("rxpck/s"), cell("txpck/s")];
    const adapter = own[0] ?? "";
    if (adapter === "lo") continue;
    if (rx === null || tx === null) {
      report.addProblem(place, "The row has no packet rates under rxpck/s and txpck/s.");
      continue;
    }
    const host = separator === ";" ? (cells[0] ?? null) : machine;
    const sample = { machine: host, adapter, packetRate: rx + tx, counted: "guest" as const, place };
    if (/^\p{L}[^\d]*:$/u.test(cells[0] ?? "") || cells[1] === ":") averages.push(sample);
    else report.add(sample);
  }
  // An average counts only if the file has nothing else.
  if (!report.hasRates) for (const sample of averages) report.add(sample);
}

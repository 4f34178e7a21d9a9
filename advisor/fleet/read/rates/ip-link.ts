import { at, listAt, splitDocuments, textAt } from "../text/documents.ts";
import { readMac, readNumber } from "../values.ts";
import type { RateReport } from "./rate.ts";

interface Reading {
  seconds: number;
  line: number;
  links: unknown[];
}

/** Whether a text has what `ip -s -j link` prints. */
export function isIpLink(text: string): boolean {
  return /"ifname"\s*:/.test(text) && /"stats(?:64)?"\s*:/.test(text);
}

/**
 * Reads two or more outputs of `ip -s -j link`, each below the line of its time: seconds, as `date +%s` prints them, or
 * a date as of ISO 8601. Counters alone say nothing of a rate.
 */
export function readIpLink(text: string, report: RateReport): void {
  const readings: Reading[] = [];
  let [before, line, counted] = [0, 1, 0];
  for (const [from, to] of splitDocuments(text)) {
    const time = text.slice(before, from).trim().split("\n").at(-1)?.trim() ?? "";
    before = to;
    for (let at = text.indexOf("\n", counted); at !== -1 && at < from; at = text.indexOf("\n", at + 1)) line++;
    counted = from;
    let links: unknown;
    try {
      links = JSON.parse(text.slice(from, to));
    } catch {
      report.addProblem(`line ${line}`, "The JSON is not valid.");
      continue;
    }
    const seconds = /^\d{9,11}(?:\.\d+)?$/.test(time) ? Number(time) : Date.parse(time) / 1000;
    if (!Array.isArray(links)) continue;
    if (Number.isFinite(seconds)) readings.push({ seconds, line, links });
    else
      report.addProblem(
        `line ${line}`,
        "The time of this reading is missing. Use: for i in 1 2; do date +%s; ip -s -j link; sleep 60; done",
      );
  }
  if (readings.length === 1) report.addProblem("file", "There is one reading. A rate needs two, some time apart.");
  for (const [index, later] of readings.entries()) {
    const earlier = readings[index - 1];
    if (earlier) addRates(earlier, later, report);
  }
}

function addRates(earlier: Reading, later: Reading, report: RateReport): void {
  const elapsed = later.seconds - earlier.seconds;
  if (elapsed <= 0) return report.addProblem(`line ${later.line}`, "The reading is not later than the one before.");
  const before = new Map(earlier.links.map((link) => [textAt(link, "ifname"), link]));
  for (const link of later.links) {
    const name = textAt(link, "ifname");
    const [now, then] = [countPackets(link), countPackets(before.get(name))];
    if (name === null || name === "lo" || now === null || then === null) continue;
    if (now < then) {
      report.addProblem(`line ${later.line}`, `The counters of ${name} were reset between the readings.`);
      continue;
    }
    const mac = readMac(at(link, "address"));
    report.add({
      machine: null,
      adapter: name,
      ...(mac ? { mac } : {}),
      packetRate: (now - then) / elapsed,
      counted: "guest",
      place: `line ${later.line}`,
    });
  }
}

function countPackets(link: unknown): number | null {
  const stats = at(link, "stats64") ?? at(link, "stats");
  const [rx, tx] = [readNumber(at(stats, "rx", "packets")), readNumber(at(stats, "tx", "packets"))];
  return rx === null || tx === null || listAt(link, "ifname").length === 0 ? null : rx + tx;
}

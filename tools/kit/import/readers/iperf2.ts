import { groupBy } from "../../../../advisor/collections.ts";
import { readDecimal } from "../units.ts";
import type { Report } from "../report.ts";
import type { Line } from "../row.ts";

/** How a line of `-y C` begins: a time, then addresses or ids of transfers with commas between. */
const csvStart = /^(?:[+-]\d{4}:)?\d{14}(?:\.\d+)?(?:,[^,]*){7}/;

/** Two addresses with ports, the id of the transfer, the interval in one field or two, bytes and bits per second; numbers only. */
const csvRest =
  /^[^,]*,-?\d*,[^,]*,-?\d*,-?\d+,\d+(?:\.\d+)?[-,]\d+(?:\.\d+)?,-?\d+,-?\d+(?:,-?\d+(?:\.\d+)?(?:e[+-]\d+)?)*(?:,\w*)?$/;

interface Transfer {
  line: Line;
  id: string;
  /** Addresses and ports; the server's report has them the other way round. */
  ends: string;
  start: number;
  end: number;
  rate: string;
  /** Lost and all datagrams; only in a report of UDP. */
  udp: { lost: string; total: string } | undefined;
}

/** Whether a text has lines of `iperf -y C`. */
export function isIperf2(lines: readonly Line[]): boolean {
  return lines.some(({ text }) => csvStart.test(text.trim()));
}

/** Reads `iperf -y C` of iperf 2: of every transfer the line over its whole time, and of parallel ones their sum. */
export function readIperf2(lines: readonly Line[], report: Report): void {
  const transfers = lines
    .filter(({ text }) => csvStart.test(text.trim()))
    .flatMap((line) => readTransfer(line, report));
  const whole = [...groupBy(transfers, ({ ends, id }) => `${ends} ${id}`).values()]
    .flatMap(keepWhole)
    .sort((a, b) => a.line.number - b.line.number);
  for (const run of splitRuns(whole)) readRun(run, report);
}

function readTransfer(line: Line, report: Report): Transfer[] {
  if (!csvRest.test(line.text.trim().replace(/^[^,]*,/, ""))) {
    // The addresses are nobody's business.
    report.refuse("a field is not a number", line.text.split(",").slice(5).join(","), { line: line.number });
    return [];
  }
  const cells = line.text.trim().split(",");
  const [, near = "", nearPort = "", far = "", farPort = "", id = ""] = cells;
  // From 2.2 on, -e has start and end of the interval in two fields.
  const isSplit = !cells[6]?.includes("-");
  const [start = 0, end = 0] = (isSplit ? cells.slice(6, 8) : (cells[6] ?? "").split("-")).map(Number);
  const [rate = "", ...rest] = cells.slice(isSplit ? 9 : 8);
  const ends = [`${near} ${nearPort}`, `${far} ${farPort}`].sort().join();
  return [{ line, id, ends, start, end, rate, udp: readDatagrams(rest) }];
}

/** Jitter, lost and all datagrams, and their percentage; -e has other numbers there for TCP. */
function readDatagrams([jitter = "", lost = "", total = "", percent = ""]: readonly string[]): Transfer["udp"] {
  const isUdp =
    /^\d+\.\d+$/.test(jitter) && /^-?\d+$/.test(lost) && /^-?\d+$/.test(total) && /^-?\d+\.\d+$/.test(percent);
  return isUdp ? { lost, total } : undefined;
}

/** Leaves out the lines of `-i`. The server's report of UDP counts more than the client's own line. */
function keepWhole(transfers: readonly Transfer[]): Transfer[] {
  const fromStart = transfers.filter(({ start }) => start < 0.05);
  const longest = Math.max(...fromStart.map(({ end }) => end));
  const whole = fromStart.filter(({ end }) => end >= 0.9 * longest);
  const reports = whole.filter(({ udp }) => udp);
  return reports.length > 0 ? reports : whole;
}

/** A transfer's id that was there before begins another run. */
function splitRuns(transfers: readonly Transfer[]): Transfer[][] {
  const runs: Transfer[][] = [];
  for (const transfer of transfers) {
    const last = runs.at(-1);
    if (!last || last.some(({ id }) => id === transfer.id)) runs.push([transfer]);
    else last.push(transfer);
  }
  return runs;
}

function readRun(run: readonly Transfer[], report: Report): void {
  const streams = run.filter(({ id }) => id !== "-1");
  const sum = run.find(({ id }) => id === "-1");
  const counted = sum ? [sum] : streams;
  const spots = counted.map(({ line }) => ({ line: line.number }));
  const isUdp = counted.some(({ udp }) => udp);
  const rates = counted.map(({ rate }) => readDecimal(rate) ?? Number.NaN);
  const seconds = Math.max(...counted.map(({ end }) => end));
  const facts = {
    tool: { name: "iperf", version: "2" },
    workload: isUdp ? ("udp-stream" as const) : ("tcp-stream" as const),
    ...(streams.length > 0 ? { conditions: { streams: streams.length } } : {}),
    ...(seconds > 0 ? { durationSeconds: seconds } : {}),
  };
  const udp = counted.flatMap((transfer) => transfer.udp ?? []);
  const [lost, total] = [addUp(udp.map((part) => part.lost)), addUp(udp.map((part) => part.total))];
  const hasReport = isUdp && udp.length === counted.length && udp.every((part) => (readDecimal(part.total) ?? -1) > 0);
  if (isUdp && !hasReport)
    report.refuse(
      "the client got no server report, so the loss is unknown",
      counted[0]?.line.text.split(",").slice(9).join(",") ?? "",
      ...spots,
    );
  const loss = hasReport && lost >= 0 && lost <= total ? (100 * lost) / total : undefined;
  if (rates.some((rate) => rate < 0)) return report.refuse("the rate is negative", counted[0]?.rate ?? "", ...spots);
  report.add(
    {
      ...facts,
      metric: "throughput",
      unit: "Mbit/s",
      value: rates.reduce((all, rate) => all + rate, 0) / 1e6,
      ...(loss === undefined ? {} : { observed: { lossPercent: Number(loss.toPrecision(6)) } }),
      ...(isUdp && !hasReport
        ? { side: "sender" as const, note: "The sender's rate: the file has no rate of the receiver." }
        : { side: "receiver" as const }),
      asWritten: counted.map(({ rate }) => rate).join(" + "),
    },
    ...spots,
  );
  if (!hasReport) return;
  const numbers = `${udp.map((part) => part.lost).join(" + ")} of ${udp.map((part) => part.total).join(" + ")}`;
  if (loss === undefined) return report.refuse("more datagrams were lost than sent", numbers, ...spots);
  const shared = { ...facts, side: "receiver" as const };
  if (seconds > 0)
    report.add(
      {
        ...shared,
        metric: "packet-rate",
        unit: "packets/s",
        value: (total - lost) / seconds,
        asWritten: `(${total} - ${lost}) / ${seconds}`,
      },
      ...spots,
    );
  report.add({ ...shared, metric: "packet-loss", unit: "percent", value: loss, asWritten: numbers }, ...spots);
}

function addUp(texts: readonly string[]): number {
  return texts.reduce((all, text) => all + (readDecimal(text) ?? Number.NaN), 0);
}

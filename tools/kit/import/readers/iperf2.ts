import { groupBy } from "../../../../advisor/collections.ts";
import { readDecimal } from "../units.ts";
import type { Report } from "../report.ts";
import type { Line } from "../row.ts";

/** How a line of `-y C` begins: a time, then addresses or ids of transfers with commas between. */
const csvStart = /^(?:[+-]\d{4}:)?\d{14}(?:\.\d+)?(?:,[^,]*){7}/;

/** Two addresses with ports, the id of the transfer, the interval in one field or two, bytes and bits per second; numbers only. */
const csvRest =
  /^[^,]*,-?\d*,[^,]*,-?\d*,-?\d+,\d+(?:\.\d+)?[-,]\d+(?:\.\d+)?,-?\d+,-?\d+(?:,-?\d+(?:\.\d+)?(?:e[+-]\d+)?)*(?:,\w*)?$/;

/** A client with --full-duplex writes no address of its own in the line of received data. */
const noEnd = ":: 0";

interface Transfer {
  line: Line;
  /** Line of its first interval. */
  firstLine: number;
  id: string;
  /** When the line was printed, in seconds; absent in 2.1.8 without -i, which writes the year 1970. */
  time: number | undefined;
  /** Address and port at each end, sorted: the server's report has them the other way round. */
  ends: readonly string[];
  /** The end that the line names first. */
  near: string;
  /** Only a client with --full-duplex names directions: its line of received data has no far end. */
  flow?: "client-to-server" | "server-to-client";
  start: number;
  end: number;
  bytes: string;
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
  const whole = [...groupBy(transfers, ({ ends, id }) => `${ends.join()} ${id}`).values()]
    .flatMap((own) => keepWhole(own, report))
    .sort((a, b) => a.line.number - b.line.number);
  const servers = new Set(whole.flatMap(({ near, ends }) => (ends.includes(noEnd) ? [near] : [])));
  const directed = whole.map((one): Transfer => {
    if (!one.ends.some((end) => servers.has(end))) return one;
    return { ...one, flow: servers.has(one.near) ? "server-to-client" : "client-to-server" };
  });
  for (const own of groupBy(directed, ({ flow }) => flow).values())
    for (const run of splitRuns(own)) readRun(run, report);
}

function readTransfer(line: Line, report: Report): Transfer[] {
  if (!csvRest.test(line.text.trim().replace(/^[^,]*,/, ""))) {
    // The addresses are nobody's business.
    const message = /,-?nan,/.test(line.text) ? "no datagram arrived. Repeat the run" : "a field is not a number";
    report.refuse(message, line.text.split(",").slice(5).join(","), { line: line.number });
    return [];
  }
  const cells = line.text.trim().split(",");
  const [, near = "", nearPort = "", far = "", farPort = "", id = ""] = cells;
  // From 2.2 on, -e has start and end of the interval in two fields.
  const isSplit = !cells[6]?.includes("-");
  const [start = 0, end = 0] = (isSplit ? cells.slice(6, 8) : (cells[6] ?? "").split("-")).map(Number);
  const [bytes = "", rate = "", ...rest] = cells.slice(isSplit ? 8 : 7);
  const first = `${near} ${nearPort}`;
  const ends = [first, `${far} ${farPort}`].sort();
  const time = readTime(cells[0] ?? "");
  return [
    { line, firstLine: line.number, id, time, ends, near: first, start, end, bytes, rate, udp: readDatagrams(rest) },
  ];
}

function readTime(text: string): number | undefined {
  const [, year = "", month = "", day = "", hour = "", minute = "", second = ""] =
    /(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d(?:\.\d+)?)$/.exec(text) ?? [];
  if (year === "" || year === "1970") return undefined;
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) / 1000 + Number(second);
}

/** Jitter, lost and all datagrams, and their percentage; -e has other numbers there for TCP. */
function readDatagrams([jitter = "", lost = "", total = "", percent = ""]: readonly string[]): Transfer["udp"] {
  const isUdp =
    /^\d+\.\d+$/.test(jitter) && /^-?\d+$/.test(lost) && /^-?\d+$/.test(total) && /^-?\d+\.\d+$/.test(percent);
  return isUdp ? { lost, total } : undefined;
}

/** Leaves out the lines of `-i`. The server's report of UDP counts more than the client's own line. */
function keepWhole(transfers: readonly Transfer[], report: Report): Transfer[] {
  const fromStart = transfers.filter(({ start }) => start < 0.05);
  const longest = Math.max(...fromStart.map(({ end }) => end));
  const last = transfers.at(-1);
  if (last && transfers.some(({ start, end }) => start >= 0.05 && end > longest + 0.5)) {
    const message = "the run has no total: iperf was stopped or the file is cut off. Repeat the run";
    report.refuse(message, last.line.text.split(",").slice(5).join(","), { line: last.line.number });
    return [];
  }
  const whole = fromStart.filter(
    (one) =>
      // Received lines of several runs with --full-duplex look like one transfer. Without -i each is a total.
      (one.time === undefined && one.ends.includes(noEnd)) || (one.end >= 0.9 * longest && !isInterval(one, transfers)),
  );
  const reports = whole.filter(({ udp }) => udp);
  const firstLine = Math.min(...transfers.map(({ line }) => line.number));
  const kept = reports.length > 0 ? reports : whole;
  const back = kept.find((one) => one.near !== kept[0]?.near);
  if (reports.length === 0 && kept[0] && back && areParallel(kept[0], back) !== false) {
    const message =
      "the run went both ways, and the file does not say which end is the client. Import the client's output, or run each direction by itself: once without -R and once with it";
    report.refuse(
      message,
      kept.map(({ rate }) => rate).join(" and "),
      ...kept.map(({ line }) => ({ line: line.number })),
    );
    return [];
  }
  return kept.map((one, index) => (index === 0 ? { ...one, firstLine } : one));
}

/** An interval as long as the run looks like its total, which follows at once. */
function isInterval(one: Transfer, transfers: readonly Transfer[]): boolean {
  const next = transfers.find(({ line, start }) => line.number > one.line.number && start < 0.05);
  if (!next || one.time === undefined || (next.udp === undefined) !== (one.udp === undefined)) return false;
  // The totals of both directions of a --full-duplex run also follow each other.
  if (one.udp === undefined && next.near !== one.near) return false;
  return next.time === undefined || next.time - one.time < one.end / 2;
}

/** A transfer's id that was there before begins another run, and so does one that ran before or after the others, or elsewhere. */
function splitRuns(transfers: readonly Transfer[]): Transfer[][] {
  const runs: Transfer[][] = [];
  for (const transfer of transfers) {
    const own = runs.findLast((run) => run.some(({ ends }) => ends.some((end) => transfer.ends.includes(end))));
    const last = transfer.id === "-1" ? runs.at(-1) : own;
    const isOther = (one: Transfer): boolean =>
      one.id === transfer.id || one.id === "-1" || areParallel(one, transfer) === false;
    if (!last || (transfer.id === "-1" ? last.some(({ id }) => id === "-1") : last.some(isOther)))
      runs.push([transfer]);
    else last.push(transfer);
  }
  return runs;
}

/** Whether two transfers ran at the same time; undefined if the file does not say. */
function areParallel(a: Transfer, b: Transfer): boolean | undefined {
  // Lines of -i of parallel transfers take turns.
  if (a.firstLine < a.line.number && b.firstLine < b.line.number)
    return a.firstLine < b.line.number && b.firstLine < a.line.number;
  // Only a client knows that no report came, and a server's log has no totals of -1. Its next run has the same ids again.
  if (a.udp?.total === "-1" && b.udp?.total === "-1") return true;
  if (a.time === undefined || b.time === undefined) return undefined;
  const together = Math.min(a.time, b.time) - Math.max(a.time - a.end, b.time - b.end);
  return together > Math.min(a.end, b.end) / 2;
}

function readRun(run: readonly Transfer[], report: Report): void {
  const streams = run.filter(({ id }) => id !== "-1");
  const sum = run.find(({ id }) => id === "-1");
  const counted = sum ? [sum] : streams;
  const spots = counted.map(({ line }) => ({ line: line.number }));
  const isAssumed = counted.some((one, index) =>
    counted.slice(0, index).some((other) => areParallel(other, one) === undefined),
  );
  const isUdp = counted.some(({ udp }) => udp);
  const flow = counted[0]?.flow;
  const rates = counted.map(({ rate }) => readDecimal(rate) ?? Number.NaN);
  const seconds = Math.max(...counted.map(({ end }) => end));
  const facts = {
    tool: { name: "iperf", version: "2" },
    workload: isUdp ? ("udp-stream" as const) : ("tcp-stream" as const),
    ...(streams.length > 0 ? { conditions: { streams: streams.length } } : {}),
    ...(seconds > 0 ? { durationSeconds: seconds } : {}),
    ...(flow ? { flow } : {}),
    ...(isAssumed
      ? {
          warnings: [
            `The file does not say whether these ${streams.length} transfers ran at the same time. They are added up as streams of one run. In a server's log they may be several runs: repeat the run with -i 1.`,
          ],
        }
      : {}),
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
        : isUdp
          ? { side: "receiver" as const }
          : flow
            ? { side: flow === "server-to-client" ? ("receiver" as const) : ("sender" as const) }
            : { note: "The file does not say whether the sender or the receiver counted." }),
      asWritten: counted.map(({ rate }) => rate).join(" + "),
    },
    ...spots,
  );
  if (!hasReport) return;
  const numbers = `${udp.map((part) => part.lost).join(" + ")} of ${udp.map((part) => part.total).join(" + ")}`;
  if (loss === undefined) return report.refuse("more datagrams were lost than sent", numbers, ...spots);
  const shared = { ...facts, side: "receiver" as const };
  const arrivals = counted.map(({ udp: own, ...transfer }) => ({
    packets: (readDecimal(own?.total ?? "") ?? Number.NaN) - (readDecimal(own?.lost ?? "") ?? Number.NaN),
    seconds: secondsOf(transfer),
  }));
  if (arrivals.every((arrival) => arrival.seconds > 0))
    report.add(
      {
        ...shared,
        metric: "packet-rate",
        unit: "packets/s",
        value: arrivals.reduce((all, arrival) => all + arrival.packets / arrival.seconds, 0),
        asWritten: counted
          .map(({ udp: own }, index) => `(${own?.total} - ${own?.lost}) / ${arrivals[index]?.seconds}`)
          .join(" + "),
      },
      ...spots,
    );
  report.add({ ...shared, metric: "packet-loss", unit: "percent", value: loss, asWritten: numbers }, ...spots);
}

/** The interval is rounded to tenths of a second; bytes and their rate give the time as it was. */
function secondsOf({ end, bytes, rate }: Pick<Transfer, "end" | "bytes" | "rate">): number {
  const seconds = (8 * Number(bytes)) / Number(rate);
  return Math.abs(seconds - end) <= 0.06 ? Number(seconds.toFixed(4)) : end;
}

function addUp(texts: readonly string[]): number {
  return texts.reduce((all, text) => all + (readDecimal(text) ?? Number.NaN), 0);
}

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { loadSchemas } from "../../../../tools/check/schema/load-schemas.ts";
import { makeMeasurements } from "../../../../tools/kit/import/draft-dataset.ts";
import type { Imported, ImportedRow } from "../../../../tools/kit/import/row.ts";
import { describeRow, importSample, importText, readSampleBytes, samples } from "./read-sample.ts";

/** Numbers of each sample, and what has to be said of the rest. The kit's own files have tests of their own. */
const expected: { [sample: string]: { rows: string[]; problems?: RegExp[] } } = {
  "iperf3-tcp.json": {
    rows: [
      "tcp-stream throughput 9412.337 Mbit/s receiver client-to-server :89end.sum_received.bits_per_second",
      "tcp-stream cpu-utilization 40.5 percent-of-core client :93end.cpu_utilization_percent.host_total",
      "tcp-stream cpu-utilization 32.1 percent-of-core server :96end.cpu_utilization_percent.remote_total",
    ],
  },
  "iperf3-reverse.json": {
    rows: [
      "tcp-stream throughput 4000 Mbit/s receiver server-to-client :68end.sum_received.bits_per_second",
      "tcp-stream cpu-utilization 40.5 percent-of-core client :72end.cpu_utilization_percent.host_total",
      "tcp-stream cpu-utilization 32.1 percent-of-core server :75end.cpu_utilization_percent.remote_total",
    ],
  },
  // A file of the server knows nothing of the client's CPU, and of --reverse only what it sent.
  "iperf3-server.json": {
    rows: [
      "tcp-stream throughput 6410.93458974 Mbit/s receiver client-to-server :102end.sum_received.bits_per_second",
      "tcp-stream cpu-utilization 21.5495594211 percent-of-core server :106end.cpu_utilization_percent.host_total",
    ],
  },
  "iperf3-server-reverse.json": {
    rows: [
      "tcp-stream throughput 3898.20703366 Mbit/s sender server-to-client :107end.sum_sent.bits_per_second",
      "tcp-stream cpu-utilization 12.0009383343 percent-of-core server :120end.cpu_utilization_percent.host_total",
    ],
  },
  "iperf3-bidir.json": {
    rows: [
      "tcp-stream throughput 4000 Mbit/s receiver client-to-server :68end.sum_received.bits_per_second",
      "tcp-stream throughput 3500 Mbit/s receiver server-to-client :85end.sum_received_bidir_reverse.bits_per_second",
      "tcp-stream cpu-utilization 40.5 percent-of-core client :89end.cpu_utilization_percent.host_total",
      "tcp-stream cpu-utilization 32.1 percent-of-core server :92end.cpu_utilization_percent.remote_total",
    ],
  },
  "iperf3-udp.json": {
    rows: [
      "udp-stream throughput 253.4 Mbit/s receiver client-to-server :69end.sum_received.bits_per_second",
      "udp-stream packet-rate 495000 packets/s receiver client-to-server :72end.sum_received.packets",
      "udp-stream packet-loss 1 percent receiver client-to-server :71end.sum_received.lost_packets",
      "udp-stream cpu-utilization 97.1 percent-of-core client :77end.cpu_utilization_percent.host_total",
      "udp-stream cpu-utilization 61 percent-of-core server :78end.cpu_utilization_percent.remote_total",
    ],
  },
  // Before 3.10 the rate is the sender's; what arrived follows from the packets.
  "iperf3-udp-old.json": {
    rows: [
      "udp-stream throughput 256 Mbit/s sender client-to-server :45end.sum.bits_per_second",
      "udp-stream packet-rate 495000 packets/s receiver client-to-server :48end.sum.packets",
      "udp-stream packet-loss 1 percent receiver client-to-server :47end.sum.lost_packets",
      "udp-stream cpu-utilization 97.1 percent-of-core client :53end.cpu_utilization_percent.host_total",
      "udp-stream cpu-utilization 61 percent-of-core server :54end.cpu_utilization_percent.remote_total",
    ],
  },
  "iperf3-stream.json": {
    rows: [
      "tcp-stream throughput 9412.337 Mbit/s receiver client-to-server :3data.sum_received.bits_per_second",
      "tcp-stream cpu-utilization 40.5 percent-of-core client :3data.cpu_utilization_percent.host_total",
      "tcp-stream cpu-utilization 32.1 percent-of-core server :3data.cpu_utilization_percent.remote_total",
    ],
  },
  "iperf3-stream-error.json": { rows: [], problems: [/:3 data.*control socket has closed/] },
  "iperf3-interrupted.json": { rows: [], problems: [/error.*interrupt - the client has terminated/] },
  "iperf3-refused.json": { rows: [], problems: [/Connection refused/] },
  "iperf3-cut.json": { rows: [], problems: [/the file ends within the JSON/] },
  "iperf3-nan.json": {
    rows: [
      "tcp-stream throughput 9412.337 Mbit/s receiver client-to-server :89end.sum_received.bits_per_second",
      "tcp-stream cpu-utilization 32.1 percent-of-core server :96end.cpu_utilization_percent.remote_total",
    ],
    problems: [/:93 end\.cpu_utilization_percent\.host_total.*-nan/],
  },
  "iperf3-no-remote-cpu.json": {
    rows: [
      "tcp-stream throughput 9412.337 Mbit/s receiver client-to-server :89end.sum_received.bits_per_second",
      "tcp-stream cpu-utilization 40.5 percent-of-core client :93end.cpu_utilization_percent.host_total",
    ],
    problems: [/remote_total.*did not measure/],
  },
  // Old versions wrote a key of both directions twice; a reader that takes the last one takes the wrong direction.
  "iperf3-repeated-keys.json": {
    rows: [
      "tcp-stream throughput 3600 Mbit/s sender server-to-client :76end.sum_sent_bidir_reverse.bits_per_second",
      "tcp-stream cpu-utilization 40.5 percent-of-core client :89end.cpu_utilization_percent.host_total",
      "tcp-stream cpu-utilization 32.1 percent-of-core server :92end.cpu_utilization_percent.remote_total",
    ],
    problems: [/sum_received\.bits_per_second.*more than once/],
  },
  "netperf-classic.txt": {
    rows: [
      "tcp-stream throughput 9412.33 Mbit/s client-to-server :7",
      "udp-stream throughput 307.2 Mbit/s receiver client-to-server :14",
      "udp-stream packet-rate 600000 packets/s receiver client-to-server :14",
      "udp-stream packet-loss 25 percent receiver client-to-server :13,:14",
      "tcp-rr request-rate 21034.43 transactions/s :22",
    ],
  },
  "netperf-cpu.txt": {
    rows: [
      "tcp-stream throughput 8123.45 Mbit/s server-to-client :16",
      "tcp-stream cpu-utilization 12.34 percent client server-to-client :16",
      "tcp-stream cpu-per-throughput 0.498 us/KB client server-to-client :16",
    ],
  },
  "netperf-kibibytes.txt": { rows: ["tcp-stream throughput 838.8608 Mbit/s client-to-server :7"] },
  "netperf-omni.txt": {
    rows: [
      "tcp-stream throughput 9412.33 Mbit/s client-to-server :2THROUGHPUT",
      "tcp-stream cpu-utilization 12.34 percent client client-to-server :8LOCAL_CPU_UTIL",
      "tcp-stream cpu-per-throughput 0.43 us/KB client client-to-server :10LOCAL_SD",
      "udp-stream throughput 307.2 Mbit/s receiver client-to-server :14THROUGHPUT",
      "tcp-rr request-rate 21034.43 transactions/s :20THROUGHPUT",
      "tcp-rr latency min 31 us :25MIN_LATENCY",
      "tcp-rr latency mean 47.1 us :26MEAN_LATENCY",
      "tcp-rr latency median 45 us :27P50_LATENCY",
      "tcp-rr latency p90 58 us :28P90_LATENCY",
      "tcp-rr latency p99 97 us :29P99_LATENCY",
      "tcp-rr latency max 812 us :30MAX_LATENCY",
    ],
    problems: [/:31 STDDEV_LATENCY.*-nan/],
  },
  "netperf-csv.txt": { rows: csvRows(9) },
  "netperf-in-json.json": { rows: csvRows(10) },
  "netperf-refused.txt": { rows: [], problems: [/netserver/] },
  "netperf-bare.txt": { rows: [], problems: [/:1.*headings are missing/] },
  // Microseconds per transaction have no unit in a record; what a sender of UDP counts is not what arrived.
  "netperf-more.txt": {
    rows: [
      "udp-rr request-rate 25021.1 transactions/s :7",
      "udp-rr cpu-utilization 12.1 percent client :7",
      "udp-rr cpu-utilization 11.9 percent server :7",
      "other request-rate 4510.25 transactions/s :15",
      "tcp-stream throughput 9410 Mbit/s client-to-server :23",
    ],
    problems: [/:29.*receiver's line is missing/],
  },
  // Columns of omni, as netperf 2.7 prints them by itself and for -O.
  "netperf-columns.txt": {
    rows: [
      "throughput 3571.27 Mbit/s :6THROUGHPUT",
      "tcp-rr request-rate 18046.42 transactions/s :12THROUGHPUT",
      "tcp-rr latency mean 55.31 us :12MEAN_LATENCY",
      "tcp-rr latency median 22 us :12P50_LATENCY",
      "tcp-rr latency p99 930 us :12P99_LATENCY",
    ],
  },
  // What -D prints during the run counts neither with -o nor with -O.
  "netperf-interim.txt": {
    rows: [
      "tcp-stream throughput 4910.85 Mbit/s client-to-server :4THROUGHPUT",
      "tcp-stream throughput 4646.01 Mbit/s client-to-server :13THROUGHPUT",
    ],
  },
  "netperf-bare-csv.txt": { rows: [], problems: [/headings are missing/] },
  "ntttcp-windows-receiver.xml": {
    rows: [
      "tcp-stream throughput 8388.608 Mbit/s receiver client-to-server :26ntttcpr/throughput[@metric='mbps']",
      "tcp-stream packet-rate 700000 packets/s receiver client-to-server :30ntttcpr/packets_received",
      "tcp-stream cpu-utilization 23.456 percent receiver client-to-server :33ntttcpr/cpu",
    ],
  },
  // 1000 MB/s are 1000 times 2^20 bytes.
  "ntttcp-windows-megabytes.xml": {
    rows: [
      "tcp-stream throughput 8388.608 Mbit/s receiver client-to-server :23ntttcpr/throughput[@metric='MB/s']",
      "tcp-stream packet-rate 700000 packets/s receiver client-to-server :27ntttcpr/packets_received",
      "tcp-stream cpu-utilization 23.456 percent receiver client-to-server :30ntttcpr/cpu",
    ],
  },
  "ntttcp-windows-mismatch.xml": {
    rows: [
      "tcp-stream packet-rate 700000 packets/s receiver client-to-server :30ntttcpr/packets_received",
      "tcp-stream cpu-utilization 23.456 percent receiver client-to-server :33ntttcpr/cpu",
    ],
    problems: [/:26.*8388\.61.*8000\.000/],
  },
  "ntttcp-windows-sender-udp.xml": {
    rows: [
      "udp-stream throughput 8388.608 Mbit/s sender client-to-server :26ntttcps/throughput[@metric='mbps']",
      "udp-stream packet-rate 1.66663888935 packets/s sender client-to-server :29ntttcps/packets_sent",
      "udp-stream cpu-utilization 23.456 percent sender client-to-server :33ntttcps/cpu",
    ],
  },
  // Decimal; no packets were counted; more than 100 % busy is no share, so the idle time counts.
  "ntttcp-linux.xml": {
    rows: [
      "tcp-stream throughput 9000 Mbit/s receiver client-to-server :12ntttcpr/throughput[@metric='mbps']",
      "tcp-stream cpu-utilization 40 percent receiver client-to-server :19ntttcpr/idle",
    ],
  },
  // An old version counts in powers of two, as the units of its threads show.
  "ntttcp-linux-old.xml": {
    rows: [
      "tcp-stream throughput 8388.608 Mbit/s sender client-to-server :18ntttcps/throughput[@metric='mbps']",
      "tcp-stream cpu-utilization 12.5 percent sender client-to-server :21ntttcps/cpu",
    ],
  },
  "ntttcp-linux.json": {
    rows: [
      "tcp-stream throughput 9000 Mbit/s receiver client-to-server :27ntttcpr.throughputs.1.value",
      "tcp-stream packet-rate 800000 packets/s receiver client-to-server :40ntttcpr.packetsReceived",
      "tcp-stream cpu-utilization 34.5 percent receiver client-to-server :45ntttcpr.cpu.value",
    ],
  },
  "iperf2-tcp.csv": { rows: ["tcp-stream throughput 19100 Mbit/s :5,:6"] },
  "iperf2-sum.csv": { rows: ["tcp-stream throughput 9000 Mbit/s :3"] },
  "iperf2-udp.csv": {
    rows: [
      "udp-stream throughput 10.38384 Mbit/s receiver :2",
      "udp-stream packet-rate 883 packets/s receiver :2",
      "udp-stream packet-loss 1.23042505593 percent receiver :2",
    ],
  },
  "iperf2-udp-no-report.csv": {
    rows: ["udp-stream throughput 10.469416 Mbit/s sender :1"],
    problems: [/no server report/],
  },
  // From 2.1.9 on, -e has more fields; from 2.2 on, a heading and the interval in two fields.
  "iperf2-enhanced-tcp.csv": { rows: ["tcp-stream throughput 9500 Mbit/s :3"] },
  "iperf2-enhanced-sum.csv": { rows: ["tcp-stream throughput 9803.921568 Mbit/s :5"] },
  "iperf2-enhanced-udp.csv": {
    rows: [
      "udp-stream throughput 6275.51232 Mbit/s receiver :2",
      "udp-stream packet-rate 534000 packets/s receiver :2",
      "udp-stream packet-loss 3.26086956522 percent receiver :2",
    ],
  },
  "sockperf-ping-pong.txt": {
    rows: [
      "udp-rr latency standardDeviation 5.1 us :12",
      "udp-rr latency mean 19.955 us :14",
      "udp-rr latency max 1000.123 us :16",
      "udp-rr latency p99999 900.5 us :17",
      "udp-rr latency p999 120.25 us :18",
      "udp-rr latency p99 31.566 us :19",
      "udp-rr latency median 19.1 us :20",
      "udp-rr latency min 11.718 us :21",
    ],
  },
  // 4.544 MBps are 4.544 times 2^20 bytes a second.
  "sockperf-throughput.txt": {
    rows: ["udp-stream packet-rate 74457 packets/s sender :11", "udp-stream throughput 38.117834752 Mbit/s sender :12"],
  },
  "sockperf-full-rtt.txt": {
    rows: [
      "udp-rr latency standardDeviation 6.905 us :12",
      "udp-rr latency mean 37.876 us :14",
      "udp-rr latency max 938.808 us :16",
      "udp-rr latency p99 59.524 us :17",
      "udp-rr latency min 30.104 us :18",
    ],
  },
  "sockperf-refused.txt": { rows: [], problems: [/Connection refused/] },
  "qperf.txt": {
    rows: [
      "tcp-stream throughput 10000 Mbit/s receiver :2tcp_bw.bw",
      "tcp-rr latency mean 13.5 us :4tcp_lat.latency",
      "udp-stream throughput 9680 Mbit/s receiver :7udp_bw.recv_bw",
    ],
  },
  "qperf-unscaled.txt": {
    rows: [
      "tcp-rr latency mean 13.501 us :2tcp_lat.latency",
      "tcp-rr cpu-utilization 85.5 percent-of-core client :5tcp_lat.loc_cpus_used",
      "tcp-rr cpu-utilization 90 percent-of-core server :6tcp_lat.rem_cpus_used",
      "udp-stream throughput 4701.028352 Mbit/s receiver :9udp_bw.recv_bw",
    ],
  },
  "uperf-summary.txt": {
    rows: ["throughput 9250 Mbit/s :3", "operation-rate 141120 operations/s :3"],
  },
  // The first sample of a transaction is the zero point.
  "uperf-raw.txt": { rows: ["throughput 1000 Mbit/s :4,:6", "operation-rate 7000 operations/s :4,:6"] },
  "flent-4.flent.gz": {
    rows: [
      ...["mean 0.4", "median 0.4", "min 0.2", "max 0.6", "p90 0.6", "p99 0.6"].map(
        (value) => `ping latency ${value} ms :1results.Ping(ms)ICMP`,
      ),
      ...["mean 930", "median 940", "min 900", "max 950"].map(
        (value) => `tcp-stream throughput ${value} Mbit/s client-to-server :1results.TCPupload`,
      ),
    ],
  },
  // Old versions state no units: that of a stream is known, that of another series is not.
  "flent-2.flent.gz": {
    rows: [
      ...["mean 0.4", "median 0.4", "min 0.2", "max 0.6", "p90 0.6", "p99 0.6"].map(
        (value) => `ping latency ${value} ms :1results.Ping(ms)ICMP`,
      ),
      ...["mean 930", "median 940", "min 900", "max 950"].map(
        (value) => `tcp-stream throughput ${value} Mbit/s client-to-server :1results.TCPupload`,
      ),
    ],
    problems: [/unit of the series is missing.*Qdisc backlog/],
  },
  "perfkit.json": {
    rows: [
      "tcp-rr request-rate 21034.43 transactions/s :1value",
      "tcp-rr latency median 45 us :2value",
      "tcp-rr latency p99 97 us :3value",
      "tcp-rr latency standardDeviation 11.5 us :4value",
      "tcp-stream throughput 9412.33 Mbit/s :5value",
      "tcp-stream throughput 9300 Mbit/s :6value",
      "ping latency mean 250 us :7value",
    ],
    problems: [/:9 metric.*Redis Operations in ops/],
  },
  "sar-text.txt": {
    rows: [
      "cpu-utilization mean 43 percent :4%idle,:15%idle",
      "cpu-utilization max 52 percent :15%idle",
      "packet-rate mean 80600 packets/s ens192 receive :9rxpck/s,:18rxpck/s",
      "packet-rate max 81200 packets/s ens192 receive :9rxpck/s",
      "packet-rate mean 4100 packets/s ens192 transmit :9txpck/s,:18txpck/s",
      "packet-rate max 4200 packets/s ens192 transmit :18txpck/s",
    ],
  },
  "sar-german.txt": {
    rows: ["cpu-utilization mean 30 percent :4%idle", "cpu-utilization max 30 percent :4%idle"],
  },
  "sadf-semicolons.txt": {
    rows: [
      "packet-rate mean 80600 packets/s ens192 receive :3rxpck/s,:5rxpck/s",
      "packet-rate max 81200 packets/s ens192 receive :3rxpck/s",
      "packet-rate mean 4100 packets/s ens192 transmit :3txpck/s,:5txpck/s",
      "packet-rate max 4200 packets/s ens192 transmit :5txpck/s",
      "cpu-utilization mean 30 percent :7%idle",
      "cpu-utilization max 30 percent :7%idle",
    ],
  },
  "sadf-tabs.txt": {
    rows: [
      "cpu-utilization mean 30 percent :2%idle",
      "cpu-utilization max 30 percent :2%idle",
      "packet-rate mean 81200 packets/s ens192 receive :3rxpck/s",
      "packet-rate max 81200 packets/s ens192 receive :3rxpck/s",
    ],
  },
  "sadf.json": {
    rows: [
      "cpu-utilization mean 30 percent :9sysstat.hosts.0.statistics.0.cpu-load.0.idle",
      "cpu-utilization max 30 percent :9sysstat.hosts.0.statistics.0.cpu-load.0.idle",
      "packet-rate mean 81200 packets/s ens192 receive :14sysstat.hosts.0.statistics.0.network.net-dev.1.rxpck",
      "packet-rate max 81200 packets/s ens192 receive :14sysstat.hosts.0.statistics.0.network.net-dev.1.rxpck",
      "packet-rate mean 4000 packets/s ens192 transmit :14sysstat.hosts.0.statistics.0.network.net-dev.1.txpck",
      "packet-rate max 4000 packets/s ens192 transmit :14sysstat.hosts.0.statistics.0.network.net-dev.1.txpck",
    ],
  },
  "mpstat.json": {
    rows: [
      "cpu-utilization mean 40 percent :9sysstat.hosts.0.statistics.0.cpu-load.0.idle",
      "cpu-utilization max 40 percent :9sysstat.hosts.0.statistics.0.cpu-load.0.idle",
    ],
  },
  "mpstat.txt": {
    rows: ["cpu-utilization mean 40 percent :4%idle", "cpu-utilization max 40 percent :4%idle"],
  },
};

function csvRows(line: number): string[] {
  return [
    `tcp-rr request-rate 1405.5 transactions/s :${line}THROUGHPUT`,
    `tcp-rr latency min 600 us :${line}MIN_LATENCY`,
    `tcp-rr latency median 683 us :${line}P50_LATENCY`,
    `tcp-rr latency p90 735 us :${line}P90_LATENCY`,
    `tcp-rr latency p99 841 us :${line}P99_LATENCY`,
    `tcp-rr latency max 9000 us :${line}MAX_LATENCY`,
    `tcp-rr latency standardDeviation 783.8 us :${line}STDDEV_LATENCY`,
  ];
}

const names = readdirSync(samples);

describe("a file of a tool", () => {
  test("has what is expected of it written down", () => {
    assert.deepEqual(
      names.filter((name) => !(name in expected) && !name.startsWith("kit-")),
      [],
    );
  });

  for (const [name, { rows, problems = [] }] of Object.entries(expected))
    test(`${name} is read number by number`, async () => {
      const imported = await importSample(name);
      const said = imported.problems.map(({ place, message, found }) => `${place} ${message} ${found}`);
      assert.deepEqual(imported.rows.map(describeRow), rows);
      assert.equal(said.length, problems.length, said.join("\n"));
      for (const [index, pattern] of problems.entries()) assert.match(said[index] ?? "", pattern);
    });

  test("is of a tool that the page of formats lists, with what is read of it", async () => {
    const page = readFileSync("content/validate/formats.md", "utf8").replaceAll("iperf 2", "iperf").toLowerCase();
    const listed = new Set(page.match(/(?<=^\| )[^|]+(?= \|)/gm)?.flatMap((cell) => cell.split(", ")));
    const tools = (await Promise.all(names.map(importSample))).flatMap(({ rows }) => rows.map(({ tool }) => tool.name));
    // PerfKitBenchmarker names the tool behind itself; that for Linux is called NTttcp too.
    const plain = tools.map((name) => name.toLowerCase().replace(/ .*/, "").replaceAll("-", " "));
    const missing = new Set(plain.filter((name) => ![...listed].some((words) => words.startsWith(name))));
    assert.deepEqual([...missing], []);
  });

  test("tells nobody's host name or address", async () => {
    for (const name of names) {
      const { rows } = await importSample(name);
      assert.doesNotMatch(JSON.stringify(rows), /192\.0\.2\.|computername|"(?:guest|GUEST|gast)"[^:]/);
    }
  });
});

describe("rows", () => {
  test("have the metrics, units and workloads of a dataset, and conditions that fit", async () => {
    const validate = loadSchemas(".").validatorOf("dataset");
    const all = (await Promise.all(names.map(importSample))).flatMap(({ rows }) => rows);
    assert.ok(all.length > 100, `only ${all.length} rows`);
    validate({ measurements: makeMeasurements(all) });
    const wrong = (validate.errors ?? []).filter(
      ({ instancePath, keyword, params }) =>
        instancePath.startsWith("/measurements/") && !(keyword === "required" && params.missingProperty === "workload"),
    );
    // A row without a workload, of sar, misses it and therefore its kind; nothing else may be wrong.
    const withoutWorkload = makeMeasurements(all).flatMap(({ workload }, index) => (workload ? [] : [index]));
    assert.deepEqual(
      wrong.filter(({ instancePath }) => !withoutWorkload.some((index) => instancePath === `/measurements/${index}`)),
      [],
    );
  });

  test("of iperf3 over UDP count no datagram that was under way at the end as received", async () => {
    // Counts of iperf3 3.12 on a busy machine: 1,950 were sent, of which the receiver knew 1,939; and of a server that sends.
    const counts = (packets: number, seconds: number): object => ({
      ...{ seconds, bits_per_second: (packets * 512) / seconds, packets, lost_packets: 0, lost_percent: 0 },
    });
    const start = { test_start: { protocol: "UDP", reverse: 0 } };
    const busy = await importText(
      JSON.stringify({ start, end: { sum: counts(1950, 1.002417), sum_received: counts(1939, 1.002417) } }),
    );
    const server = await importText(
      JSON.stringify({
        start: { accepted_connection: {}, test_start: { protocol: "UDP", reverse: 1 } },
        end: { sum: counts(5855, 1.000169), sum_received: counts(0, 1.000169) },
      }),
    );
    const silent = await importText(
      JSON.stringify({ start, end: { sum: counts(1950, 1), sum_received: counts(0, 1) } }),
    );
    const ratesOf = ({ rows }: Imported): string[] =>
      rows.map(({ metric, value, side }) => `${metric} ${Number(value.toFixed(3))} of the ${side}`);
    assert.deepEqual(ratesOf(busy), [
      "throughput 0.99 of the receiver",
      "packet-rate 1934.325 of the receiver",
      "packet-loss 0 of the receiver",
    ]);
    assert.deepEqual(ratesOf(server), ["throughput 2.997 of the sender", "packet-rate 5854.011 of the sender"]);
    assert.deepEqual(silent.rows, []);
    assert.match(silent.problems[0]?.message ?? "", /no datagram arrived/);
  });

  test("of iperf3 over UDP leave out the warm-up and what was under way", async () => {
    // Counts of iperf3 3.12 on a busy machine: with -O at both ends, of a server that sends with -O, and with --bidir.
    const importRun = async (test: object, end: object, start: object = {}): Promise<Imported> => {
      const settings = { protocol: "UDP", num_streams: 1, blksize: 200, omit: 1, duration: 2, reverse: 0, ...test };
      return await importText(JSON.stringify({ start: { ...start, test_start: settings }, end }));
    };
    const ratesOf = ({ rows }: Imported): string[] =>
      rows.map(({ metric, value, side, observed }) =>
        [metric, Number(value.toFixed(2)), side, observed?.lossPercent].join(" ").trim(),
      );
    const [seconds, sent] = [2.00014, { bits_per_second: 19998680, packets: 24999 }];
    const received = { seconds, bytes: 4798400, bits_per_second: 19192256.542, packets: 24999 };
    const client = await importRun(
      {},
      { sum: sent, sum_received: { ...received, lost_packets: 1677, lost_percent: 6.7 } },
    );
    assert.deepEqual(ratesOf(client), ["throughput 19.19 receiver", "packet-rate 11995.16 receiver"]);
    assert.match(client.problems[0]?.message ?? "", /include those of the warm-up/);
    // Nothing lost: the counts differ by what was under way as the warm-up ended.
    const lossless = await importRun(
      {},
      { sum: sent, sum_received: { ...received, lost_packets: 0, lost_percent: 0 } },
    );
    assert.deepEqual(ratesOf(lossless), [
      "throughput 19.19 receiver 0",
      "packet-rate 11995.16 receiver 0",
      "packet-loss 0 receiver",
    ]);
    assert.deepEqual(lossless.problems, []);
    const nothing = { seconds, bytes: 0, bits_per_second: 0, packets: 24999, lost_packets: 24999, lost_percent: 100 };
    const empty = await importRun({ omit: 0 }, { sum: sent, sum_received: nothing });
    assert.deepEqual(empty.rows, []);
    assert.match(empty.problems[0]?.message ?? "", /no datagram arrived/);
    // A file without the receiver's packets, as before 3.10: more lost than sent.
    const old = await importRun({}, { sum: { ...sent, seconds, lost_packets: 47097, lost_percent: 188 } });
    assert.deepEqual(ratesOf(old), ["throughput 20 sender"]);
    assert.match(old.problems[0]?.message ?? "", /contradict each other/);
    const accepted = { accepted_connection: {} };
    const own = { ...received, lost_packets: 1007, lost_percent: 4.028 };
    const server = await importRun({}, { sum: { ...own, bits_per_second: 0 }, sum_received: own }, accepted);
    assert.deepEqual(ratesOf(server), [
      "throughput 19.19 receiver 4.02816",
      "packet-rate 11995.16 receiver 4.02816",
      "packet-loss 4.03 receiver",
    ]);
    const sender = await importRun(
      { reverse: 1 },
      {
        sum: { seconds: 2.003002, bits_per_second: 20018751.85, packets: 25061, lost_packets: 0, lost_percent: 0 },
        sum_received: { seconds: 2.003002, bytes: 0, bits_per_second: 0, packets: 2 ** 64 - 12477, lost_packets: 0 },
      },
      accepted,
    );
    assert.deepEqual(ratesOf(sender), ["throughput 20.02 sender", "packet-rate 12511.72 sender"]);
    const underWay = { bytes: 631400, bits_per_second: 5007330.775, packets: 11292, lost_packets: 8135 };
    const bidirectional = await importRun(
      { omit: 0, duration: 1 },
      {
        sum: {
          seconds: 1.008761,
          bits_per_second: 18478768.64,
          packets: 11595,
          lost_packets: 8135,
          lost_percent: 70.16,
        },
        sum_received: { seconds: 1.008761, ...underWay, lost_percent: 70.16 },
      },
    );
    assert.deepEqual(ratesOf(bidirectional), [
      "throughput 5.01 receiver 72.0422",
      "packet-rate 3129.58 receiver 72.0422",
      "packet-loss 72.04 receiver",
    ]);
  });

  test("of iperf 2 add up only transfers that ran at the same time", async () => {
    // As 2.1.8 prints them. A server's log of three runs looks like a client's of three streams.
    const ratesOf = async (lines: readonly string[]): Promise<string[]> => {
      const { rows, problems } = await importText(`${lines.join("\n")}\n`);
      return [
        ...rows.map(({ metric, value, side, conditions }) =>
          [metric, Number(value.toFixed(1)), side, conditions?.streams].join(" "),
        ),
        ...problems.map(({ message }) => message),
      ];
    };
    const to = "192.0.2.10,5001";
    const runs = [1, 2, 3].map(
      (id) => `19700101000000,192.0.2.11,4000${id},${to},${id},0.0-10.0,1250000000,1000000000`,
    );
    assert.deepEqual(await ratesOf(runs), ["throughput 3000  3"]);
    const [unclear] = (await importText(runs.join("\n"))).rows;
    assert.match(unclear?.warnings?.join() ?? "", /does not say whether these 3 transfers ran at the same time/);
    assert.deepEqual(await ratesOf(runs.slice(0, 1)), ["throughput 1000  1"]);
    const successive = runs.map((line, index) => line.replace("19700101000000", `202601010000${11 * index + 10}`));
    assert.deepEqual(await ratesOf(successive), ["throughput 1000  1", "throughput 1000  1", "throughput 1000  1"]);
    const parallel = runs.map((line) => line.replace("19700101000000", "20260101000010"));
    assert.deepEqual(await ratesOf(parallel), ["throughput 3000  3"]);
    const withIntervals = runs.flatMap((line) => [
      line.replace("0.0-10.0,1250000000", "0.0-5.0,625000000"),
      line.replace("0.0-10.0,1250000000", "5.0-10.0,625000000"),
      line,
    ]);
    assert.deepEqual(await ratesOf(withIntervals), ["throughput 1000  1", "throughput 1000  1", "throughput 1000  1"]);
    // With -d the other direction goes to a port of the client.
    const back = "19700101000000,192.0.2.10,55950,192.0.2.11,5002,2,0.0-10.0,125000000,100000000";
    assert.deepEqual(await ratesOf([back, ...runs.slice(0, 1)]), ["throughput 100  1", "throughput 1000  1"]);
  });

  test("of a sender are kept if only the other direction has a receiver's count", async () => {
    const [row] = (await importSample("iperf3-tcp.json")).rows as [ImportedRow];
    const sent: ImportedRow = { ...row, side: "sender", flow: "server-to-client" };
    assert.equal(makeMeasurements([row, sent]).length, 2);
    assert.equal(makeMeasurements([row, { ...sent, flow: "client-to-server" }]).length, 1);
  });

  test("of iperf 2 with --full-duplex are those of each direction", async () => {
    // As a client of 2.1.8 prints them with -P 2, and its server.
    const client = [
      "19700101000000,192.0.2.11,40436,192.0.2.10,5001,2,0.0-2.0,2307653692,9205011029",
      "19700101000000,192.0.2.10,5001,::,0,1,0.0-2.0,2018246656,8068057041",
      "19700101000000,192.0.2.11,40424,192.0.2.10,5001,1,0.0-2.0,2267414588,9056110410",
      "19700101000000,192.0.2.10,5001,::,0,2,0.0-2.0,1910112256,7621498168",
    ];
    const { rows, problems } = await importText(`${client.join("\n")}\n`);
    assert.deepEqual(rows.map(describeRow), [
      "tcp-stream throughput 18261.121439 Mbit/s sender client-to-server :1,:3",
      "tcp-stream throughput 15689.555209 Mbit/s receiver server-to-client :2,:4",
    ]);
    assert.deepEqual(problems, []);
    const short = [client[0] ?? "", client[3] ?? ""];
    const long = short.map((line) => line.replace("0.0-2.0", "0.0-5.0").replace("40436", "40438"));
    const both = await importText([...short, ...long].join("\n"));
    assert.deepEqual(
      both.rows.map(({ flow, durationSeconds }) => `${flow} ${durationSeconds}`),
      ["client-to-server 2", "client-to-server 5", "server-to-client 2", "server-to-client 5"],
    );
    const server = [
      "19700101000000,192.0.2.11,40410,192.0.2.10,5001,1,0.0-2.0,2590375996,10343377215",
      "19700101000000,192.0.2.10,5001,192.0.2.11,40410,1,0.0-2.0,1873805312,7452744331",
      "19700101000000,192.0.2.11,40414,192.0.2.10,5001,2,0.0-2.0,2131755068,8522660930",
      "19700101000000,192.0.2.10,5001,192.0.2.11,40414,2,0.0-2.0,2175401984,8701011916",
    ];
    const refused = await importText(`${server.join("\n")}\n`);
    assert.deepEqual(refused.rows, []);
    assert.equal(refused.problems.length, 2);
    for (const { message } of refused.problems) assert.match(message, /both ways.*Import the client's output, or run/);
    // With -i 1, both totals follow each other in the same second.
    const watched = [
      "20261129194003,192.0.2.11,56060,192.0.2.10,5402,9,0.0-1.0,1262287949,10098303592",
      "20261129194003,192.0.2.10,5402,192.0.2.11,56060,9,0.0-1.0,1289355264,10314842112",
      "20261129194004,192.0.2.10,5402,192.0.2.11,56060,9,1.0-2.0,1682309120,13458472960",
      "20261129194004,192.0.2.10,5402,192.0.2.11,56060,9,0.0-2.0,2971795456,11885797128",
      "20261129194004,192.0.2.11,56060,192.0.2.10,5402,9,1.0-2.0,1355875311,10847002488",
      "20261129194004,192.0.2.11,56060,192.0.2.10,5402,9,0.0-2.0,2618163260,10439668906",
    ];
    const logged = await importText(`${watched.join("\n")}\n`);
    assert.deepEqual(logged.rows, []);
    assert.deepEqual(
      logged.problems.map(({ place, found }) => [place, found]),
      [["file.txt:4, file.txt:6", "11885797128 and 10439668906"]],
    );
  });

  test("of iperf 2 are those of the whole run", async () => {
    const read = async (...ends: string[]): Promise<Imported> =>
      await importText(ends.map((end) => `20261129104030,192.0.2.11,50919,192.0.2.10,5001,1,${end}\n`).join(""));
    // An interval as long as the run has more than the client knows at its end.
    const whole = await read(
      "0.0-1.0,655600,5244800,0.000,0,3278,0.000,0",
      "0.0-1.0,656000,5238628,0.000,0,-1,-0.000,0",
    );
    assert.deepEqual(
      whole.rows.map(({ metric, value, side }) => [metric, value, side]),
      [["throughput", 5.238628, "sender"]],
    );
    const cut = await read("0.0-1.0,655600,5244800", "1.0-2.0,655600,5244800", "2.0-3.0,655600,5244800");
    assert.deepEqual(cut.rows, []);
    assert.match(cut.problems[0]?.message ?? "", /no total/);
    const nothing = await read("0.0-4.1,0,0,0.000,0,0,-nan,0");
    assert.deepEqual(nothing.rows, []);
    assert.match(nothing.problems[0]?.message ?? "", /no datagram arrived/);
    // 1.0625 seconds are written as 1.1.
    const short = await read("0.0-1.1,2234800,16826095,0.003,1909,13083,14.591,0");
    const { value, side } = short.rows.find(({ metric }) => metric === "packet-rate") ?? {};
    assert.deepEqual([Math.round(value ?? 0), side], [10517, "receiver"]);
  });

  test("of sockperf have their protocol with any port, and say that messages went in bursts", async () => {
    const { rows } = await importText(
      [
        "sockperf: == version #3.7-no.git ==",
        "sockperf[CLIENT] send on:sockperf: using recvfrom() to block on socket(s)",
        "",
        "[ 0] IP = 192.0.2.10      PORT =  5991 # TCP",
        "sockperf: [Valid Duration] RunTime=0.550 sec; SentMessages=17580; ReceivedMessages=17580",
        "sockperf: ====> avg-latency=46.587 (std-dev=105.005)",
        "sockperf: # dropped messages = 0; # duplicated messages = 0; # out-of-order messages = 0",
        "sockperf: Summary: Latency of burst of 5 messages is 46.587 usec",
        "sockperf: ---> percentile 50.000 =   35.728",
      ].join("\n"),
    );
    assert.deepEqual(
      rows.map(({ statistic, value, workload }) => [statistic, value, workload]),
      [
        ["standardDeviation", 105.005, "tcp-rr"],
        ["mean", 46.587, "tcp-rr"],
        ["median", 35.728, "tcp-rr"],
      ],
    );
    for (const { note } of rows) assert.equal(note, "Half of the round trip. In bursts of 5 messages.");
  });

  test("of sar have the steal of sadf -p and the names that stand last, but no rows of other tables", async () => {
    const plain = ["%user\t50.00", "%steal\t12.50", "%idle\t37.50"];
    const tabs = await importText(plain.map((end) => `vm\t1\t2026-11-29 10:46:23 UTC\tall\t${end}\n`).join(""));
    assert.deepEqual([tabs.rows[0]?.value, tabs.rows[0]?.warnings?.length], [62.5, 1]);
    const human = await importText(
      [
        "10:46:22        CPU     %user     %nice   %system   %iowait    %steal     %idle",
        "10:46:23        all      1.0%      0.0%     30.4%      0.0%      0.0%     68.6%",
        "",
        "10:46:22      rxpck/s   txpck/s    rxkB/s    txkB/s   rxcmp/s   txcmp/s  rxmcst/s   %ifutil IFACE",
        "10:46:23         7.00      0.00      0.0B      0.0B      0.00      0.00      0.00      0.0% lo",
        "10:46:23         9.00      4.00      0.0B      0.0B      0.00      0.00      0.00      0.0% eth0",
      ].join("\n"),
    );
    assert.deepEqual(human.problems, []);
    assert.deepEqual(
      human.rows
        .filter(({ statistic }) => statistic === "mean")
        .map(({ value, interfaceName, interfaceDirection }) => [value, interfaceName, interfaceDirection]),
      [
        [31.4, undefined, undefined],
        [9, "eth0", "receive"],
        [4, "eth0", "transmit"],
      ],
    );
    const others = await importText(
      [
        "10:46:19     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle",
        "10:46:20     all    1.16    0.00   11.05    0.00    0.00   16.86    0.00    0.00    0.00   70.93",
        "",
        "10:46:19    NODE    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle",
        "10:46:20     all    1.16    0.00   11.05    0.00    0.00   16.86    0.00    0.00    0.00   70.93",
        "",
        "10:46:22        IFACE   rxpck/s   txpck/s    rxkB/s    txkB/s   rxcmp/s   txcmp/s  rxmcst/s   %ifutil",
        "10:46:23         eth0      9.00      4.00      0.00      0.00      0.00      0.00      0.00      0.00",
        "",
        "10:46:22       irec/s  fwddgm/s    idel/s     orq/s   asmrq/s   asmok/s  fragok/s fragcrt/s",
        "10:46:23         7.00      0.00      7.00      7.00      0.00      0.00      0.00      0.00",
      ].join("\n"),
    );
    assert.deepEqual(
      others.rows.map(({ value, interfaceName, note }) => [value, interfaceName, note?.slice(0, 14)]),
      [29.07, 29.07, 9, 9, 4, 4].map((value) => [value, value === 29.07 ? undefined : "eth0", "Of 1 interval."]),
    );
    const oneLine = await importText(
      [
        "# hostname;interval;timestamp;CPU;%user;%idle[...];IFACE;rxpck/s;txpck/s[...]",
        "vm;1;2026-11-29 10:46:23 UTC;-1;1.03;68.56;0;0.00;73.68;lo;0.00;0.00;eth0;3.00;4.00",
      ].join("\n"),
    );
    assert.deepEqual(oneLine.rows, []);
    assert.match(oneLine.problems[0]?.message ?? "", /without -h/);
  });

  test("of sar keep the machines and the outputs of a file apart", async () => {
    const means = async (text: string): Promise<number[]> =>
      (await importText(text)).rows
        .filter(({ statistic, interfaceDirection }) => statistic === "mean" && interfaceDirection === "receive")
        .map(({ value }) => value);
    const text = (host: string, rates: readonly number[]): string =>
      [
        `Linux 6.1.0 (${host}) \t11/29/2026 \t_x86_64_\t(4 CPU)`,
        "",
        "10:00:00        IFACE   rxpck/s   txpck/s",
        ...rates.map((rate, index) => `10:00:0${index + 1}         eth0   ${rate}.00      1.00`),
        "",
      ].join("\n");
    assert.deepEqual(await means(text("client", [10, 30]) + text("server", [900, 1100])), [20, 1000]);
    assert.deepEqual(await means(text("client", [10, 30]) + text("client", [900, 1100])), [20, 1000]);
    const rows = ["client;1;t;eth0;10.00;1.00", "server;1;t;eth0;900.00;1.00", "client;1;t;eth0;30.00;1.00"];
    assert.deepEqual(
      await means(["# hostname;interval;timestamp;IFACE;rxpck/s;txpck/s", ...rows].join("\n")),
      [20, 900],
    );
    const tabs = rows
      .map((row) => row.split(";"))
      .map(([host, , , name, rate]) => [host, 1, "t", name, "rxpck/s", rate]);
    assert.deepEqual(await means(tabs.map((cells) => cells.join("\t")).join("\n")), [20, 900]);
    const hosts = [10, 900].map((rxpck) => ({
      statistics: [{ network: { "net-dev": [{ iface: "eth0", rxpck, txpck: 1 }] } }],
    }));
    assert.deepEqual(await means(JSON.stringify({ sysstat: { hosts } })), [10, 900]);
  });

  test("of sar and mpstat are refused if they are means since the system started", async () => {
    const cpu = "CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle";
    const all = "all   65.51    0.12   15.42    0.33    0.00    1.00    0.10    0.00    0.00   17.51";
    const device = "IFACE   rxpck/s   txpck/s    rxkB/s    txkB/s   rxcmp/s   txcmp/s  rxmcst/s   %ifutil";
    const moved = ["lo   2334.26   2334.26", "eth0      7.09      4.71"].map(
      (counts) => `${counts}  73762.28  73762.28      0.00      0.00      0.00      0.00`,
    );
    for (const time of ["14:16:11", "02:16:11 PM"]) {
      const mpstat = await importText(`${time}     ${cpu}\n${time}     ${all}`);
      assert.deepEqual(mpstat.rows, []);
      assert.equal(mpstat.problems.length, 1);
      assert.match(mpstat.problems[0]?.message ?? "", /since the system started.*mpstat 1$/);
      const sar = await importText([device, ...moved].map((line) => `${time}        ${line}`).join("\n"));
      assert.deepEqual(sar.rows, []);
      assert.equal(sar.problems.length, 1);
      assert.match(sar.problems[0]?.message ?? "", /since the system started.*sar 1$/);
    }
    const watched = await importText(`14:16:11     ${cpu}\n14:16:12     ${all}`);
    assert.deepEqual(watched.problems, []);
    assert.equal(watched.rows[0]?.value, 82.49);
    assert.doesNotMatch(watched.rows[0]?.note ?? "", /since/);
    // JSON does not say whether its only interval was one.
    assert.match((await importSample("mpstat.json")).rows[0]?.note ?? "", /without an interval.*since the system/);
  });

  test("of netperf repeat the number with its unit as the file writes it", async () => {
    const [classic] = (await importSample("netperf-classic.txt")).rows;
    assert.equal(classic?.asWritten, "9412.33 10^6bits/s");
    const [row] = (await importText("THROUGHPUT=9412.33\nTHROUGHPUT_UNITS=10^6bits/s\nPROTOCOL=TCP")).rows;
    assert.equal(row?.asWritten, "9412.33 10^6bits/s");
  });

  test("of netperf's requests are known by the direction, in any unit", async () => {
    const read = async (direction: string, unit: string): Promise<unknown[]> => {
      const { rows, problems } = await importText(
        `THROUGHPUT=41.20\nTHROUGHPUT_UNITS=${unit}\nPROTOCOL=TCP\nDIRECTION=${direction}\n`,
      );
      assert.deepEqual(problems, []);
      return rows.map(({ metric, value, workload, flow }) => [metric, value, workload, flow]);
    };
    assert.deepEqual(await read("Send|Recv", "10^6bits/s"), [["throughput", 41.2, "tcp-rr", "both"]]);
    assert.deepEqual(await read("Send|Recv", "Trans/s"), [["request-rate", 41.2, "tcp-rr", undefined]]);
    assert.deepEqual(await read("Connect|Send|Recv", "Trans/s"), [["request-rate", 41.2, "other", undefined]]);
    assert.deepEqual(await read("Receive", "10^6bits/s"), [["throughput", 41.2, "tcp-stream", "server-to-client"]]);
  });

  test("of iperf3 have the seconds that the run lasted if it had no duration or was cut short", async () => {
    const read = async (duration: number, seconds: number): Promise<(number | undefined)[]> => {
      const start = { test_start: { protocol: "TCP", num_streams: 1, duration } };
      const end = { sum_sent: { seconds, bits_per_second: 4e9 }, sum_received: { seconds, bits_per_second: 3.9e9 } };
      const { rows } = await importText(JSON.stringify({ start, end }), "run.json");
      return rows.map(({ durationSeconds }) => durationSeconds);
    };
    assert.deepEqual(await read(30, 30.000412), [30]);
    assert.deepEqual(await read(30, 12.34567), [12.346]);
    assert.deepEqual(await read(0, 12.34567), [12.346]);
  });

  test("of uperf are those of each run, and refused if a counter starts again", async () => {
    const sample = (seconds: number, bytes: number): string =>
      `timestamp_ms:${seconds}000.0 name:Txn2 nr_bytes:${bytes} nr_ops:${bytes / 1000}`;
    const runs = [
      [sample(1, 0), sample(3, 2_000_000)],
      [sample(10, 0), sample(12, 4_000_000)],
    ];
    const start = "Starting 1 threads running profile:stream ...   0.00 seconds";
    const summary = (rate: string): string =>
      `${start}\nTxn2      1.00GB /  30.00(s) =     ${rate}Gb/s      100op/s \n`;
    const rates = async (text: string): Promise<[number[], string[]]> => {
      const { rows, problems } = await importText(text);
      const values = rows.filter(({ metric }) => metric === "throughput").map(({ value }) => value);
      return [values, problems.map(({ message }) => message)];
    };
    assert.deepEqual(await rates(runs.map((run) => [start, ...run].join("\n")).join("\n")), [[8, 16], []]);
    assert.deepEqual(await rates(runs.flat().join("\n")), [[], ["the counters of a transaction do not grow"]]);
    assert.deepEqual(await rates(summary("1.00") + summary("2.00")), [[1000, 2000], []]);
    assert.deepEqual(await rates(`${summary("1.00")}${start}\n${runs[0]?.[0]}\n`), [
      [1000],
      ["no transaction has two samples with bytes"],
    ]);
  });

  test("with a decimal comma are refused with the way out", async () => {
    for (const [text, found] of [
      ["THROUGHPUT=9412,33\nTHROUGHPUT_UNITS=10^6bits/s\n", "9412,33 10^6bits/s"],
      ["tcp_bw:\n    bw  =  1,17 GB/sec\n", "1,17 GB/sec"],
    ] as const) {
      const { rows, problems } = await importText(text);
      assert.deepEqual([rows, problems.map((problem) => problem.found)], [[], [found]]);
      assert.equal(problems[0]?.message, "throughput is written with a comma. Repeat the run with LC_ALL=C");
    }
  });

  test("of netperf's UDP are what arrived", async () => {
    const keys = ["PROTOCOL=UDP", "DIRECTION=Send", "THROUGHPUT_UNITS=10^6bits/s", "LOCAL_SEND_THROUGHPUT=957.10"];
    const read = async (...more: string[]): Promise<string[]> =>
      (await importText([...keys, ...more].join("\n"))).rows.map(describeRow);
    const [rate, cpu] = await read("REMOTE_RECV_THROUGHPUT=307.20", "LOCAL_CPU_UTIL=30.1");
    assert.equal(rate, "udp-stream throughput 307.2 Mbit/s receiver client-to-server :5REMOTE_RECV_THROUGHPUT");
    assert.match(cpu ?? "", /cpu-utilization 30\.1/);
    assert.deepEqual(await read("REMOTE_RECV_THROUGHPUT=-1.00"), []);
    // Of several iterations, only THROUGHPUT is the mean.
    assert.deepEqual(await read("REMOTE_RECV_THROUGHPUT=307.20", "THROUGHPUT=310.10", "CONFIDENCE_ITERATION=3"), [
      "udp-stream throughput 310.1 Mbit/s receiver client-to-server :6THROUGHPUT",
    ]);
  });

  test("of netperf's UDP have the loss of the messages that both ends count", async () => {
    const read = async (...keys: string[]): Promise<[string[], string[]]> => {
      const { rows, problems } = await importText(["LOCAL_CPU_UTIL=-1.00", "PROTOCOL=UDP", ...keys].join("\n"));
      return [rows.map(describeRow), problems.map(({ message }) => message)];
    };
    const keys = ["LOCAL_SEND_CALLS=800000", "REMOTE_RECV_CALLS=600000"];
    const run = ["DIRECTION=Send", "LOCAL_SEND_SIZE=64", "ELAPSED_TIME=10.00", ...keys];
    const end = "receiver client-to-server";
    const loss = `udp-stream packet-loss 25 percent ${end} :6LOCAL_SEND_CALLS,:7REMOTE_RECV_CALLS`;
    assert.deepEqual(await read(...run), [
      [`udp-stream packet-rate 60000 packets/s ${end} :7REMOTE_RECV_CALLS`, loss],
      [],
    ]);
    assert.deepEqual(await read("DIRECTION=Send", "LOCAL_SEND_SIZE=8192", "ELAPSED_TIME=10.00", ...keys), [[loss], []]);
    const untimed = ["DIRECTION=Send", "LOCAL_SEND_SIZE=64", "REMOTE_CPU_UTIL=-1.00"];
    assert.deepEqual(await read(...untimed, ...keys), [[loss], []]);
    assert.deepEqual(await read("DIRECTION=Recv", "REMOTE_SEND_CALLS=1000", "LOCAL_RECV_CALLS=990"), [
      ["udp-stream packet-loss 1 percent receiver server-to-client :4REMOTE_SEND_CALLS,:5LOCAL_RECV_CALLS"],
      [],
    ]);
    const [rows, [message]] = await read(...run, "CONFIDENCE_ITERATION=3");
    assert.deepEqual(rows, []);
    assert.match(message ?? "", /last of 3 iterations.*without -i$/);
    assert.match((await read("LOCAL_SEND_CALLS=5", "REMOTE_RECV_CALLS=6"))[1][0] ?? "", /contradict each other/);
    const [csv] = (
      await importText(
        "Protocol,Direction,Elapsed Time (sec),Local Send Calls,Remote Recv Calls\nUDP,Send,10.00,800000,600000\n",
      )
    ).rows;
    assert.equal(csv?.value, 25);
  });

  test("of flent warn if pings ran before and after the load", async () => {
    const warningsOf = async (pings: number[], upload: (number | null)[]): Promise<unknown[]> => {
      const { rows } = await importText(
        JSON.stringify({
          version: 4,
          x_values: pings.map((_, at) => at * 0.2),
          results: { "Ping (ms) ICMP": pings, "TCP upload": upload },
          metadata: { LENGTH: 60, SERIES_META: { "TCP upload": { UNITS: "Mbits/s" } } },
        }),
      );
      return ["latency", "throughput"].map((name) => rows.find(({ metric }) => metric === name)?.warnings);
    };
    assert.deepEqual(await warningsOf([1, 1, 1, 9, 9, 9, 1, 1], [null, null, null, 940, 940, 940, null, null]), [
      ["3 of 8 samples are from before or after the load, when the network was idle."],
      undefined,
    ]);
    assert.deepEqual(await warningsOf([1, 9, 9, 1], [null, 940, 940, null]), [undefined, undefined]);
    assert.deepEqual(await warningsOf([1, 1, 1, 1], [null, null, null, null]), [undefined, undefined]);
  });

  test("keep what weakens a number", async () => {
    const warningsOf = async (name: string): Promise<string> =>
      JSON.stringify((await importSample(name)).rows[0]?.warnings);
    assert.match(await warningsOf("netperf-cpu.txt"), /confidence was not achieved.*8\.234 %/);
    assert.match(await warningsOf("sar-text.txt"), /steal/);
    assert.match(await warningsOf("sockperf-full-rtt.txt"), /8500 of 9500 messages/);
  });

  test("of netperf's columns are read from several tables of one result, and named if they are unknown", async () => {
    const banner = "OMNI Send TEST from 0.0.0.0 (0.0.0.0) port 0 AF_INET to 192.0.2.10 () port 0 AF_INET : demo";
    const second = [
      "Local   Throughput",
      "CPU                ",
      "Util               ",
      "%                  ",
      "-1.00   9412.33   ",
    ];
    const { rows, problems } = await importText(
      [
        "Elapsed Throughput Protocol",
        "Time    Units              ",
        "(sec)                      ",
        "10.00   10^6bits/s TCP     ",
        "",
        ...second,
      ].reduce((text, line) => `${text}\n${line}`, banner),
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      rows.map(({ workload, value, unit, durationSeconds }) => [workload, value, unit, durationSeconds]),
      [["tcp-stream", 9412.33, "Mbit/s", 10]],
    );
    const unknown = await importText([banner, "Local ", "Send  ", "Calls ", "6142  "].join("\n"));
    assert.match(unknown.problems[0]?.message ?? "", /no column .* is known.*-k THROUGHPUT/);
    const shifted = await importText(
      [banner, "Throughput Throughput Protocol", "           Units     ", "9412.33    10^6b TCP"].join("\n"),
    );
    assert.deepEqual(shifted.rows, []);
    assert.match(shifted.problems[0]?.message ?? "", /are not below their headings/);
    const stopped = await importText(banner);
    assert.match(stopped.problems[0]?.message ?? "", /no result below its banner/);
    const bare = await importText("4194304     1026899     16384  1.01    2673.26    10^6bits/s");
    assert.match(bare.problems[0]?.message ?? "", /headings are missing.*-k/);
  });

  test("of sockperf under load warn only if answers are missing that --reply-every asked for", async () => {
    const warningOf = async (sent: number, answered: number, dropped: number): Promise<string | undefined> => {
      const text = new TextDecoder()
        .decode(readSampleBytes("sockperf-full-rtt.txt"))
        .replace("SentMessages=9500; ReceivedMessages=8500", `SentMessages=${sent}; ReceivedMessages=${answered}`)
        .replace("dropped messages = 0", `dropped messages = ${dropped}`);
      const { rows } = await importText(text);
      const warnings = rows.map(({ warnings }) => warnings?.join(" "));
      assert.equal(new Set(warnings).size, 1, "the same for every row");
      return warnings[0];
    };
    // Counts of sockperf 3.7; of those with missing answers the server was stopped for a second.
    for (const [sent, answered] of [
      [15301, 151],
      [12501, 126],
      [7743, 1107],
      [122044, 122044],
      [250, 2],
    ] as const)
      assert.equal(await warningOf(sent, answered, 0), undefined, `${answered} of ${sent}`);
    assert.equal(
      await warningOf(71031, 7018, 86),
      "Only 7018 of about 7103 answers arrived: 71031 messages with --reply-every 10.",
    );
    assert.match((await warningOf(70501, 658, 48)) ?? "", /658 of about 705 answers .* --reply-every 100/);
    assert.match((await warningOf(70501, 300, 0)) ?? "", /300 of about 705 answers .* --reply-every 100/);
    // One answer more than 15,101 messages ask for.
    assert.match((await warningOf(15101, 146, 6)) ?? "", /146 of about 151 answers .* --reply-every 100/);
    assert.equal(await warningOf(3, 3, 0), undefined);
    assert.match((await warningOf(9500, 0, 0)) ?? "", /Only 0 of/);
  });

  test("keep what was seen beside the number, and the conditions", async () => {
    const first = async (name: string): Promise<ImportedRow | undefined> => (await importSample(name)).rows[0];
    assert.deepEqual((await first("iperf3-tcp.json"))?.observed, { retransmits: 12 });
    assert.deepEqual((await first("iperf3-bidir.json"))?.conditions, { streams: 4, messageBytes: 131072 });
    assert.equal((await first("iperf3-tcp.json"))?.warmUpSeconds, 3);
    assert.equal((await first("ntttcp-windows-receiver.xml"))?.warmUpSeconds, 5);
    assert.deepEqual((await first("iperf3-tcp.json"))?.tool, { name: "iperf3", version: "3.16" });
  });

  test("say of a latency what it spans", async () => {
    const noteOf = async (name: string, metric: string): Promise<string | undefined> =>
      (await importSample(name)).rows.find((row) => row.metric === metric)?.note;
    assert.match((await noteOf("sockperf-ping-pong.txt", "latency")) ?? "", /Half of the round trip/);
    assert.match((await noteOf("sockperf-full-rtt.txt", "latency")) ?? "", /^Round trip/);
    assert.match((await noteOf("qperf.txt", "latency")) ?? "", /Half of the round trip/);
    assert.match((await noteOf("netperf-omni.txt", "latency")) ?? "", /^Round trip/);
  });
});

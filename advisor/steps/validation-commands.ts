import type { Context } from "../explain/context.ts";
import type { Platform } from "../knowledge/knowledge.ts";
import { fillSentence } from "../questions/questions.ts";
import type { Situation } from "../questions/situation.ts";
import type { Advice } from "../explain/advice.ts";

/** How long a run sends, in seconds. */
export const SECONDS_PER_SEND = 30;
/** How long a run warms up before it counts, in seconds. */
const SECONDS_LEFT_OUT = 3;
/** How long a run takes with its warm-up. */
export const SECONDS_PER_RUN = SECONDS_PER_SEND + SECONDS_LEFT_OUT;
/** Where the effect is not known, the kit adds runs until the interval of each adapter is as narrow as this, in percent. */
export const UNTIL_PERCENT = 2;
/** What one stream of iperf3 sends at a steady rate on a processor of the last ten years. */
const PACKETS_PER_STREAM = 100_000;
/** More streams than this take more processors than most guests have, and from there on iperf3 measures itself. */
export const MOST_STREAMS = 10;
/** Headers of IPv4 and UDP. */
const HEADER_BYTES = 28;
/** The least that iperf3 sends in a datagram. */
const LEAST_PAYLOAD = 16;

/** What one thread of pktgen sends at a steady rate, small packets on a card of 10 Gbit/s or more. */
const PACKETS_PER_THREAD = 1_000_000;
const ETHERNET_HEADER = 14;
/** The least that pktgen sends, without the check sum of the frame. */
const LEAST_FRAME = 60;

/** What is measured: throughput, the packet rate, or the rate of requests. */
export type Test = "throughput" | "packets" | "request-response";
/** How a guest is measured: by the kit's script for Linux and FreeBSD or by that for Windows, by iperf 2 in Windows before it, by the tools themselves in other systems, by machines on either side of one that forwards, by TRex past the kernel. */
export type Method = "kit" | "elsewhere" | "windows" | "oldWindows" | "unix" | "through" | "dpdk";

/** How often each adapter is measured. */
export interface Runs {
  /** At most so often. */
  count: number;
  /** How much they are reckoned to vary, as a part of one. */
  noise: number;
  /** The ratio that studies lead to expect; undefined if none does. */
  ratio: number | undefined;
  /** Whether the script stops earlier once its intervals are narrow. */
  isAdaptive: boolean;
}

/** Whether commands are for Windows. */
export function isWindows(method: Method): method is "windows" | "oldWindows" {
  return method === "windows" || method === "oldWindows";
}

/** Returns the system whose counters are read. A receiver behind a forwarding guest, and a stand-in for a guest without tools, run Linux. */
export function counterFor(method: Method, family: string | undefined): "linux" | "windows" | "bsd" {
  if (isWindows(method)) return "windows";
  return method === "unix" || (method === "kit" && family === "freebsd") ? "bsd" : "linux";
}

/** Datagrams at the rate that is needed, neither more nor fewer: only at the same rate is what the host spends comparable. */
export function rateCommand(
  method: Method,
  adapter: string,
  situation: Situation,
  context: Context,
  runs: Runs,
): string {
  const payload = Math.max(LEAST_PAYLOAD, packetBytesOf(situation) - HEADER_BYTES);
  const rate = Math.max(1, context.values.packetRate);
  const streams = streamsFor(context);
  const flags = `-c {host} -u -l ${payload} -b ${Math.round((rate / streams) * payload * 8)}${streams > 1 ? ` -P ${streams}` : ""} -t ${SECONDS_PER_SEND}`;
  if (method === "oldWindows") return repeat(runs, `iperf.exe ${flags} -y C > ${adapter}-rate-%r.csv`);
  const iperf3 = `${flags} -O 3 -J > ${adapter}-rate-`;
  return method === "windows"
    ? repeat(runs, `iperf3.exe ${iperf3}%r.json`)
    : `for run in ${countUp(runs)}; do iperf3 ${iperf3}$run.json; done`;
}

/** Size of an IP packet: what was given, full-size where throughput was, else that of 64 bytes of data. */
export function packetBytesOf({ packetBytes, throughputGbps }: Situation): number {
  return packetBytes ?? (throughputGbps === undefined ? 64 + HEADER_BYTES : 1500);
}

/** How many streams iperf3 needs for the packet rate. */
export function streamsFor({ values }: Context): number {
  return Math.max(1, Math.ceil(values.packetRate / PACKETS_PER_STREAM));
}

/** What reads the host's CPU while the runs last, a sample for each run; null where no way is recorded. */
export function hostCommands({ hostCounters }: Platform, adapters: readonly string[], { count }: Runs): string | null {
  if (!hostCounters) return null;
  return adapters
    .map((adapter) =>
      fillSentence(hostCounters.cpu.command, { adapter, samples: String(count), interval: String(SECONDS_PER_RUN) }),
    )
    .join("\n");
}

/** The kit chooses the tool that has a test. */
function kitCommand(adapter: string, tests: readonly Test[], { count, isAdaptive }: Runs): string {
  const repeats = isAdaptive ? `--runs ${LEAST_RUNS} --until ${UNTIL_PERCENT}% --max-runs ${count}` : `--runs ${count}`;
  return `sh vnic-validate.sh --target {host} --test ${tests.join(",")} ${repeats} --label ${adapter} --output ${adapter}.json`;
}

/** The command prompt and PowerShell both read this line. A percent sign would be lost in a batch file. */
function windowsCommand(adapter: string, tests: readonly Test[], { count, isAdaptive }: Runs): string {
  const repeats = isAdaptive ? `-Runs ${LEAST_RUNS} -Until ${UNTIL_PERCENT} -MaxRuns ${count}` : `-Runs ${count}`;
  return `${POWERSHELL} -Target {host} -Test ${tests.join(",")} ${repeats} -Label ${adapter} -Output ${adapter}.json`;
}

const POWERSHELL = "powershell -ExecutionPolicy Bypass -File vnic-validate.ps1";

/** For the command prompt. */
const repeat = ({ count }: Runs, command: string): string => `for /L %r in (1,1,${count}) do ${command}`;

/** The numbers of the runs, for a loop of the shell. */
export function countUp({ count }: Runs): string {
  return Array.from({ length: count }, (_, at) => at + 1).join(" ");
}

/** What runs on the other end while the tests are made. */
export function otherEndFor(method: Method, tests: readonly Test[]): string {
  if (method === "dpdk") return "./t-rex-64 -i";
  if (method === "windows") return `${POWERSHELL} -Serve`;
  if (method === "oldWindows")
    return tests
      .map(
        (test) =>
          ({
            throughput: "iperf -s",
            packets: "iperf -s -u",
            "request-response": "# nothing: the pings start here",
          })[test],
      )
      .join("\n");
  if (method === "kit" || method === "elsewhere") return "sh vnic-validate.sh --serve";
  return tests.includes("request-response") ? "netserver" : "iperf3 -s";
}

const iperf3Times = `-t ${SECONDS_PER_SEND} -O ${SECONDS_LEFT_OUT}`;

const unixTools: Readonly<Record<Test, (output: string) => string>> = {
  throughput: (output) => `iperf3 -c {host} ${iperf3Times} -J > ${output}.json`,
  packets: (output) => `iperf3 -c {host} -u -b 0 -l 64 ${iperf3Times} -J > ${output}.json`,
  "request-response": (output) => `netperf -H {host} -t TCP_RR -l ${SECONDS_PER_SEND} > ${output}.txt`,
};

function unixCommand(adapter: string, tests: readonly Test[], runs: Runs): string {
  return tests
    .map((test) => `for run in ${countUp(runs)}; do ${unixTools[test](`${adapter}-${test}-$run`)}; done`)
    .join("\n");
}

/** The command that makes the tests with an adapter. */
export const commandFor: Readonly<Record<Method, (adapter: string, tests: readonly Test[], runs: Runs) => string>> = {
  kit: kitCommand,
  elsewhere: kitCommand,
  windows: windowsCommand,
  oldWindows: (adapter, tests, runs) =>
    tests
      .map((test) =>
        test === "request-response"
          ? `rem on the other end, in its shell\nfor run in ${countUp(runs)}; do ping -c 150 -i 0.2 {target-address} > ${adapter}-${test}-$run.txt; done`
          : repeat(
              runs,
              `iperf.exe -c {host} ${test === "packets" ? "-u -b 1000M -l 64 " : ""}-t ${SECONDS_PER_SEND} -y C > ${adapter}-${test}-%r.csv`,
            ),
      )
      .join("\n"),
  unix: unixCommand,
  through: unixCommand,
  dpdk: (adapter, _, runs) =>
    [
      "# in the guest, with two adapters of the kind",
      "dpdk-testpmd -l 0-2 -a {guest-pci-address} -a {second-guest-pci-address} -- --forward-mode=mac --eth-peer=0,{peer-mac} --eth-peer=1,{second-peer-mac} --nb-cores=2 --stats-period=10",
      "# on the generator",
      `for run in ${countUp(runs)}; do ./ndr --stl --port 0 1 --profile stl/bench.py --prof-tun size=64 --opt-bin-search -v > ${adapter}-$run.txt; done`,
    ].join("\n"),
};

/** Sets the Linux kernel's generator up to send at a rate for some seconds: it does in the kernel what costs iperf3 a system call for each packet. */
export function floodSetup(packetRate: number, packetBytes: number, seconds: number): string {
  const threads = Math.ceil(packetRate / PACKETS_PER_THREAD);
  const each = Math.round(packetRate / threads);
  const lines = [
    `count ${each * seconds}`,
    `ratep ${each}`,
    `pkt_size ${Math.max(LEAST_FRAME, packetBytes + ETHERNET_HEADER)}`,
    "flag QUEUE_MAP_CPU",
    "dst {target-address}",
    "dst_mac {guest-mac}",
  ];
  return [
    "modprobe pktgen",
    `for cpu in $(seq 0 ${threads - 1}); do`,
    "  echo rem_device_all > /proc/net/pktgen/kpktgend_$cpu",
    '  echo "add_device {interface}@$cpu" > /proc/net/pktgen/kpktgend_$cpu',
    `  for line in ${lines.map((line) => `"${line}"`).join(" ")}; do`,
    '    echo "$line" > "/proc/net/pktgen/{interface}@$cpu"',
    "  done",
    "done",
  ].join("\n");
}

/** Sends the runs, and counts meanwhile what arrives. */
export function floodCommand(
  adapter: string,
  runs: string,
  seconds: number,
  counter: "linux" | "windows" | "bsd",
): string {
  const counting = {
    linux: `sar -n DEV 1 ${seconds} > ${adapter}-rate.txt`,
    windows: `typeperf "\\Network Interface(*)\\Packets Received/sec" -sc ${seconds} -o ${adapter}-rate.csv`,
    bsd: `netstat -w 1 > ${adapter}-rate.txt`,
  };
  return [
    "# where the packets arrive, first",
    counting[counter],
    "# on the other end",
    `for run in ${runs}; do echo start > /proc/net/pktgen/pgctrl; done`,
  ].join("\n");
}

/** Difference that does not matter, as a part of one; also the default of the kit's comparison. */
export const MARGIN = 0.05;
/** Fewer repetitions say nothing about their spread. */
export const LEAST_RUNS = 5;
/** How much repetitions are reckoned to vary, as a part of one. Many hosts are quieter, so the kit may stop earlier. */
export const NOISE = 0.05;
/** A search for the highest rate varies by what it resolves. */
export const SEARCH_NOISE = 0.02;
/** Quantile of the normal distribution for a two-sided interval of 95 %. */
const Z_INTERVAL = 1.96;
/** Quantiles that make nine of ten sessions decide: for a difference, and for an interval that lies within a margin on both sides. */
const Z_POWER = { difference: 1.282, equivalence: 1.645 };

/** What the comparison has to show: that one adapter is ahead by an effect, or that both are alike within a margin. */
type Aim = keyof typeof Z_POWER;

/**
 * Repetitions of each adapter after which Welch's test on logarithms decides in nine of ten sessions, by the usual formula for
 * two means with Guenther's correction for the unknown spread.
 * @param effect relative difference that is expected, such as 0.2, or the margin
 * @param noise relative spread of the repetitions
 */
export function countRuns(effect: number, noise: number, aim: Aim): number {
  const spread = Math.log1p(noise ** 2);
  const distance = Math.log1p(effect);
  const quantiles = Z_INTERVAL + Z_POWER[aim];
  return Math.max(LEAST_RUNS, Math.ceil((2 * quantiles ** 2 * spread) / distance ** 2 + Z_INTERVAL ** 2 / 4));
}

/**
 * The smallest ratio that studies measured between two adapters in some metrics, in favour of the first; undefined if there is
 * none, or if studies do not agree that the first is ahead by more than the margin.
 */
export function findExpectedRatio(
  measured: Advice["effects"]["measured"],
  adapter: string,
  rival: string,
  metrics: readonly string[],
): number | undefined {
  const lows = measured.flatMap((ratio) => {
    if (!metrics.includes(ratio.metric)) return [];
    if (ratio.adapter === adapter && ratio.over === rival) return [ratio.low];
    return ratio.adapter === rival && ratio.over === adapter ? [1 / ratio.high] : [];
  });
  const least = Math.min(...lows);
  return lows.length > 0 && least > 1 + MARGIN ? least : undefined;
}

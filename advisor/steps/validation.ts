import type { Advice, Validation, Verdict } from "../explain/advice.ts";
import { type Context, groupDigits } from "../explain/context.ts";
import type { Platform } from "../knowledge/knowledge.ts";
import { fillSentence } from "../questions/questions.ts";
import type { Situation } from "../questions/situation.ts";
import { findClaim, floodCommand, floodSetup, type Claim } from "./validation-claim.ts";
import { countRuns, findExpectedRatio, LEAST_RUNS, MARGIN, NOISE, SEARCH_NOISE } from "./validation-runs.ts";
import { versionCode } from "../knowledge/version.ts";

const SECONDS_PER_SEND = 30;
/** With what is left out at the beginning. */
const SECONDS_PER_RUN = SECONDS_PER_SEND + 3;
/** A search of TRex for the rate without loss takes up to ten trials. */
const SECONDS_PER_SEARCH = 240;
/** Where the effect is not known, the kit adds runs until the interval of each adapter is as narrow as this, in percent. */
const UNTIL_PERCENT = 2;
/** What one stream of iperf3 sends at a steady rate on a processor of the last ten years. */
const PACKETS_PER_STREAM = 100_000;
/** More streams than this take more processors than most guests have, and from there on iperf3 measures itself. */
const MOST_STREAMS = 10;
/** Headers of IPv4 and UDP. */
const HEADER_BYTES = 28;
/** The least that iperf3 sends in a datagram. */
const LEAST_PAYLOAD = 16;

type Test = "throughput" | "packets" | "request-response";
/** How a guest is measured: by the kit's script for Linux and FreeBSD or by that for Windows, by iperf 2 in Windows before it, by the tools themselves in other systems, by machines on either side of one that forwards, by TRex past the kernel. */
type Method = "kit" | "elsewhere" | "windows" | "oldWindows" | "unix" | "through" | "dpdk";

/** What the kit takes for a repetition of all series of a test with its defaults, pauses included. */
const SECONDS_OF_KIT: Readonly<Record<Test, number>> = { throughput: 140, packets: 300, "request-response": 35 };

/** The metric of a test, of which more is better. */
const METRIC_OF: Readonly<Record<Test, string>> = {
  throughput: "throughput",
  packets: "packet-rate",
  "request-response": "request-rate",
};

/** From these releases on Windows has the cmdlets for adapters that the kit's script uses. */
const WINDOWS_WITH_KIT: Readonly<Record<string, string>> = { "windows-server": "2012", "windows-client": "6.2" };

/** The systems that run the kit's script for sh. */
const WITH_KIT = ["linux", "freebsd"];

/** The systems that have the kit's tools, if not what else it needs. */
const WITH_TOOLS = ["openbsd", "netbsd", "solaris", "macos"];

/** How often each adapter is measured. */
interface Runs {
  /** At most so often. */
  count: number;
  /** The ratio that studies lead to expect; undefined if none does. */
  ratio: number | undefined;
  /** Whether the script stops earlier once its intervals are narrow. */
  isAdaptive: boolean;
}

/** The runs that would confirm or refute what the recommendation claims. */
export function validationPlan(
  context: Context,
  recommended: string,
  verdicts: Verdict[],
  situation: Situation,
  measured: Advice["effects"]["measured"],
): Validation {
  const {
    messages,
    table: { platform },
    guest,
  } = context;
  const claim = findClaim(context, recommended, verdicts, situation.currentAdapter);
  const adapters = [recommended, ...(claim.rival ? [claim.rival.adapter] : [])];
  const method = methodFor(context);
  const tests = testsFor(context, claim);
  const isRated = claim.kind === "cpu";
  const hasKit = !isRated && ["kit", "elsewhere", "windows"].includes(method);
  const runs = planRuns(recommended, claim, tests, method, hasKit, measured);
  // Where response times decide as well, they are looked at beside the rate.
  const alsoTimed = isRated && tests.includes("request-response");
  const secondsOfTest = runs.count * SECONDS_PER_RUN;
  const seconds = hasKit
    ? (runs.isAdaptive ? LEAST_RUNS : runs.count) * tests.reduce((sum, test) => sum + SECONDS_OF_KIT[test], 0)
    : method === "dpdk"
      ? runs.count * SECONDS_PER_SEARCH
      : secondsOfTest * (isRated ? (alsoTimed ? 2 : 1) : tests.length);
  const timedBy = isWindows(method) ? method : "unix";
  const isFlood = isRated && streamsFor(context) > MOST_STREAMS;
  const commands = adapters.map((adapter) => ({
    adapter,
    command: isRated
      ? [
          isFlood
            ? floodCommand(adapter, countUp(runs), secondsOfTest, counterFor(method, guest?.family))
            : rateCommand(method, adapter, situation, context, runs),
          ...(alsoTimed ? [commandFor[timedBy](adapter, ["request-response"], runs)] : []),
        ].join("\n")
      : commandFor[method](adapter, tests, runs),
  }));
  const prepare = isFlood
    ? messages.prepare[method === "through" ? "floodThrough" : "flood"]
    : isRated && (method === "kit" || method === "unix")
      ? messages.prepare.rate
      : isRated && method === "windows"
        ? messages.prepare.rateWindows
        : messages.prepare[method];
  const threads =
    isRated && !isFlood && method !== "oldWindows" && streamsFor(context) > 1 ? ` ${messages.prepare.threads()}` : "";
  const rateServer = isFlood
    ? floodSetup(context.filled.values.packetRate, packetBytesOf(situation), SECONDS_PER_SEND)
    : method === "oldWindows"
      ? "iperf -s -u"
      : "iperf3 -s";
  return {
    script: hasKit ? (method === "windows" ? "vnic-validate.ps1" : "vnic-validate.sh") : null,
    language: isWindows(method) && !isFlood ? "batch" : "shell",
    prepare: `${prepare(guest?.name ?? "")}${threads}`,
    otherEnd: isRated
      ? [rateServer, ...(alsoTimed ? [otherEndFor(timedBy, ["request-response"])] : [])].join("\n")
      : otherEndFor(method, tests),
    onHost: isRated ? hostCommands(platform, adapters, runs) : null,
    command: commands[0]?.command ?? "",
    commands,
    runs: runs.count,
    margin: MARGIN,
    seconds: seconds * commands.length,
    expect: expectation(context, claim, verdicts as [Verdict, ...Verdict[]], situation, tests, runs),
  };
}

/** So many that the comparison decides in nine of ten sessions, by the effect that studies lead to expect. */
function planRuns(
  recommended: string,
  { kind, rival }: Claim,
  tests: readonly Test[],
  method: Method,
  hasKit: boolean,
  measured: Advice["effects"]["measured"],
): Runs {
  // Without a rival, or with one that stays excluded, nothing is decided by a difference.
  if (!rival || kind === "leaves") return { count: LEAST_RUNS, ratio: undefined, isAdaptive: false };
  const isAlike = kind === "carries" || kind === "contested";
  const ratio =
    isAlike || kind === "cpu"
      ? undefined
      : findExpectedRatio(
          measured,
          recommended,
          rival.adapter,
          tests.map((test) => METRIC_OF[test]),
        );
  const count = countRuns(
    ratio === undefined ? MARGIN : ratio - 1,
    method === "dpdk" ? SEARCH_NOISE : NOISE,
    isAlike ? "equivalence" : "difference",
  );
  return { count, ratio, isAdaptive: hasKit && count > LEAST_RUNS };
}

function isWindows(method: Method): method is "windows" | "oldWindows" {
  return method === "windows" || method === "oldWindows";
}

/** Where a guest forwards, the receiver beyond it counts, which has Linux; so has what stands in for a system without tools. */
function counterFor(method: Method, family: string | undefined): "linux" | "windows" | "bsd" {
  if (isWindows(method)) return "windows";
  return method === "unix" || (method === "kit" && family === "freebsd") ? "bsd" : "linux";
}

/** What would confirm and what would refute the claim. */
function expectation(
  context: Context,
  { kind, rival }: Claim,
  [own, ...others]: [Verdict, ...Verdict[]],
  situation: Situation,
  tests: readonly Test[],
  runs: Runs,
): string {
  const {
    filled: { values },
    unknowns,
    fitting,
    messages: { expect },
    table: { adapters, platform },
  } = context;
  const rate = groupDigits(values.packetRate);
  if (!rival)
    return expect.alone(
      own.name,
      others.some(({ status }) => status === "suitable" || status === "conditional"),
    );
  const isOffered =
    rival.status === "excluded" ||
    rival.adapter === situation.currentAdapter ||
    ((fitting >> adapters.findIndex(({ id }) => id === rival.adapter)) & 1) === 1;
  const turns = [
    expect.inTurn(own.name, rival.name),
    ...(isOffered ? [] : [expect.ifOffered(rival.name)]),
    ...(kind === "leaves" ? [] : [describeRuns(context, runs, kind)]),
  ].join(" ");
  if (kind === "cpu") {
    const timed = tests.includes("request-response") ? ` ${expect.timed(own.name)}` : "";
    return `${turns} ${expect.cpu(own.name, rival.name, rate)}${timed} ${platform.hostCounters?.cpu.text ?? expect.readHost()}`;
  }
  if (kind !== "carries" && kind !== "leaves")
    return `${turns} ${expect[kind === "contested" ? kind : "better"](own.name, rival.name)}`;
  const need = tests.includes("request-response")
    ? undefined
    : !unknowns.fields.packetRate
      ? expect.packets(rate)
      : situation.throughputGbps === undefined
        ? undefined
        : expect.throughput(String(situation.throughputGbps));
  if (kind === "leaves") return `${turns} ${expect.leaves(own.name, rival.name, need)}`;
  return `${turns} ${need === undefined ? expect.noWorse(own.name, rival.name) : expect.carries(own.name, rival.name, need)}`;
}

/** How many runs, and for which effect. */
function describeRuns(
  { messages: { expect } }: Context,
  { count, ratio, isAdaptive }: Runs,
  kind: Claim["kind"],
): string {
  const times = String(count);
  const [margin, noise] = [MARGIN, NOISE].map((part) => String(100 * part)) as [string, string];
  const runs =
    ratio !== undefined
      ? expect.runsForRatio(times, ratio.toFixed(2), noise)
      : kind === "carries" || kind === "contested"
        ? expect.runsForEquivalence(times, margin)
        : expect.runsForMargin(times, margin);
  return isAdaptive ? `${runs} ${expect.stopsEarly(String(UNTIL_PERCENT))}` : runs;
}

function methodFor({ filled, guest }: Context): Method {
  const { family } = guest ?? {};
  if (filled.values.dpdk) return "dpdk";
  if (filled.values.forwardsPackets) return "through";
  if (family === undefined || WITH_KIT.includes(family)) return "kit";
  const first = WINDOWS_WITH_KIT[family];
  if (guest && first !== undefined) return versionCode(guest.release) < versionCode(first) ? "oldWindows" : "windows";
  return WITH_TOOLS.includes(family) ? "unix" : "elsewhere";
}

/** The tests that bear on what was asked. */
function testsFor({ filled, unknowns }: Context, { gain }: Claim): Test[] {
  if (gain === "latency" || (filled.values.latencySensitive && !unknowns.fields.latencySensitive))
    return ["request-response"];
  const doPacketsDecide = !unknowns.fields.packetRate || filled.values.forwardsPackets;
  return doPacketsDecide ? ["throughput", "packets"] : ["throughput"];
}

/** Datagrams at the rate that is needed, neither more nor fewer: only at the same rate is what the host spends comparable. */
function rateCommand(method: Method, adapter: string, situation: Situation, context: Context, runs: Runs): string {
  const payload = Math.max(LEAST_PAYLOAD, packetBytesOf(situation) - HEADER_BYTES);
  const rate = Math.max(1, context.filled.values.packetRate);
  const streams = streamsFor(context);
  const flags = `-c {host} -u -l ${payload} -b ${Math.round((rate / streams) * payload * 8)}${streams > 1 ? ` -P ${streams}` : ""} -t ${SECONDS_PER_SEND}`;
  if (method === "oldWindows") return repeat(runs, `iperf.exe ${flags} -y C > ${adapter}-rate-%r.csv`);
  const iperf3 = `${flags} -O 3 -J > ${adapter}-rate-`;
  return method === "windows"
    ? repeat(runs, `iperf3.exe ${iperf3}%r.json`)
    : `for run in ${countUp(runs)}; do iperf3 ${iperf3}$run.json; done`;
}

/** Size of an IP packet: what was given, full-size where throughput was, else that of 64 bytes of data. */
function packetBytesOf({ packetBytes, throughputGbps }: Situation): number {
  return packetBytes ?? (throughputGbps === undefined ? 64 + HEADER_BYTES : 1500);
}

function streamsFor({ filled }: Context): number {
  return Math.max(1, Math.ceil(filled.values.packetRate / PACKETS_PER_STREAM));
}

/** What reads the host's CPU while the runs last, a sample for each run; null where no way is recorded. */
function hostCommands({ hostCounters }: Platform, adapters: readonly string[], { count }: Runs): string | null {
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

function countUp({ count }: Runs): string {
  return Array.from({ length: count }, (_, at) => at + 1).join(" ");
}

function otherEndFor(method: Method, tests: readonly Test[]): string {
  if (method === "dpdk") return "./t-rex-64 -i";
  if (method === "windows") return `${POWERSHELL} -Serve`;
  if (method === "oldWindows")
    return tests
      .map(
        (test) =>
          ({
            throughput: "iperf -s",
            packets: "iperf -s -u",
            "request-response": "# nothing: it asks, and the guest answers",
          })[test],
      )
      .join("\n");
  if (method === "kit" || method === "elsewhere") return "sh vnic-validate.sh --serve";
  return tests.includes("request-response") ? "netserver" : "iperf3 -s";
}

const unixTools: Readonly<Record<Test, (output: string) => string>> = {
  throughput: (output) => `iperf3 -c {host} -t 30 -O 3 -J > ${output}.json`,
  packets: (output) => `iperf3 -c {host} -u -b 0 -l 64 -t 30 -O 3 -J > ${output}.json`,
  "request-response": (output) => `netperf -H {host} -t TCP_RR -l 30 > ${output}.txt`,
};

function unixCommand(adapter: string, tests: readonly Test[], runs: Runs): string {
  return tests
    .map((test) => `for run in ${countUp(runs)}; do ${unixTools[test](`${adapter}-${test}-$run`)}; done`)
    .join("\n");
}

const commandFor: Readonly<Record<Method, (adapter: string, tests: readonly Test[], runs: Runs) => string>> = {
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
      "dpdk-testpmd -l 0-2 -a {pci-address} -a {second-pci-address} -- --forward-mode=mac --eth-peer=0,{peer-mac} --eth-peer=1,{second-peer-mac} --nb-cores=2 --stats-period=10",
      "# on the generator",
      `for run in ${countUp(runs)}; do ./ndr --stl --port 0 1 --profile stl/bench.py --prof-tun size=64 --opt-bin-search -v > ${adapter}-$run.txt; done`,
    ].join("\n"),
};

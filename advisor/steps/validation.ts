import type { Validation, Verdict } from "../explain/advice.ts";
import { type Context, groupDigits } from "../explain/context.ts";
import type { Platform } from "../knowledge/knowledge.ts";
import { fillSentence } from "../questions/questions.ts";
import type { Situation } from "../questions/situation.ts";
import { findClaim, floodCommand, floodSetup, type Claim } from "./validation-claim.ts";
import { versionCode } from "../knowledge/version.ts";

const RUNS = 5;
const SECONDS_PER_SEND = 30;
/** With what is left out at the beginning. */
const SECONDS_PER_RUN = SECONDS_PER_SEND + 3;
/** A search for the rate without loss takes up to ten trials. */
const SECONDS_PER_SEARCH = 240;
/** How often the host's CPU is read. */
const SECONDS_PER_SAMPLE = 5;
/** What one stream of iperf3 sends at a steady rate on a processor of the last ten years. */
const PACKETS_PER_STREAM = 100_000;
/** More streams than this take more processors than most guests have, and from there on iperf3 measures itself. */
const MOST_STREAMS = 10;
/** Headers of IPv4 and UDP. */
const HEADER_BYTES = 28;
/** The least that iperf3 sends in a datagram. */
const LEAST_PAYLOAD = 16;

type Test = "throughput" | "packets" | "request-response";
/** How a guest is measured: by the kit in Linux, by NTttcp and Latte in Windows, by iperf 2 in Windows before them, by the tools themselves in other systems, by machines on either side of one that forwards, by TRex past the kernel. */
type Method = "kit" | "elsewhere" | "windows" | "oldWindows" | "unix" | "through" | "dpdk";

/** From these releases on Windows runs what is offered of NTttcp, Latte and iperf3. */
const WINDOWS_WITH_TOOLS: Readonly<Record<string, string>> = { "windows-server": "2008.2", "windows-client": "6.1" };

/** The systems that have the kit's tools, if not what else it needs. */
const WITH_TOOLS = ["freebsd", "openbsd", "netbsd", "solaris", "macos"];

/** The runs that would confirm or refute what the recommendation claims. */
export function validationPlan(
  context: Context,
  recommended: string,
  verdicts: Verdict[],
  situation: Situation,
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
  // Where response times decide as well, they are looked at beside the rate.
  const alsoTimed = isRated && tests.includes("request-response");
  const secondsOfTest = RUNS * SECONDS_PER_RUN;
  const seconds =
    method === "dpdk" ? RUNS * SECONDS_PER_SEARCH : secondsOfTest * (isRated ? (alsoTimed ? 2 : 1) : tests.length);
  const timedBy = isWindows(method) ? method : "unix";
  const isFlood = isRated && streamsFor(context) > MOST_STREAMS;
  const commands = adapters.map((adapter) => ({
    adapter,
    command: isRated
      ? [
          isFlood
            ? floodCommand(adapter, runs, secondsOfTest, counterFor(method))
            : rateCommand(method, adapter, situation, context),
          ...(alsoTimed ? [commandFor[timedBy](adapter, ["request-response"])] : []),
        ].join("\n")
      : commandFor[method](adapter, tests),
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
    script: !isRated && (method === "kit" || method === "elsewhere") ? "vnic-validate.sh" : null,
    language: isWindows(method) && !isFlood ? "batch" : "shell",
    prepare: `${prepare(guest?.name ?? "")}${threads}`,
    otherEnd: isRated
      ? [rateServer, ...(alsoTimed ? [otherEndFor(timedBy, ["request-response"])] : [])].join("\n")
      : otherEndFor(method, tests),
    onHost: isRated ? hostCommands(platform, adapters, secondsOfTest) : null,
    command: commands[0]?.command ?? "",
    commands,
    seconds: seconds * commands.length,
    expect: expectation(context, claim, verdicts as [Verdict, ...Verdict[]], situation, tests),
  };
}

function isWindows(method: Method): method is "windows" | "oldWindows" {
  return method === "windows" || method === "oldWindows";
}

/** Where a guest forwards, the receiver beyond it counts, which has Linux; so has what stands in for a system without tools. */
function counterFor(method: Method): "linux" | "windows" | "bsd" {
  return isWindows(method) ? "windows" : method === "unix" ? "bsd" : "linux";
}

/** What would confirm and what would refute the claim. */
function expectation(
  context: Context,
  { kind, rival }: Claim,
  [own, ...others]: [Verdict, ...Verdict[]],
  situation: Situation,
  tests: readonly Test[],
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
  const turns = `${expect.inTurn(own.name, rival.name)}${isOffered ? "" : ` ${expect.ifOffered(rival.name)}`}`;
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

function methodFor({ filled, guest }: Context): Method {
  const { family } = guest ?? {};
  if (filled.values.dpdk) return "dpdk";
  if (filled.values.forwardsPackets) return "through";
  if (family === undefined || family === "linux") return "kit";
  const first = WINDOWS_WITH_TOOLS[family];
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
function rateCommand(method: Method, adapter: string, situation: Situation, context: Context): string {
  const payload = Math.max(LEAST_PAYLOAD, packetBytesOf(situation) - HEADER_BYTES);
  const rate = Math.max(1, context.filled.values.packetRate);
  const streams = streamsFor(context);
  const flags = `-c HOST -u -l ${payload} -b ${Math.round((rate / streams) * payload * 8)}${streams > 1 ? ` -P ${streams}` : ""} -t ${SECONDS_PER_SEND}`;
  if (method === "oldWindows") return repeat(`iperf.exe ${flags} > ${adapter}-rate-%r.txt`);
  return rateOfIperf3(method, adapter, `${flags} -O 3 -J`);
}

function rateOfIperf3(method: Method, adapter: string, flags: string): string {
  return method === "windows"
    ? repeat(`iperf3.exe ${flags} > ${adapter}-rate-%r.txt`)
    : `for run in ${runs}; do iperf3 ${flags} > ${adapter}-rate-$run.txt; done`;
}

/** Size of an IP packet: what was given, full-size where throughput was, else that of 64 bytes of data. */
function packetBytesOf({ packetBytes, throughputGbps }: Situation): number {
  return packetBytes ?? (throughputGbps === undefined ? 64 + HEADER_BYTES : 1500);
}

function streamsFor({ filled }: Context): number {
  return Math.max(1, Math.ceil(filled.values.packetRate / PACKETS_PER_STREAM));
}

/** What reads the host's CPU while the runs last; null where no way is recorded. */
function hostCommands({ hostCounters }: Platform, adapters: readonly string[], seconds: number): string | null {
  if (!hostCounters) return null;
  const samples = String(Math.ceil(seconds / SECONDS_PER_SAMPLE));
  return adapters
    .map((adapter) =>
      fillSentence(hostCounters.cpu.command, { adapter, samples, interval: String(SECONDS_PER_SAMPLE) }),
    )
    .join("\n");
}

/** The kit chooses the tool that has a test. */
function kitCommand(adapter: string, tests: readonly Test[]): string {
  return `sh vnic-validate.sh --target HOST --test ${tests.join(",")} --runs ${RUNS} --label ${adapter} --output ${adapter}.json`;
}

/** Both sides name the receiver; as Microsoft has it in "Bandwidth/Throughput testing (NTTTCP)", with one stream, the adapter's own limit. */
const ntttcp = (role: "-r" | "-s", test: Test): string =>
  `ntttcp.exe ${role} -m 1,*,HOST ${test === "packets" ? "-u -l 64" : "-l 64k"} -t 30 -wu 3 -cd 3`;
/** As Microsoft has it in "Test VM network latency", with the round trips that it takes for enough. */
const latte = "-a HOST:5005 -i 65100";
/** For the command prompt: Microsoft says of both tools not to run them from PowerShell. */
const repeat = (command: string): string => `for /L %r in (1,1,${RUNS}) do ${command}`;

function otherEndFor(method: Method, tests: readonly Test[]): string {
  if (method === "dpdk") return "./t-rex-64 -i";
  if (method === "windows")
    return tests
      .map((test) => repeat(test === "request-response" ? `latte.exe ${latte}` : ntttcp("-r", test)))
      .join("\n");
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

const unixTools: Readonly<Record<Test, string>> = {
  throughput: "iperf3 -c HOST -t 30 -O 3 -J",
  packets: "iperf3 -c HOST -u -b 0 -l 64 -t 30 -O 3 -J",
  "request-response": "netperf -H HOST -t TCP_RR -l 30",
};

const runs = Array.from({ length: RUNS }, (_, at) => at + 1).join(" ");

function unixCommand(adapter: string, tests: readonly Test[]): string {
  return tests
    .map((test) => `for run in ${runs}; do ${unixTools[test]} > ${adapter}-${test}-$run.txt; done`)
    .join("\n");
}

const commandFor: Readonly<Record<Method, (adapter: string, tests: readonly Test[]) => string>> = {
  kit: kitCommand,
  elsewhere: kitCommand,
  windows: (adapter, tests) =>
    tests
      .map((test) =>
        repeat(
          test === "request-response"
            ? `latte.exe -c ${latte} > ${adapter}-${test}-%r.txt`
            : `${ntttcp("-s", test)} -xml ${adapter}-${test}-%r.xml`,
        ),
      )
      .join("\n"),
  oldWindows: (adapter, tests) =>
    tests
      .map((test) =>
        test === "request-response"
          ? `rem on the other end, in its shell\nfor run in ${runs}; do ping -c 150 -i 0.2 {target-address} > ${adapter}-${test}-$run.txt; done`
          : repeat(
              `iperf.exe -c HOST ${test === "packets" ? "-u -b 1000M -l 64 " : ""}-t ${SECONDS_PER_SEND} > ${adapter}-${test}-%r.txt`,
            ),
      )
      .join("\n"),
  unix: unixCommand,
  through: unixCommand,
  dpdk: (adapter) =>
    [
      "# in the guest, with two adapters of the kind",
      "dpdk-testpmd -l 0-2 -a {pci-address} -a {second-pci-address} -- --forward-mode=mac --eth-peer=0,{peer-mac} --eth-peer=1,{second-peer-mac} --nb-cores=2 --stats-period=10",
      "# on the generator",
      `for run in ${runs}; do ./ndr --stl --port 0 1 --profile stl/bench.py --prof-tun size=64 --opt-bin-search -v > ${adapter}-$run.txt; done`,
    ].join("\n"),
};

import type { Validation, Verdict } from "./advice.ts";
import type { Told } from "./reasons.ts";

const RUNS = 5;
const SECONDS_PER_RUN = 33;
/** A search for the rate without loss takes up to ten trials. */
const SECONDS_PER_SEARCH = 240;

type Test = "throughput" | "packets" | "request-response";
/** How a guest is measured: by the kit in Linux, by NTttcp and Latte in Windows, by the tools themselves in other systems, by TRex past the kernel. */
type Method = "kit" | "elsewhere" | "windows" | "unix" | "dpdk";

/** The systems that have the kit's tools, if not what else it needs. */
const WITH_TOOLS = ["freebsd", "openbsd", "netbsd", "solaris", "macos"];

/** The runs that would confirm or refute the recommendation. */
export function validationPlan(told: Told, recommended: string, verdicts: Verdict[], current: string | undefined): Validation {
  const { table, fitting, filled, guest } = told;
  const { messages } = table;
  const own = verdicts[0] as Verdict;
  const kindOf = (id: string) => table.adapters.find((adapter) => adapter.id === id)?.kind;
  const isRival = ({ adapter, status }: Verdict): boolean => status === "suitable"
    && ((fitting >> table.adapters.findIndex(({ id }) => id === adapter)) & 1) === 1
    // A data plane chooses between a virtual adapter made for it and passthrough.
    && !(filled.booleans.dpdk && ["emulated", kindOf(recommended)].includes(kindOf(adapter)));
  // What the machine has now is what the answer has to beat.
  const present = current === recommended ? undefined : verdicts.find(({ adapter }) => adapter === current);
  const other = present ?? verdicts.find(isRival);
  const method = methodFor(told);
  const tests = testsFor(told);
  const seconds = method === "dpdk" ? RUNS * SECONDS_PER_SEARCH : RUNS * SECONDS_PER_RUN * tests.length;
  const commands = [recommended, ...(other ? [other.adapter] : [])].map((adapter) => ({ adapter, command: commandFor[method](adapter, tests) }));
  return {
    script: method === "kit" || method === "elsewhere" ? "vnic-validate.sh" : null,
    language: method === "windows" ? "powershell" : "shell",
    prepare: messages.prepare[method](guest?.name ?? ""),
    otherEnd: otherEndFor(method, tests),
    command: commands[0]?.command ?? "",
    commands,
    seconds: seconds * commands.length,
    expect: other ? messages.expect(own.name, other.name) : messages.expectAlone(own.name),
  };
}

function methodFor({ filled, guest }: Told): Method {
  const { family } = guest ?? {};
  if (filled.booleans.dpdk) return "dpdk";
  if (family === undefined || family === "linux") return "kit";
  if (family === "windows-server" || family === "windows-client") return "windows";
  return WITH_TOOLS.includes(family) ? "unix" : "elsewhere";
}

/** The tests that bear on what was asked. */
function testsFor({ filled, unknowns }: Told): Test[] {
  if (filled.booleans.latencySensitive && !unknowns.booleans.latencySensitive) return ["request-response"];
  const doPacketsDecide = !unknowns.numbers.packetRate || filled.booleans.forwardsPackets;
  return doPacketsDecide ? ["throughput", "packets"] : ["throughput"];
}

/** Only one of the kit's two tools has each of the tests that are not its default. */
function kitCommand(adapter: string, tests: readonly Test[]): string {
  const tool = tests.includes("request-response") ? " --tool netperf" : tests.includes("packets") ? " --tool iperf3" : "";
  return `sh vnic-validate.sh --target HOST${tool} --test ${tests.join(",")} --runs ${RUNS} --label ${adapter}`;
}

const ntttcp = (role: "-r" | "-s", test: Test): string => `.\\ntttcp.exe ${role} -m 1,*,HOST ${test === "packets" ? "-u -l 64" : "-l 64k"} -t 30 -wu 3 -cd 3`;
const latte = ".\\latte.exe -a HOST:5005 -i 100000";
const repeat = (command: string): string => `1..${RUNS} | ForEach-Object { ${command} }`;

function otherEndFor(method: Method, tests: readonly Test[]): string {
  if (method === "dpdk") return "./t-rex-64 -i";
  if (method === "windows") return tests.map((test) => repeat(test === "request-response" ? latte : ntttcp("-r", test))).join("\n");
  return tests.includes("request-response") ? "netserver" : "iperf3 -s";
}

const unixTools: Readonly<Record<Test, string>> = {
  throughput: "iperf3 -c HOST -t 30 -O 3 -J", packets: "iperf3 -c HOST -u -b 0 -l 64 -t 30 -O 3 -J", "request-response": "netperf -H HOST -t TCP_RR -l 30",
};

const runs = Array.from({ length: RUNS }, (_, at) => at + 1).join(" ");

const commandFor: Readonly<Record<Method, (adapter: string, tests: readonly Test[]) => string>> = {
  kit: kitCommand,
  elsewhere: kitCommand,
  windows: (adapter, tests) => tests.map((test) => repeat(test === "request-response"
    ? `${latte} -c | Out-File "${adapter}-${test}-$_.txt"` : `${ntttcp("-s", test)} -xml "${adapter}-${test}-$_.xml"`)).join("\n"),
  unix: (adapter, tests) => tests.map((test) => `for run in ${runs}; do ${unixTools[test]} > ${adapter}-${test}-$run.txt; done`).join("\n"),
  dpdk: (adapter) => [
    "# in the guest, with two adapters of the kind",
    "dpdk-testpmd -l 0-2 -a 0000:0b:00.0 -a 0000:13:00.0 -- --forward-mode=mac --eth-peer=0,{peer-mac} --eth-peer=1,{second-peer-mac} --nb-cores=2 --stats-period=10",
    "# on the generator",
    `for run in ${runs}; do ./ndr --stl --port 0 1 --profile stl/bench.py --prof-tun size=64 --opt-bin-search -v > ${adapter}-$run.txt; done`,
  ].join("\n"),
};

import { formatNumber } from "../../../records/numbers.ts";

/** What would fill a gap. */
export type AuthoredRun =
  | { with: "kit"; sides: Side[]; tests: string[]; from?: "target"; note: string[] }
  | { with: "ntttcp"; sides: Side[]; note: string[] }
  | { with: "paced"; sides: Side[]; payloadBytes: number; rates: number[]; note: string[] }
  | { with: "document"; note: string[] };

export interface Side {
  adapter: string;
  label?: string;
}

/** Commands in the order in which they are run, and where. */
export interface RunCommands {
  where: string;
  lines: string[];
}

/** Addresses kept for documentation (RFC 5737): the target has one in each adapter's network. */
const networks = ["192.0.2", "198.51.100", "203.0.113", "192.0.2"];

/** Writes the commands of a run; every side has its turn twice, so that a drift of the environment meets all. */
export function writeRun(
  run: Exclude<AuthoredRun, { with: "document" }>,
  nameOf: (side: Side) => string,
): RunCommands[] {
  switch (run.with) {
    case "kit":
      return writeKit(run, nameOf);
    case "ntttcp":
      return [
        {
          where: "On the target, a Windows machine",
          lines: run.sides.map((_, index) => `ntttcp.exe -r -m 1,*,${target(index)} -l 64k -t 30 -wu 3 -cd 3`),
        },
        {
          where: "In the Windows guest, at least five times and in turns",
          lines: run.sides.map(
            (side, index) =>
              `ntttcp.exe -s -m 1,*,${target(index)} -l 64k -t 30 -wu 3 -cd 3 -xml ${fileOf(side, nameOf)}-1.xml`,
          ),
        },
      ];
    case "paced":
      return [
        ...writeKit({ ...run, with: "kit", tests: ["packets"] }, nameOf),
        {
          where: `In the guest, five times each: ${run.rates.map(formatNumber).join(", ")} packets/s of ${run.payloadBytes} bytes are ${run.payloadBytes} × 8 × the rate in bit/s`,
          lines: run.sides.flatMap((side, index) =>
            run.rates.map(
              (rate) =>
                `iperf3 -c ${target(index)} -u -l ${run.payloadBytes} -b ${rate * run.payloadBytes * 8} -t 30 -O 3 -J > ${fileOf(side, nameOf)}-${rate}-1.json`,
            ),
          ),
        },
      ];
  }
}

function writeKit(
  { sides, tests, from }: Extract<AuthoredRun, { with: "kit" }>,
  nameOf: (side: Side) => string,
): RunCommands[] {
  const tool = tests.includes("request-response") ? "netperf" : "iperf3";
  const turns = ["first", "second"].flatMap((turn, round) =>
    sides.map((side, index) =>
      [
        `sh vnic-validate.sh --target ${from ? guest(index) : target(index)} --tool ${tool} --test ${tests.join(",")}`,
        `--label "${nameOf(side)}, ${turn} turn" --output ${fileOf(side, nameOf)}-${round + 1}.json`,
      ].join(" \\\n  "),
    ),
  );
  const server = tool === "netperf" ? "netserver" : "iperf3 -s";
  return from
    ? [
        { where: "In the guest", lines: [server] },
        { where: "On the other machine, which sends", lines: turns },
      ]
    : [
        { where: "On the target", lines: [server] },
        { where: "In the guest", lines: turns },
      ];
}

const target = (index: number): string => `${networks[index] ?? "192.0.2"}.${index < 3 ? 10 : 110}`;
const guest = (index: number): string => `${networks[index] ?? "192.0.2"}.${index < 3 ? 20 : 120}`;

function fileOf(side: Side, nameOf: (side: Side) => string): string {
  return nameOf(side)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

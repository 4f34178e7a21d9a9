import { groupDigits } from "../../../../advisor/text.ts";
import { toKebabCase } from "../../../check/names.ts";
import { findPath } from "../paths.ts";
import { type AuthoredFile, readPlaced } from "../read-placed.ts";
import type { Atlas } from "../records.ts";
import { cite } from "../site/sources.ts";

/** A gap as its file states it: a missing comparison or fact. */
export interface AuthoredGap {
  id: string;
  title: string;
  platform: string;
  why: string;
  nearest: string[];
  short: string;
  rules: string[];
  run: AuthoredRun;
  closedBy: string[];
}

/** Reads the file of gaps and validates it. */
export function readGaps(authored: AuthoredFile): AuthoredGap[] {
  const gaps = readPlaced("assets/gaps/gaps.yaml", authored).data as Record<string, Omit<AuthoredGap, "id">>;
  return Object.entries(gaps).map(([id, gap]) => ({ id, ...gap }));
}

/** Returns the gaps with the closest evidence, the affected rules and the measurement that would close each gap. Open gaps are first. */
export function compileGaps(gaps: readonly AuthoredGap[], atlas: Atlas) {
  const compiled = gaps.map((gap) => {
    const { id, title, platform, why, short, run } = gap;
    const nameOf = ({ adapter, label }: Side): string => label ?? atlas.find("adapters", adapter).name;
    const sides = run.with === "document" ? [] : run.sides;
    return {
      id,
      title,
      path: `/limits/#${id}`,
      platform: { id: platform, name: atlas.find("platforms", platform).name },
      why,
      short,
      status: gap.closedBy.length === 0 ? "open" : "closed",
      kind: run.with === "document" ? "document" : "measurement",
      adapters: [...new Set(sides.map(({ adapter }) => adapter))],
      nearest: gap.nearest.map((ref) => cite(ref, atlas)),
      rules: gap.rules.map((rule) => ({
        id: rule,
        title: atlas.find("rules", rule).title,
        path: findPath("rules", rule),
      })),
      closedBy: gap.closedBy.map((ref) => cite(ref, atlas)),
      commands: run.with === "document" ? [] : writeRun(run, nameOf),
      note: run.note,
    };
  });
  return [
    ...compiled.filter(({ status }) => status === "open"),
    ...compiled.filter(({ status }) => status === "closed"),
  ];
}

/** Work that would close a gap. */
type AuthoredRun =
  | {
      with: "kit";
      /** The guest's system, if its script is not the one for Linux. */
      system?: "linux" | "windows";
      sides: Side[];
      tests: string[];
      direction?: "receive";
      note: string[];
    }
  | { with: "paced"; sides: Side[]; payloadBytes: number; rates: number[]; note: string[] }
  | { with: "document"; note: string[] };

interface Side {
  adapter: string;
  label?: string;
}

/** Commands in the order of work, each with the machine that runs it. */
interface RunCommands {
  where: string;
  lines: string[];
}

/** Addresses kept for documentation (RFC 5737): the target has one in each adapter's network. */
const targets = ["192.0.2.10", "198.51.100.10"] as const;
/** Names of two interfaces of a guest, by its system. */
const interfaces = { linux: ["ens192", "ens224"], windows: ['"Ethernet"', '"Ethernet 2"'] } as const;
const script = {
  linux: "sh vnic-validate.sh",
  windows: "powershell -ExecutionPolicy Bypass -File vnic-validate.ps1",
} as const;

/** Writes the commands of a run. Both adapters are in the guest at once and take turns, so that a drift of the host meets both. */
export function writeRun(
  run: Exclude<AuthoredRun, { with: "document" }>,
  nameOf: (side: Side) => string,
): RunCommands[] {
  if (run.with === "kit") return writeKit(run, nameOf);
  return [
    ...writeKit({ with: "kit", sides: run.sides, tests: ["packets"], note: [] }, nameOf),
    {
      where: `In the guest, five runs each, in turns: ${run.rates.map(groupDigits).join(", ")} packets/s of ${run.payloadBytes} bytes (bit/s = ${run.payloadBytes} × 8 × rate)`,
      lines: run.sides.flatMap((side, index) =>
        run.rates.map(
          (rate) =>
            `iperf3 -c ${targets[index] ?? targets[0]} -u -l ${run.payloadBytes} -b ${rate * run.payloadBytes * 8} -t 30 -O 3 -J > ${toKebabCase(nameOf(side))}-${rate}-1.json`,
        ),
      ),
    },
  ];
}

/** Every adapter against the first one. */
function writeKit(
  { sides, tests, system = "linux", direction }: Extract<AuthoredRun, { with: "kit" }>,
  nameOf: (side: Side) => string,
): RunCommands[] {
  const [first, ...others] = sides.map(nameOf) as [string, ...string[]];
  const [one, other] = interfaces[system];
  const isWindows = system === "windows";
  const line = (name: string): string =>
    [
      `${script[system]} ${isWindows ? "-A" : "--a"} ${one} ${isWindows ? "-B" : "--b"} ${other}`,
      `${isWindows ? "-Target" : "--target"} ${targets.join(",")} ${isWindows ? "-Test" : "--test"} ${tests.join(",")}${direction ? ` ${isWindows ? "-Direction" : "--direction"} ${direction}` : ""}`,
      `${isWindows ? "-Label" : "--label"} "A: ${first}, B: ${name}" ${isWindows ? "-Output" : "--output"} ${toKebabCase(`${first} and ${name}`)}.json`,
    ].join(isWindows ? " " : " \\\n  ");
  return [
    { where: "On the target, which needs an address in each adapter's network", lines: [serve(isWindows)] },
    {
      where: `In the guest, with ${one.replaceAll('"', "")} as ${first} and ${other.replaceAll('"', "")} as ${others.length > 1 ? "the other" : others[0]}`,
      lines: others.map(line),
    },
  ];
}

function serve(isWindows: boolean): string {
  return isWindows ? `${script.windows} -Serve` : `${script.linux} --serve`;
}

import type { Verdict } from "../explain/advice.ts";
import { servingElse } from "../explain/summary.ts";
import type { Gain } from "../knowledge/knowledge.ts";
import { canBeRun } from "../explain/exclusions.ts";
import type { Context } from "../explain/context.ts";
import type { Row } from "../engine/rows.ts";

/**
 * What the runs have to show: that it does better; that the host spends less CPU at the same rate; that it carries
 * what is needed, where something else than speed speaks for it; what leaving the present adapter costs, where that is out anyway;
 * or which of two the evidence should have preferred.
 */
export type ClaimKind = "better" | "cpu" | "carries" | "leaves" | "contested" | "alone";

export interface Claim {
  kind: ClaimKind;
  /** The adapter that it has to hold against. */
  rival: Verdict | undefined;
  gain: Gain | undefined;
}

/** What the recommendation claims, and against which adapter, by what decided. */
export function findClaim(
  context: Context,
  recommended: string,
  verdicts: Verdict[],
  current: string | undefined,
): Claim {
  const {
    table,
    fitting,
    filled: { values },
    decision,
    firedRules,
  } = context;
  const indexOf = (id: string): number => table.adapters.findIndex((adapter) => adapter.id === id);
  const kindOf = (id: string) => table.adapters[indexOf(id)]?.kind;
  const own = indexOf(recommended);
  const elsewhere = servingElse(context, own);
  const rivals = verdicts.filter(
    ({ adapter, status }) =>
      (status === "suitable" || status === "conditional") &&
      !((elsewhere >> indexOf(adapter)) & 1) &&
      // Where response times decide, passthrough is what to measure against, though it may still turn out that the host has none.
      (((fitting >> indexOf(adapter)) & 1) === 1 || (values.latencySensitive && kindOf(adapter) === "passthrough")) &&
      // A data plane chooses between a virtual adapter made for it and passthrough.
      !(values.dpdk && ["emulated", kindOf(recommended)].includes(kindOf(adapter))),
  );
  const isOver = (row: Row, { adapter }: Verdict): boolean =>
    ((row.prefer >> own) & (row.over >> indexOf(adapter)) & 1) === 1;
  // The recommended adapter's rules, what bears on this machine first.
  const leading = (verdicts[0] as Verdict).reasons.flatMap(({ kind, effect, id }) =>
    kind === "rule" && effect === "prefers" ? firedRules.filter((row) => row.id === id) : [],
  );
  // What the machine has now is what the answer has to beat.
  const present =
    current === recommended
      ? undefined
      : verdicts.find((verdict) => verdict.adapter === current && canBeRun(context, verdict));
  const disputed = leading.find((row) => row.rule?.contested && rivals.some((rival) => isOver(row, rival)));
  if (disputed) {
    const over = rivals.filter((rival) => isOver(disputed, rival));
    return {
      kind: "contested",
      rival:
        over.find(({ adapter }) => adapter === current) ??
        (values.latencySensitive && kindOf(recommended) !== "passthrough"
          ? rivals.find(({ adapter }) => kindOf(adapter) === "passthrough")
          : undefined) ??
        over[0],
      gain: disputed.rule?.then.gain,
    };
  }
  const [lead] = leading;
  if (lead && gainOf(lead) === "cpu" && !values.dpdk) {
    const over = rivals.filter((rival) => isOver(lead, rival));
    // An emulated adapter is easily beaten; the claim is about the best that the host serves itself.
    const rival =
      over.find(({ adapter }) => kindOf(adapter) === "paravirtual") ??
      over.find(({ adapter }) => adapter === current) ??
      over[0];
    if (rival) return { kind: "cpu", rival, gain: "cpu" };
  }
  // Of two paravirtual adapters one is the other's forerunner: nobody would go back to it, whatever the runs show.
  const worthy = values.latencySensitive ? ["passthrough", "emulated"] : ["emulated"];
  const rival =
    present ??
    (kindOf(recommended) === "paravirtual"
      ? worthy.flatMap((kind) => rivals.filter(({ adapter }) => kindOf(adapter) === kind))[0]
      : undefined) ??
    // Against passthrough nobody tests what is advised for its driver.
    (kindOf(recommended) === "emulated"
      ? rivals.find(({ adapter }) => kindOf(adapter) !== "passthrough")
      : undefined) ??
    rivals[0];
  if (!rival) return { kind: "alone", rival, gain: undefined };
  const isPlacedBefore = ((decision.order.before[own] as number) >> indexOf(rival.adapter)) & 1;
  const row = [...leading, ...firedRules].find((one) => isOver(one, rival));
  // No result brings back what a requirement or the platform excludes.
  if (rival.status === "excluded") return { kind: "leaves", rival, gain: undefined };
  // It was not speed that decided where no rule places the other behind.
  if (!isPlacedBefore || !row) return { kind: "carries", rival, gain: undefined };
  const gain = gainOf(row);
  const kind =
    gain === "sharing" || gain === "compatibility" || gain === "purpose"
      ? "carries"
      : gain === "cpu" && !values.dpdk
        ? "cpu"
        : "better";
  return { kind, rival, gain };
}

function gainOf({ rule }: Row): Gain | undefined {
  return rule?.then.gain;
}

/** What one thread of pktgen sends at a steady rate, small packets on a card of 10 Gbit/s or more. */
const PACKETS_PER_THREAD = 1_000_000;
const ETHERNET_HEADER = 14;
/** The least that pktgen sends, without the check sum of the frame. */
const LEAST_FRAME = 60;

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

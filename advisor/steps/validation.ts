import { groupDigits } from "../text.ts";
import type { Advice, Validation, Verdict } from "../explain/advice.ts";
import { type Context, systemName } from "../explain/context.ts";
import type { Situation } from "../questions/situation.ts";
import {
  commandFor,
  counterFor,
  countUp,
  floodCommand,
  floodSetup,
  hostCommands,
  isWindows,
  type Method,
  MOST_STREAMS,
  otherEndFor,
  packetBytesOf,
  rateCommand,
  type Runs,
  SECONDS_PER_RUN,
  SECONDS_PER_SEND,
  streamsFor,
  type Test,
  UNTIL_PERCENT,
  countRuns,
  findExpectedRatio,
  LEAST_RUNS,
  MARGIN,
  NOISE,
  SEARCH_NOISE,
} from "./validation-commands.ts";
import { versionCode } from "../knowledge/version.ts";
import { servingElse } from "../explain/summary.ts";
import type { Gain } from "../knowledge/knowledge.ts";
import { canBeRun } from "../explain/exclusions.ts";
import type { Row } from "../engine/rows.ts";

/** A search of TRex for the rate without loss takes up to ten trials. */
const SECONDS_PER_SEARCH = 240;
/** What the kit takes for a repetition of all series of a test with its defaults, pauses included. */
export const SECONDS_OF_KIT: Readonly<Record<Test, number>> = { throughput: 140, packets: 300, "request-response": 35 };

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
  const isTimed = tests.includes("request-response");
  const alsoTimed = isRated && isTimed;
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
    ? floodSetup(context.values.packetRate, packetBytesOf(situation), SECONDS_PER_SEND)
    : method === "oldWindows"
      ? "iperf -s -u"
      : "iperf3 -s";
  return {
    script: hasKit ? (method === "windows" ? "vnic-validate.ps1" : "vnic-validate.sh") : null,
    language: isWindows(method) && !isFlood ? "batch" : "shell",
    prepare: `${prepare(systemName(context), isTimed)}${threads}`,
    otherEnd: isRated
      ? [rateServer, ...(alsoTimed ? [otherEndFor(timedBy, ["request-response"])] : [])].join("\n")
      : otherEndFor(method, tests),
    onHost: isRated ? hostCommands(platform, adapters, runs) : null,
    command: commands[0]?.command ?? "",
    commands,
    runs: runs.count,
    margin: MARGIN,
    seconds: seconds * commands.length,
    expect: [
      ...(situation.requires?.includes("rdma") ? [messages.expect.withoutRdma()] : []),
      expectation(context, claim, verdicts as [Verdict, ...Verdict[]], situation, tests, runs),
    ].join(" "),
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
  const noise = method === "dpdk" ? SEARCH_NOISE : NOISE;
  if (!rival || kind === "leaves") return { count: LEAST_RUNS, noise, ratio: undefined, isAdaptive: false };
  const isAlike = kind === "carries" || kind === "contested";
  const ratio =
    // No study's ratio is of a search for the highest rate with DPDK.
    isAlike || kind === "cpu" || method === "dpdk"
      ? undefined
      : findExpectedRatio(
          measured.filter(({ otherGuest }) => !otherGuest),
          recommended,
          rival.adapter,
          tests.map((test) => METRIC_OF[test]),
        );
  const count = countRuns(ratio === undefined ? MARGIN : ratio - 1, noise, isAlike ? "equivalence" : "difference");
  return { count, noise, ratio, isAdaptive: hasKit && count > LEAST_RUNS };
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
    values,
    unknowns,
    fitting,
    messages: { expect, warnings },
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
    const readCpu = platform.hostCounters?.cpu.text ?? expect.readHost();
    // The results that pass and fail come last: the card shows them apart.
    return `${turns} ${readCpu}${timed} ${expect.cpu(own.name, rival.name, rate)}`;
  }
  if (kind !== "carries" && kind !== "leaves")
    return `${turns} ${expect[kind === "contested" ? kind : "better"](own.name, rival.name)}`;
  const need = tests.includes("request-response")
    ? undefined
    : !unknowns.fields.packetRate
      ? warnings.packets(rate)
      : situation.throughputGbps === undefined
        ? undefined
        : expect.throughput(String(situation.throughputGbps));
  if (kind === "leaves") return `${turns} ${expect.leaves(own.name, rival.name, need)}`;
  return `${turns} ${need === undefined ? expect.noWorse(own.name, rival.name) : expect.carries(own.name, rival.name, need)}`;
}

/** How many runs, and for which effect. */
function describeRuns(
  { messages: { expect } }: Context,
  { count, noise, ratio, isAdaptive }: Runs,
  kind: Claim["kind"],
): string {
  const times = String(count);
  const [margin, spread] = [MARGIN, noise].map((part) => String(100 * part)) as [string, string];
  const runs =
    ratio !== undefined
      ? expect.runsForRatio(times, ratio.toFixed(2), spread)
      : kind === "carries" || kind === "contested"
        ? expect.runsForEquivalence(times, margin, spread)
        : expect.runsForMargin(times, margin, spread);
  return isAdaptive ? `${runs} ${expect.stopsEarly(String(UNTIL_PERCENT))}` : runs;
}

function methodFor({ values, guest }: Context): Method {
  const { family } = guest ?? {};
  if (values.dpdk) return "dpdk";
  if (values.forwardsPackets) return "through";
  if (family === undefined || WITH_KIT.includes(family)) return "kit";
  const first = WINDOWS_WITH_KIT[family];
  if (guest && first !== undefined) return versionCode(guest.release) < versionCode(first) ? "oldWindows" : "windows";
  return WITH_TOOLS.includes(family) ? "unix" : "elsewhere";
}

/** Returns the tests for a claim: latency, throughput or packets. */
function testsFor({ values, unknowns }: Context, { gain }: Claim): Test[] {
  if (gain === "latency" || (values.latencySensitive && !unknowns.fields.latencySensitive)) return ["request-response"];
  const doPacketsDecide = !unknowns.fields.packetRate || values.forwardsPackets;
  return doPacketsDecide ? ["throughput", "packets"] : ["throughput"];
}

/**
 * The claim that the runs test.
 * - `better`: the adapter is faster than the rival.
 * - `cpu`: the host uses less CPU at the same rate.
 * - `carries`: the adapter reaches the required rate. Something else than speed decided.
 * - `leaves`: the cost of replacing a current adapter that cannot stay.
 * - `contested`: studies disagree about the two adapters.
 * - `alone`: there is no rival.
 */
type ClaimKind = "better" | "cpu" | "carries" | "leaves" | "contested" | "alone";

interface Claim {
  kind: ClaimKind;
  /** The adapter that the recommended one is compared with. */
  rival: Verdict | undefined;
  gain: Gain | undefined;
}

/** Returns the claim of the recommendation. The reason that decided determines its kind and the rival. */
function findClaim(context: Context, recommended: string, verdicts: Verdict[], current: string | undefined): Claim {
  const { table, fitting, values, decision, firedRules } = context;
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

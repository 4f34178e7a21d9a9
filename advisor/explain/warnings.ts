import { groupDigits } from "../text.ts";
import type { Verdict, Warning } from "./advice.ts";
import { featureName, isIgnored, type Context } from "./context.ts";
import {
  gigabitsPerSecond,
  isOfBulk,
  MOST_OF_STACK,
  PACKET_BYTES,
  packetsPerSecond,
} from "../questions/packet-rate.ts";
import { whyImpossible } from "./exclusions.ts";
import { maskOf } from "./order-reasons.ts";
import type { LostFeature } from "./reasons.ts";
import type { Situation } from "../questions/situation.ts";
import { needsOf } from "../engine/rows.ts";
import { newestHardware } from "../engine/table.ts";
import type { Guest, Question } from "../knowledge/knowledge.ts";
import { versionCode, versionText } from "../knowledge/version.ts";

/** A warning whose text may be missing. A missing text is composed of the other fields. */
type Doubt = Omit<Warning, "text"> & Partial<Pick<Warning, "text">>;

/** Rates this far from what throughput and packet size say are taken for the same. */
const ROUNDING = 1.1;

/** Returns warnings about inputs that are impossible, contradict each other or do not apply to the platform. */
export function warnOf(
  context: Context,
  given: Situation,
  situation: Situation,
  verdicts: Verdict[],
  lost: LostFeature[],
): Warning[] {
  const { messages, table, guest } = context;
  const own = guest?.platforms[table.platform.id];
  // Where neither its own entry nor an older one's serves, the first that either has is worth naming.
  const first = own?.older ?? own;
  const from = first?.listedFrom ?? 0;
  return [
    ...doubtsOfRelease(context, from, versionCode(first?.since ?? "0"), situation),
    ...doubtsOfHardware(context, from, situation),
    ...doubtsOfIgnored(context, situation),
    ...doubtsOfGuest(context, given, situation),
    ...doubtsOfTraffic(context, situation),
    ...doubtsOfStack(context, situation),
    ...doubtsOfCurrent(context, situation, verdicts),
    ...lost.map(
      ({ feature, others, isRequired }): Doubt => ({
        field: "requires",
        found: messages.beside(featureName(context, feature), others),
        expected: messages.warnings.beside(),
        text: messages.warningBeside(
          context.questions.get("requires")?.label ?? "requires",
          featureName(context, feature),
          others,
          isRequired,
        ),
        ...(isRequired
          ? { contradiction: messages.contradictions.features(featureName(context, feature), others) }
          : {}),
      }),
    ),
  ].map((doubt) => ({
    ...doubt,
    text:
      doubt.text ??
      messages.warning(
        context.questions.get(doubt.field)?.label ?? doubt.field,
        withUnit(context, doubt.field, doubt.found),
        doubt.expected,
        doubt.nearest === undefined ? undefined : withUnit(context, doubt.field, doubt.nearest),
      ),
  }));
}

/** A number in groups of digits with the unit of its field; other values as they are. */
function withUnit({ questions, messages }: Context, field: Warning["field"], value: string): string {
  const { unit, group } = questions.get(field) ?? {};
  if (group !== "traffic" || !/^\d+(\.\d+)?$/.test(value)) return value;
  const digits = groupDigits(Number(value));
  return unit === undefined ? messages.warnings.packets(digits) : `${digits} ${unit}`;
}

/** Releases that the platform does not have, or on which it does not have the guest. */
function doubtsOfRelease(
  { messages: { warnings }, table, guest }: Context,
  from: number,
  since: number,
  { platformVersion }: Situation,
): Doubt[] {
  if (platformVersion === undefined) return [];
  const {
    releases,
    platform: { releaseName },
  } = table;
  const code = versionCode(platformVersion);
  // Releases that have the guest: those alone are worth naming.
  const running = releases.filter((release) => release.hardware >= from && release.code >= since);
  const doubt = (expected: string): Doubt[] => {
    const near = running.findLast((release) => release.code <= code) ?? running[0];
    return [
      {
        field: "platformVersion",
        found: platformVersion,
        expected,
        ...(near ? { nearest: versionText(near.code) } : {}),
      },
    ];
  };
  // First of all: a release before the guest's first is not judged as that one, listed or not.
  const [first] = running;
  if (guest && first && (newestHardware(table, code) < from || code < since))
    return doubt(warnings.guestFrom(guest.name, `${releaseName} ${versionText(first.code)}`));
  if (releases.some((release) => minorOf(release.code) === minorOf(code))) return [];
  const all = releases.map((release) => versionText(release.code));
  const isNewer = code > (releases.at(-1)?.code ?? 0);
  if (isNewer || code < (releases[0]?.code ?? 0))
    return doubt(warnings.release(releaseName, all[0] ?? "", all.at(-1) ?? "", isNewer));
  // On platforms with virtual hardware, an unlisted release has no virtual hardware version of its own.
  return newestHardware(table, code) > 0 ? doubt(warnings.releaseOf(releaseName, all.join(", "))) : [];
}

/** Answers to questions that are for other platforms. */
function doubtsOfIgnored(context: Context, situation: Situation): Doubt[] {
  const { messages, table, questions } = context;
  return [...questions.values()].flatMap(({ field }): Doubt[] => {
    const value = situation[field];
    if (value === undefined || !isIgnored(context, field)) return [];
    const found = typeof value === "boolean" ? (value ? messages.yes() : messages.no()).toLowerCase() : String(value);
    return [{ field, found, expected: messages.warnings.ignored(table.platform.name) }];
  });
}

/** Virtual hardware that the release cannot create, or on which the guest is not offered. */
function doubtsOfHardware(context: Context, from: number, { platformVersion, virtualHardware }: Situation): Doubt[] {
  const { messages, table, guest } = context;
  if (virtualHardware === undefined || isIgnored(context, "virtualHardware")) return [];
  const { warnings } = messages;
  const { platform, releases } = table;
  const doubt = (expected: string, nearest?: number): Doubt[] => [
    {
      field: "virtualHardware",
      found: String(virtualHardware),
      expected,
      ...(nearest === undefined ? {} : { nearest: String(nearest) }),
    },
  ];
  const newest =
    platformVersion === undefined
      ? (releases.at(-1)?.hardware ?? 0)
      : newestHardware(table, versionCode(platformVersion));
  if (virtualHardware > newest) {
    const release = platformVersion === undefined ? platform.name : `${platform.releaseName} ${platformVersion}`;
    return doubt(warnings.hardware(newest, release), newest).map((found) => ({
      ...found,
      contradiction: messages.contradictions.hardware(newest, release),
    }));
  }
  return guest && virtualHardware < from && from <= newest
    ? doubt(warnings.guestFrom(guest.name, `${messages.virtualHardware()} ${from}`), from)
    : [];
}

function doubtsOfGuest(
  { messages: { warnings, contradictions, no, yes }, table: { platform }, guest, questions }: Context,
  given: Situation,
  { bitness, hardwareVirtualization, dpdk }: Situation,
): Doubt[] {
  const doubts: Doubt[] = [];
  if (guest && given.bitness !== undefined && given.bitness !== guest.bitness) {
    doubts.push({
      field: "bitness",
      found: String(given.bitness),
      expected: warnings.bitness(guest.bitness, guest.name),
      nearest: String(guest.bitness),
      contradiction: contradictions.bitness(guest.name, guest.bitness),
    });
  }
  if (guest && !guest.platforms[platform.id])
    doubts.push({ field: "guest", found: guest.name, expected: warnings.guest(platform.name) });
  if (guest && dpdk && !mayUse(questions.get("dpdk"), guest))
    doubts.push({
      field: "dpdk",
      found: yes().toLowerCase(),
      expected: warnings.dpdk(guest.name),
      nearest: no().toLowerCase(),
    });
  if (hardwareVirtualization === false && (platform.emulator !== undefined || bitness === 64)) {
    doubts.push({
      field: "hardwareVirtualization",
      found: no().toLowerCase(),
      nearest: yes().toLowerCase(),
      ...(platform.emulator !== undefined
        ? { expected: warnings.emulated(platform.emulator) }
        : { expected: warnings.hardwareVirtualization(), contradiction: contradictions.hardwareVirtualization() }),
    });
  }
  return doubts;
}

/** Whether the family and the release of a guest may answer yes. A release that is only assumed may. */
function mayUse({ guestFamily, guestRelease = {} }: Partial<Question> = {}, guest: Guest): boolean {
  const { family, release, catchAll } = guest;
  const first = catchAll ? undefined : guestRelease[family];
  return (
    guestFamily?.includes(family) !== false &&
    (first === undefined || release === "unknown" || versionCode(release) >= versionCode(first))
  );
}

/** Traffic that the link does not carry, and figures of it that exclude each other. */
function doubtsOfTraffic(
  { messages: { warnings }, questions }: Context,
  { packetRate, throughputGbps, packetBytes, linkGbps, requires = [] }: Situation,
): Doubt[] {
  const doubts: Doubt[] = [];
  const usualLink = Number(questions.get("linkGbps")?.assumed?.value ?? Infinity);
  if (throughputGbps !== undefined && throughputGbps > (linkGbps ?? usualLink)) {
    doubts.push({
      field: "throughputGbps",
      found: String(throughputGbps),
      ...(linkGbps === undefined
        ? { expected: warnings.usualLink(usualLink) }
        : { expected: warnings.link(linkGbps), nearest: String(linkGbps) }),
    });
  }
  if (packetBytes !== undefined && packetBytes > PACKET_BYTES.jumbo) {
    doubts.push({
      field: "packetBytes",
      found: String(packetBytes),
      expected: warnings.packet(groupDigits(PACKET_BYTES.jumbo)),
      nearest: String(PACKET_BYTES.jumbo),
    });
  } else if (packetBytes !== undefined && packetBytes > PACKET_BYTES.largest && !requires.includes("jumbo-frames")) {
    doubts.push({
      field: "packetBytes",
      found: String(packetBytes),
      expected: warnings.jumbo(groupDigits(PACKET_BYTES.largest)),
      nearest: String(PACKET_BYTES.largest),
    });
  }
  if (packetRate === undefined) return doubts;
  const found = String(packetRate);
  const smallest = packetBytes ?? PACKET_BYTES.smallest;
  const most = linkGbps === undefined ? Infinity : packetsPerSecond(linkGbps, smallest);
  if (packetRate > most) {
    doubts.push({
      field: "packetRate",
      found,
      expected: warnings.lineRate(groupDigits(most), String(linkGbps), groupDigits(smallest)),
      nearest: String(most),
    });
  } else if (throughputGbps !== undefined) {
    const low = packetsPerSecond(throughputGbps, packetBytes ?? PACKET_BYTES.jumbo);
    const high = packetsPerSecond(throughputGbps, smallest);
    if (packetRate * ROUNDING < low || packetRate > high * ROUNDING) {
      doubts.push({
        field: "packetRate",
        found,
        expected: warnings.rates(groupDigits(low), groupDigits(high), String(throughputGbps)),
        nearest: String(packetRate < low ? low : high),
      });
    }
  }
  return doubts;
}

/** More packets than a guest without DPDK is known to handle, in the unit in which the traffic was given. */
function doubtsOfStack(
  { messages: { warnings }, table: { emulated }, values, unknowns: { rates }, decision: { best }, firedRules }: Context,
  situation: Situation,
): Doubt[] {
  const { packetRate, throughputGbps } = situation;
  // With segmentation offload a guest hands over bulk data in fewer and larger pieces than packets on the wire, but an
  // emulated adapter is not known to carry so much even then.
  const isSpared = isOfBulk(rates) && !((emulated >> Math.max(best, 0)) & 1);
  if (values.dpdk || values.packetRate <= MOST_OF_STACK || isSpared) return [];
  // A rule that prefers an adapter for such rates alone rests on guests that reached them with it.
  if (firedRules.some(({ prefer, spans }) => (prefer >> best) & 1 && (spans.packetRate?.from ?? 0) > MOST_OF_STACK))
    return [];
  if (packetRate !== undefined || throughputGbps === undefined || !rates)
    return [
      {
        field: "packetRate",
        found: String(packetRate ?? values.packetRate),
        expected: warnings.beyondStack(warnings.packets(groupDigits(MOST_OF_STACK))),
      },
    ];
  const most = gigabitsPerSecond(MOST_OF_STACK, rates.largest);
  return [
    {
      field: "throughputGbps",
      found: String(throughputGbps),
      expected: warnings.beyondStack(warnings.gigabits(most.toFixed(2), rates.largest)),
    },
  ];
}

/** Warns if the current adapter is impossible with the given release, virtual hardware and guest, or if it requires a host feature that the input denies. */
function doubtsOfCurrent(context: Context, situation: Situation, verdicts: Verdict[]): Doubt[] {
  const {
    messages: { warnings, contradictions, no, yes },
    table,
  } = context;
  const verdict = verdicts.find(({ adapter }) => adapter === situation.currentAdapter);
  if (!verdict) return [];
  const reason = whyImpossible(context, verdict);
  const { virtualHardware } = situation;
  // An assumed version may be wrong; a given one excludes a virtual adapter as much as the adapter excludes it. Hosts pass
  // cards through to older virtual hardware than is supported.
  const isTooOld =
    virtualHardware !== undefined &&
    !(maskOf(context, verdict.adapter) & table.passthrough) &&
    verdict.reasons.some(({ kind, effect }) => kind === "hardware" && effect === "excludes");
  const section = table.adapters.find(({ id }) => id === verdict.adapter)?.platforms[table.platform.id];
  const lacking = (section?.needs ?? []).filter((field) => situation[field] === false);
  // The guest says whether it runs with hardware virtualization, so no other VM can be meant.
  const isUnvirtualized =
    situation.hardwareVirtualization === false &&
    section !== undefined &&
    needsOf(section).includes("hardwareVirtualization");
  return [
    ...(isUnvirtualized
      ? [
          {
            field: "currentAdapter" as const,
            found: verdict.name,
            expected: warnings.current(contradictions.unvirtualized(verdict.name)),
            contradiction: contradictions.unvirtualized(verdict.name),
          },
        ]
      : []),
    ...(reason
      ? [
          {
            field: "currentAdapter" as const,
            found: verdict.name,
            expected: warnings.current(reason.text),
            ...(isTooOld ? { contradiction: contradictions.current(verdict.name, virtualHardware) } : {}),
          },
        ]
      : []),
    ...lacking.map(
      (field): Doubt => ({
        field,
        found: no().toLowerCase(),
        expected: warnings.needed(verdict.name),
        nearest: yes().toLowerCase(),
      }),
    ),
  ];
}

/** Major and minor number of a release's code. */
function minorOf(code: number): number {
  return Math.floor(code / 1e5);
}

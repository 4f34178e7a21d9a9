import type { Atlas } from "./atlas.ts";
import { formatNumber } from "../../records/numbers.ts";
import type { RecordOf } from "./records.ts";

type Rule = RecordOf<"rules">;
type When = Rule["when"];
type NumberRange = NonNullable<When["packetRate"]>;
type VersionRange = NonNullable<When["platformVersion"]>;

/** Writes a rule's conditions in words: "VMware vSphere, version 5.1 to 5.5, more than 50,000 packets/s, vMotion required". */
export function writeConditionsOfRule(
  { when, since, until }: Pick<Rule, "when" | "since" | "until">,
  atlas: Atlas,
): string {
  const parts = [
    when.platform && listAny(when.platform, (id) => atlas.find("platforms", id).name),
    writeReleases(since, until),
    when.platformVersion && writeVersionRange("version", when.platformVersion),
    when.guest && listAny(when.guest, (id) => nameGuest(atlas.find("guests", id))),
    when.guestFamily &&
      `${listAny(when.guestFamily, (family) => familyNames[family as keyof typeof familyNames])} guest`,
    when.guestRelease && writeVersionRange("guest release", when.guestRelease),
    when.bitness && `${when.bitness}-bit guest`,
    choose(when.hardwareVirtualization, "hardware virtualization", "no hardware virtualization"),
    when.virtualHardware && writeRange(when.virtualHardware, (bound) => `virtual hardware ${bound}`),
    choose(when.guestDrivers, "drivers can be added in the guest", "no drivers added in the guest"),
    when.packetRate && writeRange(when.packetRate, (bound) => `${bound} packets/s`),
    when.linkGbps && writeRange(when.linkGbps, (bound) => `a link of ${bound} Gbit/s`),
    choose(when.saveCpu, "CPU time scarce", "CPU time not scarce"),
    choose(when.latencySensitive, "latency-sensitive", "not latency-sensitive"),
    choose(when.manyConnections, "very many connections", "an ordinary number of connections"),
    choose(when.forwardsPackets, "router, firewall or bridge", "no router, firewall or bridge"),
    choose(when.dpdk, "DPDK in the guest", "no DPDK in the guest"),
    choose(when.iommu, "IOMMU on", "no IOMMU"),
    choose(when.sriovNic, "SR-IOV NIC", "no SR-IOV NIC"),
    when.currentAdapter && `with ${listAny(when.currentAdapter, (id) => atlas.find("adapters", id).name)} now`,
    when.requires && `${listAny(when.requires, (id) => nameFeature(id, when, atlas))} required`,
  ];
  return parts.filter((part) => typeof part === "string").join(", ") || "always";
}

/** Writes what follows from a rule: "prefer SR-IOV or DirectPath I/O over VMXNET3 (less CPU)". */
export function writeConsequence(then: Rule["then"], atlas: Atlas): string {
  const name = (ids: readonly string[]): string =>
    joinWords(
      ids.map((id) => atlas.find("adapters", id).name),
      "and",
    );
  const parts = [
    then.exclude && `exclude ${name(then.exclude)}`,
    then.prefer &&
      `prefer ${name(then.prefer)} over ${name(then.over ?? [])}${then.gain ? ` (${gains[then.gain]})` : ""}`,
    then.warn && `caution with ${name(then.warn)}`,
    then.loses &&
      `no ${joinWords(
        then.loses.map((id) => atlas.find("features", id).name),
        "or",
      )}${then.beside ? ` beside ${then.beside}` : ""}`,
    then.provided && `${name(then.for ?? [])} only ${then.provided}`,
    then.require &&
      `with ${name(then.for ?? [])}: ${then.require.map((id) => atlas.find("steps", id).title).join("; ")}`,
  ];
  return parts.filter((part) => typeof part === "string").join("; ");
}

/** Strength of a rule in words. */
export const strengthTexts: Record<Rule["strength"], string> = {
  "hard-constraint": "hard constraint: nothing outweighs it",
  "vendor-recommendation": "the vendor's recommendation",
  measured: "measured, on the testbeds named",
  practice: "practice, without a measurement of its own",
};

const gains: Record<NonNullable<Rule["then"]["gain"]>, string> = {
  cpu: "less CPU",
  latency: "lower latency",
  throughput: "more throughput",
  sharing: "the port stays shareable",
  compatibility: "works in more cases",
  purpose: "the other is there for something else",
};

const familyNames: Record<RecordOf<"guests">["family"], string> = {
  "windows-server": "Windows Server",
  "windows-client": "Windows client",
  linux: "Linux",
  freebsd: "FreeBSD",
  dos: "DOS",
  "windows-9x": "Windows 9x",
  solaris: "Solaris",
  macos: "macOS",
  netware: "NetWare",
  esxi: "ESXi",
  openbsd: "OpenBSD",
  netbsd: "NetBSD",
  os2: "OS/2",
  openserver: "OpenServer",
  unixware: "UnixWare",
  other: "other",
};

function writeRange({ above, atLeast, below, atMost }: NumberRange, withUnit: (bound: string) => string): string {
  if (atLeast !== undefined && atLeast === atMost) return withUnit(formatNumber(atLeast));
  const low = above === undefined ? bound("at least", atLeast) : bound("more than", above);
  const high = below === undefined ? bound("at most", atMost) : bound("less than", below);
  return withUnit([low, high].filter((part) => part !== "").join(" and "));
}

function bound(word: string, value: number | undefined): string {
  return value === undefined ? "" : `${word} ${formatNumber(value)}`;
}

function writeReleases(since: string | undefined, until: string | undefined): string | undefined {
  if (since === undefined) return until && `version ${until} or before`;
  return `version ${since}${until === undefined ? " or later" : until === since ? "" : ` to ${until}`}`;
}

function writeVersionRange(what: string, { atLeast, below }: VersionRange): string {
  if (atLeast === undefined) return `${what} before ${below ?? "any"}`;
  return below === undefined ? `${what} ${atLeast} or later` : `${what} ${atLeast} or later, before ${below}`;
}

function nameGuest({ name, bitness }: RecordOf<"guests">): string {
  return `${name} ${bitness}-bit`;
}

/** A feature has the platform's name where the rule is about one platform. */
function nameFeature(id: string, when: When, atlas: Atlas): string {
  const feature = atlas.find("features", id);
  const [platform, ...others] = when.platform ?? [];
  return (platform !== undefined && others.length === 0 && feature.platforms[platform]) || feature.name;
}

function listAny(values: readonly string[], name: (id: string) => string): string {
  return joinWords(values.map(name), "or");
}

export function joinWords(words: readonly string[], last: "and" | "or"): string {
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

function choose(value: boolean | undefined, yes: string, no: string): string | undefined {
  if (value === undefined) return undefined;
  return value ? yes : no;
}

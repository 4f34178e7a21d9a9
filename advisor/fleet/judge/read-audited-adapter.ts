import type { Advisor } from "../../advisor.ts";
import type { Adapter, Guest, Knowledge, NumberRange } from "../../knowledge/knowledge.ts";
import type { Policy } from "../../policy/policy.ts";
import { hasReleasesOf, platformIds, questionOf } from "../../questions/questions.ts";
import { readSituation } from "../../questions/read-situation.ts";
import type { Situation } from "../../questions/situation.ts";
import { type Appliance, findAdapter, findAdapterWithTools, type FleetKnowledge } from "../knowledge.ts";
import type { FleetAdapter } from "../record.ts";
import type { Facts } from "./facts.ts";
import { toGuestId } from "./rest-names.ts";
import { isUnknownOsinfo, lookUpGuest, systemOf, usualBitness } from "../../guests/guests.ts";
import { basesOf } from "../../guests/built-products.ts";

export interface JudgeOptions {
  /** Platform to which the machines are to move; by default each is judged where it is. */
  target?: string | undefined;
  policy?: Policy | undefined;
}

/** The situation of an adapter, as far as it could be read. */
export interface AuditedAdapter {
  record: FleetAdapter;
  /** Platform whose records judge the adapter. */
  platform: string;
  /** Whether the machine is on that platform, and is not to move there. */
  isHome: boolean;
  /** Current adapter, also one that the target platform does not have. */
  adapter: Adapter | undefined;
  /** The adapter that the current one becomes when the tools run in the guest; undefined if they run, or change nothing. */
  adapterWithTools: Adapter | undefined;
  guests: readonly Guest[];
  guest: Guest | undefined;
  /** The guest's spelling that is used. */
  spelling: string | undefined;
  /** The appliance that the configuration or the tools name. */
  appliance: Appliance | undefined;
  /** Whether a vendor decides the adapter: that of an appliance, or that of an unknown system under a generic ID. */
  isVendors: boolean;
  mismatch: Facts["mismatch"];
  counterpart: Facts["counterpart"];
  situation: Situation;
  clusterFeatures: readonly string[];
}

interface AdapterReader {
  /** An adapter as the audit sees it; undefined if no record covers its platform. */
  read: (record: FleetAdapter) => AuditedAdapter | undefined;
  /** Rounds a packet rate, so that machines with similar rates share one situation. */
  roundRate: (rate: number) => number;
}

/** Prepares the reading of adapters: it resolves spellings to ids and builds a situation for the advisor. */
export function createAdapterReader(
  advisor: Advisor,
  fleet: FleetKnowledge,
  { target, policy }: JudgeOptions,
): AdapterReader {
  const { knowledge } = advisor;
  const adapters = new Map(knowledge.adapters.map((adapter) => [adapter.id, adapter]));
  const platforms = platformIds(knowledge.platforms);
  const roundRate = prepareRounding(knowledge);
  const forwarding = questionOf(knowledge, "forwardsPackets")?.assumedYes ?? [];

  const platformOf = (written: string | null): string | undefined => {
    const name = written?.trim().toLowerCase() ?? policy?.platform;
    return name === undefined ? undefined : platforms.get(name);
  };
  const policyVersion = (platform: string): string | undefined =>
    policy?.platformVersion !== undefined && (policy.platform ?? platform) === platform
      ? policy.platformVersion
      : undefined;
  const lookUp = (platform: string, written: string | null): readonly Guest[] =>
    namesGuest(written) ? findGuests(advisor, platform, written) : [];
  const isVendors = (guest: Guest | undefined, platform: string, written: string | null): boolean =>
    guest !== undefined &&
    fleet.vendorDecides.some(
      ({ platforms, names, guests }) =>
        guests.includes(guest.id) &&
        (platforms?.includes(platform) ?? true) &&
        (names?.includes(written?.trim().toLowerCase() ?? "") ?? true),
    );

  /** The situation of a record; fields that the advisor cannot use are left out, as unknown. */
  const situationOf = (input: Record<string, unknown>): Situation => {
    const { problems } = readSituation(advisor, input);
    const unusable = new Set(problems.map(({ field }) => field));
    const usable = Object.entries(input).filter(([field]) => !unusable.has(field));
    return readSituation(advisor, Object.fromEntries(usable)).situation;
  };

  const read = (record: FleetAdapter): AuditedAdapter | undefined => {
    const source = platformOf(record.platform);
    const platform = target ?? source;
    if (platform === undefined) return undefined;
    const home = source ?? platform;
    const id = record.adapterAsWritten === null ? undefined : findAdapter(fleet, home, record.adapterAsWritten);
    const written =
      record.guestAsWritten !== null && home === "vsphere"
        ? toGuestId(knowledge.guests, record.guestAsWritten)
        : record.guestAsWritten;
    const configured = lookUp(home, written);
    const reported = lookUp(home, record.guestFromTools);
    // The reported guest wins over the configured one, unless it names only a kind of system.
    const useReported =
      reported.length > 0 &&
      (configured.length === 0 ||
        !isVendors(reported[0], home, record.guestFromTools) ||
        isVendors(configured[0], home, written));
    const guests = useReported ? reported : configured;
    const [guest] = guests;
    const appliance = findAppliance(fleet, record);
    // The meaning of a generic ID depends on the platform that wrote it, even if the machine is to move.
    const isVendorsOwn =
      appliance !== undefined || isVendors(guest, home, useReported ? record.guestFromTools : written);
    const withTools = id === undefined ? undefined : findAdapterWithTools(fleet, home, record.adapterAsWritten ?? "");
    const isFlexible =
      withTools !== undefined &&
      guest !== undefined &&
      !isVendorsOwn &&
      guests.every(
        ({ platforms: { [home]: own } }) =>
          own?.drivers[withTools]?.where === "tools" &&
          own.offered?.some(({ adapters: supported }) => supported.includes(withTools)) !== false,
      );
    const adapter = adapters.get((isFlexible && showsTools(record) ? withTools : id) ?? "");
    const isThere = adapter?.platforms[platform] !== undefined;
    const spelling = (useReported ? record.guestFromTools : guests.length > 0 ? written : null) ?? undefined;
    const clusterFeatures = [
      ...(record.clusterHa === true ? fleet.clusterFeatures.clusterHa : []),
      ...(record.clusterDrs === true ? fleet.clusterFeatures.clusterDrs : []),
      ...(record.faultTolerance === true ? fleet.clusterFeatures.faultTolerance : []),
    ].filter((feature) => knowledge.features.some((one) => one.id === feature && one.platforms[platform]));
    const isHome = source === platform;
    const named = record.platform?.trim().toLowerCase();
    const own = knowledge.platforms.find(({ id }) => id === platform);
    const isPlatforms = isHome && named !== undefined && own !== undefined && hasReleasesOf(own, named);
    const requires = [...new Set([...clusterFeatures, ...(policy?.requires ?? [])])];
    const version = (isPlatforms ? record.platformVersion : null) ?? policyVersion(platform);
    const situation = situationOf({
      platform,
      ...(version !== undefined && { platformVersion: version }),
      // A set of guests of a product means nothing on another platform.
      ...(spelling !== undefined && { guest: isHome ? spelling : guest?.id }),
      ...(isHome && record.virtualHardware !== null && { virtualHardware: record.virtualHardware }),
      ...(record.latencySensitive === true && { latencySensitive: true }),
      ...(record.vcpus !== null && { vcpus: record.vcpus }),
      ...(isHome &&
        fleet.toolsAreDrivers.includes(platform) &&
        showsTools(record) && {
          guestDrivers: true,
        }),
      // A number without dots is VMware's internal number of a release.
      ...(isHome && /^\d+\.\d/.test(record.toolsVersion ?? "") && { driverVersion: record.toolsVersion }),
      ...(record.packetRate !== null && { packetRate: roundRate(record.packetRate) }),
      ...((appliance?.forwards || guests.some(({ id }) => forwarding.includes(id))) && {
        forwardsPackets: true,
      }),
      ...(adapter && isThere && { currentAdapter: adapter.id }),
      ...(requires.length > 0 && { requires }),
    });
    return {
      record,
      platform,
      isHome,
      adapter,
      adapterWithTools: isFlexible && adapter?.id !== withTools ? adapters.get(withTools) : undefined,
      guests,
      guest,
      spelling,
      appliance,
      isVendors: isVendorsOwn,
      mismatch: compareGuests(configured, reported, statesRelease(written)),
      counterpart: target === undefined ? "unknown" : adapter ? isThere : isHyperV(record) ? false : "unknown",
      situation,
      clusterFeatures,
    };
  };
  return { read, roundRate };
}

/**
 * Rounds packet rates to two digits, so that machines with similar rates share one situation. Rounding never moves a rate across
 * a threshold of a rule.
 */
function prepareRounding({ rules }: Pick<Knowledge, "rules">): (rate: number) => number {
  const bounds = [
    ...new Set(
      rules.flatMap(({ when }) =>
        when.packetRate === undefined ? [] : Object.values(when.packetRate as NumberRange).map(Number),
      ),
    ),
  ];
  const isApart = (a: number, b: number): boolean =>
    bounds.some((bound) => Math.sign(a - bound) !== Math.sign(b - bound));
  return (rate) => {
    const whole = Math.round(rate);
    const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, whole))) - 1);
    const rounded = Math.round(whole / step) * step;
    return isApart(whole, rounded) ? whole : rounded;
  };
}

/** Whether an adapter is one of the two adapter types that only Hyper-V has. */
function isHyperV({ platform, adapterAsWritten }: FleetAdapter): boolean {
  return platform === "hyper-v" && (adapterAsWritten === "synthetic" || adapterAsWritten === "legacy");
}

/** Spellings with which inventories state that the guest is unknown. */
const NOTHING = /^(?:|unknown|not available|none|null|n\/a|-)$/i;

/** Whether an inventory's spelling names a guest at all. */
export function namesGuest(written: string | null): written is string {
  return written !== null && !NOTHING.test(written.trim()) && !isUnknownOsinfo(written);
}

/** Whether a record shows the tools in the guest: they run, are installed, or they once reported the guest and no file states that they are missing. */
export function showsTools({ tools, guestFromTools }: Pick<FleetAdapter, "tools" | "guestFromTools">): boolean {
  return tools === "running" || tools === "installed" || (tools !== "missing" && namesGuest(guestFromTools));
}

/** Returns the guests that a spelling can mean on a platform, by the advisor's lookup. Empty if no record lists the spelling. */
function findGuests({ findGuest }: Advisor, platform: string, written: string): readonly Guest[] {
  const { set, named, claimed } = findGuest(written, platform);
  if (set.guests.length > 0) return set.guests;
  if (named.length === 1) return named;
  const usual = named.length > 1 ? usualBitness(named) : claimed?.guest;
  return usual ? [usual] : [];
}

/** Whether the records list a spelling, alone or as a range of releases. A listed spelling is no private name. */
export function isListed({ knowledge, guests, findGuest }: Advisor, written: string): boolean {
  if (lookUpGuest(guests, toGuestId(knowledge.guests, written)).length > 0) return true;
  if (basesOf(knowledge.guests, written).length > 0) return false;
  const platforms = [undefined, ...knowledge.platforms.map(({ id }) => id)];
  return platforms.some((platform) => findGuest(written, platform).set.guests.length > 0);
}

/** Returns the appliance that the machine's configuration or tools name. The machine's own name does not count. */
function findAppliance(
  { appliances }: Pick<FleetKnowledge, "appliances">,
  { guestAsWritten, guestFromTools }: Pick<FleetAdapter, "guestAsWritten" | "guestFromTools">,
): Appliance | undefined {
  const written = `${guestFromTools ?? ""}\n${guestAsWritten ?? ""}`.toLowerCase();
  return appliances.find(({ name }) => written.split(/[^a-z]+/).includes(name.toLowerCase()));
}

/** Whether a spelling names a release. "Ubuntu Linux (64-bit)" does not. */
function statesRelease(written: string | null): boolean {
  return /\d/.test(written?.replace(/64|32/g, "") ?? "");
}

/**
 * Returns how the reported guests differ from the configured guests. Empty if they have a guest in common, or if the configured
 * spelling names a system without a release and the reported guests are releases of the system.
 */
function compareGuests(
  configured: readonly Guest[],
  reported: readonly Guest[],
  isOfRelease: boolean,
): Facts["mismatch"] {
  const [one] = configured;
  const [other] = reported;
  if (!one || !other || configured.some((guest) => reported.includes(guest))) return [];
  if (!configured.some(({ family }) => reported.some((guest) => guest.family === family))) return ["family"];
  if (!configured.some(({ bitness }) => reported.some((guest) => guest.bitness === bitness))) return ["bitness"];
  if (!isOfRelease && reported.every((guest) => systemOf(guest) === one.name)) return [];
  return ["release"];
}

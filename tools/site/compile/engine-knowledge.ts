import { groupDigits } from "../../../advisor/text.ts";
import type {
  AdapterOnPlatform,
  Cell,
  DemandedMode,
  GuestOnPlatform,
  Knowledge,
  Mode,
  Platform,
  Problem,
  Question,
  Rule,
  Step,
} from "../../../advisor/knowledge/knowledge.ts";
import { holdsOn } from "../../../advisor/engine/rows.ts";
import { recordOf } from "../../../advisor/knowledge/later-texts.ts";
import { PACKET_BYTES, packetsPerSecond } from "../../../advisor/questions/packet-rate.ts";
import { fillSentence } from "../../../advisor/questions/questions.ts";
import { fieldOf } from "../../records/read-schemas.ts";
import { aliasFinder, deriveDrivers, derivePatterns, listingFinder, type ListingFinder } from "./guest-facts.ts";
import { linkContradictions } from "./links.ts";
import { dropUndefined } from "../../records/objects.ts";
import { compileEffects } from "./effects.ts";
import { describeEvidence, refsOf } from "./evidence.ts";
import { type Atlas, BrokenRecords, pick, type RecordOf } from "./records.ts";
import { mapValues } from "../../../advisor/knowledge/pack-knowledge.ts";

type AuthoredSection = RecordOf<"adapters">["platforms"][string];

/** Maximum number of adapters of a platform, because the engine stores them as bits of one number. */
const MOST_ADAPTERS = 31;

/** Compiles the small part of the atlas that the engine reads. */
export function compileKnowledge(
  atlas: Atlas,
  versions: { schemaVersion: string; knowledgeVersion: string },
): Knowledge {
  refuseTooManyAdapters(atlas);
  const demanded = new Set(atlas.rules.flatMap(({ then }) => then.require ?? []));
  const listModes = modesFinder(atlas);
  const findAliases = aliasFinder(atlas.guests);
  const findListing = listingFinder(atlas);
  // This order was found by trial. It compresses 1 % better: guests come after all texts.
  const parts = {
    // Steps of tuning, and steps for a mode, are in the advice only if a rule requires them.
    steps: atlas.steps
      .filter(({ id, mode, action }) => (mode === undefined && action !== "tune") || demanded.has(id))
      .map(toStep),
    questions: atlas.questions.map(toQuestion),
    platforms: atlas.platforms.map(toPlatform),
    rules: atlas.rules.map((rule) => toRule(rule, atlas)),
    features: atlas.features.map(({ aliases = [], ...feature }) =>
      pick({ ...feature, aliases }, "id", "name", "group", "aliases", "platforms"),
    ),
    adapters: atlas.adapters.map(({ id, name, kind, platforms }) => ({
      id,
      name,
      kind,
      platforms: mapValues(platforms, (section, platform) => toAdapterSection(section, listModes(id, platform))),
    })),
    problems: toProblems(atlas),
    effects: compileEffects(atlas),
  };
  const guests = atlas.guests.map((guest) => toGuest(guest, findAliases(guest), findListing, atlas));
  return { ...versions, ...parts, evidence: indexEvidence([parts, guests], atlas), guests };
}

function refuseTooManyAdapters({ platforms, adapters }: Atlas): void {
  for (const { id } of platforms) {
    const count = adapters.filter((adapter) => adapter.platforms[id]).length;
    if (count > MOST_ADAPTERS)
      throw new BrokenRecords(
        `${count} records of data/adapters have a section for ${id}; the engine takes at most ${MOST_ADAPTERS}.`,
        "For more, advisor/engine/table.ts needs wider masks.",
      );
  }
}

function toPlatform({ shortName, ...platform }: RecordOf<"platforms">): Platform {
  const { name, versions } = platform;
  return {
    ...{ id: platform.id, name, shortName: shortName ?? name, releaseName: nameReleases(name, versions) },
    ...pick(
      platform,
      "current",
      "guestDrivers",
      "emulator",
      "tools",
      "hostCounters",
      "macAddresses",
      "productIds",
      "sameReleases",
      "products",
      "versions",
    ),
  };
}

/** Returns the product name of a platform's releases, such as QEMU, or else the platform's name. */
function nameReleases(platform: string, versions: readonly { version: string; name?: string }[]): string {
  const names = new Set(versions.map(({ version, name }) => name?.replace(version, "").trim()));
  return names.size === 1 ? (names.values().next().value ?? platform) : platform;
}

/** Finds the modes of an adapter whose steps a rule requires. */
function modesFinder({ rules, steps }: Atlas): (adapter: string, platform: string) => Set<string> {
  const providing = rules.filter(({ then }) => then.provided !== undefined);
  return (adapter, platform) => {
    const demanded = new Set(
      providing.flatMap(({ then }) => (then.for?.includes(adapter) ? (then.require ?? []) : [])),
    );
    return new Set(
      steps.flatMap((step) =>
        step.platform === platform && step.mode !== undefined && demanded.has(step.id) ? [step.mode] : [],
      ),
    );
  };
}

function toAdapterSection(section: AuthoredSection, demanded: ReadonlySet<string>): AdapterOnPlatform {
  const { prerequisites, typeName, listed = true, compatibility, sources } = section;
  return dropUndefined({
    ...pick(section, "name", "since", "until", "virtualHardware", "needs"),
    prerequisites: itemsOf(prerequisites),
    typeName,
    listed,
    cells: mapValues(compatibility, toCell),
    modes: toModes(section),
    demandedModes: toDemandedModes(section, demanded),
    evidence: refsOf(sources),
  });
}

function itemsOf(prerequisites: AuthoredSection["prerequisites"]): string[] | undefined {
  return prerequisites?.map(({ item }) => item);
}

/** Returns the modes that support more features than the adapter alone, with these features. */
function toModes({ compatibility, modes = {} }: AuthoredSection): Mode[] | undefined {
  const worth = (cell: { support: Cell["support"] } | undefined): number =>
    ["no", "partial", "yes"].indexOf(cell?.support ?? "");
  const found = Object.entries(modes).map(([id, mode]): Mode => {
    const better = Object.entries(mode.compatibility).filter(([feature, cell]) => {
      const own = worth(compatibility[feature]);
      return own >= 0 && worth(cell) > own;
    });
    const fields = pick(mode, "name", "since", "until", "virtualHardware", "note");
    return { id, ...fields, keeps: mapValues(Object.fromEntries(better), toCell) };
  });
  const keeping = found.filter(({ keeps }) => Object.keys(keeps).length > 0);
  return keeping.length > 0 ? keeping : undefined;
}

function toDemandedModes({ modes = {} }: AuthoredSection, demanded: ReadonlySet<string>): DemandedMode[] | undefined {
  const found = Object.entries(modes).flatMap(([id, { name, prerequisites, compatibility }]) =>
    demanded.has(id)
      ? [dropUndefined({ id, name, prerequisites: itemsOf(prerequisites), cells: mapValues(compatibility, toCell) })]
      : [],
  );
  return found.length > 0 ? found : undefined;
}

function toCell(cell: AuthoredSection["compatibility"][string]): Cell {
  return { ...pick(cell, "support", "since", "until", "note", "basis"), evidence: refsOf(cell.sources) };
}

function toGuest(
  guest: RecordOf<"guests">,
  aliases: string[],
  findListing: ListingFinder,
  atlas: Atlas,
): Knowledge["guests"][number] {
  const { products, patterns } = guest.ids;
  const toSection = (section: (typeof guest.platforms)[string], platform: string): GuestOnPlatform => {
    const drivers = deriveDrivers(guest, platform, atlas.adapters).filter(({ basis }) => basis !== "none");
    return dropUndefined({
      ...findListing(section, platform),
      default: section.default,
      basis: section.basis,
      evidence: refsOf(section.sources),
      drivers: Object.fromEntries(
        drivers.map(({ adapter, where, basis, sources }) => [adapter, { where, basis, evidence: refsOf(sources) }]),
      ),
    });
  };
  return dropUndefined({
    ...pick(guest, "id", "name", "family", "catchAll", "release", "bitness"),
    products,
    aliases,
    patterns: patterns && derivePatterns(patterns),
    platforms: mapValues(guest.platforms, toSection),
  });
}

/** Returns a question with the values that its record leaves open. */
export function toQuestion({ order: _, flag, hint, ...question }: RecordOf<"questions">): Question {
  const rate = Math.round(packetsPerSecond(1, PACKET_BYTES.largest) / 1000) * 1000;
  return dropUndefined({
    ...question,
    field: fieldOf(question.id) as Question["field"],
    flag: flag ?? question.id,
    hint: hint && fillSentence(hint, { fullPacketsPerGbit: groupDigits(rate) }),
  }) as Question;
}

function toRule({ contested = false, when, ...rule }: RecordOf<"rules">, atlas: Atlas): Rule {
  return {
    ...pick(rule, "id", "title", "because"),
    when: toConditions(when, atlas),
    ...pick(rule, "then", "change", "strength"),
    contested,
    ...pick(rule, "since", "until", "evidence"),
  };
}

/** Returns the engine's form of conditions. A condition on facts of guest records becomes a list of guests. */
function toConditions({ hotAdd, ...when }: RecordOf<"rules">["when"], { guests }: Atlas): Rule["when"] {
  if (hotAdd === undefined) return when;
  const matching = guests.filter(
    ({ id, platforms }) =>
      holdsOn(when.guest, id) &&
      Object.entries(platforms).some(([on, section]) => section.hotAdd === hotAdd && holdsOn(when.platform, on)),
  );
  return { ...when, guest: matching.map(({ id }) => id) };
}

function toStep({ pitfalls = [], ...step }: RecordOf<"steps">): Step {
  return {
    ...pick(step, "id", "title", "platform", "adapters", "mode", "guestFamily", "occasion", "replaces", "notReplacing"),
    ...pick(step, "sameAdapter", "dpdk", "tool", "action", "downtime", "text", "language", "code", "codeValues"),
    pitfalls,
  };
}

/** Returns the known problems on platforms of the advisor whose machines a program can recognise. */
function toProblems({ findings, platforms }: Atlas): Problem[] {
  const known = new Set(platforms.map(({ id }) => id));
  return findings.flatMap((finding): Problem[] => {
    const { match, symptom, affects, fixedIn, workaround } = finding.problem ?? {};
    const own = finding.platforms.filter((id) => known.has(id));
    if (!match || own.length === 0) return [];
    return [
      dropUndefined({
        adapters: finding.adapters,
        ...match,
        platforms: own,
        symptom,
        affects,
        fixedIn,
        workaround: workaround === "unknown" ? undefined : workaround,
        evidence: [`finding:${finding.id}`],
      }) as Problem,
    ];
  });
}

/** Describes every reference in lists named `evidence`, and its contradictions. */
function indexEvidence(parts: unknown, atlas: Atlas): Knowledge["evidence"] {
  const refs = new Set<string>();
  collectEvidence(parts, refs);
  const disputes = linkContradictions(atlas);
  const disputesOf = (ref: string) => disputes.get(recordOf(ref))?.map(({ evidence, cause }) => ({ evidence, cause }));
  for (const ref of [...refs]) for (const { evidence } of disputesOf(ref) ?? []) refs.add(evidence).add(recordOf(ref));
  return Object.fromEntries(
    [...refs]
      .sort()
      .map((ref) => [ref, dropUndefined({ ...describeEvidence(ref, atlas), contradictedBy: disputesOf(ref) })]),
  );
}

function collectEvidence(value: unknown, into: Set<string>): void {
  if (value === null || typeof value !== "object") return;
  for (const [key, part] of Object.entries(value)) {
    if (key === "evidence" && Array.isArray(part)) for (const ref of part) into.add(String(ref));
    else collectEvidence(part, into);
  }
}

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
import { PACKET_BYTES, packetsPerSecond } from "../../../advisor/questions/packet-rate.ts";
import { fillSentence } from "../../../advisor/questions/questions.ts";
import { formatNumber } from "../../records/numbers.ts";
import { fieldOf } from "../../records/read-schemas.ts";
import { aliasFinder, deriveDrivers, derivePatterns, listingFinder, type ListingFinder } from "./guest-facts.ts";
import { linkContradictions } from "./links.ts";
import { dropUndefined } from "../../records/objects.ts";
import { compileEffects } from "./effects.ts";
import { describeEvidence, refsOf } from "./evidence.ts";
import type { Atlas, RecordOf } from "./records.ts";
import { mapValues } from "../../../advisor/knowledge/pack-knowledge.ts";

type AuthoredSection = RecordOf<"adapters">["platforms"][string];

/** Compiles the small part of the atlas that the engine reads. */
export function compileKnowledge(
  atlas: Atlas,
  versions: { schemaVersion: string; knowledgeVersion: string },
): Knowledge {
  const demanded = new Set(atlas.rules.flatMap(({ then }) => then.require ?? []));
  const listModes = modesFinder(atlas);
  const findAliases = aliasFinder(atlas.guests);
  const findListing = listingFinder(atlas);
  const parts = {
    platforms: atlas.platforms.map(toPlatform),
    features: atlas.features.map(({ id, name, group, aliases = [], platforms }) => ({
      id,
      name,
      group,
      aliases,
      platforms,
    })),
    adapters: atlas.adapters.map(({ id, name, kind, platforms }) => ({
      id,
      name,
      kind,
      platforms: mapValues(platforms, (section, platform) => toAdapterSection(section, listModes(id, platform))),
    })),
    guests: atlas.guests.map((guest) => toGuest(guest, findAliases(guest), findListing, atlas)),
    rules: atlas.rules.map(toRule),
    questions: atlas.questions.map(toQuestion),
    // What tunes an adapter, and what is for one of its modes, is told only where a rule demands it.
    steps: atlas.steps
      .filter(({ id, mode, action }) => (mode === undefined && action !== "tune") || demanded.has(id))
      .map(toStep),
    problems: toProblems(atlas),
    effects: compileEffects(atlas),
  };
  return { ...versions, ...parts, evidence: indexEvidence(parts, atlas) };
}

function toPlatform({
  id,
  name,
  shortName = name,
  current,
  guestDrivers,
  tools,
  hostCounters,
  macAddresses,
  products,
  versions,
}: RecordOf<"platforms">): Platform {
  return dropUndefined({
    id,
    name,
    shortName,
    releaseName: nameReleases(name, versions),
    current,
    guestDrivers,
    tools,
    hostCounters,
    macAddresses,
    products,
    versions,
  });
}

/** The one name that the releases of a platform have apart from their numbers, or the platform's own. */
function nameReleases(platform: string, versions: readonly { name?: string }[]): string {
  const names = new Set(versions.map(({ name }) => name?.split(" ")[0]));
  return names.size === 1 ? (names.values().next().value ?? platform) : platform;
}

/** Finds the modes of an adapter that the steps are for without which some rule does not advise it. */
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
  const {
    name,
    since,
    until,
    virtualHardware,
    needs,
    prerequisites,
    typeName,
    listed = true,
    compatibility,
    sources,
  } = section;
  return dropUndefined({
    name,
    since,
    until,
    virtualHardware,
    needs,
    prerequisites: prerequisites?.map(({ item }) => item),
    typeName,
    listed,
    cells: mapValues(compatibility, toCell),
    modes: toModes(section),
    demandedModes: toDemandedModes(section, demanded),
    evidence: refsOf(sources),
  });
}

/** The modes that keep more than the adapter as such, with what they keep. */
function toModes({ compatibility, modes = {} }: AuthoredSection): Mode[] | undefined {
  const worth = (cell: { support: Cell["support"] } | undefined): number =>
    ["no", "partial", "yes"].indexOf(cell?.support ?? "");
  const found = Object.entries(modes).map(
    ([id, { name, since, until, virtualHardware, note, compatibility: cells }]): Mode =>
      dropUndefined({
        id,
        name,
        since,
        until,
        virtualHardware,
        note,
        keeps: mapValues(
          Object.fromEntries(
            Object.entries(cells).filter(
              ([feature, cell]) =>
                compatibility[feature] !== undefined &&
                worth(compatibility[feature]) >= 0 &&
                worth(cell) > worth(compatibility[feature]),
            ),
          ),
          toCell,
        ),
      }),
  );
  const keeping = found.filter(({ keeps }) => Object.keys(keeps).length > 0);
  return keeping.length > 0 ? keeping : undefined;
}

function toDemandedModes({ modes = {} }: AuthoredSection, demanded: ReadonlySet<string>): DemandedMode[] | undefined {
  const found = Object.entries(modes).flatMap(([id, { name, compatibility }]) =>
    demanded.has(id) ? [{ id, name, cells: mapValues(compatibility, toCell) }] : [],
  );
  return found.length > 0 ? found : undefined;
}

function toCell({ support, since, until, note, basis, sources }: AuthoredSection["compatibility"][string]): Cell {
  return dropUndefined({ support, since, until, note, basis, evidence: refsOf(sources) });
}

function toGuest(
  guest: RecordOf<"guests">,
  aliases: string[],
  findListing: ListingFinder,
  atlas: Atlas,
): Knowledge["guests"][number] {
  const { id, name, family, release, bitness, platforms } = guest;
  return dropUndefined({
    id,
    name,
    family,
    release,
    bitness,
    products: guest.ids.products,
    aliases,
    patterns: guest.ids.patterns && derivePatterns(guest.ids.patterns),
    platforms: mapValues(
      platforms,
      (section, platform): GuestOnPlatform =>
        dropUndefined({
          ...findListing(section, platform),
          default: section.default,
          basis: section.basis,
          evidence: refsOf(section.sources),
          drivers: Object.fromEntries(
            deriveDrivers(guest, platform, atlas.adapters)
              .filter(({ basis }) => basis !== "none")
              .map(({ adapter, where, basis, sources }) => [adapter, { where, basis, evidence: refsOf(sources) }]),
          ),
        }),
    ),
  });
}

/** A question with what its record leaves to be filled in. */
export function toQuestion({ order: _, flag, hint, ...question }: RecordOf<"questions">): Question {
  const rate = Math.round(packetsPerSecond(1, PACKET_BYTES.largest) / 1000) * 1000;
  return dropUndefined({
    ...question,
    field: fieldOf(question.id) as Question["field"],
    flag: flag ?? question.id,
    hint: hint && fillSentence(hint, { fullPacketsPerGbit: formatNumber(rate) }),
  }) as Question;
}

function toRule({ contested = false, ...rule }: RecordOf<"rules">): Rule {
  const { id, title, when, then, because, change, strength, since, until, evidence } = rule;
  return dropUndefined({ id, title, when, then, because, change, strength, contested, since, until, evidence });
}

function toStep({ pitfalls = [], ...step }: RecordOf<"steps">): Step {
  const { id, title, platform, adapters, mode, guestFamily, occasion, replaces, notReplacing, dpdk } = step;
  const { tool, action, text, language, code, codeValues } = step;
  const applies = { id, title, platform, adapters, mode, guestFamily, occasion, replaces, notReplacing, dpdk };
  return dropUndefined({ ...applies, tool, action, text, language, code, codeValues, pitfalls });
}

/** The known problems whose machines a program can recognise, on platforms of the advisor. */
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

/** Describes every reference that some part carries in a list named evidence, and what contradicts it. */
function indexEvidence(parts: unknown, atlas: Atlas): Knowledge["evidence"] {
  const refs = new Set<string>();
  collectEvidence(parts, refs);
  const disputes = linkContradictions(atlas);
  const recordOf = (ref: string): string => ref.split("/")[0] ?? ref;
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

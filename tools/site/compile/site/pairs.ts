import { count, joinWords } from "../../../../advisor/text.ts";
import { type Comparison, compareRows } from "../comparisons.ts";
import type { CompareCell, CompareColumn, CompareTable } from "../compare-table.ts";
import { dropUndefined } from "../../../records/objects.ts";
import { upperFirst } from "../../../records/words.ts";
import { yearOf } from "../evidence.ts";
import { listFeatures, nameInList } from "../feature-names.ts";
import { comparePage, findPath, findRowPath } from "../paths.ts";
import { type AuthoredFile, readPlaced, refuse } from "../read-placed.ts";
import { familyNames } from "../words.ts";
import type { Atlas, RecordOf } from "../records.ts";
import type { Advice } from "../../../../advisor/explain/advice.ts";
import type { Situation } from "../../../../advisor/questions/situation.ts";
import type { compileAdapters } from "./adapters.ts";
import type { compileGuests } from "./guests.ts";

type Guest = ReturnType<typeof compileGuests>[number];
type Adapter = ReturnType<typeof compileAdapters>[number];

/** Input of the pairs. */
interface PairInputs {
  atlas: Atlas;
  tables: readonly CompareTable[];
  guests: readonly Guest[];
  adapters: readonly Adapter[];
  advise: (situation: Situation) => Advice;
}

/** A comparison of two adapters on the platforms that have both. */
interface Pair {
  id: string;
  path: string;
  /** As people look for it: "VMXNET3 vs E1000E". */
  title: string;
  description: string;
  /** The ids, in the order of the title. */
  adapters: readonly [string, string];
  platforms: PairOnPlatform[];
  studies: PairStudy[];
  /** Register accesses for one ping, where both were counted: an account of the mechanism, not a speed. */
  counts?: { name: string; count: string; path: string }[];
}

/** The comparison on one platform. */
interface PairOnPlatform {
  platform: string;
  name: string;
  /** In the order of the title. */
  columns: CompareColumn[];
  /** The sentences that a reader came for, the recommendation first. */
  verdict: string[];
  /** The adapter to use in general; absent where it depends on the guest. */
  winner?: string;
  /** When each adapter is the right one, as its record says; the general choice first. */
  choices: { adapter: string; name: string; when: string; guests?: string; rules: string[] }[];
  /** Facts on which the two differ, a value for each. */
  facts: { label: string; values: string[] }[];
  /** Features on which the two differ. */
  rows: { feature: string; name: string; anchor: string; cells: CompareCell[] }[];
  /** How many features both support in the same way. */
  same: number;
  /** Known problems of each, by the ids of the findings. */
  problems: { name: string; findings: string[] }[];
}

/** Ratios between the two within one study. */
interface PairStudy {
  dataset: string;
  path: string;
  title: string;
  publisher: string;
  year: number;
  ratios: { metric: string; display: string; above: string; below: string; conditionsText: string; path: string }[];
}

/** Compiles the pairs that people look for. */
export function compilePairs(authored: AuthoredFile, inputs: PairInputs): Pair[] {
  const { data, placeOf } = readPlaced("assets/compare/pairs.yaml", authored);
  const listed = Object.entries(data as Record<string, [string, string][]>);
  const found = new Map<string, { adapters: [string, string]; platforms: string[] }>();
  for (const [platform, pairs] of listed) {
    const table = inputs.tables.find((one) => one.platform === platform);
    for (const [place, adapters] of pairs.entries()) {
      const missing = adapters.filter((id) => !table?.adapters.some((column) => column.id === id));
      refuse(missing.map((id) => `${placeOf([platform, place])}  "${id}" is no adapter of ${platform}`));
      const id = adapters.join("-vs-");
      found.set(id, { adapters, platforms: [...(found.get(id)?.platforms ?? []), platform] });
    }
  }
  return [...found].map(([id, { adapters, platforms }]) => makePair(id, adapters, platforms, inputs));
}

function makePair(
  id: string,
  adapters: readonly [string, string],
  platforms: readonly string[],
  inputs: PairInputs,
): Pair {
  const sections = platforms.map((platform) => comparePlatform(platform, adapters, inputs));
  const names = adapters.map((adapter, place) => nameOnPlatform(adapter, sections, place));
  const counts = countPings(adapters, inputs.adapters);
  return dropUndefined({
    id,
    path: `${comparePage}${id}/`,
    title: names.join(" vs "),
    description: sections[0]?.verdict.join(" ") ?? "",
    adapters,
    platforms: sections,
    studies: listStudies(adapters, platforms, inputs.atlas),
    counts,
  });
}

/** What a platform calls the adapter, if it is the only one of the pair. */
function nameOnPlatform(adapter: string, sections: readonly PairOnPlatform[], place: number): string {
  const columns = sections.flatMap(({ columns }) => columns[place] ?? []);
  const [only, ...others] = columns;
  return (others.length === 0 ? only?.calledHere : undefined) ?? only?.name ?? adapter;
}

function comparePlatform(platform: string, pair: readonly [string, string], inputs: PairInputs): PairOnPlatform {
  const table = inputs.tables.find((one) => one.platform === platform);
  if (!table) throw new Error(`no table of ${platform}`);
  const columns = pair.flatMap((id) => table.adapters.find((column) => column.id === id) ?? []);
  const rows = table.groups
    .flatMap((group) => group.rows)
    .map(({ feature, name, anchor, cells }) => ({
      feature,
      name,
      anchor,
      cells: pair.flatMap((id) => cells.find(({ column }) => column === id) ?? []),
    }));
  const differing = rows.filter(({ cells: [a, b] }) => a?.support !== b?.support || a?.version !== b?.version);
  const ranks = rankOverGuests(platform, pair, inputs.guests);
  const winner = chooseWinner(pair, ranks);
  const name = (id: string): string => {
    const column = columns.find((one) => one.id === id);
    return column?.calledHere ?? column?.name ?? id;
  };
  const ordered = winner === pair[1] ? [pair[1], pair[0]] : pair;
  return dropUndefined({
    platform,
    name: table.name,
    columns,
    winner,
    verdict: writeVerdict({ platform, pair, winner, ranks, rows: differing, name, ...inputs }),
    choices: ordered.map((id, place) => {
      const other = ordered[1 - place] ?? "";
      const adapter = inputs.atlas.find("adapters", id);
      return dropUndefined({
        adapter: id,
        name: name(id),
        when: adapter.chooseWhen,
        guests: adapter.kind === "passthrough" ? undefined : writeGuests(ranks, id),
        rules: listPreferring(id, other, platform, inputs.atlas.rules).map((rule) => rule.id),
      });
    }),
    facts: listFacts(pair, columns, { platform, ...inputs }),
    rows: differing,
    same: rows.length - differing.length,
    problems: pair.map((id) => ({
      name: name(id),
      findings: table.problems.find(({ column }) => column === id)?.findings ?? [],
    })),
  });
}

/** Families of guests, with how many guests of each. */
type Families = Map<string, number>;

/** The advisor's ranking of the two adapters for all guests, if only the guest is known. */
interface Ranks {
  /** Adapter id to the guests that can have both and for which it comes first. */
  first: Map<string, Families>;
  /** Adapter id to the guests that can have it and not the other. */
  only: Map<string, Families>;
  /** Adapter id to further guests for which it takes the other's place if no driver can be added. */
  withoutDrivers: Map<string, Families>;
}

function rankOverGuests(platform: string, pair: readonly string[], guests: readonly Guest[]): Ranks {
  const ranks: Ranks = { first: new Map(), only: new Map(), withoutDrivers: new Map() };
  for (const { advice, family } of guests) {
    const answers = advice[platform];
    if (!answers) continue;
    const [usable = [], bare = []] = [answers.withDrivers, answers.withoutDrivers].map(({ fitting }) =>
      fitting.map(({ adapter }) => adapter).filter((adapter) => pair.includes(adapter)),
    );
    const [best] = usable;
    if (best !== undefined) add(usable.length > 1 ? ranks.first : ranks.only, best, family);
    if (bare[0] !== undefined && bare[0] !== best) add(ranks.withoutDrivers, bare[0], family);
  }
  return ranks;
}

function add(to: Map<string, Families>, adapter: string, family: string): void {
  const families = to.get(adapter) ?? new Map<string, number>();
  families.set(family, (families.get(family) ?? 0) + 1);
  to.set(adapter, families);
}

/** Minimum share of guests with an adapter as the better one for a statement about all guests. */
const clear = 0.8;

function chooseWinner(pair: readonly string[], { first }: Ranks): string | undefined {
  const total = pair.reduce((sum, id) => sum + countAll(first.get(id)), 0);
  return pair.find((id) => total > 0 && countAll(first.get(id)) >= clear * total);
}

function countAll(families: Families | undefined): number {
  return [...(families?.values() ?? [])].reduce((sum, number) => sum + number, 0);
}

interface VerdictInputs extends PairInputs {
  platform: string;
  pair: readonly string[];
  winner: string | undefined;
  ranks: Ranks;
  rows: readonly Row[];
  name: (id: string) => string;
}

/** A feature on which the two differ. */
interface Row {
  feature: string;
  cells: readonly CompareCell[];
}

/** The recommendation, its first reason, and what is lost in full or in part. */
function writeVerdict({ platform, pair, winner, ranks, rows, name, atlas, advise }: VerdictInputs): string[] {
  const nameFeature = (id: string): string => nameInList(atlas.find("features", id), platform);
  const lost = pair.flatMap((id, place) => listLost(rows, place, name(id), nameFeature));
  const better = suggestReference(pair, platform, atlas);
  if (winner === undefined) return [...writeByGuest(pair, ranks, name), ...better, ...lost];
  const other = pair.find((id) => id !== winner) ?? "";
  const preferring = new Set(listPreferring(winner, other, platform, atlas.rules).map(({ id }) => id));
  const because = advise({ platform })
    .verdicts.find(({ adapter }) => adapter === other)
    ?.reasons.find(({ kind, effect, id }) => kind === "rule" && effect === "behind" && preferring.has(id));
  return [`Use ${name(winner)}.`, ...(because ? [because.text] : []), ...better, ...lost];
}

/** For two emulated adapters: the platform's reference adapter, which is better than both. */
function suggestReference(pair: readonly string[], platform: string, atlas: Atlas): string[] {
  const { referenceAdapter } = atlas.find("platforms", platform);
  if (referenceAdapter === undefined || pair.some((id) => atlas.find("adapters", id).kind !== "emulated")) return [];
  return [`Prefer ${atlas.find("adapters", referenceAdapter).name} to both if the guest has its driver.`];
}

/** Which families get which of the two; in some the release decides. */
function writeByGuest(pair: readonly string[], { first }: Ranks, name: (id: string) => string): string[] {
  const families = [...new Set(pair.flatMap((id) => [...(first.get(id)?.keys() ?? [])]))].filter(
    (family) => family !== "other",
  );
  const share = (id: string, family: string): number =>
    (first.get(id)?.get(family) ?? 0) / pair.reduce((sum, one) => sum + (first.get(one)?.get(family) ?? 0), 0);
  const named = pair.flatMap((id) => {
    const own = families.filter((family) => share(id, family) >= clear);
    return own.length === 0 ? [] : [`${name(id)} for ${joinWords(own.slice(0, 4).map(nameFamily), "and")}`];
  });
  const mixed = families.filter((family) => pair.every((id) => share(id, family) < clear));
  return [
    `The guest OS decides${named.length === 0 ? "" : `: ${named.join(", ")}`}.`,
    ...(mixed.length === 0 ? [] : [`For ${joinWords(mixed.map(nameFamily), "and")} the release decides.`]),
  ];
}

/** Which features the other of the two supports and this one does not, or only in part. */
function listLost(rows: readonly Row[], place: number, adapter: string, nameFeature: (id: string) => string): string[] {
  return (["no", "partial"] as const).flatMap((support) => {
    const lost = rows.filter(({ cells }) => cells[place]?.support === support && cells[1 - place]?.support === "yes");
    if (lost.length === 0) return [];
    const most = lost.length > 4 ? 3 : 4;
    const names = lost.slice(0, most).map(({ feature }) => nameFeature(feature));
    const rest = lost.length - names.length;
    const write = (last: "and" | "or"): string =>
      rest > 0 ? listFeatures([...names, `${rest} more features`], "and") : listFeatures(names, last);
    return [
      support === "no"
        ? `${adapter} does not support ${write("or")}.`
        : `${adapter} only partly supports ${write("and")}.`,
    ];
  });
}

/** Rules that put an adapter before another on a platform. */
function listPreferring(
  adapter: string,
  over: string,
  platform: string,
  rules: readonly RecordOf<"rules">[],
): RecordOf<"rules">[] {
  return rules.filter(
    ({ when, then }) =>
      (when.platform?.includes(platform) ?? true) && then.prefer?.includes(adapter) && then.over?.includes(over),
  );
}

/** For which guests an adapter is the better one or the only one, if for any. */
function writeGuests({ first, only, withoutDrivers }: Ranks, adapter: string): string | undefined {
  const both = [...first.values()].reduce((sum, families) => sum + countAll(families), 0);
  const part = (families: Families | undefined, write: (number: number) => string): string[] =>
    families ? [`${write(countAll(families))} (${listFamilies(families)}).`] : [];
  const parts = [
    ...part(first.get(adapter), (number) => `Ranks higher for ${number} of the ${both} guests that can have both`),
    ...part(only.get(adapter), (number) => `The only one of the two for ${count(number, "guest")}`),
    ...part(withoutDrivers.get(adapter), (number) => `Also for ${count(number, "guest")} if no driver can be added`),
  ];
  return parts.length === 0 ? undefined : parts.join(" ");
}

function listFamilies(families: Families): string {
  const sorted = [...families].sort(([, a], [, b]) => b - a).map(([family]) => nameFamily(family));
  return sorted.length > 4 ? `${sorted.slice(0, 4).join(", ")} and others` : joinWords(sorted, "and");
}

function nameFamily(family: string): string {
  return familyNames[family as keyof typeof familyNames];
}

const kinds: Record<CompareColumn["kind"], string> = {
  emulated: "emulated hardware",
  paravirtual: "paravirtual",
  passthrough: "passthrough",
};

/** Facts on which the two differ. */
function listFacts(
  pair: readonly string[],
  columns: readonly CompareColumn[],
  { platform, atlas, guests }: Pick<PairInputs, "atlas" | "guests"> & { platform: string },
): PairOnPlatform["facts"] {
  const { guestDrivers } = atlas.find("platforms", platform);
  const adapters = pair.map((id) => atlas.find("adapters", id));
  const facts = [
    { label: "Kind", values: columns.map(({ kind }) => kinds[kind]) },
    { label: "Emulates", values: adapters.map(({ emulates = "no hardware" }) => emulates) },
    { label: "Link speed in the guest", values: adapters.map(({ linkSpeed = "not stated" }) => linkSpeed) },
    { label: "Available", values: columns.map(({ version = "every release" }) => version) },
    { label: "Driver", values: pair.map((id) => writeDrivers(id, platform, { guests, guestDrivers })) },
  ];
  return facts.filter(({ values: [a, b] }) => a !== b);
}

/** Where guests get the driver, by how many. */
function writeDrivers(
  adapter: string,
  platform: string,
  { guests, guestDrivers }: Pick<PairInputs, "guests"> & { guestDrivers: string },
): string {
  const found = guests.flatMap(
    ({ platforms }) => platforms[platform]?.drivers.find((driver) => driver.adapter === adapter)?.where ?? [],
  );
  const origins = [
    ["box", "ships with"],
    ["tools", `in ${guestDrivers} for`],
    ["vendor", "from the NIC's vendor for"],
    ["none", "none for"],
    ["unknown", "not recorded for"],
  ] as const;
  const parts = origins.flatMap(([where, words]) => {
    const number = found.filter((one) => one === where).length;
    return number === 0 ? [] : [`${words} ${number}`];
  });
  return found.every((one) => one === "unknown")
    ? "Unknown"
    : `${upperFirst(parts.join(", "))} of ${count(found.length, "guest")}`;
}

/** The ratios of the two within each study that compares adapters. */
function listStudies(pair: readonly string[], platforms: readonly string[], atlas: Atlas): PairStudy[] {
  const name = (id: string): string => atlas.find("adapters", id).name;
  return atlas.datasets
    .filter(({ grade, platform }) => grade === "comparison" && platforms.includes(platform))
    .flatMap((dataset): PairStudy[] => {
      const adapterOf = new Map(dataset.measurements.map((row) => [row.id, row.adapter]));
      const ratios = compareRows(dataset.measurements, (id) => atlas.find("adapters", id)).filter(
        ({ numerator, denominator }: Comparison) =>
          [numerator, denominator].every((row) => pair.includes(adapterOf.get(row) ?? "")),
      );
      if (ratios.length === 0) return [];
      const source = atlas.find("sources", dataset.source);
      return [
        {
          dataset: dataset.id,
          path: findPath("datasets", dataset.id),
          title: dataset.title,
          publisher: source.publisher,
          year: yearOf(source),
          ratios: ratios.map(({ numerator, denominator, metric, display, conditionsText }) => ({
            metric,
            display,
            above: name(adapterOf.get(numerator) ?? ""),
            below: name(adapterOf.get(denominator) ?? ""),
            conditionsText,
            path: findRowPath(dataset.id, numerator),
          })),
        },
      ];
    });
}

/** What one ping costs with each, where the lab counted both. */
function countPings(pair: readonly string[], adapters: readonly Adapter[]): Pair["counts"] {
  const counts = pair.flatMap((id) => {
    const adapter = adapters.find((one) => one.id === id);
    return adapter?.lane ? [{ name: adapter.name, count: adapter.lane.count, path: adapter.lane.path }] : [];
  });
  return counts.length === pair.length ? counts : undefined;
}

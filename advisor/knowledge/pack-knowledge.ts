import type {
  AdapterOnPlatform,
  Cell,
  Driver,
  Evidence,
  Guest,
  GuestOnPlatform,
  GuestPattern,
  Knowledge,
  OfferedRange,
  OlderEntry,
  Question,
} from "./knowledge.ts";
import { ownNames, toVmxForm } from "../guests/guests.ts";

/**
 * The knowledge as it goes over a network: what it says many times over is said once, and numbers stand for it.
 * Parts that say alike things stand side by side: compression looks back 32 KB, and the order saves it a twentieth.
 */
export interface PackedKnowledge {
  /** What guests are offered, under which older entries, which drivers they have, what each platform lists of them, and the drivers. */
  offered: OfferedRange[][];
  entries: Columns;
  driven: Record<string, number>[];
  listings: Record<string, Columns>;
  drivers: Columns;
  /** All that is not said elsewhere. */
  knowledge: unknown;
  rules: Columns;
  /** By field what describes each of the references, and the references. */
  described: Columns;
  /** References by what comes before their colon, with spaces between them. */
  evidence: Record<string, string>;
  /** The cells of adapters, which have a number or null for each feature. */
  cells: Columns;
  steps: Columns;
  questions: Columns;
  features: Columns;
  problems: Columns;
  guests: Columns;
}

/** A list of objects by their fields, each a list in the objects' order; null where one lacks the field; nulls at the end are left out. */
type Columns = Record<string, unknown[]>;

/** A pattern's fields in their order; what is left out is null. */
const PATTERN = ["before", "after", "from", "to", "later"] as const satisfies readonly (keyof GuestPattern)[];

/**
 * Packs the knowledge for the way to a browser; that saves a sixth of it compressed, and more than half of what is parsed.
 * The titles of rules stay behind, for no page that runs the engine names a rule by it, and so do the ids of sources: of them the
 * engine asks only which are the same.
 */
export function packKnowledge(knowledge: Knowledge): PackedKnowledge {
  const evidence = Object.keys(knowledge.evidence);
  const places = new Map(evidence.map((reference, at) => [reference, at]));
  const [cells, offered, entries, driven, drivers] = [
    numberAlike<Cell>(),
    numberAlike<OfferedRange[]>(),
    numberAlike<OlderEntry>(),
    numberAlike<Record<string, number>>(),
    numberAlike<Driver>(),
  ];
  const sources = numberAlike<string>();
  const placeCells = (own: AdapterOnPlatform["cells"]): unknown[] =>
    knowledge.features.map(({ id }) => (own[id] ? cells.place(own[id]) : null));
  const adapters = knowledge.adapters.map((adapter) => ({
    ...adapter,
    platforms: mapValues(adapter.platforms, ({ demandedModes, ...section }) => ({
      ...section,
      cells: placeCells(section.cells),
      ...(demandedModes && {
        demandedModes: demandedModes.map((mode) => ({ ...mode, cells: placeCells(mode.cells) })),
      }),
    })),
  }));
  const sections = knowledge.guests.map(({ platforms }) =>
    mapValues(platforms, ({ older, ...section }) => ({
      ...section,
      offered: offered.place(section.offered),
      ...(older && {
        older: [offered.place(older.offered), older.entries.map(entries.place), ...(older.since ? [older.since] : [])],
      }),
      drivers: driven.place(mapValues(section.drivers, drivers.place)),
    })),
  );
  const guests = knowledge.guests.map(({ platforms: _, patterns, ...guest }) => ({
    ...guest,
    aliases: foldRuns(
      foldBits(
        guest.aliases.filter((alias) => !vmxForms(guest.aliases).includes(alias)),
        guest,
      ),
    ),
    ...(patterns && { patterns: packPatterns(patterns) }),
  }));
  const number = <Part>(value: Part): Part =>
    mapEvidence(value, (reference) => places.get(String(reference)) ?? reference) as Part;
  const { guests: _, rules, steps, evidence: described, questions, features, problems, ...rest } = knowledge;
  const listings = knowledge.platforms.map(({ id }) => [id, columns(number(sections.map((own) => own[id] ?? {})))]);
  // In this order, found by trial, gzip saves the most: two hundredths.
  return {
    offered: offered.all,
    driven: driven.all,
    listings: Object.fromEntries(listings),
    drivers: columns(number(drivers.all)),
    cells: columns(number(cells.all)),
    // Where a number stands for an id, it is the place.
    steps: columns(
      steps.map(({ id, ...step }, at) => ({ ...step, ...(id === String(at) ? {} : { id }) })),
      "id",
    ),
    rules: columns(number(rules.map(({ title: _, ...rule }) => rule))),
    knowledge: number({ ...rest, adapters }),
    questions: columns(questions.map(forPages)),
    features: columns(number(features)),
    problems: columns(number(problems)),
    evidence: joinReferences(evidence),
    entries: columns(entries.all),
    described: columns(
      Object.entries(described).map(([reference, { kind: _, ...one }]) => {
        const known = sources.all.length;
        const source = sources.place(one.source);
        return { ...one, path: shorten(reference, one.path), source: source === known ? null : source };
      }),
    ),
    guests: columns(number(guests)),
  };
}

/** A question without what the command line and the documentation alone say of it. */
function forPages({
  description: _,
  flag: _flag,
  flagHelp: _help,
  flagAliases: _aliases,
  sample: _sample,
  ...question
}: Question): Omit<Question, "description" | "flag"> {
  return question;
}

/** The knowledge as it was before it was packed. */
export function unpackKnowledge({
  offered,
  entries: olderEntries,
  driven,
  listings,
  drivers,
  knowledge,
  rules,
  described,
  evidence: references,
  cells,
  steps,
  questions,
  features: kept,
  problems,
  guests,
}: PackedKnowledge): Knowledge {
  const evidence = splitReferences(references);
  const name = (value: unknown): unknown =>
    mapEvidence(value, (place) => (typeof place === "number" ? evidence[place] : place));
  const at = <Thing>(things: unknown, place: unknown): Thing => (things as Thing[])[Number(place)] as Thing;
  const [namedCells, namedDrivers] = [name(rows(cells)), name(rows(drivers))];
  const older = rows(olderEntries);
  const drives = driven.map((own) => mapValues(own, (place) => at<Driver>(namedDrivers, place)));
  const unpacked = name({
    ...(knowledge as object),
    guests: rows(guests),
    rules: rows(rules),
    steps: rows(steps),
    questions: rows(questions),
    features: rows(kept),
    problems: rows(problems),
  }) as Knowledge;
  const features = unpacked.features.map(({ id }) => id);
  const sections = Object.entries(listings).map(([id, table]) => [id, name(rows(table)) as GuestOnPlatform[]] as const);
  for (const section of unpacked.adapters.flatMap(({ platforms }): AdapterOnPlatform[] => Object.values(platforms))) {
    for (const part of [section, ...(section.demandedModes ?? [])])
      part.cells = mapValues(
        entries(features, part.cells as unknown as unknown[]) as Record<string, unknown>,
        (place) => at(namedCells, place),
      );
  }
  unpacked.guests.forEach((guest, index) => {
    const { id, patterns } = guest;
    const aliases = unfoldBits(unfoldRuns(guest.aliases), guest);
    const own = [id, ...ownNames(guest).map((name) => name.toLowerCase())];
    guest.aliases = [...new Set([...aliases, ...vmxForms(aliases)])].filter((alias) => !own.includes(alias)).sort();
    if (patterns) guest.patterns = unpackPatterns(patterns);
    guest.platforms = {};
    for (const [platform, { [index]: section }] of sections) {
      if (!section || !("drivers" in section)) continue;
      section.drivers = at(drives, section.drivers);
      section.offered = at(offered, section.offered);
      if (section.older) {
        const [ranges, names, since] = section.older as unknown as [number, number[], string?];
        const all = at<OfferedRange[]>(offered, ranges);
        section.older = {
          listedFrom: Number(all[0]?.from),
          ...(since && { since }),
          offered: all,
          entries: names.map((place) => at<OlderEntry>(older, place)),
        };
      }
      guest.platforms[platform] = section;
    }
  });
  unpacked.steps = unpacked.steps.map((step, at) => ({ ...step, id: step.id ?? String(at) }));
  for (const rule of unpacked.rules) rule.title = "";
  for (const question of unpacked.questions) Object.assign(question, { description: "", flag: "" });
  // A source that is cited for the first time has no number: it is the next one.
  let known = 0;
  unpacked.evidence = Object.fromEntries(
    evidence.map((reference, index) => {
      const one = row(described, index) as unknown as Evidence;
      const source = String(one.source ?? known++);
      return [reference, { ...one, kind: kindOf(reference), path: lengthen(reference, one.path), source }];
    }),
  );
  return unpacked;
}

/** The patterns' fields, each a list in their order, or its one value if all are alike. */
function packPatterns(patterns: readonly GuestPattern[]): unknown[] {
  return PATTERN.map((field) => {
    const values = patterns.map((pattern) => pattern[field] ?? null);
    return values.every((value) => value === values[0]) ? values[0] : values;
  });
}

function unpackPatterns(fields: readonly unknown[]): GuestPattern[] {
  const { length = 1 } = fields.find(Array.isArray) ?? {};
  return Array.from(
    { length },
    (_, at) =>
      entries(
        PATTERN,
        fields.map((values) => (Array.isArray(values) ? values[at] : values)),
      ) as unknown as GuestPattern,
  );
}

/** References of one kind stand together, as in the knowledge. */
function joinReferences(references: readonly string[]): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const reference of references) {
    const [, kind = "", id = ""] = /^(\w+):(.+)$/.exec(reference) ?? [];
    joined[kind] = kind in joined ? `${joined[kind]} ${id}` : id;
  }
  return joined;
}

function splitReferences(joined: Record<string, string>): string[] {
  return Object.entries(joined).flatMap(([kind, ids]) => ids.split(" ").map((id) => `${kind}:${id}`));
}

/** Gives one number to all things that are alike, in the order in which they come. */
function numberAlike<Thing>(): { place: (thing: Thing) => number; all: Thing[] } {
  const places = new Map<string, number>();
  const all: Thing[] = [];
  return {
    all,
    place(thing) {
      const key = JSON.stringify(thing);
      const place = places.get(key) ?? all.push(thing) - 1;
      places.set(key, place);
      return place;
    },
  };
}

/** Names of which each is the next number after the one before it, as their first and the last number: fedora13~44. */
function foldRuns(names: readonly string[]): string[] {
  const folded: string[] = [];
  for (let at = 0; at < names.length; at++) {
    const name = names[at] as string;
    const [, stem = "", number = ""] = /^(|.*\D)(0|[1-9]\d*)$/.exec(name) ?? [];
    let last = Number(number);
    if (number !== "")
      while (names[at + 1] === `${stem}${last + 1}`) {
        last += 1;
        at += 1;
      }
    folded.push(last === Number(number) ? name : `${name}~${last}`);
  }
  return folded;
}

function unfoldRuns(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const [, stem = "", first, last] = /^(.*?)(\d+)~(\d+)$/.exec(name) ?? [];
    return first === undefined
      ? [name]
      : Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => `${stem}${Number(first) + at}`);
  });
}

/** Names of which some also have the bitness behind them: "centos 7" and "centos 7 (64-bit)" become "centos 7*". */
function foldBits(names: readonly string[], guest: Pick<Guest, "bitness">): string[] {
  const starred = names.filter((name) => names.includes(withBits(name, guest)));
  const longer = starred.map((name) => withBits(name, guest));
  return names.filter((name) => !longer.includes(name)).map((name) => (starred.includes(name) ? `${name}*` : name));
}

function unfoldBits(names: readonly string[], guest: Pick<Guest, "bitness">): string[] {
  return names.flatMap((starred) => {
    const [name = "", star] = starred.split("*");
    return star === undefined ? name : [name, withBits(name, guest)];
  });
}

function withBits(name: string, { bitness }: Pick<Guest, "bitness">): string {
  return `${name} (${bitness}-bit)`;
}

/** What .vmx files call the guests of these vSphere ids. */
function vmxForms(aliases: readonly string[]): string[] {
  return aliases.filter((alias) => /^\w+guest$/.test(alias)).map(toVmxForm);
}

/** The names that a reference and the address of what it names have in common. */
function namesOf(reference: string): [record: string, row: string | undefined] {
  const [, record = "", row] = /^\w+:([^/]+)(?:\/(.+))?$/.exec(reference) ?? [];
  return [record, row];
}

/** What a reference names, as its form says. */
function kindOf(reference: string): Evidence["kind"] {
  return namesOf(reference)[1] === undefined ? (reference.replace(/:.*/, "") as Evidence["kind"]) : "measurement";
}

/** Where most of what is cited has its page, with signs in the place of the names that its reference says. */
const PAGES: Partial<Record<Evidence["kind"], string>> = {
  measurement: "/benchmarks/*/#+",
  dataset: "/benchmarks/*/",
  finding: "/findings/#*",
  source: "/sources/#*",
};

/** An address with signs in the place of the names that its reference says already: few are left to tell apart, and most go without saying. */
function shorten(reference: string, path: string): string | undefined {
  const [record, row] = namesOf(reference);
  const short = (row === undefined ? path : path.replace(`#${row}`, "#+")).replace(record, "*");
  return short === PAGES[kindOf(reference)] ? undefined : short;
}

function lengthen(reference: string, path = PAGES[kindOf(reference)] ?? ""): string {
  const [record, row] = namesOf(reference);
  return path.replace("*", record).replace("#+", `#${row ?? "+"}`);
}

/** Objects by their fields, of which one may be wanted last. */
function columns(rows: readonly object[], last?: string): Columns {
  const fields = [...new Set(rows.flatMap((one) => Object.keys(one)))].sort(
    (a, b) => Number(a === last) - Number(b === last),
  );
  return Object.fromEntries(
    fields.map((field) => {
      const values = rows.map((one) => (one as Record<string, unknown>)[field] ?? null);
      return [field, values.slice(0, values.findLastIndex((value) => value !== null) + 1)];
    }),
  );
}

function rows(table: Columns): object[] {
  const length = Math.max(0, ...Object.values(table).map((values) => values.length));
  return Array.from({ length }, (_, at) => row(table, at));
}

function row(table: Columns, at: number): object {
  return entries(
    Object.keys(table),
    Object.values(table).map((values) => values[at]),
  );
}

/** An object of those fields that have a value. */
function entries(fields: readonly string[], values: readonly unknown[]): object {
  return Object.fromEntries(
    fields.flatMap((field, at) => ((values[at] ?? null) === null ? [] : [[field, values[at]]])),
  );
}

/** A copy with every entry of every list of evidence changed. */
function mapEvidence(value: unknown, change: (entry: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => mapEvidence(entry, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === "evidence" && Array.isArray(part) ? part.map(change) : mapEvidence(part, change),
    ]),
  );
}

/** The same keys with other values. */
export function mapValues<From, To>(
  from: Record<string, From>,
  change: (value: From, key: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, change(value, key)]));
}

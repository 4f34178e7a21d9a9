import { versionCode } from "../../../advisor/knowledge/version.ts";
import type { SearchDocument } from "../../../assets/ts/search/documents.ts";
import { nameSymptom } from "../../../assets/ts/search/units.ts";
import type { AdapterParts } from "../compile/site/adapters.ts";
import type { CompareTable } from "../compile/compare-table.ts";
import { comparePage } from "../compile/paths.ts";

/** A compiled record as far as every kind has it; what else it holds is read by name. */
interface Compiled {
  id: string;
  path: string;
  parts?: AdapterParts;
  [field: string]: unknown;
}

/** Name of a list of compiled records to the records. */
export type CompiledLists = Readonly<Record<ListName | (typeof readNames)[number], readonly Compiled[]>>;

type ListName = keyof typeof kinds;

/** Lists that help to describe records of other kinds. */
type Context = Readonly<Record<"platforms" | "guests", readonly Compiled[]>>;

/** How a kind is called, and which of its fields name it, describe it and hold the rest of its words. */
interface Words {
  kind: string;
  title: (record: Compiled) => string;
  note: readonly string[];
  names: readonly string[];
  text: readonly string[];
  /** Says in one or two sentences what a reader came for, where fields alone do not; the lists are those of the index. */
  answer?: (record: Compiled, lists: Context) => string;
  /** Further names, where fields alone do not have them. */
  further?: (record: Compiled, lists: Context) => string;
}

const byTitle = ({ title }: Compiled): string => String(title);
const byName = ({ name }: Compiled): string => String(name);

/** A feature's name, with those that platforms give it where they are others. */
function nameFeature({ name, platforms }: Compiled): string {
  const others = [...new Set(collectWords(platforms))].filter(
    (other) => other.toLowerCase() !== String(name).toLowerCase(),
  );
  return others.length === 0 ? String(name) : `${String(name)} (${others.join(", ")})`;
}

const kinds = {
  adapters: {
    kind: "Adapter",
    title: byName,
    note: ["summary"],
    names: ["emulates"],
    text: ["platforms", "drivers", "chooseWhen", "avoidWhen"],
    further: nameAdapter,
  },
  guests: {
    kind: "Guest",
    title: ({ name, bitness }) => `${String(name)} (${String(bitness)}-bit)`,
    note: [],
    // Short names are among the words of assets/search; ids are long lists, which wait for the texts.
    names: [],
    text: ["vendor", "family", "aliases", "note"],
    answer: answerForGuest,
  },
  pairs: { kind: "Comparison", title: byTitle, note: ["description"], names: ["adapters"], text: [] },
  features: { kind: "Feature", title: nameFeature, note: ["summary"], names: ["aliases", "platforms"], text: [] },
  rules: { kind: "Rule", title: byTitle, note: ["because"], names: [], text: ["whenText", "thenText"] },
  datasets: {
    kind: "Study",
    title: byTitle,
    note: ["question"],
    names: ["source"],
    text: ["answer", "testbed", "method"],
  },
  findings: {
    kind: "Finding",
    title: ({ claim }) => String(claim),
    note: ["condition"],
    names: ["adapters"],
    text: ["quote"],
    answer: answerForProblem,
    further: nameProblem,
  },
  sources: { kind: "Source", title: byTitle, note: ["publisher"], names: ["authors", "identifier"], text: ["note"] },
  gaps: { kind: "Open question", title: byTitle, note: ["why"], names: ["adapters"], text: ["short", "note"] },
  steps: { kind: "Step", title: byTitle, note: [], names: ["tool"], text: ["text", "pitfalls"] },
} as const satisfies Record<string, Words>;

/** Kinds of compiled records that can be found, which are also the names of their files. */
export const listNames = Object.keys(kinds) as ListName[];

/** Lists that only help to describe the others. */
export const readNames = ["platforms"] as const;

/** Lists compiled records as documents. */
export function listRecords(lists: CompiledLists): SearchDocument[] {
  return listNames.flatMap((name) => {
    const words: Words = kinds[name];
    return lists[name].flatMap((record) => {
      const collect = (fields: readonly string[]): string =>
        fields.flatMap((field) => collectWords(record[field])).join(" ");
      const kind = record.problem ? "Problem" : words.kind;
      const document = {
        path: record.path,
        kind,
        title: words.title(record),
        note: words.answer?.(record, lists) || collect(words.note),
        names: [collect(words.names), words.further?.(record, lists) ?? ""].join(" "),
        text: collect(words.text),
      };
      return [document, ...listParts(record, kind)];
    });
  });
}

/** How platforms and drivers call an adapter. */
function nameAdapter({ platforms, drivers }: Compiled): string {
  const sections = Object.values((platforms ?? {}) as Record<string, { name: string; names?: string[] }>);
  const ofDrivers = (drivers ?? []) as { driver?: string }[];
  return collectWords([sections.map(({ name, names }) => [name, names]), ofDrivers.map(({ driver }) => driver)]).join(
    " ",
  );
}

/** What a guest's entry reads of an answer of the advisor. */
interface GuestAnswer {
  recommended: string | null;
  fitting: { adapter: string; name: string }[];
}

/** "VMware vSphere: VMXNET3, the driver ships with the guest. Without VMware Tools: E1000E." for each platform. */
function answerForGuest({ advice, platforms }: Compiled, lists: Context): string {
  const sections = (advice ?? {}) as Record<string, { withDrivers: GuestAnswer; withoutDrivers: GuestAnswer }>;
  const ofGuest = (platforms ?? {}) as Record<string, { drivers?: { adapter: string; where: string }[] }>;
  return Object.entries(sections)
    .map(([id, { withDrivers, withoutDrivers }]) => {
      const platform = lists.platforms.find((one) => one.id === id);
      const name = ({ recommended, fitting }: GuestAnswer): string =>
        fitting.find(({ adapter }) => adapter === recommended)?.name ?? "no adapter fits";
      const where = ofGuest[id]?.drivers?.find(({ adapter }) => adapter === withDrivers.recommended)?.where;
      const drivers = String(platform?.guestDrivers ?? "added drivers");
      const driver = { box: ", the driver ships with the guest", tools: `, the guest requires ${drivers}` }[
        where ?? ""
      ];
      const bare =
        withDrivers.recommended === withoutDrivers.recommended ? "" : ` Without ${drivers}: ${name(withoutDrivers)}.`;
      return `${String(platform?.name ?? id)}: ${name(withDrivers)}${driver ?? ""}.${bare}`;
    })
    .join(" ");
}

/** A known problem as far as the index reads it. */
interface IndexedProblem {
  symptom: string;
  affects: string;
  fixedIn: string;
  workaround: string;
  match?: { guests?: { family: string; atLeast?: string; below?: string }[] };
}

/** Which versions have a known problem, and what helps. */
function answerForProblem({ problem }: Compiled): string {
  if (!problem) return "";
  const { affects, fixedIn, workaround } = problem as IndexedProblem;
  const fix = fixedIn === "none" ? "No fix." : fixedIn === "unknown" ? "" : `Fixed in: ${fixedIn}.`;
  return [`Affects: ${affects}.`, fix, workaround === "unknown" ? "" : `Workaround: ${workaround}`]
    .filter((part) => part !== "")
    .join(" ");
}

/** The symptom, and the guests that can have the problem: by these words people look for it. */
function nameProblem({ problem }: Compiled, { guests }: Context): string {
  if (!problem) return "";
  const { symptom, match } = problem as IndexedProblem;
  const affected = guests.filter(({ family, release }) =>
    match?.guests?.some(
      (range) =>
        range.family === family &&
        release !== "unknown" &&
        (range.atLeast === undefined || versionCode(String(release)) >= versionCode(range.atLeast)) &&
        (range.below === undefined || versionCode(String(release)) < versionCode(range.below)),
    ),
  );
  return [nameSymptom(symptom), ...new Set(affected.map(byName))].join(" ");
}

/** What is on record about a feature is found by the feature together with an adapter: "vMotion: no with SR-IOV". */
export function listSupport(tables: readonly CompareTable[]): SearchDocument[] {
  return tables.flatMap(({ name: platform, groups }) =>
    groups
      .flatMap(({ rows }) => rows)
      .flatMap(({ name, feature, answers }) =>
        answers
          .filter(({ support }) => support !== "unknown")
          .map(({ anchor, word, version, note = "", columns }) => ({
            path: `${comparePage}#${anchor}`,
            kind: "Support",
            title: `${name}: ${[word, version].filter((part) => part !== undefined).join(" ")} with ${columns
              .map(({ fullName }) => fullName)
              .join(", ")}`,
            note: [platform, note].filter((part) => part !== "").join(": "),
            names: feature.replaceAll("-", " "),
            text: "",
          })),
      ),
  );
}

/** Sections of a record's page are found by their titles; what they tell is found with the records that they show. */
function listParts({ parts = {} }: Compiled, kind: string): SearchDocument[] {
  return Object.values(parts).map(({ path, title }) => ({ path, kind, title, note: "", names: "", text: "" }));
}

/** Fields of a part of a record that hold no words of its own. */
const apart = new Set([
  "compatibility",
  "sources",
  "cells",
  "path",
  "url",
  "basis",
  "support",
  "where",
  "locator",
  "sourceRecord",
  "deviceOptions",
]);

function collectWords(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(collectWords);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => (apart.has(name) ? [] : collectWords(part)));
}

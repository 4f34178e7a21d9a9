import type { SearchDocument } from "../../../assets/ts/search/index-options.ts";
import type { AdapterParts } from "../compile/adapter-work.ts";

/** A compiled record as far as every kind has it; what else it holds is read by name. */
interface Compiled {
  id: string;
  path: string;
  parts?: AdapterParts;
  [field: string]: unknown;
}

/** Name of a list of compiled records to the records. */
export type CompiledLists = Readonly<Record<ListName, readonly Compiled[]>>;

type ListName = keyof typeof kinds;

/** How a kind is called, and which of its fields name it, describe it and hold the rest of its words. */
interface Words {
  kind: string;
  title: (record: Compiled) => string;
  note: readonly string[];
  names: readonly string[];
  text: readonly string[];
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
    names: ["emulates", "platforms", "drivers"],
    text: ["chooseWhen", "avoidWhen"],
  },
  guests: {
    kind: "Guest",
    title: ({ name, bitness }) => `${String(name)} (${String(bitness)}-bit)`,
    note: [],
    names: ["vendor", "family", "ids"],
    text: ["note"],
  },
  features: { kind: "Feature", title: nameFeature, note: ["summary"], names: ["aliases", "platforms"], text: [] },
  rules: { kind: "Rule", title: byTitle, note: ["because"], names: [], text: ["whenText", "thenText"] },
  datasets: {
    kind: "Dataset",
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
    text: ["quote", "problem"],
  },
  sources: { kind: "Source", title: byTitle, note: ["publisher"], names: ["authors", "identifier"], text: ["note"] },
  gaps: { kind: "Gap", title: byTitle, note: ["why"], names: ["adapters"], text: ["short", "note"] },
  steps: { kind: "Step", title: byTitle, note: [], names: ["tool"], text: ["text", "pitfalls"] },
} as const satisfies Record<string, Words>;

/** Kinds of compiled records that can be found, which are also the names of their files. */
export const listNames = Object.keys(kinds) as ListName[];

/** Lists compiled records as documents. */
export function listRecords(lists: CompiledLists): SearchDocument[] {
  return listNames.flatMap((name) => {
    const words: Words = kinds[name];
    return lists[name].flatMap((record) => {
      const collect = (fields: readonly string[]): string =>
        fields.flatMap((field) => collectWords(record[field])).join(" ");
      const document = {
        path: record.path,
        kind: words.kind,
        title: words.title(record),
        note: collect(words.note),
        names: [record.id.replaceAll("-", " "), collect(words.names)].join(" "),
        text: collect(words.text),
      };
      return [document, ...listParts(record, words.kind)];
    });
  });
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

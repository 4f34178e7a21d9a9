import { resolveEvidence } from "./evidence.ts";
import { findAnyPath } from "./paths.ts";
import { type Atlas, type Kind, kinds, type RecordOf } from "./records.ts";

/** A mention of a record where another one is shown. */
export interface Link {
  kind: Singular;
  id: string;
  title: string;
  path: string;
}

type Singular = Kind extends infer K ? (K extends `${infer One}s` ? One : never) : never;

/** Lists, for each source, the records that cite it: in a citation, as their source, or through a rule's evidence. */
export function linkSources(atlas: Atlas): ReadonlyMap<string, Link[]> {
  const links = new Map<string, Link[]>();
  for (const kind of kinds) {
    for (const record of atlas[kind]) {
      const cited =
        "evidence" in record
          ? record.evidence.map((ref) => resolveEvidence(ref, atlas).source.id)
          : findSources(record);
      for (const source of new Set(cited)) append(links, source, linkTo(kind, record));
    }
  }
  return links;
}

/** Lists, for each finding, the rules that rest on it. */
export function linkFindings(atlas: Atlas): ReadonlyMap<string, Link[]> {
  const links = new Map<string, Link[]>();
  for (const rule of atlas.rules) {
    for (const ref of rule.evidence) {
      if (ref.startsWith("finding:")) append(links, ref.slice("finding:".length), linkTo("rules", rule));
    }
  }
  return links;
}

/** Lists the ids of the rules that rest on a dataset or on one of its rows. */
export function listRulesOn(dataset: string, rules: readonly RecordOf<"rules">[]): string[] {
  const ref = `dataset:${dataset}`;
  return rules
    .filter(({ evidence }) => evidence.some((cited) => cited === ref || cited.startsWith(`${ref}/`)))
    .map(({ id }) => id);
}

/** Lists the ids of the rules that say something about an adapter. */
export function listRulesAbout(adapter: string, rules: readonly RecordOf<"rules">[]): string[] {
  const named = ({ then }: RecordOf<"rules">): (readonly string[] | undefined)[] => [
    then.exclude,
    then.prefer,
    then.over,
    then.warn,
    then.for,
  ];
  return rules.filter((rule) => named(rule).some((ids) => ids?.includes(adapter))).map(({ id }) => id);
}

function linkTo<K extends Kind>(kind: K, record: RecordOf<K>): Link {
  return {
    kind: kind.slice(0, -1) as Singular,
    id: record.id,
    title: titleOf(kind, record),
    path: findAnyPath(kind, record),
  };
}

/** Finds the value of every key named source, however deep. */
function findSources(value: unknown): string[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
    key === "source" && typeof part === "string" ? [part] : findSources(part),
  );
}

function append(links: Map<string, Link[]>, id: string, link: Link): void {
  links.set(id, [...(links.get(id) ?? []), link]);
}

/** Returns what a record is called where it is mentioned. */
export function titleOf<K extends Kind>(kind: K, record: RecordOf<K>): string {
  if (kind === "guests") return guestTitle(record as RecordOf<"guests">);
  if ("title" in record) return record.title;
  if ("question" in record) return record.question;
  return "claim" in record ? record.claim : record.name;
}

function guestTitle({ name, bitness }: RecordOf<"guests">): string {
  return `${name} (${bitness}-bit)`;
}

import { type Kind, type Plural, singularOf } from "../../records/kinds.ts";
import { groupBy } from "../../../advisor/collections.ts";
import { recordOf } from "../../../advisor/knowledge/later-texts.ts";
import { describeEvidence, quoteOf, resolveEvidence } from "./evidence.ts";
import { findAnyPath, pathOf } from "./paths.ts";
import { type Atlas, listedKinds, type RecordOf } from "./records.ts";

/** A mention of a record where another one is shown. */
interface Link {
  kind: Kind;
  id: string;
  title: string;
  path: string;
}

/** Lists, for each source, the records that cite it: in a citation, as their source, or through a rule's evidence. */
export function linkSources(atlas: Atlas): ReadonlyMap<string, Link[]> {
  const links = listedKinds.flatMap((kind) =>
    atlas[kind].flatMap((record) => {
      const cited =
        "evidence" in record
          ? record.evidence.map((ref) => resolveEvidence(ref, atlas).source.id)
          : findSources(record);
      return [...new Set(cited)].map((source) => [source, linkTo(kind, record)] as const);
    }),
  );
  return collect(links);
}

/** Lists, for each finding, the rules that cite it. */
export function linkFindings({ rules }: Atlas): ReadonlyMap<string, Link[]> {
  const links = rules.flatMap((rule) =>
    rule.evidence.flatMap((ref) =>
      ref.startsWith("finding:") ? [[ref.slice("finding:".length), linkTo("rules", rule)] as const] : [],
    ),
  );
  return collect(links);
}

/** Lists the ids of the rules that cite a dataset or one of its rows. */
export function listRulesOn(dataset: string, rules: readonly RecordOf<"rules">[]): string[] {
  const ref = `dataset:${dataset}`;
  return rules
    .filter(({ evidence }) => evidence.some((cited) => cited === ref || cited.startsWith(`${ref}/`)))
    .map(({ id }) => id);
}

/** Lists the ids of the rules about an adapter. */
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

function linkTo<K extends Plural>(kind: K, record: RecordOf<K>): Link {
  return {
    kind: singularOf(kind),
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

/** Groups values by id. */
function collect<T>(pairs: readonly (readonly [id: string, value: T])[]): ReadonlyMap<string, T[]> {
  const groups = groupBy(pairs, ([id]) => id);
  return new Map([...groups].map(([id, group]) => [id, group.map(([, value]) => value)]));
}

/** Returns the title of a record for links. */
export function titleOf<K extends Plural>(kind: K, record: RecordOf<K>): string {
  if (kind === "guests") return guestTitle(record as RecordOf<"guests">);
  if ("title" in record) return record.title;
  if ("question" in record) return record.question;
  return "claim" in record ? record.claim : record.name;
}

function guestTitle({ name, bitness }: RecordOf<"guests">): string {
  return `${name} (${bitness}-bit)`;
}

/** Contradicting evidence, and why the two may differ. */
interface LinkedContradiction {
  /** Reference of the contradicting record, `finding:ID` or `dataset:ID`. */
  evidence: string;
  title: string;
  path: string;
  year: number;
  /** Words of the source, if the evidence is a row or a finding. */
  quote?: string;
  cause: string;
  /** Ids of the sources that state the cause. */
  sources: string[];
}

/** A newer finding that qualifies older evidence. */
interface Qualifier {
  id: string;
  title: string;
  path: string;
}

/** By `finding:ID` or `dataset:ID`. */
type Counterparts<T> = ReadonlyMap<string, readonly T[]>;

/** Links the contradictions of findings and datasets in both directions. */
export function linkContradictions(atlas: Atlas): Counterparts<LinkedContradiction> {
  const stated = [
    ...atlas.findings.map(({ id, contradicts = [] }) => ({ owner: `finding:${id}`, contradicts })),
    ...atlas.datasets.map(({ id, contradicts = [] }) => ({ owner: `dataset:${id}`, contradicts })),
  ].flatMap(({ owner, contradicts }) => contradicts.map((why) => ({ ...why, owner })));
  const turned = stated.map(({ owner, evidence, ...why }) => ({ ...why, owner: recordOf(evidence), evidence: owner }));
  const groups = [...groupBy([...stated, ...turned], ({ owner }) => owner)].map(([owner, all]) => {
    // Two records that name each other are one contradiction, in the words of the record that shows it.
    const once = new Map([...all].reverse().map((one) => [recordOf(one.evidence), one]));
    return [owner, all.filter((one) => once.get(recordOf(one.evidence)) === one)] as const;
  });
  const link = ({ evidence, cause, sources = [] }: (typeof stated)[number]): LinkedContradiction => ({
    ...{ evidence: recordOf(evidence), ...describe(evidence, atlas), cause },
    sources: sources.map(({ source }) => source),
  });
  return new Map(groups.map(([owner, all]) => [owner, all.map(link)]));
}

/** Lists the newer findings that qualify each finding and each dataset or a row of it. */
export function linkQualifiers({ findings }: Atlas): Counterparts<Qualifier> {
  const links = findings.flatMap((finding) => {
    const { id, claim, qualifies = [] } = finding;
    const qualifier = { id, title: claim, path: pathOf("findings", finding) };
    return [...new Set(qualifies.map(recordOf))].map((owner) => [owner, qualifier] as const);
  });
  return collect(links);
}

function describe(ref: string, atlas: Atlas): Pick<LinkedContradiction, "title" | "path" | "year" | "quote"> {
  const { title, path, year } = describeEvidence(ref, atlas);
  const quote = quoteOf(resolveEvidence(ref, atlas));
  return { title, path, year, ...(quote === undefined ? {} : { quote }) };
}

import type { Atlas } from "./records.ts";
import { describeEvidence, quoteOf, resolveEvidence } from "./evidence.ts";
import { pathOf } from "./paths.ts";

/** Evidence that says otherwise, with why the two may differ. */
export interface LinkedContradiction {
  /** The record that says it, `finding:ID` or `dataset:ID`. */
  evidence: string;
  title: string;
  path: string;
  year: number;
  /** The words of the source, where the evidence is a row or a finding. */
  quote?: string;
  cause: string;
  /** Ids of the sources that state the cause. */
  sources: string[];
}

/** A newer finding in whose light older evidence is to be read. */
export interface Qualifier {
  id: string;
  title: string;
  path: string;
}

/** By `finding:ID` or `dataset:ID`. */
type Counterparts<T> = ReadonlyMap<string, readonly T[]>;

/** Tells what contradicts each finding and dataset, whichever of the two names the other. */
export function linkContradictions(atlas: Atlas): Counterparts<LinkedContradiction> {
  const found = new Map<string, Map<string, LinkedContradiction>>();
  // Two that name each other are one contradiction, told in the words of the record where it is shown.
  const add = (
    owner: string,
    ref: string,
    { cause, sources = [] }: { cause: string; sources?: { source: string }[] },
  ): void => {
    const known = found.get(owner) ?? new Map<string, LinkedContradiction>();
    const other = ownerOf(ref);
    if (!known.has(other))
      known.set(other, {
        evidence: other,
        ...describe(ref, atlas),
        cause,
        sources: sources.map(({ source }) => source),
      });
    found.set(owner, known);
  };
  const disputes = listDisputes(atlas);
  for (const { owner, contradicts } of disputes)
    for (const { evidence, ...why } of contradicts) add(owner, evidence, why);
  for (const { owner, contradicts } of disputes)
    for (const { evidence, ...why } of contradicts) add(ownerOf(evidence), owner, why);
  return new Map([...found].map(([owner, known]) => [owner, [...known.values()]]));
}

/** Lists the newer findings that qualify each finding and each dataset or a row of it. */
export function linkQualifiers(atlas: Atlas): Counterparts<Qualifier> {
  const found = new Map<string, Qualifier[]>();
  for (const finding of atlas.findings) {
    const { id, claim, qualifies = [] } = finding;
    for (const owner of new Set(qualifies.map(ownerOf))) {
      found.set(owner, [...(found.get(owner) ?? []), { id, title: claim, path: pathOf("findings", finding) }]);
    }
  }
  return found;
}

function listDisputes({ findings, datasets }: Atlas) {
  const records = [
    ...findings.map(({ id, contradicts }) => ({ owner: `finding:${id}`, contradicts })),
    ...datasets.map(({ id, contradicts }) => ({ owner: `dataset:${id}`, contradicts })),
  ];
  return records.flatMap(({ owner, contradicts }) => (contradicts ? [{ owner, contradicts }] : []));
}

function describe(ref: string, atlas: Atlas): Pick<LinkedContradiction, "title" | "path" | "year" | "quote"> {
  const { title, path, year } = describeEvidence(ref, atlas);
  const quote = quoteOf(resolveEvidence(ref, atlas));
  return { title, path, year, ...(quote === undefined ? {} : { quote }) };
}

/** The record that a reference leads to: that of a row is its dataset. */
function ownerOf(ref: string): string {
  return ref.split("/")[0] ?? ref;
}

/**
 * Kinds of authored records and where they live: the one place that knows.
 * A new kind is added here, with its schema in data/schema and its folder in data.
 */
const plurals = {
  platform: "platforms",
  feature: "features",
  adapter: "adapters",
  guest: "guests",
  source: "sources",
  dataset: "datasets",
  finding: "findings",
  rule: "rules",
  step: "steps",
  question: "questions",
} as const;

export type Kind = keyof typeof plurals;

/** The plural of a kind, which names its folder and its lists. */
export type Plural<K extends Kind = Kind> = (typeof plurals)[K];

export const kinds = Object.keys(plurals) as readonly Kind[];

/** Returns the plural of a kind: `rules` for `rule`. */
export function pluralOf<K extends Kind>(kind: K): Plural<K> {
  return plurals[kind];
}

const singulars = new Map(kinds.map((kind) => [pluralOf(kind), kind]));

/** Returns the kind that a plural names. Throws if there is none. */
export function singularOf(plural: Plural): Kind {
  const kind = singulars.get(plural);
  if (!kind) throw new Error(`No kind of records is called ${plural}.`);
  return kind;
}

/** Folder of a kind's records, relative to the repository. */
export function folderOf(kind: Kind): string {
  return `data/${pluralOf(kind)}`;
}

/** What a file in a kind's folder holds: a record of that kind, or the tombstone of one. */
export type Content = Kind | "tombstone";

/** Schema file of a content, relative to the repository. */
export function schemaFileOf(kind: Content): string {
  return `data/schema/${kind}.schema.json`;
}

/** File of a record, relative to the repository. */
export function fileOf(kind: Kind, id: string): string {
  return `${folderOf(kind)}/${id}.yaml`;
}

/** Platforms that studies ran on and the advisor does not know, so that no record describes them. */
export const otherPlatforms: { readonly [id: string]: string } = {
  xen: "Xen",
  "hyper-v": "Hyper-V",
  bhyve: "bhyve",
  virtualbox: "VirtualBox",
  macos: "macOS",
  aws: "AWS EC2",
  azure: "Azure",
};

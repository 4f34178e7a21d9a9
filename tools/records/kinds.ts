/**
 * Kinds of authored records and where they live: the one place that knows.
 * A new kind is added here, with its schema in data/schema and its folder in data.
 */
export const kinds = [
  "platform",
  "feature",
  "adapter",
  "guest",
  "source",
  "dataset",
  "finding",
  "rule",
  "step",
  "question",
] as const;

export type Kind = (typeof kinds)[number];

/** Folder of a kind's records, relative to the repository. */
export function folderOf(kind: Kind): string {
  return `data/${kind}s`;
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

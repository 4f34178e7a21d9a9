import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../check/arguments.ts";
import { openId } from "../../check/placeholders.ts";
import { fileOf } from "../../records/kinds.ts";
import type { Kind } from "../../records/kinds.ts";

/** Takes an id as it was given, or says why it cannot be that of a new record. */
export function takeId(kind: Kind, id: string, root: string): string {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
    throw new UsageError(`the id "${id}" is not in kebab-case; try ${makeId(id) || `new-${kind}`}`);
  if (id === openId)
    throw new UsageError(`the id "${openId}" holds the place of ids that are still to be filled in; take another`);
  if (!isTaken(kind, id, root)) return id;
  const isGone = /^tombstone:/m.test(readFileSync(join(root, fileOf(kind, id)), "utf8"));
  const why = isGone ? "stood for a record that is gone, and an id is never used again" : "is there already";
  throw new UsageError(`${fileOf(kind, id)} ${why}; a free id is ${findFreeId(kind, id, root)}`);
}

/** The id itself where it is free, else with the first number that makes it so. */
export function findFreeId(kind: Kind, id: string, root: string): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? id : `${id}-${number}`;
    if (!isTaken(kind, candidate, root)) return candidate;
  }
}

/** Makes an id of a title: its first words, without what an address cannot carry. */
export function makeId(title: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, "")
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  let id = words.shift() ?? "";
  for (const word of words) {
    if (id.length + 1 + word.length > longest) break;
    id = `${id}-${word}`;
  }
  return id.slice(0, longest);
}

/** Characters of a made id: what is still read at a glance in an address. */
const longest = 48;

/** A file that is there takes an id even when it cannot be read as a record, or is a tombstone. */
function isTaken(kind: Kind, id: string, root: string): boolean {
  return existsSync(join(root, fileOf(kind, id)));
}

import type { Tombstone as Authored } from "../../records/record.ts";
import type { Atlas } from "./atlas.ts";
import { dropUndefined } from "../../records/drop-undefined.ts";
import { findAnyPath, findPath } from "./paths.ts";
import type { Kind } from "./records.ts";
import { titleOf } from "./titles.ts";

/** What readers find at the address of a record that is gone. */
export interface Tombstone {
  kind: Kind;
  id: string;
  status: "moved" | "withdrawn";
  on: string;
  reason: string;
  /** Where the record was shown, and this is now: a page, or a place in a list. */
  path: string;
  successor?: { id: string; title: string; path: string };
}

/** Compiles what stands in the place of records that were moved or withdrawn, by kind and id. */
export function compileTombstones(tombstones: readonly Authored[], atlas: Atlas): Tombstone[] {
  return tombstones.map(({ kind: singular, id, data }) => {
    const kind = `${singular}s` as Kind;
    const { status, on, reason, successor } = data.tombstone;
    return dropUndefined({
      kind,
      id,
      status,
      on,
      reason,
      // A step has no place of its own without the adapter that it was for.
      path: kind === "steps" ? "/adapters/" : findPath(kind, id),
      successor: successor === undefined ? undefined : describe(kind, successor, atlas),
    });
  });
}

function describe(kind: Kind, id: string, atlas: Atlas): { id: string; title: string; path: string } {
  const record = atlas.find(kind, id);
  return { id, title: titleOf(kind, record), path: findAnyPath(kind, record, atlas) };
}

import { folderOf } from "../../records/kinds.ts";
import { findAnyPath, findSourcePath } from "../../site/compile/paths.ts";
import type { Kind, RecordOf } from "../../site/compile/records.ts";
import type { RecordChange } from "./compare-records.ts";
import type { CompiledSide } from "./compile-side.ts";

/** A page on which changed records have their place. */
export interface ChangedPage {
  /** From the site's root, without an anchor. */
  path: string;
  /** Kind and id of the records, such as `dataset nobel-vmxnet3-2013`. */
  records: string[];
}

/** Lists the pages where changed records are shown; what was withdrawn stands where it was. */
export function listPages(records: readonly RecordChange[], before: CompiledSide, after: CompiledSide): ChangedPage[] {
  const pages = new Map<string, string[]>();
  for (const { kind, id } of records) {
    const folder = folderOf(kind).replace("data/", "") as Kind;
    const side = [after, before].find(({ atlas }) => findRecord(folder, id, atlas));
    const record = side && findRecord(folder, id, side.atlas);
    if (!side || !record) continue;
    // A kind and its record fit each other, which the types of a list of all kinds do not say.
    const path =
      folder === "sources"
        ? findSourcePath(id, side.atlas)
        : findAnyPath(folder as "steps", record as RecordOf<"steps">);
    const page = path.replace(/#.*$/s, "");
    pages.set(page, [...(pages.get(page) ?? []), `${kind} ${id}`]);
  }
  return [...pages].map(([path, names]) => ({ path, records: names }));
}

function findRecord(kind: Kind, id: string, atlas: CompiledSide["atlas"]): RecordOf<Kind> | undefined {
  const records: readonly { id: string }[] = atlas[kind];
  return records.find((record) => record.id === id) as RecordOf<Kind> | undefined;
}

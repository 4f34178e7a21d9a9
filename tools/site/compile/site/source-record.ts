import { dropUndefined } from "../../../records/drop-undefined.ts";
import { pathOf } from "../paths.ts";
import type { RecordOf } from "../records.ts";

/** Returns what names a source and links to it, for the pages of what it carries. */
export function toSourceRecord(source: RecordOf<"sources">) {
  const { id, title, authors, publisher, published, url, kind } = source;
  return dropUndefined({ id, title, authors, publisher, published, url, kind, path: pathOf("sources", source) });
}

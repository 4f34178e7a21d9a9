import { parseRecord } from "../../records/parse-record.ts";
import type { ParsedFile, RecordFile } from "../../records/parse-record.ts";

/** Parses records, and one that has not changed only once: of hundreds of files a save changes one. */
export function makeRememberingParser(): (file: RecordFile) => ParsedFile {
  const remembered = new Map<string, { text: string; parsed: ParsedFile }>();
  return (source) => {
    const known = remembered.get(source.file);
    if (known?.text === source.text) return known.parsed;
    const parsed = parseRecord(source);
    remembered.set(source.file, { text: source.text, parsed });
    return parsed;
  };
}

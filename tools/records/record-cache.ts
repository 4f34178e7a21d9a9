import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { FileCache } from "./file-cache.ts";
import { parseRecord, type ParsedFile, restoreRecord } from "./parse-record.ts";
import type { RecordFile, RecordSet } from "./record.ts";

/** Data of records by the hashes of their texts. */
type CachedData = Map<string, unknown>;

/** Texts that are parsed again rather than kept at once: that takes less time than writing the file. */
const FEW = 20;

/** Records as they were parsed before: by this program, or by an earlier one. To parse them all takes a second, and a save changes one of them. */
export interface RecordCache {
  /** Gives what a file was parsed to before if its text is the same, or parses it. */
  parse: (source: RecordFile) => ParsedFile;
  /** Keeps the data of these records and no others for the next program, if many of them had to be parsed. */
  keep: (set: Pick<RecordSet, "records" | "tombstones" | "problems">) => void;
}

/**
 * Opens the cache of a repository's records: this program's own, and the file in .cache/records that programs share, if there is
 * a folder .cache. The file has records without a problem only, and holds as long as the modules and packages that parse them
 * stay the same.
 */
export function openRecordCache(root: string): RecordCache {
  const known = new Map<string, { text: string; parsed: ParsedFile }>();
  const folder = join(root, ".cache");
  let files: FileCache | undefined;
  let shared: CachedData | undefined;
  let misses = 0;
  const read = (): CachedData => {
    if (!existsSync(folder)) return new Map();
    try {
      files = new FileCache(join(folder, "records"), hashParser());
      const bytes = files.find("all");
      return bytes ? (deserialize(bytes) as CachedData) : new Map();
    } catch {
      // Where nothing can be kept, records are parsed.
      return new Map();
    }
  };
  const parse = (source: RecordFile): ParsedFile => {
    shared ??= read();
    const data = shared.get(hashOf(source.text));
    if (data !== undefined) return restoreRecord(source, data);
    misses += 1;
    return parseRecord(source);
  };
  return {
    parse(source) {
      const before = known.get(source.file);
      if (before?.text === source.text) return before.parsed;
      const parsed = parse(source);
      known.set(source.file, { text: source.text, parsed });
      return parsed;
    },
    keep({ records, tombstones, problems }) {
      if (!files || misses <= FEW) return;
      misses = 0;
      const faulty = new Set(problems.map(({ file }) => file));
      const sound = [...records, ...tombstones].filter(({ file, text, body }) => text === body && !faulty.has(file));
      files.keep("all", serialize(new Map(sound.map(({ text, data }) => [hashOf(text), data]))));
      files.prune();
    },
  };
}

function hashOf(text: string): string {
  return createHash("sha1").update(text).digest("base64");
}

/** Hashes the modules that parse a record, and the list of packages. */
function hashParser(): string {
  const seen = new Set<string>();
  const hash = createHash("sha256").update(readFileSync(new URL("../../package-lock.json", import.meta.url)));
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, "utf8");
    hash.update(text);
    for (const [, path = ""] of text.matchAll(/^import (?!type)[^;]*? from "(\.[^"]+)";$/gm))
      visit(join(dirname(file), path));
  };
  visit(fileURLToPath(new URL("parse-record.ts", import.meta.url)));
  return hash.digest("hex");
}

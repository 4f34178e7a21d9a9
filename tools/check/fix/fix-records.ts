import { kinds } from "../../records/kinds.ts";
import { parseRecords } from "../../records/load-records.ts";
import type { RecordSet } from "../../records/record.ts";
import type { Finding } from "../rule.ts";
import { applyEdits, type Fix, separateFixes } from "./fix.ts";
import { changeOnlyWhatTheyName, type Fixable, isFixable, listSources, type Source } from "./vet-fixes.ts";
import { groupBy } from "../../../advisor/collections.ts";

export interface Fixed {
  /** File to its text, for every file that changed. */
  texts: ReadonlyMap<string, string>;
  /** File to the number of mistakes that were corrected. */
  counts: ReadonlyMap<string, number>;
  /** What is left. */
  findings: readonly Finding[];
}

/** One fix can allow the next: without its tabs, the record can be read. More rounds than this mean a bug in a fix. */
const maxRounds = 20;

/** Applies the fixes of all findings, then those of findings that only show up afterwards. */
export function fixRecords(set: RecordSet, check: (set: RecordSet) => readonly Finding[]): Fixed {
  const texts = new Map<string, string>();
  const counts = new Map<string, number>();
  let current = set;
  let findings = check(current);
  for (let round = 0; round < maxRounds; round++) {
    const fixable = groupBy(findings.filter(isFixable), ({ file }) => file);
    if (fixable.size === 0) break;
    for (const source of listSources(current).filter(({ file }) => fixable.has(file))) {
      const fixes = chooseFixes(fixable.get(source.file) ?? [], source);
      const edits = fixes.flatMap((fix) => fix.edits);
      texts.set(source.file, applyEdits(source.text, edits));
      counts.set(source.file, (counts.get(source.file) ?? 0) + fixes.length);
    }
    current = reparseFiles(current, new Set(fixable.keys()), texts);
    findings = check(current);
  }
  return { texts, counts, findings };
}

/** Each fix works alone. If they do not work together, only the first one is applied in this round. */
function chooseFixes(findings: readonly Fixable[], source: Source): Fix[] {
  const fixes = separateFixes(findings).together.map(({ fix }) => fix);
  return changeOnlyWhatTheyName(fixes, source) ? fixes : fixes.slice(0, 1);
}

function reparseFiles(set: RecordSet, files: ReadonlySet<string>, texts: ReadonlyMap<string, string>): RecordSet {
  const changed = listSources(set)
    .filter(({ file }) => files.has(file))
    .map(({ kind, id, file, text }) => ({ kind, id, file, text: texts.get(file) ?? text }));
  const parsed = parseRecords(changed);
  const isKept = ({ file }: Source): boolean => !files.has(file);
  return {
    ...set,
    records: [...set.records.filter(isKept), ...parsed.records].sort(asLoaded),
    tombstones: [...set.tombstones.filter(isKept), ...parsed.tombstones].sort(asLoaded),
    unreadable: [...set.unreadable.filter(isKept), ...parsed.unreadable].sort(asLoaded),
    problems: [...set.problems.filter(({ file }) => !files.has(file)), ...parsed.problems],
  };
}

/** The order that RecordSet promises. */
function asLoaded(a: Source, b: Source): number {
  return kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (a.id < b.id ? -1 : 1);
}

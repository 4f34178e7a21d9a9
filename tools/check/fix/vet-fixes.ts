import { parseRecord } from "../../records/parse-record.ts";
import type { AnyRecord, Path, RecordFile, RecordSet, Tombstone } from "../../records/record.ts";
import type { Finding } from "../rule.ts";
import { applyEdits, type Change, type Fix, separateFixes } from "./fix.ts";
import { isMapping } from "../select.ts";
import { groupBy } from "../../../advisor/collections.ts";

/** A finding with a fix. */
export type Fixable = Finding & { fix: Fix };

/** Whether a finding has a fix. */
export function isFixable(finding: Finding): finding is Fixable {
  return finding.fix !== undefined;
}

/** A file in a folder of records: a record, a tombstone or an unreadable file. */
export type Source = AnyRecord | Tombstone | RecordFile;

/** Lists every file in the folders of records. */
export function listSources({ records, tombstones, unreadable }: RecordSet): Source[] {
  return [...records, ...tombstones, ...unreadable];
}

/** Tries every fix and drops those that would change more than they say. */
export function vetFixes(findings: readonly Finding[], set: RecordSet): Finding[] {
  const fixable = findings.filter(isFixable);
  if (fixable.length === 0) return [...findings];
  const sources = new Map(listSources(set).map((source) => [source.file, source]));
  const kept = new Set<Finding>();
  for (const [file, inFile] of groupBy(fixable, ({ file }) => file)) {
    const source = sources.get(file);
    if (source) for (const finding of keepSound(inFile, source)) kept.add(finding);
  }
  return findings.map((finding) => (kept.has(finding) ? finding : withoutFix(finding)));
}

function keepSound(findings: readonly Fixable[], source: Source): Fixable[] {
  // Reading the file replaced invalid bytes. Writing it back would lose them.
  if (source.text.includes("\uFFFD")) return [];
  const sound: Fixable[] = [];
  let left: readonly Fixable[] = findings;
  while (left.length > 0) {
    const { together, rest } = separateFixes(left);
    sound.push(...halveUntilSound(together, source));
    left = rest;
  }
  return sound;
}

/** Nearly always all fixes are sound. If not, halving finds the unsound one faster than trying each. */
function halveUntilSound(findings: readonly Fixable[], source: Source): readonly Fixable[] {
  const fixes = findings.map(({ fix }) => fix);
  if (fixes.length === 0 || changeOnlyWhatTheyName(fixes, source)) return findings;
  if (fixes.length === 1) return [];
  const middle = Math.ceil(fixes.length / 2);
  return [...halveUntilSound(findings.slice(0, middle), source), ...halveUntilSound(findings.slice(middle), source)];
}

/** Whether fixes change only the data that they name. */
export function changeOnlyWhatTheyName(fixes: readonly Fix[], source: Source): boolean {
  const edits = fixes.flatMap((fix) => fix.edits);
  const changes = fixes.flatMap((fix) => fix.changes);
  // The data of an unreadable file are unknown, so only fixes of its text are allowed.
  if (!("data" in source)) return changes.length === 0;
  const { kind, id, file, text, data } = source;
  const { record, tombstone } = parseRecord({ kind, id, file, text: applyEdits(text, edits) });
  const after = record ?? tombstone;
  return after !== undefined && isSameData(after.data, changeData(data, changes));
}

function withoutFix({ fix: _, ...finding }: Finding): Finding {
  return finding;
}

/** Makes the data that changes ask for; what is not named stays as it is. */
export function changeData(data: unknown, changes: readonly Change[]): unknown {
  // Values first and inner keys before outer ones, so that every path still leads where it led.
  const values = changes.filter((change) => "value" in change);
  const keys = changes.filter((change) => "key" in change).sort((a, b) => b.path.length - a.path.length);
  return [...values, ...keys].reduce((changed, change) => changeAt(changed, change.path, change), data);
}

function changeAt(data: unknown, [step, ...rest]: Path, change: Change): unknown {
  if (step === undefined) return "value" in change ? change.value : data;
  if (Array.isArray(data)) {
    return data.map((item: unknown, index) => (index === step ? changeAt(item, rest, change) : item));
  }
  if (!isMapping(data)) return data;
  const isLast = rest.length === 0;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      if (key !== String(step)) return [key, value];
      return isLast && "key" in change ? [change.key, value] : [key, changeAt(value, rest, change)];
    }),
  );
}

/** Whether two plain trees of values are equal in any order of their keys. Browsers have no node:util. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSameData(item, b[index]));
  if (!isMapping(a) || !isMapping(b)) return Object.is(a, b);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameData(a[key], b[key]))
  );
}

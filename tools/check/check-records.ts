import type { AnyRecord, Path, Tombstone } from "../records/record.ts";
import type { Complaint, Finding, Rule, WorldComplaint } from "./rule.ts";
import { rules as allRules } from "./rules.ts";
import type { World } from "./world.ts";

type Placed = Complaint & { record: AnyRecord | Tombstone };

/** Runs the rules over all records and returns every finding in the files asked for, sorted by file and place. */
export function checkRecords(world: World, rules: readonly Rule[] = allRules): Finding[] {
  const decided = new Map<AnyRecord | Tombstone, Complaint[]>();
  const findings: Finding[] = [];
  for (const rule of rules) {
    for (const complaint of runRule(rule, world)) {
      if (!("record" in complaint)) {
        findings.push({ ...complaint, rule: rule.name });
        continue;
      }
      const before = decided.get(complaint.record) ?? [];
      // What is decided about a value has its message; more about it would be noise.
      if (before.some((other) => (rule.isDecisive ? isSame(complaint, other) : isAbout(complaint, other.path))))
        continue;
      if (rule.isDecisive) decided.set(complaint.record, [...before, complaint]);
      findings.push(placeFinding(complaint, rule.name));
    }
  }
  return findings.filter(({ file }) => world.isAskedFor(file)).sort(byPlace);
}

function runRule(rule: Rule, world: World): WorldComplaint[] {
  if (rule.scope === "world") return rule.check(world);
  return world.set.records.flatMap((record) =>
    rule.check(record, world).map((complaint): Placed => ({ ...complaint, record })),
  );
}

function placeFinding({ record, path, onKey, at, message, help }: Placed, rule: string): Finding {
  const position = at ?? (onKey ? record.locateKey(path) : record.locate(path));
  return { file: record.file, ...position, rule, message, ...(help ? { help } : {}) };
}

/** Whether a complaint is about what stands at a path: within it, around it, or resting on it. */
function isAbout({ path, onKey, restsOn = [] }: Complaint, decided: Path): boolean {
  const isAround = path.length > 0 && !onKey && isWithin(decided, path);
  return isAround || [path, ...restsOn].some((part) => isWithin(part, decided));
}

/** The name of a key and what it holds are two things at one path. */
function isSame(a: Complaint, b: Complaint): boolean {
  return a.path.length === b.path.length && isWithin(a.path, b.path) && (a.onKey ?? false) === (b.onKey ?? false);
}

function isWithin(inner: Path, outer: Path): boolean {
  return inner.length >= outer.length && outer.every((step, index) => step === inner[index]);
}

function byPlace(a: Finding, b: Finding): number {
  return compareText(a.file, b.file) || a.line - b.line || a.col - b.col || compareText(a.message, b.message);
}

/** In an order that no locale changes. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

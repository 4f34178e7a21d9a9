import type { AnyRecord, Path, Tombstone } from "../records/record.ts";
import type { Complaint, Rule, WorldComplaint } from "./rule.ts";
import type { World } from "./world.ts";

type Placed = Complaint & { record: AnyRecord | Tombstone };

/** What one rule found. */
export interface Found {
  rule: Rule;
  complaint: WorldComplaint;
}

/**
 * Runs rules in their order; where a decisive one has objected to a value, the later ones keep silent about it.
 * Rules that look at one record at a time look at the given ones.
 */
export function findComplaints(world: World, rules: readonly Rule[], records: readonly AnyRecord[] = world.set.records): Found[] {
  const decided = new Map<AnyRecord | Tombstone, Complaint[]>();
  const found: Found[] = [];
  for (const rule of rules) {
    for (const complaint of runRule(rule, world, records)) {
      if ("record" in complaint) {
        const before = decided.get(complaint.record) ?? [];
        // What is decided about a value has its message; more about it would be noise.
        if (before.some((other) => (rule.isDecisive ? isSame(complaint, other) : isAbout(complaint, other.path))))
          continue;
        if (rule.isDecisive) decided.set(complaint.record, [...before, complaint]);
      }
      found.push({ rule, complaint });
    }
  }
  return found;
}

function runRule(rule: Rule, world: World, records: readonly AnyRecord[]): WorldComplaint[] {
  if (rule.scope === "world") return rule.check(world);
  return records.flatMap((record) =>
    rule.check(record, world).map((complaint): Placed => ({ ...complaint, record })),
  );
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

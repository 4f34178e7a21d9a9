import type { AnyRecord, Path, Tombstone } from "../records/record.ts";
import type { Complaint, Rule, WorldComplaint } from "./rule.ts";
import type { World } from "./world.ts";

type Placed = Complaint & { record: AnyRecord | Tombstone };

/** What one rule found. */
export interface Found {
  rule: Rule;
  complaint: WorldComplaint;
}

/** Runs rules over all records, in their order; where a decisive one has objected to a value, the later ones keep silent about it. */
export function findComplaints(world: World, rules: readonly Rule[]): Found[] {
  const decided = new Map<AnyRecord | Tombstone, Path[]>();
  const found: Found[] = [];
  for (const rule of rules) {
    for (const complaint of runRule(rule, world)) {
      if ("record" in complaint) {
        const before = decided.get(complaint.record) ?? [];
        // What is decided about a value has its message; more about it would be noise.
        if (before.some((path) => (rule.isDecisive ? isSame(complaint.path, path) : isAbout(complaint, path)))) continue;
        if (rule.isDecisive) decided.set(complaint.record, [...before, complaint.path]);
      }
      found.push({ rule, complaint });
    }
  }
  return found;
}

function runRule(rule: Rule, world: World): WorldComplaint[] {
  if (rule.scope === "world") return rule.check(world);
  return world.set.records.flatMap((record) =>
    rule.check(record, world).map((complaint): Placed => ({ ...complaint, record })),
  );
}

/** Whether a complaint is about what stands at a path: within it, around it, or resting on it. */
function isAbout({ path, onKey, restsOn = [] }: Complaint, decided: Path): boolean {
  const isAround = path.length > 0 && !onKey && isWithin(decided, path);
  return isAround || [path, ...restsOn].some((part) => isWithin(part, decided));
}

function isSame(a: Path, b: Path): boolean {
  return a.length === b.length && isWithin(a, b);
}

function isWithin(inner: Path, outer: Path): boolean {
  return inner.length >= outer.length && outer.every((step, index) => step === inner[index]);
}

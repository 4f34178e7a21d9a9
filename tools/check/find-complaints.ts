import type { AnyRecord, Path, Tombstone } from "../records/record.ts";
import type { Complaint, Rule, WorldComplaint } from "./rule.ts";
import type { World } from "./world.ts";

/** What one rule found. */
interface Found {
  rule: Rule;
  complaint: WorldComplaint;
}

/**
 * Runs rules in their order. Once a decisive rule complains about a value, later complaints about that value are dropped.
 * Rules that check one record at a time get only the given records.
 */
export function findComplaints(world: World, rules: readonly Rule[], records: readonly AnyRecord[]): Found[] {
  const decided = new Map<AnyRecord | Tombstone, DecidedPlaces>();
  const found: Found[] = [];
  for (const rule of rules) {
    for (const complaint of runRule(rule, world, records)) {
      if (!complaint) continue;
      if ("record" in complaint) {
        const before = decided.get(complaint.record) ?? makeDecidedPlaces();
        // The value already has a message. Another one would be noise.
        if (rule.isDecisive ? before.hasSame(complaint) : before.hasAbout(complaint)) continue;
        if (rule.isDecisive) before.add(complaint);
        decided.set(complaint.record, before);
      }
      found.push({ rule, complaint });
    }
  }
  return found;
}

function runRule(rule: Rule, world: World, records: readonly AnyRecord[]): (WorldComplaint | undefined)[] {
  if (rule.scope === "world") return rule.check(world);
  return records
    .filter(({ kind }) => rule.scope === "record" || rule.scope === kind)
    .flatMap((record) => rule.check(record, world).map((complaint) => complaint && { ...complaint, record }));
}

/** Places of one record that decisive rules have complained about, indexed for fast lookups. */
interface DecidedPlaces {
  add(complaint: Complaint): void;
  /** Whether a complaint is about the same thing. A key and its value share a path but are two things. */
  hasSame(complaint: Complaint): boolean;
  /** Whether a complaint is about a decided place: inside it, around it, or dependent on it. */
  hasAbout(complaint: Complaint): boolean;
}

function makeDecidedPlaces(): DecidedPlaces {
  const things = new Set<string>();
  const places = new Set<string>();
  const around = new Set<string>();
  return {
    add({ path, onKey }) {
      things.add(nameThing(path, onKey));
      const steps = nameSteps(path);
      places.add(steps.at(-1) ?? "");
      for (const step of steps) around.add(step);
    },
    hasSame: ({ path, onKey }) => things.has(nameThing(path, onKey)),
    hasAbout({ path, onKey, restsOn = [] }) {
      if (places.size === 0) return false;
      if (path.length > 0 && !onKey && around.has(nameSteps(path).at(-1) ?? "")) return true;
      return [path, ...restsOn].some((part) => nameSteps(part).some((step) => places.has(step)));
    },
  };
}

function nameThing(path: Path, onKey = false): string {
  return JSON.stringify([onKey, ...path]);
}

/** Names the root and each place on the way to a path, the path itself last. */
function nameSteps(path: Path): string[] {
  let name = "";
  return ["", ...path.map((step) => (name += JSON.stringify([step])))];
}

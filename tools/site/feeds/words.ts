import type { Group, How } from "./changes.ts";

/** Kind to what one of its records is called, and many. */
const names: Record<string, readonly [string, string]> = {
  adapters: ["adapter", "adapters"],
  datasets: ["study", "studies"],
  features: ["feature", "features"],
  findings: ["finding", "findings"],
  guests: ["guest", "guests"],
  platforms: ["platform", "platforms"],
  rules: ["rule", "rules"],
  sources: ["source", "sources"],
  steps: ["step", "steps"],
  questions: ["question", "questions"],
};

const adjectives: Record<How, string> = { added: "New", changed: "Changed", removed: "Removed" };

/** Says of one record what happened to it: "New study". */
export function nameChange(how: How, kind: string): string {
  return `${adjectives[how]} ${nameKind(kind, 1)}`;
}

/** Puts a heading on a group: "New studies". */
export function headGroup(group: Omit<Group, "heading">): Group {
  return { ...group, heading: `${adjectives[group.how]} ${nameKind(group.kind, group.count)}` };
}

/** Says in one line what a day brought: a single record by its title, several by their number. */
export function titleOf(groups: readonly Group[]): string {
  const [first, ...others] = groups;
  const record = first?.records[0];
  if (first?.count === 1 && record && others.length === 0)
    return `${nameChange(first.how, first.kind)}: ${record.title}`;
  const parts = (Object.keys(adjectives) as How[]).flatMap((how) => {
    const counts = groups
      .filter((group) => group.how === how)
      .map(({ kind, count }) => `${count} ${nameKind(kind, count)}`);
    return counts.length === 0 ? [] : [`${adjectives[how]}: ${counts.join(", ")}`];
  });
  return parts
    .map((part, index) => (index === 0 ? part : part.replace(/^./, (letter) => letter.toLowerCase())))
    .join("; ");
}

function nameKind(kind: string, count: number): string {
  const [one, many] = names[kind] ?? [kind, kind];
  return count === 1 ? one : many;
}

import type { Adapter, Knowledge } from "./knowledge.ts";
import { recordOf } from "./later-texts.ts";

/**
 * What a knowledge says of one platform: every answer for that platform is the same. A page loads no more, so that it weighs the
 * same however many platforms there are. The names of all guests, features, adapters and platforms stay, for a reader may give any.
 */
export function partPlatform(knowledge: Knowledge, platform: string): Knowledge {
  const { adapters, guests, rules, steps, problems, effects } = knowledge;
  const own = <Thing extends { platform: string }>(things: readonly Thing[]): Thing[] =>
    things.filter((thing) => thing.platform === platform);
  const part: Knowledge = {
    ...knowledge,
    adapters: adapters.map((adapter) => ({
      ...adapter,
      platforms: pick(adapter.platforms, [platform]),
      otherNames: Object.fromEntries(
        Object.entries(adapter.platforms).flatMap(([id, { name }]) => (id === platform ? [] : [[id, name]])),
      ),
    })),
    guests: guests.map((guest) => ({ ...guest, platforms: pick(guest.platforms, [platform]) })),
    rules: rules.filter(({ when }) => when.platform?.includes(platform) ?? true),
    steps: own(steps),
    problems: problems.filter(({ platforms }) => platforms.includes(platform)),
    effects: { ratios: own(effects.ratios), savings: own(effects.savings) },
  };
  return { ...part, evidence: pick(knowledge.evidence, listCited(part)) };
}

/** What an adapter is called on a platform, whatever part of the knowledge this is; undefined where the platform does not have it. */
export function nameOn({ platforms, otherNames }: Adapter, platform: string): string | undefined {
  return platforms[platform]?.name ?? otherNames?.[platform];
}

/** The platform that a part of a knowledge is about. */
export function platformOfPart({ platforms, adapters }: Knowledge): string {
  return platforms.find(({ id }) => adapters.some((adapter) => adapter.platforms[id]))?.id ?? "";
}

/** References of what a knowledge cites, of the records of rows among them, and of what contradicts them. */
function listCited({ evidence, ...citing }: Knowledge): Set<string> {
  const cited = new Set<string>();
  const cite = (reference: string): void => {
    if (cited.has(reference)) return;
    cited.add(reference);
    cite(recordOf(reference));
    for (const other of evidence[reference]?.contradictedBy ?? []) cite(other.evidence);
  };
  JSON.stringify(citing, (key, value: unknown) => {
    if (key === "evidence" && Array.isArray(value)) for (const reference of value) cite(String(reference));
    return value;
  });
  return cited;
}

/** The entries with these keys, in the order in which they were. */
function pick<Value>(all: Record<string, Value>, keys: Iterable<string>): Record<string, Value> {
  const wanted = new Set(keys);
  return Object.fromEntries(Object.entries(all).filter(([key]) => wanted.has(key)));
}

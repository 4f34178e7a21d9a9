import type { Adapter, Knowledge } from "./knowledge.ts";

/** A spelling as the lists of names have it: small letters, without the "Virtual" that the vSphere API puts first. */
export function normaliseAdapter(written: string): string {
  const text = written.trim().toLowerCase();
  return /^virtual[a-z0-9]/.test(text) ? text.slice("virtual".length) : text;
}

/**
 * The knowledge with the spellings of adapters that inventories use. By platform: spelling, as normaliseAdapter gives it, to adapter
 * id. Pages go without them, for size.
 */
export function addAdapterNames(knowledge: Knowledge, names: Record<string, Record<string, string>>): Knowledge {
  const adapters = knowledge.adapters.map((adapter): Adapter => {
    const platforms = Object.entries(adapter.platforms).map(([platform, section]) => {
      const own = Object.entries(names[platform] ?? {}).flatMap(([name, id]) => (id === adapter.id ? [name] : []));
      return [platform, { ...section, names: own }];
    });
    return { ...adapter, platforms: Object.fromEntries(platforms) };
  });
  return { ...knowledge, adapters };
}

/** What of an adapter's record bears on its spellings. */
interface Named {
  id: string;
  platforms: Record<string, { name: string; names?: string[] } | undefined>;
}

/** The id of an adapter by each of its spellings on a platform. */
export function adapterNames(adapters: readonly Named[], platform: string): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { id, platforms } of adapters) {
    const { name, names = [] } = platforms[platform] ?? {};
    if (name === undefined) continue;
    for (const word of [name, ...names].map(normaliseAdapter)) if (!ids.has(word)) ids.set(word, id);
  }
  // An id is no name of another adapter, so ids win.
  for (const { id, platforms } of adapters) if (platforms[platform]) ids.set(normaliseAdapter(id), id);
  return ids;
}

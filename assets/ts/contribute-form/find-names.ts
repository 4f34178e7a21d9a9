import world from "atlas:form-world";

/** Finds the adapter that a spelling names, or undefined where it names none or more than one. */
export function findAdapter(spelling: string): string | undefined {
  const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const names = Object.entries(world.adapters).flatMap(([id, known]) => [id, ...known].map((name) => ({ id, name })));
  const find = (text: string): string | undefined => {
    const wanted = bare(text);
    const ids = new Set(names.filter(({ name }) => wanted !== "" && bare(name) === wanted).map(({ id }) => id));
    return ids.size === 1 ? [...ids][0] : undefined;
  };
  // From what was written to ever less of it: without remarks, then without makers and words for any adapter.
  const short = spelling.replace(/\(.*?\)|\[.*?\]/g, " ");
  return find(spelling) ?? find(short) ?? find(short.replace(ofAny, " "));
}

const ofAny = /\b(?:vmware|intel|amd|realtek|red ?hat|qemu|virtual|network|ethernet|gigabit|nic|vnic|adapters?|cards?|devices?|interface|driver|model)\b|®|™/gi;

/** Finds the source that a spelling names: its id or its title. */
export function findSource(spelling: string): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim();
  const wanted = plain(spelling);
  if (world.ids.source.includes(wanted)) return wanted;
  const ids = Object.entries(world.titles).filter(([, title]) => plain(title) === wanted).map(([id]) => id);
  return ids.length === 1 ? ids[0] : undefined;
}

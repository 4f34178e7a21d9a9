import world from "atlas:form-world";

/** Every source. */
export const sources = world.sources.id.map((id, at) => ({
  id,
  title: world.sources.title[at] ?? "",
  year: world.sources.year[at],
}));

/** Ids that are taken, of the kinds of records that a draft may name. */
export const knownIds = { ...world.ids, source: world.sources.id };

/** Year in which a source was published, as text; nothing for one that is not known. */
export function yearOfSource(id: string): string {
  return String(sources.find((source) => source.id === id)?.year ?? "");
}

/** Offers every source where one is asked for. */
export function offerSources(list: HTMLElement): void {
  list.append(...sources.map(({ id, title, year }) => new Option(`${title} (${year})`, id)));
}

/** Finds the adapter that a spelling names. */
export const findAdapter = makeFindAdapter(world.adapters);

/** Finds the source that a spelling names: its id or its title. */
export function findSource(spelling: string): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim();
  const wanted = plain(spelling);
  const [found, ...others] = sources.filter(({ id, title }) => id === wanted || plain(title) === wanted);
  return others.length === 0 ? found?.id : undefined;
}

/**
 * Makes what finds the adapter that a spelling names, given each adapter's names by its id;
 * it finds none where a spelling names none or more than one.
 */
export function makeFindAdapter(adapters: {
  readonly [id: string]: readonly string[];
}): (spelling: string) => string | undefined {
  const names = Object.entries(adapters).flatMap(([id, known]) =>
    [id, ...known].map((name) => ({ id, bare: bareOf(name) })),
  );
  const find = (text: string): string | undefined => {
    const wanted = bareOf(text);
    const ids = new Set(names.filter(({ bare }) => wanted !== "" && bare === wanted).map(({ id }) => id));
    return ids.size === 1 ? [...ids][0] : undefined;
  };
  return (spelling) => {
    // From what was written to ever less of it: without remarks, then without makers and words for any adapter.
    const short = spelling.replace(/\(.*?\)|\[.*?\]/g, " ");
    return find(spelling) ?? find(short) ?? find(short.replace(ofAny, " "));
  };
}

function bareOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

const ofAny =
  /\b(?:vmware|intel|amd|realtek|red ?hat|qemu|virtual|network|ethernet|gigabit|nic|vnic|adapters?|cards?|devices?|interface|driver|model)\b|®|™/gi;

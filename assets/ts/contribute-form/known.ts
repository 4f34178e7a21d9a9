import world from "atlas:form-world";
import { makeFindAdapter } from "./spellings.ts";

/** Every source. */
const sources = world.sources.id.map((id, at) => ({
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

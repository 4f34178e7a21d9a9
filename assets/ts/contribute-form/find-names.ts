import world from "atlas:form-world";
import { sources } from "./known.ts";
import { makeFindAdapter } from "./spellings.ts";

/** Finds the adapter that a spelling names. */
export const findAdapter = makeFindAdapter(world.adapters);

/** Finds the source that a spelling names: its id or its title. */
export function findSource(spelling: string): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim();
  const wanted = plain(spelling);
  const [found, ...others] = sources.filter(({ id, title }) => id === wanted || plain(title) === wanted);
  return others.length === 0 ? found?.id : undefined;
}

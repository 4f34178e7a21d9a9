import world from "atlas:form-world";
import { makeFindAdapter } from "./spellings.ts";

/** Finds the adapter that a spelling names. */
export const findAdapter = makeFindAdapter(world.adapters);

/** Finds the source that a spelling names: its id or its title. */
export function findSource(spelling: string): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim();
  const wanted = plain(spelling);
  if (world.ids.source.includes(wanted)) return wanted;
  const ids = Object.entries(world.titles).filter(([, title]) => plain(title) === wanted).map(([id]) => id);
  return ids.length === 1 ? ids[0] : undefined;
}

import world from "atlas:form-world";
import type { FormKind } from "./draft.ts";
import { knownIds } from "./known.ts";
import { findFreeId, idWords } from "../../../tools/records/words.ts";

/** Characters of a made id: what is still read at a glance in an address. */
const longest = 48;

/** A dataset is called by its source and that one's year. */
export function suggestDatasetId(source: string, year: string): string {
  if (source === "") return "";
  return findFree("dataset", /-\d{4}$/.test(source) || year === "" ? source : `${source}-${year}`);
}

/** A source is called by who published it, the first words of its title and its year. */
export function suggestSourceId(publisher: string, title: string, year: string): string {
  if (title === "") return "";
  const [first = ""] = idWords(publisher);
  const words = idWords(title).filter((word) => word !== first && !small.has(word));
  let id = first;
  for (const word of words.slice(0, 4))
    if (id.length + word.length + 6 <= longest) id = id === "" ? word : `${id}-${word}`;
  return findFree("source", year === "" ? id : `${id}-${year}`);
}

const small = new Set(["a", "an", "and", "at", "for", "from", "in", "of", "on", "or", "the", "to", "with"]);

function findFree(kind: FormKind, id: string): string {
  const taken = new Set([...knownIds[kind], ...world.gone.filter((gone) => gone.kind === kind).map((gone) => gone.id)]);
  return findFreeId(id, (candidate) => taken.has(candidate));
}

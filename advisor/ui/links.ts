import type { Knowledge } from "../knowledge.ts";
import { h, type Child } from "./dom.ts";
import type { View } from "./view.ts";
import { words } from "./words.ts";

/** A link to a page of the atlas, or its words alone where the atlas's address is not known. */
export function atlasLink(view: Pick<View, "atlas" | "newTab">, path: string, className: string, ...children: Child[]): HTMLElement {
  const address = atlasAddress(view.atlas, path);
  if (address === null) return h("span", { class: className }, ...children);
  const target = view.newTab ? { target: "_blank", rel: "noopener" } : {};
  return h("a", { class: className, href: address, ...target }, ...children, view.newTab && h("span", { class: "visually-hidden" }, words.newTab));
}

/** The address of a path of the atlas below its base. */
export function atlasAddress(atlas: string | null, path: string): string | null {
  return atlas === null ? null : atlas + path.replace(/^\//, "");
}

/** Something cited, once for all the rows of the same page that are cited together. */
export interface Citation { title: string; year: number; path: string }

/** What a list of references names: rows of one study become one citation of it. */
export function listCitations(evidence: Knowledge["evidence"], references: readonly string[]): Citation[] {
  const cited = new Map<string, Citation>();
  for (const reference of references) {
    const found = evidence[reference];
    if (!found) continue;
    const page = found.path.replace(/#.*/, "");
    const key = `${page} ${found.title}`;
    const known = cited.get(key);
    const path = known && known.path !== found.path ? page : found.path;
    cited.set(key, { title: found.title.replace(/\.$/, ""), year: found.year, path });
  }
  return [...cited.values()];
}

import { recordOf } from "../../knowledge/later-texts.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import { h, type Child } from "../dom.ts";
import type { View } from "../view.ts";
import { words } from "../words.ts";

/** A link to a page of the atlas, or its words alone where the atlas's address is not known. */
export function atlasLink(
  view: Pick<View, "atlas" | "newTab">,
  path: string,
  className: string,
  ...children: Child[]
): HTMLElement {
  const address = atlasAddress(view.atlas, path);
  if (address === null) return h("span", { class: className }, ...children);
  const target = view.newTab ? { target: "_blank", rel: "noopener" } : {};
  return h(
    "a",
    { class: className, href: address, ...target },
    ...children,
    view.newTab && h("span", { class: "visually-hidden" }, words.newTab),
  );
}

/** The address of a path of the atlas below its base. */
export function atlasAddress(atlas: string | null, path: string): string | null {
  return atlas === null ? null : atlas + path.replace(/^\//, "");
}

/** Something cited, once for all the rows of the same page that are cited together. */
interface Citation {
  /** Its record's id while nobody knows the title. */
  title: string;
  year: number;
  path: string;
  /** Whether nobody knows its title yet. */
  untitled?: boolean;
}

/** What a list of references names: rows of one study become one citation of it, and a title that begins the cited text is not said again. */
export function listCitations(evidence: Knowledge["evidence"], references: readonly string[], text = ""): Citation[] {
  const cited = new Map<string, Citation>();
  for (const reference of references) {
    const found = evidence[reference];
    if (!found) continue;
    const page = found.path.replace(/#.*/, "");
    const title = found.title || recordOf(reference).replace(/^\w+:/, "");
    const key = `${page} ${title}`;
    const known = cited.get(key);
    const path = known && known.path !== found.path ? page : found.path;
    cited.set(key, {
      title: text.startsWith(title) ? words.evidenceTitle : title.replace(/\.$/, ""),
      year: found.year,
      path,
      ...(found.title ? {} : { untitled: true }),
    });
  }
  return [...cited.values()];
}

/** Links to what a text cites. */
export function citationLinks(
  references: readonly string[],
  view: Pick<View, "atlas" | "newTab" | "knowledge">,
  text?: string,
): HTMLElement[] {
  return listCitations(view.knowledge.evidence, references, text).map(({ title, year, path, untitled }) => {
    const link = atlasLink(view, path, "evidence-link", words.evidence(title, year));
    if (untitled) link.dataset.untitled = "";
    return link;
  });
}

/** Says under each list of reasons or known problems that lacks texts that they did not come. */
export function showMissingTexts(answer: HTMLElement): void {
  for (const list of answer.querySelectorAll(
    ".reason-list:has([data-untitled]), [data-key=problems] ul:has([data-untitled])",
  ))
    if (!list.nextElementSibling?.matches(".untitled"))
      list.after(h("p", { class: "hint untitled" }, words.textsFailed));
}

/** Keeps addresses in Markdown text from becoming links, which GitHub and others make of them without any mark. */
export function plainAddresses(markdown: string): string {
  return markdown.replace(/\b(https?|ftp|mailto|xmpp):/gi, "$1\\:").replace(/\b(www)\.(?=\S)/gi, "$1\\.");
}

/** Pages of groups, by their addresses: many entries come from one. */
const pages = new Map<string, Promise<Document | null>>();

/**
 * Fills an entry that has just been opened with what the page of its group says, in the place of the link to that page. If the
 * page does not come, the link stays.
 */
export async function fetchRest(entry: HTMLElement): Promise<void> {
  const link = entry.querySelector<HTMLAnchorElement>("a.entry-more");
  if (!link || !entry.hasAttribute("open")) return;
  const [address = "", id = ""] = link.href.split("#");
  const page = pages.get(address) ?? readPage(address);
  pages.set(address, page);
  const rest = (await page)?.getElementById(id)?.closest(".entry-body");
  if (!rest || !link.isConnected) return;
  const anchor = entry.querySelector(".entry-anchor");
  const parts = [...rest.childNodes].filter((part) => !(part instanceof Element && part.id === id));
  link.closest(".entry-body")?.replaceChildren(...(anchor ? [anchor] : []), ...parts);
}

/** Reads a page as a document: unlike text that is parsed, the answer of a request needs no policy for trusted types. */
function readPage(address: string): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.addEventListener("loadend", () => resolve(request.responseXML));
    request.send();
  });
}

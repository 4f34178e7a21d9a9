/**
 * Opens the reason of a cell beside it, taken from the row of the feature's page that the cell leads to.
 * Where that page cannot be had, and where the reader asks for another tab, the link leads there as it does without script.
 */
export function openReasons(page: ParentNode): void {
  const card = makePopover();
  const pages = new Map<string, Promise<Document>>();
  for (const section of page.querySelectorAll<HTMLElement>(".compare-platform")) {
    section.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a.cell-button") : null;
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const found = pages.get(link.pathname) ?? loadPage(link.pathname);
      pages.set(link.pathname, found);
      found.then((feature) => showReason(card, link, feature)).catch(() => location.assign(link.href));
    });
  }
}

/** The browser reads the page by itself: the content policy lets no script make elements of a text. */
function loadPage(address: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = "document";
    request.addEventListener("load", () => {
      if (request.status === 200 && request.responseXML) resolve(request.responseXML);
      else reject(new Error(`${address}: ${request.status}`));
    });
    request.addEventListener("error", () => reject(new Error(`${address} could not be loaded`)));
    request.open("GET", address);
    request.send();
  });
}

/** One card for all cells. It takes the focus while it is open and gives it back to the cell. */
function makePopover(): HTMLElement {
  const card = document.createElement("div");
  card.className = "reason-card";
  card.popover = "auto";
  card.tabIndex = -1;
  card.autofocus = true;
  card.setAttribute("role", "dialog");
  return card;
}

function showReason(card: HTMLElement, link: HTMLAnchorElement, feature: Document): void {
  const reason = feature.getElementById(link.hash.slice(1))?.querySelector("td:last-child");
  if (!reason) throw new Error(`No reason at ${link.href}`);
  const title = document.createElement("strong");
  title.textContent = nameCell(link);
  const more = document.createElement("a");
  more.href = link.href;
  more.textContent = "On the feature\u2019s page";
  const parts = [...reason.children].map((part) => document.importNode(part, true));
  card.replaceChildren(title, ...parts, more);
  card.setAttribute("aria-label", title.textContent);
  for (const fold of card.querySelectorAll("details")) fold.open = true;
  link.after(card);
  card.showPopover({ source: link });
}

/** "vMotion with SR-IOV: no", in the words of the table. */
function nameCell(link: HTMLAnchorElement): string {
  const cell = link.closest<HTMLElement>("[data-column]");
  const column = link.closest("table")?.querySelector<HTMLElement>(`thead [data-column="${cell?.dataset.column}"]`);
  const answer = [...link.querySelectorAll(".word, .since")].map((part) => part.firstChild?.textContent?.trim());
  return `${cell?.parentElement?.querySelector("th")?.textContent?.trim()} with ${column?.dataset.name}: ${answer.join(", ")}`;
}

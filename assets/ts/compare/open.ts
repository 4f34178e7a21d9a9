import { readTargetId } from "../page/target-id.ts";

/** Makes the name of a row open and close the row below it, and opens what the address names. Without script the style sheet opens what an address names. */
export function openRows(page: Document): void {
  for (const name of page.querySelectorAll<HTMLElement>(".row-name")) {
    name.setAttribute("role", "button");
    expand(name, false);
    name.addEventListener("click", (event) => {
      event.preventDefault();
      expand(name, name.getAttribute("aria-expanded") !== "true");
    });
    name.addEventListener("keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      name.click();
    });
  }
  const open = (): void => {
    const target = page.getElementById(readTargetId(location.hash));
    const holder = target?.closest("tr");
    const row = holder?.matches(".more") ? holder.previousElementSibling : holder;
    const name = row?.querySelector<HTMLElement>(".row-name");
    if (!target || !name) return;
    expand(name, true);
    // What opens above moves what the browser has scrolled to.
    target.scrollIntoView();
  };
  addEventListener("hashchange", open);
  open();
}

function expand(name: HTMLElement, isOpen: boolean): void {
  name.setAttribute("aria-expanded", String(isOpen));
}

/** Opens the reason of a cell beside it: what the row below the cell says about it. Without script the cell leads there. */
export function openReasons(page: ParentNode): void {
  const card = makePopover();
  for (const section of page.querySelectorAll<HTMLElement>(".compare-platform")) {
    section.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a.cell-button") : null;
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const reason = document.getElementById(link.hash.slice(1));
      if (!reason) return;
      event.preventDefault();
      showReason(card, link, reason);
    });
  }
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

function showReason(card: HTMLElement, link: HTMLAnchorElement, reason: HTMLElement): void {
  const title = document.createElement("strong");
  title.textContent = nameCell(link);
  const more = document.createElement("a");
  more.href = link.href;
  more.textContent = "Open the row";
  more.addEventListener("click", () => card.hidePopover());
  // The first paragraph names the columns that share the answer.
  const parts = [...reason.children].slice(1);
  const problems = findProblems(link, reason).flatMap((problem) => [...problem.children]);
  card.replaceChildren(title, ...[...parts, ...problems].map((part) => document.importNode(part, true)), more);
  card.setAttribute("aria-label", title.textContent);
  for (const fold of card.querySelectorAll("details")) fold.open = true;
  link.after(card);
  card.showPopover({ source: link });
}

/** The known problems that the cell counts. */
function findProblems(link: HTMLAnchorElement, reason: HTMLElement): HTMLElement[] {
  const named = link.dataset.problems?.split(" ") ?? [];
  const all = reason.parentElement?.querySelectorAll<HTMLElement>(".more-problem") ?? [];
  return [...all].filter(({ dataset }) => named.includes(dataset.of ?? ""));
}

/** "vMotion with SR-IOV: no", in the words of the table. */
function nameCell(link: HTMLAnchorElement): string {
  const cell = link.closest<HTMLElement>("[data-column]");
  const column = link.closest("table")?.querySelector<HTMLElement>(`thead [data-column="${cell?.dataset.column}"]`);
  const answer = [...link.querySelectorAll(".word, .since")].map((part) => part.firstChild?.textContent?.trim());
  return `${cell?.parentElement?.querySelector("th")?.textContent?.trim()} with ${column?.dataset.name}: ${answer.join(", ")}`;
}

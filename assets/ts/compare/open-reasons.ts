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

import type { RegisterCount, Row } from "./row.ts";

/** How many registers of a list are brought into view, so that a reader sees that it has opened. */
const shownAtOnce = 6;

/** Shows below the drawing which registers stand behind a row, in view; choosing the same row again closes the list. Returns what has happened. */
export function showRegisters(drawing: HTMLElement, { registers, details, label }: Row): string {
  if (!registers) return "";
  const title = details?.[0]?.[1] ?? String(label);
  const open = findOpen(drawing);
  open?.remove();
  if (open?.dataset.of === title) return "Closed.";
  const box = document.createElement("section");
  box.className = "chart-more";
  box.dataset.of = title;
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.addEventListener("click", () => {
    box.remove();
    drawing.focus();
  });
  const text = document.createElement("p");
  text.setAttribute("role", "status");
  text.textContent = title;
  box.append(close, text, writeTable(registers, title));
  drawing.after(box);
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  [...box.querySelectorAll("tr")]
    .slice(0, shownAtOnce)
    .at(-1)
    ?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: isStill ? "instant" : "smooth" });
  return "The registers behind it are opened below.";
}

/** Closes the list of a chart that is drawn anew. */
export function closeRegisters(drawing: HTMLElement): void {
  findOpen(drawing)?.remove();
}

function findOpen(drawing: HTMLElement): HTMLElement | undefined {
  return [...(drawing.parentElement?.querySelectorAll<HTMLElement>(".chart-more") ?? [])][0];
}

function writeTable(registers: readonly RegisterCount[], title: string): HTMLElement {
  const table = document.createElement("table");
  const caption = table.createCaption();
  caption.className = "visually-hidden";
  caption.textContent = `Registers behind ${title}`;
  const head = table.createTHead().insertRow();
  for (const word of ["Register", "Access", "Times", "What it is for"]) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = word;
    if (word === "Times") cell.className = "num";
    head.append(cell);
  }
  const body = table.createTBody();
  for (const { register, access, times, purpose } of registers) {
    const row = body.insertRow();
    const name = document.createElement("th");
    name.scope = "row";
    name.textContent = register;
    row.append(name);
    for (const word of [access, times, purpose]) row.insertCell().textContent = word;
    row.cells[2]?.classList.add("num");
  }
  const scroll = document.createElement("div");
  scroll.className = "table-scroll";
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", "Registers");
  scroll.append(table);
  return scroll;
}

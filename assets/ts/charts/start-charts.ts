import { type ChoiceForm, startChoice } from "./choice.ts";
import { type ChartParts, type LiveChart, showChart } from "./runtime.ts";
import { startZoom, type Zoom } from "./zoom.ts";
import type { RegisterCount, Row } from "./row.ts";

/** What tools/site/charts/live writes for a chart in one size. */
type LiveFile = Pick<ChartParts, "spec" | "rows">;

/** Widths of the two drawings in the unit of their view boxes. */
const widths = { wide: 720, narrow: 340 } as const;

type Size = keyof typeof widths;

/** Makes a chart of the page answer: what it draws takes the place of the drawing, which stays where anything fails. */
export async function startChart(drawing: HTMLElement): Promise<void> {
  const figure = drawing.closest(".chart") ?? drawing;
  const svgs = { wide: findDrawing(drawing, "wide"), narrow: findDrawing(drawing, "narrow") };
  const label = svgs.wide.querySelector("title")?.textContent ?? "";
  const describedBy = svgs.wide.getAttribute("aria-describedby") ?? "";
  let size = sizeOf(svgs.narrow);
  let file: LiveFile;
  let chart: LiveChart;
  let zoom: Zoom | undefined;

  const keep = (): LiveFile["rows"] => choice?.pickChosen(file.rows) ?? file.rows;
  let turns = 0;
  const show = async (): Promise<void> => {
    const turn = ++turns;
    file = await loadFile(drawing, size);
    choice?.refresh(file.rows);
    const opens = file.rows.some(({ registers }) => registers);
    const shown = await showChart(drawing, {
      spec: file.spec,
      rows: keep(),
      width: widths[size],
      label,
      describedBy,
      ...(opens
        ? { onSelect: (row) => showRegisters(drawing, row), selectHint: "Click or Enter: show its registers." }
        : {}),
    });
    // The place has changed its width again meanwhile.
    if (turn !== turns) return shown.dispose();
    chart = shown;
    await zoom?.redraw();
    drawing.classList.add("is-live");
  };
  const stay = (): void => drawing.classList.remove("is-live");
  const giveUp = (): void => {
    chart.dispose();
    choice?.end();
    stay();
  };
  const fields = figure.querySelector<HTMLFormElement>(".chart-choice");
  const choice: ChoiceForm | undefined = fields
    ? startChoice(fields, drawing, () => {
        choice?.refresh(file.rows);
        chart.update(keep()).catch(giveUp);
      })
    : undefined;
  await show();
  zoom = startZoom(drawing, () => chart);
  new ResizeObserver(() => {
    const next = sizeOf(svgs.narrow);
    if (next === size) return;
    size = next;
    chart.dispose();
    closeRegisters(drawing);
    stay();
    show().catch(stay);
  }).observe(drawing);
}

async function loadFile(drawing: HTMLElement, size: Size): Promise<LiveFile> {
  const response = await fetch(drawing.dataset[size === "wide" ? "liveWide" : "liveNarrow"] ?? "");
  if (!response.ok) throw new Error(`vNIC Atlas: the chart's data could not be loaded (${response.status})`);
  return (await response.json()) as LiveFile;
}

/** The style sheet decides which of the two drawings is for this place. */
function sizeOf(narrow: Element): Size {
  return getComputedStyle(narrow).getPropertyValue("--chart-size").trim() === "narrow" ? "narrow" : "wide";
}

function findDrawing(drawing: HTMLElement, size: Size): Element {
  const svg = drawing.querySelector(`.chart-${size}`);
  if (!svg) throw new Error(`vNIC Atlas: the chart has no ${size} drawing`);
  return svg;
}

/** How many registers of a list are brought into view, so that a reader sees that it has opened. */
const shownAtOnce = 6;

/** Shows below the drawing which registers stand behind a row, in view; choosing the same row again closes the list. Returns what has happened. */
function showRegisters(drawing: HTMLElement, { registers, details, label }: Row): string {
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
  return "Its registers are listed below.";
}

/** Closes the list of a chart that is drawn anew. */
function closeRegisters(drawing: HTMLElement): void {
  findOpen(drawing)?.remove();
}

function findOpen(drawing: HTMLElement): HTMLElement | undefined {
  return [...(drawing.parentElement?.querySelectorAll<HTMLElement>(".chart-more") ?? [])][0];
}

function writeTable(registers: readonly RegisterCount[], title: string): HTMLElement {
  const table = document.createElement("table");
  const caption = table.createCaption();
  caption.className = "visually-hidden";
  caption.textContent = `Registers of ${title}`;
  const head = table.createTHead().insertRow();
  for (const word of ["Register", "Access", "Times", "Purpose"]) {
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

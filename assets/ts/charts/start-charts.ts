import { type ChoiceForm, startChoice } from "./choice.ts";
import { startLegend } from "./legend.ts";
import { closeRegisters, showRegisters } from "./registers.ts";
import { ownerOf } from "./row.ts";
import { type ChartParts, type LiveChart, showChart } from "./runtime.ts";
import { startZoom, type Zoom } from "./zoom.ts";

/** What tools/site/charts/live writes for a chart in one size. */
type LiveFile = Pick<ChartParts, "spec" | "rows">;

/** Widths of the two drawings in the unit of their view boxes. */
const widths = { wide: 720, narrow: 340 } as const;

type Size = keyof typeof widths;

/** Name of the signal that specifications read a reader's own number from. */
const ownSignal = "readerValue";

/**
 * Makes a chart of the page answer: what it draws takes the place of the drawing, which stays where anything fails.
 * A pointer that waits over the chart need not move again.
 */
export async function startChart(drawing: HTMLElement, touched?: Event): Promise<void> {
  let last = touched instanceof PointerEvent ? touched : undefined;
  const follow = (event: PointerEvent): void => {
    last = event;
  };
  drawing.addEventListener("pointermove", follow);
  const figure = drawing.closest(".chart") ?? drawing;
  const svgs = { wide: findDrawing(drawing, "wide"), narrow: findDrawing(drawing, "narrow") };
  const label = svgs.wide.querySelector("title")?.textContent ?? "";
  const describedBy = svgs.wide.getAttribute("aria-describedby") ?? "";
  let kept: ReadonlySet<string> | undefined;
  let own: number | null = null;
  let size = sizeOf(svgs.narrow);
  let file: LiveFile;
  let chart: LiveChart;
  let zoom: Zoom | undefined;

  const keep = (): LiveFile["rows"] => {
    const rows = choice?.takeChosen(file.rows) ?? file.rows;
    return kept ? rows.filter((row) => kept?.has(ownerOf(row))) : rows;
  };
  let turns = 0;
  const show = async (): Promise<void> => {
    const turn = ++turns;
    file = await loadFile(drawing, size);
    choice?.settle(file.rows);
    const opens = file.rows.some(({ registers }) => registers);
    const shown = await showChart(drawing, {
      spec: file.spec,
      rows: keep(),
      width: widths[size],
      label,
      describedBy,
      ...(opens
        ? { onSelect: (row) => showRegisters(drawing, row), selectHint: "Click or Enter: the registers behind it." }
        : {}),
    });
    // The place has changed its width again meanwhile.
    if (turn !== turns) return shown.dispose();
    chart = shown;
    if (own !== null) await chart.setSignal(ownSignal, own);
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
        choice?.settle(file.rows);
        chart.update(keep()).catch(giveUp);
      })
    : undefined;
  await show();
  zoom = startZoom(drawing, () => chart);
  const legend = figure.querySelector<HTMLElement>(".chart-legend");
  if (legend) {
    startLegend(legend, {
      keep(adapters) {
        if (!adapters && !kept) return;
        kept = adapters;
        chart.update(keep()).catch(giveUp);
      },
    });
  }
  const form = figure.querySelector<HTMLFormElement>(".chart-own");
  if (form) {
    startOwnValue(form, (value) => {
      if (value === own) return;
      own = value;
      chart.setSignal(ownSignal, own).catch(giveUp);
    });
  }
  new ResizeObserver(() => {
    const next = sizeOf(svgs.narrow);
    if (next === size) return;
    size = next;
    chart.dispose();
    closeRegisters(drawing);
    stay();
    show().catch(stay);
  }).observe(drawing);
  drawing.removeEventListener("pointermove", follow);
  if (last) drawing.dispatchEvent(new PointerEvent("pointermove", last));
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

/** Draws the reader's own number, from the field under the chart, as a line; what is outside of the axis is said, not drawn. */
function startOwnValue(form: HTMLFormElement, setOwn: (value: number | null) => void): void {
  const field = form.querySelector<HTMLInputElement>("input[type=number]");
  const answer = form.querySelector("output");
  if (!field || !answer) return;
  const [least, most] = [Number(form.dataset.least), Number(form.dataset.most)];
  const show = (): void => {
    const value = field.value === "" ? null : field.valueAsNumber;
    const isInside = value !== null && value >= least && value <= most;
    answer.textContent = value !== null && !isInside ? `The axis goes from ${format(least)} to ${format(most)}.` : "";
    setOwn(isInside ? value : null);
  };
  field.addEventListener("input", show);
  show();
}

function format(value: number): string {
  return value.toLocaleString("en");
}

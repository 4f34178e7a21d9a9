import { type ChoiceForm, startChoice } from "./choice.ts";
import { closeRegisters, showRegisters } from "./registers.ts";
import { type ChartParts, type LiveChart, showChart } from "./runtime.ts";
import { startZoom, type Zoom } from "./zoom.ts";

/** What tools/site/charts/live writes for a chart in one size. */
type LiveFile = Pick<ChartParts, "spec" | "rows">;

/** Widths of the two drawings in the unit of their view boxes. */
const widths = { wide: 720, narrow: 340 } as const;

type Size = keyof typeof widths;

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
  let size = sizeOf(svgs.narrow);
  let file: LiveFile;
  let chart: LiveChart;
  let zoom: Zoom | undefined;

  const keep = (): LiveFile["rows"] => choice?.takeChosen(file.rows) ?? file.rows;
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

import { showChart } from "./runtime.ts";
import type { ChartParts, LiveChart } from "./runtime.ts";

/** What tools/charts/live writes for a chart. */
interface LiveFile extends Pick<ChartParts, "rows"> {
  wide: ChartParts["spec"];
  narrow: ChartParts["spec"];
}

/** Widths of the two drawings in the unit of their view boxes. */
const widths = { wide: 720, narrow: 340 } as const;

/** Makes a chart of the page answer: what it draws takes the place of the drawing, which stays where anything fails. */
export async function startChart(drawing: HTMLElement): Promise<void> {
  const response = await fetch(drawing.dataset["live"] ?? "");
  if (!response.ok) throw new Error(`vNIC Atlas: the chart's data could not be loaded (${response.status})`);
  const file = (await response.json()) as LiveFile;
  const svgs = { wide: findDrawing(drawing, "wide"), narrow: findDrawing(drawing, "narrow") };
  const label = svgs.wide.querySelector("title")?.textContent ?? "";
  const describedBy = svgs.wide.getAttribute("aria-describedby") ?? "";

  let size = sizeOf(svgs);
  let chart: LiveChart;
  const show = async (): Promise<LiveChart> => {
    drawing.classList.remove("is-live");
    const shown = await showChart(drawing, { spec: file[size], rows: file.rows, width: widths[size], label, describedBy });
    drawing.classList.add("is-live");
    return shown;
  };
  chart = await show();
  new ResizeObserver(() => {
    const next = sizeOf(svgs);
    if (next === size) return;
    size = next;
    chart.dispose();
    void show().then((shown) => { chart = shown; }, () => drawing.classList.remove("is-live"));
  }).observe(drawing);
}

/** The style sheet decides which of the two drawings is for this place. */
function sizeOf({ narrow }: { narrow: Element }): "wide" | "narrow" {
  return getComputedStyle(narrow).getPropertyValue("--chart-size").trim() === "narrow" ? "narrow" : "wide";
}

function findDrawing(drawing: HTMLElement, size: "wide" | "narrow"): Element {
  const svg = drawing.querySelector(`.chart-${size}`);
  if (!svg) throw new Error(`vNIC Atlas: the chart has no ${size} drawing`);
  return svg;
}

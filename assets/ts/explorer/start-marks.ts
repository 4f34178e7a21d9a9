import { svg } from "../../../advisor/ui/dom.ts";
import { Reader } from "../charts/reader.ts";
import type { Row } from "../charts/row.ts";
import { middle, sortStops, type Stop, union } from "../charts/stops.ts";

/** Lets a reader walk through the marks of a panel as through those of a chart. Each mark names the place of its row. */
export function startMarks(drawing: HTMLElement, focus: HTMLElement, rows: readonly Row[]): void {
  // As large as the drawing, so that its unit is a pixel of the window.
  const overlay = svg("svg", { "aria-hidden": "true" }) as SVGSVGElement;
  focus.append(overlay);
  const reader = new Reader(focus, drawing, overlay, {
    label: focus.getAttribute("aria-label") ?? "",
    selectHint: "Click: keep this open. Enter: open the study.",
    linkText: "Open the study",
    area: drawing,
  });
  const read = (): void => reader.read(listStops(drawing, overlay), rows);
  read();
  const observer = new ResizeObserver(() => {
    if (drawing.isConnected) return read();
    observer.disconnect();
    reader.dispose();
  });
  observer.observe(drawing);
}

/** Finds the marks where the browser has drawn them: lane by lane, and points from the top. */
function listStops(drawing: HTMLElement, overlay: SVGSVGElement): Stop[] {
  const { left, top } = overlay.getBoundingClientRect();
  const boxOf = (part: Element): Stop["box"] => {
    const box = part.getBoundingClientRect();
    return { x1: box.left - left, y1: box.top - top, x2: box.right - left, y2: box.bottom - top };
  };
  const stops = [...drawing.querySelectorAll<SVGElement>("[data-row]")].map((mark): Stop => {
    const box = [...mark.querySelectorAll(".bar, .dot, .spread, .bound-arrow")].map(boxOf).reduce(union);
    const lane = mark.closest(".lane");
    const { y1, y2 } = lane ? boxOf(lane) : box;
    return { row: Number(mark.dataset.row), box, targets: [box], line: lane ? [y1, y2] : undefined };
  });
  return sortStops(stops, (stop) => stop.line?.[0] ?? middle(stop));
}

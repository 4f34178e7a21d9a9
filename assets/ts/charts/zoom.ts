import type { LiveChart } from "./runtime.ts";

type Axis = "x" | "y";
type Ends = [number, number];

/** How much closer a key or a double click looks. */
const step = 2;
/** A drag shorter than this, in pixels of the window, was a click. */
const leastDrag = 8;

/**
 * Lets a reader look closer where the specification allows it: drag over a part, double click, or the keys plus and minus;
 * the zero key, or the button that then stands over the chart, shows the whole again.
 */
export function startZoom(drawing: HTMLElement, chartNow: () => LiveChart): void {
  const axes = (["x", "y"] as const).filter((axis) => chartNow().hasSignal(`zoom_${axis}`));
  if (axes.length === 0) return;
  drawing.classList.add("is-zoomable");
  const whole = document.createElement("button");
  whole.type = "button";
  whole.className = "chart-whole";
  whole.textContent = "Whole axis";
  let depth = 0;
  const show = async (zoom: Partial<Record<Axis, Ends>> | undefined): Promise<void> => {
    for (const axis of axes) {
      const ends = zoom === undefined ? null : zoom[axis];
      if (ends !== undefined) await chartNow().setSignal(`zoom_${axis}`, ends);
    }
    if (zoom) drawing.after(whole);
    else {
      depth = 0;
      whole.remove();
    }
  };
  const zoomAround = (at: Partial<Record<Axis, number>>, factor: number): void => {
    depth += Math.sign(factor - 1);
    // There is nothing beyond the whole.
    if (depth <= 0) return void show(undefined);
    const zoom: Partial<Record<Axis, Ends>> = {};
    for (const axis of axes) {
      const [from, to] = chartNow().rangeOf(axis);
      const centre = at[axis] ?? (from + to) / 2;
      const reach = (place: number): number => chartNow().invert(axis, centre + (place - centre) / factor);
      zoom[axis] = [reach(from), reach(to)];
    }
    void show(zoom);
  };

  whole.addEventListener("click", () => {
    void show(undefined);
    drawing.focus();
  });
  drawing.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") zoomAround({}, step);
    else if (event.key === "-") zoomAround({}, 1 / step);
    else if (event.key === "0") void show(undefined);
    else return;
    event.preventDefault();
  });
  drawing.addEventListener("dblclick", (event) => {
    const [x, y] = chartNow().plotPoint(event);
    zoomAround({ x, y }, step);
  });
  let start: PointerEvent | undefined;
  drawing.addEventListener("pointerdown", (event) => {
    // A finger's drag scrolls the page.
    if (event.pointerType === "mouse" && event.button === 0) start = event;
  });
  drawing.addEventListener("pointerup", (event) => {
    const from = start;
    start = undefined;
    if (!from || Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < leastDrag) return;
    const [begin, end] = [chartNow().plotPoint(from), chartNow().plotPoint(event)];
    const zoom: Partial<Record<Axis, Ends>> = {};
    for (const [place, axis] of (["x", "y"] as const).entries()) {
      const [a, b] = [begin[place] ?? 0, end[place] ?? 0].sort((one, other) => one - other) as Ends;
      if (!axes.includes(axis) || b - a < 1) continue;
      const [low, high] = chartNow().rangeOf(axis);
      zoom[axis] = low <= high ? [chartNow().invert(axis, a), chartNow().invert(axis, b)] : [chartNow().invert(axis, b), chartNow().invert(axis, a)];
    }
    if (Object.keys(zoom).length === 0) return;
    depth += 1;
    void show(zoom);
  });
}

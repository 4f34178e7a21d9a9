import type { LiveChart } from "./runtime.ts";

type Axis = "x" | "y";
type Ends = [from: number, to: number];
type Place = Partial<Record<Axis, number>>;
type Look = Partial<Record<Axis, Ends>>;

/** How much closer a key, a button or a double click looks. */
const step = 2;
/** A drag shorter than this, in pixels of the window, was a click. */
const leastDrag = 8;
/** Ends this near to those of the whole, as a share of it, are its ends. */
const nearly = 1e-6;

/** A chart that can be looked at closer. */
export interface Zoom {
  /** Looks at the same part again when the chart has been drawn anew. */
  redraw(): Promise<void>;
}

/**
 * Lets a reader look closer where the specification allows it: drag over a part, double click, press the buttons in the corner,
 * or the keys plus and minus, which keep the value whose details are shown in its place; the zero key shows the whole again.
 */
export function startZoom(drawing: HTMLElement, chartNow: () => LiveChart): Zoom | undefined {
  const axes = (["x", "y"] as const).filter((axis) => chartNow().hasSignal(`zoom_${axis}`));
  if (axes.length === 0) return undefined;
  const [whole, wider, closer] = [
    makeButton("1×", "Whole axis"),
    makeButton("−", "Zoom out"),
    makeButton("+", "Zoom in"),
  ];
  const controls = document.createElement("div");
  controls.className = "chart-zoom";
  controls.append(whole, wider, closer);
  /** The part that is shown, and the ends of the whole, which no part goes beyond. */
  let part: Look | undefined;
  let ends: Look = {};

  const draw = async (): Promise<void> => {
    whole.hidden = wider.hidden = part === undefined;
    for (const axis of axes) await chartNow().setSignal(`zoom_${axis}`, part?.[axis] ?? null);
  };
  const look = (next: Look | undefined): Promise<void> => {
    part = next;
    return draw();
  };
  const lookAt = (asked: Look): Promise<void> => {
    if (part === undefined) ends = readEnds(chartNow(), axes);
    const next: Look = { ...part };
    for (const axis of axes) {
      const [low, high] = ends[axis] ?? [-Infinity, Infinity];
      const [from, to] = asked[axis] ?? part?.[axis] ?? [low, high];
      next[axis] = [Math.max(from, low), Math.min(to, high)];
    }
    return look(axes.every((axis) => isWhole(next[axis], ends[axis])) ? undefined : next);
  };
  const lookAround = (at: Place, factor: number): Promise<void> => {
    const asked: Look = {};
    for (const axis of axes) {
      const [from, to] = chartNow().rangeOf(axis);
      const fixed = at[axis] ?? (from + to) / 2;
      const reach = (place: number): number => chartNow().invert(axis, fixed + (place - fixed) / factor);
      asked[axis] = [reach(from), reach(to)];
    }
    return lookAt(asked);
  };
  // Where a look begins is known when the one before is drawn; a chart that could not be drawn stays as it was.
  let turn = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => (turn = turn.then(work).catch(() => undefined));
  const centre = (): Place => {
    const [x, y] = chartNow().shownAt() ?? [];
    return { ...(x === undefined ? {} : { x }), ...(y === undefined ? {} : { y }) };
  };

  closer.addEventListener("click", () => inTurn(() => lookAround(centre(), step)));
  wider.addEventListener("click", () =>
    inTurn(async () => {
      await lookAround(centre(), 1 / step);
      // The button has gone.
      if (part === undefined) drawing.focus();
    }),
  );
  whole.addEventListener("click", () => {
    void inTurn(() => look(undefined));
    drawing.focus();
  });
  // What is pressed in the corner is no part of the plot.
  for (const kind of ["pointerdown", "pointerup", "click", "dblclick"])
    controls.addEventListener(kind, (event) => event.stopPropagation());
  drawing.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") void inTurn(() => lookAround(centre(), step));
    else if (event.key === "-") void inTurn(() => lookAround(centre(), 1 / step));
    else if (event.key === "0") void inTurn(() => look(undefined));
    else return;
    event.preventDefault();
  });
  drawing.addEventListener("dblclick", (event) => {
    const [x, y] = chartNow().plotPoint(event);
    void inTurn(() => lookAround({ x, y }, step));
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
    const dragged = findDragged(chartNow(), axes, from, event);
    if (Object.keys(dragged).length > 0) void inTurn(() => lookAt(dragged));
  });
  drawing.classList.add("is-zoomable");
  drawing.append(controls);
  void inTurn(draw);
  return { redraw: draw };
}

function makeButton(text: string, name: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.setAttribute("aria-label", name);
  button.title = name;
  return button;
}

/** Values at which the axes begin and end now. */
function readEnds(chart: LiveChart, axes: readonly Axis[]): Look {
  return Object.fromEntries(
    axes.map((axis) => [axis, chart.rangeOf(axis).map((place) => chart.invert(axis, place))]),
  ) as Look;
}

function isWhole(part: Ends | undefined, whole: Ends | undefined): boolean {
  if (!part || !whole) return true;
  const tolerance = nearly * (whole[1] - whole[0]);
  return part[0] <= whole[0] + tolerance && part[1] >= whole[1] - tolerance;
}

/** The part of each axis that a drag went over; none of an axis along which it hardly moved. */
function findDragged(chart: LiveChart, axes: readonly Axis[], from: PointerEvent, to: PointerEvent): Look {
  const [begin, end] = [chart.plotPoint(from), chart.plotPoint(to)];
  const dragged: Look = {};
  for (const [place, axis] of (["x", "y"] as const).entries()) {
    const [a = 0, b = 0] = [begin[place] ?? 0, end[place] ?? 0].sort((one, other) => one - other);
    if (!axes.includes(axis) || b - a < 1) continue;
    const values = [chart.invert(axis, a), chart.invert(axis, b)].sort((one, other) => one - other);
    dragged[axis] = values as Ends;
  }
  return dragged;
}

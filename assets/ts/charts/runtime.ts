import { type Row, rowKey } from "./row.ts";
import { Reader, type ReaderParts, toViewBox } from "./reader.ts";
import { listStops } from "./stops.ts";
import { type Flow, View } from "./view.ts";

/** What a chart is made of. */
export interface ChartParts extends ReaderParts {
  /** The dataflow that tools/site/charts/live-flow.ts makes of a Vega-Lite specification. */
  spec: Flow;
  /** What the specification reads under the name "rows"; colours are custom properties of the page. */
  rows: readonly Row[];
  /** Width of the view box, which labels and plot share: as drawn at build time, 720 for wide places and 340 for narrow ones. */
  width: number;
}

/** A chart that answers. */
export interface LiveChart {
  /** Draws other rows with the same specification. */
  update(rows: readonly Row[]): Promise<void>;
  /** Sets a signal of the specification, for example zoom_x, and draws. */
  setSignal(name: string, value: unknown): Promise<void>;
  signal(name: string): unknown;
  hasSignal(name: string): boolean;
  /** Where an axis of the plot begins and ends, in the unit of the view box. */
  rangeOf(axis: string): [number, number];
  /** The value of an axis at a place of the plot. */
  invert(axis: string, place: number): number;
  /** Where on the plot a place of the window is. */
  plotPoint(place: { clientX: number; clientY: number }): [x: number, y: number];
  /** Place on the plot of the value whose details are shown. */
  shownAt(): [x: number, y: number] | undefined;
  /** Takes everything away that showing the chart has added. */
  dispose(): void;
}

/**
 * Shows a chart in an element: drawn as SVG with the page's colours, with what is known of a row on pointing at it and on
 * walking through the rows with the arrow keys. Rejects when it cannot be drawn; the element is then as it was.
 */
export async function showChart(element: HTMLElement, { spec, rows, width, ...parts }: ChartParts): Promise<LiveChart> {
  const view = new View(spec, number(rows));
  await fitWidth(view, width);
  const place = document.createElement("div");
  place.className = "chart-live";
  const svg = view.attach(place);
  svg.setAttribute("aria-hidden", "true");
  await view.resize().runAsync();
  element.append(place);

  let current = rows;
  const isZoomable = ["zoom_x", "zoom_y"].some((name) => view.hasSignal(name));
  const reader = new Reader(element, place, svg, {
    ...parts,
    ...(isZoomable ? { moreKeys: "Plus and minus zoom in and out, zero shows the whole axis." } : {}),
  });
  const updateReader = (): void => reader.read(listStops(view.scenegraph().root, view.offset), current);
  updateReader();
  // One change after the other: what is drawn last is what was asked for last.
  let turn = Promise.resolve();
  const inTurn = (work: () => Promise<unknown>): Promise<void> => {
    const done = turn.then(work).then(updateReader);
    turn = done.catch(() => undefined);
    return done;
  };
  return {
    update: (next) =>
      inTurn(() => {
        current = next;
        return fitWidth(view.setRows(number(next)).resize(), width);
      }),
    setSignal: (name, value) => inTurn(() => view.setSignal(name, value).runAsync()),
    signal: (name) => view.signal(name),
    hasSignal: (name) => view.hasSignal(name),
    rangeOf: (axis) => view.scale(axis).range().map(Number) as [number, number],
    invert: (axis, place) => Number(view.scale(axis).invert?.(place)),
    plotPoint(place) {
      const { x, y } = toViewBox(svg, place);
      const [left, top] = view.offset;
      return [x - left, y - top];
    },
    shownAt() {
      const box = reader.shownBounds();
      const [left, top] = view.offset;
      return box && [(box.x1 + box.x2) / 2 - left, (box.y1 + box.y2) / 2 - top];
    },
    dispose() {
      reader.dispose();
      place.remove();
    },
  };
}

function number(rows: readonly Row[]): Row[] {
  return rows.map((row, place) => ({ ...row, [rowKey]: place }));
}

/** Narrows or widens the plot until the whole has the target's width, as the drawings of the build are made; labels that reach out need more than one step. */
export async function fitWidth(view: View, target: number): Promise<void> {
  await view.runAsync();
  const signal = view.hasSignal("child_width") ? "child_width" : "width";
  for (let step = 0; step < mostSteps; step++) {
    const excess = view.fullWidth - target;
    const plot = Number(view.signal(signal)) - excess;
    if (excess === 0 || plot < leastPlot) return;
    await view.setSignal(signal, plot).resize().runAsync();
  }
}

const mostSteps = 6;
const leastPlot = 80;

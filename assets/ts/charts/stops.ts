import type { Bounds, Item, Mark } from "vega-scenegraph";
import { rowKey } from "./row.ts";

/** What a row looks like on the drawing: its marks, and the box around them in the unit of the view box. */
export interface Stop {
  /** Place of the row among those given. */
  row: number;
  items: Item[];
  box: Bounds;
}

/** Finds the marks of each row, in reading order: from the top, then from the left. */
export function listStops(root: Mark, [left, top]: readonly [number, number]): Stop[] {
  const stops = new Map<number, Stop>();
  const cut = new Set<number>();
  visit(root, left, top, (item, box) => {
    const row = item.datum?.[rowKey];
    if (typeof row !== "number" || !isSeen(box)) return;
    if (isCutOff(item)) {
      cut.add(row);
      return;
    }
    const stop = stops.get(row);
    if (!stop) stops.set(row, { row, items: [item], box: { ...box } });
    else stops.set(row, { row, items: [...stop.items, item], box: isBackdrop(item) ? stop.box : union(stop.box, box) });
  });
  // What has only its name left is not seen.
  for (const { row, items } of stops.values()) if (cut.has(row) && items.every(({ mark }) => mark.marktype === "text")) stops.delete(row);
  return [...stops.values()].sort((a, b) => middle(a) - middle(b) || a.box.x1 - b.box.x1);
}

/** Finds the row at a point, or the nearest within reach; of several boxes around the point, the smallest. */
export function findStop(stops: readonly Stop[], x: number, y: number, reach: number): Stop | undefined {
  const near = stops.map((stop) => ({ stop, distance: distanceTo(stop.box, x, y) })).filter(({ distance }) => distance <= reach);
  near.sort((a, b) => a.distance - b.distance || sizeOf(a.stop.box) - sizeOf(b.stop.box));
  return near[0]?.stop;
}

/** Name of the layer that draws the reader's own number, which is no row. */
const ownName = "reader";

/** Calls back for each item that is not a group, with its box on the whole drawing. */
function visit(mark: Mark, x: number, y: number, take: (item: Item, box: Bounds) => void): void {
  if (mark.role === "axis" || mark.role === "legend" || mark.name?.startsWith(ownName)) return;
  for (const item of mark.items) {
    if (mark.marktype === "group") {
      for (const inner of item.items ?? []) visit(inner, x + (item.x ?? 0), y + (item.y ?? 0), take);
    } else {
      const { x1, y1, x2, y2 } = item.bounds;
      take(item, { x1: x1 + x, y1: y1 + y, x2: x2 + x, y2: y2 + y });
    }
  }
}

/** Beyond the edge of its plot a chart that is looked at closer draws nothing. */
function isCutOff({ mark, bounds: { x1, y1, x2, y2 } }: Item): boolean {
  const { width = Infinity, height = Infinity } = mark.group;
  return mark.clip === true && (x2 <= 0 || y2 <= 0 || x1 >= width || y1 >= height);
}

function isSeen({ x1, x2 }: Bounds): boolean {
  return Number.isFinite(x1) && Number.isFinite(x2);
}

/** A rule across the plot belongs to a row but says not where its values are. */
function isBackdrop({ mark }: Item): boolean {
  return mark.interactive === false;
}

function union(a: Bounds, b: Bounds): Bounds {
  return { x1: Math.min(a.x1, b.x1), y1: Math.min(a.y1, b.y1), x2: Math.max(a.x2, b.x2), y2: Math.max(a.y2, b.y2) };
}

/** Rounded, so that marks of one line are one line. */
function middle({ box: { y1, y2 } }: Stop): number {
  return Math.round((y1 + y2) / 2 / lineTolerance);
}

const lineTolerance = 4;

function distanceTo({ x1, y1, x2, y2 }: Bounds, x: number, y: number): number {
  return Math.hypot(Math.max(x1 - x, 0, x - x2), Math.max(y1 - y, 0, y - y2));
}

function sizeOf({ x1, y1, x2, y2 }: Bounds): number {
  return (x2 - x1) * (y2 - y1);
}

import type { Scale } from "vega-runtime";
import type { Bounds, Item, Mark } from "vega-scenegraph";
import { rowKey } from "./row.ts";

/** A row as a reader meets it on the drawing, in the unit of the view box. */
export interface Stop {
  /** Place of the row among those given. */
  row: number;
  /** The box around its own marks. */
  box: Bounds;
  /** What a pointer has to be near to: its own marks, or its cell where the columns have names. */
  targets: readonly Bounds[];
  /** Top and bottom of the line in which it is drawn; none where lines have no names. */
  line?: Span | undefined;
}

type Span = readonly [from: number, to: number];

/** Finds the rows of a drawing, in reading order: from the top, then from the left. */
export function listStops(root: Mark, offset: readonly [number, number]): Stop[] {
  const rows = new Map<number, Placed[]>();
  const cut = new Set<number>();
  visit(root, offset, (placed) => {
    const row = rowOf(placed.item);
    if (row === undefined || isOfLine(placed.item) || !isSeen(placed.box)) return;
    if (isCutOff(placed.item)) cut.add(row);
    else rows.set(row, [...(rows.get(row) ?? []), placed]);
  });
  // A row of which only the name is left is not seen.
  for (const row of cut) if (rows.get(row)?.every(isText)) rows.delete(row);
  return sortStops(
    [...rows].map(([row, marks]) => makeStop(row, marks)),
    middle,
  );
}

/** Sorts by a height, and rows at the same height from the left. */
export function sortStops(stops: readonly Stop[], heightOf: (stop: Stop) => number): Stop[] {
  return stops.toSorted((a, b) => heightOf(a) - heightOf(b) || a.box.x1 - b.box.x1);
}

/**
 * Finds the row at a point. Anywhere in a line it is a row of that line, of several the nearest to the left or right; elsewhere
 * it is the nearest within reach. Where marks lie over each other it is the smallest, of equal ones that with the nearest middle.
 */
export function findStop(stops: readonly Stop[], x: number, y: number, reach: number): Stop | undefined {
  const inLine = stops.filter(({ line }) => line && line[0] <= y && y < line[1]);
  const isInLine = inLine.length > 0;
  const found = (isInLine ? inLine : stops).flatMap((stop) =>
    stop.targets.map((target) => ({
      stop,
      distance: isInLine ? outside(x, target.x1, target.x2) : distanceTo(target, x, y),
      size: Math.round(sizeOf(target)),
      away: Math.hypot(x - (target.x1 + target.x2) / 2, y - (target.y1 + target.y2) / 2),
    })),
  );
  const near = isInLine ? found : found.filter(({ distance }) => distance <= reach);
  near.sort((a, b) => a.distance - b.distance || a.size - b.size || a.away - b.away);
  return near[0]?.stop;
}

/** A mark on the whole drawing, and where the panel begins in which it lies. */
interface Placed {
  item: Item;
  box: Bounds;
  panel: readonly [x: number, y: number];
}

/**
 * Names that a specification gives to layers whose marks are not each row's own: lines that hold for the whole plot
 * belong to no row; what sums up several rows of a line belongs to the line.
 */
const ofNoRow = /(^|_)reference_/;
const ofLine = /(^|_)line_/;

/** Calls back for each mark of a row, with its box on the whole drawing. */
function visit(mark: Mark, [x, y]: readonly [number, number], take: (placed: Placed) => void): void {
  if (mark.role === "axis" || mark.role === "legend" || ofNoRow.test(mark.name ?? "")) return;
  for (const item of mark.items) {
    if (mark.marktype === "group") {
      for (const inner of item.items ?? []) visit(inner, [x + (item.x ?? 0), y + (item.y ?? 0)], take);
    } else {
      const { x1, y1, x2, y2 } = item.bounds;
      take({ item, box: { x1: x1 + x, y1: y1 + y, x2: x2 + x, y2: y2 + y }, panel: [x, y] });
    }
  }
}

function makeStop(row: number, marks: readonly Placed[]): Stop {
  const boxes = marks.map(({ box }) => box);
  const shape = marks.find((placed) => !isText(placed)) ?? marks[0];
  const [line, column] = [shape && findBand(shape, "y"), shape && findBand(shape, "x")];
  const box = boxes.reduce(union);
  return {
    row,
    box,
    line,
    targets: column ? [{ x1: column[0], x2: column[1], y1: line?.[0] ?? box.y1, y2: line?.[1] ?? box.y2 }] : boxes,
  };
}

/** Finds the band of a named line or column in which a mark lies. */
function findBand({ item, box, panel }: Placed, axis: "x" | "y"): Span | undefined {
  const scale = findScale(item, axis);
  const step = scale?.step?.();
  if (!scale || step === undefined) return undefined;
  const [start, place] = axis === "x" ? [panel[0], (box.x1 + box.x2) / 2] : [panel[1], (box.y1 + box.y2) / 2];
  const middles = scale.domain().map((value) => start + Number(scale(value)) + (scale.bandwidth?.() ?? 0) / 2);
  const nearest = middles.reduce(
    (best, other) => (Math.abs(other - place) < Math.abs(best - place) ? other : best),
    Infinity,
  );
  return [nearest - step / 2, nearest + step / 2];
}

/** Finds the scale of the panel of a mark; panels of a chart may have their own, whose name ends alike. */
function findScale({ mark }: Item, axis: string): Scale | undefined {
  const scales = mark.group.context?.scales ?? {};
  for (const name in scales) if (name === axis || name.endsWith(`_${axis}`)) return scales[name]?.value;
  return undefined;
}

function rowOf({ datum }: Item): number | undefined {
  const row = datum?.[rowKey];
  return typeof row === "number" ? row : undefined;
}

function isOfLine({ mark }: Item): boolean {
  return ofLine.test(mark.name ?? "");
}

function isText({ item }: Placed): boolean {
  return item.mark.marktype === "text";
}

/** Beyond the edge of its plot a chart that is looked at closer draws nothing. */
function isCutOff({ mark, bounds: { x1, y1, x2, y2 } }: Item): boolean {
  const { width = Infinity, height = Infinity } = mark.group;
  return mark.clip === true && (x2 <= 0 || y2 <= 0 || x1 >= width || y1 >= height);
}

function isSeen({ x1, x2 }: Bounds): boolean {
  return Number.isFinite(x1) && Number.isFinite(x2);
}

/** The box around two. */
export function union(a: Bounds, b: Bounds): Bounds {
  return { x1: Math.min(a.x1, b.x1), y1: Math.min(a.y1, b.y1), x2: Math.max(a.x2, b.x2), y2: Math.max(a.y2, b.y2) };
}

/** The middle of a row, rounded, so that marks of one line are one line. */
export function middle({ box: { y1, y2 } }: Stop): number {
  return Math.round((y1 + y2) / 2 / lineTolerance);
}

const lineTolerance = 4;

function distanceTo({ x1, y1, x2, y2 }: Bounds, x: number, y: number): number {
  return Math.hypot(outside(x, x1, x2), outside(y, y1, y2));
}

/** How far a place lies outside of a span. */
function outside(place: number, from: number, to: number): number {
  return Math.max(from - place, 0, place - to);
}

function sizeOf({ x1, y1, x2, y2 }: Bounds): number {
  return (x2 - x1) * (y2 - y1);
}

import { miniatureSize } from "./drawing-width.ts";
import { measureText } from "../../../assets/ts/charts/measure-text.ts";
import { makeElement, type SvgElement, textOf } from "./svg-tree.ts";

/**
 * Makes a small picture of a drawing for lists: its upper part at half the size, marks as they are, words as grey strokes, since
 * nobody reads letters of that size. Shapes of one paint become one path, so that many of them fit on a page.
 */
export function makeMiniature(drawing: SvgElement): SvgElement {
  const { width, height } = miniatureSize;
  const paths = new Map<string, { paint: Record<string, string>; data: string[] }>();
  const draw = (paint: Record<string, string>, data: string): void => {
    // What begins below the picture is not in it; what begins above may reach into it.
    const [, y = 0] = (/^M(-?[\d.]+) (-?[\d.]+)/.exec(data) ?? []).slice(1).map(Number);
    if (y > height) return;
    const key = JSON.stringify(paint);
    const known = paths.get(key) ?? { paint, data: [] };
    if (!known.data.includes(data)) known.data.push(data);
    paths.set(key, known);
  };
  draw(words, "");
  const visit = (element: SvgElement, left: number, top: number): void => {
    const [x, y] = move(element, left, top);
    // Turned words are a few, and say nothing as strokes.
    if (Number.isNaN(x) || element.attributes.get("opacity") === "0") return;
    if (element.name === "text") for (const data of strokeText(element, x, y)) draw(words, data);
    else if (element.name === "line") draw(paintOf(element), drawLine(element, x, y));
    else if (element.name === "path") draw(paintOf(element), movePath(element.attributes.get("d") ?? "", x, y));
    for (const child of element.children) if (typeof child !== "string" && element.name !== "text") visit(child, x, y);
  };
  visit(drawing, 0, 0);
  const drawn = Number(drawing.attributes.get("viewBox")?.split(" ")[3]) / 2;
  const top = Math.min(0, Math.round((drawn - height) / 2));
  return makeElement(
    "svg",
    { class: "miniature", viewBox: `0 ${top} ${width} ${height}`, fill: "none", "aria-hidden": "true" },
    [...paths.values()].map(({ paint, data }) => makeElement("path", { ...paint, d: data.join("") })),
  );
}

const words = { stroke: "var(--chart-axis)", "stroke-width": "4", "stroke-linecap": "round", opacity: "0.4" };

/** The place of an element: what moves it is added to the place of what it stands in; a turned one has none. */
function move(element: SvgElement, left: number, top: number): [number, number] {
  const transform = element.attributes.get("transform");
  if (transform === undefined) return [left, top];
  const [, x, y] = /^translate\((-?[\d.]+),(-?[\d.]+)\)$/.exec(transform) ?? [];
  return [left + Number(x ?? NaN), top + Number(y ?? NaN)];
}

/** From its upper end down. */
function drawLine(line: SvgElement, x: number, y: number): string {
  const ends = [
    [x, y],
    [x + numberOf(line, "x2"), y + numberOf(line, "y2")],
  ].sort(([, one = 0], [, other = 0]) => one - other);
  return `M${ends.map(([across = 0, down = 0]) => `${half(across)} ${half(down)}`).join("L")}`;
}

/** A stroke for each line of a text, as long as the line, without the round ends. */
function strokeText(text: SvgElement, x: number, y: number): string[] {
  const size = numberOf(text, "font-size");
  const anchor = text.attributes.get("text-anchor");
  const spans = text.children.filter((child) => typeof child !== "string");
  let down = 0;
  return (spans.length > 0 ? spans : [text]).flatMap((line) => {
    down += line === text ? 0 : numberOf(line, "dy");
    const length = measureText(textOf(line), size);
    if (length < size) return [];
    const from = x - (anchor === "middle" ? length / 2 : anchor === "end" ? length : 0);
    return [`M${half(from) + 2} ${half(y + down - size * 0.35)}h${half(length) - 4}`];
  });
}

/** Symbols keep their form, which whole units would bend; bars need no finer places. */
function movePath(data: string, left: number, top: number): string {
  const shorten = /[AL]/.test(data) ? halfToTenth : half;
  return data.replace(/([MLhvAZ])([^MLhvAZ]*)/g, (_, command: string, rest: string) => {
    const [a = 0, b = 0, , , , x = 0, y = 0] = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    switch (command) {
      case "h":
      case "v":
        return `${command}${shorten(a)}`;
      case "A":
        // A radius that is too small for its ends is drawn as large as they ask; one too large would make a lens of two halves.
        return `A${radius(a)} ${radius(b)} 0 1 1 ${shorten(left + x)} ${shorten(top + y)}`;
      case "Z":
        return "z";
      default:
        return `${command}${shorten(left + a)} ${shorten(top + b)}`;
    }
  });
}

/** The page's own colours, which its theme decides. */
function paintOf({ attributes }: SvgElement): Record<string, string> {
  const kept = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity"].flatMap((key) => {
    const value = attributes.get(key);
    return value === undefined ? [] : [[key, value.replace(/^var\((--[a-z0-9-]+), #[0-9a-f]{6}\)$/, "var($1)")]];
  });
  return Object.fromEntries(kept) as Record<string, string>;
}

function numberOf({ attributes }: SvgElement, key: string): number {
  return Number(attributes.get(key) ?? 0);
}

/** Half of a length, to a whole unit: finer places are not seen. */
function half(length: number): number {
  return Math.round(length / 2);
}

/** Smaller than half the distance of rounded ends, in any case. */
function radius(length: number): number {
  return Math.max(0.1, halfToTenth(length - 0.2));
}

function halfToTenth(length: number): number {
  return Math.round(length * 5) / 10;
}

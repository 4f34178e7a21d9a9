import { measureText, wrapText } from "../../../assets/ts/charts/measure-text.ts";
import { makeElement, mapAttributes, type SvgElement, writeSvg } from "../charts/svg-tree.ts";

/** The site's light colours; cards stand on pages of others, which do not say whether they are dark. */
const colours = { ground: "#ffffff", ink: "#14202a", soft: "#4b5866", line: "#d9dfe4", accent: "#0a6a4d" } as const;
const margin = 72;
/** Widths of the words and of the chart where a card has both. */
const columns = { words: 430, chart: 600 } as const;
const foot = { top: 548, baseline: 596 } as const;

/** Draws a card: the words of its page, and beside them its chart where it has one; the site's name below. */
export function drawSocialImage(card: Card): string {
  const body = card.chart
    ? [...setWords({ ...card, text: "" }, columns.words), ...placeChart(card.chart.drawing)]
    : setWords(card);
  const { width, height } = socialImageSize;
  return writeSvg(
    makeElement(
      "svg",
      { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height, "font-family": "Inter" },
      [makeElement("rect", { width, height, fill: colours.ground }), ...body, ...drawFoot()],
    ),
  );
}

/** A chart that is higher than the card shows its upper part and fades out at the bottom. */
function placeChart({ attributes, children }: SvgElement): SvgElement[] {
  const [, , width = 0, height = 0] = (attributes.get("viewBox") ?? "").split(" ").map(Number);
  const place = {
    x: socialImageSize.width - columns.chart - margin / 2,
    width: columns.chart,
    top: 28,
    bottom: foot.top - 12,
  };
  const scale = place.width / width;
  const shown = Math.min(height, (place.bottom - place.top) / scale);
  const y = place.top + (place.bottom - place.top - shown * scale) / 2;
  const drawing = children.filter(
    (child) => typeof child !== "string" && child.name !== "title" && child.name !== "desc",
  );
  return [
    makeElement(
      "svg",
      {
        x: place.x,
        y: y.toFixed(1),
        width: place.width,
        height: (shown * scale).toFixed(1),
        viewBox: `0 0 ${width} ${shown.toFixed(1)}`,
      },
      drawing.map(setColours),
    ),
    ...(shown < height ? fadeOut(place.x, place.bottom, place.width) : []),
  ];
}

function fadeOut(x: number, bottom: number, width: number): SvgElement[] {
  const height = 90;
  const stop = (offset: number): SvgElement =>
    makeElement("stop", { offset, "stop-color": colours.ground, "stop-opacity": offset });
  return [
    makeElement("linearGradient", { id: "fade", x1: 0, y1: 0, x2: 0, y2: 1 }, [stop(0), stop(1)]),
    makeElement("rect", { x, y: bottom - height, width, height, fill: "url(#fade)" }),
  ];
}

/**
 * Drawings of pages take their colours from the page; what stands beside each name is its light value.
 * An opacity of a whole is one of its fill and stroke: the renderer fails at layers that lie outside what is shown.
 */
function setColours(child: SvgElement | string): SvgElement | string {
  if (typeof child === "string") return child;
  return mapAttributes(child, (key, value) =>
    (key === "opacity" ? ["fill-opacity", "stroke-opacity"] : [key]).map((name) => [
      name,
      value.replace(/var\([^,()]+, ([^()]+)\)/g, "$1"),
    ]),
  );
}

function setWords(
  { title, label, text, mark }: Card,
  place: number = socialImageSize.width - 2 * margin,
): SvgElement[] {
  const width = place - (mark ? 180 : 0);
  const { size, lines: heading } = fitTitle(title, width, foot.top - (text === "" ? 150 : 250));
  const titleTop = 118 + size;
  const textTop = titleTop + heading.length * size * 1.16 + 22;
  const lines = shorten(wrapText(text, 30, width), Math.floor((foot.top - 16 - textTop) / 42));
  return [
    line(label, {
      y: 98,
      size: Math.min(28, Math.floor((28 * width) / measureText(label, 28, true))),
      weight: 600,
      fill: colours.accent,
    }),
    ...heading.map((words, index) =>
      line(words, { y: titleTop + index * size * 1.16, size, weight: 600, fill: colours.ink }),
    ),
    ...lines.map((words, index) => line(words, { y: textTop + index * 42, size: 30, weight: 400, fill: colours.soft })),
    ...(mark
      ? [makeElement("g", { transform: "translate(960,76) scale(14)", fill: mark.colour }, [drawShape(mark.kind)])]
      : []),
  ];
}

/** Sets a title as large as it fits whole: a question that is cut asks nothing. */
function fitTitle(title: string, width: number, most: number): { size: number; lines: string[] } {
  for (const size of [68, 54, 46, 40, 35, 31]) {
    const lines = wrapText(title, size, width, true);
    const isWide = lines.some((words) => measureText(words, size, true) > width);
    if (!isWide && lines.length * size * 1.16 <= (size > 46 ? 2 * size * 1.16 + 1 : most)) return { size, lines };
  }
  return { size: 28, lines: shorten(wrapText(title, 28, width, true), Math.floor(most / (28 * 1.16))) };
}

function line(
  words: string,
  { y, size, weight, fill }: { y: number; size: number; weight: number; fill: string },
): SvgElement {
  return makeElement("text", { x: margin, y: y.toFixed(1), "font-size": size, "font-weight": weight, fill }, [words]);
}

/** Keeps some lines, with an ellipsis if there were more. */
function shorten(lines: readonly string[], most: number): string[] {
  if (lines.length <= most || most < 1) return lines.slice(0, Math.max(0, most));
  return [...lines.slice(0, Math.max(0, most - 1)), `${(lines[most - 1] ?? "").replace(/[\s.,;:]+\S*$/, "")} …`];
}

/** Shapes of the kinds of adapters, on a square of 12. */
function drawShape(kind: string): SvgElement {
  if (kind === "paravirtual") return makeElement("circle", { cx: 6, cy: 6, r: 5.5 });
  return kind === "passthrough"
    ? makeElement("path", { d: "M6 .5 12 11.5H0z" })
    : makeElement("rect", { x: 1, y: 1, width: 10, height: 10 });
}

/** The three shapes on one line, and the site's name. */
function drawFoot(): SvgElement[] {
  const shapes = ["emulated", "paravirtual", "passthrough"].map((kind, index) =>
    makeElement("g", { transform: `translate(${index * 34},0) scale(2)`, fill: colours.accent }, [drawShape(kind)]),
  );
  return [
    makeElement("path", { d: `M0 ${foot.top}H${socialImageSize.width}`, stroke: colours.line, "stroke-width": 2 }),
    makeElement("g", { transform: `translate(${margin},${foot.baseline - 21})` }, [
      makeElement("path", { d: "M-10 12H102", stroke: colours.ink, "stroke-width": 2 }),
      ...shapes,
      makeElement("text", { x: 122, y: 21, "font-size": 28, "font-weight": 600, fill: colours.ink }, ["vNIC Atlas"]),
      makeElement(
        "text",
        { x: socialImageSize.width - 2 * margin, y: 21, "font-size": 24, "text-anchor": "end", fill: colours.soft },
        ["virtual network adapters, with evidence"],
      ),
    ]),
  ];
}

/** What the picture of a page shows. */
export interface Card {
  /** Page, from the site's root. */
  path: string;
  title: string;
  /** What kind of page it is, above the title. */
  label: string;
  /** What it says, below the title. */
  text: string;
  /** Shape and colour of an adapter. */
  mark?: { kind: string; colour: string };
  /** A drawing that stands for the page, as phones get it: its words are the largest. */
  chart?: { drawing: SvgElement; description: string };
}

/** Width and height that every network shows whole, in pixels. */
export const socialImageSize = { width: 1200, height: 630 } as const;

/** Returns what a picture shows for those who do not see it. */
export function describeSocialImage({ title, label, text, chart }: Card): string {
  return chart ? chart.description : `${label}: ${title.replace(/[^.?!]$/, "$&.")} ${text}`;
}

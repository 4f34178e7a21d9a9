import { wrapText } from "../charts/measure-text.ts";
import { makeElement, writeSvg } from "../charts/svg-tree.ts";
import type { SvgElement } from "../charts/svg-tree.ts";
import { cardSize, isShown } from "./card.ts";
import type { Card } from "./card.ts";

/** The site's light colours; cards stand on pages of others, which do not say whether they are dark. */
const colours = { ground: "#ffffff", ink: "#14202a", soft: "#4b5866", line: "#d9dfe4", accent: "#0a6a4d" } as const;
const margin = 72;
const foot = { top: 548, baseline: 596 } as const;

/** Draws a card: its chart where it has one that fits, otherwise its words; the site's name below. */
export function drawCard(card: Card): string {
  const body = card.chart && isShown(card.chart.drawing) ? placeChart(card.chart.drawing) : setWords(card);
  const { width, height } = cardSize;
  return writeSvg(
    makeElement("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height, "font-family": "Inter" }, [
      makeElement("rect", { width, height, fill: colours.ground }),
      ...body,
      ...drawFoot(),
    ]),
  );
}

/** The stand-alone drawing has its question above and its source below. */
function placeChart({ attributes, children }: SvgElement): SvgElement[] {
  const [width, height] = [Number(attributes.get("width")), Number(attributes.get("height"))];
  const scale = Math.min((cardSize.width - margin) / width, (foot.top - 24) / height);
  const left = (cardSize.width - width * scale) / 2;
  return [makeElement("g", { transform: `translate(${left.toFixed(1)},12) scale(${scale.toFixed(4)})` }, children)];
}

function setWords({ title, label, text, mark }: Card): SvgElement[] {
  const width = cardSize.width - 2 * margin - (mark ? 180 : 0);
  const size = wrapText(title, 68, width, true).length > 2 ? 54 : 68;
  const heading = shorten(wrapText(title, size, width, true), 3);
  const titleTop = 118 + size;
  const textTop = titleTop + heading.length * size * 1.16 + 22;
  const lines = shorten(wrapText(text, 30, width), Math.floor((foot.top - 16 - textTop) / 42));
  return [
    line(label, { y: 98, size: 28, weight: 600, fill: colours.accent }),
    ...heading.map((words, index) => line(words, { y: titleTop + index * size * 1.16, size, weight: 600, fill: colours.ink })),
    ...lines.map((words, index) => line(words, { y: textTop + index * 42, size: 30, weight: 400, fill: colours.soft })),
    ...(mark ? [makeElement("g", { transform: "translate(960,76) scale(14)", fill: mark.colour }, [drawShape(mark.kind)])] : []),
  ];
}

function line(words: string, { y, size, weight, fill }: { y: number; size: number; weight: number; fill: string }): SvgElement {
  return makeElement("text", { x: margin, y: y.toFixed(1), "font-size": size, "font-weight": weight, fill }, [words]);
}

/** Keeps some lines, and says with an ellipsis that there were more. */
function shorten(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines];
  return [...lines.slice(0, Math.max(0, most - 1)), `${(lines[most - 1] ?? "").replace(/[\s.,;:]+\S*$/, "")} …`];
}

/** Shapes of the kinds of adapters, on a square of 12. */
function drawShape(kind: string): SvgElement {
  if (kind === "paravirtual") return makeElement("circle", { cx: 6, cy: 6, r: 5.5 });
  return kind === "passthrough" ? makeElement("path", { d: "M6 .5 12 11.5H0z" }) : makeElement("rect", { x: 1, y: 1, width: 10, height: 10 });
}

/** The three shapes on one line, and the site's name. */
function drawFoot(): SvgElement[] {
  const shapes = ["emulated", "paravirtual", "passthrough"].map((kind, index) =>
    makeElement("g", { transform: `translate(${index * 34},0) scale(2)`, fill: colours.accent }, [drawShape(kind)]));
  return [
    makeElement("path", { d: `M0 ${foot.top}H${cardSize.width}`, stroke: colours.line, "stroke-width": 2 }),
    makeElement("g", { transform: `translate(${margin},${foot.baseline - 21})` }, [
      makeElement("path", { d: "M-10 12H102", stroke: colours.ink, "stroke-width": 2 }),
      ...shapes,
      makeElement("text", { x: 122, y: 21, "font-size": 28, "font-weight": 600, fill: colours.ink }, ["vNIC Atlas"]),
      makeElement("text", { x: cardSize.width - 2 * margin, y: 21, "font-size": 24, "text-anchor": "end", fill: colours.soft }, ["virtual network adapters, with evidence"]),
    ]),
  ];
}

import { svg } from "../../../advisor/ui/dom.ts";
import { type Comparison, formatInterval, formatNumber } from "../../../tools/kit/compare/compare.ts";

const WIDTH = 480;
const LEFT = 28;
const RIGHT = WIDTH - 16;

/** Every sample of both sides on one scale that begins at 0, so that distances are as large as they are. */
export function drawSamples({ a, b, unit }: Comparison): SVGElement {
  const most = Math.max(a.max, b.max);
  const x = (value: number): number => LEFT + (value / most) * (RIGHT - LEFT);
  const row = (name: string, samples: readonly number[], y: number): SVGElement[] => [
    svg("text", { x: 4, y: y + 4, class: "pic-label" }, name),
    svg("line", { x1: LEFT, x2: RIGHT, y1: y, y2: y, class: "pic-rail" }),
    ...samples.map((value) => svg("circle", { cx: x(value), cy: y, r: 4, class: `pic-dot pic-${name.toLowerCase()}` })),
  ];
  return picture(
    `Samples of A and B, from 0 to ${formatNumber(most)} ${unit}`,
    ...row("A", a.samples, 18),
    ...row("B", b.samples, 44),
    svg("text", { x: LEFT, y: 70, class: "pic-label" }, "0"),
    svg("text", { x: RIGHT, y: 70, "text-anchor": "end", class: "pic-label" }, `${formatNumber(most)} ${unit}`),
  );
}

/** The interval of the ratio on a logarithmic scale, with the margin around 1. */
export function drawInterval(comparison: Comparison): SVGElement {
  const { ratio, interval, margin } = comparison;
  const [low, high] = interval ?? [ratio, ratio];
  const reach = 1.1 * Math.max(Math.abs(Math.log(low)), Math.abs(Math.log(high)), 2 * Math.log1p(margin));
  const x = (value: number): number => LEFT + ((Math.log(value) + reach) / (2 * reach)) * (RIGHT - LEFT);
  const [from, to] = [x(1 / (1 + margin)), x(1 + margin)];
  return picture(
    `Ratio B/A ${formatInterval(comparison)}`,
    svg("rect", { x: from, width: to - from, y: 8, height: 44, class: "pic-margin" }),
    svg("line", { x1: x(1), x2: x(1), y1: 4, y2: 56, class: "pic-one" }),
    svg("line", { x1: x(low), x2: x(high), y1: 30, y2: 30, class: "pic-interval" }),
    svg("circle", { cx: x(ratio), cy: 30, r: 5, class: "pic-ratio" }),
    svg("text", { x: x(1), y: 70, "text-anchor": "middle", class: "pic-label" }, "1×"),
    svg("text", { x: LEFT, y: 70, class: "pic-label" }, `${Math.exp(-reach).toPrecision(3)}×`),
    svg("text", { x: RIGHT, y: 70, "text-anchor": "end", class: "pic-label" }, `${Math.exp(reach).toPrecision(3)}×`),
  );
}

function picture(label: string, ...parts: SVGElement[]): SVGElement {
  return svg("svg", { viewBox: `0 0 ${WIDTH} 76`, role: "img", "aria-label": label, class: "pic" }, ...parts);
}

import { makeElement } from "./svg-tree.ts";
import type { SvgElement } from "./svg-tree.ts";

/**
 * Takes out what Vega writes for its own use: classes and roles of marks, empty backgrounds, groups that do
 * nothing, attributes that repeat the default, digits below a hundredth. The drawing looks the same.
 */
export function tidySvg(element: SvgElement): SvgElement {
  const attributes = Object.fromEntries(
    [...element.attributes]
      .filter(([key, value]) => !isNeedless(key, value))
      .map(([key, value]) => [key, shorten(key, value)]),
  );
  const children = element.children
    .map((child) => (typeof child === "string" ? child : tidySvg(child)))
    .filter((child) => typeof child === "string" || !isInvisible(child))
    .flatMap((child) =>
      typeof child !== "string" && child.name === "g" && child.attributes.size === 0 ? child.children : [child],
    );
  return makeElement(element.name, attributes, children);
}

function isNeedless(key: string, value: string): boolean {
  if (key.startsWith("aria-") || needless.has(key)) return true;
  return defaults.get(key)?.includes(value) ?? false;
}

/** Fonts come from the page; version and xlink are of SVG 1.1. */
const needless = new Set([
  "class",
  "role",
  "pointer-events",
  "font-family",
  "stroke-miterlimit",
  "version",
  "xmlns:xlink",
]);

const defaults = new Map([
  ["opacity", ["1"]],
  ["stroke-width", ["1"]],
  ["font-weight", ["normal"]],
  ["text-anchor", ["start"]],
  ["transform", ["translate(0,0)"]],
  ["x2", ["0"]],
  ["y2", ["0"]],
]);

function isInvisible({ name, attributes, children }: SvgElement): boolean {
  if (attributes.get("display") === "none") return true;
  if (name === "g") return children.length === 0;
  // The outermost group sets fill="none", so a shape without paint shows nothing.
  return name === "path" && !attributes.has("fill") && !attributes.has("stroke");
}

function shorten(key: string, value: string): string {
  if (key === "font-size") return value.replace("px", "");
  if (!/^(d|transform|[xy][12]?|width|height|stroke-dasharray)$/.test(key)) return value;
  return value.replace(/-?\d*\.?\d+(?:e-?\d+)?/g, (number) => String(Math.round(Number(number) * 100) / 100 || 0));
}

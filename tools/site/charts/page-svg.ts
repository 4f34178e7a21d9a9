import type { Size } from "./drawing-width.ts";
import { makeElement } from "./svg-tree.ts";
import type { SvgElement } from "./svg-tree.ts";

export interface Naming {
  id: string;
  question: string;
  description: string;
}

/** Makes the drawing that pages contain: no size of its own, a name and a description, ids that are its own. */
export function makePageSvg(drawing: SvgElement, { id, question, description }: Naming, size: Size): SvgElement {
  const prefix = size === "wide" ? `chart-${id}` : `chart-${id}-narrow`;
  const [title, desc] = [`${prefix}-title`, `${prefix}-desc`];
  const children = [
    makeElement("title", { id: title }, [question]),
    makeElement("desc", { id: desc }, [description]),
    ...drawing.children.map((child) => (typeof child === "string" ? child : prefixIds(child, prefix))),
  ];
  return makeElement(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      class: `chart-svg chart-${size}`,
      viewBox: drawing.attributes.get("viewBox") ?? "",
      role: "img",
      "aria-labelledby": title,
      "aria-describedby": desc,
      // A reader's font may be wider than the one that was measured.
      overflow: "visible",
    },
    children,
  );
}

/** Makes ids, and what points to them, unique on a page that has several drawings. */
function prefixIds(element: SvgElement, prefix: string): SvgElement {
  const attributes = [...element.attributes].map(([key, value]) => [
    key,
    key === "id" ? `${prefix}-${value}` : value.replace(/url\(#([^)]+)\)/g, `url(#${prefix}-$1)`),
  ]);
  const children = element.children.map((child) => (typeof child === "string" ? child : prefixIds(child, prefix)));
  return makeElement(element.name, Object.fromEntries(attributes) as Record<string, string>, children);
}

/** A small tree for the well-formed SVG that Vega writes: elements, attributes, text, nothing else. */
export interface SvgElement {
  name: string;
  attributes: Map<string, string>;
  children: (SvgElement | string)[];
}

/** Makes an element. */
export function makeElement(
  name: string,
  attributes: Record<string, string | number> = {},
  children: (SvgElement | string)[] = [],
): SvgElement {
  return {
    name,
    attributes: new Map(Object.entries(attributes).map(([key, value]) => [key, String(value)])),
    children,
  };
}

/** Reads SVG markup into a tree; markup that is not well formed is an error. */
export function parseSvg(markup: string): SvgElement {
  const root = makeElement("");
  const open: SvgElement[] = [root];
  for (const [, text, closing, name, attributes, selfClosing] of markup.matchAll(tokens)) {
    const parent = open.at(-1);
    if (!parent) throw new Error(`SVG: nothing is open before </${name}>`);
    if (text !== undefined) {
      parent.children.push(unescape(text));
    } else if (closing) {
      if (parent.name !== name) throw new Error(`SVG: </${name}> closes <${parent.name}>`);
      open.pop();
    } else {
      const element = makeElement(name ?? "");
      for (const [, key, value] of (attributes ?? "").matchAll(/([\w:-]+)="([^"]*)"/g)) {
        element.attributes.set(key ?? "", unescape(value ?? ""));
      }
      parent.children.push(element);
      if (!selfClosing) open.push(element);
    }
  }
  const [svg] = root.children;
  if (open.length !== 1 || typeof svg !== "object") throw new Error("SVG: elements are left open");
  return svg;
}

/** Writes a tree as XML, which is also valid inside HTML. */
export function writeSvg({ name, attributes, children }: SvgElement): string {
  const start = [name, ...[...attributes].map(([key, value]) => `${key}="${escape(value).replaceAll('"', "&quot;")}"`)];
  if (children.length === 0) return `<${start.join(" ")}/>`;
  const inner = children.map((child) => (typeof child === "string" ? escape(child) : writeSvg(child)));
  return `<${start.join(" ")}>${inner.join("")}</${name}>`;
}

/** Rewrites the attributes of an element and of everything inside it. */
export function mapAttributes(
  element: SvgElement,
  write: (name: string, value: string) => [string, string][],
): SvgElement {
  const attributes = new Map([...element.attributes].flatMap(([name, value]) => write(name, value)));
  const children = element.children.map((child) => (typeof child === "string" ? child : mapAttributes(child, write)));
  return { ...element, attributes, children };
}

/** Lists an element and everything inside it, in document order. */
export function* walkSvg(element: SvgElement): Generator<SvgElement> {
  yield element;
  for (const child of element.children) {
    if (typeof child !== "string") yield* walkSvg(child);
  }
}

/** Returns the text inside an element. */
export function textOf(element: SvgElement): string {
  return element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
}

const tokens = /([^<]+)|<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g;

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function unescape(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

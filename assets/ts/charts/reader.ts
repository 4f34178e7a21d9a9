import type { Bounds } from "vega-scenegraph";
import { describeRow, type Row, type Detail } from "./row.ts";
import { findStop, type Stop } from "./stops.ts";

/** What a reader of a chart learns beside its rows. */
export interface ReaderParts {
  /** Name of the chart for readers who do not see it. */
  label: string;
  /** Id of an element that describes it. */
  describedBy?: string;
  /** Called with the row that a reader chooses by a click or with the Enter key; what it returns is said. */
  onSelect?: (row: Row) => string;
  /** What choosing does, in a few words below the details. */
  selectHint?: string;
  /** Words of the link to the page of a row that has an address; a click holds the details open, so that the link can be reached. */
  linkText?: string;
  /** Where the pointer is followed; without it on the element that has the focus. */
  area?: HTMLElement;
}

/** Lets a reader walk through the rows of a drawing, by pointer and by keyboard, and shows the details of each. */
export class Reader {
  private readonly tooltip: Tooltip;
  private readonly status = document.createElement("p");
  private readonly ring = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  private readonly ended = new AbortController();
  private readonly before: [name: string, value: string | null][];
  private stops: readonly Stop[] = [];
  private rows: readonly Row[] = [];
  private at: Stop | undefined;
  /** Whether the keyboard came there, which scrolling does not take away from it as it does a pointer. */
  private isWalked = false;
  /** Whether it has been chosen; its details are shown again when a reader comes back to it. */
  private isChosen = false;
  /** Whether its details stay while the pointer goes elsewhere. */
  private isHeld = false;
  private readonly area: HTMLElement;

  constructor(
    private readonly element: HTMLElement,
    place: HTMLElement,
    private readonly svg: SVGSVGElement,
    private readonly parts: ReaderParts & { moreKeys?: string },
  ) {
    const attributes = {
      // Arrow keys reach a chart only as an application; everything in it is also in the table beside it.
      role: "application",
      tabindex: "0",
      "aria-roledescription": "chart",
      "aria-label": [parts.label, "Arrow keys move between values, Escape leaves.", parts.moreKeys, parts.selectHint]
        .filter((text) => text !== undefined)
        .join(" "),
      "aria-labelledby": null,
      "aria-describedby": parts.describedBy ?? null,
    };
    this.before = Object.keys(attributes).map((name) => [name, element.getAttribute(name)]);
    for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
    this.status.className = "visually-hidden";
    this.status.setAttribute("role", "status");
    place.append(this.status);
    this.tooltip = new Tooltip(place);
    this.area = parts.area ?? element;
    this.ring.setAttribute("class", "chart-ring");
    this.listen();
  }

  /** Takes over what has been drawn; a row that is still there keeps its details shown, and held. */
  read(stops: readonly Stop[], rows: readonly Row[]): void {
    const shown = this.at && this.rowOf(this.at);
    this.stops = stops;
    this.rows = rows;
    const still = shown && stops.find((stop) => this.rowOf(stop) === shown);
    const { isHeld } = this;
    if (!still) return this.leave();
    this.go(still);
    if (isHeld) this.hold();
  }

  /** The place of the row whose details are shown, in the unit of the view box. */
  shownBounds(): Bounds | undefined {
    return this.at?.box;
  }

  dispose(): void {
    this.ended.abort();
    this.tooltip.dispose();
    for (const [name, value] of this.before) setAttribute(this.element, name, value);
  }

  private listen(): void {
    const { signal } = this.ended;
    this.area.addEventListener("pointermove", (event) => this.point(event), { signal });
    this.area.addEventListener("pointerdown", (event) => this.point(event), { signal });
    this.area.addEventListener(
      "pointerleave",
      ({ pointerType }) => {
        // A finger that is lifted has not gone elsewhere.
        if (pointerType !== "touch" && !this.isHeld) this.leave();
      },
      { signal },
    );
    document.addEventListener(
      "pointerdown",
      ({ target }) => {
        if (!(target instanceof Node && this.area.contains(target))) this.leave();
      },
      { signal, passive: true },
    );
    this.element.addEventListener(
      "blur",
      ({ relatedTarget }) => {
        if (!this.tooltip.contains(relatedTarget)) this.leave();
      },
      { signal },
    );
    this.area.addEventListener("click", (event) => this.click(event), { signal });
    this.element.addEventListener(
      "keydown",
      (event) => {
        if (event.target === this.element && this.press(event)) event.preventDefault();
      },
      { signal },
    );
    addEventListener("scroll", () => this.scroll(), { signal, passive: true, capture: true });
  }

  private point(event: PointerEvent): void {
    const isFinger = event.pointerType === "touch";
    if (this.tooltip.contains(event.target) || (this.isHeld && event.type === "pointermove" && !isFinger)) return;
    const { x, y, scale } = toViewBox(this.svg, event);
    const stop = findStop(this.stops, x, y, (isFinger ? fingerReach : mouseReach) / scale);
    if (!stop) this.leave();
    else if (stop !== this.at) this.go(stop);
    this.isWalked = false;
    // A finger cannot point without a touch.
    if (isFinger) this.hold();
  }

  private click(event: PointerEvent): void {
    if (this.tooltip.contains(event.target)) return;
    // The press may have taken the focus from the element, and the details with it.
    if (!this.at) this.point(event);
    this.choose();
    this.hold();
    if (this.isHeld) this.element.focus({ preventScroll: true });
  }

  private hold(): void {
    if (!this.at || this.rowOf(this.at).href === undefined) return;
    this.isHeld = true;
    this.tooltip.hold();
  }

  private scroll(): void {
    if (this.at && this.isWalked) {
      if (!this.isChosen) this.go(this.at);
    } else this.leave();
  }

  /** Says whether the key was one of the chart's. */
  private press({ key }: KeyboardEvent): boolean {
    const place = this.at ? this.stops.indexOf(this.at) : -1;
    const last = this.stops.length - 1;
    switch (key) {
      case "ArrowDown":
      case "ArrowRight":
        return this.walk(Math.min(place + 1, last));
      case "ArrowUp":
      case "ArrowLeft":
        return this.walk(place < 0 ? last : Math.max(place - 1, 0));
      case "Home":
        return this.walk(0);
      case "End":
        return this.walk(last);
      case "Enter":
      case " ":
        return this.choose() || this.tooltip.follow();
      case "Escape":
        if (this.at) this.leave();
        else this.element.blur();
        return true;
      default:
        return false;
    }
  }

  private walk(place: number): boolean {
    const stop = this.stops[place];
    if (!stop) return false;
    this.isWalked = true;
    this.go(stop);
    this.status.textContent = `${describeRow(this.rowOf(stop))
      .map(([label, text], index) => (index === 0 ? text : `${label}: ${text}`))
      .join(". ")}. ${place + 1} of ${this.stops.length}.`;
    return true;
  }

  private choose(): boolean {
    if (!this.at || !this.parts.onSelect) return false;
    // What the row opens into is looked at now, while the ring still says whose it is.
    this.isChosen = true;
    this.tooltip.hide();
    this.status.textContent = this.parts.onSelect(this.rowOf(this.at));
    return true;
  }

  private go(stop: Stop): void {
    this.at = stop;
    this.isChosen = this.isHeld = false;
    const { x1, y1, x2, y2 } = stop.box;
    const ends = {
      x: x1 - ringGap,
      y: y1 - ringGap,
      width: x2 - x1 + 2 * ringGap,
      height: y2 - y1 + 2 * ringGap,
      rx: 3,
    };
    for (const [name, value] of Object.entries(ends)) this.ring.setAttribute(name, String(value));
    this.svg.append(this.ring);
    const row = this.rowOf(stop);
    const { selectHint, linkText = "" } = this.parts;
    this.tooltip.show(
      describeRow(row),
      { hint: selectHint, ...(row.href !== undefined && { link: { href: row.href, text: linkText } }) },
      this.ring.getBoundingClientRect(),
    );
  }

  private leave(): void {
    if (!this.at) return;
    this.at = undefined;
    this.isHeld = false;
    this.ring.remove();
    this.status.textContent = "";
    this.tooltip.hide();
  }

  private rowOf({ row }: Stop): Row {
    return this.rows[row] ?? {};
  }
}

/** How far beside a mark it is still meant, in pixels of the window. */
const mouseReach = 6;
const fingerReach = 22;
const ringGap = 3;

/** Finds where on a drawing a place of the window is, in the unit of its view box, and how many pixels such a unit has. */
export function toViewBox(
  svg: SVGSVGElement,
  { clientX, clientY }: { clientX: number; clientY: number },
): { x: number; y: number; scale: number } {
  const matrix = svg.getScreenCTM();
  if (!matrix) return { x: Number.NaN, y: Number.NaN, scale: 1 };
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  return { x, y, scale: matrix.a };
}

function setAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

interface TooltipEnd {
  hint: string | undefined;
  /** Shown in place of the hint while the details are held. */
  link?: { href: string; text: string };
}

type Place = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

/** The details of one row, beside its mark and above everything else on the page. */
class Tooltip {
  private readonly box = document.createElement("div");
  private place: Place = new DOMRect();

  constructor(place: Element) {
    this.box.className = "chart-tip";
    // Readers who do not see it hear the same words from the chart's status.
    this.box.setAttribute("aria-hidden", "true");
    // Above everything else, also where a parent cuts off; browsers without popovers keep it in its place.
    this.box.popover = "manual";
    this.box.hidden = true;
    place.append(this.box);
  }

  /** Shows the details beside a rectangle of the window, inside the window. */
  show([heading, ...details]: readonly Detail[], { hint, link }: TooltipEnd, place: Place): void {
    const list = document.createElement("dl");
    for (const [label, text] of details) list.append(make("dt", label), make("dd", text));
    this.box.replaceChildren(
      ...(heading ? [make("p", heading[1])] : []),
      ...(details.length > 0 ? [list] : []),
      ...(hint === undefined ? [] : [make("small", hint)]),
      ...(link ? [makeLink(link)] : []),
    );
    this.box.classList.remove("is-held");
    this.box.hidden = false;
    if ("showPopover" in this.box) this.box.showPopover();
    this.place = place;
    this.put();
  }

  /** Lets the pointer in, to the link. */
  hold(): void {
    this.box.classList.add("is-held");
    this.put();
  }

  /** Follows the link; says whether there is one. */
  follow(): boolean {
    const link = this.box.hidden ? null : this.box.querySelector("a");
    link?.click();
    return link !== null;
  }

  contains(target: EventTarget | null): boolean {
    return target instanceof Node && this.box.contains(target);
  }

  private put(): void {
    const { left, right, top, bottom } = this.place;
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const x = Math.min(Math.max((left + right - width) / 2, gap), innerWidth - width - gap);
    const y = top - height - gap >= 0 ? top - height - gap : Math.min(bottom + gap, innerHeight - height - gap);
    this.box.style.left = `${Math.max(x, gap)}px`;
    this.box.style.top = `${Math.max(y, gap)}px`;
  }

  hide(): void {
    if ("hidePopover" in this.box) this.box.hidePopover();
    this.box.hidden = true;
  }

  dispose(): void {
    this.box.remove();
  }
}

const gap = 8;

function makeLink({ href, text }: { href: string; text: string }): HTMLElement {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = text;
  // The keyboard follows it with the Enter key.
  link.tabIndex = -1;
  return link;
}

function make(name: "p" | "dt" | "dd" | "small", text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

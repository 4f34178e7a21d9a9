import type { Detail } from "./row.ts";

/** What is told of one row, beside its mark and above everything else on the page. */
export class Tooltip {
  private readonly box = document.createElement("div");

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
  show(
    [heading, ...details]: readonly Detail[],
    hint: string | undefined,
    { left, right, top, bottom }: Pick<DOMRect, "left" | "right" | "top" | "bottom">,
  ): void {
    const list = document.createElement("dl");
    for (const [label, text] of details) list.append(make("dt", label), make("dd", text));
    this.box.replaceChildren(
      ...(heading ? [make("p", heading[1])] : []),
      ...(details.length > 0 ? [list] : []),
      ...(hint === undefined ? [] : [make("small", hint)]),
    );
    this.box.hidden = false;
    if ("showPopover" in this.box) this.box.showPopover();
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

function make(name: "p" | "dt" | "dd" | "small", text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

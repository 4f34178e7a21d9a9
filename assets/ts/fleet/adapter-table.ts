import { count } from "../../../advisor/text.ts";
import { nameGuest } from "../../../advisor/fleet/report/report-words.ts";
import { add, h, type Child } from "../../../advisor/ui/dom.ts";
import type { Answer, Filter, Line, Row } from "./protocol.ts";

/** The property of fleet.css that sets the height of a row in CSS pixels. */
const rowHeightProperty = "--fleet-row";
/** Rows above and below those in view that are there already. */
const margin = 12;
/** A table with at most as many rows has all of them in the page and does not scroll by itself. */
const mostWhole = 25;

const columns = ["Machine", "Guest", "Adapter now", "Verdict", "Findings"];

/** The table of adapters: only the rows in view are in the page, however many there are. */
export class AdapterTable {
  readonly element: HTMLElement;
  private readonly scroller: HTMLElement;
  private readonly body = h("tbody", {});
  private readonly total = h("p", { class: "note", role: "status" });
  private readonly table: HTMLTableElement;
  private filter: Filter = { grouped: true };
  private token = 0;
  private asked = -1;
  /** The row whose details are asked for: the place of its adapter in the audit, and its own in the table. */
  private opened: { index: number; at: number } | undefined;
  private readonly detail = h("div", { class: "fleet-detail" });
  private readonly detailRow = h("tr", { class: "fleet-open" }, h("td", { colspan: columns.length }, this.detail));
  /** Height of the details when they were last in the page. */
  private detailHeight = 0;

  constructor(
    private readonly line: Line,
    root: string,
  ) {
    this.table = h(
      "table",
      { class: "fleet-table" },
      h("thead", {}, h("tr", {}, ...columns.map((name) => h("th", { scope: "col" }, name)))),
      this.body,
    );
    this.scroller = h(
      "div",
      {
        class: "fleet-scroll",
        tabindex: 0,
        role: "region",
        "aria-label": "Adapters of the fleet",
        onscroll: () => this.request(),
      },
      this.table,
    );
    this.element = h("div", { class: "fleet-list" }, this.total, this.scroller);
    this.body.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.close();
    });
    line.listen("rows", (answer) => this.draw(answer));
    line.listen("detail", (answer) => {
      if (answer.index !== this.opened?.index) return;
      const close = h("button", { type: "button", class: "button button-plain", onclick: () => this.close() }, "Close");
      this.detail.replaceChildren();
      add(this.detail, ...showDetail(answer, root, close));
      this.placeDetail();
      this.detail.scrollIntoView({ block: "nearest" });
    });
  }

  /** Shows the adapters that fit a filter, from the first. */
  show(filter: Filter): void {
    this.filter = filter;
    this.token++;
    this.asked = -1;
    this.forgetDetail();
    this.scroller.scrollTop = 0;
    this.request();
  }

  /** Opens the details of a row below it in place of those of another, or closes them if they are open. */
  private toggle(index: number, at: number): void {
    if (this.opened?.index === index) return this.close();
    this.forgetDetail();
    this.opened = { index, at };
    this.line.ask({ kind: "detail", index, filter: this.filter });
  }

  /** Closes the details; the row that opened them has the focus again. */
  private close(): void {
    if (!this.opened) return;
    const button = this.findButton(this.opened.index);
    this.forgetDetail();
    button?.focus();
  }

  private forgetDetail(): void {
    this.opened = undefined;
    this.detailHeight = 0;
    this.detail.replaceChildren();
    this.placeDetail();
  }

  /** Puts the details, if there are any, below their row if it is in the page, and marks the row. */
  private placeDetail(): void {
    this.detailRow.remove();
    const isReady = this.opened !== undefined && this.detail.hasChildNodes();
    for (const button of this.body.querySelectorAll<HTMLElement>("[data-index]")) {
      const isOpen = isReady && Number(button.dataset.index) === this.opened?.index;
      button.ariaExpanded = String(isOpen);
      const row = button.closest("tr");
      row?.toggleAttribute("data-open", isOpen);
      if (isOpen) row?.after(this.detailRow);
    }
    if (this.detailRow.isConnected) this.detailHeight = this.detailRow.offsetHeight;
  }

  private findButton(index: number | string): HTMLElement | null {
    return this.body.querySelector<HTMLElement>(`[data-index="${index}"]`);
  }

  /** How far the rows are scrolled, without the details above those in view. */
  private scrolledRows(rowHeight: number): number {
    const { scrollTop } = this.scroller;
    const end = this.opened ? (this.opened.at + 1) * rowHeight : Number.POSITIVE_INFINITY;
    return scrollTop <= end ? scrollTop : Math.max(end, scrollTop - this.detailHeight);
  }

  private request(): void {
    const rowHeight = Number.parseFloat(getComputedStyle(this.scroller).getPropertyValue(rowHeightProperty));
    const from = Math.max(0, Math.floor(this.scrolledRows(rowHeight) / rowHeight) - margin);
    const block = from - (from % margin);
    if (block === this.asked) return;
    this.asked = block;
    const visible = Math.ceil((this.scroller.clientHeight || 600) / rowHeight);
    const count = Math.max(visible + 3 * margin, mostWhole);
    this.line.ask({ kind: "rows", token: this.token, filter: this.filter, from: block, count });
  }

  private draw({ token, total, adapters, from, rows }: Extract<Answer, { kind: "rows" }>): void {
    if (token !== this.token) return;
    const isWhole = total <= mostWhole;
    this.scroller.toggleAttribute("data-whole", isWhole);
    this.scroller.tabIndex = isWhole ? -1 : 0;
    const size = this.filter.grouped
      ? `${count(adapters, "adapter")} in ${count(total, "group")}`
      : count(total, "adapter");
    this.total.textContent = `${size}. Press a row for details.${isWhole ? "" : " Scroll in the table to see all rows."}`;
    this.table.setAttribute("aria-rowcount", String(total + 1));
    // Whoever is on a row, or in its details, by keyboard stays there.
    const active = this.body.contains(document.activeElement) ? (document.activeElement as HTMLElement) : undefined;
    const end = from + rows.length;
    // The details take their room also while their row is out of the page.
    const [above, below] = [this.opened && this.opened.at < from, this.opened && this.opened.at >= end];
    this.body.replaceChildren(
      space(from, above ? this.detailHeight : 0),
      ...rows.map((row, index) => this.makeRow(row, from + index)),
      space(Math.max(0, total - end), below ? this.detailHeight : 0),
    );
    this.placeDetail();
    const focused = active?.dataset.index;
    (focused === undefined ? active : this.findButton(focused))?.focus({ preventScroll: true });
  }

  private makeRow(row: Row, at: number): HTMLElement {
    const { index, machine, guest, adapter, verdict, verdictText, severity, findings, reason } = row;
    const showSeverity = (): Child =>
      severity && h("span", { class: "fleet-severity", "data-severity": severity }, severity);
    return h(
      "tr",
      {
        "aria-rowindex": at + 2,
        "data-verdict": verdict,
        // A press anywhere in the row opens it, unless it ends the selection of some text.
        onclick: ({ target }) => {
          const isOnButton = (target as Element).closest("button") !== null;
          if (isOnButton || getSelection()?.isCollapsed !== false) this.toggle(index, at);
        },
      },
      h(
        "th",
        { scope: "row" },
        h("button", { type: "button", class: "link-button", "data-index": index, "aria-expanded": "false" }, machine),
        // On a phone the guest has no column of its own.
        h("span", { class: "fleet-guest" }, guest),
      ),
      h("td", {}, guest),
      h("td", {}, adapter),
      h(
        "td",
        {},
        h("span", { class: "fleet-verdict", "data-verdict": verdict }, verdictText),
        // Nor have the findings.
        h("span", { class: "fleet-reason" }, showSeverity(), ` ${reason}`),
      ),
      h("td", {}, showSeverity(), ` ${findings}`),
    );
  }
}

/** Room for the rows that are out of view, and for other pixels there. */
function space(rows: number, more: number): HTMLElement {
  const cell = h("td", { colspan: columns.length });
  cell.style.blockSize = `calc(${rows} * var(${rowHeightProperty}) + ${more}px)`;
  return h("tr", { class: "fleet-space", "aria-hidden": "true", hidden: rows === 0 }, cell);
}

/** Shows one adapter, or the first of a group with the machines of all: the verdict with its reason, findings, what is missing, the price, and where to go on or back. */
function showDetail(
  { adapter, group, names, situation }: Extract<Answer, { kind: "detail" }>,
  root: string,
  close: HTMLElement,
): Child[] {
  const { machine, label, findings, missing, price, effect, steps, file, place } = adapter;
  const link = (path: string): string => root + path.replace(/^\//, "");
  const isGroup = group.adapters > 1;
  const more = group.machines - group.first.length;
  const subject = isGroup ? count(group.adapters, "adapter") : machine;
  return [
    h("h3", {}, names.to === null ? `${subject}: ${names.adapter}` : `${subject}: ${names.adapter} → ${names.to}`),
    isGroup &&
      h(
        "p",
        {},
        h("b", {}, `${count(group.machines, "VM")}: `),
        group.first.join(", "),
        more > 0 && ` and ${count(more, "more VM")}: see the CSV export`,
        ".",
      ),
    h(
      "p",
      { class: "note" },
      isGroup && `Details of ${machine}: `,
      [label, nameGuest(adapter), `${file}, ${place}`].filter(Boolean).join(" · "),
    ),
    // The reason for the change is often the first finding.
    situation &&
      h(
        "p",
        {},
        h("b", {}, `${situation.headline}.`),
        findings.every(({ text }) => text !== situation.why) && ` ${situation.why}`,
      ),
    findings.length > 0 &&
      h(
        "ul",
        { class: "fleet-findings" },
        ...findings.map(({ severity, text }) =>
          h("li", { "data-severity": severity }, h("span", { class: "fleet-severity" }, severity), h("span", {}, text)),
        ),
      ),
    missing.length > 0 &&
      h(
        "ul",
        {},
        ...missing.map(({ text, command }) =>
          h("li", {}, text, command !== null && " Run: ", command !== null && h("code", {}, command)),
        ),
      ),
    effect && h("p", {}, effect.text),
    price && describePrice(price),
    h(
      "p",
      { class: "cluster" },
      steps !== null && h("a", { href: link(steps) }, "Steps"),
      situation && h("a", { href: link(situation.path) }, "Full advice"),
      close,
    ),
  ];
}

function describePrice({
  downtime,
  loses,
  needs,
  cleanUp,
}: NonNullable<Extract<Answer, { kind: "detail" }>["adapter"]["price"]>): HTMLElement {
  const parts: [string, string][] = [
    ["Downtime", downtime === null ? "unknown" : downtime ? "yes" : "no"],
    ["Loses", loses.length === 0 ? "nothing" : loses.join(", ")],
    ["Needs", needs.length === 0 ? "nothing" : needs.join(", ")],
    ["Afterwards", cleanUp.length === 0 ? "nothing" : cleanUp.join(", ")],
  ];
  return h("dl", { class: "fleet-price" }, ...parts.flatMap(([term, text]) => [h("dt", {}, term), h("dd", {}, text)]));
}

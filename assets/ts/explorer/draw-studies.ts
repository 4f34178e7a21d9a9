import { count } from "../../../advisor/text.ts";
import { h } from "../../../advisor/ui/dom.ts";
import { writeRatio } from "../../../tools/records/numbers.ts";
import { writeDifference, type Agreement, type RatioVerdict, type Shared } from "./pair-rows.ts";
import { nameVerdict, type FieldComparison } from "./compare-testbeds.ts";
import { countOpenFields, nameRatioVerdict } from "./write-conclusion.ts";
import type { Study, StudyRatio } from "./measurement-file.ts";
import { textAt, type Measurements } from "./measurements.ts";
import { labelMore } from "./numbers.ts";
import { upperFirst } from "../../../tools/records/words.ts";

/** Two studies, and what it takes to write of them. */
export interface Side {
  a: Study;
  b: Study;
  measurements: Measurements;
  base: string;
  word: (key: string) => string;
}

/** Two rows under the same conditions. */
export interface Match {
  group: Shared;
  one: number;
  other: number;
  agreement: Agreement;
}

/** The ratios of two adapters within either study. */
export interface RatioMatch {
  one: StudyRatio;
  other: StudyRatio;
  verdict: RatioVerdict;
}

/** Fields that differ, and, folded, those that are not fully stated or the same. */
export function drawTestbeds(
  fields: readonly FieldComparison[],
  side: Side,
  nameField: (field: string) => string,
): HTMLElement[] {
  const draw = (label: string, shown: readonly FieldComparison[]): HTMLElement =>
    drawTable(
      label,
      "Field",
      side,
      shown.map((compared) =>
        drawRow(
          [upperFirst(nameField(compared.field))],
          [drawVerdict(compared.verdict, nameVerdict(compared))],
          [compared.a ?? "not stated"],
          [compared.b ?? "not stated"],
        ),
      ),
    );
  const having = (...wanted: FieldComparison["verdict"][]): FieldComparison[] =>
    fields.filter(({ verdict }) => wanted.includes(verdict));
  const drawFolded = (
    summary: string,
    label: string,
    shown: readonly FieldComparison[],
    isOpen: boolean,
  ): HTMLElement[] => (shown.length > 0 ? [fold(summary, draw(label, shown), isOpen)] : []);
  const [differing, open, same] = [having("differs"), having("not stated", "other words"), having("same")];
  return [
    ...(differing.length > 0 ? [draw("Testbeds of both studies", differing)] : []),
    ...drawFolded(countOpenFields(open), "Fields not fully stated", open, differing.length === 0),
    ...drawFolded(`${same.length} the same`, "Fields that are the same", same, differing.length + open.length === 0),
  ];
}

/** Measurements that share conditions, which are written once; those that do not differ are folded. */
export function drawMatches(matches: readonly Match[], side: Side): HTMLElement[] {
  const draw = (label: string, shown: readonly Match[]): HTMLElement =>
    drawTable(
      label,
      "Adapter and metric",
      side,
      shown.map((match) => drawMatch(match, side)),
    );
  const differing = matches.filter(({ agreement }) => agreement.verdict === "differs");
  const same = matches.filter(({ agreement }) => agreement.verdict !== "differs");
  const sameLabel = "Measurements that are the same";
  return [
    ...(differing.length > 0 ? [draw("Measurements of both studies", differing)] : []),
    ...(same.length > 0
      ? [fold(`${same.length} the same or within the spread`, draw(sameLabel, same), differing.length === 0)]
      : []),
  ];
}

function drawMatch({ group, one, other, agreement: { verdict, times } }: Match, side: Side): HTMLElement {
  const conditions = textAt(side.measurements.texts.conditions, one);
  const by =
    verdict === "differs" &&
    times !== undefined &&
    h("span", { class: "note of-row" }, `${writeDifference(times)} in the other study`);
  return drawRow(
    [nameGroup(group, side), conditions !== "" && h("span", { class: "note of-row" }, conditions)],
    [drawVerdict(verdict, verdict), by],
    [drawResult(one, side.a, side)],
    [drawResult(other, side.b, side)],
  );
}

/** Ratios of two adapters, in either study. */
export function drawRatios(ratios: readonly RatioMatch[], side: Side): HTMLElement {
  const { word, base } = side;
  const write = ({ low, high }: StudyRatio, { path }: Study): Node =>
    h("a", { href: base + path.slice(1) }, `${low === high ? "" : `${writeRatio(low)} to `}${writeRatio(high)} times`);
  return drawTable(
    "Ratios of both studies",
    "Adapters and metric",
    side,
    ratios.map(({ one, other, verdict }) =>
      drawRow(
        [`${word(`adapter=${one.adapter}`)} to ${word(`adapter=${one.over}`)}: ${nameMeasured(one, word)}`],
        [drawVerdict(verdict, nameRatioVerdict(verdict))],
        [write(one, side.a)],
        [write(other, side.b)],
      ),
    ),
  );
}

/** What both studies measured under different conditions; these rows are not comparable. */
export function drawOthers(shared: readonly Shared[], side: Side, isOpen: boolean): HTMLElement[] {
  const groups = shared.filter(({ restOfA, restOfB }) => restOfA.length > 0 && restOfB.length > 0);
  const [ofA, ofB] = [groups.flatMap(({ restOfA }) => restOfA).length, groups.flatMap(({ restOfB }) => restOfB).length];
  if (groups.length === 0) return [];
  const list = (rows: readonly number[], study: Study): Node =>
    h(
      "ul",
      { class: "plain-list" },
      ...rows.map((row) => {
        const conditions = textAt(side.measurements.texts.conditions, row);
        return h(
          "li",
          {},
          drawResult(row, study, side),
          conditions !== "" && h("span", { class: "note of-row" }, conditions),
        );
      }),
    );
  const table = drawTable(
    "Measurements under different conditions",
    "Adapter and metric",
    side,
    groups.map((group) =>
      drawRow(
        [nameGroup(group, side)],
        [drawVerdict("not stated", "not comparable")],
        [list(group.restOfA, side.a)],
        [list(group.restOfB, side.b)],
      ),
    ),
  );
  return [fold(titleOthers(ofA, ofB, side), table, isOpen)];
}

/** Says how many measurements of each study have no partner under the same conditions. */
export function titleOthers(ofA: number, ofB: number, { a, b }: { a: { name: string }; b: { name: string } }): string {
  const measurements = count(ofA, "measurement");
  const of = ofA === ofB ? `${measurements} from each study` : `${measurements} from ${a.name}, ${ofB} from ${b.name}`;
  return `Under different conditions: ${of}`;
}

type Content = readonly (string | Node | false)[];

function drawRow(head: Content, verdict: Content, one: Content, other: Content): HTMLElement {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, ...head),
    ...[verdict, one, other].map((content) => h("td", {}, ...content)),
  );
}

function drawVerdict(verdict: string, text: string): Node {
  return h("span", { class: "verdict-word", "data-verdict": verdict }, text);
}

function drawResult(row: number, study: Study, { measurements: { texts, rows }, base }: Side): Node {
  // The words of a long unit may part in a narrow column; the number keeps to the first of them.
  const result = textAt(texts.result, row).replace(/(?<=[a-z])\u00A0/g, " ");
  return h("a", { href: `${base}${study.path.slice(1)}#${rows[row] ?? ""}` }, result);
}

function nameGroup(group: Shared, { word }: Side): string {
  return `${word(`adapter=${group.adapter}`)}: ${nameMeasured(group, word)}`;
}

function nameMeasured(
  { metric, workload, part = "whole" }: { metric: string; workload: string; part?: string },
  word: Side["word"],
): string {
  return [
    word(`metric=${metric}`),
    ...(workload === "other" ? [] : [word(`workload=${workload}`)]),
    ...(part === "whole" ? [] : [word(`part=${part}`)]),
  ].join(", ");
}

function fold(summary: string, table: HTMLElement, isOpen: boolean): HTMLElement {
  return h("details", { class: "more-fields", open: isOpen }, h("summary", {}, summary), table);
}

function drawTable(label: string, head: string, { a, b, base }: Side, rows: readonly HTMLElement[]): HTMLElement {
  const more = h("button", { class: "button button-plain", type: "button" });
  const body = h("tbody", {});
  const showNext = (): void => {
    const from = body.childElementCount;
    body.append(...rows.slice(from, from + pageSize));
    const left = rows.length - body.childElementCount;
    more.hidden = left === 0;
    if (left > 0) more.textContent = labelMore(left, pageSize, "row");
    if (from > 0) body.children[from]?.querySelector("a")?.focus();
  };
  more.addEventListener("click", showNext);
  showNext();
  const link = ({ name, path }: Study, title: string): HTMLElement =>
    h("a", { href: base + path.slice(1) }, `${name}: ${title}`);
  return h(
    "div",
    { class: "studies-table" },
    h(
      "div",
      { class: "table-scroll fits", tabindex: "0", role: "region", "aria-label": label },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ...[
              head,
              "Comparison",
              link(a, dropSharedStart(a.title, b.title)),
              link(b, dropSharedStart(b.title, a.title)),
            ].map((cell) => h("th", { scope: "col" }, cell)),
          ),
        ),
        body,
      ),
    ),
    more,
  );
}

const pageSize = 60;

/** A title without the words with which the other begins too, but for the last of them: where there is little room they would be all of it. */
export function dropSharedStart(title: string, other: string): string {
  const [words, others] = [title.split(" "), other.split(" ")];
  const shared = words.findIndex((word, at) => word !== others[at]);
  return shared > 3 ? `… ${words.slice(shared - 1).join(" ")}` : title;
}

import { readFileSync } from "node:fs";
import type { Page, Response } from "@playwright/test";
import { isThorough, everySecond } from "../thorough.ts";
import { expect, test } from "./support/site.ts";

/** Every page that has a chart which answers, those of one chart each and those of more. */
const charts = JSON.parse(readFileSync("build/knowledge/charts.json", "utf8")) as { id: string }[];
const paths = ["", "benchmarks/", ...charts.map(({ id }) => `charts/${id}/#framed`)];

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
/** A mark as the browser draws it, the place of its row among those of the chart, and the name of its line; some stand for all rows of the line. */
interface DrawnMark extends Box {
  row: number;
  kind: string;
  line: string;
  isOfLine: boolean;
}
interface DrawnChart {
  marks: DrawnMark[];
  area: Box;
  panels: Box[];
  ticks: { x: number; text: string }[];
}
interface LiveRow {
  sample?: number;
  adapterName?: string;
  featureName?: string;
  details: [string, string][];
}
interface Table {
  head: string[];
  lines: string[][];
}
interface Point {
  x: number;
  y: number;
  what: string;
  rows: number[];
}

/** As many tests as keep the workers busy to the end: the pages of one share a browser's window and the scripts that it has read. */
const lots = 4;

for (let lot = 0; lot < lots; lot++) {
  const own = everySecond(paths).filter((_, at) => at % lots === lot);
  // At hand each page in one width or the other; in CI in both.
  for (const width of [1440, 360].filter((_, index) => isThorough || index === lot % 2)) {
    test(`at ${width} px pages tell of each place of their charts the row that is drawn there, lot ${lot + 1} of ${lots}`, async ({
      page,
    }) => {
      expect(own.length).toBeGreaterThan(isThorough ? 3 : 2);
      // So high that nothing need be scrolled.
      await page.setViewportSize({ width, height: 12_000 });
      for (const path of own) await test.step(`/${path}`, () => checkPage(page, path));
    });
  }
}

test("each point that the explorer draws has its own details", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 12_000 });
  await page.goto("./explore/?metric=throughput&by=year");
  const panel = page.locator("#explorer-panels .panel-drawing").first();
  await expect(panel.locator(".dot").first()).toBeVisible();
  await panel.hover({ position: { x: 2, y: 2 } });
  await expect(panel.getByRole("application")).toBeVisible();
  const wrong = await panel.evaluate((drawing) => {
    const centreOf = (mark: Element): [number, number] => {
      const { left, right, top, bottom } = mark.getBoundingClientRect();
      return [(left + right) / 2, (top + bottom) / 2];
    };
    const marks = [...drawing.querySelectorAll("[data-row]")].map((mark) => ({
      dot: centreOf(mark.querySelector(".dot") ?? mark),
      parts: [...mark.querySelectorAll(".dot, .spread, .bound-arrow")].map((part) => part.getBoundingClientRect()),
    }));
    return marks.flatMap(({ dot: [x, y] }) => {
      document
        .elementFromPoint(x, y)
        ?.dispatchEvent(
          new PointerEvent("pointermove", { bubbles: true, pointerType: "mouse", clientX: x, clientY: y }),
        );
      const tip = drawing.querySelector<HTMLElement>(".chart-tip");
      const ring = drawing.querySelector(".chart-ring")?.getBoundingClientRect() ?? new DOMRect();
      // Of points that lie on one another one is pointed at, and the ring is around all of it.
      const isThere = marks.some(
        ({ dot, parts }) =>
          Math.hypot(x - dot[0], y - dot[1]) < 8 &&
          Math.abs(ring.top - Math.min(...parts.map(({ top }) => top))) < 6 &&
          Math.abs(ring.bottom - Math.max(...parts.map(({ bottom }) => bottom))) < 6 &&
          Math.abs(ring.left - Math.min(...parts.map(({ left }) => left))) < 6 &&
          Math.abs(ring.right - Math.max(...parts.map(({ right }) => right))) < 6,
      );
      return isThere && tip?.hidden === false && tip.textContent !== ""
        ? []
        : [`${Math.round(x)}, ${Math.round(y)}: ${tip?.textContent ?? "(no details)"}`];
    });
  });
  expect(wrong).toEqual([]);
});

async function checkPage(page: Page, path: string): Promise<void> {
  // Away from the charts of the next page: one that is pointed at as soon as it is there asks for its rows unseen.
  await page.mouse.move(0, 0);
  await page.goto(`./${path}`);
  const count = await page.locator(".chart-drawing[data-live-wide]").count();
  expect(count).toBeGreaterThan(0);
  for (let place = 0; place < count; place++) await checkChart(page, place);
}

async function checkChart(page: Page, place: number): Promise<void> {
  const drawing = page.locator(".chart-drawing[data-live-wide]").nth(place);
  const loaded = page.waitForResponse(isLive);
  await drawing.hover({ position: { x: 2, y: 2 } });
  const { rows } = (await (await loaded).json()) as { rows: LiveRow[] };
  await expect(drawing).toHaveClass(/is-live/);
  const drawn = await readDrawing(page, place);
  const told = rows.map(({ details: [result] }) => result?.[1] ?? "");
  expect(new Set(drawn.marks.map(({ row }) => row)).size, "rows that are drawn").toBe(rows.length);

  const points = [...listCentres(drawn), ...listPlacesInRows(drawn)];
  const answers = await pointAt(page, place, points);
  const wrong = points.flatMap(({ x, y, what, rows: meant }, index) => {
    const answer = answers[index] ?? "";
    return meant.some((row) => told[row] === answer)
      ? []
      : [
          `${what} at ${Math.round(x)}, ${Math.round(y)}: "${answer}" instead of "${meant.map((row) => told[row]).join('" or "')}"`,
        ];
  });
  expect(wrong).toEqual([]);

  const table = await readTable(page, place);
  expect(
    rows.flatMap((row, index) => findContradiction(row, index, rows, table)),
    "what is told and the table",
  ).toEqual([]);
  expect(
    rows.flatMap((row, index) => findMisplaced(row, index, rows, drawn, table)),
    "the drawing and the table",
  ).toEqual([]);
}

function isLive(response: Response): boolean {
  return new URL(response.url()).pathname.includes("/charts/live/");
}

/** Reads marks, panels and axis as they lie in the window; Vega's renderer leaves at each element what it draws. */
function readDrawing(page: Page, place: number): Promise<DrawnChart> {
  return page.evaluate((index) => {
    interface Drawn {
      datum?: { rowPlace?: number; axisLabel?: string };
      mark?: { marktype?: string };
    }
    const drawing = document.querySelectorAll(".chart-drawing[data-live-wide]")[index];
    const svg = drawing?.querySelector(".chart-live > svg");
    const boxOf = (element: Element): Box => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, top, bottom };
    };
    if (!svg) throw new Error("the chart does not answer");
    const marks = [...svg.querySelectorAll("path, line, rect, text")].flatMap((element) => {
      const { datum, mark } = (element as Element & { __data__?: Drawn }).__data__ ?? {};
      const layer = element.closest("g[class*='role-mark']")?.getAttribute("class") ?? "";
      // Lines and words that say something of the whole plot are no row's.
      if (typeof datum?.rowPlace !== "number" || /(^|[ _])reference_/.test(layer)) return [];
      const box = boxOf(element);
      const isOfLine = /(^|[ _])line_/.test(layer);
      return box.left === box.right && box.top === box.bottom
        ? []
        : [{ ...box, row: datum.rowPlace, kind: mark?.marktype ?? "", line: datum.axisLabel ?? "", isOfLine }];
    });
    const ticks = [...svg.querySelectorAll(".role-axis-label text")]
      .filter((text) => /^\d[\d,.]*$/.test(text.textContent ?? ""))
      .map((text) => {
        const { left, right } = text.getBoundingClientRect();
        return { x: (left + right) / 2, text: text.textContent ?? "" };
      });
    const panels = [...svg.querySelectorAll(".background")].map(boxOf).filter(({ left, right }) => right > left);
    return { marks, area: boxOf(svg), panels, ticks };
  }, place);
}

/** The centre of each mark; where a smaller mark of another row lies over it, either may be told. */
function listCentres({ marks }: DrawnChart): Point[] {
  return marks.map(({ row, kind, line, isOfLine, ...box }) => {
    const [x, y] = centreOf(box);
    const over = marks.filter(
      (other) =>
        other.row !== row &&
        !other.isOfLine &&
        (isOfLine || sizeOf(other) < sizeOf(box) || (sizeOf(other) < sizeOf(box) * 1.1 && isSameCentre(other, box))) &&
        contains(other, x, y),
    );
    const beside = isOfLine ? marks.filter((other) => other.line === line) : [];
    return {
      x,
      y,
      what: `the centre of a ${kind}`,
      rows: [...new Set([row, ...[...over, ...beside].map((other) => other.row)])],
    };
  });
}

/** Places in each line of marks: its ends, and between its marks. A chart whose marks do not lie in lines has none. */
function listPlacesInRows({ marks, area, panels }: DrawnChart): Point[] {
  const own = marks.filter(({ kind, isOfLine }) => kind !== "text" && !isOfLine);
  const alone = marks.filter(
    ({ kind, row, isOfLine }) => kind === "text" && !isOfLine && !own.some((mark) => mark.row === row),
  );
  const values = [...own, ...alone];
  const lines: (typeof values)[] = [];
  for (const mark of values.toSorted((a, b) => centreOf(a)[1] - centreOf(b)[1])) {
    const line = lines.at(-1);
    if (line?.[0] && isBeside(line[0], mark)) line.push(mark);
    else lines.push([mark]);
  }
  const isInLines = lines.every(
    (line, index) =>
      index === 0 ||
      Math.max(...(lines[index - 1] ?? []).map(({ bottom }) => bottom)) <= Math.min(...line.map(({ top }) => top)),
  );
  if (!isInLines) return [];
  return lines.flatMap((line) => {
    const y = line.reduce((sum, mark) => sum + centreOf(mark)[1], 0) / line.length;
    const panel = panels.filter(({ top, bottom }) => top <= y && y <= bottom).at(-1) ?? area;
    const rows = [...new Set(line.map(({ row }) => row))];
    const centres = line.map((mark) => centreOf(mark)[0]).toSorted((a, b) => a - b);
    const ends: [string, number][] = [
      ["the label", area.left + 3],
      ["the left edge", panel.left + 2],
      ["the right edge", panel.right - 2],
    ];
    const between =
      rows.length > 20
        ? []
        : centres.slice(1).map((x, index): [string, number] => ["between marks", (x + (centres[index] ?? x)) / 2]);
    return [...ends, ...between].map(([what, x]) => {
      // Of several rows in one line the nearest is meant; halfway there are two.
      const distances = rows.map((row) => ({
        row,
        distance: Math.min(...line.filter((mark) => mark.row === row).map((mark) => Math.abs(centreOf(mark)[0] - x))),
      }));
      const least = Math.min(...distances.map(({ distance }) => distance));
      const tolerance = Math.max(...line.map(({ left, right }) => right - left));
      return {
        x,
        y,
        what: `${what} of a row`,
        rows:
          rows.length === 1
            ? rows
            : distances.filter(({ distance }) => distance <= least + tolerance).map(({ row }) => row),
      };
    });
  });
}

/** Points at places of the window, and returns the heading of what is told there. */
function pointAt(page: Page, place: number, points: readonly Point[]): Promise<string[]> {
  return page.evaluate(
    ([index, places]) => {
      const drawing = document.querySelectorAll(".chart-drawing[data-live-wide]")[index];
      const tip = drawing?.querySelector<HTMLElement>(".chart-tip");
      return places.map(({ x, y }) => {
        const target = document.elementFromPoint(x, y);
        if (!target || !drawing?.contains(target)) return "(not on the chart)";
        target.dispatchEvent(
          new PointerEvent("pointermove", { bubbles: true, pointerType: "mouse", clientX: x, clientY: y }),
        );
        return tip?.hidden === false ? (tip.querySelector("p")?.textContent ?? "") : "";
      });
    },
    [place, points] as const,
  );
}

function readTable(page: Page, place: number): Promise<Table> {
  return page
    .locator("figure.chart")
    .filter({ has: page.locator(".chart-drawing[data-live-wide]") })
    .nth(place)
    .evaluate((figure) => {
      const textsOf = (line: Element): string[] =>
        [...line.querySelectorAll("th, td")].map((cell) => cell.textContent?.trim() ?? "");
      const table = figure.querySelector("table");
      return {
        head: [...(table?.querySelectorAll("thead tr") ?? [])].flatMap(textsOf),
        lines: [...(table?.querySelectorAll("tbody tr") ?? [])].map(textsOf),
      };
    });
}

/** The cells of the table that stand for a row: its line, or its one cell where the features are lines and the adapters columns. */
function cellsOf(row: LiveRow, place: number, rows: readonly LiveRow[], { head, lines }: Table): string[] {
  if (row.featureName !== undefined)
    return [lines.find(([feature]) => feature === row.featureName)?.[head.indexOf(row.adapterName ?? "")] ?? ""];
  if (row.sample === undefined) return lines[place] ?? [];
  return lines[rows.slice(0, place + 1).filter(({ sample }) => sample === 1).length - 1] ?? [];
}

/** What is told has no number that the table has not, and in a cell its word. */
function findContradiction(row: LiveRow, place: number, rows: readonly LiveRow[], table: Table): string[] {
  const told = row.details[0]?.[1] ?? "";
  const cells = cellsOf(row, place, rows, table);
  if (row.featureName !== undefined)
    return cells[0]?.startsWith(told.slice(told.lastIndexOf(": ") + 2))
      ? []
      : [`"${told}", in the table "${cells[0]}"`];
  const known = listNumbers(cells.join(" "));
  // What the table has no column for, and the adapter's name.
  const words = told.replace(/, sample \d+$|, standard deviation [\d.,]+|\(\d+ samples\)/g, "").replace(/^.*?: /, "");
  const missing = listNumbers(words).filter((number) => !known.some((other) => isSameNumber(number, other)));
  return missing.length === 0 ? [] : [`"${told}", in the table "${cells.join(" | ")}"`];
}

/** A ring or the end of a bar lies on the axis at a number of the row's line in the table, which has them as told or as on the axis. */
function findMisplaced(
  row: LiveRow,
  place: number,
  rows: readonly LiveRow[],
  { marks, ticks, panels }: DrawnChart,
  table: Table,
): string[] {
  const axis = findAxis(ticks);
  if (!axis) return [];
  const [panel] = panels;
  const numbers = numbersIn(cellsOf(row, place, rows, table).join(" "));
  const at = numbers.map(axis);
  return marks
    .filter((mark) => mark.row === place && mark.kind === "symbol")
    .flatMap((mark) => {
      const [x] = centreOf(mark);
      // What is beyond the axis is drawn at its end.
      const isAtEnd = panel !== undefined && Math.abs(x - panel.right) < 2;
      return isAtEnd || at.some((other) => Math.abs(other - x) <= 2.5)
        ? []
        : [`a ${mark.kind} at ${Math.round(x)}, numbers at ${at.map(Math.round).join(", ")}: ${row.details[0]?.[1]}`];
    });
}

/** Returns where a number lies on the axis, which is linear or logarithmic, as its labels say. */
function findAxis(ticks: DrawnChart["ticks"]): ((value: number) => number) | undefined {
  const sorted = ticks
    .map(({ x, text }) => ({ x, value: Number(text.replaceAll(",", "")) }))
    .toSorted((a, b) => a.x - b.x);
  // Labels at either end are drawn inside the plot, so they lie not exactly where their number is.
  const inner = sorted.slice(1, -1);
  const [first, last] = [inner[0], inner.at(-1)];
  if (!first || !last || first.value >= last.value) return undefined;
  const scales = [(value: number) => value, (value: number) => Math.log(Math.max(value, Number.MIN_VALUE))].map(
    (scale) => (value: number) =>
      first.x + ((scale(value) - scale(first.value)) / (scale(last.value) - scale(first.value))) * (last.x - first.x),
  );
  return scales.find((scale) => inner.length > 2 && inner.every(({ x, value }) => Math.abs(scale(value) - x) < 1.5));
}

function numbersIn(text: string): number[] {
  return listNumbers(text).map(Number);
}

function listNumbers(text: string): string[] {
  return [...text.matchAll(/(?<![\w.])\d[\d,]*(?:\.\d+)?/g)].map(([number]) => number.replaceAll(",", ""));
}

/** Whether two numbers are the same, as far as the one with fewer digits goes. */
function isSameNumber(one: string, other: string): boolean {
  const digits = Math.min(...[one, other].map((text) => text.split(".")[1]?.length ?? 0));
  return Math.abs(Number(one) - Number(other)) <= 0.5 * 10 ** -digits * 1.001;
}

function centreOf({ left, right, top, bottom }: Box): [x: number, y: number] {
  return [(left + right) / 2, (top + bottom) / 2];
}

function sizeOf({ left, right, top, bottom }: Box): number {
  return (right - left) * (bottom - top);
}

function contains({ left, right, top, bottom }: Box, x: number, y: number): boolean {
  return left <= x && x <= right && top <= y && y <= bottom;
}

function isSameCentre(one: Box, other: Box): boolean {
  const [[x1, y1], [x2, y2]] = [centreOf(one), centreOf(other)];
  return Math.hypot(x1 - x2, y1 - y2) < 1;
}

/** Whether two marks lie in one line. */
function isBeside(one: Box, other: Box): boolean {
  return Math.abs(centreOf(one)[1] - centreOf(other)[1]) < 8;
}

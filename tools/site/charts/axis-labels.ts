import { type ChartRow, type ChartSpec, drawingWidth, type Size } from "./chart.ts";
import { wrapText } from "../../../assets/ts/charts/measure-text.ts";

interface Room {
  /** Most width that labels and headings may take. */
  width: number;
  heading: number;
  fontSize: number;
  /** Height of a line, and what is left free between two rows. */
  line: number;
  gap: number;
}

const beside: Record<Size, Room> = {
  wide: { width: 330, heading: 360, fontSize: 14, line: 17, gap: 7 },
  narrow: { width: 130, heading: 180, fontSize: 12, line: 15, gap: 10 },
};
/** Where a drawing is narrow, labels may stand above the marks, which take a height of their own. */
const above: Room = {
  width: drawingWidth.narrow - 24,
  heading: drawingWidth.narrow - 24,
  fontSize: 12,
  line: 15,
  gap: 10,
};
const markHeight = 16;

/**
 * Adds to the rows of a specification that reads the field "axisLabel" their labels, broken into the lines of the wide and, after
 * a tab, of the narrow drawing, and their headings in the same way: one set of rows serves both sizes.
 */
export function addAxisLabels(spec: ChartSpec, rows: readonly ChartRow[]): ChartRow[] {
  if (!readsAxisLabels(spec)) return [...rows];
  const rooms = [beside.wide, isAbove(spec) ? above : beside.narrow];
  return rows.map((row) => {
    const [wide, narrow] = rooms.map(({ width, fontSize }) =>
      String(row.label)
        .split("\n")
        .flatMap((part) => wrapText(part, fontSize, width)),
    );
    const headings = rooms.map(({ heading, fontSize }) =>
      wrapText(String(row.group ?? ""), fontSize, heading, true).join("\n"),
    );
    return {
      ...row,
      axisLabel: [wide, narrow].map((lines = []) => lines.join("\n")).join("\t"),
      heading: headings.join("\t"),
      wideLines: wide?.length ?? 1,
      narrowLines: narrow?.length ?? 1,
    };
  });
}

/** A specification whose steps have the height that labels need, and where marks and labels stand within a step, as its parameters. */
interface Fitted {
  spec: ChartSpec;
  places: { name: string; value: number }[];
}

/** Fits a specification to the labels of its rows; `markAt` and `labelAt` are distances from the middle of a step. */
export function fitLabels(spec: ChartSpec, rows: readonly ChartRow[], size: Size): Fitted {
  if (!readsAxisLabels(spec)) return { spec: size === "narrow" ? fitParts(spec, rows) : spec, places: [] };
  const hasAbove = size === "narrow" && isAbove(spec);
  const { line, gap } = hasAbove ? above : beside[size];
  const most = Math.max(
    1,
    ...rows.map(({ wideLines, narrowLines }) => Number(size === "wide" ? wideLines : narrowLines)),
  );
  const step = most * line + gap + (hasAbove ? markHeight : 0);
  const bottom = (step - gap) / 2;
  const places = [
    // Beside the plot the first line of a label stands at the height of its mark.
    { name: "markAt", value: hasAbove ? bottom - markHeight / 2 : line / 2 - bottom },
    { name: "labelAt", value: hasAbove ? bottom - markHeight : 0 },
  ];
  return { spec: raiseSteps(spec, step) as ChartSpec, places };
}

/** Fits a narrow specification that gives each part of a label a line of its own. */
function fitParts(spec: ChartSpec, rows: readonly ChartRow[]): ChartSpec {
  if (!JSON.stringify(spec).includes("narrow ? split(datum.label, ', ')")) return spec;
  const most = Math.max(1, ...rows.map(({ label }) => String(label).split(", ").length));
  return raiseSteps(spec, most * beside.narrow.line + beside.narrow.gap) as ChartSpec;
}

function readsAxisLabels(spec: ChartSpec): boolean {
  return JSON.stringify(spec).includes('"axisLabel"');
}

/** Such a specification has a layer of labels that is drawn only when it is narrow. */
function isAbove(spec: ChartSpec): boolean {
  return JSON.stringify(spec).includes("labelAt - ");
}

/** Raises the height of every step to what labels need. */
function raiseSteps(value: unknown, least: number): unknown {
  if (Array.isArray(value)) return value.map((part) => raiseSteps(part, least));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === "step" && typeof part === "number" ? Math.max(part, least) : raiseSteps(part, least),
    ]),
  );
}

import type { Spec } from "vega";
import * as vega from "vega";
import { expressions } from "../../../assets/ts/charts/expressions.ts";
import * as transforms from "../../../assets/ts/charts/transforms.ts";
import type { Flow } from "../../../assets/ts/charts/view.ts";
import type { ChartRow, ChartSpec, Size } from "./chart.ts";
import { compileSpec, sizeSpec } from "./draw.ts";

/** A drawing as a browser makes it: the dataflow, and the rows that it reads. */
export interface LiveDrawing {
  spec: Flow;
  rows: ChartRow[];
}

/** Compiles a chart for a browser, with the rows as the drawing of that size has them. */
export function compileLive(spec: ChartSpec, rows: readonly ChartRow[], size: Size): LiveDrawing {
  return { spec: compileFlow(sizeSpec(spec, rows, size), size), rows: [...rows] };
}

/**
 * Compiles a specification, which has the parameters of its size, into the dataflow that a browser runs: without rows, which
 * it gets beside it, and with expressions as trees, which are interpreted. Neither Vega-Lite nor Vega's parsers are needed there.
 */
export function compileFlow(spec: ChartSpec, size: Size): Flow {
  const key = JSON.stringify([size, spec]);
  const known = flows.get(key);
  if (known) return known;
  const flow = compile(spec, size);
  flows.set(key, flow);
  return flow;
}

/** Each once per process: many charts share a specification, and only their rows differ. */
const flows = new Map<string, Flow>();

function compile(spec: ChartSpec, size: Size): Flow {
  const compiled = compileSpec(spec, size);
  const parsed = vega.parse(makeZoomable(compiled, spec), undefined, { ast: true }) as object;
  const flow = JSON.parse(
    JSON.stringify({ ...parsed, eventConfig: undefined, description: undefined }, leaveOut),
  ) as Flow;
  const missing = findMissing(flow);
  if (missing.length > 0) throw new Error(missing.join("\n"));
  return flow;
}

/** What the interpreter does not read; the code of a parameter's expression is the name under which the runtime keeps it. */
function leaveOut(key: string, value: unknown): unknown {
  if (key === "raw" || (key === "kind" && value === "init")) return undefined;
  if (key === "channels")
    return Object.fromEntries(
      Object.entries(value as Record<string, { ast: unknown }>).map(([name, { ast }]) => [name, { ast }]),
    );
  return value;
}

/** Says what a dataflow needs that the browser's runtime leaves out. */
function findMissing(flow: Flow): string[] {
  const { streams = [], updates = [] } = flow as { streams?: unknown[]; updates?: unknown[] };
  const found = new Set(
    streams.length + updates.length > 0
      ? ["it listens to events itself, which assets/ts/charts does for all charts"]
      : [],
  );
  for (const part of walk(flow)) {
    if (
      typeof part.id === "number" &&
      typeof part.type === "string" &&
      part.type !== "operator" &&
      !(part.type in transforms)
    ) {
      found.add(`it needs the transform "${part.type}", which assets/ts/charts/transforms.ts leaves out`);
    }
    if (part.type === "CallExpression") {
      const name = (part.callee as { name: string }).name.replace(/^_/, "");
      if (!(name in expressions) && !interpreted.has(name))
        found.add(`it calls "${name}", which assets/ts/charts/expressions.ts leaves out`);
    }
    if (typeof part.scheme === "string")
      found.add(`it uses the colour scheme "${part.scheme}"; colours are those of tools/site/charts/palette.ts`);
    if (part.$ingest !== undefined || part.$request !== undefined)
      found.add('it brings data of its own; it has to read "rows"');
  }
  return [...found];
}

/** Functions that vega-interpreter brings. */
const interpreted = new Set(
  `isNaN isFinite abs ceil exp floor log max min pow round sqrt clamp now utc datetime date day year month hours
    minutes seconds time utcdate utcday utcyear utcmonth regexp test if parseFloat parseInt length join indexof
    slice reverse sort upper lower substring split replace trim`.split(/\s+/),
);

function* walk(part: unknown): Generator<Record<string, unknown>> {
  if (typeof part !== "object" || part === null) return;
  if (!Array.isArray(part)) yield part as Record<string, unknown>;
  for (const child of Object.values(part)) yield* walk(child);
}

interface Scale {
  name: string;
  type?: string;
  domainRaw?: unknown;
}
interface Axis {
  scale: string;
  values?: unknown;
}
interface Mark {
  type: string;
  style?: string | string[];
  clip?: unknown;
  marks?: Mark[];
  axes?: Axis[];
  encode?: { update?: Record<string, { scale?: string }> };
}

/**
 * Lets a reader zoom into the axes that a specification names in `usermeta.zoom`, for example ["x"]: what is drawn follows the
 * signals zoom_x and zoom_y, each null or the two ends of what is shown. Bars keep their zero, so their axis cannot be zoomed.
 */
function makeZoomable(compiled: Spec, { usermeta }: ChartSpec): Spec {
  const axes = (usermeta as { zoom?: string[] } | undefined)?.zoom ?? [];
  if (axes.length === 0) return compiled;
  const marks = (compiled.marks ?? []) as unknown as Mark[];
  for (const axis of axes) {
    const scale = ((compiled.scales ?? []) as Scale[]).find(({ name }) => name === axis);
    if (!scale || !continuous.has(scale.type ?? "linear"))
      throw new Error(`usermeta.zoom names "${axis}", which is not a continuous axis of the chart`);
    if (listMarks(marks).some((mark) => isBar(mark, axis))) {
      throw new Error(`usermeta.zoom names "${axis}", an axis with bars; bars start at zero`);
    }
  }
  const isZoomed = axes.map((axis) => `${signalOf(axis)} !== null`).join(" || ");
  // What lies outside of the part that is shown is cut off at the edge of the plot.
  const adapt = (mark: Mark): Mark =>
    mark.type !== "group"
      ? { ...mark, clip: { signal: isZoomed } }
      : {
          ...mark,
          ...(mark.axes ? { axes: freeZoomedAxes(mark.axes, axes) } : {}),
          marks: (mark.marks ?? []).map(adapt),
        };
  const zoomed = {
    ...compiled,
    signals: [...(compiled.signals ?? []), ...axes.map((axis) => ({ name: signalOf(axis), value: null }))],
    scales: ((compiled.scales ?? []) as Scale[]).map((scale) =>
      axes.includes(scale.name) ? { ...scale, domainRaw: { signal: signalOf(scale.name) } } : scale,
    ),
    axes: freeZoomedAxes((compiled.axes ?? []) as Axis[], axes),
    marks: marks.map(adapt),
  };
  // Only members that Vega's own types allow were added.
  return zoomed as unknown as Spec;
}

const continuous = new Set(["linear", "log", "pow", "sqrt", "symlog", "time", "utc"]);

function signalOf(axis: string): string {
  return `zoom_${axis}`;
}

function listMarks(marks: readonly Mark[]): Mark[] {
  return marks.flatMap((mark) => [mark, ...listMarks(mark.marks ?? [])]);
}

/** Bars stand on zero; what the theme calls a band lies behind the marks. */
function isBar({ type, style, encode }: Mark, axis: string): boolean {
  return type === "rect" && !style?.includes("band") && encode?.update?.[`${axis}2`]?.scale === axis;
}

/** Fixed values of an axis hold for the whole chart. When a reader zooms in, Vega chooses the values. */
function freeZoomedAxes(axes: readonly Axis[], zoomed: readonly string[]): Axis[] {
  return axes.map((axis) =>
    Array.isArray(axis.values) && zoomed.includes(axis.scale)
      ? { ...axis, values: { signal: `${signalOf(axis.scale)} === null ? ${JSON.stringify(axis.values)} : null` } }
      : axis,
  );
}

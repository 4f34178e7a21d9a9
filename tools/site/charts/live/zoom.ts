import type { Spec } from "vega";
import type { ChartSpec } from "../chart.ts";

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
export function makeZoomable(compiled: Spec, { usermeta }: ChartSpec): Spec {
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
      : { ...mark, ...(mark.axes ? { axes: loosen(mark.axes, axes) } : {}), marks: (mark.marks ?? []).map(adapt) };
  const zoomed = {
    ...compiled,
    signals: [...(compiled.signals ?? []), ...axes.map((axis) => ({ name: signalOf(axis), value: null }))],
    scales: ((compiled.scales ?? []) as Scale[]).map((scale) =>
      axes.includes(scale.name) ? { ...scale, domainRaw: { signal: signalOf(scale.name) } } : scale,
    ),
    axes: loosen((compiled.axes ?? []) as Axis[], axes),
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

/** An axis that names its values for the whole finds those of a part by itself. */
function loosen(axes: readonly Axis[], zoomed: readonly string[]): Axis[] {
  return axes.map((axis) =>
    Array.isArray(axis.values) && zoomed.includes(axis.scale)
      ? { ...axis, values: { signal: `${signalOf(axis.scale)} === null ? ${JSON.stringify(axis.values)} : null` } }
      : axis,
  );
}

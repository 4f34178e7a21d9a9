import type { Spec } from "vega";
import type { ChartSpec } from "../chart.ts";

interface Scale { name: string; type?: string; domainRaw?: unknown }
interface Mark { type: string; clip?: unknown; marks?: Mark[]; encode?: { update?: Record<string, { scale?: string }> } }

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
    if (!scale || !continuous.has(scale.type ?? "linear")) throw new Error(`usermeta.zoom names "${axis}", which is no continuous axis of the chart`);
    if (listMarks(marks).some((mark) => mark.type === "rect" && mark.encode?.update?.[`${axis}2`]?.scale === axis)) {
      throw new Error(`usermeta.zoom names "${axis}", on which bars stand; bars begin at zero`);
    }
  }
  const isZoomed = axes.map((axis) => `${signalOf(axis)} !== null`).join(" || ");
  const zoomed = {
    ...compiled,
    signals: [...(compiled.signals ?? []), ...axes.map((axis) => ({ name: signalOf(axis), value: null }))],
    scales: ((compiled.scales ?? []) as Scale[]).map((scale) => (axes.includes(scale.name) ? { ...scale, domainRaw: { signal: signalOf(scale.name) } } : scale)),
    marks: marks.map((mark) => clip(mark, isZoomed)),
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

/** What lies outside of the part that is shown is cut off at the edge of the plot. */
function clip(mark: Mark, isZoomed: string): Mark {
  if (mark.type === "group") return { ...mark, marks: (mark.marks ?? []).map((inner) => clip(inner, isZoomed)) };
  return { ...mark, clip: { signal: isZoomed } };
}

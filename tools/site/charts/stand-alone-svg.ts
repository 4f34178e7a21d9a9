import { drawingWidth } from "./chart.ts";
import { wrapText } from "../../../assets/ts/charts/measure-text.ts";
import { makeElement, type SvgElement } from "./svg-tree.ts";
import { type Paint, paintRole } from "./theme.ts";

interface Framing {
  finding: string;
  subtitle: string;
  description: string;
  /** Lines under the drawing: runs and source. */
  notes: string[];
}

/** A sort of text: its size, the height of a line, its weight and the role of its colour. */
interface TextStyle {
  size: number;
  line: number;
  weight?: number;
  role: string;
}

const margin = 24;
const heading: TextStyle = { size: 18, line: 25, weight: 600, role: "text" };
const metric: TextStyle = { size: 14, line: 19, role: "muted" };
const note: TextStyle = { size: 12, line: 17, role: "muted" };

/** Makes the file for download: fixed colours, the finding and its metric above and the source below, fit for a slide or a report. */
export function makeStandAloneSvg(
  drawing: SvgElement,
  { finding, subtitle, description, notes }: Framing,
  paint: Exclude<Paint, "page">,
): SvgElement {
  const width = drawingWidth.wide + 2 * margin;
  const findingLines = wrapText(finding, heading.size, drawingWidth.wide, true);
  const subtitleLines = wrapText(subtitle, metric.size, drawingWidth.wide);
  const noteLines = notes.flatMap((text) => wrapText(text, note.size, drawingWidth.wide));
  const subtitleTop = margin + findingLines.length * heading.line;
  const top = subtitleTop + subtitleLines.length * metric.line + 10;
  const drawingHeight = Number(drawing.attributes.get("viewBox")?.split(" ")[3]);
  const notesTop = top + drawingHeight + 14;
  const height = notesTop + noteLines.length * note.line + margin / 2;
  const write = (lines: readonly string[], y: number, { size, line, weight, role }: TextStyle): SvgElement[] =>
    lines.map((text, index) =>
      makeElement(
        "text",
        {
          x: margin,
          y: y + size + index * line,
          "font-size": size,
          ...(weight && { "font-weight": weight }),
          fill: paintRole(role, paint),
        },
        [text],
      ),
    );
  return makeElement(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      "font-family": "Helvetica, Arial, sans-serif",
    },
    [
      makeElement("title", {}, [finding]),
      makeElement("desc", {}, [description]),
      makeElement("rect", { width, height, fill: paintRole("surface", paint) }),
      ...write(findingLines, margin - 4, heading),
      ...write(subtitleLines, subtitleTop, metric),
      makeElement("g", { transform: `translate(${margin},${top})` }, drawing.children),
      ...write(noteLines, notesTop, note),
    ],
  );
}

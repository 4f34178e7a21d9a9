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

const margin = 24;
const heading = { size: 18, line: 25 };
const metric = { size: 14, line: 19 };
const note = { size: 12, line: 17 };

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
      ...findingLines.map((text, index) =>
        makeElement(
          "text",
          {
            x: margin,
            y: margin + heading.size + index * heading.line - 4,
            "font-size": heading.size,
            "font-weight": 600,
            fill: paintRole("text", paint),
          },
          [text],
        ),
      ),
      ...subtitleLines.map((text, index) =>
        makeElement(
          "text",
          {
            x: margin,
            y: subtitleTop + metric.size + index * metric.line,
            "font-size": metric.size,
            fill: paintRole("muted", paint),
          },
          [text],
        ),
      ),
      makeElement("g", { transform: `translate(${margin},${top})` }, drawing.children),
      ...noteLines.map((text, index) =>
        makeElement(
          "text",
          {
            x: margin,
            y: notesTop + note.size + index * note.line,
            "font-size": note.size,
            fill: paintRole("muted", paint),
          },
          [text],
        ),
      ),
    ],
  );
}

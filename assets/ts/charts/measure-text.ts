/**
 * Text widths for drawing without a canvas.
 *
 * Vega's own estimate is four fifths of the font size per character, which leaves half of a
 * narrow drawing empty. These are the widths of Helvetica, widened to those of DejaVu Sans and
 * Verdana, the widest fonts that stand for sans-serif on readers' machines.
 */

/** Width in thousandths of the font size to the characters that have it. */
const widths: readonly (readonly [number, string])[] = [
  [191, "'"],
  [222, "ijl"],
  [260, "|"],
  [278, " !,./:;I[]\\ft\u00a0"],
  [333, "()-`r"],
  [355, '"'],
  [389, "*"],
  [500, "Jckxyzsv"],
  [556, "#$0123456789?L_abdeghnopqu"],
  [584, "+<=>~"],
  [611, "FTZ"],
  [667, "&ABEKPSVXY"],
  [722, "CDHNRUw"],
  [778, "GOQ"],
  [833, "Mm"],
  [889, "%"],
  [944, "W"],
  [1015, "@"],
];
const widthOf = new Map(widths.flatMap(([width, characters]) => [...characters].map((c) => [c, width] as const)));
const otherWidth = 620;
const allowance = 1.14;
const boldAllowance = 1.07;

/** Estimates the width of one line of text in the unit of its font size. */
export function measureText(text: string, fontSize: number, isBold = false): number {
  let thousandths = 0;
  for (const character of text) thousandths += widthOf.get(character) ?? otherWidth;
  return (thousandths / 1000) * fontSize * allowance * (isBold ? boldAllowance : 1);
}

/** Measures a text of Vega, for the drawings of the build and for charts on pages, so that both have the same layout. */
export function measureItem(
  { fontSize = 11, fontWeight, text: own }: { text?: unknown; fontSize?: number; fontWeight?: string | number },
  text: unknown = own,
): number {
  return measureText(String(text ?? ""), fontSize, fontWeight === "bold" || Number(fontWeight) >= 600);
}

/** Breaks text into lines that fit a width; a single long word stays whole. */
export function wrapText(text: string, fontSize: number, width: number, isBold = false): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && measureText(longer, fontSize, isBold) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return line === "" ? lines : [...lines, line];
}

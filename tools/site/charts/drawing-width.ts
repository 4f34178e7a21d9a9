/** Widths of the two drawings in the unit of their view box: for columns of text, and for phones and cards. */
export const drawingWidth = { wide: 720, narrow: 340 } as const;

export type Size = keyof typeof drawingWidth;

/** The small picture of a chart: half as wide as the wide drawing, and as high as the upper part that it shows. */
export const miniatureSize = { width: 360, height: 200 } as const;

/** Widths of the two drawings in the unit of their view box: for columns of text, and for phones and cards. */
export const drawingWidth = { wide: 720, narrow: 340 } as const;

export type Size = keyof typeof drawingWidth;

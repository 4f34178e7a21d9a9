/** Marks the parts of an answer for a terminal; plain text where none is asked for. */
export interface Paint {
  strong: (text: string) => string;
  title: (text: string) => string;
}

export const plain: Paint = { strong: (text) => text, title: (text) => text };

/** Bold and underline only, so that every colour scheme of a terminal stays readable. */
export const painted: Paint = {
  strong: (text) => `\u001b[1m${text}\u001b[22m`,
  title: (text) => `\u001b[4m${text}\u001b[24m`,
};

import type { SvgElement } from "../charts/svg-tree.ts";

/** What the picture of a page shows. */
export interface Card {
  /** Page, from the site's root. */
  path: string;
  title: string;
  /** What kind of page it is, above the title. */
  label: string;
  /** What it says, below the title. */
  text: string;
  /** Shape and colour of an adapter. */
  mark?: { kind: string; colour: string };
  /** A drawing that stands for the page, in its file for download. */
  chart?: { drawing: SvgElement; description: string };
}

/** Width and height that every network shows whole, in pixels. */
export const cardSize = { width: 1200, height: 630 } as const;

/** Returns what a picture shows for those who do not see it. */
export function describeCard({ title, label, text, chart }: Card): string {
  return chart && isShown(chart.drawing) ? chart.description : `${label}: ${title.replace(/[^.?!]$/, "$&.")} ${text}`;
}

/** Says whether a drawing is wide enough for its words to be read in a card. */
export function isShown({ attributes }: SvgElement): boolean {
  return Number(attributes.get("width")) / Number(attributes.get("height")) > 1.4;
}

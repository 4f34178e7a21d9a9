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
  /** A drawing that stands for the page, as phones get it: its words are the largest. */
  chart?: { drawing: SvgElement; description: string };
}

/** Width and height that every network shows whole, in pixels. */
export const cardSize = { width: 1200, height: 630 } as const;

/** Returns what a picture shows for those who do not see it. */
export function describeCard({ title, label, text, chart }: Card): string {
  return chart ? chart.description : `${label}: ${title.replace(/[^.?!]$/, "$&.")} ${text}`;
}

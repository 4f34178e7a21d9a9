import { type Card, cardWords } from "./describe-card.ts";

/** Size of the picture: what chats and wikis show of a link. */
const WIDTH = 1200;
const HEIGHT = 630;
const EDGE = 64;
/** Where the foot begins, which nothing else reaches. */
const FOOT = HEIGHT - 96;
const COLOURS = {
  ground: "#ffffff",
  ink: "#14202a",
  soft: "#4b5866",
  accent: "#0a6a4d",
  lost: "#b3362b",
  line: "#d9dfe4",
};

/** Draws the card as a picture: verdict, machine, reason, what is given up, and where it comes from. */
export function drawPicture(card: Card): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser draws no pictures");
  const { fontFamily } = getComputedStyle(document.body);
  const choose = (weight: number, size: number): void => {
    context.font = `${weight} ${size}px ${fontFamily}`;
  };
  const widthOf = (text: string): number => context.measureText(text).width;
  let y = EDGE - 10;
  /** Writes text from the present height on, in as many lines as it may take and as there is room for. */
  const write = (text: string, { size, weight = 400, colour = COLOURS.ink, lines = 1, floor = FOOT }: Style): void => {
    choose(weight, size);
    context.fillStyle = colour;
    for (const line of breakLines(text, Math.min(lines, Math.floor((floor - y) / (size * 1.35))), widthOf)) {
      y += size;
      context.fillText(line, EDGE, y);
      y += size * 0.35;
    }
  };
  /** The largest of some sizes in which a text fits into a line. */
  const fit = (text: string, weight: number, sizes: readonly number[]): number =>
    sizes.find((size) => {
      choose(weight, size);
      return widthOf(text) <= WIDTH - 2 * EDGE;
    }) ?? Math.min(...sizes);
  const loses = card.loses.length > 0;
  context.fillStyle = COLOURS.ground;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = COLOURS.accent;
  context.fillRect(0, 0, WIDTH, 12);
  write(card.verdict, { size: fit(card.verdict, 700, [68, 58, 50, 44]), weight: 700, lines: 2 });
  y += 8;
  write(card.machine, { size: fit(card.machine, 400, [28, 26, 24]), colour: COLOURS.soft, lines: 2 });
  y += 14;
  write(card.why, { size: 30, lines: 3 });
  y += 14;
  write(cardWords.givesUp, { size: 24, weight: 700, colour: loses ? COLOURS.lost : COLOURS.accent });
  write(loses ? card.loses.join(", ") : cardWords.nothing, { size: 25, lines: 3 });
  context.fillStyle = COLOURS.line;
  context.fillRect(EDGE, FOOT, WIDTH - 2 * EDGE, 2);
  y = FOOT + 6;
  write(cardWords.made(card.date, card.version), { size: 22, weight: 700, colour: COLOURS.accent, floor: HEIGHT });
  write(card.link, { size: 20, colour: COLOURS.soft, floor: HEIGHT });
  return canvas;
}

interface Style {
  size: number;
  weight?: number;
  colour?: string;
  /** Most lines. */
  lines?: number;
  /** Height that no line may reach. */
  floor?: number;
}

/** Breaks a text into lines that fit; what no line has room for ends with an ellipsis. */
export function breakLines(text: string, most: number, widthOf: (line: string) => number): string[] {
  const room = WIDTH - 2 * EDGE;
  const lines = [""];
  // An address has no spaces, and a name may be longer than a line.
  for (const word of text.split(/(?<=[ /&?])/)) {
    const last = lines.length - 1;
    if (lines[last] === "" || widthOf(`${lines[last]}${word.trimEnd()}`) <= room) lines[last] += word;
    else lines.push(word);
  }
  if (lines.length <= most) return lines;
  if (most <= 0) return [];
  let end = lines[most - 1] ?? "";
  while (end !== "" && widthOf(`${end.trimEnd()} …`) > room) end = end.slice(0, -1);
  return [...lines.slice(0, most - 1), `${end.trimEnd()} …`];
}

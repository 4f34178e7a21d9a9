import { type Card, cardWords } from "./describe-card.ts";

/** Size of the picture: what chats and wikis show of a link. */
const WIDTH = 1200;
const HEIGHT = 630;
const EDGE = 64;
const FONT = 'system-ui, "Segoe UI", "Liberation Sans", sans-serif';
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
  let y = EDGE;
  /** Writes text from the present height on, in as many lines as it may take. */
  const write = (text: string, { size, weight = 400, colour = COLOURS.ink, lines = 1 }: Style): void => {
    context.font = `${weight} ${size}px ${FONT}`;
    context.fillStyle = colour;
    for (const line of breakLines(text, lines, (part) => context.measureText(part).width)) {
      y += size;
      context.fillText(line, EDGE, y);
      y += size * 0.35;
    }
  };
  context.fillStyle = COLOURS.ground;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = COLOURS.accent;
  context.fillRect(0, 0, WIDTH, 12);
  write(card.verdict, { size: 64, weight: 700, lines: 2 });
  y += 10;
  write(card.machine, { size: 26, colour: COLOURS.soft, lines: 2 });
  y += 18;
  write(card.why, { size: 32, lines: 3 });
  y += 18;
  write(cardWords.givesUp, { size: 24, weight: 700, colour: card.loses.length > 0 ? COLOURS.lost : COLOURS.accent });
  write(card.loses.length > 0 ? card.loses.join(", ") : cardWords.nothing, { size: 26, lines: 3 });
  context.fillStyle = COLOURS.line;
  context.fillRect(EDGE, HEIGHT - 92, WIDTH - 2 * EDGE, 2);
  y = HEIGHT - 88;
  write(cardWords.made(card.date, card.version), { size: 22, weight: 700, colour: COLOURS.accent });
  write(card.link, { size: 20, colour: COLOURS.soft });
  return canvas;
}

interface Style {
  size: number;
  weight?: number;
  colour?: string;
  lines?: number;
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
  let end = lines[most - 1] ?? "";
  while (end !== "" && widthOf(`${end.trimEnd()} …`) > room) end = end.slice(0, -1);
  return [...lines.slice(0, most - 1), `${end.trimEnd()} …`];
}

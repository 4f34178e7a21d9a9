import { mistakes } from "./list.ts";
import { noMistakes } from "./no-mistakes.ts";
import { checkWith } from "./try-mistake.ts";

/** Prints what the checker says today about each mistake, as tables in Markdown: node --import tsx tests/data/mistakes/print.ts */
const rows = mistakes.flatMap(({ name, files }) =>
  checkWith(files).map(({ file, line, col, rule, message, help = "" }) => [
    name,
    `${file.replace(/^data\//, "")}:${line}:${col}`,
    `${rule}: ${message}`,
    help,
  ]),
);
printTable(["mistake", "place, in data/", "message", "help"], rows);
printTable(
  ["looks like a mistake", "and is none, because"],
  noMistakes.map(({ name, because }) => [name, because]),
);

function printTable(heads: readonly string[], table: readonly (readonly string[])[]): void {
  const lines = [heads, heads.map(() => "---"), ...table].map((cells) => `| ${cells.map(escape).join(" | ")} |`);
  process.stdout.write(`${lines.join("\n")}\n\n`);
}

/** Bars would end a cell, and what stands in angle brackets would vanish. */
function escape(cell: string): string {
  const short = cell.length <= 160 ? cell : `${cell.slice(0, 157)}...`;
  return short.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("*", "\\*");
}

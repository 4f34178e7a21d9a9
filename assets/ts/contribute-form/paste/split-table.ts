/** Cells of a table, line by line; every line has as many. */
export type Cells = string[][];

/** Splits copied cells, CSV, a Markdown table or columns set with spaces into lines of cells; empty lines are no lines. */
export function splitTable(text: string): Cells {
  const clean = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const lines = trimEdges(splitBy(clean, findSeparator(clean)));
  const width = Math.max(0, ...lines.map((cells) => cells.length));
  return lines.map((cells) => [...cells, ...Array.from({ length: width - cells.length }, () => "")]);
}

type Separator = "\t" | ";" | "," | "|" | "spaces" | "none";

/** What separates the cells of a text. */
export function findSeparator(text: string): Separator {
  if (text.includes("\t")) return "\t";
  // A separator inside quotes separates nothing.
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, "q")
    .split("\n")
    .filter((line) => line.trim() !== "");
  if (lines.length > 1 && lines.every((line) => /^\s*\|.*\|\s*$/.test(line))) return "|";
  if (lines.length > 0 && lines.every((line) => line.includes(";"))) return ";";
  // Between digits a comma is more often part of a number.
  if (lines.every((line) => line.includes(",")) && lines.some((line) => /(?:\D,|,\D)/.test(line))) return ",";
  return lines.some((line) => / {2,}/.test(line.trim())) ? "spaces" : "none";
}

function splitBy(text: string, separator: Separator): Cells {
  switch (separator) {
    case "none":
      return text.split("\n").map((line) => [line.trim()]);
    case "spaces":
      return text.split("\n").map((line) => line.trim().split(/ {2,}/));
    case "|":
      return text
        .split("\n")
        .filter((line) => !/^[\s|:-]*$/.test(line))
        .map((line) =>
          line
            .trim()
            .slice(1, -1)
            .split("|")
            .map((cell) => cell.trim()),
        );
    default:
      return splitQuoted(text, separator);
  }
}

/** A cell in double quotes may hold separators and ends of lines, and two quotes for one. */
function splitQuoted(text: string, separator: string): Cells {
  const lines: Cells = [[]];
  let [cell, isQuoted] = ["", false];
  const end = (): void => {
    lines.at(-1)?.push(cell.replace(/\s+/g, " ").trim());
    cell = "";
  };
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (isQuoted && character === '"' && text.charAt(index + 1) === '"') {
      cell += '"';
      index++;
    } else if (character === '"' && (isQuoted || cell.trim() === "")) isQuoted = !isQuoted;
    else if (!isQuoted && character === separator) end();
    else if (!isQuoted && character === "\n") {
      end();
      lines.push([]);
    } else cell += character;
  }
  end();
  return lines;
}

/** Takes away lines, and columns at either edge, in which nothing stands. */
function trimEdges(lines: Cells): Cells {
  const full = lines.filter((cells) => cells.some((cell) => cell !== ""));
  const last = Math.max(0, ...full.map((cells) => cells.findLastIndex((cell) => cell !== "") + 1));
  const first = Math.min(last, ...full.map((cells) => cells.findIndex((cell) => cell !== "")));
  return full.map((cells) => cells.slice(full.length > 0 ? first : 0, last));
}

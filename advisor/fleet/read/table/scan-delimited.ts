/** A row of delimited text. */
export interface DelimitedRow {
  /** Line on which the row begins, counted from 1. */
  line: number;
  cells: string[];
  /** The row's quotes do not match: its cells are not to be trusted. */
  isBroken: boolean;
}

/** More lines than a note in a cell has: a quote that seems to enclose more is a stray one. */
const mostNewlines = 500;

/**
 * Reads rows of comma-separated text or the like, quoted newlines included. A quote that is never closed spoils its own
 * line and none of those after it. `width()` is the number of cells of a sound row, 0 if that is not known yet.
 */
export function* scanDelimited(text: string, delimiter: string, width: () => number): Generator<DelimitedRow> {
  let [start, line] = [0, 1];
  while (start < text.length) {
    const end = endOfLine(text, start);
    const whole = text.slice(start, text.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end);
    if (!whole.includes('"')) {
      yield { line, cells: whole.split(delimiter), isBroken: false };
      [start, line] = [end + 1, line + 1];
      continue;
    }
    const quoted = scanQuoted(text, start, delimiter, width() || Number.POSITIVE_INFINITY);
    const plain = whole.split(delimiter);
    // A value of several lines may hold delimiters, but a sound row has as many cells as the others.
    const isSwallowing =
      quoted !== null && quoted.newlines > 0 && quoted.cells.length !== width() && quoted.cells.length < plain.length;
    if (quoted !== null && !isSwallowing) {
      yield { line, cells: quoted.cells, isBroken: false };
      [start, line] = [quoted.end, line + quoted.newlines + 1];
      continue;
    }
    yield { line, cells: plain.map(unquote), isBroken: isSwallowing || plain.length !== width() };
    [start, line] = [end + 1, line + 1];
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function unquote(cell: string): string {
  return cell.replaceAll(/^"|"$/g, "").replaceAll('""', '"');
}

/**
 * Reads one row whose cells may be in quotes. Null if a quote is not closed, if more text follows the closing one, or if
 * the row has more cells than `most` over several lines.
 */
function scanQuoted(
  text: string,
  start: number,
  delimiter: string,
  most: number,
): { cells: string[]; end: number; newlines: number } | null {
  const cells: string[] = [];
  let [at, newlines] = [start, 0];
  let end = endOfLine(text, start);
  for (;;) {
    if (newlines > mostNewlines || (newlines > 0 && cells.length >= most)) return null;
    if (text[at] === '"') {
      let from = at + 1;
      let cell = "";
      for (;;) {
        const quote = text.indexOf('"', from);
        if (quote === -1) return null;
        cell += text.slice(from, quote);
        from = quote + 1;
        if (text[from] !== '"') break;
        cell += '"';
        from++;
      }
      for (let newline = cell.indexOf("\n"); newline !== -1; newline = cell.indexOf("\n", newline + 1)) newlines++;
      cells.push(cell);
      at = from;
      if (at > end) end = endOfLine(text, at);
    } else {
      let stop = at;
      while (stop < end && text[stop] !== delimiter) {
        // A value with a quote is written in quotes: after a row that fills several lines this is the end of a later one.
        if (newlines > 0 && text[stop] === '"') return null;
        stop++;
      }
      cells.push(text.slice(at, stop === end && stop > at && text[stop - 1] === "\r" ? stop - 1 : stop));
      at = stop;
    }
    if (text[at] === delimiter) {
      at++;
      continue;
    }
    if (text[at] === "\r") at++;
    return at >= text.length || text[at] === "\n" ? { cells, end: at + 1, newlines } : null;
  }
}

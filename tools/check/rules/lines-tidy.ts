import { isNode, visit } from "yaml";
import type { AnyRecord, Position } from "../../records/record.ts";
import { editRange, isWhole } from "../fix/fix.ts";
import type { Complaint, RecordRule } from "../rule.ts";

/**
 * Lines end in no white space, and the last one ends in a single line feed; a block of text keeps what is its own.
 *
 * Good: `title: A study`
 * Bad: `title: A study` with two spaces behind it.
 */
export const linesTidy: RecordRule = {
  name: "lines-tidy",
  summary: "Lines have no trailing white space, and the file ends with a single line feed.",
  scope: "record",
  fixable: true,
  check(record) {
    // What is not a space although it looks like one is told elsewhere.
    return isWhole(record) ? [...findTrailingSpace(record), ...findLooseEnd(record)] : [];
  },
};

/** One finding for all lines: an editor that leaves white space leaves it everywhere. */
function findTrailingSpace(record: AnyRecord): Complaint[] {
  const { body } = record;
  if (!/[ \t]\r?$/m.test(body)) return [];
  const blocks = findBlocks(record);
  const spaces = listTrailingSpaces(body).filter(
    ({ start }) => !blocks.some((block) => start > block.start && start < block.end),
  );
  const [first] = spaces;
  if (!first) return [];
  const others = spaces.length - 1;
  const more = others > 0 ? `, and ${others} more ${others === 1 ? "line does" : "lines do"}` : "";
  return [
    {
      path: [],
      at: positionOf(body, first.start),
      message: `this line ends in white space${more}`,
      help: "remove it",
      fix: { edits: spaces.map(({ start, end }) => editRange(record, start, end, "")), changes: [] },
    },
  ];
}

function findLooseEnd(record: AnyRecord): Complaint[] {
  const { body } = record;
  const content = body.trimEnd();
  const end = body.slice(content.length);
  if (content === "" || /^[ \t]*\r?\n$/.test(end)) return [];
  if (findBlocks(record).some((block) => block.keepsLines && block.end > content.length)) return [];
  const [message, help] = end.includes("\n")
    ? ["empty lines stand at the end of the file", "remove them"]
    : ["the last line does not end in a line feed", "end it with the Enter key"];
  return [
    {
      path: [],
      at: positionOf(body, content.length),
      message,
      help,
      fix: { edits: [editRange(record, content.length, body.length, "\n")], changes: [] },
    },
  ];
}

interface Range {
  start: number;
  end: number;
}

function listTrailingSpaces(body: string): Range[] {
  let start = 0;
  return body.split("\n").flatMap((line) => {
    const content = line.replace(/\r$/, "");
    const range = { start: start + content.trimEnd().length, end: start + content.length };
    start += line.length + 1;
    return range.start < range.end ? [range] : [];
  });
}

/** Blocks of text, each from the end of the line that opens it; `|+` keeps the empty lines that follow. */
function findBlocks({ nodeAt, body }: AnyRecord): (Range & { keepsLines: boolean })[] {
  const blocks: (Range & { keepsLines: boolean })[] = [];
  const root = nodeAt([])?.node;
  if (!isNode(root)) return blocks;
  visit(root, {
    Scalar(_key, { type, range }) {
      if (!type?.startsWith("BLOCK") || !range) return;
      const start = body.indexOf("\n", range[0]);
      blocks.push({ start, end: range[1], keepsLines: body.slice(range[0], start).includes("+") });
    },
  });
  return blocks;
}

function positionOf(body: string, offset: number): Position {
  const lines = body.slice(0, offset).split("\n");
  return { line: lines.length, col: (lines.at(-1) ?? "").length + 1 };
}

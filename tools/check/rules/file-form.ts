// Rules about files: YAML, names, first lines and white space.

import { isNode, visit } from "yaml";
import { suggest } from "../../../advisor/questions/nearest.mjs";
import { applyEdits, type Edit, editRange, type Fix, isWhole } from "../fix/fix.ts";
import { isSameData } from "../fix/vet-fixes.ts";
import { toKebabCase } from "../names.ts";
import type { Complaint, RecordRule, WorldComplaint, WorldRule } from "../rule.ts";
import { folderOf, kinds, schemaFileOf } from "../../records/kinds.ts";
import { parseRecord } from "../../records/parse-record.ts";
import type { AnyRecord, FileProblem, Position, RecordFile } from "../../records/record.ts";

/**
 * A file is plain YAML 1.2 in UTF-8, and says what its author sees: no key twice, no tabs for indentation, no byte order
 * mark, line feeds only, no anchors or tags, no invisible characters, no text that turns into a comment.
 */
export const yaml: WorldRule = {
  name: "yaml",
  summary: "A file is plain YAML without hidden surprises.",
  scope: "world",
  fixable: true,
  isDecisive: true,
  check({ set }) {
    const readable = new Map([...set.records, ...set.tombstones].map((record) => [record.file, record]));
    const unreadable = new Map(set.unreadable.map((source) => [source.file, source]));
    return set.problems.map(({ file, line, col, path, slip, ...words }): WorldComplaint => {
      const record = readable.get(file);
      const source = record ?? unreadable.get(file);
      const fix = slip && source && fixText(slip, source);
      return record && path ? { record, path, at: { line, col }, ...words, fix } : { file, line, col, ...words, fix };
    });
  },
};

/** Undoes what an editor did to a text, whether or not the text can be read as a record. */
function fixText(slip: NonNullable<FileProblem["slip"]>, source: RecordFile): Fix | undefined {
  switch (slip) {
    case "byte-order-mark":
      return { edits: [{ start: 0, end: 1, text: "" }], changes: [] };
    case "carriage-returns":
      return { edits: [...source.text.matchAll(/\r(\n?)/g)].map(endLine), changes: [] };
    case "tabs":
      return expandTabs(source);
  }
}

/** A carriage return before a line feed goes; one by itself becomes a line feed. */
function endLine({ 1: feed, index }: RegExpExecArray): Edit {
  return { start: index, end: index + 1, text: feed ? "" : "\n" };
}

/**
 * Turns tabs at the start of lines into spaces. How wide a tab was meant is not written anywhere, so this is done only
 * where every usual width that can be read at all gives the same record.
 */
function expandTabs({ kind, id, file, text }: RecordFile): Fix | undefined {
  const readable = [2, 4, 8].flatMap((width) => {
    const edits = findTabs(text, width);
    const { record } = parseRecord({ kind, id, file, text: applyEdits(text, edits) });
    return record ? [{ edits, data: record.data }] : [];
  });
  const [first] = readable;
  return first && readable.every(({ data }) => isSameData(data, first.data))
    ? { edits: first.edits, changes: [] }
    : undefined;
}

function findTabs(text: string, width: number): Edit[] {
  return [...text.matchAll(/^ *\t[ \t]*/gm)].map(({ 0: space, index }) => {
    let column = 0;
    for (const character of space) column += character === "\t" ? width - (column % width) : 1;
    return { start: index, end: index + space.length, text: " ".repeat(column) };
  });
}

/** A record's file lies in its kind's folder and is called by its id, in kebab-case, with the ending .yaml. */
export const fileName: WorldRule = {
  name: "file-name",
  summary: "A record's file is in the folder of its kind and has the record's id in kebab-case as its name.",
  scope: "world",
  check({ set }) {
    const records = [...set.records, ...set.tombstones, ...set.unreadable].filter(({ id }) => !kebabCase.test(id));
    return [
      ...records.map(({ file, id }) =>
        complain(file, `the file name "${id}" is not in kebab-case`, `rename it to ${toKebabCase(id)}.yaml`),
      ),
      ...set.strays.map(complainOfStray),
    ];
  },
};

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/;

function complain(file: string, message: string, help: string): WorldComplaint {
  return { file, line: 1, col: 1, message, help };
}

function complainOfStray(file: string): WorldComplaint {
  const [, folder = "", name] = file.split("/");
  const folders = kinds.map((kind) => folderOf(kind).replace("data/", ""));
  const list = `folders: ${folders.join(", ")}`;
  if (name === "") {
    const help = `${suggest(folder, folders)} ${list}`.trim();
    return complain(file, `"${folder}" is not a folder of records`, help);
  }
  if (name === undefined) {
    return complain(file, `"${folder}" is not in a folder of records`, `move it to the folder of its kind; ${list}`);
  }
  const place = `data/${folder}`;
  if (file.endsWith("/")) {
    return complain(file, `"${name}" is a folder`, `move its records to ${place}`);
  }
  if (name.endsWith(".yaml")) return complain(file, `"${name}" is a link`, "replace the link with the record itself");
  const id = toKebabCase(name.replace(/\.[^.]*$/, ""));
  const message = `"${name}" is not a record: records end in .yaml`;
  return complain(file, message, `rename it to ${id}.yaml or move it out of data`);
}

/** The first line names the schema, so that editors complete and check while one types. */
export const modeline: RecordRule = {
  name: "modeline",
  summary: "The first line names the schema.",
  scope: "record",
  fixable: true,
  check(record) {
    const wanted = `# yaml-language-server: $schema=${schemaFileOf(record.kind).replace("data", "..")}`;
    const [first = ""] = record.body.split(/\r\n?|\n/, 1);
    if (first.trimEnd() === wanted) return [];
    const isOther = first.startsWith(start);
    const message = isOther ? "the first line names another schema" : "the first line does not name the schema";
    const edits = isOther
      ? [editRange(record, 0, first.length, wanted)]
      : [editRange(record, 0, 0, `${wanted}\n`), ...removeOthers(record)];
    return [
      {
        path: [],
        at: { line: 1, col: 1 },
        message,
        help: `${isOther ? "replace it with" : "add above it"}: ${wanted}`,
        fix: { edits, changes: [] },
      },
    ];
  },
};

const start = "# yaml-language-server:";

/** Takes out a modeline that slipped below other comments. */
function removeOthers(record: AnyRecord): Edit[] {
  const [comments = ""] = /^(#.*\r?\n)*/.exec(record.body) ?? [];
  return [...comments.matchAll(/^# yaml-language-server:.*\r?\n/gm)].map(({ 0: line, index }) =>
    editRange(record, index, index + line.length, ""),
  );
}

/** Lines end in no white space, and the last one ends in a single line feed; a block of text keeps what is its own. */
export const linesTidy: RecordRule = {
  name: "lines-tidy",
  summary: "Lines have no trailing white space, and the file ends with a single line feed.",
  scope: "record",
  fixable: true,
  check(record) {
    // The rule yaml reports characters that only look like spaces.
    return isWhole(record) ? [findTrailingSpace(record), findBadFileEnd(record)] : [];
  },
};

/** One finding for all lines: an editor that leaves white space leaves it everywhere. */
function findTrailingSpace(record: AnyRecord): Complaint | undefined {
  const { body } = record;
  if (!/[ \t]\r?$/m.test(body)) return undefined;
  const blocks = findBlocks(record);
  const spaces = listTrailingSpaces(body).filter(
    ({ start }) => !blocks.some((block) => start > block.start && start < block.end),
  );
  const [first] = spaces;
  if (!first) return undefined;
  const others = spaces.length - 1;
  const more = others > 0 ? `, and ${others} more ${others === 1 ? "line does" : "lines do"}` : "";
  return {
    path: [],
    at: positionOf(body, first.start),
    message: `this line ends in white space${more}`,
    help: "remove it",
    fix: { edits: spaces.map(({ start, end }) => editRange(record, start, end, "")), changes: [] },
  };
}

function findBadFileEnd(record: AnyRecord): Complaint | undefined {
  const { body } = record;
  const content = body.trimEnd();
  const end = body.slice(content.length);
  if (content === "" || /^[ \t]*\r?\n$/.test(end)) return undefined;
  if (findBlocks(record).some((block) => block.keepsLines && block.end > content.length)) return undefined;
  const [message, help] = end.includes("\n")
    ? ["the file ends with empty lines", "remove them"]
    : ["the last line does not end in a line feed", "add a line feed at the end"];
  return {
    path: [],
    at: positionOf(body, content.length),
    message,
    help,
    fix: { edits: [editRange(record, content.length, body.length, "\n")], changes: [] },
  };
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

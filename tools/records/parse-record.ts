import { LineCounter, parseDocument } from "yaml";
import type { Document } from "yaml";
import type { Kind } from "./kinds.ts";
import { makeLocator } from "./locate.ts";
import type { AnyRecord, FileProblem } from "./record.ts";
import { findSyntaxProblems } from "./syntax.ts";
import { findTextProblems } from "./text.ts";

export interface RecordFile {
  kind: Kind;
  id: string;
  file: string;
  text: string;
}

export interface ParsedFile {
  /** Undefined when the file cannot be read as YAML. */
  record: AnyRecord | undefined;
  problems: FileProblem[];
}

/** Reads the text of one record file; whatever is wrong with it becomes a problem with a place. */
export function parseRecord(source: RecordFile): ParsedFile {
  const place = (problem: Omit<FileProblem, "file">): FileProblem => ({ file: source.file, ...problem });
  const textual = findTextProblems(source.text);
  const text = source.text.replace(/^\uFEFF/, "");
  const lines = new LineCounter();
  const document = parse(text, lines);
  if (!document) {
    const message = "the record is nested too deeply to be read";
    return { record: undefined, problems: [...textual, { line: 1, col: 1, message }].map(place) };
  }
  const syntax = findSyntaxProblems(document, lines);
  const problems = [...textual, ...syntax.problems].map(place);
  if (syntax.isBroken) return { record: undefined, problems };
  const data: unknown = document.toJS({ maxAliasCount: 0 });
  // The loader trusts the type here; tools/check is what earns the trust.
  const record = { ...source, data, ...makeLocator(document, text, lines) } as AnyRecord;
  return { record, problems };
}

/** The parser recurses, so absurd nesting exhausts the stack; that is the only thing it throws. */
function parse(text: string, lineCounter: LineCounter): Document.Parsed | undefined {
  try {
    return parseDocument(text, {
      lineCounter,
      version: "1.2",
      schema: "core",
      merge: false,
      stringKeys: true,
      prettyErrors: false,
      resolveKnownTags: false,
      logLevel: "error",
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

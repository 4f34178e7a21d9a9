import { Composer, type CST, type Document, Parser, YAMLParseError } from "yaml";
import { makeLocator } from "./locate.ts";
import type { AnyRecord, FileProblem, Path, RecordFile, Tombstone } from "./record.ts";
import { findExcess, tooDeep } from "./structure.ts";
import { findSyntaxProblems, type Syntax } from "./syntax.ts";
import { cleanText, type CleanText } from "./text.ts";

export interface ParsedFile {
  /** One of the two, unless the file cannot be read as YAML. */
  record?: AnyRecord;
  tombstone?: Tombstone;
  problems: FileProblem[];
}

/** Reads the text of one record file. Each mistake in it becomes a problem with a place. */
export function parseRecord(source: RecordFile): ParsedFile {
  const clean = cleanText(source.text);
  const { document, isBroken, problems } = clean.isReadable ? readDocument(clean) : unreadable;
  const placed = [...clean.problems, ...problems].map((problem): FileProblem => ({ file: source.file, ...problem }));
  if (!document || isBroken) return { problems: placed };
  const data: unknown = document.toJS({ maxAliasCount: 0 });
  const content = { body: clean.text, offsetOf: clean.offsetOf, ...makeLocator(document, clean) };
  return { ...asRecordOrTombstone({ ...source, data, ...content }), problems: placed };
}

/** A record whose data are known from an earlier parse of the same text, which had no problem; where its parts stand is found out when somebody asks. */
export function restoreRecord(source: RecordFile, data: unknown): ParsedFile {
  let parsed: ParsedFile | undefined;
  const parts = (): Content => {
    parsed ??= parseRecord(source);
    return (parsed.record ?? parsed.tombstone) as Content;
  };
  const content = {
    body: source.text,
    offsetOf: (offset: number) => offset,
    locate: (path: Path) => parts().locate(path),
    locateKey: (path: Path) => parts().locateKey(path),
    spellingOf: (path: Path) => parts().spellingOf(path),
    nodeAt: (path: Path) => parts().nodeAt(path),
  };
  return { ...asRecordOrTombstone({ ...source, data, ...content }), problems: [] };
}

type Content = Omit<Tombstone, "data"> & { data: unknown };

/** Its data tell which of the two it is. The loader trusts their type here; tools/check is what earns the trust. */
function asRecordOrTombstone(content: Content): Pick<ParsedFile, "record" | "tombstone"> {
  return isTombstone(content.data) ? { tombstone: content as Tombstone } : { record: content as AnyRecord };
}

/** The key `tombstone` is enough: the schema rejects any other key next to it. */
function isTombstone(data: unknown): boolean {
  return typeof data === "object" && data !== null && Object.hasOwn(data, "tombstone");
}

interface ReadDocument extends Syntax {
  document: Document.Parsed | undefined;
}

const unreadable: ReadDocument = { document: undefined, isBroken: true, problems: [] };

/** The parser and the functions that walk its tree recurse. The only error they throw is a stack overflow. */
function readDocument(clean: CleanText): ReadDocument {
  const tokens: string[] = [];
  const excess = findExcess(clean.text, tokens);
  if (excess) {
    const { offset, ...words } = excess;
    return { ...unreadable, problems: [{ ...clean.placeOf(offset), ...words }] };
  }
  const { stackTraceLimit } = Error;
  try {
    // The parser can create hundreds of thousands of errors, and their stack traces are never read.
    Error.stackTraceLimit = 0;
    const document = composeDocument(tokens, clean.text.length);
    return { document, ...findSyntaxProblems(document, clean) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ...unreadable, problems: [{ line: 1, col: 1, ...tooDeep }] };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Builds the document of a text from its tokens. The function parseDocument of yaml would split the text a second time. */
function composeDocument(tokens: readonly string[], length: number): Document.Parsed {
  const composer = new Composer({
    version: "1.2",
    schema: "core",
    merge: false,
    stringKeys: true,
    prettyErrors: false,
    resolveKnownTags: false,
    logLevel: "error",
    // The parser compares each key with each other; findSyntaxProblems does not.
    uniqueKeys: false,
  });
  const documents = composer.compose(parseTokens(tokens), true, length);
  // There is always a first one.
  const document = documents.next().value as Document.Parsed;
  const next = documents.next().value;
  if (next)
    document.errors.push(
      new YAMLParseError([next.range[0], next.range[1]], "MULTIPLE_DOCS", "there is more than one document"),
    );
  return document;
}

function* parseTokens(tokens: readonly string[]): Generator<CST.Token> {
  const parser = new Parser();
  for (const token of tokens) yield* parser.next(token);
  yield* parser.end();
}

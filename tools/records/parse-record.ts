import { Composer, type CST, type Document, Parser, YAMLParseError } from "yaml";
import { makeLocator } from "./locate.ts";
import type { AnyRecord, FileProblem, RecordFile, Tombstone } from "./record.ts";
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
  // The loader trusts the type here; tools/check is what earns the trust.
  const content = { ...source, body: clean.text, offsetOf: clean.offsetOf, data, ...makeLocator(document, clean) };
  return isTombstone(data)
    ? { tombstone: content as Tombstone, problems: placed }
    : { record: content as AnyRecord, problems: placed };
}

/** Parses records and caches the results: a save usually changes one of hundreds of files. */
export function makeCachingParser(): (file: RecordFile) => ParsedFile {
  const cache = new Map<string, { text: string; parsed: ParsedFile }>();
  return (source) => {
    const known = cache.get(source.file);
    if (known?.text === source.text) return known.parsed;
    const parsed = parseRecord(source);
    cache.set(source.file, { text: source.text, parsed });
    return parsed;
  };
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

/** A value of a JSON text with the line it stands on. */
export type JsonNode =
  | { kind: "object"; line: number; members: Map<string, JsonNode>; repeated: Set<string> }
  | { kind: "array"; line: number; items: JsonNode[] }
  | { kind: "string"; line: number; value: string }
  | { kind: "number"; line: number; value: number; text: string }
  | { kind: "word"; line: number; text: string };

/** The parts of a text: JSON documents, other lines, and broken documents. */
interface ParsedJson {
  documents: JsonNode[];
  /** Lines that belong to no document. */
  rest: { number: number; text: string }[];
  broken: { line: number; message: string; found: string }[];
}

/** Start of a document. Lines of sockperf and iperf such as `[ 0] IP = ...` are not documents. */
const opening = /\{\s*["}]|\[\s*[{["\]]/y;

/** Deeper than any tool writes; keeps the stack small. */
const deepest = 100;

/**
 * Reads the JSON documents of a text: one, several one after the other, or one per line, also among other lines.
 * Unlike JSON.parse, it records the line of each value, accepts `nan` and `inf`, which old iperf3 writes, and detects duplicate
 * keys.
 */
export function parseJsonDocuments(text: string): ParsedJson {
  const parsed: ParsedJson = { documents: [], rest: [], broken: [] };
  const reader = new Reader(text);
  while (!reader.isAtEnd) {
    const { position: start } = reader;
    if (!reader.opensDocument()) {
      const number = reader.line;
      const line = reader.takeLine();
      if (line.trim() !== "") parsed.rest.push({ number, text: line });
      continue;
    }
    const line = reader.line;
    try {
      parsed.documents.push(reader.value(0));
      reader.skipSpace();
      if (text[reader.position] === ",") reader.position++;
      reader.skipSpace();
    } catch (error) {
      if (!(error instanceof BrokenJson)) throw error;
      parsed.broken.push({ line: error.line, message: error.message, found: error.found });
      reader.rewind(start, line);
      reader.takeLine();
      reader.skipToDocument();
    }
  }
  return parsed;
}

class BrokenJson extends Error {
  constructor(
    message: string,
    readonly line: number,
    readonly found: string,
  ) {
    super(message);
  }
}

class Reader {
  position = 0;
  line = 1;

  constructor(readonly text: string) {}

  get isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  rewind(position: number, line: number): void {
    this.position = position;
    this.line = line;
  }

  takeLine(): string {
    const end = this.text.indexOf("\n", this.position);
    const line = this.text.slice(this.position, end === -1 ? undefined : end);
    this.position = end === -1 ? this.text.length : end + 1;
    this.line++;
    return line.replace(/\r$/, "");
  }

  opensDocument(): boolean {
    opening.lastIndex = this.position;
    return opening.test(this.text);
  }

  /** Skips to the next line that begins a document. */
  skipToDocument(): void {
    while (!this.isAtEnd && !this.opensDocument()) this.takeLine();
  }

  skipSpace(): void {
    for (;;) {
      const letter = this.text[this.position];
      if (letter === "\n") this.line++;
      else if (letter !== " " && letter !== "\t" && letter !== "\r") return;
      this.position++;
    }
  }

  value(depth: number): JsonNode {
    if (depth > deepest) throw this.fail(`more than ${deepest} levels deep`);
    this.skipSpace();
    const line = this.line;
    switch (this.text[this.position]) {
      case "{":
        return this.object(depth, line);
      case "[":
        return this.array(depth, line);
      case '"':
        return { kind: "string", line, value: this.string() };
      default:
        return this.word(line);
    }
  }

  private object(depth: number, line: number): JsonNode {
    const members = new Map<string, JsonNode>();
    const repeated = new Set<string>();
    this.position++;
    this.skipSpace();
    if (this.take("}")) return { kind: "object", line, members, repeated };
    for (;;) {
      this.skipSpace();
      if (this.text[this.position] !== '"') throw this.fail("expected a key in quotes");
      const key = this.string();
      this.skipSpace();
      if (!this.take(":")) throw this.fail("expected a colon");
      if (members.has(key)) repeated.add(key);
      members.set(key, this.value(depth + 1));
      this.skipSpace();
      if (this.take("}")) return { kind: "object", line, members, repeated };
      if (!this.take(",")) throw this.fail("expected a comma or }");
    }
  }

  private array(depth: number, line: number): JsonNode {
    const items: JsonNode[] = [];
    this.position++;
    this.skipSpace();
    if (this.take("]")) return { kind: "array", line, items };
    for (;;) {
      items.push(this.value(depth + 1));
      this.skipSpace();
      if (this.take("]")) return { kind: "array", line, items };
      if (!this.take(",")) throw this.fail("expected a comma or ]");
    }
  }

  private string(): string {
    const start = this.position;
    for (let at = start + 1; ; at++) {
      const letter = this.text[at];
      if (letter === undefined || letter === "\n") throw this.fail("the text in quotes has no end");
      if (letter === "\\") at++;
      else if (letter === '"') {
        this.position = at + 1;
        try {
          return JSON.parse(this.text.slice(start, at + 1).replace(/[\u0000-\u001f]/g, " ")) as string;
        } catch {
          throw this.fail("the text in quotes has a broken escape");
        }
      }
    }
  }

  private word(line: number): JsonNode {
    const pattern = /[^\s,:{}[\]"]+/y;
    pattern.lastIndex = this.position;
    const [text = ""] = pattern.exec(this.text) ?? [];
    if (!/^(?:true|false|null|-?\d.*|[+-]?nan|[+-]?inf(?:inity)?)$/i.test(text)) throw this.fail("expected a value");
    this.position += text.length;
    const isNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text);
    return isNumber ? { kind: "number", line, value: Number(text), text } : { kind: "word", line, text };
  }

  private take(letter: string): boolean {
    if (this.text[this.position] !== letter) return false;
    this.position++;
    return true;
  }

  private fail(message: string): BrokenJson {
    const found = this.text.slice(this.position, this.position + 40);
    const isCut = found.trim() === "";
    return new BrokenJson(isCut ? "the file ends within the JSON" : message, this.line, isCut ? "end of file" : found);
  }
}

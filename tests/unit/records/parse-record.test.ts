import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseRecord } from "../../../tools/records/parse-record.ts";
import type { ParsedFile } from "../../../tools/records/parse-record.ts";

function parse(text: string): ParsedFile {
  return parseRecord({ kind: "source", id: "s", file: "data/sources/s.yaml", text });
}

/** The problems as line:col message, which is what a reader sees of them. */
function say(text: string): string[] {
  return parse(text).problems.map(({ line, col, message }) => `${line}:${col} ${message}`);
}

describe("a record's places", () => {
  const { record, problems } = parse("# note\ntitle: One\nauthors:\n  - Ann\n  - Bob\nnested: { a: 4.0 }\nempty:\n");
  assert.ok(record);

  it("reads plain data without problems", () => {
    assert.deepEqual(problems, []);
    assert.deepEqual(record.data, { title: "One", authors: ["Ann", "Bob"], nested: { a: 4 }, empty: null });
  });
  it("locates values and keys", () => {
    assert.deepEqual(record.locate(["title"]), { line: 2, col: 8 });
    assert.deepEqual(record.locateKey(["title"]), { line: 2, col: 1 });
    assert.deepEqual(record.locate(["authors", 1]), { line: 5, col: 5 });
    assert.deepEqual(record.locate(["nested", "a"]), { line: 6, col: 14 });
    assert.deepEqual(record.locateKey(["nested", "a"]), { line: 6, col: 11 });
  });
  it("locates a key without a value at the key", () => {
    assert.deepEqual(record.locate(["empty"]).line, 7);
    assert.deepEqual(parse("top: 1\nflow: { a, b: 1 }\n").record?.locate(["flow", "a"]), { line: 2, col: 9 });
  });
  it("locates what is missing at what should hold it", () => {
    assert.deepEqual(record.locate(["nested", "b", "c"]), { line: 6, col: 9 });
    assert.deepEqual(record.locate(["absent"]), { line: 2, col: 1 });
    assert.deepEqual(record.locate(["authors", 9]), { line: 4, col: 3 });
  });
  it("tells how a value is spelled", () => {
    assert.equal(record.spellingOf(["nested", "a"]), "4.0");
    assert.equal(record.spellingOf(["nested"]), undefined);
    assert.equal(record.spellingOf(["absent"]), undefined);
  });
});

describe("a file that is no plain record", () => {
  it("has a place for an empty document", () => {
    assert.deepEqual(parse("# only a comment\n").record?.locate([]).line, 2);
    assert.deepEqual(parse("").record?.locate([]), { line: 1, col: 1 });
    assert.deepEqual(parse("# one\r\n# two\n").record?.locate([]), { line: 3, col: 1 });
  });
  it("names each repeated key and still reads the rest", () => {
    const text = "a: 1\nb: 2\na: 3\nb: 4\n";
    assert.deepEqual(say(text), [
      '3:1 "a" appears twice in the same mapping',
      '4:1 "b" appears twice in the same mapping',
    ]);
    assert.deepEqual(parse(text).record?.data, { a: 3, b: 4 });
  });
  it("says once that tabs indent", () => {
    assert.deepEqual(say("a:\n\tb: 1\n\tc: 2\n"), ["2:1 a tab is used for indentation"]);
  });
  it("says that the file starts with a byte order mark and reads on", () => {
    const text = "\uFEFFa: 1\n";
    assert.deepEqual(say(text), ["1:1 the file starts with a byte order mark (BOM)"]);
    assert.deepEqual(parse(text).record?.data, { a: 1 });
  });
  it("says that lines end in CR LF and keeps the columns right", () => {
    const text = "a: 1\r\nb: 2\r\n";
    assert.deepEqual(say(text), ["1:5 lines end in CR LF"]);
    assert.deepEqual(parse(text).record?.locate(["b"]), { line: 2, col: 4 });
  });
  it("says where a byte is that is no UTF-8", () => {
    assert.deepEqual(say("a: caf\uFFFD\n"), ["1:7 the file is not UTF-8: this character cannot be read"]);
  });
  it("says that a colon inside a value needs quotes", () => {
    assert.deepEqual(say("a: one\nb: two: three\n"), ["2:4 a colon and a space inside a value start a new key"]);
  });
  it("says that a file is too long", () => {
    assert.match(say(`a: ${"x".repeat(400_001)}\n`)[0] ?? "", /^1:1 the file has more than 400,000 characters/);
  });
  for (const [what, text, expected] of [
    ["an alias", "a: &x 1\nb: *x\n", "1:4 the anchor &x is not allowed"],
    ["an alias of nothing", "a: *bold*\n", "1:4 the alias *bold* is not allowed"],
    ["a tag", "a: !date 2020-01-01\n", "1:4 the tag !date is not allowed"],
    ["a second document", "a: 1\n---\nb: 1\n", "2:1 the file holds more than one document (---)"],
    ["an unclosed quote", 'x: 1\na: "one\nb: 2\n', "2:4 this quote is not closed"],
    ["an unclosed quote after a closed one", 'x: "1"\na: \'one\nb: 2\n', "2:4 this quote is not closed"],
    ["an unclosed bracket", "a: [1, 2\nb: 3\n", "1:4 a bracket or brace is not closed"],
    ["a bracket that text starts with", "a: [sic] one\n", "1:10 the value ends before this"],
    ["an apostrophe in single quotes", "a: 'It's one'\n", "1:8 the value ends before this"],
    ["a quote that the next one closes", "a: 'one\nb: 'two'\n", "1:4 this quote is not closed"],
    ["an emphasis that is taken for an alias", "a: *one* run\n", "1:4 the alias *one* is not allowed"],
    ["a list on the line of its key", "a: - one\n", "1:4 a list cannot start on the line of its key"],
    ["a path in double quotes", 'a: "C:\\users"\n', "1:7 \\users is not a valid escape inside double quotes"],
    ["a field without a space", "a: 1\nb:2\n", "2:1 this line is not a field"],
    ["a field without a value at the end", "a: 1\nb\n", "2:1 this line is not a field"],
    [
      "a merge that was not finished",
      "a: 1\n<<<<<<< HEAD\nb: 1\n=======\n",
      "2:1 this line is a merge conflict marker",
    ],
    ["a Markdown fence", "```yaml\na: 1\n```\n", "1:1 a Markdown fence (```) does not belong in a record"],
    ["another version of YAML", "# note\n%YAML 1.1\n---\na: no\n", "2:1 a %YAML line is not allowed"],
    ["UTF-16", "\uFFFD\uFFFDa\u0000:\u0000 \u0000", "1:1 the file is UTF-16, not UTF-8"],
    ["UTF-16 without its mark", "a\u0000:\u0000 \u00001\u0000", "1:1 the file is UTF-16, not UTF-8"],
    ["nesting", `a: ${"[".repeat(60)}${"]".repeat(60)}\n`, "1:44 the record is nested too deeply to be read"],
    [
      "an item that left its list",
      "a:\n  - b: 1\n    c: 2\n   d: 3\n",
      "4:1 this line is indented differently from its neighbours",
    ],
    ["uneven indentation", "a:\n    b: 1\n  c: 2\n", "3:1 this line is indented differently from its neighbours"],
  ] as const) {
    it(`says one thing about ${what}`, () => assert.deepEqual(say(text), [expected]));
  }
  it("says of a repeated key once that it is repeated", () => {
    assert.deepEqual(say("a: 1\n".repeat(5)), ['2:1 "a" appears twice in the same mapping']);
  });
  it("is not drowned by nested aliases", () => {
    const bomb = [
      "a: &a [x, x]",
      ...Array.from({ length: 30 }, (_, n) => `k${n}: &b${n} [*${n ? `b${n - 1}` : "a"}, *${n ? `b${n - 1}` : "a"}]`),
    ].join("\n");
    assert.equal(say(bomb).length, 1);
    assert.equal(parse(bomb).record, undefined);
  });
  it("is not felled by absurd nesting", () => {
    assert.equal(say("[".repeat(100_000)).length, 1);
    assert.equal(say("[".repeat(100_000) + "]".repeat(100_000)).length, 1);
  });
  for (const name of ["__proto__", "constructor", "toString"]) {
    it(`has no field called ${name}, and nothing of it is read`, () => {
      const text = `a:\n  ${name}: { polluted: true }\n`;
      assert.deepEqual(say(text), ["2:3 this name is not allowed for a field"]);
      assert.equal(parse(text).record, undefined);
      assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    });
  }
});

describe("a character that is not seen", () => {
  for (const [what, character, message] of [
    ["no-break space", "\u00A0", "an unusual space (U+00A0)"],
    ["zero-width space", "\u200B", "an invisible character (U+200B)"],
    ["soft hyphen", "\u00AD", "an invisible character (U+00AD)"],
    ["byte order mark inside", "\uFEFF", "an invisible character (U+FEFF)"],
    ["override of direction", "\u202E", "an invisible character that changes the direction of writing (U+202E)"],
    ["bell", "\u0007", "a control character (U+0007)"],
  ] as const) {
    it(`is named once, and the rest is read: ${what}`, () => {
      const { record } = parse(`a: 1\nb: x${character}y${character}z\nc: 2\n`);
      assert.deepEqual(say(`a: 1\nb: x${character}y${character}z\nc: 2\n`), [`2:5 ${message}`]);
      assert.equal((record?.data as unknown as { b: string }).b.replaceAll(" ", ""), "xyz");
      assert.deepEqual(record?.locate(["c"]), { line: 3, col: 4 });
    });
  }
  it("does not shift the places of what follows", () => {
    const { record } = parse("\uFEFF{ a\u200B: 1, b: 2 }\n");
    assert.deepEqual(record?.locate(["a"]), { line: 1, col: 8 });
    assert.deepEqual(record?.locate(["b"]), { line: 1, col: 14 });
  });
  it("does not hide what else is wrong", () => {
    assert.deepEqual(say("a:\u00A01\nb: x: y\n"), [
      "1:3 an unusual space (U+00A0)",
      "2:4 a colon and a space inside a value start a new key",
    ]);
  });
  it("can be meant", () => {
    assert.deepEqual(say('a: "x\\u200By"\n'), []);
  });
  it("ends a line on an old system", () => {
    const { record } = parse("a: 1\rb: 2\r");
    assert.deepEqual(say("a: 1\rb: 2\r"), ["1:5 lines end in CR"]);
    assert.deepEqual(record?.locate(["b"]), { line: 2, col: 4 });
  });
});

describe("a value that is read otherwise than it looks", () => {
  for (const [what, text, place, start] of [
    [
      "a # without a space after it",
      "a: run #3 of 4\n",
      [1, 8],
      "a comment starts here, so the value ends before #3 of 4",
    ],
    ["a spreadsheet's error", "a: #REF!\n", [1, 4], "#REF! is a spreadsheet's error"],
    ["typographic quotes", "a: “8.0”\n", [1, 4], "these quotation marks are typographic"],
  ] as const) {
    it(what, () => {
      const { problems, record } = parse(text);
      assert.equal(problems.length, 1);
      const { line, col, path, message } = problems[0] ?? { message: "" };
      assert.deepEqual([line, col, path], [...place, ["a"]]);
      assert.ok(message.startsWith(start), message);
      assert.ok(record);
    });
  }
  it("is told from comments and quotations", () => {
    assert.deepEqual(say("a: run # note\nb: #\nc: x#3\nd: a “b” c\ne: “a” or “b”\nf: '“x”'\ng: 1 #TODO\n"), []);
  });
});

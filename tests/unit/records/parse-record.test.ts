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
  });
  it("names each repeated key and still reads the rest", () => {
    const text = "a: 1\nb: 2\na: 3\nb: 4\n";
    assert.deepEqual(say(text), [
      "3:1 this key stands twice in the same mapping",
      "4:1 this key stands twice in the same mapping",
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
    assert.deepEqual(say("a: caf\uFFFD\n"), ["1:7 a character that is no text (U+FFFD)"]);
  });
  it("says that a colon inside a value needs quotes", () => {
    assert.deepEqual(say("a: one\nb: two: three\n"), ["2:4 a colon and a space inside a value start a new key"]);
  });
  it("says that a file is too long", () => {
    assert.match(say(`a: ${"x".repeat(400_001)}\n`)[0] ?? "", /^1:1 the file has 400005 characters, at most 400000/);
  });
  for (const [what, text, expected] of [
    ["an alias", "a: &x 1\nb: *x\n", "1:7 the anchor &x is not allowed"],
    ["an alias of nothing", "a: *bold*\n", "1:4 the alias *bold* is not allowed"],
    ["a tag", "a: !date 2020-01-01\n", "1:10 the tag !date is not allowed"],
    ["a second document", "a: 1\n---\nb: 1\n", "2:1 the file holds more than one document (---)"],
    ["an unclosed quote", 'x: 1\na: "one\nb: 2\n', "2:4 this quote is not closed"],
    ["an unclosed quote after a closed one", 'x: "1"\na: \'one\nb: 2\n', "2:4 this quote is not closed"],
    ["an unclosed bracket", "a: [1, 2\nb: 3\n", "2:1 a bracket or brace is not closed"],
    [
      "an item that left its list",
      "a:\n  - b: 1\n    c: 2\n   d: 3\n",
      "4:1 this line is indented differently from its neighbours",
    ],
    ["uneven indentation", "a:\n    b: 1\n  c: 2\n", "3:1 this line is indented differently from its neighbours"],
  ] as const) {
    it(`says one thing about ${what}`, () => assert.deepEqual(say(text), [expected]));
  }
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
  it("takes __proto__ for an ordinary key", () => {
    const { record } = parse("__proto__: { polluted: true }\n");
    assert.deepEqual(Object.keys(record?.data ?? {}), ["__proto__"]);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });
});

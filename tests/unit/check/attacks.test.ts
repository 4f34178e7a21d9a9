import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { printReport } from "../../../tools/check/report.ts";
import type { Finding } from "../../../tools/check/rule.ts";
import { rules } from "../../../tools/check/rules.ts";
import { findExcess, maxDepth, maxTokens } from "../../../tools/records/structure.ts";
import { maxCharacters } from "../../../tools/records/text.ts";
import { change, checkInWorld, say, textOf } from "./support/world.ts";
import { randomRuns } from "../../chance.ts";
import { measureProcessor } from "../../processor-time.ts";

/** As long as a record may be: what takes the square of its length would not end while anybody waits. */
const length = maxCharacters - 10_000;

/** Three texts fill a record. At hand they are shorter: what takes the square of a length is as plain to see then. */
const repeated = randomRuns(Math.floor(length / 3));

function fill(pattern: string): string {
  return pattern.repeat(Math.floor(length / pattern.length));
}

function print(findings: readonly Finding[]): string[] {
  return printReport({ findings, records: 1, fixed: new Map(), rules }, "text").trimEnd().split("\n");
}

describe("a file made to keep the checker busy", () => {
  describe("is not parsed where it is nested too deeply", () => {
    for (const pattern of ["[", "{", "[{", "{a: ", "- ", "? ", "- ? ", ": ", "a: ", "- - - a: "]) {
      it(`as by ${JSON.stringify(pattern)} over and over`, () => {
        const excess = findExcess(fill(pattern));
        assert.equal(excess?.message, "the record is nested too deeply to be read");
        assert.ok((excess?.offset ?? Infinity) <= 4 * (maxDepth + 2), `${excess?.offset} characters were looked at`);
        assert.deepEqual(
          say(checkInWorld("dataset", fill(pattern))).map((line) => line.replace(/^\S+ {2}/, "")),
          ["yaml  the record is nested too deeply to be read"],
        );
      });
    }
    it("as by lines that are indented more and more", () => {
      const lines = Array.from({ length: 800 }, (_, level) => `${" ".repeat(level)}a:\n`).join("");
      const { offset = Infinity, message } = findExcess(lines) ?? {};
      assert.equal(message, "the record is nested too deeply to be read");
      assert.ok(lines.slice(0, offset).split("\n").length <= maxDepth + 2);
    });
  });

  it("is parsed where no more than its texts hold brackets, dashes and colons", () => {
    const signs = `${"[".repeat(100)}${"{a: ".repeat(100)}${"- ".repeat(100)}`;
    for (const text of [
      `a: '${signs}'`,
      `a: "${signs}"`,
      `a: |\n  ${signs}`,
      `# ${signs}`,
      "a: [1, 2]\n".repeat(200),
      "- - a\n".repeat(200),
      `[${"{a: 1}, ".repeat(500)}]`,
    ])
      assert.equal(findExcess(text), undefined, text.slice(0, 40));
  });

  describe("is not parsed where it has more values than a record of that length", () => {
    for (const pattern of ["[]", "- \n", "{},", ":\n", "&a [*a] ", "a, "]) {
      it(`as by ${JSON.stringify(pattern)} over and over`, () => {
        const text = pattern.endsWith(",") || pattern === "a, " ? `[${fill(pattern)}]` : fill(pattern);
        const excess = findExcess(text);
        assert.match(
          excess?.message ?? "",
          /^the record has more than 250,000 values|^lists in the record have more than 8,000 entries/,
        );
        assert.ok((excess?.offset ?? Infinity) <= maxTokens * pattern.length);
        assert.equal(checkInWorld("dataset", text).length, 1);
      });
    }
  });

  it("with 30,000 unknown keys is told of ten, and how many more there are", () => {
    const keys = Array.from({ length: 30_000 }, (_, index) => `x${index}: 1`).join("\n");
    const findings = checkInWorld("dataset", `${textOf("dataset")}${keys}\n`);
    assert.ok(findings.length <= 1000, `${findings.length} got words`);
    const lines = print(findings);
    assert.equal(lines.length, 21);
    assert.match(lines[18] ?? "", /"x9" is not a known field of a record of this kind, and 29,990 more like this$/);
    assert.equal(lines.at(-1), "30,000 problems in 1 file");
  });

  it("with the same open mark 50,000 times is told of ten", () => {
    const lines = print(checkInWorld("dataset", `${textOf("dataset")}${"# TODO\n".repeat(50_000)}`));
    assert.equal(lines.length, 13);
    assert.ok(lines.some((line) => / a comment contains a TODO, and 49,990 more like this$/.test(line)));
  });

  it("with one endless word is told of its start", () => {
    for (const text of [
      fill("!"),
      fill("&"),
      fill("*"),
      `a: |${fill("|")}`,
      change("dataset", "unit: Gbit/s", `unit: ${fill("Gbit")}`),
    ])
      assert.ok(print(checkInWorld("dataset", text)).join("\n").length < 5000, text.slice(0, 20));
  });

  describe("gets its answer, whatever is repeated in a text", () => {
    const patterns = [
      "<a ",
      "<",
      "<!--",
      "<a on",
      "[",
      "[](",
      "](",
      "` ",
      "**",
      " _a",
      "&#1",
      "a.",
      "1,",
      ",",
      "1.",
      "10.0.0.1 ",
      "v 10.0.0.1 ",
      "ff:",
      "a-",
      "e\u0301",
      "\u200B",
      "\t",
      " ",
      "TODO ",
      "#a ",
      "1 Gbit/s ",
      "1 per ",
      "a b",
    ];
    for (const pattern of patterns) {
      it(JSON.stringify(pattern), async () => {
        const short = await measureProcessor(() => checkRepeated(pattern, repeated / 8));
        const long = await measureProcessor(() => checkRepeated(pattern, repeated));
        for (const { result: findings } of [short, long])
          assert.ok(findings.length > 0 && findings.length < 10, String(findings.length));
        // Eight times the length takes eight times as long, or 64 times where it takes the square of it.
        assert.ok(
          long.milliseconds < 12 * short.milliseconds + 200,
          `${short.milliseconds} ms, eight times as long ${long.milliseconds} ms`,
        );
      });
    }
  });
});

/** Checks a dataset of which three texts are filled with this pattern, up to so many characters each. */
function checkRepeated(pattern: string, characters: number): Finding[] {
  const text = JSON.stringify(`1${pattern.repeat(Math.floor(characters / pattern.length))}1`);
  const fields = ["title", "quote", "quotedAs"];
  const dataset = fields.reduce(
    (written, field) => written.replace(new RegExp(`${field}: .*`), () => `${field}: ${text}`),
    textOf("dataset"),
  );
  return checkInWorld("dataset", dataset);
}

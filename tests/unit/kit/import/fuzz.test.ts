import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { importFile } from "../../../../tools/kit/import/import-file.ts";
import { readSampleBytes, samples } from "./read-sample.ts";
import { measureProcessor } from "../../../processor-time.ts";
import { fc, randomRuns } from "../../../chance.ts";

const names = readdirSync(samples).filter((name) => !name.endsWith(".gz"));
const texts = new Map(names.map((name) => [name, Buffer.from(readSampleBytes(name)).toString("latin1")]));

/** Ways in which a file goes wrong: cut off, a piece missing, a piece twice, other characters in it. */
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 0, max: 200 }),
  kind: fc.constantFrom("cut", "drop", "repeat", "replace", "number", "swap-lines"),
  word: fc.constantFrom(
    "-nan",
    "-1",
    "1e999",
    "\u0000",
    "{",
    "}",
    "]",
    '"',
    ",",
    "<",
    ">",
    "9,5",
    "é",
    "\r",
    "all",
    "null",
    "",
  ),
});

type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

function mutate(text: string, { at, length, kind, word }: Mutation): string {
  const start = Math.floor(at * text.length);
  switch (kind) {
    case "cut":
      return text.slice(0, start);
    case "drop":
      return text.slice(0, start) + text.slice(start + length);
    case "repeat":
      return text.slice(0, start) + text.slice(start, start + length).repeat(3) + text.slice(start + length);
    case "replace":
      return text.slice(0, start) + word + text.slice(start + word.length);
    case "number": {
      const next = /-?\d+(?:\.\d+)?/.exec(text.slice(start));
      if (!next) return text;
      const found = start + next.index;
      return text.slice(0, found) + word + text.slice(found + next[0].length);
    }
    case "swap-lines": {
      const lines = text.split("\n");
      const line = Math.floor(at * lines.length);
      return [...lines.slice(line), ...lines.slice(0, line)].join("\n");
    }
    default:
      return text;
  }
}

describe("a damaged file", () => {
  test("never stops the importer, and is accounted for by rows or problems", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        async (name, mutations) => {
          const text = mutations.reduce(mutate, texts.get(name) ?? "");
          const { result, milliseconds } = await measureProcessor(() =>
            importFile({ name, bytes: Buffer.from(text, "latin1") }),
          );
          const { rows, problems } = result;
          assert.ok(milliseconds < 4000, "too slow");
          assert.ok(rows.length + problems.length > 0, "neither a row nor a problem");
          const lines = text.split("\n").length;
          for (const { value, place, asWritten } of rows) {
            assert.ok(Number.isFinite(value));
            for (const [, line] of place.matchAll(/:(\d+)/g))
              assert.ok(Number(line) >= 1 && Number(line) <= lines, place);
            // Every number that a row was made from stands in the file, but those of a mean over many samples.
            if (/^mean of|samples in|^\(/.test(asWritten)) continue;
            for (const [number] of asWritten.matchAll(/\d[\d.]*\d|\d/g))
              if (!/^(?:100|10|6|9|3)$/.test(number)) assert.ok(text.includes(number), `${number} of ${asWritten}`);
          }
        },
      ),
      { numRuns: randomRuns(1500) },
    );
  });

  test("of any bytes is accounted for", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const { rows, problems } = await importFile({ name: "x", bytes });
        assert.ok(rows.length + problems.length > 0);
      }),
      { numRuns: randomRuns(300) },
    );
  });

  test("of one line without end is read in time", async () => {
    for (const text of [
      "1 ".repeat(500_000),
      "[".repeat(200_000),
      '{"a":['.repeat(60),
      "sockperf: ".repeat(100_000),
      "a=".repeat(300_000),
      `Txn2 ${"/".repeat(300_000)}`,
      "\u001b]".repeat(300_000),
      `tcp_lat:\n  a = b${" ".repeat(300_000)}(`,
      `${"0,".repeat(300_000)}x`,
      `${"Local CPU,".repeat(50_000)}x`,
      `<ntttcpr>${"<a>".repeat(50_000)}`,
      `${"<ntttcpr/>".repeat(20_000)}`,
      `[${'{"metric":"x","value":1,"unit":"s","test":"a"},'.repeat(20_000)}{}]`,
    ]) {
      const { result, milliseconds } = await measureProcessor(() =>
        importFile({ name: "x", bytes: Buffer.from(text) }),
      );
      assert.ok(result.problems.length > 0);
      assert.ok(milliseconds < 6000, text.slice(0, 20));
    }
  });
});

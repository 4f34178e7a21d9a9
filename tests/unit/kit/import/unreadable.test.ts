import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { importFile } from "../../../../tools/kit/import/import-file.ts";
import { importSample, readSampleBytes, samples } from "./read-sample.ts";

const names = readdirSync(samples).filter((name) => !name.endsWith(".gz"));

describe("a number that is no number", () => {
  for (const name of names)
    test(`is named in its place: ${name}`, async () => {
      const lines = new TextDecoder().decode(readSampleBytes(name)).split("\n");
      const before = await importSample(name);
      for (const row of before.rows) {
        // A mean over several lines names its first and last one only.
        const [line, another] = [...row.place.matchAll(/:(\d+)/g)].map(([, number]) => Number(number));
        const [number] = /\d[\d.,]*\d|\d/.exec(row.asWritten) ?? [];
        if (line === undefined || another !== undefined || number === undefined) continue;
        const old = lines[line - 1] ?? "";
        const key = /\s(\S*)$/.exec(row.place)?.[1]?.split(".").at(-1) ?? "";
        const from = Math.max(0, old.indexOf(`"${key}"`));
        const at = findNumber(old, row.asWritten.startsWith("100 - ") ? row.asWritten.slice(6) : number, from);
        // One line of JSON may have the key many times.
        if (at === undefined || old.split(`"${key}"`).length > 2) continue;
        const broken =
          old.slice(0, at.start) + (old.includes('"') && name.includes("json") ? "-nan" : "x") + old.slice(at.end);
        const text = [...lines.slice(0, line - 1), broken, ...lines.slice(line)].join("\n");
        const after = await importFile({ name, bytes: new TextEncoder().encode(text) });
        const isThere = after.rows.some(
          (other) =>
            other.place === row.place &&
            other.metric === row.metric &&
            other.asWritten === row.asWritten &&
            other.statistic === row.statistic,
        );
        assert.ok(!isThere, `${row.place} ${row.metric} is read from "${broken}"`);
        assert.ok(
          after.problems.some(
            ({ place, found }) => !before.problems.some((old) => old.place === place && old.found === found),
          ),
          `nothing is said of "${broken}" (${row.metric} at ${row.place})`,
        );
      }
    });
});

function findNumber(line: string, number: string, from: number): { start: number; end: number } | undefined {
  const pattern = new RegExp(`(?<![\\d.])${number.replaceAll(".", "\\.")}(?![\\d.]*\\d)`, "g");
  pattern.lastIndex = from;
  const found = pattern.exec(line);
  return found ? { start: found.index, end: found.index + number.length } : undefined;
}

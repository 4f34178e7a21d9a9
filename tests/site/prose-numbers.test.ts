import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

interface Dataset { comparisons: { display: string }[]; measurements: { display: string }[] }

test("every decimal number on the home page is one that the knowledge carries", () => {
  const datasets = JSON.parse(readFileSync("build/knowledge/datasets.json", "utf8")) as Dataset[];
  const carried = datasets.flatMap(({ comparisons, measurements }) => [...comparisons, ...measurements].map(({ display }) => display)).join(" ");
  const prose = readFileSync("content/_index.md", "utf8");
  const numbers = prose.match(/\d+\.\d+/g) ?? [];
  assert.ok(numbers.length > 0, "the home page names no number");
  for (const number of numbers) assert.ok(carried.includes(number), `${number} stands in no dataset`);
});

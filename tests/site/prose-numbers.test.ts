import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

interface Row { id: string; display: string; value?: number; computed?: { min: number; max: number } }
interface Dataset { id: string; comparisons: { display: string }[]; measurements: Row[] }

test("every decimal number on the home page is one that the knowledge carries", () => {
  const datasets = JSON.parse(readFileSync("build/knowledge/datasets.json", "utf8")) as Dataset[];
  const carried = datasets.flatMap(({ comparisons, measurements }) => [...comparisons, ...measurements].map(({ display }) => display)).join(" ");
  const prose = readFileSync("content/_index.md", "utf8");
  const numbers = prose.match(/\d+\.\d+/g) ?? [];
  assert.ok(numbers.length > 0, "the home page names no number");
  for (const number of numbers) assert.ok(carried.includes(number), `${number} stands in no dataset`);
});

test("every number in a guide that leads to a row is that row's, or the ends of its repetitions", () => {
  const datasets = JSON.parse(readFileSync("build/knowledge/datasets.json", "utf8")) as Dataset[];
  const guides = readdirSync("content/guides").map((name) => readFileSync(`content/guides/${name}`, "utf8")).join("\n");
  const links = [...guides.matchAll(/\[([^\]]*)\]\(\/evidence\/([a-z0-9-]+)\/#([a-z0-9-]+)\)/g)].filter(([, , , row]) => row !== "caveats");
  assert.ok(links.length > 20, "the guides lead to no rows");
  for (const [whole, text = "", dataset, id] of links) {
    const row = datasets.find((one) => one.id === dataset)?.measurements.find((one) => one.id === id);
    assert.ok(row, whole);
    const ends = [row.value ?? row.computed?.min, row.value ?? row.computed?.max].map((value) => Number(value?.toFixed(2)));
    const written = /none|not once/.test(text) ? [0] : (text.match(/\d+(\.\d+)?/g) ?? []).map(Number);
    assert.ok(written.length > 0, `${whole} names no number`);
    // One number is the row's, or one to which all repetitions round.
    const near = (value: number, end: number | undefined) => Math.abs(value - (end ?? NaN)) < (row.value === undefined && written.length === 1 ? 0.02 : 0.001);
    assert.ok(near(written[0] ?? NaN, ends[0]) && near(written.at(-1) ?? NaN, ends[1]), `${whole}: ${ends.join(" to ")}`);
  }
});

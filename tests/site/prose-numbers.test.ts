import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

interface Row {
  id: string;
  display: string;
  note?: string;
  value?: number;
  computed?: { min: number; max: number };
}
interface Dataset {
  id: string;
  answer: string;
  comparisons: { display: string }[];
  measurements: Row[];
}

test("every decimal number on the home page is one that the knowledge carries", () => {
  const datasets = JSON.parse(readFileSync("build/knowledge/datasets.json", "utf8")) as Dataset[];
  const carried = datasets
    .flatMap(({ comparisons, measurements }) => [...comparisons, ...measurements].map(({ display }) => display))
    .join(" ");
  const prose = readFileSync("content/_index.md", "utf8");
  const numbers = prose.match(/\d+\.\d+/g) ?? [];
  assert.ok(numbers.length > 0, "the home page names no number");
  for (const number of numbers) assert.ok(carried.includes(number), `${number} stands in no dataset`);
});

test("every number in a guide that leads to a row is that row's, or the ends of its repetitions", () => {
  const datasets = JSON.parse(readFileSync("build/knowledge/datasets.json", "utf8")) as Dataset[];
  const guides = readdirSync("content/guides")
    .map((name) => readFileSync(`content/guides/${name}`, "utf8"))
    .join("\n");
  const links = [...guides.matchAll(/\[([^\]]*)\]\(\/benchmarks\/([a-z0-9-]+)\/#([a-z0-9-]+)\)/g)].filter(
    ([, , , row]) => row !== "caveats",
  );
  assert.ok(links.length > 20, "the guides lead to no rows");
  for (const [whole, text = "", dataset, id] of links) {
    const row = datasets.find((one) => one.id === dataset)?.measurements.find((one) => one.id === id);
    assert.ok(row, whole);
    const [low, high] = row.value === undefined ? [row.computed?.min, row.computed?.max] : [row.value, row.value];
    const written = /none|not once/.test(text)
      ? ["0"]
      : (text.replace(/(?<=\d),(?=\d{3})/g, "").match(/\d+(?:\.\d+)?/g) ?? []);
    const [first, last] = [written[0], written.at(-1)];
    assert.ok(first !== undefined && last !== undefined, `${whole} names no number`);
    // One number is the row's, or one to which all repetitions round.
    const slack = row.value === undefined && written.length === 1 ? 0.02 : 0;
    assert.ok(isWrittenAs(low, first, slack) && isWrittenAs(high, last, slack), `${whole}: ${low} to ${high}`);
  }
});

test("what we say of a study parts the thousands of its numbers", () => {
  const datasets = JSON.parse(readFileSync("build/knowledge/datasets.json", "utf8")) as Dataset[];
  const said = datasets.flatMap(({ answer, measurements }) => [
    answer,
    ...measurements.flatMap(({ note }) => note ?? []),
  ]);
  assert.ok(
    said.some((text) => /\d,\d{3}/.test(text)),
    "nothing has thousands",
  );
  assert.deepEqual(
    said.filter((text) => /(?<![\w.]|Intel )\d{5}/.test(text)),
    [],
  );
});

/** Whether a number, rounded to the decimals that were written, is what was written. */
function isWrittenAs(value: number | undefined, written: string, slack: number): boolean {
  const decimals = written.split(".")[1]?.length ?? 0;
  return value !== undefined && (value.toFixed(decimals) === written || Math.abs(value - Number(written)) < slack);
}

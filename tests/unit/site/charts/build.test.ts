import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { buildCharts } from "../../../../tools/site/charts/build-charts.ts";
import type { ChartEntry } from "../../../../tools/site/charts/chart.ts";
import { ChartProblems } from "../../../../tools/site/charts/read-charts.ts";
import { writeCharts } from "../../../../tools/site/charts/main.ts";
import { FileCache } from "../../../../tools/records/file-cache.ts";
import { chooseCases } from "../../../thorough.ts";
import { built, folder, openCache } from "./built.ts";
import { authored, chartOf, charts, knowledge } from "./support.ts";

after(() => rmSync(folder, { recursive: true }));

describe("building charts", () => {
  test("twice gives the same bytes", async () => {
    const chosen = chooseCases(authored);
    const again = await buildCharts(chosen, knowledge, openCache("other-cache"));
    const before = built.filter(({ entry }) => again.some((one) => one.entry.id === entry.id));
    assert.ok(before.length >= chosen.length);
    // As they are written: where another test has drawn one live, Vega has marked it with symbols, which no file has.
    const write = ({ drawMs: _, ...rest }: (typeof built)[number]): string => JSON.stringify(rest, null, 1);
    assert.deepEqual(again.map(write), before.map(write));
  });

  test("draws nothing when nothing has changed", async () => {
    const again = await buildCharts(authored, knowledge, openCache("cache"));
    assert.deepEqual(
      again.map(({ drawMs }) => drawMs),
      charts.map(() => undefined),
    );
    assert.deepEqual(
      again.map(({ drawing }) => drawing),
      built.map(({ drawing }) => drawing),
    );
  });

  test("draws a chart again when its words change", async () => {
    const chart = chartOf("freebsd9-throughput");
    const changed = { ...chart, words: { ...chart.words, description: `${chart.words.description} More.` } };
    const [again] = await buildCharts([changed], knowledge, openCache("cache"));
    assert.notEqual(again?.drawMs, undefined);
    assert.match(again?.drawing.wide ?? "", /More\.<\/desc>/);
  });

  test("forgets drawings that no chart asks for", async () => {
    const cache = openCache("pruned");
    await buildCharts([chartOf("freebsd9-throughput")], knowledge, cache);
    writeFileSync(join(folder, "pruned/old.json"), "{}");
    cache.prune();
    // The drawing, and that its specification is valid.
    assert.equal(readdirSync(join(folder, "pruned")).length, 2);
  });

  test("says all that is wrong at once, each with its chart", async () => {
    const chart = chartOf("freebsd9-throughput");
    const faulty = [
      { ...chart, id: "one", spec: { ...chart.spec, layer: [{ mark: "bark" }] } },
      {
        ...chart,
        id: "two",
        words: {
          ...chart.words,
          datasets: ["gone"],
          data: { kind: "records" as const, rows: [{ measurement: "gone/row" }] },
        },
      },
    ];
    await assert.rejects(buildCharts(faulty, knowledge, openCache("faulty")), (error) => {
      assert.ok(error instanceof ChartProblems);
      assert.match(error.message, /assets\/charts\/one {2}\/layer\/0\/mark/);
      assert.match(error.message, /assets\/charts\/two {2}there is no dataset "gone"/);
      return true;
    });
  });
});

describe("a specification that draws, but that Vega-Lite's schema refuses", () => {
  test("is refused by the next build too", async () => {
    const chart = chartOf("freebsd9-throughput");
    const faulty = { ...chart, spec: { ...chart.spec, layr: [] } };
    for (const attempt of ["first", "second"])
      await assert.rejects(buildCharts([faulty], knowledge, openCache("refused")), /"layr"/, attempt);
  });

  test("is refused even if its drawing is kept", async () => {
    const chart = chartOf("freebsd9-throughput");
    const drawing = built.find(({ entry }) => entry.id === chart.id)?.drawing;
    class Drawings extends FileCache {
      override find(input: string): Buffer | undefined {
        return input.startsWith("valid") ? undefined : Buffer.from(JSON.stringify(drawing));
      }
    }
    const faulty = { ...chart, spec: { ...chart.spec, layr: [] } };
    const cache = new Drawings(join(folder, "drawn"), "test");
    await assert.rejects(buildCharts([faulty], knowledge, cache), /"layr"/);
  });
});

describe("the entry of a chart", () => {
  for (const { entry } of built) {
    test(`has all that a page shows: ${entry.id}`, () => {
      for (const text of [
        entry.title,
        entry.finding,
        entry.subtitle,
        entry.caption,
        entry.description,
        entry.sourceLine,
        entry.runsText,
      ])
        assert.ok(text.length > 10);
      assert.deepEqual([entry.width, entry.narrow.width], [720, 340]);
      assert.ok(entry.height >= 100 && entry.narrow.height > 100);
      assert.deepEqual(
        [entry.csv, entry.spec, entry.image, entry.png],
        ["csv", "vl.json", "svg", "png"].map((end) => `/charts/${entry.id}.${end}`),
      );
      assert.equal(entry.frame, `/charts/${entry.id}/`);
      assert.ok(entry.table.rows.length > 1);
    });
    test(`keeps numbers and units on one line: ${entry.id}`, () => {
      assert.doesNotMatch(`${entry.caption} ${entry.description}`, /\d (%|[GM]bit\/s|packets\/s|KB|GbE)/);
    });
  }
});

test("writing leaves the files of today's charts and no others", () => {
  const build = join(folder, "build");
  mkdirSync(join(build, "charts"), { recursive: true });
  writeFileSync(join(build, "charts/gone.svg"), "");
  writeCharts(built, build);
  assert.deepEqual(
    readdirSync(join(build, "charts")),
    charts.flatMap(({ id }) => [`${id}-narrow.svg`, `${id}.svg`]).sort(),
  );
  assert.equal(readdirSync(join(build, "static/charts")).length, 4 * charts.length + 1);
  assert.deepEqual(
    readdirSync(join(build, "static/charts/live"))
      .map((name) => name.replace(/\.\w{12}\.json$/, ""))
      .sort(),
    charts.flatMap(({ id }) => [`${id}-narrow`, `${id}-wide`]).sort(),
  );
  const entries = JSON.parse(readFileSync(join(build, "knowledge/charts.json"), "utf8")) as ChartEntry[];
  assert.deepEqual(
    entries.map(({ id }) => id),
    charts.map(({ id }) => id),
  );
});

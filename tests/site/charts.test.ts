import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { attribute, findAll, findById, readKnowledge, readPageAt, textOf } from "./support/site.ts";
import type { Element } from "./support/site.ts";

interface Chart {
  id: string;
  finding: string;
  subtitle: string;
  sourceLine: string;
  path: string;
  frame: string;
}

interface Row {
  id: string;
  display: string;
  conditionsText: string;
}

const charts = readKnowledge<Chart[]>("charts");
const spaced = (text: string): string => text.replaceAll("\u00A0", " ");

describe("a chart", () => {
  for (const { id, finding, subtitle, sourceLine, path, frame } of charts) {
    test(`stands where links and redirects lead: ${id}`, () => {
      const [page = "", anchor] = path.split("#");
      const place = readPageAt(page);
      // The compare page shows the same cells as a table, not as a drawing.
      if (anchor === undefined) return assert.equal(page, "/compare/");
      const figure = findById(place, anchor);
      assert.ok(figure && figure.tagName === "figure", path);
      const text = spaced(textOf(figure));
      for (const words of [finding, subtitle, sourceLine]) assert.ok(text.includes(spaced(words)), words);
    });
    test(`is a frame that leads there, and no page for search engines: ${id}`, () => {
      const page = readPageAt(frame);
      const [html] = findAll(page, "html");
      assert.deepEqual([html && attribute(html, "id"), html && attribute(html, "data-place")], ["framed", path]);
      const canonical = findAll(page, "link").find((link) => attribute(link, "rel") === "canonical");
      assert.ok(canonical && new URL(attribute(canonical, "href") ?? "").pathname === path.split("#")[0]);
      assert.ok(findAll(page, "meta").some((meta) => attribute(meta, "content") === "noindex"));
      assert.deepEqual(findAll(page, "header", "footer", "nav"), []);
      assert.ok(spaced(textOf(findAll(page, "figcaption")[0] as Element)).includes(spaced(sourceLine)));
    });
  }
});

describe("the benchmarks page", () => {
  const page = readPageAt("/benchmarks/");
  const questions = findAll(page, "section").filter((part) => attribute(part, "class") === "benchmark-question");

  test("answers questions, each with a chart and its source", () => {
    assert.ok(questions.length >= 3);
    for (const question of questions) {
      assert.match(textOf(findAll(question, "h2")[0] as Element), /\?$/);
      assert.equal(findAll(question, "figure").length, 1);
    }
  });

  test("sets no number large that its row does not have", () => {
    const datasets = new Map(
      readKnowledge<{ path: string; measurements: Row[] }[]>("datasets").map((one) => [one.path, one]),
    );
    const numbers = questions.flatMap((question) => findAll(question, "li"));
    assert.ok(numbers.length > 1);
    for (const item of numbers) {
      const [path = "", id] = (attribute(findAll(item, "a")[0] as Element, "href") ?? "").split("#");
      const row = datasets.get(path)?.measurements.find((one) => one.id === id);
      const number = spaced(textOf(findAll(item, "strong")[0] as Element));
      assert.ok(row && spaced(row.display).includes(number), `${path}#${id}: ${number}`);
    }
  });

  test("counts performance and mechanism apart", () => {
    const { performance, mechanism } = readKnowledge<{ counts: { performance: number; mechanism: number } }>(
      "meta",
    ).counts;
    const text = textOf(page.elements.find(({ tagName }) => tagName === "main") as Element);
    assert.ok(text.includes(`${performance} performance measurements`));
    assert.ok(text.includes(`${mechanism} register and interrupt counts`));
    assert.ok(!text.includes(String(performance + mechanism)));
  });

  for (const { id, title, recorded, rows } of readKnowledge<
    { id: string; title: string; recorded: string; rows: string }[]
  >("uncharted")) {
    test(`says what no chart shows, what is recorded and where its rows are: ${id}`, () => {
      const heading = findById(page, id);
      assert.ok(heading && textOf(heading) === title);
      const item = heading.parentNode as Element;
      assert.ok(spaced(textOf(item)).includes(spaced(recorded)), textOf(item));
      assert.ok(findAll(item, "a").some((link) => attribute(link, "href") === rows));
    });
  }
});

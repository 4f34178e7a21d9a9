import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseSvg, textOf, walkSvg } from "../../../../tools/site/charts/svg-tree.ts";
import type { SvgElement } from "../../../../tools/site/charts/svg-tree.ts";
import { findSpecProblems } from "../../../../tools/site/charts/read-charts.ts";
import { built } from "./built.ts";

const pageDrawings = built.flatMap(({ entry, drawing: { wide, narrow } }) => [
  { ...entry, size: "wide", width: 720, svg: parseSvg(wide) },
  { ...entry, size: "narrow", width: 340, svg: parseSvg(narrow) },
]);

for (const { id, finding, description, size, width, svg } of pageDrawings) {
  const elements = [...walkSvg(svg)];
  describe(`the ${size} drawing of ${id}`, () => {
    test("has a name and a description of its own", () => {
      assert.equal(svg.attributes.get("role"), "img");
      assert.equal(textOf(byId(elements, svg.attributes.get("aria-labelledby"))), finding);
      assert.equal(textOf(byId(elements, svg.attributes.get("aria-describedby"))), description);
    });
    test("passes a content policy without unsafe-inline and asks for nothing", () => {
      assert.deepEqual(
        elements
          .filter(({ name }) => !["svg", "title", "desc", "g", "path", "line", "text", "tspan"].includes(name))
          .map(({ name }) => name),
        [],
      );
      for (const { attributes } of elements) {
        for (const [key, value] of attributes) {
          assert.doesNotMatch(key, /^(style|on.*|(xlink:)?href|src)$/);
          if (key !== "xmlns") assert.doesNotMatch(value, /https?:|url\(|data:/);
        }
      }
    });
    test("fits the width of its place and sets none", () => {
      assert.equal(svg.attributes.get("viewBox")?.split(" ")[2], String(width));
      assert.equal(svg.attributes.has("width"), false);
      assert.equal(svg.attributes.has("height"), false);
      assert.equal(svg.attributes.get("class"), `chart-svg chart-${size}`);
    });
    test("takes every colour from the page, with a fallback", () => {
      const paints = elements
        .flatMap(({ attributes }) => [attributes.get("fill"), attributes.get("stroke")])
        .filter((paint) => paint !== undefined);
      assert.ok(paints.length > 5);
      for (const paint of paints)
        assert.match(paint, /^(none|transparent|var\(--(adapter|chart)-[a-z0-9-]+, #[0-9a-f]{6}\))$/);
    });
    test("keeps its text as text, large enough to read", () => {
      const texts = elements.filter(({ name }) => name === "text");
      assert.ok(texts.length > 5);
      for (const text of texts)
        assert.ok(Number(text.attributes.get("font-size")) >= (size === "wide" ? 14 : 12), textOf(text));
    });
  });
}

test("no two drawings share an id", () => {
  const ids = pageDrawings.flatMap(({ svg }) =>
    [...walkSvg(svg)].flatMap(({ attributes }) => attributes.get("id") ?? []),
  );
  assert.equal(ids.length, 4 * built.length);
  assert.equal(new Set(ids).size, ids.length);
});

for (const {
  entry: { id, finding, sourceLine },
  drawing: { standAlone, spec },
} of built) {
  describe(`the download of ${id}`, () => {
    const svg = parseSvg(standAlone);
    test("has fixed colours, a size, a background, the finding and the source", () => {
      assert.doesNotMatch(standAlone, /var\(|style=|<style/);
      assert.ok(Number(svg.attributes.get("width")) > 720);
      const words = [...walkSvg(svg)]
        .filter(({ name }) => name === "text")
        .map(textOf)
        .join(" ");
      assert.ok(words.includes(finding));
      assert.ok(sourceLine.length > 10 && words.includes(sourceLine), words);
    });
    test("as a specification carries its data and still passes Vega-Lite's schema", () => {
      const parsed = JSON.parse(spec) as { datasets: { rows: unknown[] } };
      assert.deepEqual(findSpecProblems(parsed), []);
      assert.ok(parsed.datasets.rows.length > 1);
      assert.doesNotMatch(spec, /var\(/);
    });
  });
}

function byId(elements: readonly SvgElement[], id: string | undefined): SvgElement {
  const found = elements.filter(({ attributes }) => attributes.get("id") === id);
  assert.equal(found.length, 1, id);
  return found[0] as SvgElement;
}

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { makeMiniature } from "../../../../tools/site/charts/miniature.ts";
import { makeElement, parseSvg, walkSvg, writeSvg } from "../../../../tools/site/charts/svg-tree.ts";
import type { SvgElement } from "../../../../tools/site/charts/svg-tree.ts";

const blue = "var(--adapter-vmxnet3, #1a7af0)";
/** A drawing of some height with shapes in it, moved twice as Vega moves them. */
function draw(height: number, ...shapes: string[]): SvgElement {
  return parseSvg(
    `<svg viewBox="0 0 720 ${height}"><g fill="none" transform="translate(88,24)"><g transform="translate(0,10)">${shapes.join("")}</g></g></svg>`,
  );
}
const pathsOf = (drawing: SvgElement): Record<string, string>[] =>
  makeMiniature(drawing)
    .children.flatMap((child) => (typeof child === "string" ? [] : [Object.fromEntries(child.attributes)]))
    .filter(({ d }) => d !== "");

describe("the small picture of a chart", () => {
  test("has bars where the chart has them, at half the size, in the colour that the page gives the adapter", () => {
    assert.deepEqual(pathsOf(draw(400, `<path d="M0,6h512v20h-512Z" fill="${blue}"/>`)), [
      { fill: "var(--adapter-vmxnet3)", d: "M44 20h256v10h-256z" },
    ]);
  });
  test("draws shapes of one paint as one path, and a shape that stands twice once", () => {
    const bar = (y: number): string => `<path d="M0,${y}h100v20h-100Z" fill="${blue}"/>`;
    assert.deepEqual(
      pathsOf(draw(400, bar(0), '<line y2="-64" stroke="var(--chart-grid, #dbe0e6)"/>', bar(40), bar(40))).map(
        ({ d }) => d,
      ),
      ["M44 17h50v10h-50zM44 37h50v10h-50z", "M44 -15L44 17"],
    );
  });
  test("leaves points round", () => {
    const [{ d = "" } = {}] = pathsOf(
      draw(
        400,
        `<path transform="translate(420,14)" d="M5.7,0A5.7,5.7,0,1,1,-5.7,0A5.7,5.7,0,1,1,5.7,0" fill="${blue}"/>`,
      ),
    );
    const [, x = 0, y = 0, rx = 0, ry = 0, endX = 0, endY = 0] = (
      /^M([\d.]+) ([\d.]+)A([\d.]+) ([\d.]+) 0 1 1 ([\d.]+) ([\d.]+)A/.exec(d) ?? []
    ).map(Number);
    assert.deepEqual([x, y, endY], [256.9, 24, 24]);
    assert.equal(rx, ry);
    // Ends no nearer than two radii: the arcs between them are halves of a circle.
    assert.ok(x - endX >= 2 * rx);
  });
  test("has strokes for words, from where they begin, line by line, and none for turned, invisible and single ones", () => {
    const text = (attributes: string, words: string): string => `<text font-size="14" ${attributes}>${words}</text>`;
    const strokes = (...texts: string[]): string =>
      pathsOf(draw(400, ...texts))
        .map(({ d }) => d)
        .join();
    const [whole, ended, middle] = ["", 'text-anchor="end"', 'text-anchor="middle"'].map((anchor) =>
      strokes(text(`${anchor} transform="translate(0,10)"`, "VMXNET3")),
    );
    const [, from = 0, long = 0] = (/^M(\d+) 20h(\d+)$/.exec(whole ?? "") ?? []).map(Number);
    assert.ok(from === 46 && long > 20 && long < 50, whole);
    assert.ok(
      Number(/^M(-?\d+)/.exec(ended ?? "")?.[1]) < 46 - long && Number(/^M(-?\d+)/.exec(middle ?? "")?.[1]) < 46,
      `${ended} ${middle}`,
    );
    assert.match(
      strokes(text("", '<tspan x="0">first line</tspan><tspan x="0" dy="16">second line</tspan>')),
      /^M46 15h\d+M46 23h\d+$/,
    );
    assert.equal(
      strokes(
        text('transform="translate(0,10) rotate(-45) translate(0,5)"', "turned"),
        text('opacity="0"', "not seen"),
        text("", "5"),
      ),
      "",
    );
  });
  test("shows the upper part of a high chart, and stands in the middle where the chart is low", () => {
    const far = `<path d="M0,900h512v20h-512Z" fill="${blue}"/>`;
    assert.deepEqual(
      [makeMiniature(draw(1000, far)).attributes.get("viewBox"), pathsOf(draw(1000, far))],
      ["0 0 360 200", []],
    );
    // A line is drawn from below in some charts: its upper end is what counts.
    assert.deepEqual(
      pathsOf(draw(1000, '<line transform="translate(0,900)" y2="-900" stroke="var(--chart-grid, #dbe0e6)"/>')).map(
        ({ d }) => d,
      ),
      ["M44 17L44 467"],
    );
    assert.equal(makeMiniature(draw(200)).attributes.get("viewBox"), "0 -50 360 200");
  });
  test("is left out by what reads the page aloud, and has nothing that a page's policy or another drawing would mind", () => {
    const svg = makeMiniature(
      makeElement(
        "svg",
        { viewBox: "0 0 720 400", id: "a" },
        draw(400, `<path id="b" d="M0,6h9v9h-9Z" fill="${blue}"/>`).children,
      ),
    );
    assert.equal(svg.attributes.get("aria-hidden"), "true");
    assert.ok(
      [...walkSvg(svg)].every(
        ({ name, attributes }) => ["svg", "path"].includes(name) && !attributes.has("id") && !attributes.has("style"),
      ),
    );
    assert.doesNotMatch(writeSvg(svg), /#[0-9a-f]{6}/);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { makePageSvg, tidySvg } from "../../../../tools/site/charts/draw-chart.ts";
import { parseSvg, writeSvg } from "../../../../tools/site/charts/svg-tree.ts";

const tidy = (inner: string): string => writeSvg(tidySvg(parseSvg(`<svg>${inner}</svg>`)));

describe("tidying Vega's SVG", () => {
  const table: [what: string, before: string, after: string][] = [
    ["removes classes and roles", '<text class="a" role="b" aria-label="c">x</text>', "<text>x</text>"],
    [
      "removes the font, which the page sets",
      '<text font-family="sans-serif" font-size="12px">x</text>',
      '<text font-size="12">x</text>',
    ],
    ["removes groups that hold nothing", "<g><g></g></g>", ""],
    ["unwraps groups that do nothing", '<g class="a"><text>x</text></g>', "<text>x</text>"],
    [
      "keeps groups that move",
      '<g transform="translate(1,2)"><text>x</text></g>',
      '<g transform="translate(1,2)"><text>x</text></g>',
    ],
    ["removes shapes without paint", '<path d="M0,0h1v1h-1Z"/>', ""],
    ["removes what is not displayed", '<path d="M0,0" fill="red" display="none"/>', ""],
    [
      "keeps two decimals",
      '<path d="M0,5.9840000000000035h220.24909v-0.001" fill="red"/>',
      '<path d="M0,5.98h220.25v0" fill="red"/>',
    ],
    [
      "leaves colours alone",
      '<path d="M0,0" fill="var(--a-1, #123456)"/>',
      '<path d="M0,0" fill="var(--a-1, #123456)"/>',
    ],
  ];
  for (const [what, before, after] of table) {
    test(what, () => assert.equal(tidy(before), after === "" ? "<svg/>" : `<svg>${after}</svg>`));
  }
});

test("ids inside a drawing and what points to them take the chart's prefix", () => {
  const drawing = parseSvg('<svg viewBox="0 0 1 1"><clipPath id="clip0"/><g clip-path="url(#clip0)"/></svg>');
  const page = writeSvg(makePageSvg(drawing, { id: "a", finding: "F", description: "D" }, "narrow"));
  assert.match(page, /id="chart-a-narrow-clip0"/);
  assert.match(page, /clip-path="url\(#chart-a-narrow-clip0\)"/);
});

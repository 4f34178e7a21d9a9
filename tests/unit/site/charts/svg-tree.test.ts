import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { makeElement, parseSvg, textOf, walkSvg, writeSvg } from "../../../../tools/site/charts/svg-tree.ts";

describe("the SVG tree", () => {
  const markup =
    '<svg viewBox="0 0 1 1"><g transform="translate(1,2)"><text x="1">a &lt; b &amp; c</text><path d="M0,0"/></g></svg>';

  test("writes what it reads", () => assert.equal(writeSvg(parseSvg(markup)), markup));
  test("reads entities as characters", () => assert.equal(textOf(parseSvg(markup)), "a < b & c"));
  test("lists elements in document order", () => {
    assert.deepEqual(
      [...walkSvg(parseSvg(markup))].map(({ name }) => name),
      ["svg", "g", "text", "path"],
    );
  });
  test("escapes quotes in attributes", () => {
    assert.equal(writeSvg(makeElement("text", { id: 'a"b<c' })), '<text id="a&quot;b&lt;c"/>');
  });
  test("refuses elements that close out of order", () => {
    assert.throws(() => parseSvg("<svg><g></svg></g>"), /<\/svg> closes <g>/);
  });
  test("refuses elements that stay open", () => assert.throws(() => parseSvg("<svg><g></g>"), /left open/));
});

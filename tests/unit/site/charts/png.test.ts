import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { renderPng } from "../../../../tools/site/charts/render-png.ts";

const svg = (inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" viewBox="0 0 200 100">${inside}</svg>`;
const word = (attributes: string): string => svg(`<text x="10" y="60" font-size="40" ${attributes}>VMXNET3</text>`);

describe("a PNG", () => {
  test("has the width that was asked for, and its height in proportion", async () => {
    const png = Buffer.from(await renderPng(svg('<rect width="50" height="50"/>'), 600));
    assert.equal(png.subarray(1, 4).toString("latin1"), "PNG");
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [600, 300]);
  });
  test("has the same bytes each time", async () => {
    assert.deepEqual(await renderPng(word(""), 400), await renderPng(word(""), 400));
  });
  test("shows text, and its weight", async () => {
    const [none, regular, strong] = await Promise.all(
      [svg(""), word(""), word('font-weight="600"')].map((text) => renderPng(text, 400)),
    );
    assert.ok((regular?.length ?? 0) > 2 * (none?.length ?? 0), "letters take bytes");
    assert.notDeepEqual(regular, strong);
  });
  test("sets every text in the font that comes with the build, whatever the machine has", async () => {
    const plain = await renderPng(word(""), 400);
    for (const family of ["Helvetica, Arial, sans-serif", "DejaVu Sans", "no such font"]) {
      assert.deepEqual(await renderPng(word(`font-family="${family}"`), 400), plain, family);
    }
  });
});

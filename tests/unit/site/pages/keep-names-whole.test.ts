import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { keepNamesWhole } from "../../../../tools/site/pages/units.ts";

const whole = (name: string): string => `<span class="whole">${name}</span>`;

describe("headings", () => {
  test("keep names with a hyphen on one line", () =>
    assert.equal(
      keepNamesWhole("<h1 id=SR-IOV>SR-IOV, or <b>MSI-X</b>?</h1>"),
      `<h1 id=SR-IOV>${whole("SR-IOV")}, or <b>${whole("MSI-X")}</b>?</h1>`,
    ));

  test("keep them on every level, drivers too", () =>
    assert.equal(
      keepNamesWhole("<h1>One</h1><p>SR-IOV</p><h2>E1000, or virtio-net</h2><h3 id=a>SR-IOV</h3>"),
      `<h1>One</h1><p>SR-IOV</p><h2>E1000, or ${whole("virtio-net")}</h2><h3 id=a>${whole("SR-IOV")}</h3>`,
    ));

  test("leave words to their lines, and what is below them alone", () => {
    for (const html of [
      "<h1>A 64-bit guest and an OSX-KVMs</h1>",
      "<h1>One</h1><p>SR-IOV</p>",
      "<h2>The non-SR-IOV-like</h2>",
      "<p>SR-IOV</p>",
    ])
      assert.equal(keepNamesWhole(html), html);
  });
});

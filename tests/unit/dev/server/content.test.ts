import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { chooseEncoding } from "../../../../tools/dev/server/serve.mjs";
import { findContentType, isCompressible } from "../../../../tools/dev/server/site-files.mjs";

describe("findContentType", () => {
  const expected: [string, string][] = [
    ["index.html", "text/html; charset=utf-8"],
    ["site.css", "text/css; charset=utf-8"],
    ["a.js", "text/javascript; charset=utf-8"],
    ["a.mjs", "text/javascript; charset=utf-8"],
    ["a.json", "application/json; charset=utf-8"],
    ["chart.SVG", "image/svg+xml"],
    ["a.png", "image/png"],
    ["a.woff2", "font/woff2"],
    ["a.csv", "text/csv; charset=utf-8"],
    ["a.txt", "text/plain; charset=utf-8"],
    ["a.xml", "application/xml; charset=utf-8"],
    ["a.yaml", "application/yaml; charset=utf-8"],
    ["kit.sh", "text/plain; charset=utf-8"],
    ["site.webmanifest", "application/manifest+json; charset=utf-8"],
    ["a.unknown", "application/octet-stream"],
  ];
  for (const [file, type] of expected) test(`${file} is ${type}`, () => assert.equal(findContentType(file), type));

  test("text, JSON and SVG are worth compressing, pictures and fonts are not", () => {
    for (const name of ["a.html", "a.json", "a.svg", "a.webmanifest"]) assert.ok(isCompressible(findContentType(name)));
    for (const name of ["a.png", "a.woff2", "a.bin"]) assert.ok(!isCompressible(findContentType(name)));
  });
});

describe("chooseEncoding", () => {
  const expected: [string | undefined, string][] = [
    ["gzip, deflate, br, zstd", "br"],
    ["GZIP", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["br;q=0.0", "identity"],
    ["deflate", "identity"],
    [undefined, "identity"],
  ];
  for (const [accepted, encoding] of expected) {
    test(`answers "${accepted}" with ${encoding}`, () => assert.equal(chooseEncoding(accepted), encoding));
  }
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readRequestPath } from "../../../../tools/dev/server/serve.mjs";

describe("readRequestPath", () => {
  test("splits path and query, and decodes the path", () => {
    assert.deepEqual(readRequestPath("/a%20b/?guest=rhel9-64&x=?", "/"), {
      kind: "path",
      path: "/a b/",
      query: "?guest=rhel9-64&x=?",
    });
  });

  test("takes the base path off", () => {
    assert.deepEqual(readRequestPath("/atlas/", "/atlas/"), { kind: "path", path: "/", query: "" });
    assert.deepEqual(readRequestPath("/atlas/a.css", "/atlas/"), { kind: "path", path: "/a.css", query: "" });
  });

  test("tells the base path without its slash, and what lies outside of it", () => {
    assert.equal(readRequestPath("/atlas", "/atlas/").kind, "base");
    assert.equal(readRequestPath("/", "/atlas/").kind, "outside");
    assert.equal(readRequestPath("/atlas2/", "/atlas/").kind, "outside");
  });

  const malformed = [
    "/../package.json",
    "/a/../../package.json",
    "/%2e%2e/package.json",
    "/..%2fpackage.json",
    "/..%5cpackage.json",
    "/a/./b",
    "//example.org/a",
    "/a//b",
    "/a%00.html",
    "/a%0d%0aSet-Cookie:b",
    "/%E0%A4%A",
    "http://example.org/",
    "*",
    "",
  ];
  for (const target of malformed) {
    test(`refuses "${target}"`, () => assert.equal(readRequestPath(target, "/").kind, "malformed"));
  }
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { collectHeaders, parseHeadersFile } from "../../../../tools/dev/server/site-headers.mjs";

const rules = parseHeadersFile(`# what the host sends
/*
  Content-Security-Policy: default-src 'none'; frame-ancestors 'none'
  X-Content-Type-Options: nosniff

/embed/advisor/*
  Content-Security-Policy: default-src 'none'; frame-ancestors *
/api/:version/*.json
  Access-Control-Allow-Origin: *
  Cache-Control: public
  Cache-Control: max-age=60
`);

describe("collectHeaders", () => {
  test("applies a rule for all paths to the home page and to every other", () => {
    for (const path of ["/", "/compare/", "/css/site.css"]) {
      assert.equal(collectHeaders(rules, path)["x-content-type-options"], "nosniff");
    }
  });

  test("lets a later rule replace a header and keep the others", () => {
    assert.deepEqual(collectHeaders(rules, "/embed/advisor/"), {
      "content-security-policy": "default-src 'none'; frame-ancestors *",
      "x-content-type-options": "nosniff",
    });
  });

  test("joins the values that one rule gives to one header", () => {
    assert.equal(collectHeaders(rules, "/api/v1/rules/a.json")["cache-control"], "public, max-age=60");
  });

  test("takes a placeholder for one part of a path and a dot for a dot", () => {
    assert.equal(collectHeaders(rules, "/api/v1/a.json")["access-control-allow-origin"], "*");
    assert.equal(collectHeaders(rules, "/api/a.json")["access-control-allow-origin"], undefined);
    assert.equal(collectHeaders(rules, "/api/v1/a-json")["access-control-allow-origin"], undefined);
  });
});

test("names the line of what is neither a path nor a header", () => {
  assert.throws(() => parseHeadersFile("/*\n  nosniff\n"), /_headers:2 {2}found "nosniff", expected "Name: value"/);
  assert.throws(() => parseHeadersFile("X-Header: 1\n"), /_headers:1 .*expected a path/);
});

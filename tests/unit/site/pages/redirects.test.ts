import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { parseRedirects, type Redirect, writeRedirects } from "../../../../tools/site/pages/redirects.ts";

describe("a file of redirects", () => {
  const file = "data/redirects/rules.yaml";

  test("gives old path, new path and place", () => {
    assert.deepEqual(parseRedirects([[file, "/rules/a/: /rules/#a\n/rules/b/: /\n"]]), [
      { from: "/rules/a/", to: "/rules/#a", place: `${file}:1:1` },
      { from: "/rules/b/", to: "/", place: `${file}:2:1` },
    ]);
  });

  for (const [wrong, text, message] of [
    ["an old path twice", "/a/: /x/\n/a/: /y/\n", /rules\.yaml:2:1 +\/a\/ has another redirect at .*rules\.yaml:1:1/],
    ["an old path without a slash", "/a: /x/\n", /:1:1 +"\/a" is not an old path. Example/],
    ["an old path with an anchor", '"/a/#b": /x/\n', /is not an old path/],
    ["another host", "/a/: https://example.org/\n", /"https:\/\/example.org\/" is not a new path. Example/],
    ["a list", "/a/: [/x/]\n", /"" is not a new path/],
    ["no YAML", "/a/: 'x\n", /rules\.yaml:\d+:\d+ +/],
  ] as const) {
    test(`is refused with the place of ${wrong}`, () => {
      assert.throws(() => parseRedirects([[file, text]]), message);
    });
  }

  test("may not repeat an old path of another file", () => {
    const other = "data/redirects/other.yaml";
    assert.throws(
      () =>
        parseRedirects([
          [other, "/a/: /x/\n"],
          [file, "/a/: /x/\n"],
        ]),
      /rules\.yaml:1:1 .*other\.yaml:1:1/,
    );
  });
});

describe("the redirects of a built site", () => {
  let site = "";

  beforeEach(() => {
    site = mkdtempSync(join(tmpdir(), "vnic-atlas-redirects-"));
    addPage("/", "Home");
    addPage("/rules/", "Rules &amp; more", "<tr id=a><td id='b'>");
  });
  afterEach(() => rmSync(site, { recursive: true, force: true }));

  test("are pages that lead on by relative addresses, name the new address and stay out of indexes", () => {
    writeRedirects([redirect("/rules/a/", "/rules/#a"), redirect("/old/", "/")], site);
    const page = readFileSync(join(site, "rules/a/index.html"), "utf8");
    assert.match(page, /http-equiv="refresh" content="0;url=\.\.\/#a"/);
    assert.match(page, /<a href="\.\.\/#a">Rules &amp; more<\/a>/);
    assert.match(page, /<link rel="canonical" href="https:\/\/example\.org\/atlas\/rules\/">/);
    assert.match(page, /<meta name="robots" content="noindex">/);
    assert.match(readFileSync(join(site, "old/index.html"), "utf8"), /url=\.\.\/"/);
  });

  test("are listed for hosts, below the path of the site", () => {
    writeRedirects([redirect("/rules/a/", "/rules/#a")], site);
    assert.equal(readFileSync(join(site, "_redirects"), "utf8"), "/atlas/rules/a/ /atlas/rules/#a 301\n");
  });

  for (const [wrong, from, to, message] of [
    ["leads to no page", "/old/", "/gone/", /place +\/old\/ leads to \/gone\/, which is not a page/],
    ["leads to a redirect", "/old/", "/older/", /leads to \/older\/, which redirects too/],
    ["leads to no element", "/old/", "/rules/#c", /no element of \/rules\/ has the id "c"/],
    ["is a page", "/rules/", "/", /\/rules\/ is a page of the site. Remove this redirect/],
  ] as const) {
    test(`are refused if one ${wrong}, and none is written`, () => {
      const redirects = [redirect("/older/", "/"), redirect(from, to)];
      assert.throws(() => writeRedirects(redirects, site), message);
      assert.ok(!existsSync(join(site, "older")));
    });
  }

  function addPage(path: string, title: string, body = ""): void {
    mkdirSync(join(site, path), { recursive: true });
    const head = `<title>${title}</title><link rel=canonical href=https://example.org/atlas${path}>`;
    writeFileSync(
      join(site, path, "index.html"),
      `<!doctype html><html><head>${head}</head><body>${body}</body></html>`,
    );
  }
});

function redirect(from: string, to: string): Redirect {
  return { from, to, place: "place" };
}

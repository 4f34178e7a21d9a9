import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  writeRelativeFeed,
  writeRelativePage,
  writeRelativeText,
} from "../../../../tools/site/pages/relative-pages.ts";

const local = "http://localhost:1313/";
const page = (body: string, head = ""): string =>
  `<!doctype html><html lang=en data-base=/><head>${head}</head><body>${body}</body></html>`;
const write = (body: string, path = "embed/advisor/index.html", head = "", home = local): string =>
  writeRelativePage(page(body, head), path, home);

describe("a page for any path", () => {
  for (const [what, body, path, expected] of [
    ["a link", "<a href=/guests/>x</a>", "rules/index.html", '<a href="../guests/">'],
    ["the root", "<a href=/>x</a>", "a/b/c/index.html", '<a href="../../../">'],
    ["the root from the home page", "<a href=/>x</a>", "index.html", '<a href="./">'],
    [
      "data of scripts",
      "<form data-knowledge=/js/k.json></form>",
      "advisor/index.html",
      'data-knowledge="../js/k.json"',
    ],
    ["a full address of the site", `<a href=${local}rules/#x>x</a>`, "index.html", '<a href="./rules/#x">'],
    ["an address with a query", '<iframe src="/x/?a=1&amp;b=2"></iframe>', "index.html", 'src="./x/?a=1&amp;b=2"'],
  ] as const)
    test(`has ${what} relative`, () => assert.ok(write(body, path).includes(expected), write(body, path)));

  test("has its root relative, and says for which address it was built", () =>
    assert.match(write(""), /<html lang=en data-base="..\/..\/" data-home="http:\/\/localhost:1313\/">/));
  test("leaves other hosts, fragments and texts alone", () => {
    const body = `<a href=//x.example/>1</a><a href=https://x.example/>2</a><a href=#x>3</a><code>href=/x ${local}</code>`;
    assert.ok(write(body).includes(body));
  });
  test("loses what needs a full address, if it was built for this machine only", () => {
    const head = `<link rel=canonical href=${local}x/><meta property="og:url" content="${local}"><script type="application/ld+json">{"@id":"${local}"}</script>`;
    assert.ok(write("", "index.html", head).includes("<head></head>"));
    const home = "https://atlas.example/";
    const own = head.replaceAll(local, home);
    assert.ok(write("", "index.html", own, home).includes(`<head>${own}</head>`));
  });
});

test("links of Markdown and feeds become relative, ids of feeds stay", () => {
  assert.equal(
    writeRelativeText(`[a](${local}x/) [b](/y/) [c](//z/)`, "rules/index.md", local),
    "[a](../x/) [b](../y/) [c](//z/)",
  );
  assert.equal(
    writeRelativeFeed(`<id>${local}f</id><link href="${local}x/"/>`, "feeds/data.xml", local),
    `<id>${local}f</id><link href="../x/"/>`,
  );
});

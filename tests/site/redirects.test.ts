import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pages } from "./support/pages.ts";
import { publicFolder, readKnowledge } from "./support/site.ts";

/** Every address of a page or a frame that the site had before its first redirect. */
const addresses = readFileSync(new URL("support/addresses.txt", import.meta.url), "utf8")
  .trim()
  .split("\n");
const redirects = readKnowledge<{ from: string; to: string }[]>("redirects");

describe("an address that the site once had", () => {
  test("is a page or a redirect", () => {
    const known = new Set([...pages.map(({ path }) => path), ...redirects.map(({ from }) => from)]);
    assert.ok(addresses.length > 900);
    assert.deepEqual(
      addresses.filter((address) => !known.has(address)),
      [],
    );
  });

  test("leads on with and without help from the host", () => {
    const lines = readFileSync(join(publicFolder, "_redirects"), "utf8").split("\n");
    for (const { from, to } of redirects) {
      assert.ok(lines.includes(`${from} ${to} 301`), from);
      const page = readFileSync(join(publicFolder, from, "index.html"), "utf8");
      const [, target = ""] = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(page) ?? [];
      const { pathname, hash } = new URL(target, `http://site.invalid${from}`);
      assert.equal(pathname + hash, to);
      assert.ok(page.includes(`<a href="${target}">`), `${from}: without a plain link`);
    }
  });

  test("stays out of the sitemap, the search and the copies of pages if it redirects", () => {
    const texts = ["sitemap.xml", "llms.txt"].map((file) => readFileSync(join(publicFolder, file), "utf8"));
    const named = new Set(
      texts.flatMap((text) => [...text.matchAll(/https?:[^\s<)]+/g)].map(([url]) => new URL(url).pathname)),
    );
    const { names, texts: rest } = readKnowledge<Record<"names" | "texts", string>>("search");
    const search = [names, rest].map((file) => readFileSync(join(publicFolder, file), "utf8")).join("");
    for (const { from } of redirects) {
      assert.ok(!named.has(from) && !named.has(`${from}index.md`), from);
      assert.ok(!search.includes(`"${from}"`), from);
    }
  });
});

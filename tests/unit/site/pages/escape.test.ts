import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { escapeText as escapeAdvice } from "../../../../advisor/ui/answer/markdown.ts";
import { toMarkdown } from "../../../../tools/site/pages/markdown.ts";
import { isElement, listNodes } from "../../../../tools/site/pages/nodes.ts";
import { listMarkdownLinks } from "../../../site/support/markdown-links.ts";

const write = (html: string): string => {
  const [element] = listNodes(`<div>${html}</div>`);
  if (!element || !isElement(element)) throw new Error("no element");
  return toMarkdown(element, (address) => address).trim();
};
const escapePage = (text: string): string => write(`<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`);

const links = [
  "[a](https://poison.example/)",
  "![a](https://poison.example/)",
  "<https://poison.example/>",
  "see https://poison.example/ there",
  "HTTP://poison.example",
  "ftp://poison.example/",
  "www.poison.example",
  "(www.poison.example)",
  "[a]: https://poison.example/",
  "[a][b]",
  "[a](javascript:poison())",
  "\\[a](https://poison.example/)",
  "[a\\](https://poison.example/)",
  "<javascript:poison()>",
  "mailto:poison@example.com",
];

for (const text of links) {
  test(`"${text}" is text in the Markdown of a page and of an answer`, () => {
    for (const escape of [escapePage, escapeAdvice]) {
      assert.deepEqual(listMarkdownLinks(escape(text)), []);
      assert.equal(escape(text).replace(/\\([!-/:-@[-`{-~])/g, "$1"), text);
    }
  });
}

describe("the Markdown of a page", () => {
  test("keeps a link of the page, whatever its text says", () => {
    assert.deepEqual(listMarkdownLinks(write('<p><a href="/a/">one](https://poison.example/) two</a></p>')), ["/a/"]);
    assert.deepEqual(listMarkdownLinks(write('<p><a href="/a/">one\\](https://poison.example/) two</a></p>')), ["/a/"]);
  });

  test("makes no link of two texts that meet", () => {
    assert.deepEqual(listMarkdownLinks(write("<p><span>[a]</span>(https://poison.example/)</p>")), []);
    assert.deepEqual(listMarkdownLinks(write("<p>[a]<b>(https://poison.example/)</b></p>")), []);
  });

  test("escapes nothing in the code of a link", () =>
    assert.equal(write('<p><a href="/a/"><code>products[].name</code></a></p>'), "[`products[].name`](/a/)"));

  test("keeps comments out, which would be HTML", () => assert.equal(write("<p>a<!--<b>x</b>-->b</p>"), "ab"));

  test("keeps the address of a link as it is", () =>
    assert.equal(write('<p><a href="/a/?b=1&amp;c_d=2">a &amp;amp; b_c</a></p>'), "[a \\&amp; b_c](/a/?b=1&c_d=2)"));
});

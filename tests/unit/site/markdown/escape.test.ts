import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseFragment } from "parse5";
import { escapeText as escapeAdvice } from "../../../../advisor/ui/answer/markdown.ts";
import { escapeText, toMarkdown } from "../../../../tools/site/markdown/to-markdown.ts";
import { isElement } from "../../../../tools/site/markdown/nodes.ts";
import { listMarkdownLinks } from "../../../site/support/markdown-links.ts";

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
    for (const escape of [escapeText, escapeAdvice]) {
      assert.deepEqual(listMarkdownLinks(escape(text)), []);
      assert.equal(escape(text).replace(/\\([!-/:-@[-`{-~])/g, "$1"), text);
    }
  });
}

describe("the Markdown of a page", () => {
  const write = (html: string): string => {
    const [element] = parseFragment(`<div>${html}</div>`).childNodes;
    if (!element || !isElement(element)) throw new Error("no element");
    return toMarkdown(element, (address) => address).trim();
  };

  test("keeps a link of the page, whatever its text says", () => {
    assert.deepEqual(listMarkdownLinks(write('<p><a href="/a/">one](https://poison.example/) two</a></p>')), ["/a/"]);
    assert.deepEqual(listMarkdownLinks(write('<p><a href="/a/">one\\](https://poison.example/) two</a></p>')), ["/a/"]);
  });

  test("makes no link of two texts that meet", () => {
    assert.deepEqual(listMarkdownLinks(write("<p><span>[a]</span>(https://poison.example/)</p>")), []);
    assert.deepEqual(listMarkdownLinks(write("<p>[a]<b>(https://poison.example/)</b></p>")), []);
  });

  test("leaves brackets that mean nothing as they are", () =>
    assert.equal(write("<p>an [optional] word</p>"), "an [optional] word"));
});

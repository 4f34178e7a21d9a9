import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isElement, listNodes } from "../../../../tools/site/pages/nodes.ts";
import { FileCache } from "../../../../tools/records/file-cache.ts";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";
import { toMarkdown, writeMarkdownCopy } from "../../../../tools/site/pages/markdown.ts";

const write = (html: string): string => {
  const [main] = listNodes(`<main>${html}</main>`);
  assert.ok(main && isElement(main));
  return toMarkdown(main, (address) => new URL(address, "https://example.org/atlas/page/").href).trim();
};

describe("a page as Markdown", () => {
  const cases: [name: string, html: string, markdown: string][] = [
    [
      "headings and paragraphs are apart by an empty line",
      "<h1>One</h1><p>Two <strong>three</strong> <em>four</em>.</p>text",
      "# One\n\nTwo **three** *four*.\n\ntext",
    ],
    [
      "links have full addresses",
      '<p><a href="../other/#a">there</a> and <a href="#b">here</a></p>',
      "[there](https://example.org/atlas/other/#a) and [here](https://example.org/atlas/page/#b)",
    ],
    [
      "quotations keep their marks, titles are set off",
      "<p><cite>A title</cite>: <q>its words</q></p>",
      "*A title*: “its words”",
    ],
    [
      "code keeps its signs",
      '<p><code>a `b` *c*</code></p><pre><code class="language-yaml">a: 1\n  b: *x\n</code></pre>',
      "``a `b` *c*``\n\n```yaml\na: 1\n  b: *x\n```",
    ],
    ["a fence is longer than what it holds", "<pre><code>```\nx\n```</code></pre>", "````\n```\nx\n```\n````"],
    [
      "text that looks like Markdown stays text",
      "<p># 1 * 2 &lt;b&gt; _x_ a_b &amp;amp;</p><p>1. May</p><p>- x</p>",
      "\\# 1 \\* 2 \\<b> \\_x\\_ a_b \\&amp;\n\n1\\. May\n\n\\- x",
    ],
    ["lists are nested by their indentation", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "- a\n  - b\n- c"],
    ["ordered lists are counted", "<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"],
    [
      "terms stand before what belongs to them, with a division around them or without",
      "<dl><div><dt>A</dt><dd>1</dd></div><dt>B</dt><dd>2</dd><dd>3</dd></dl>",
      "- **A:** 1\n- **B:** 2 3",
    ],
    ["quoted blocks are marked on each line", "<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"],
    [
      "parts that only look divided are divided",
      '<p class="meta-line"><span>VMware</span><span>2010</span></p><p><span>yes</span><span>since 4.0</span></p>',
      "VMware · 2010\n\nyes since 4.0",
    ],
    [
      "words after a block in a cell are apart from the block",
      '<table><tr><td><p>Inferred.</p><a href="/s/">VMware</a>, page 2</td><td><p>One</p>two</td></tr></table>',
      "| | |\n| - | - |\n| Inferred. [VMware](https://example.org/s/), page 2 | One two |",
    ],
    [
      "ways to other pages, forms and what is hidden are left out",
      "<nav>a</nav><form>b</form><p hidden>c</p><script>d</script><p>e</p>",
      "e",
    ],
    [
      "what a reader has to open is there",
      "<details><summary>More</summary><p>words</p></details>",
      "**More**\n\nwords",
    ],
  ];
  for (const [name, html, markdown] of cases) test(name, () => assert.equal(write(html), markdown));

  test("a table has its caption, a rule that aligns figures, and as many cells in each row", () => {
    const html = `<table><caption>Of what</caption><thead><tr><th>A</th><th class="num">B</th></tr></thead>
      <tbody><tr><th colspan="2">Group</th></tr><tr><th>x|y</th><td><p>1</p><p>two</p><details><summary>VMware</summary><p>“w”</p></details></td></tr></tbody></table>`;
    assert.equal(write(html), "Of what\n\n| A | B |\n| - | -: |\n| Group | |\n| x\\|y | 1 two VMware: “w” |");
  });

  test("a list in a cell is a line, whose last part ends without a sign", () => {
    const html =
      "<td><ul><li>a</li><li>b</li></ul></td><td><dl><div><dt>A</dt><dd>1</dd></div><div><dt>B</dt><dd>2</dd></div></dl></td>";
    assert.equal(write(`<table><thead><tr>${html}</tr></thead></table>`), "| a; b | A: 1; B: 2 |\n| - | - |");
  });

  test("a table without a head gets an empty one", () => {
    assert.equal(
      write("<table><tbody><tr><th>Host</th><td>HP</td></tr></tbody></table>"),
      "| | |\n| - | - |\n| Host | HP |",
    );
  });

  test("a drawing is told once by its words, one that decorates not at all", () => {
    const drawing = '<svg role="img"><title>How much?</title><desc>Two bars</desc><text>5</text></svg>';
    assert.equal(
      write(
        `<figure><div>${drawing}${drawing}</div><figcaption>c</figcaption></figure><p><svg aria-hidden="true"><title>x</title></svg>y</p>`,
      ),
      "*Drawing: How much? Two bars.*\n\nc\n\ny",
    );
  });
});

describe("the copy of a page", () => {
  const namesCopy = '<link rel="alternate" type="text/markdown" href="index.md">';
  const page = (head: string, main = '<p><a href="/b/">b</a></p>'): string =>
    `<!doctype html><html><head><title>A "page"</title><link rel="canonical" href="https://example.org/a/">${head}</head><body><main>${main}</main></body></html>`;
  const origin = { knowledgeVersion: "abc", licence: "CC BY 4.0" };

  test("says first what it is, where the page is and what it was made from", () => {
    const text = writeMarkdownCopy(page(`<meta name="description" content="What: it is">${namesCopy}`), origin);
    assert.equal(
      text,
      '---\ntitle: "A \\"page\\""\ndescription: "What: it is"\nurl: "https://example.org/a/"\nlicence: "CC BY 4.0; quoted words belong to their sources"\nknowledgeVersion: "abc"\n---\n\n[b](https://example.org/b/)\n',
    );
  });

  test("says anew what it was made from where its words are kept, and follows a word and the address", (context) => {
    const cache = new FileCache(makeTemporaryFolder(context), "test");
    const write = (html: string, knowledgeVersion: string): string | undefined =>
      writeMarkdownCopy(html, { ...origin, knowledgeVersion }, cache);
    const first = page(namesCopy, '<p><a href="b/">b</a></p>');
    const others = [page(namesCopy, "<p>b</p>"), first.replace("example.org/a/", "example.org/atlas/a/")];
    for (const version of ["abc", "def"])
      for (const html of [first, ...others])
        assert.equal(write(html, version), writeMarkdownCopy(html, { ...origin, knowledgeVersion: version }));
  });

  test("is not made for a page that names none", () => assert.equal(writeMarkdownCopy(page(""), origin), undefined));
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { joinUnits } from "../../../../tools/site/pages/units.ts";

const space = "\u00A0";

describe("a number on a page", () => {
  for (const [written, set] of [
    ["at 20,000 packets/s and more", `at 20,000${space}packets/s and more`],
    ["<p>10 Gbit/s, 2.4 GHz</p>", `<p>10${space}Gbit/s, 2.4${space}GHz</p>`],
    ["between 1 and 10 µs", `between 1 and 10${space}µs`],
    ["2.9 million packets/s", `2.9${space}million${space}packets/s`],
    ["a line\nof 64\nbytes", `a line\nof 64${space}bytes`],
  ] as const)
    test(`stays with its unit: ${written.replaceAll("\n", " ")}`, () => assert.equal(joinUnits(written), set));

  test("stays with its unit where one of them is emphasized", () => {
    assert.equal(
      joinUnits("<td><strong>512</strong> MB</td><td>7</td><td> MB</td>"),
      `<td><strong>512</strong>${space}MB</td><td>7</td><td> MB</td>`,
    );
  });

  test("is left alone where no unit follows: a year, a release, a word that begins like a unit", () => {
    for (const text of [
      "from 2012 to 2015",
      "Windows Server 2008 R2 SP1",
      "5 schemas, 3 packetized",
      "vmxnet3 bytes",
      "10.0.0.1/24 s",
    ])
      assert.equal(joinUnits(text), text);
  });
});

describe("words that are not the page's own", () => {
  for (const html of [
    "<q>about 10 Gbit/s</q>",
    "<blockquote>1500 bytes</blockquote>",
    "<pre><code>mtu 1500 bytes</code></pre>",
    "<code>64 bytes</code>",
    '<a href="?q=10 MB" title="10 > 9 MB">x</a>',
    "<script>'5 ms'</script>",
    "<option>5 ms</option>",
    "<svg><text>5 ms</text></svg>",
    "<!-- 5 ms -->",
  ])
    test(`stay as they are: ${html}`, () => assert.equal(joinUnits(html), html));

  test("end where they end", () =>
    assert.equal(
      joinUnits("<q>5 ms</q> and 5 ms, <code>5</code> ms"),
      `<q>5 ms</q> and 5${space}ms, <code>5</code> ms`,
    ));
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { plainText } from "../../../../tools/check/rules/text.ts";
import { listTexts } from "../../../../tools/check/select.ts";
import { listPatterns } from "../../../../tools/check/schema/fields.ts";
import { checkInWorld, schemas } from "../support/world.ts";
import { soundRow, writeDataset } from "../support/dataset.ts";

/** What is said of a text, which is written with escapes: without them the file itself would be refused. */
function check(field: "note" | "quote", text: string): string[] {
  const escaped = JSON.stringify(text).replace(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const dataset = writeDataset([{ ...soundRow, [field]: "HOLE" }]).replace("HOLE", () => escaped);
  return checkInWorld("dataset", dataset, "trial", [plainText]).map(({ message }) =>
    message.replace(/^this text (?:starts with|contains) /, ""),
  );
}

describe("plain-text", () => {
  const refused: [text: string, found: string][] = [
    ["=1+1", "=, like a formula"],
    ["+49 % more", "+, like a formula"],
    ["@SUM(A1)", "@, like a formula"],
    ["-5 % less", "-, like a formula"],
    ["-cmd|' /C calc'!A0", "-, like a formula"],
    ["-sum(1,2)", "-, like a formula"],
    ["\tindented", "a tab, like a formula"],
    ["'=1+1", "an apostrophe from a spreadsheet"],
    ["one <br/> two", "HTML, <br/>"],
    ['<a href="https://example.org">', 'HTML, <a href="https://example.org">'],
    ["<img/src=x onerror=alert(1)>", "HTML, <img/src=x onerror=alert(1)>"],
    ["KVM<meta http-equiv=refresh", "HTML, <meta http-equiv=refresh"],
    ["a <!-- b", "HTML, <!-- b"],
    ["</x>", "HTML, </x>"],
    ["<?php", "HTML, <?php"],
    ["<IMG> in capitals", "HTML, <IMG>"],
    ["JavaScript:alert(1)", "an address that runs a program, JavaScript:"],
    ["data:text/html,x", "an address that runs a program, data:text/"],
    ["x&#160;y", "HTML, &#160;"],
    ["x&amp;y", "HTML, &amp;"],
    ["![a chart](chart.png)", "a link in Markdown, ![a chart](chart.png)"],
    ["it was *slow* then", "Markdown, *slow*"],
    ["it was __very slow__ then", "Markdown, __very slow__"],
    ["it was _slow_ then", "Markdown, _slow_"],
    ["zero\u200Bwidth", "an invisible character, U+200B"],
    ["mark\u200Eof direction", "an invisible character that changes the direction of writing, U+200E"],
    ["joined\u200Dletters", "an invisible character, U+200D"],
    ["tag\u{E0041}", "an invisible character, U+E0041"],
    ["filler\u3164", "an invisible character, U+3164"],
    ["blank\u2800", "an invisible character, U+2800"],
    ["chosen\uFE0F look", "an invisible character, U+FE0F"],
    ["private\uE000use", "an invisible character, U+E000"],
    ["half\uD800", "half a character, U+D800"],
    ["other half\uDC00", "half a character, U+DC00"],
    [
      "pile o\u0301\u0302\u0303\u0304",
      "marks without a letter, or too many marks on a letter, U+0301 U+0302 U+0303 U+0304",
    ],
    ["mark of nothing \u0301", "marks without a letter, or too many marks on a letter, U+0301"],
    ["\uFF1D1+1", "U+FF1D, like a formula"],
    ["soft\u00ADhyphen", "an invisible character, U+00AD"],
    ["thin\u2009space", "an unusual space, U+2009"],
    ["bell\u0007", "a control character, U+0007"],
    ["one\ttwo", "a tab"],
    ["one\ntwo", "a line break"],
  ];
  for (const [text, found] of refused)
    it(`refuses ${JSON.stringify(text)} as a note`, () => assert.deepEqual(check("note", text), [found]));

  const accepted = [
    "a - b = c + d @ e",
    "--mtu=9000 on both ends",
    "-w 64k -l 128k",
    "'95 % of it' says the author",
    "5 < 6 > 4 and <SERVER-IP>",
    "2 * 3 * 4, *.vmx, /dev/* and /sys/*, **",
    "rx_usecs and tx_usecs, _, ethtool -K",
    "R&D; AT&T",
    "[1] (see there)",
    "it's 5 o'clock",
    "a < b, <1 ms, <= 5 and a->b",
    "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645",
    "\u0915\u094D\u200D\u0937",
    "fine \u2714\uFE0F",
    "Vie\u0323\u0302t",
    "ends in a line break\n",
  ];
  for (const text of accepted)
    it(`accepts ${JSON.stringify(text)} as a note`, () => assert.deepEqual(check("note", text), []));

  it("lets a quote keep the signs of its source, but no HTML and no formula", () => {
    assert.deepEqual(check("quote", "use `vmxnet3`, the *default*, <model type='virtio'/>, [docs](page.md)"), []);
    assert.deepEqual(
      check("quote", "<hotRemoveSupported>true</hotRemoveSupported>, :ref:`no-iommu<vfio_noiommu>`, <source>"),
      [],
    );
    for (const html of ["<code>", "</script>", "<img/src=x>", "<!--", "<x onclick=run()>", "<link href=x>", "<p/"])
      assert.deepEqual(check("quote", `use ${html}`), [`HTML, ${html}`]);
    assert.deepEqual(check("quote", "=1+1"), ["=, like a formula"]);
  });

  it("takes every field that the schemas call a quote for one", () => {
    const quote = schemas.resolve({ $ref: "common.schema.json#/$defs/quote" });
    const fields = [...schemas.files.values()].flatMap((schema) => [
      ...listPatterns(schema, schemas, (target) => target === quote),
    ]);
    assert.ok(fields.length > 5);
    for (const field of fields) {
      const name = field.split(".").at(-1) ?? "";
      assert.deepEqual(listTexts({ [name]: "words" }), [{ path: [name], value: "words", wording: "quote" }]);
    }
  });
});

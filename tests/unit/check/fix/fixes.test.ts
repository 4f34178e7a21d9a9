import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Kind } from "../../../../tools/records/kinds.ts";
import { change, checkInWorld, fixInWorld, say, textOf } from "../support/world.ts";

/** A part of the sample of a kind, what stands there by mistake, and what it becomes where that is not what stood there. */
type Case = readonly [what: string, kind: Kind, sample: string, wrong: string, right?: string];

const mechanical: readonly Case[] = [
  ["a unit under another name", "dataset", "unit: Gbit/s", "unit: Gbps"],
  ["a unit in other capitals", "dataset", "unit: Mbit/s", "unit: MBit/s"],
  ["a unit with its own sign", "dataset", "unit: us", "unit: µs"],
  ["an enumerated word in capitals", "source", "kind: vendor-paper", "kind: Vendor-Paper"],
  ["an enumerated word with a space", "dataset", "topology: same-host", "topology: same host"],
  ["an enumerated word in quotes, which it keeps", "source", "vendor-paper", "'Vendor paper'", "'vendor-paper'"],
  ["a row's kind in capitals", "dataset", "kind: samples", "kind: Samples"],
  ["an id with a hyphen too many", "dataset", "adapter: vmxnet3", "adapter: vmxnet-3"],
  ["an id in capitals with a space", "dataset", "adapter: vmxnet3", "adapter: VMXNET 3"],
  ["evidence whose id lacks a hyphen", "rule", "dataset:sample-study/", "dataset:samplestudy/"],
  ["a key in capitals", "source", "licence: ", "Licence: "],
  ["a key in another style", "dataset", "durationSeconds: 30", "duration_seconds: 30"],
  ["a number in quotes", "dataset", "value: 2.65", "value: '2.65'"],
  ["a decimal comma", "dataset", "value: 2.65", "value: 2,65"],
  ["a decimal comma, keeping every digit", "dataset", "value: 2.65", "value: 2,6500", "value: 2.6500"],
  ["an enumerated number in quotes", "guest", "bitness: 64", 'bitness: "64"'],
  ["a year without quotes", "source", "'2012-05-06'", "2012", "'2012'"],
  ["a date with slashes, year first", "source", "'2012-05-06'", "2012/5/6", "2012-05-06"],
  ["a date with dots, day first", "source", "'2012-05-06'", "'6.5.2012'"],
  ["a date in words", "source", "'2012-05-06'", '"6 May 2012"', '"2012-05-06"'],
  ["a month and a year", "source", "'2012-05-06'", "July 2013", "2013-07"],
  ["a date whose day can be no month", "source", "'2012-05-06'", "16/05/2012", "2012-05-16"],
  ["a date whose day and month are the same", "source", "'2012-05-06'", "05/05/2012", "2012-05-05"],
  ["a version without quotes", "adapter", "since: '4.0'", "since: 4.0"],
  ["a single value for a list", "finding", "\n  - vsphere", " vsphere", " [vsphere]"],
  [
    "a single value with signs that brackets mind",
    "source",
    "\n  - Ann Author\n  - Bob Writer",
    " Ann [A.]",
    " ['Ann [A.]']",
  ],
  ["yes for true", "dataset", "hardwareVirtualization: true", "hardwareVirtualization: yes"],
  [
    "keys out of order",
    "source",
    "publisher: Example\npublished: '2012-05-06'",
    "published: '2012-05-06'\npublisher: Example",
  ],
  [
    "releases out of order",
    "platform",
    "  - version: '4.0'\n    name: ESX 4.0\n    virtualHardware: 7\n  - version: '8.0'\n    name: ESXi 8.0\n    virtualHardware: 20\n    virtualHardwareSince: Update 1\n",
    "  - version: '8.0'\n    name: ESXi 8.0\n    virtualHardware: 20\n    virtualHardwareSince: Update 1\n  - version: '4.0'\n    name: ESX 4.0\n    virtualHardware: 7\n",
  ],
  [
    "ranges out of order",
    "guest",
    "      - from: 7\n        to: 14\n        adapters:\n          - e1000\n          - vmxnet3\n      - from: 15\n        to: 21\n        adapters:\n          - vmxnet3\n",
    "      - from: 15\n        to: 21\n        adapters:\n          - vmxnet3\n      - from: 7\n        to: 14\n        adapters:\n          - e1000\n          - vmxnet3\n",
  ],
  ["a missing modeline", "finding", "# yaml-language-server: $schema=../schema/finding.schema.json\n", ""],
  [
    "a modeline below another comment",
    "finding",
    "# yaml-language-server: $schema=../schema/finding.schema.json\n",
    "# A finding.\n# yaml-language-server: $schema=../schema/finding.schema.json\n",
    "# yaml-language-server: $schema=../schema/finding.schema.json\n# A finding.\n",
  ],
  ["the modeline of another kind", "finding", "../schema/finding.schema.json", "../schema/rule.schema.json"],
  [
    "white space at the end of lines",
    "source",
    "title: A study of two adapters\n",
    "title: A study of two adapters \t\n",
  ],
  ["a missing line feed at the end", "source", "at unequal load.\n", "at unequal load."],
  ["empty lines at the end", "source", "at unequal load.\n", "at unequal load.\n\n\n"],
  ["tabs for indentation", "source", "  - Ann Author\n  - Bob Writer", "\t- Ann Author\n\t- Bob Writer"],
  ["a byte order mark", "source", "# yaml-language-server", "\uFEFF# yaml-language-server"],
];

describe("--fix corrects", () => {
  for (const [what, kind, sample, wrong, right = sample] of mechanical) {
    it(what, () => {
      const fixed = fixInWorld(kind, change(kind, sample, wrong));
      assert.equal(fixed.text, change(kind, sample, right));
      assert.equal(fixed.count, 1);
      assert.deepEqual(say(fixed.findings), []);
    });
  }
});

describe("--fix leaves alone, and the message says what to do,", () => {
  const doubtful: readonly (readonly [...Case, help: RegExp])[] = [
    ["a comma that may group thousands", "dataset", "value: 2.65", "value: 1,234", "", /may be 1\.234 or 1234/],
    ["a date that may be two", "source", "'2012-05-06'", "03/04/2013", "", /may be 2013-04-03 or 2013-03-04/],
    ["a day that no calendar has", "source", "'2012-05-06'", "31.2.2013", "", /ISO date/],
    ["a value with its unit", "dataset", "value: 2.65", "value: 2.65 Gbit/s", "", /write 2\.65 without quotes/],
    ["bytes for bits", "dataset", "unit: Gbit/s", "unit: GB/s", "", /copy number and unit from the quote/],
    ["a unit without its time", "dataset", "unit: Gbit/s", "unit: Gbit", "", /write "Gbit\/s"/],
    [
      "text that may be several entries",
      "source",
      "\n  - Ann Author\n  - Bob Writer",
      " Author, Writer",
      "",
      /start each entry/,
    ],
    ["ranges with a gap, which sorting does not close", "guest", "to: 14", "to: 12", "", /without gaps/],
    ["a misspelt word", "source", "vendor-paper", "vendor-papre", "", /did you mean "vendor-paper"/],
    ["a misspelt id", "dataset", "adapter: vmxnet3", "adapter: vmxnet4", "", /did you mean "vmxnet3"/],
    ["a misspelt key", "source", "licence: ", "lisence: ", "", /did you mean "licence"/],
  ];
  for (const [what, kind, sample, wrong, , help] of doubtful) {
    it(what, () => {
      const text = change(kind, sample, wrong);
      const fixed = fixInWorld(kind, text);
      assert.equal(fixed.text, text);
      assert.equal(fixed.findings.length, 1);
      assert.match(fixed.findings[0]?.help ?? "", help);
      assert.doesNotMatch(fixed.findings[0]?.help ?? "", /--fix/);
    });
  }
});

describe("white space in a block of text", () => {
  const code = "code: govc vm.network.add -vm {vm} -net {network} -net.adapter vmxnet3\n";
  it("belongs to the text", () => {
    const text = change("step", code, "code: |\n  cat <<END  \n  END\n");
    assert.deepEqual(say(checkInWorld("step", text)), []);
  });
  it("belongs to the text at the end of the file, where the text keeps its empty lines", () => {
    const [before = ""] = textOf("step").split("basis: stated");
    const text = `${before}basis: stated\nsources:\n  - source: sample-manual\n    quote: |+\n      Words.\n\n\n`;
    const found = checkInWorld("step", text).filter(({ rule }) => rule === "lines-tidy");
    assert.deepEqual(say(found), []);
  });
});

describe("a finding that --fix can correct", () => {
  it("says so at the end of its help", () => {
    const [finding] = checkInWorld("dataset", change("dataset", "unit: Gbit/s", "unit: Gbps"));
    assert.match(finding?.help ?? "", /^write "Gbit\/s"\. accepted: .*; run npm run check -- --fix$/);
  });
});

describe("--fix corrects many mistakes of a file at once", () => {
  const text = textOf("source");
  const [modeline = "", ...lines] = text.trimEnd().split("\n");
  const worst = `\uFEFF${[...lines.slice(6), ...lines.slice(0, 6)].join(" \r\n").replace("- Ann", "-  Ann").replaceAll("  -", "\t-")}`;
  it("and those that come to light by it", () => {
    const fixed = fixInWorld("source", worst);
    assert.equal(fixed.text, text.replace("- Ann", "-  Ann"));
    // Mark, line ends, tabs; then white space, modeline, order. The missing line feed went with the order or by itself.
    assert.ok(fixed.count >= 6);
    assert.deepEqual(say(fixed.findings), []);
    assert.equal(fixed.text.split("\n")[0], modeline);
  });
});

describe("--fix in a file that cannot be read", () => {
  it("corrects what is textual and nothing else", () => {
    const broken = change("source", "note: A reprint.", "note: [")
      .replaceAll("\n", "\r\n")
      .replace("kind: vendor", "kind: Vendor");
    const fixed = fixInWorld("source", broken);
    assert.equal(fixed.text, broken.replaceAll("\r", ""));
    assert.equal(fixed.findings.length, 1);
  });
  it("leaves tabs that may be of any width", () => {
    const doubtful = change("source", "  - Ann Author\n  - Bob Writer\n", "  Ann:\n\tBob: 1\n");
    assert.equal(fixInWorld("source", doubtful).text, doubtful);
  });
  it("does not write back what was lost in reading", () => {
    const lost = `${change("source", "A reprint.", "A r\uFFFDprint.")}\n\n`;
    assert.equal(fixInWorld("source", lost).text, lost);
  });
});

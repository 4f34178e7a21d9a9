import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findNearest, suggest } from "../../../advisor/questions/nearest.mjs";
import { findNumbers } from "../../../tools/check/numbers-in-text.ts";
import { nameField, nameFound, show } from "../../../tools/check/schema/words.ts";
import { select } from "../../../tools/check/select.ts";
import { findSynonym } from "../../../tools/check/synonyms.ts";
import { compareVersions } from "../../../tools/records/words.ts";

describe("findNearest", () => {
  const known = ["Mbit/s", "Gbit/s", "percent"];
  it("finds the word with the fewest edits", () => assert.equal(findNearest("GBit/sec", known), "Gbit/s"));
  it("ignores case, spaces and underscores", () =>
    assert.equal(findNearest("same host", ["two-hosts", "same-host"]), "same-host"));
  it("finds the shortest word with a part that begins so, before one with fewer edits", () => {
    const features = ["ha", "hot-remove", "hot-add", "storage-vmotion"];
    assert.equal(findNearest("Hot", features), "hot-add");
    assert.equal(findNearest("vmot", features), "storage-vmotion");
    assert.equal(findNearest("--current", ["--guest", "--current-adapter"]), "--current-adapter");
    assert.equal(findNearest("--", ["--vm"]), undefined);
    assert.equal(findNearest("motion", features), undefined);
  });
  it("finds nothing when nothing is near", () => {
    assert.equal(findNearest("furlongs", known), undefined);
    assert.equal(findNearest("x", []), undefined);
    assert.equal(suggest("furlongs", known), "");
  });
});

describe("findSynonym", () => {
  const units = ["kbit/s", "Mbit/s", "Gbit/s", "kB/s", "MB/s", "us", "ms", "transactions/s"];
  for (const [word, meant, isSame] of [
    ["Gbps", "Gbit/s", true],
    ["gbps", "Gbit/s", true],
    ["Gb/s", "Gbit/s", true],
    ["kbps", "kbit/s", true],
    ["MBIT/S", "Mbit/s", true],
    ["MBps", "MB/s", true],
    ["KB/s", "kB/s", true],
    ["µs", "us", true],
    ["mb/s", "Mbit/s", false],
    ["MBPS", "Mbit/s", false],
    ["Gbit", "Gbit/s", false],
    ["requests/s", "transactions/s", false],
  ] as const) {
    it(`knows ${word} as ${isSame ? "another spelling of" : "near to"} ${meant}`, () =>
      assert.deepEqual(findSynonym(word, units), { word: meant, isSame }));
  }
  for (const word of ["GB/s", "GBps", "Gigabyte/s", ""])
    it(`does not take "${word}" for bits`, () => assert.equal(findSynonym(word, units), undefined));
  it("suggests only what is accepted", () => assert.equal(findSynonym("Gbps", ["us", "ms"]), undefined));
  it("does not choose between words that differ in capitals only", () =>
    assert.equal(findSynonym("ab", ["AB", "aB"]), undefined));
});

describe("findNumbers", () => {
  for (const [text, expected] of [
    ["2.65 Gbit per second", [2.65]],
    ["it ended at 4.47.", [4.47]],
    ["at 10,000 PPS and 1,234,567.5", [10000, 1234567.5]],
    ["insgesamt 2,65 Gbit/s", [2.65]],
    ["values=256.24,255.00,165", [256.24, 255, 165]],
    ["4.66Gbit", [4.66]],
    ["about 6%", [6]],
    ["10-20 us", [10, 20]],
    ["a change of -3 %", [-3, 3]],
    ["vmxnet3 and e1000 on 82545EM", [82545]],
    ["10 000 packets (narrow space: 10\u202F000)", [10, 0, 10000]],
    ["", []],
  ] as const) {
    it(`in "${text}"`, () => assert.deepEqual([...findNumbers(text)].sort(), [...expected].sort()));
  }
});

describe("compareVersions", () => {
  it("compares part by part as numbers", () => {
    assert.ok((compareVersions("6.10", "6.9") ?? 0) > 0);
    assert.ok((compareVersions("6", "6.0.1") ?? 0) < 0);
    assert.equal(compareVersions("6.0", "6"), 0);
    // The advisor reads three parts, so a range between these two would never hold.
    assert.equal(compareVersions("1.9.2.1", "1.9.2.2"), 0);
  });
  it("says nothing about what is no version", () => {
    assert.equal(compareVersions("unknown", "6"), undefined);
    assert.equal(compareVersions(6, "6"), undefined);
  });
});

describe("select", () => {
  const data = { list: [{ a: 1 }, { b: 2 }, "text", null], map: { x: { a: 3 }, y: [] } };
  it("follows keys, items and values", () => {
    assert.deepEqual(select(data, "list.*.a"), [{ path: ["list", 0, "a"], value: 1 }]);
    assert.deepEqual(select(data, "map.*.a"), [{ path: ["map", "x", "a"], value: 3 }]);
  });
  it("finds keys", () =>
    assert.deepEqual(
      select(data, "map.key()").map(({ path, value }) => [path, value]),
      [
        [["map", "x"], "x"],
        [["map", "y"], "y"],
      ],
    ));
  it("finds nothing where the shape is another", () => {
    for (const pattern of ["list.a", "list.*.a.b", "absent.*", "list.key()", "map.toString"])
      assert.deepEqual(select(data, pattern), []);
    assert.deepEqual(select(null, "a.*"), []);
  });
});

describe("words for messages", () => {
  it("name a field by its key and items by their number", () => {
    assert.equal(nameField([]), "the record");
    assert.equal(nameField(["testbed", "host"]), '"host"');
    assert.equal(nameField(["authors", 1]), '"authors" item 2');
    assert.equal(nameField(["grid", 0, 2]), '"grid" item 1 item 3');
  });
  it("shorten what is long", () => assert.ok(show("x".repeat(500)).length <= 60));
  it("tell what is no number from one that is too large", () => {
    assert.equal(nameFound(8, "8.0"), "the number 8.0");
    assert.equal(nameFound(NaN, ".nan"), ".nan, which is not a finite number");
    assert.equal(nameFound(Infinity, "1e999"), "1e999, which is too large");
    assert.ok(nameFound(Infinity, "9".repeat(400)).length < 80);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parse } from "yaml";
import { placeFragment } from "../../../../tools/site/guides/check-fragment.ts";

const record = `# yaml-language-server: $schema=../schema/dataset.schema.json
title: A study
method: { tool: iperf, runs: 3 }
measurements:
  - id: first
    value: 1
  - id: second
    value: 2
`;

const linesOf = (text: string): string[] => text.split("\n");

describe("a fragment in a record", () => {
  test("takes the place of the fields that it names, and keeps the others", () => {
    const { text } = placeFragment(record, [], "title: Another study\n", "");
    assert.deepEqual(parse(text), { ...(parse(record) as object), title: "Another study" });
  });

  test("takes the place of what the other way of writing names", () => {
    assert.deepEqual(
      (parse(placeFragment(record, ["method"], "tool: netperf", "runs: 5").text) as { method: unknown }).method,
      { tool: "netperf" },
    );
  });

  test("can be part of an entry of a list, by its place or its id", () => {
    for (const step of [1, "second"]) {
      const { text } = placeFragment(record, ["measurements", step], "value: 20", "");
      assert.deepEqual((parse(text) as { measurements: unknown }).measurements, [
        { id: "first", value: 1 },
        { id: "second", value: 20 },
      ]);
    }
  });

  test("stands in the text as it is written, moved by the lines and columns that are returned", () => {
    const fragment = "value: 2,5   # as a text\nunit:\n  - wrong";
    for (const at of [[], ["method"], ["measurements", 0], ["measurements", "second"]]) {
      const { text, lines, columns } = placeFragment(record, at, fragment, "");
      const found = linesOf(text)
        .slice(lines, lines + 3)
        .map((line) => line.slice(columns));
      assert.deepEqual(found, linesOf(fragment), at.join("."));
    }
  });

  test("comes after the line that names the schema", () =>
    assert.equal(linesOf(placeFragment(record, [], "title: x", "").text)[0], linesOf(record)[0]));

  test("cannot be part of what is not there", () =>
    assert.throws(
      () => placeFragment(record, ["measurements", "third"], "value: 1", ""),
      /no mapping at measurements\.third/,
    ));
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { otherPlatforms } from "../../tools/records/kinds.ts";
import { attribute, findAll, findById, readKnowledge, readPageAt, textOf } from "./support/site.ts";
import type { Element } from "./support/site.ts";

const page = readPageAt("/contribute/form/");
const form = findById(page, "record-form");
assert.ok(form, "the form");
const controls = findAll(form, "input", "select", "textarea");

describe("the form that makes a dataset, before any script", () => {
  test("has a label for each of its controls", () => {
    const labels = findAll(form, "label");
    const labelled = new Set(labels.map((label) => attribute(label, "for")));
    const around = new Set(labels.flatMap((label) => findAll(label, "input")));
    const bare = controls.filter((control) => !labelled.has(attribute(control, "id")) && !around.has(control));
    assert.deepEqual(
      bare.map((control) => attribute(control, "id")),
      [],
    );
  });

  test("describes its controls by texts that are there", () => {
    for (const control of page.elements) {
      for (const id of (attribute(control, "aria-describedby") ?? "").split(" ").filter(Boolean))
        assert.ok(textOf(findById(page, id) ?? form).length > 0 && findById(page, id), id);
    }
  });

  test("asks in the order in which somebody can answer: study, source, measurements, then the rest", () => {
    const parts = findAll(form, "section", "details").flatMap((part) =>
      attribute(part, "id")?.startsWith("part-") ? [attribute(part, "id")] : [],
    );
    assert.deepEqual(parts, [
      "part-study",
      "part-source",
      "part-rows",
      "part-host",
      "part-guests",
      "part-method",
      "part-conditions",
      "part-permission",
      "part-result",
    ]);
  });

  test("offers every adapter and platform there is", () => {
    const idsOf = (kind: string): string[] =>
      readKnowledge<{ id: string }[]>(kind)
        .map(({ id }) => id)
        .sort();
    const offered = (id: string): (string | undefined)[] =>
      findAll(findById(page, id) ?? form, "option")
        .map((option) => attribute(option, "value") ?? textOf(option))
        .sort();
    assert.deepEqual(offered("list-adapter"), idsOf("adapters"));
    // A study may have run on a platform that the advisor does not know.
    assert.deepEqual(
      offered("f-platform").filter((value) => value !== ""),
      [...idsOf("platforms"), ...Object.keys(otherPlatforms)].sort(),
    );
  });

  test("says what to do by hand where no script runs", () => {
    const [byHand] = findAll(page, "div").filter(
      (element: Element) =>
        (attribute(element, "class") ?? "").includes("script-missing") &&
        textOf(element).includes("npm run new dataset"),
    );
    assert.ok(byHand);
    assert.match(textOf(byHand), /npm run check/);
  });

  test("sends nothing anywhere: it has no address and no button that submits", () => {
    assert.equal(attribute(form, "action"), undefined);
    assert.deepEqual(findAll(form, "button").filter((button) => attribute(button, "type") !== "button").length, 0);
  });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { situationFields } from "../../../advisor/questions/questions.ts";
import { describeForm } from "../../../advisor/ui/form/form.ts";
import { toolName } from "../../../advisor/ui/answer/names.ts";
import { knowledge } from "../advisor/knowledge.ts";

const fields = describeForm(knowledge).flatMap((group) => group.fields);

test("the form asks for every field of the situation, and for no other", () =>
  assert.deepEqual([...new Set(fields.map(({ name }) => name))].sort(), situationFields(knowledge).sort()));

test("every question but the platform's can be left open", () => {
  for (const { name, kind, choices } of fields) {
    if (name !== "platform" && (kind === "one" || kind === "list"))
      assert.ok(
        choices.some(({ value }) => value === ""),
        name,
      );
  }
});

test("no platform is chosen at first, and the assumed one leads the list", () =>
  assert.deepEqual(
    fields
      .find(({ name }) => name === "platform")
      ?.choices.slice(0, 2)
      .map(({ value }) => value),
    ["", "vsphere"],
  ));

test("every tool of a step has a name", () => {
  for (const { platform, tool } of knowledge.steps)
    assert.ok(toolName(knowledge, platform, tool) !== tool || tool === "govc" || tool === "libvirt", tool);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { SITUATION_FIELDS } from "../../../advisor/questions/fields.ts";
import { describeForm } from "../../../advisor/ui/form/form.ts";
import { words } from "../../../advisor/ui/words.ts";
import { knowledge } from "../advisor/knowledge.ts";

const fields = describeForm(knowledge).flatMap((group) => group.fields);

test("the form asks for every field of the situation, once", () => {
  assert.deepEqual(fields.map(({ name }) => name).sort(), [...SITUATION_FIELDS].sort());
  assert.deepEqual(Object.keys(words.fields).sort(), [...SITUATION_FIELDS].sort());
});

test("every question but the platform's can be left open", () => {
  for (const { name, kind, choices } of fields) {
    if (name !== "platform" && (kind === "one" || kind === "list"))
      assert.ok(
        choices.some(({ value }) => value === ""),
        name,
      );
  }
});

test("the assumed platform comes first", () =>
  assert.equal(fields.find(({ name }) => name === "platform")?.choices[0]?.value, "vsphere"));

test("every tool of a step has a name", () => {
  for (const { tool } of knowledge.steps) assert.ok(words.toolNames[tool], tool);
});

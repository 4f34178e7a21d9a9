import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadSchemas } from "../../../tools/check/schema/load-schemas.ts";
import type { JsonSchema } from "../../../tools/records/read-schemas.ts";
import { compileForm } from "../../../tools/site/compile/form/form.ts";
import type { FormField } from "../../../tools/site/compile/form/fields.ts";
import { makeAtlas } from "../site/compile/records.ts";

const schemas = loadSchemas(".");
const { files } = schemas;
const form = compileForm(makeAtlas(), files);
const ofDataset = [form.open, ...form.folded].flatMap((group) => group?.content ?? []);
const ofRow: FormField[] = [...form.row.line, ...form.row.result, ...form.row.more.flatMap(({ fields }) => fields)];

/** What whoever reviews the record adds. */
const reviewed = ["review", "contradicts"];

/** Paths of a schema's fields down to plain values and lists, without those that it fixes, a reviewer's and the lists of what is unknown. */
function listLeaves(schema: JsonSchema, path = ""): string[] {
  const target = schemas.resolve(schema);
  const parts = [...((target.allOf ?? []) as JsonSchema[]).map(schemas.resolve), target];
  const fields = parts.flatMap((part) => Object.entries((part.properties ?? {}) as { [name: string]: JsonSchema }));
  if (fields.length === 0) return target.const === undefined ? [path] : [];
  const own = fields.filter(([name, field]) => name !== "unknown" && !reviewed.includes(name) && !isCondition(field));
  return [...new Set(own.flatMap(([name, field]) => listLeaves(field, path === "" ? name : `${path}.${name}`)))];
}

/** A part that only narrows a field under a condition describes none. */
function isCondition(field: JsonSchema): boolean {
  return !("description" in schemas.resolve(field)) && !("description" in field);
}

const schemaOf = (kind: string): JsonSchema => files.get(`${kind}.schema.json`) ?? {};

/** Contradictions and the review of a source: who adds one record cannot know them. */
const isComparative = (path: string): boolean => /^(contradicts|review)\b/.test(path);

describe("the form", () => {
  test("asks for every field of a dataset once, but for what only a comparison shows", () => {
    const wanted = listLeaves(schemaOf("dataset")).filter((path) => path !== "measurements" && !isComparative(path));
    assert.deepEqual(["source", ...ofDataset.map(({ path }) => path)].sort(), wanted.sort());
  });

  test("has no hint that repeats its label or names a folder of the repository", () => {
    const bare = (text: string): string =>
      text
        .toLowerCase()
        .replace(/[^a-z ]|\b(?:the|a|of|its|in)\b/g, "")
        .trim();
    for (const { id, label, hint } of [...ofDataset, ...form.row.line, ...form.source.fields]) {
      assert.ok(!/data\/|\brecord in\b/.test(hint), `${id}: ${hint}`);
      assert.notEqual(bare(hint), bare(label), id);
    }
  });

  test("names percentiles with their decimals", () => {
    const labels = form.row.result.map(({ label }) => label).filter((label) => /^99/.test(label));
    assert.deepEqual(labels, ["99th percentile", "99.9th percentile", "99.99th percentile", "99.999th percentile"]);
  });

  test("asks for every field of a source once, but for what only a comparison shows", () => {
    const wanted = listLeaves(schemaOf("source")).filter((path) => !isComparative(path));
    assert.deepEqual(form.source.fields.map(({ path }) => path).sort(), wanted.sort());
  });

  test("leaves to reviewers what holds a record against the other evidence", () => {
    const asked = [...ofDataset, ...form.source.fields].map(({ path }) => path.split(".")[0] ?? "");
    assert.deepEqual(
      asked.filter((name) => reviewed.includes(name)),
      [],
    );
  });

  test("asks for every field of every kind of row once", () => {
    const kinds = (schemas.resolve({ $ref: "dataset.schema.json#/$defs/measurement" }).oneOf ?? []) as JsonSchema[];
    assert.equal(kinds.length, form.row.kinds.length);
    const wanted = [...new Set(kinds.flatMap((kind) => listLeaves(kind)))];
    assert.deepEqual(ofRow.map(({ path }) => path).sort(), wanted.sort());
  });

  test("gives each field an id and a label of its own within its part", () => {
    for (const group of [form.open, ...form.folded, { content: form.source.fields }]) {
      const labels = (group?.content ?? []).map(({ label }) => label);
      assert.deepEqual(
        labels.filter((label, index) => labels.indexOf(label) !== index),
        [],
      );
    }
    const ids = [...ofDataset, ...ofRow, ...form.source.fields].map(({ id }) => id);
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    );
  });

  test("lets the source be silent about numbers and texts that may be unknown, and about no others", () => {
    const unstated = (way: string): string[] =>
      ofDataset.filter(({ unknown }) => unknown === way).map(({ path }) => path);
    assert.deepEqual(unstated("list"), [
      "testbed.linkGbps",
      "method.runs",
      "method.durationSeconds",
      "method.warmUpSeconds",
    ]);
    assert.ok(unstated("word").includes("testbed.host"));
    assert.ok(!unstated("word").includes("title"));
  });

  test("knows what must be there, and not what an optional mapping would need", () => {
    const required = new Set([...ofDataset, ...ofRow].filter(({ isRequired }) => isRequired).map(({ path }) => path));
    for (const path of ["title", "testbed.nic", "method.tool", "permission.basis", "adapter", "metric"])
      assert.ok(required.has(path), path);
    for (const path of ["testbed.memory", "conditions.guest", "summary.confidenceInterval.low", "rows.base"])
      assert.ok(!required.has(path), path);
  });
});

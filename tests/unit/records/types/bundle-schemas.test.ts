import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bundleSchemas, nameType } from "../../../../tools/records/types/bundle-schemas.ts";
import type { JsonObject } from "../../../../tools/records/types/bundle-schemas.ts";

function bundle(schema: JsonObject): { [name: string]: unknown } {
  const common = { title: "Shared", $defs: { id: { title: "Id", type: "string" } } };
  const schemas = new Map<string, JsonObject>([
    ["common.schema.json", common],
    ["thing.schema.json", { title: "Thing", ...schema }],
  ]);
  return bundleSchemas(schemas).$defs as { [name: string]: unknown };
}

describe("nameType", () => {
  it("makes one word of a title, without articles", () =>
    assert.equal(nameType("Adapter on a platform"), "AdapterOnPlatform"));
  it("does not hide a type of the language", () => assert.equal(nameType("Date"), "IsoDate"));
});

describe("bundleSchemas", () => {
  it("turns references into names and keeps a description beside one", () => {
    const { Thing } = bundle({
      properties: {
        a: { $ref: "common.schema.json#/$defs/id" },
        b: { $ref: "common.schema.json#/$defs/id", description: "B." },
      },
    });
    const target = { $ref: "#/$defs/Id" };
    assert.deepEqual(Thing, { properties: { a: target, b: { description: "B.", allOf: [target] } } });
  });
  it("copies inherited fields into a row and closes it", () => {
    const base = { title: "Base", required: ["id"], properties: { id: { type: "string" } } };
    const row = {
      title: "Row",
      allOf: [{ $ref: "#/$defs/base" }],
      required: ["kind"],
      unevaluatedProperties: false,
      properties: { kind: { const: "row" } },
    };
    assert.deepEqual(bundle({ $defs: { base, row } }).Row, {
      type: "object",
      additionalProperties: false,
      required: ["id", "kind"],
      properties: { id: { type: "string" }, kind: { const: "row" } },
    });
  });
  it("drops conditions that no type expresses", () => {
    const { Thing } = bundle({
      type: "object",
      if: {},
      then: {},
      else: {},
      allOf: [{ if: {}, then: {} }],
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
      dependentRequired: { a: ["b"] },
    });
    assert.deepEqual(Thing, { type: "object" });
  });
  it("keeps a field that is called like a keyword", () => {
    assert.deepEqual(bundle({ properties: { title: { type: "string" }, if: { type: "string" } } }).Thing, {
      properties: { title: { type: "string" }, if: { type: "string" } },
    });
  });
  it("refuses two definitions with one name", () => {
    assert.throws(() => bundle({ $defs: { x: { title: "Id" } } }), /would both be the type Id; change one title/);
  });
  it("refuses a reference to nothing", () => {
    assert.throws(
      () => bundle({ properties: { a: { $ref: "common.schema.json#/$defs/nothing" } } }),
      /names no definition/,
    );
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { orderFields } from "../../../../tools/check/schema/fields.ts";
import { schemas, world } from "../support/world.ts";

/** The fields of a schema, of which only those matter that a test names. */
function order(schema: { [keyword: string]: unknown }, value: unknown = {}): string {
  return orderFields(schema, value, schemas).join(" ");
}
const fields = (...names: string[]): { [name: string]: object } => Object.fromEntries(names.map((name) => [name, {}]));

describe("the order of fields", () => {
  it("is that of the schema's properties", () => assert.equal(order({ properties: fields("b", "a", "c") }), "b a c"));
  it("begins with what is added where no example says otherwise", () =>
    assert.equal(order({ allOf: [{ properties: fields("b", "a") }], properties: fields("c") }), "c b a"));
  it("takes the place of an added field from an example", () =>
    assert.equal(
      order({
        allOf: [{ properties: fields("a", "b", "c") }],
        properties: fields("x"),
        examples: [{ a: 1, x: 2, c: 3 }],
      }),
      "a x b c",
    ));
  it("puts an added field that no example shows where examples show others", () => {
    const choice = {
      oneOf: [
        { allOf: [{ properties: fields("a", "b") }], properties: { kind: { const: "one" }, x: {} } },
        { allOf: [{ properties: fields("a", "b") }], properties: { kind: { const: "two" }, y: {} } },
      ],
      examples: [{ a: 1, kind: "one", x: 2, b: 3 }],
    };
    assert.equal(order(choice, { kind: "one" }), "a kind x b");
    assert.equal(order(choice, { kind: "two" }), "a kind y b");
  });
  it("follows an example of the same kind rather than another", () => {
    const base = { properties: fields("a", "b") };
    const branch = (kind: string): object => ({ allOf: [base], properties: { kind: { const: kind }, x: {} } });
    const examples = [
      { a: 1, b: 2, kind: "one", x: 3 },
      { kind: "two", a: 1, x: 2, b: 3 },
    ];
    assert.equal(order({ oneOf: [branch("one"), branch("two")], examples }, { kind: "two" }), "kind a x b");
  });
  it("of a row is the one in which all its kinds are written", () => {
    const [dataset] = world.records.filter(({ kind, id }) => kind === "dataset" && id === "sample-study");
    const rows = (dataset?.data as { measurements: { kind: string }[] }).measurements;
    for (const row of rows) {
      const places = orderFields({ $ref: "dataset.schema.json#/$defs/measurement" }, row, schemas);
      assert.deepEqual(
        Object.keys(row),
        places.filter((name) => name in row),
        row.kind,
      );
      assert.deepEqual(places.slice(0, 2), ["id", "kind"]);
    }
    assert.ok(rows.length > 0);
  });
});

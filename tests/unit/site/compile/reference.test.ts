import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadSchemas } from "../../../../tools/check/schema/load-schemas.ts";
import type { JsonSchema } from "../../../../tools/records/read-schemas.ts";
import type { Field } from "../../../../tools/site/compile/reference/fields.ts";
import { compileReference } from "../../../../tools/site/compile/reference/reference.ts";
import type { ReferencePage } from "../../../../tools/site/compile/reference/reference.ts";
import { listNodes } from "../../check/support/constraints.ts";

const words = { description: "Words.", examples: ["x"] };
const common: JsonSchema = {
  title: "Shared definitions",
  description: "Shared.",
  $defs: {
    id: { title: "Id", description: "An id.", type: "string", pattern: "^[a-z]+$", examples: ["abc"] },
    rate: { title: "Rate", description: "A rate.", type: "integer", minimum: 1, maximum: 9, examples: [5] },
    place: {
      title: "Place",
      description: "A place.",
      type: "object",
      properties: { page: { type: "integer", description: "Page.", examples: [3] } },
      examples: [{ page: 3 }],
    },
  },
};
const finding: JsonSchema = {
  title: "Finding",
  description: "A finding.",
  type: "object",
  properties: {},
  examples: [{}],
};

/** The page of a made-up kind whose record has the given fields. */
function compilePage(schema: JsonSchema): ReferencePage {
  const files = new Map([
    ["finding.schema.json", { ...finding, ...schema }],
    ["common.schema.json", common],
  ]);
  const page = compileReference(files).find(({ id }) => id === "finding");
  assert.ok(page);
  return page;
}

/** One field of such a record. */
function describeField(field: JsonSchema, more: JsonSchema = {}): Field {
  const found = findField(compilePage({ properties: { field }, ...more }), "field");
  assert.ok(found);
  return found;
}

function findField(page: ReferencePage, path: string): Field | undefined {
  return page.sections.flatMap(({ fields }) => fields).find((one) => one.path === path);
}

describe("the type of a field, in words", () => {
  const cases: [what: string, schema: JsonSchema, type: string][] = [
    ["text", { type: "string" }, "text"],
    ["a list of numbers", { type: "array", items: { type: "number" } }, "list of numbers"],
    ["a mapping with known fields", { type: "object", properties: { inner: { type: "string", ...words } } }, "mapping"],
    [
      "a mapping with any keys",
      {
        type: "object",
        propertyNames: { $ref: "common.schema.json#/$defs/id" },
        additionalProperties: { type: "string" },
      },
      "mapping from id to texts",
    ],
    ["text that has a name", { $ref: "common.schema.json#/$defs/id" }, "id"],
    ["a list of named text", { type: "array", items: { $ref: "common.schema.json#/$defs/id" } }, "list of ids"],
    ["a number that has a name", { $ref: "common.schema.json#/$defs/rate" }, "whole number"],
    [
      "a choice with a fixed word",
      { anyOf: [{ type: "integer" }, { const: "unknown" }] },
      "whole number or the word `unknown`",
    ],
    ["a closed list of values", { enum: ["a", "b"] }, "one of the values below"],
    ["a fixed word", { const: "value" }, "always `value`"],
  ];
  for (const [what, schema, type] of cases)
    test(what, () => assert.equal(describeField({ ...words, ...schema }).type, type));
});

describe("the limits of a field, in words", () => {
  const cases: [schema: JsonSchema, limits: string[]][] = [
    [{ type: "string", minLength: 2, maxLength: 40 }, ["2 to 40 characters"]],
    [{ type: "string", maxLength: 1 }, ["at most 1 character"]],
    [{ type: "string", pattern: "^a$", format: "uri" }, ["a complete web address", "pattern `^a$`"]],
    [{ type: "number", exclusiveMinimum: 0, maximum: 100 }, ["at most 100", "more than 0"]],
    [
      { type: "array", minItems: 1, uniqueItems: true, items: { type: "string", minLength: 3 } },
      ["at least 1 entry", "each entry once", "each entry: at least 3 characters"],
    ],
    [{ type: "object", minProperties: 2, properties: { inner: { type: "string", ...words } } }, ["at least 2 fields"]],
    [
      { type: "object", propertyNames: { maxLength: 9 }, additionalProperties: { type: "string" } },
      ["each key: at most 9 characters"],
    ],
    [{ $ref: "common.schema.json#/$defs/rate" }, ["1 to 9"]],
    // Its pattern is shown once, where the definition is.
    [{ $ref: "common.schema.json#/$defs/id" }, []],
  ];
  for (const [schema, limits] of cases)
    test(JSON.stringify(schema), () => assert.deepEqual(describeField({ ...words, ...schema }).limits, limits));
});

describe("conditions", () => {
  const metric = { enum: ["latency", "throughput"], ...words };
  const unit = { enum: ["us", "ms", "Gbit/s"], ...words };
  const compileWith = (condition: JsonSchema): ReferencePage =>
    compilePage({ properties: { metric, unit }, allOf: [condition] });
  const is = (value: string): JsonSchema => ({ properties: { metric: { const: value } }, required: ["metric"] });

  test("narrow the values of a field", () => {
    const page = compileWith({
      if: is("latency"),
      then: { properties: { unit: { enum: ["us", "ms"] } } },
      else: { properties: { unit: { const: "Gbit/s" } } },
    });
    assert.deepEqual(findField(page, "unit")?.narrowed, [
      { when: "if `metric` is `latency`", accepted: ["us", "ms"], limits: [] },
      { when: "if `metric` is not `latency`", accepted: ["Gbit/s"], limits: [] },
    ]);
  });

  test("make a field required, or forbid it", () => {
    const either = { properties: { metric: { enum: ["latency", "throughput"] } } };
    assert.deepEqual(findField(compileWith({ if: either, then: { required: ["unit"] } }), "unit")?.requiredWhere, [
      "if `metric` is `latency` or `throughput`",
    ]);
    assert.deepEqual(
      findField(compileWith({ if: { required: ["metric"] }, then: { not: { required: ["unit"] } } }), "unit")
        ?.forbiddenWhere,
      ["if `metric` is given"],
    );
    assert.deepEqual(
      findField(compileWith({ if: { not: { required: ["metric"] } }, then: { properties: { unit: false } } }), "unit")
        ?.forbiddenWhere,
      ["if `metric` is not given"],
    );
  });

  test("reach fields that lie deeper than where they stand", () => {
    const summary = { type: "object", properties: { max: { type: "number", ...words } }, ...words };
    const page = compilePage({
      properties: { metric, summary },
      allOf: [
        {
          if: is("latency"),
          then: { properties: { summary: { required: ["max"], properties: { max: { minimum: 0 } } } } },
        },
      ],
    });
    const max = findField(page, "summary.max");
    assert.deepEqual(
      [max?.requiredWhere, max?.narrowed],
      [["if `metric` is `latency`"], [{ when: "if `metric` is `latency`", accepted: [], limits: ["at least 0"] }]],
    );
  });

  test("that cannot be put into words are refused", () => {
    assert.throws(
      () => compileWith({ if: { properties: { metric: { pattern: "^l" } } }, then: { required: ["unit"] } }),
      /is not supported in words/,
    );
  });
});

describe("fields that belong together", () => {
  test("are named beside each other", () =>
    assert.deepEqual(describeField({ type: "string", ...words }, { dependentRequired: { field: ["other"] } }).beside, [
      "other",
    ]));
  test("of which one is needed are named above the fields", () => {
    const { sections } = compilePage({
      properties: { a: { type: "string", ...words } },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    });
    assert.deepEqual(sections[0]?.notes, ["At least one of `a`, `b` is needed."]);
  });
});

describe("kinds of rows", () => {
  const base = {
    title: "Base",
    description: "Base.",
    type: "object",
    required: ["unit"],
    properties: { unit: { type: "string", ...words }, relativeTo: { type: "string", ...words } },
  };
  const row = (kind: string, more: JsonSchema, required: string[]): JsonSchema => ({
    title: kind,
    description: `${kind}.`,
    allOf: [{ $ref: "#/$defs/base" }],
    required: ["kind", ...required],
    properties: { kind: { const: kind, ...words }, ...more },
  });
  const page = compilePage({
    properties: { rows: { type: "array", description: "Rows.", examples: [[]], items: { $ref: "#/$defs/row" } } },
    $defs: {
      base,
      row: {
        title: "Row",
        description: "A row.",
        discriminator: { propertyName: "kind" },
        oneOf: [{ $ref: "#/$defs/value" }, { $ref: "#/$defs/order" }],
      },
      value: row("value", { value: { type: "number", ...words } }, ["value"]),
      order: row("order", {}, ["relativeTo"]),
    },
  });
  const section = (id: string): ReferencePage["sections"][number] | undefined =>
    page.sections.find((one) => one.id === id);

  test("share a section for what every kind has", () => {
    assert.deepEqual(
      section("in-rows")?.fields.map(({ path, isRequired }) => [path, isRequired]),
      [
        ["rows[].unit", true],
        ["rows[].relativeTo", false],
      ],
    );
  });
  test("have a section each for the rest", () => {
    assert.deepEqual(
      section("rows.kind-value")?.fields.map(({ path, id }) => [path, id]),
      [
        ["rows[].kind", "rows.kind-value.kind"],
        ["rows[].value", "rows.kind-value.value"],
      ],
    );
  });
  test("say what only they require of the shared fields", () =>
    assert.deepEqual(section("rows.kind-order")?.notes, ["Here `relativeTo` is required."]));
});

describe("shared definitions", () => {
  test("are linked where they are used, and shown in one place", () => {
    const field = describeField({ $ref: "common.schema.json#/$defs/place", description: "Where." });
    assert.deepEqual(
      [field.description, field.definitions],
      ["Where.", [{ title: "Place", path: "/reference/#def-place" }]],
    );
  });
  test("that lead nowhere are named with the file that refers to them", () => {
    assert.throws(
      () => describeField({ $ref: "common.schema.json#/$defs/gone" }),
      /finding\.schema\.json: common\.schema\.json#\/\$defs\/gone leads nowhere/,
    );
  });
});

describe("the reference of the schemas in use", () => {
  const { files } = loadSchemas(fileURLToPath(new URL("../../../..", import.meta.url)));

  test("tells every keyword that they use", () => {
    const told = new Set([
      "$schema",
      "$id",
      "$ref",
      "$defs",
      "title",
      "description",
      "examples",
      "type",
      "const",
      "enum",
      "properties",
      "additionalProperties",
      "unevaluatedProperties",
      "propertyNames",
      "items",
      "required",
      "dependentRequired",
      "allOf",
      "anyOf",
      "oneOf",
      "discriminator",
      "if",
      "then",
      "else",
      "not",
      "minLength",
      "maxLength",
      "minItems",
      "maxItems",
      "minProperties",
      "maxProperties",
      "uniqueItems",
      "minimum",
      "maximum",
      "exclusiveMinimum",
      "exclusiveMaximum",
      "multipleOf",
      "pattern",
      "format",
    ]);
    const untold = [...files].flatMap(([file, schema]) =>
      listNodes(schema, `${file}#`).flatMap(({ schema: node, address }) =>
        Object.keys(node)
          .filter((keyword) => !told.has(keyword))
          .map((keyword) => `${address}/${keyword}`),
      ),
    );
    assert.deepEqual(untold, []);
  });

  test("knows which kinds each kind names", () => {
    const rule = compileReference(files).find(({ id }) => id === "rule");
    assert.deepEqual(rule?.names, ["platform", "feature", "adapter", "guest", "dataset", "finding", "step"]);
  });
});

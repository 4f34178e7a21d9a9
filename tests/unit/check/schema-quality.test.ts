import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { schemaFileOf, kinds } from "../../../tools/records/kinds.ts";
import { isMapping } from "../../../tools/check/select.ts";
import type { JsonSchema } from "../../../tools/records/read-schemas.ts";
import { findSchemaProseProblems, listSchemaFiles } from "../../schema-prose.ts";
import { addressNodes } from "./support/constraints.ts";
import { checkInWorld, root, samples, schemas, textOf } from "./support/world.ts";

const { nodes } = addressNodes(schemas.files);

/** Addresses of the fields that lack what a reader needs. */
function listFieldsWithout(hasIt: (field: JsonSchema) => boolean): string[] {
  return nodes
    .filter(({ address, schema }) => /\/properties\/[^/]+$/.test(address) && !isRefinement(address) && !hasIt(schema))
    .map(({ address }) => address);
}

/** A condition's fields are described where the condition's schema defines them. */
function isRefinement(address: string): boolean {
  return /\/(then|else|if)\//.test(address);
}

/** A word about the field itself, or about what it refers to. */
function hasKeyword(field: JsonSchema, keyword: string): boolean {
  return field[keyword] !== undefined || schemas.resolve(field)[keyword] !== undefined;
}

describe("schemas", () => {
  for (const kind of kinds) {
    it(`reject an empty ${kind}`, () => {
      const [modeline] = textOf(kind).split("\n");
      const findings = checkInWorld(kind, `${modeline}\n`).filter(({ file }) => file.includes(samples[kind]));
      assert.deepEqual(
        findings.map(({ rule, message }) => [rule, message]),
        [["schema", "the record is empty"]],
      );
    });
    it(`reject a ${kind} without fields`, () => {
      const validate = schemas.validatorOf(kind);
      assert.equal(validate({}), false);
    });
    it(`show examples of a ${kind} that are valid`, () => {
      const schema = schemas.files.get(schemaFileOf(kind).replace("data/schema/", ""));
      const validate = schemas.validatorOf(kind);
      const examples = (schema?.examples ?? []) as unknown[];
      assert.ok(examples.length > 0);
      for (const example of examples) assert.ok(validate(example), JSON.stringify(validate.errors));
    });
  }
  it("describe every field", () =>
    assert.deepEqual(
      listFieldsWithout((field) => hasKeyword(field, "description")),
      [],
    ));
  it("give an example for every field, or list its values", () => {
    const isShown = (field: JsonSchema): boolean => hasKeyword(field, "examples") || isShownByItems(field);
    assert.deepEqual(listFieldsWithout(isShown), []);
  });
  it("describe fields in short sentences and plain words", () => {
    const files = ["assets", "data", "tools"].flatMap((folder) => listSchemaFiles(join(root, folder)));
    assert.ok(files.length > 20);
    assert.deepEqual(findSchemaProseProblems(files), []);
  });
  it("are closed", () => {
    const isClosed = ({ schema }: { schema: JsonSchema }): boolean =>
      "additionalProperties" in schema || schema.unevaluatedProperties === false;
    const open = nodes
      .filter(({ schema }) => schema.type === "object" && !isClosed({ schema }))
      .map(({ address }) => address);
    // Each branch of the choice of rows is closed; what rows share cannot be, because the branches add to it.
    assert.deepEqual(open, ["dataset.schema.json#/$defs/measurementBase", "dataset.schema.json#/$defs/measurement"]);
  });
  // The site publishes them below /schema/v1/; an address that begins there leads editors, which read them here, astray.
  // A query says the version without moving the address, against which references between files resolve.
  it("have a versioned address beside each other, a title and a description", () => {
    for (const [file, schema] of schemas.files) {
      assert.equal(schema.$id, `${file}?version=1`);
      assert.equal(typeof schema.title, "string", file);
      assert.equal(typeof schema.description, "string", file);
    }
  });
  it("find each other by their addresses alone, as any validator does", () => {
    const ajv = new Ajv2020({ discriminator: true, strict: false, validateFormats: false });
    for (const schema of schemas.files.values()) ajv.addSchema(schema);
    for (const kind of kinds) {
      const validate = ajv.getSchema(`${kind}.schema.json?version=1`);
      assert.equal(validate?.({}), false, kind);
    }
  });
  it("show examples that are valid where they stand", () => {
    const ajv = new Ajv2020({ allErrors: true, discriminator: true, strict: false, validateFormats: false });
    for (const [file, schema] of schemas.files) ajv.addSchema(schema, file);
    const wrong = nodes.flatMap(({ address, schema }) => {
      const examples = (schema.examples ?? []) as unknown[];
      const validate = ajv.compile({ $ref: address });
      return examples
        .filter((example) => !validate(example))
        .map((example) => `${address}: ${JSON.stringify(example)} ${ajv.errorsText(validate.errors)}`);
    });
    assert.deepEqual(wrong, []);
  });
  it("cite in their examples only sources that there are", () => {
    const cited = nodes.flatMap(({ schema }) => [
      ...JSON.stringify(schema.examples ?? []).matchAll(/"source":"([^"]+)"/g),
    ]);
    assert.ok(cited.length > 5);
    assert.deepEqual(
      cited.map(([, id]) => String(id)).filter((id) => !existsSync(`${root}/data/sources/${id}.yaml`)),
      [],
    );
  });
});

/** A list is shown by an example of its items. */
function isShownByItems(field: JsonSchema): boolean {
  const { items } = schemas.resolve(field);
  return isMapping(items) && hasKeyword(items, "examples");
}

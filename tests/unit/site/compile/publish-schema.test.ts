import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { compile } from "json-schema-to-typescript";
import type { JSONSchema } from "json-schema-to-typescript";
import type { JsonSchema } from "../../../../tools/records/read-schemas.ts";
import { publishSchema } from "../../../../tools/site/compile/publish-schema.ts";

const folder = fileURLToPath(new URL("../../../../data/schema/", import.meta.url));
const schemas = new Map(
  readdirSync(folder).map((name) => [name, JSON.parse(readFileSync(folder + name, "utf8")) as JsonSchema]),
);
const read = (name: string): object => JSON.parse(publishSchema(name, schemas)) as object;

describe("a published schema", () => {
  for (const name of schemas.keys()) {
    it(`is read alone by a validator and by a generator of types: ${name}`, async () => {
      const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
      addFormats.default(ajv);
      assert.ok(ajv.compile(read(name)));
      assert.ok((await compile(read(name) as JSONSchema, "Record", { cwd: "/nowhere" })).length > 0);
      for (const [, reference = ""] of publishSchema(name, schemas).matchAll(/"\$ref": "([^"]*)"/g))
        assert.match(reference, /^#\/\$defs\//);
    });
  }
  it("keeps a definition of its own apart from another file's of the same name", () => {
    const small = new Map<string, JsonSchema>([
      ["common.schema.json", { $defs: { id: { type: "string" }, ids: { items: { $ref: "#/$defs/id" } } } }],
      [
        "thing.schema.json",
        {
          $id: "thing.schema.json?version=1",
          $defs: { id: { type: "number" } },
          properties: { a: { $ref: "common.schema.json?version=1#/$defs/ids" }, b: { $ref: "#/$defs/id" } },
        },
      ],
    ]);
    assert.deepEqual(JSON.parse(publishSchema("thing.schema.json", small)), {
      $id: "thing.schema.json?version=1",
      properties: { a: { $ref: "#/$defs/ids" }, b: { $ref: "#/$defs/id" } },
      $defs: { id: { type: "number" }, "common-id": { type: "string" }, ids: { items: { $ref: "#/$defs/common-id" } } },
    });
  });
});

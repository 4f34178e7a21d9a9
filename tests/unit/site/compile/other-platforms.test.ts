import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { otherPlatforms } from "../../../../tools/records/kinds.ts";
import { isMapping } from "../../../../tools/check/select.ts";
import { schemas } from "../../check/support/world.ts";

const ids = Object.keys(otherPlatforms);

describe("platforms that the advisor does not know", () => {
  for (const [file, field] of [
    ["dataset", "platform"],
    ["finding", "platforms"],
  ] as const)
    it(`are named where the schema of a ${file} describes them`, () => {
      const properties = schemas.files.get(`${file}.schema.json`)?.properties;
      const declared = isMapping(properties) ? properties[field] : undefined;
      const description = isMapping(declared) ? String(declared.description) : "";
      assert.deepEqual(
        ids.filter((id) => !new RegExp(`\\b${id}\\b`).test(description)),
        [],
      );
    });
});

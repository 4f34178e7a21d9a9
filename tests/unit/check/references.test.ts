import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { references } from "../../../tools/check/references.ts";
import { isMapping, select } from "../../../tools/check/select.ts";
import type { JsonSchema } from "../../../tools/records/read-schemas.ts";
import { kinds, schemaFileOf } from "../../../tools/records/kinds.ts";
import { schemas, world } from "./support/world.ts";

/** Definitions whose values name something, wherever they stand. */
const naming = ["id", "adapterIds", "evidenceRef"].map((name) =>
  schemas.resolve({ $ref: `common.schema.json#/$defs/${name}` }),
);
/** Ids that name nothing else: of a row, of a mode, and other ids of the record itself. */
const ownIds = new Set([
  "adapter platforms.*.modes.key()",
  "dataset measurements.*.id",
  "dataset measurements.*.rows.result",
  "dataset measurements.*.rows.base",
  "feature aliases.*",
]);
/** Fields that name something by text that is no id. */
const byName = new Set(["rule tests.*.given.guest", "step tool", "platform sameReleases.*"]);

/** Lists the patterns of the fields that a schema lets hold an id. */
function listIdFields(schema: JsonSchema, pattern: readonly string[]): string[] {
  const target = schemas.resolve(schema);
  if (target === naming[1]) return [[...pattern, "*"].join(".")];
  if (naming.includes(target)) return [pattern.join(".")];
  const { propertyNames, additionalProperties, items, properties } = target;
  return [
    ...[target.anyOf, target.oneOf, target.allOf].flatMap((branches) =>
      Array.isArray(branches) ? branches.flatMap((branch: JsonSchema) => listIdFields(branch, pattern)) : [],
    ),
    ...(isMapping(propertyNames) ? listIdFields(propertyNames, [...pattern, "key()"]) : []),
    ...(isMapping(additionalProperties) ? listIdFields(additionalProperties, [...pattern, "*"]) : []),
    ...(isMapping(items) ? listIdFields(items, [...pattern, "*"]) : []),
    ...(isMapping(properties)
      ? Object.entries(properties).flatMap(([name, field]) => listIdFields(field as JsonSchema, [...pattern, name]))
      : []),
  ];
}

describe("the list of references", () => {
  for (const kind of kinds) {
    it(`names every field of a ${kind} that the schema lets refer to something`, () => {
      const schema = schemas.files.get(schemaFileOf(kind).replace("data/schema/", "")) ?? {};
      const fields = new Set(listIdFields(schema, []).filter((field) => !ownIds.has(`${kind} ${field}`)));
      const listed = references[kind]
        .map(([pattern]) => pattern)
        .filter((pattern) => !byName.has(`${kind} ${pattern}`));
      assert.deepEqual([...listed].sort(), [...fields].sort());
    });
    it(`is tried for every such field of a ${kind}`, () => {
      const records = world.records.filter((record) => record.kind === kind);
      const untried = references[kind].filter(([pattern]) =>
        records.every(({ data }) => select(data, pattern).length === 0),
      );
      assert.deepEqual(untried, []);
    });
  }
});

import { folderOf } from "../../records/kinds.ts";
import type { Tombstone } from "../../records/record.ts";
import { suggest } from "../../../advisor/questions/nearest.mjs";
import type { Complaint, WorldRule } from "../rule.ts";
import { explainErrors } from "../schema/explain-errors.ts";
import { select } from "../select.ts";
import type { World } from "../world.ts";

/**
 * What stands in the place of a record that is gone says why and since when, and leads to a record that is there.
 *
 * Good: `tombstone: { status: moved, on: 2026-11-21, reason: Renamed after the study., successor: nobel-vmxnet3-2013 }`
 * Bad: `tombstone: { status: moved, on: 2026-11-21, reason: Renamed. }`, which leads nowhere.
 */
export const tombstonesWhole: WorldRule = {
  name: "tombstones-whole",
  summary: "A tombstone gives a reason and a date and leads to an existing record.",
  scope: "world",
  fixable: true,
  isDecisive: true,
  check: (world) =>
    world.set.tombstones.flatMap((tombstone) => {
      const misshapen = explainShape(tombstone, world);
      const complaints = misshapen.length > 0 ? misshapen : checkSuccessor(tombstone, world);
      return complaints.map((complaint) => ({ record: tombstone, ...complaint }));
    }),
};

function explainShape(tombstone: Tombstone, { schemas }: World): Complaint[] {
  const validate = schemas.validatorOf("tombstone");
  if (validate(tombstone.data)) return [];
  return explainErrors(validate.errors ?? [], tombstone, schemas.schemaOf("tombstone"), schemas);
}

function checkSuccessor({ kind, id, data }: Tombstone, { ids, findTombstone }: World): Complaint[] {
  const path = ["tombstone", "successor"];
  const [found] = select(data, path.join("."));
  if (!found || ids.get(kind)?.has(String(found.value))) return [];
  const successor = String(found.value);
  const next = select(findTombstone(kind, successor)?.data, "tombstone.successor")[0]?.value;
  if (successor === id)
    return [{ path, message: `"${id}" is its own successor`, help: "name the record that replaces it" }];
  if (findTombstone(kind, successor))
    return [
      {
        path,
        message: `the successor "${successor}" is removed too`,
        help: next === undefined ? "name another record, or write withdrawn" : `write its successor, ${String(next)}`,
      },
    ];
  return [
    {
      path,
      message: `"${successor}" is not declared in ${folderOf(kind)}`,
      help: suggest(successor, ids.get(kind) ?? []) || "a successor must be a record of the same kind",
    },
  ];
}

import { type AnyRecord, recordsOf } from "../../records/record.ts";
import { findRivals } from "../keep-unique.ts";
import { type Name, namesOfAdapter, namesOfFeature, namesOfGuest } from "../names.ts";
import type { WorldComplaint, WorldRule } from "../rule.ts";
import type { World } from "../world.ts";

/**
 * A name means one record: an id or alias of a feature, a spelling of an adapter on a platform, an id or name of a guest.
 * Case does not tell names apart. A guest's plain name and its osinfo id may be shared by its 32-bit and 64-bit releases.
 *
 * Good: `live-migration` as an alias of `vmotion` only.
 * Bad: `live-migration` as an alias of `vmotion` and of `storage-vmotion`.
 */
export const aliasesUnique: WorldRule = {
  name: "aliases-unique",
  summary: "A name leads to one record only.",
  scope: "world",
  check: (world) => [
    ...findShared(recordsOf(world.set, "feature"), namesOfFeature, world),
    ...findShared(recordsOf(world.set, "adapter"), namesOfAdapter, world),
    ...findShared(recordsOf(world.set, "guest"), namesOfGuest, world),
  ],
};

function findShared(
  records: readonly AnyRecord[],
  listNames: (record: AnyRecord) => Name[],
  world: World,
): WorldComplaint[] {
  const names = records.flatMap((record) => listNames(record).map((name) => ({ record, ...name })));
  // A record's own id is no mistake of that record, so ids are claimed before other names.
  const inOrder = [...names.filter(({ path }) => path.length === 0), ...names.filter(({ path }) => path.length > 0)];
  const claims = inOrder.map(({ record, path, name, scope }) => ({ key: `${name}\n${scope}`, record, path }));
  return findRivals(claims, world, ({ key }, holder) => {
    const [name = "", scope = ""] = key.split("\n");
    return {
      message: `"${name}" is already a name of ${holder.file}${scope && `, ${scope}`}`,
      help: "a name must be unique; remove it from one of the records",
    };
  });
}

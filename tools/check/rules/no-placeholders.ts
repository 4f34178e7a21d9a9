import type { AnyRecord } from "../../records/record.ts";
import { findPlaceholders, type Placeholder } from "../placeholders.ts";
import type { WorldComplaint, WorldRule } from "../rule.ts";
import { findField } from "../schema/fields.ts";
import { nameField, show } from "../schema/words.ts";
import type { World } from "../world.ts";

/**
 * Nothing of a draft is left open: no text starts with TODO, no id is `todo`, no comment says TODO.
 *
 * Good: `title: SR-IOV between two vSphere hosts over 10 GbE`
 * Bad: `title: 'TODO: for example SR-IOV on one blade'`, or `grade: comparison  # TODO`
 */
export const noPlaceholders: WorldRule = {
  name: "no-placeholders",
  summary: "A published record has no placeholders of its draft.",
  scope: "world",
  isDecisive: true,
  check: (world) =>
    world.set.records.flatMap((record) => findPlaceholders(record).map((place) => describe(place, record, world))),
};

function describe({ path, onKey, at }: Placeholder, record: AnyRecord, { schemas }: World): WorldComplaint {
  if (!path)
    return {
      file: record.file,
      ...at,
      message: "a comment contains a TODO",
      help: "do the task, then remove the comment",
    };
  const field = onKey ? undefined : findField(schemas.schemaOf(record.kind), record.data, path, schemas);
  const example = field?.example === undefined ? "" : ` For example: ${show(field.example)}`;
  const help = field?.description ? `${field.description}${example}` : "";
  const name = onKey ? "the name of this entry" : nameField(path);
  return {
    record,
    path,
    at,
    message: `${name} has a placeholder`,
    ...(onKey ? { onKey } : {}),
    ...(help ? { help } : {}),
  };
}

import { checkRecords } from "../../check/check-records.ts";
import type { Finding } from "../../check/rule.ts";
import { makeWorld } from "../../check/world.ts";
import type { World } from "../../check/world.ts";
import { fileOf } from "../../records/kinds.ts";
import type { Kind } from "../../records/kinds.ts";
import { parseRecords } from "../../records/load-records.ts";
import type { RecordFile } from "../../records/parse-record.ts";
import { settleDraft } from "./settle.ts";
import { writeYaml } from "./write-yaml.ts";

/** Writes the text of a new record: what is known in its place, the rest as a placeholder. */
export function draftFile(kind: Kind, id: string, answers: unknown, { schemas }: World): RecordFile {
  const text = writeYaml(kind, settleDraft({ kind, schemas, answers }));
  return { kind, id, file: fileOf(kind, id), text };
}

/** Finds what is wrong with new files, and what is left to be filled in, as the check will once they are there. */
export function checkNewFiles(files: readonly RecordFile[], world: World): Finding[] {
  const { records, unreadable, problems } = parseRecords(files);
  const { set, schemas, today } = world;
  return checkRecords(
    makeWorld({
      set: {
        ...set,
        records: [...set.records, ...records],
        unreadable: [...set.unreadable, ...unreadable],
        problems: [...set.problems, ...problems],
      },
      schemas,
      today,
      files: new Set(files.map(({ file }) => file)),
    }),
  );
}

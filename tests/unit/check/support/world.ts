import { fileURLToPath } from "node:url";
import { checkRecords } from "../../../../tools/check/check-records.ts";
import { fixRecords } from "../../../../tools/check/fix/fix-records.ts";
import type { Finding, Rule } from "../../../../tools/check/rule.ts";
import { loadSchemas } from "../../../../tools/check/schema/load-schemas.ts";
import { makeWorld } from "../../../../tools/check/world.ts";
import { putInto, samples, today } from "../../../../tools/site/compile/checks/fixture.ts";
import { fileOf } from "../../../../tools/records/kinds.ts";
import type { Kind } from "../../../../tools/records/kinds.ts";
import { loadRecords } from "../../../../tools/records/load-records.ts";
import type { RecordSet } from "../../../../tools/records/record.ts";

export { samples, today };

export const root = fileURLToPath(new URL("../../../..", import.meta.url));
export const schemas = loadSchemas(root);
/** A small repository in which every record passes and every id resolves. */
export const world = loadRecords(`${root}/tests/data/world`);

/** Checks the small world with one record in the place of another, or added to it. */
export function checkInWorld(kind: Kind, text: string, id: string = samples[kind], rules?: readonly Rule[]): Finding[] {
  return checkRecords(makeWorld({ set: putIntoWorld(kind, text, id), schemas, today }), rules);
}

/** Corrects what is mechanical in one record of the small world; says what its text is then, and what is left. */
export function fixInWorld(
  kind: Kind,
  text: string,
  id: string = samples[kind],
): { text: string; count: number; findings: readonly Finding[] } {
  const { texts, counts, findings } = fixRecords(putIntoWorld(kind, text, id), (set) =>
    checkRecords(makeWorld({ set, schemas, today })),
  );
  const file = fileOf(kind, id);
  return { text: texts.get(file) ?? text, count: counts.get(file) ?? 0, findings };
}

function putIntoWorld(kind: Kind, text: string, id: string): RecordSet {
  return putInto(world, { kind, id, file: fileOf(kind, id), text });
}

/** Findings as a reader sees them, without their help. */
export function say(findings: readonly Finding[]): string[] {
  return findings.map(({ file, line, col, rule, message }) => `${file}:${line}:${col}  ${rule}  ${message}`);
}

/** The text of a record of the small world. */
export function textOf(kind: Kind, id: string = samples[kind]): string {
  const record = world.records.find(({ file }) => file === fileOf(kind, id));
  if (!record) throw new Error(`tests/data/world has no ${fileOf(kind, id)}`);
  return record.text;
}

/** A record of the small world with one change to its text, which has to be there. */
export function change(kind: Kind, from: string, to: string, id: string = samples[kind]): string {
  const text = textOf(kind, id);
  if (!text.includes(from)) throw new Error(`${fileOf(kind, id)} of tests/data/world does not hold ${from}`);
  return text.replace(from, () => to);
}

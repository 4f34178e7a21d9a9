import type { Kind, RecordOf } from "./records.ts";

/** Returns what a record is called where it is mentioned. */
export function titleOf<K extends Kind>(kind: K, record: RecordOf<K>): string {
  if (kind === "guests") return guestTitle(record as RecordOf<"guests">);
  if ("title" in record) return record.title;
  if ("question" in record) return record.question;
  return "claim" in record ? record.claim : record.name;
}

function guestTitle({ name, bitness }: RecordOf<"guests">): string {
  return `${name} (${bitness}-bit)`;
}

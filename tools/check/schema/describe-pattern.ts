import type { Path } from "../../records/record.ts";
import { readDate } from "../dates.ts";
import { writeValue } from "../fix/write-value.ts";
import type { Words } from "../rule.ts";
import type { FaultContext } from "./describe-fault.ts";
import { findField } from "./fields.ts";
import type { Fault } from "./find-faults.ts";
import { nameField, show } from "./words.ts";

/** Says that text is not written as it should be, with the schema's own words for how it should. */
export function describePattern(
  { error, alternatives }: Fault,
  path: Path,
  value: unknown,
  { record, schema, schemas }: FaultContext,
): Words {
  const isKey = error.propertyName !== undefined;
  const written = String(value);
  const markup = /<[A-Za-z/!?]/.exec(written);
  if (error.schema === markupFree && markup) {
    return {
      message: `${nameField(path)} holds "${markup[0]}"`,
      help: "write the words alone, without markup; to mean less than, put a space after the <, as in a < b",
    };
  }
  const title = error.keyword === "format" ? "address" : String(error.parentSchema?.title ?? "").toLowerCase();
  const message = `${isKey ? "the key" : `${nameField(path)} is`} ${show(value)}${isKey ? "" : ", which"} is not ${title ? `a valid ${title}` : "accepted"}`;
  const field = findField(schema, record.data, path, schemas);
  const description = String(error.parentSchema?.description ?? field?.description ?? "");
  const example = (error.parentSchema?.examples as unknown[] | undefined)?.[0] ?? field?.example;
  const dates = title === "date" && !isKey ? (readDate(written)?.readings ?? []) : [];
  const fix = dates.length === 1 && dates[0] !== undefined ? writeValue(record, path, dates[0]) : undefined;
  const hints = [
    dates.length === 1 ? `write ${dates[0]}.` : "",
    dates.length > 1 ? `it may be ${dates.join(" or ")}: write the one that the source means.` : "",
    title === "id" ? suggestId(written) : "",
    /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(written) && title === "address" ? `write https://${written}` : "",
    description,
    example === undefined ? "" : `For example: ${show(example)}`,
    alternatives.length > 0 ? `Also accepted: ${alternatives.join(", ")}` : "",
  ];
  return { message, help: hints.filter(Boolean).join(" "), ...(fix ? { fix } : {}) };
}

/** The pattern of text without markup in the shared definitions. */
const markupFree = "^([^<]|<+[^<A-Za-z/!?])*<*$";

function suggestId(written: string): string {
  const id = written
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return id === "" ? "" : `write ${id}.`;
}

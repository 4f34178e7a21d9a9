import { BOOLEAN_FIELDS } from "./fields.ts";

/**
 * Turns fields that arrive as text (a query string, a form, flags) into the types of a situation.
 * What cannot be turned stays text, so that readSituation can name it as it was written. Empty text means unknown.
 */
export function fromText(fields: Iterable<readonly [string, string]>): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [field, raw] of fields) {
    const text = raw.trim();
    if (text === "" || text === "unknown") continue;
    if (field === "requires") {
      const listed = text.split(",").map((entry) => entry.trim()).filter(Boolean);
      input.requires = [...((input.requires as string[] | undefined) ?? []), ...listed];
    } else input[field] = typed(field, text);
  }
  return input;
}

/** The fields of a situation as text, in a form that fromText reads back; unknown fields are left out. */
export function toText(situation: object): [string, string][] {
  return Object.entries(situation).flatMap(([field, value]): [string, string][] =>
    value === undefined ? [] : Array.isArray(value) ? value.map((entry) => [field, String(entry)]) : [[field, String(value)]]);
}

function typed(field: string, text: string): unknown {
  if ((BOOLEAN_FIELDS as readonly string[]).includes(field)) {
    return text === "yes" || text === "true" ? true : text === "no" || text === "false" ? false : text;
  }
  if (field === "throughputGbps") return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (["bitness", "virtualHardware", "packetRate", "packetBytes", "linkGbps"].includes(field)) {
    // A comma between thousands, not the one of 2,5.
    const digits = text.replace(/[,_\s](?=\d{3}(?!\d))/g, "");
    return /^\d+$/.test(digits) ? Number(digits) : text;
  }
  return text;
}

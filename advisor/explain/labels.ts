import type { Field, NumberField } from "../questions/fields.ts";
import { groupDigits } from "./digits.ts";
import type { NumberValue } from "../engine/search-space.ts";
import type { Table } from "../engine/table.ts";
import { versionText } from "../knowledge/version.ts";

/** The question for an unknown field. */
export function questionText({ messages, platform }: Table, field: Field): string {
  switch (field) {
    case "guestDrivers":
      return messages.ask.guestDrivers(platform.guestDrivers);
    case "platformVersion":
      return messages.ask.platformVersion(platform.releaseName);
    default:
      return messages.ask[field]();
  }
}

/** A value of a field as a situation carries it: versions are text, the rest as it is. */
export function plainValue(field: Field, value: number | boolean): string | number | boolean {
  return field === "platformVersion" ? versionText(Number(value)) : value;
}

/** A range of a number field in words. */
export function rangeLabel(table: Table, field: NumberField, range: NumberValue): string {
  const { messages } = table;
  if (field === "packetRate" || field === "linkGbps") {
    const show = (value: number): string => groupDigits(value) + (field === "linkGbps" ? " Gbit/s" : "");
    if (range.to === Infinity) return messages.above(show(range.from - 1));
    return range.from === 0
      ? messages.atMost(show(range.to - 1))
      : messages.between(groupDigits(range.from), show(range.to - 1));
  }
  const { from, to } = field === "platformVersion" ? amongReleases(table, range) : range;
  const text = field === "platformVersion" ? versionText : String;
  if (to === Infinity) return messages.from(text(from));
  if (from === 0) return messages.before(text(to));
  return to - from === 1 ? text(from) : `${messages.from(text(from))}, ${messages.before(text(to))}`;
}

/** A range of releases by those that there are: nothing is before the first one. */
export function amongReleases(
  { releases }: Table,
  { from, to, first = from }: NumberValue,
): { from: number; to: number } {
  const next = (code: number): number => releases.find((release) => release.code >= code)?.code ?? code;
  return { from: first === releases[0]?.code ? 0 : next(first), to: next(to) };
}

/** A yes-or-no answer in words. */
export function booleanLabel({ messages }: Table, value: boolean): string {
  return value ? messages.yes() : messages.no();
}

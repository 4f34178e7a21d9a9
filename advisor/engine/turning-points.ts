import type { TurningPoint } from "../explain/advice.ts";
import { BOOLEAN_FIELDS, NUMBER_FIELDS, type BooleanField, type Field, type NumberField } from "../questions/fields.ts";
import { withValue, type Case, type Unknowns } from "./case.ts";
import { amongReleases, plainValue } from "../explain/labels.ts";
import { groupDigits } from "../explain/digits.ts";
import { isOfBulk } from "../questions/packet-rate.ts";
import type { Recommend } from "./questions.ts";
import { isDecisive, isWithin, numberValues, type NumberValue } from "./search-space.ts";
import { idOf, newestHardware, type Table } from "./table.ts";

/** For each known field the nearest change of its value that leads to another recommendation. */
export function turningPoints(
  table: Table,
  filled: Case,
  unknowns: Unknowns,
  best: number,
  recommend: Recommend,
  nameOf: (index: number) => string,
): TurningPoint[] {
  const { turning, virtualHardware } = table.messages;
  return [
    ...NUMBER_FIELDS.flatMap((field) => (unknowns.fields[field] ? [] : numberPoints(field))),
    ...BOOLEAN_FIELDS.flatMap((field) =>
      unknowns.fields[field] || filled.view.implied[field] || !isDecisive(table, filled, field)
        ? []
        : booleanPoint(field),
    ),
  ];

  function outcomeOf(field: Field, value: number | boolean): number {
    return recommend(withValue(table, filled, unknowns, field, value), field);
  }

  function numberPoints(field: NumberField): TurningPoint[] {
    const ranges = numberValues(table, filled, unknowns, field);
    const here = ranges.findIndex((range) => isWithin(range, filled.values[field]));
    // A rate that is read on the host says of CPU time what one that follows from bulk throughput does not: it is another answer, no threshold of this one.
    if (here < 0 || (field === "packetRate" && unknowns.fields.saveCpu && isOfBulk(unknowns.rates))) return [];
    return [
      ...nearest(field, "below", ranges.slice(0, here).reverse()),
      ...nearest(field, "above", ranges.slice(here + 1)),
    ];
  }

  /** The first of the ranges, nearest first, that leads elsewhere. */
  function nearest(field: NumberField, direction: "above" | "below", ranges: NumberValue[]): TurningPoint[] {
    for (const range of ranges) {
      if (isUnlisted(field, range.value) && !isUnlisted(field, filled.values[field])) continue;
      const found = outcomeOf(field, range.value);
      if (found === best) continue;
      const { from, to } = field === "platformVersion" ? amongReleases(table, range) : range;
      const edge = direction === "above" ? from : to;
      // Rates and links turn behind the last value on this side, releases and virtual hardware with the first beyond.
      const shown =
        field === "packetRate" || field === "linkGbps" ? edge - 1 : (plainValue(field, edge) as string | number);
      return [
        {
          field,
          value: shown,
          direction,
          recommended: idOf(table, found),
          text: numberText(field, direction === "above", shown, nameOf(found)),
        },
      ];
    }
    return [];
  }

  /** Whether a release or virtual hardware lies before all that is recorded of the guest: what it has there is no advice for a newer one. */
  function isUnlisted(field: NumberField, value: number): boolean {
    const [first] = filled.view.offered;
    return (
      (field === "platformVersion" ? newestHardware(table, value) : field === "virtualHardware" ? value : Infinity) <
      (first as { from: number }).from
    );
  }

  function numberText(field: NumberField, isAbove: boolean, value: string | number, adapter: string): string {
    switch (field) {
      case "packetRate":
        return turning[isAbove ? "rateAbove" : "rateBelow"](groupDigits(Number(value)), adapter);
      case "linkGbps":
        return turning.link(isAbove, String(value), adapter);
      default:
        return turning[!isAbove ? "before" : unknowns.fields.virtualHardware ? "releaseFrom" : "from"](
          field === "platformVersion" ? table.platform.releaseName : virtualHardware(),
          String(value),
          adapter,
        );
    }
  }

  function booleanPoint(field: BooleanField): TurningPoint[] {
    const value = !filled.values[field];
    const found = outcomeOf(field, value);
    if (found === best) return [];
    const adapter = nameOf(found);
    const text =
      field === "guestDrivers"
        ? turning.guestDrivers(value, table.platform.guestDrivers, adapter)
        : turning[field](value, adapter);
    return [{ field, value, direction: "at", recommended: idOf(table, found), text }];
  }
}

import type { Field, NumberField, YesNoField } from "../questions/situation.ts";
import { withValue, type FilledSituation, type Unknowns } from "./fill-situation.ts";
import { isOfBulk } from "../questions/packet-rate.ts";
import type { Recommend } from "./questions.ts";
import { isDecisive, isWithin, numberValues } from "./search-space.ts";
import { amongReleases, newestHardware, type NumberValue, type Table } from "./table.ts";

/** The nearest value of a known field at which another adapter is recommended. */
export interface TurningPoint {
  field: Field;
  /** The last value on this side of rates and links, the first beyond of releases (as codes) and virtual hardware, the other answer of yes and no. */
  value: number | boolean;
  direction: "above" | "below" | "at";
  /** Index of the adapter, -1 when none fits. */
  recommended: number;
}

/** For each known field the nearest change of its value that leads to another recommendation. */
export function turningPoints(
  table: Table,
  filled: FilledSituation,
  unknowns: Unknowns,
  best: number,
  recommend: Recommend,
): TurningPoint[] {
  return [
    ...table.numberFields.flatMap((field) => (unknowns.fields[field] ? [] : numberPoints(field))),
    ...table.yesNoFields.flatMap((field) =>
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
      const value = isReleaseLike(field) ? edge : edge - 1;
      return [{ field, value, direction, recommended: found }];
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

  function booleanPoint(field: YesNoField): TurningPoint[] {
    const value = !filled.values[field];
    const recommended = outcomeOf(field, value);
    return recommended === best ? [] : [{ field, value, direction: "at", recommended }];
  }
}

/** Whether the values of a number field are releases of a kind, which are named by the first that has something. */
export function isReleaseLike(field: Field): boolean {
  return field === "platformVersion" || field === "virtualHardware";
}

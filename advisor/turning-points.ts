import type { TurningPoint } from "./advice.ts";
import { BOOLEAN_FIELDS, NUMBER_FIELDS, type BooleanField, type NumberField } from "./fields.ts";
import { withValue, type Case, type Unknowns } from "./case.ts";
import { plainValue } from "./labels.ts";
import { groupDigits } from "./digits.ts";
import { isDecisive, isWithin, numberValues, type NumberValue } from "./search-space.ts";
import type { Table } from "./table.ts";
import { versionText } from "./version.ts";

type Outcome = string | null;

/** For each known field the nearest change of its value that leads to another recommendation. */
export function turningPoints(
  table: Table, filled: Case, unknowns: Unknowns, base: Outcome,
  recommend: (changed: NumberField | BooleanField) => Outcome, nameOf: (adapter: Outcome) => string,
): TurningPoint[] {
  return [
    ...NUMBER_FIELDS.flatMap((field) => unknowns.numbers[field] ? [] : numberPoints(field)),
    ...BOOLEAN_FIELDS.flatMap((field) => unknowns.booleans[field] || !isDecisive(table, filled, field) ? [] : booleanPoint(field)),
  ];

  function numberPoints(field: NumberField): TurningPoint[] {
    const ranges = numberValues(table, filled, unknowns, field);
    const here = ranges.findIndex((range) => isWithin(range, filled.numbers[field]));
    if (here < 0) return [];
    const walk = (order: NumberValue[]): { range: NumberValue; found: Outcome } | undefined => {
      for (const range of order) {
        const found = withValue(table, filled, unknowns, field, range.value, () => recommend(field));
        if (found !== base) return { range, found };
      }
      return undefined;
    };
    const above = walk(ranges.slice(here + 1));
    const below = walk(ranges.slice(0, here).reverse());
    return [
      ...(below ? [numberPoint(field, "below", below.range.to, below.found)] : []),
      ...(above ? [numberPoint(field, "above", above.range.from, above.found)] : []),
    ];
  }

  function numberPoint(field: NumberField, direction: "above" | "below", edge: number, found: Outcome): TurningPoint {
    if (field === "linkGbps") {
      const last = edge - 1;
      return { field, value: last, direction, recommended: found, text: table.messages.turning.link(direction === "above", String(last), nameOf(found)) };
    }
    if (field === "packetRate") {
      const last = edge - 1;
      const text = direction === "above" ? table.messages.turning.rateAbove : table.messages.turning.rateBelow;
      return { field, value: last, direction, recommended: found, text: text(groupDigits(last), nameOf(found)) };
    }
    const what = field === "platformVersion" ? table.platform.name : table.messages.virtualHardware();
    const shown = field === "platformVersion" ? versionText(edge) : String(edge);
    const text = direction === "above" ? table.messages.turning.from : table.messages.turning.before;
    return { field, value: plainValue(field, edge), direction, recommended: found, text: text(what, shown, nameOf(found)) };
  }

  function booleanPoint(field: BooleanField): TurningPoint[] {
    const value = !filled.booleans[field];
    const found = withValue(table, filled, unknowns, field, value, () => recommend(field));
    if (found === base) return [];
    const text = field === "guestDrivers"
      ? table.messages.turning.guestDrivers(value, table.platform.guestDrivers, nameOf(found))
      : table.messages.turning[field](value, nameOf(found));
    return [{ field, value, direction: "at", recommended: found, text }];
  }
}

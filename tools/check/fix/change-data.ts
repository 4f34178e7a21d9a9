import type { Path } from "../../records/record.ts";
import { isMapping } from "../select.ts";
import type { Change } from "./fix.ts";

/** Makes the data that changes ask for; what is not named stays as it is. */
export function changeData(data: unknown, changes: readonly Change[]): unknown {
  // Values first and inner keys before outer ones, so that every path still leads where it led.
  const values = changes.filter((change) => "value" in change);
  const keys = changes.filter((change) => "key" in change).sort((a, b) => b.path.length - a.path.length);
  return [...values, ...keys].reduce((changed, change) => changeAt(changed, change.path, change), data);
}

function changeAt(data: unknown, [step, ...rest]: Path, change: Change): unknown {
  if (step === undefined) return "value" in change ? change.value : data;
  if (Array.isArray(data)) {
    return data.map((item: unknown, index) => (index === step ? changeAt(item, rest, change) : item));
  }
  if (!isMapping(data)) return data;
  const isLast = rest.length === 0;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      if (key !== String(step)) return [key, value];
      return isLast && "key" in change ? [change.key, value] : [key, changeAt(value, rest, change)];
    }),
  );
}

import { isMapping } from "./select.ts";

/** Whether two plain trees of values say the same, whatever the order of their keys; also in a browser, which has no node:util. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSameData(item, b[index]));
  if (!isMapping(a) || !isMapping(b)) return Object.is(a, b);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameData(a[key], b[key]))
  );
}

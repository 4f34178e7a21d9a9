import type { Pair } from "../../../advisor/ui/form/pairs.ts";
import { readAddress } from "./address.ts";

/** Marks the typical situation that the form describes, if it is one of them. */
export function markPresets(links: Iterable<HTMLAnchorElement>): (pairs: readonly Pair[]) => void {
  // A link without answers describes no situation.
  const presets = [...links]
    .map((link) => ({ link, key: keyOf(readAddress(link.search)) }))
    .filter(({ key }) => key !== "");
  return (pairs) => {
    const key = keyOf(pairs);
    for (const preset of presets) preset.link.ariaCurrent = preset.key === key ? "true" : null;
  };
}

function keyOf(pairs: readonly Pair[]): string {
  return pairs
    .map(([field, value]) => `${field}=${value}`)
    .sort()
    .join("&");
}

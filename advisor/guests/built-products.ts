import { oncePer } from "../collections.ts";
import type { Guest } from "../knowledge/knowledge.ts";
import { withoutOtherProcessor } from "./guests.ts";

/** A product by the name and the release that a spelling gives, and the guests on some release of which it is built. */
interface BuiltProduct {
  name: string;
  /** Its name without a release. */
  product: string;
  bases: Guest[];
}

/** The product that a spelling begins with; undefined for another text, and for one that names another processor than x86. */
export function findProduct(guests: readonly Guest[], spelling: string): BuiltProduct | undefined {
  const written = spelling
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
  const known = productsOf(guests).find(
    ({ key }) => written.startsWith(key) && !/^[a-z]/.test(written.slice(key.length)),
  );
  if (known === undefined || withoutOtherProcessor(spelling) !== undefined) return undefined;
  const [release = ""] = /^ ?[a-z]?\d+(?:\.\d+)*/.exec(written.slice(known.key.length)) ?? [];
  return {
    name: `${known.name} ${release.trim()}`.trim(),
    product: known.name,
    bases: guests.filter(({ products = [] }) => products.includes(known.name)),
  };
}

/** The guests on some release of which a product is built that a spelling names. */
export function basesOf(guests: readonly Guest[], spelling: string): Guest[] {
  return findProduct(guests, spelling)?.bases ?? [];
}

/** The products that are built on guests, the longest name first: TrueNAS SCALE is not any TrueNAS. */
const productsOf = oncePer((guests: readonly Guest[]) =>
  [...new Set(guests.flatMap((guest) => guest.products ?? []))]
    .map((name) => ({ name, key: name.toLowerCase().replaceAll("-", " ") }))
    .sort((a, b) => b.key.length - a.key.length),
);

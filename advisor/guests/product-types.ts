import type { Guest, Knowledge } from "../knowledge/knowledge.ts";
import { lookUpGuest, type GuestIndex } from "./guests.ts";

/** A word that a product on some platform has for guests, with these. */
interface ProductType {
  platform: string;
  product: string;
  members: readonly string[];
}

/** With spaces around it. */
const LONGEST_TYPE = 20;

/** Every word of the products, with the ids of its guests, those of 64 bits and the usual one first. */
export function productTypes({ platforms }: Pick<Knowledge, "platforms">): Map<string, ProductType> {
  return new Map(
    platforms.flatMap(({ id, products = [] }) =>
      products.flatMap(({ name, guestTypes }) =>
        Object.entries(guestTypes).map(([type, members]) => [type, { platform: id, product: name, members }] as const),
      ),
    ),
  );
}

/** Whether a spelling is taken for a product's type although another tool has an id of the same text. */
export function isProductType(
  knowledge: Pick<Knowledge, "platforms">,
  spelling: string,
  platform: string | undefined,
): boolean {
  return typesOf(knowledge).get(spelling.trim().toLowerCase())?.platform === platform && platform !== undefined;
}

/**
 * The guests that a spelling means as a product's type, and the product; none for other text. Where the same text is an id of
 * another tool (`win10`), it is a type on the product's platform alone. A bitness leaves those that have it.
 */
export function listTypeGuests(
  knowledge: Pick<Knowledge, "platforms" | "guests">,
  index: GuestIndex,
  spelling: string,
  platform: string | undefined,
  bitness?: number,
): { product: string; guests: Guest[] } {
  const type = spelling.length > LONGEST_TYPE ? undefined : typesOf(knowledge).get(spelling.trim().toLowerCase());
  if (!type || (platform !== type.platform && lookUpGuest(index, spelling).length > 0))
    return { product: "", guests: [] };
  const guests = type.members.flatMap((member) => knowledge.guests.find(({ id }) => id === member) ?? []);
  return {
    product: type.product,
    guests: guests.filter((guest) => bitness === undefined || guest.bitness === bitness),
  };
}

const known = new WeakMap<object, Map<string, ProductType>>();

/** Worked out once for a list of platforms. */
function typesOf({ platforms }: Pick<Knowledge, "platforms">): Map<string, ProductType> {
  const types = known.get(platforms) ?? productTypes({ platforms });
  known.set(platforms, types);
  return types;
}

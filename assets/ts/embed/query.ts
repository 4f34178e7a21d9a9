import { attributeOf, FIELD_ATTRIBUTES, OWN_ATTRIBUTES } from "../../../advisor/ui/attributes.ts";

/** Whose links the frame shows is not for its address to say: anybody could lead our readers to another host. */
const SET_BY_ADDRESS: readonly string[] = OWN_ATTRIBUTES.filter(
  (attribute) => attribute !== "atlas" && attribute !== "loading",
);
/** Attributes that are addresses: the frame takes only those of its own host. */
const ADDRESSES = ["policy", "stylesheet"];

/** What the frame's address asks for. */
export interface FrameQuery {
  /** Attributes for the component; fields go by the situation's names or by the attributes'. */
  attributes: [string, string][];
  /** The page that the advice may be told to, or null when none was named. */
  origin: string | null;
}

/** Reads the query string of a frame's address. */
export function readFrameQuery(address: string): FrameQuery {
  const attributes = new Map<string, string>();
  let origin: string | null = null;
  for (const [name, value] of new URL(address).searchParams) {
    const attribute = attributeOf(name);
    if (name === "origin") origin = readOrigin(value);
    // As in a permalink, a field without a value is unknown; as an attribute it would mean yes.
    else if (Object.hasOwn(FIELD_ATTRIBUTES, attribute) && value.trim() === "") continue;
    else if (ADDRESSES.includes(attribute) && !isOwnHost(value, address)) continue;
    else if (attribute === "require" && attributes.has(attribute))
      attributes.set(attribute, `${attributes.get(attribute)},${value}`);
    else if (Object.hasOwn(FIELD_ATTRIBUTES, attribute) || SET_BY_ADDRESS.includes(attribute))
      attributes.set(attribute, value);
  }
  return { attributes: [...attributes], origin };
}

/** Only a web origin can be told anything; "*" and "null" would tell everyone. */
function readOrigin(value: string): string | null {
  try {
    const { protocol, origin } = new URL(value);
    return protocol === "https:" || protocol === "http:" ? origin : null;
  } catch {
    return null;
  }
}

/** Whether an address leads to the frame's own host. */
function isOwnHost(value: string, address: string): boolean {
  try {
    return new URL(value, address).origin === new URL(address).origin;
  } catch {
    return false;
  }
}

import { isRecord } from "../../../advisor/collections.ts";
import { attributeOf, FIELD_ATTRIBUTES, OWN_ATTRIBUTES } from "../../../advisor/ui/attributes.ts";
import type { Advice } from "../../../advisor/explain/advice.ts";
import type { Action } from "../../../advisor/ui/dom.ts";
import type { OwnTexts } from "../../../advisor/ui/language.ts";
import type { AdviceDetail, ProblemDetail } from "../../../advisor/ui/vnic-advisor.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";

/** Whose links the frame shows is not for its address to say: anybody could lead our readers to another host. */
const SET_BY_ADDRESS: readonly string[] = OWN_ATTRIBUTES.filter(
  (attribute) => attribute !== "atlas" && attribute !== "loading",
);
/** Attributes that are addresses: the frame takes only those of its own host. */
const ADDRESSES = ["policy", "stylesheet"];

/** What the frame's address asks for. */
interface FrameQuery {
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

/** Version of the messages; one that a reader of today would misread raises it. */
const VERSION = 1;

/** Tells the height to whoever frames the page: it is no secret, and a sandboxed frame cannot know its parent's origin. */
interface ResizeMessage {
  type: "vnic-atlas:resize";
  version: typeof VERSION;
  height: number;
}

/** Tells the advice, and what led to it, to the origin that the frame's address named. */
interface AdviceMessage {
  type: "vnic-atlas:advice";
  version: typeof VERSION;
  recommended: string | null;
  situation: Situation;
  advice: Advice;
  permalink: string | null;
  cause: AdviceDetail["cause"];
}

/** What the parent may ask for: other values in the form, another look, own texts, a company policy. */
interface ConfigureMessage {
  type: "vnic-atlas:configure";
  situation?: Situation;
  theme?: string;
  /** Own attributes of the component: which fields are fixed or hidden, and compact. */
  attributes?: Record<string, string>;
  words?: OwnTexts;
  policy?: object;
}

export function resizeMessage(height: number): ResizeMessage {
  return { type: "vnic-atlas:resize", version: VERSION, height: Math.ceil(height) };
}

/** The message for vnic-ready: the form is there. */
export function readyMessage(detail: object): object {
  return { type: "vnic-atlas:ready", version: VERSION, atlas: detail };
}

export function adviceMessage({ advice, permalink, cause }: AdviceDetail): AdviceMessage {
  const { recommended, situation } = advice;
  return { type: "vnic-atlas:advice", version: VERSION, recommended, situation, advice, permalink, cause };
}

/** The message for vnic-action: what the reader did with the answer. */
export function actionMessage({ kind, what }: Action): object {
  return { type: "vnic-atlas:action", version: VERSION, kind, what };
}

/** The message for vnic-problem: what cannot be used. */
export function problemMessage({ kind, problems }: ProblemDetail): object {
  return { type: "vnic-atlas:problem", version: VERSION, kind, problems };
}

/** Whether a message comes from the page around the frame, and from the named origin if there is one. */
export function isFromParent(
  message: Pick<MessageEvent, "source" | "origin">,
  parent: unknown,
  origin: string | null,
): boolean {
  return message.source === parent && (origin === null || message.origin === origin);
}

/** Reads a message from the parent; anything else than the one that is understood is nothing. */
export function readConfigure(data: unknown): ConfigureMessage | null {
  if (typeof data !== "object" || data === null || !("type" in data) || data.type !== "vnic-atlas:configure")
    return null;
  const { situation, theme, words, policy, ...rest } = data as Record<string, unknown>;
  const attributes = Object.fromEntries(
    CONFIGURABLE.flatMap((name) => (typeof rest[name] === "string" ? [[name, rest[name]] as const] : [])),
  );
  return {
    type: "vnic-atlas:configure",
    ...(isRecord(situation) && { situation: situation as Situation }),
    ...(typeof theme === "string" && { theme }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(isRecord(words) && { words }),
    ...(isRecord(policy) && { policy }),
  };
}

/** Attributes that a message may set. */
const CONFIGURABLE = ["fixed", "hide", "compact"];

import { isRecord } from "../../../advisor/collections.ts";
import { attributeOf, FIELD_ATTRIBUTES, OWN_ATTRIBUTES, webAddress } from "../../../advisor/ui/attributes.ts";
import { findNearest } from "../../../advisor/questions/nearest.mjs";
import type { Advice } from "../../../advisor/explain/advice.ts";
import type { Action } from "../../../advisor/ui/dom.ts";
import type { AdviceDetail, ProblemDetail } from "../../../advisor/ui/component-events.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";

/** Whose links the frame shows is not for its address to say: anybody could lead our readers to another host. */
const SET_BY_ADDRESS: readonly string[] = OWN_ATTRIBUTES.filter(
  (attribute) => attribute !== "atlas" && attribute !== "loading",
);

/** What the frame's address asks for. */
interface FrameQuery {
  /** Attributes for the component; fields go by the situation's names or by the attributes'. */
  attributes: [string, string][];
  /** The page that the advice may be told to, or null when none was named. */
  origin: string | null;
  /** What in the address cannot be used, one line each. */
  problems: string[];
}

/** Reads the query string of a frame's address. */
export function readFrameQuery(address: string): FrameQuery {
  const attributes = new Map<string, string>();
  const problems: string[] = [];
  let origin: string | null = null;
  for (const [name, value] of new URL(address).searchParams) {
    const attribute = attributeOf(name);
    if (name === "origin") {
      origin = readOrigin(value);
      if (origin === null && value !== "")
        problems.push(
          `parameter origin: found "${value}", expected an origin with its scheme, such as https://portal.example`,
        );
    }
    // As in a permalink, a field without a value is unknown; as an attribute it would mean yes.
    else if (Object.hasOwn(FIELD_ATTRIBUTES, attribute) && value.trim() === "") continue;
    // A policy of another host is set, and refused where it is loaded: without it nothing may be recommended.
    else if (attribute === "stylesheet" && !isOwnHost(value, address))
      problems.push(`parameter ${name}: ${expectOwnFile(value, address)}`);
    else if (attribute === "require" && attributes.has(attribute))
      attributes.set(attribute, `${attributes.get(attribute)},${value}`);
    else if (Object.hasOwn(FIELD_ATTRIBUTES, attribute) || SET_BY_ADDRESS.includes(attribute))
      attributes.set(attribute, value);
    else if (attribute === "loading")
      problems.push(
        `parameter ${name}: the frame has no such parameter. To load it lazily, write loading="lazy" on the iframe`,
      );
    else
      problems.push(
        ...nameMisspelt("parameter", name, [...Object.keys(FIELD_ATTRIBUTES), ...SET_BY_ADDRESS, "origin"]),
      );
  }
  return { attributes: [...attributes], origin, problems };
}

/** A line for a name that looks like one that is known; any other may be meant for somebody else. */
function nameMisspelt(place: string, name: string, known: readonly string[]): string[] {
  const near = findNearest(name, known);
  return near === undefined ? [] : [`${place} ${name}: found an unknown name; nearest: ${near}`];
}

/** Only a web origin can be told anything; "*" and "null" would tell everyone. */
function readOrigin(value: string): string | null {
  return webAddress(value, "about:blank")?.origin ?? null;
}

/** Why the policy at an address cannot be used by the frame, or null where it can: the frame takes files of its own host. */
export function refusePolicy(value: string, address: string): string | null {
  return isOwnHost(value, address)
    ? null
    : `policy: ${expectOwnFile(value, address)}, or a policy in vnic-atlas:configure`;
}

function expectOwnFile(value: string, address: string): string {
  return `found "${value}", expected the address of a file on ${new URL(address).origin}`;
}

/** Whether an address leads to the frame's own host. */
function isOwnHost(value: string, address: string): boolean {
  return webAddress(value, address)?.origin === new URL(address).origin;
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

/** What the parent asks for: other values in the form, another look, own texts, a company policy. */
export interface Configuration {
  /** Attributes to set, or to remove where the value is null. */
  attributes: Record<string, string | null>;
  /** Properties to set; the element says what in them cannot be used. */
  properties: Record<string, unknown>;
  /** What else cannot be used, one line each. */
  problems: string[];
}

/** The message about the height of the content, in whole CSS pixels. */
export function resizeMessage(height: number): ResizeMessage {
  return { type: "vnic-atlas:resize", version: VERSION, height: Math.ceil(height) };
}

/** The message for vnic-ready: the form is there. */
export function readyMessage(detail: object): object {
  return { type: "vnic-atlas:ready", version: VERSION, atlas: detail };
}

/** The message for vnic-advice: the answer with its situation. */
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

/** What a message may set, and what each expects. */
const CONFIGURABLE: Readonly<Record<string, string>> = {
  theme: "text",
  fixed: "text",
  hide: "text",
  compact: "true or false",
  words: "an object",
  policy: "an object",
  situation: "an object",
};

/** A line for a parameter of the frame's address, which a message has elsewhere or not at all, and for a misspelt name. */
function refuseField(name: string, known: readonly string[]): string[] {
  const attribute = attributeOf(name);
  const field = FIELD_ATTRIBUTES[attribute];
  if (field !== undefined)
    return [`vnic-atlas:configure ${name}: found outside of situation. Write situation: { ${field}: … }`];
  if (attribute === "lang" || attribute === "stylesheet")
    return [`vnic-atlas:configure ${name}: found in a message. Write it in the URL of the frame`];
  return nameMisspelt("vnic-atlas:configure", name, known);
}

/** Reads a message from the parent; anything else than the one that is understood is nothing. */
export function readConfigure(data: unknown): Configuration | null {
  if (!isRecord(data) || data.type !== "vnic-atlas:configure") return null;
  const configuration: Configuration = { attributes: {}, properties: {}, problems: [] };
  const { attributes, properties, problems } = configuration;
  const known = Object.keys(CONFIGURABLE);
  for (const name of Object.keys(data))
    if (name !== "type" && !known.includes(name)) problems.push(...refuseField(name, known));
  for (const [name, expected] of Object.entries(CONFIGURABLE)) {
    const value = data[name];
    if (value === undefined) continue;
    // The element says what is wrong with a policy, and recommends nothing; but a text would be an address to it.
    if (name === "policy" ? typeof value !== "string" : expected === "an object" && isRecord(value ?? {}))
      properties[name] = value;
    else if (name === "compact" && typeof value === "boolean") attributes[name] = value ? "" : null;
    else if (expected !== "an object" && (value === null || (expected === "text" && typeof value === "string")))
      attributes[name] = value;
    else
      problems.push(
        `vnic-atlas:configure ${name}: found ${Array.isArray(value) ? "list" : typeof value}, expected ${expected}`,
      );
  }
  return configuration;
}

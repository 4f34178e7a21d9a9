import type { Advice } from "../../../advisor/explain/advice.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";

/** Version of the messages; one that a reader of today would misread raises it. */
const VERSION = 1;

/** Tells the height to whoever frames the page: it is no secret, and a sandboxed frame cannot know its parent's origin. */
export interface ResizeMessage {
  type: "vnic-atlas:resize";
  version: typeof VERSION;
  height: number;
}

/** Tells the advice to the origin that the frame's address named. */
export interface AdviceMessage {
  type: "vnic-atlas:advice";
  version: typeof VERSION;
  recommended: string | null;
  situation: Situation;
}

/** What the parent may ask for: other values in the form, another theme. */
export interface ConfigureMessage {
  type: "vnic-atlas:configure";
  situation?: Situation;
  theme?: string;
}

export function resizeMessage(height: number): ResizeMessage {
  return { type: "vnic-atlas:resize", version: VERSION, height: Math.ceil(height) };
}

export function adviceMessage({ recommended, situation }: Advice): AdviceMessage {
  return { type: "vnic-atlas:advice", version: VERSION, recommended, situation };
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
  const { situation, theme } = data as { situation?: unknown; theme?: unknown };
  return {
    type: "vnic-atlas:configure",
    ...(typeof situation === "object" && situation !== null && !Array.isArray(situation)
      ? { situation: situation as Situation }
      : {}),
    ...(typeof theme === "string" ? { theme } : {}),
  };
}

import { createHash } from "node:crypto";

/** The value that browsers hold a file to. */
export function hashIntegrity(bytes: Uint8Array): string {
  return `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
}

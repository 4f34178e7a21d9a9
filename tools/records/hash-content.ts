import { createHash } from "node:crypto";

/** Names a content by the first twelve hexadecimal digits of its SHA-256. */
export function hashContent(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 12);
}

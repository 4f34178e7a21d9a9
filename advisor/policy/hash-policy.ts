import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Characters of the longest policy that is read; one that names every adapter has some thousand. */
export const MOST_CHARACTERS = 65_536;

/** The hash by which an answer names a policy: SHA-256 of the bytes in which it came, which works without a secure context too. */
export function hashPolicy(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

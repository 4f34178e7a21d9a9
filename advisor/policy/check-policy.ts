import { show } from "../questions/read-situation.ts";
import type { Advisor } from "../advisor.ts";
import { isRecord } from "../collections.ts";
import { expectOneOf } from "../questions/nearest.mjs";
import { readSituation } from "../questions/read-situation.ts";
import type { Policy } from "./policy.ts";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** A policy, or every problem of what was given, one line each. */
export type PolicyResult = { policy: Policy; problems?: undefined } | { policy?: undefined; problems: string[] };

/** Something in a policy that cannot be used: where it is, and what is wrong. */
interface PolicyFault {
  path: readonly string[];
  message: string;
}

/** Fields of a policy file, in the order in which messages list them. */
const FIELDS = ["name", "platform", "platformVersion", "requires", "exclude"];
const MOST_REASON = 300;

/** What a file says, and where it says something; or why it cannot be read, one line each. */
export type ParsedPolicy =
  | { data: unknown; placeOf: (path: readonly string[]) => string; problems?: undefined }
  | { problems: string[] };

/** Parses the text of a file; `file` is the place for problems. */
type PolicyParser = (text: string, file: string) => ParsedPolicy;

/** Reads a policy that a program hands over: the text or the bytes of a file, or an object, whose hash is that of its JSON. */
export function readPolicyValue(given: unknown, parse: PolicyParser, advisor: Advisor): PolicyResult {
  if (ArrayBuffer.isView(given)) return readPolicyWith(parse, given as Uint8Array, advisor);
  const isText = typeof given === "string";
  let text: string | undefined;
  try {
    text = isText ? given : JSON.stringify(given);
  } catch (error) {
    const [cause] = (error as Error).message.split("\n");
    return { problems: [`policy: found an object that JSON cannot hold (${cause}), expected plain fields`] };
  }
  // JSON leaves out functions and symbols.
  if (text === undefined)
    return {
      problems: [`policy: found ${given === undefined ? "nothing" : `a ${typeof given}`}, expected plain fields`],
    };
  return readPolicyWith(isText ? parse : parseJson, new TextEncoder().encode(text), advisor);
}

/** Reads the file of a policy with the parser of its format; problems name the file and the field. */
export function readPolicyWith(
  parse: PolicyParser,
  bytes: Uint8Array,
  advisor: Advisor,
  file = "policy",
): PolicyResult {
  const text = new TextDecoder().decode(bytes);
  if (text.length > MOST_CHARACTERS)
    return { problems: [`${file}: found ${text.length} characters, expected at most ${MOST_CHARACTERS}`] };
  const parsed = parse(text, file);
  if (parsed.problems) return parsed;
  const { policy, faults } = checkPolicy(parsed.data, hashPolicy(bytes), advisor);
  if (policy) return { policy };
  return {
    problems: faults.map(({ path, message }) =>
      [...new Set([parsed.placeOf(path), path.join(".") || "policy"]), message].join(": "),
    ),
  };
}

/** Parses a policy as JSON, for pages without the parser of YAML. */
export function parseJson(text: string): ParsedPolicy {
  try {
    return { data: JSON.parse(text) as unknown, placeOf: () => "policy" };
  } catch (error) {
    // The browser names the place.
    return { problems: [`policy: found no JSON (${String(error)}). YAML is not read here`] };
  }
}

/** Checks what a policy says, however it was written. The hash is that of the bytes that it came in. */
function checkPolicy(
  data: unknown,
  sha256: string,
  advisor: Advisor,
): { policy: Policy; faults?: undefined } | { policy?: undefined; faults: PolicyFault[] } {
  const faults: PolicyFault[] = [];
  const complain = (path: readonly string[], message: string): void => void faults.push({ path, message });
  if (!isRecord(data)) {
    complain([], `found ${show(data)}, expected fields (${FIELDS.join(", ")})`);
    return { faults };
  }
  for (const field of Object.keys(data))
    if (!FIELDS.includes(field)) complain([field], `unknown field, ${expectOneOf(field, FIELDS)}`);
  const { name, platform, platformVersion, requires = [], exclude = {} } = data;
  if (typeof name !== "string" || name.trim() === "" || name.length > 100)
    complain(["name"], `found ${show(name)}, expected the policy's name, at most 100 characters`);
  // The advisor's own check of a situation knows the platforms, their versions and the features.
  const situation = readSituation(advisor, { platform, platformVersion, requires });
  for (const { field, found, expected, nearest } of situation.problems)
    complain([field], `found ${found}, expected ${expected}${nearest ? `; nearest: ${nearest}` : ""}`);
  if (!isRecord(exclude)) complain(["exclude"], `found ${show(exclude)}, expected adapter ids with a reason each`);
  else {
    const ids = advisor.knowledge.adapters.map(({ id }) => id);
    for (const [adapter, reason] of Object.entries(exclude)) {
      if (!ids.includes(adapter)) complain(["exclude", adapter], `unknown adapter, ${expectOneOf(adapter, ids)}`);
      if (typeof reason !== "string" || reason.trim() === "" || reason.length > MOST_REASON)
        complain(
          ["exclude", adapter],
          `found ${show(reason)}, expected the reason as text of at most ${MOST_REASON} characters`,
        );
    }
  }
  if (faults.length > 0) return { faults };
  return {
    policy: {
      name: String(name).trim(),
      ...(situation.situation.platform !== undefined && { platform: situation.situation.platform }),
      ...(situation.situation.platformVersion !== undefined && {
        platformVersion: situation.situation.platformVersion,
      }),
      requires: situation.situation.requires ?? [],
      exclude: exclude as Record<string, string>,
      sha256,
    },
  };
}

/** Characters of the longest policy that is read; one that names every adapter has some thousand. */
export const MOST_CHARACTERS = 65_536;

/** The hash by which an answer names a policy: SHA-256 of the bytes in which it came, which works without a secure context too. */
function hashPolicy(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

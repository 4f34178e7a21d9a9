import { parse } from "yaml";
import type { Outcome } from "./check-address.ts";

/** Addresses that are known not to answer a program, and why they stay. */
export interface Exception {
  address: string;
  expect: (Outcome["kind"] | number)[];
  reason: string;
}

const kinds: ReadonlySet<unknown> = new Set(["moved", "broken", "refused", "unreachable"]);

/** Reads the file of exceptions; each names a beginning of addresses, what may come of them, and a reason. */
export function readExceptions(text: string): Exception[] {
  const list: unknown = parse(text) ?? [];
  if (!Array.isArray(list)) throw new Error("the exceptions must be a list");
  return list.map((entry: unknown, index) => {
    if (!isException(entry))
      throw new Error(
        `exception ${index + 1} needs address (http...), expect (a list of ${[...kinds].join(", ")} or a status) and reason`,
      );
    return entry;
  });
}

/** Finds the exception that covers what became of an address. */
export function findException(url: string, outcome: Outcome, exceptions: readonly Exception[]): Exception | undefined {
  const status = "status" in outcome ? outcome.status : undefined;
  return exceptions.find(
    ({ address, expect }) =>
      url.startsWith(address) && expect.some((expected) => expected === outcome.kind || expected === status),
  );
}

function isException(value: unknown): value is Exception {
  if (typeof value !== "object" || value === null || Object.keys(value).sort().join() !== "address,expect,reason")
    return false;
  const { address, expect, reason } = value as Record<string, unknown>;
  const isExpected = (one: unknown): boolean => kinds.has(one) || (typeof one === "number" && one >= 300 && one < 600);
  return (
    typeof address === "string" &&
    /^https?:\/\/./.test(address) &&
    Array.isArray(expect) &&
    expect.length > 0 &&
    expect.every(isExpected) &&
    typeof reason === "string" &&
    reason.length > 10
  );
}

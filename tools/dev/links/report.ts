// The outcome for each address, compared with the exceptions, as text and as JSON.
import type { Address, Outcome } from "./addresses.ts";
import { parse } from "yaml";

/** An address with what became of it, and why that is accepted where it is. */
interface Checked extends Address {
  outcome: Outcome;
  accepted?: string;
}

interface LinkReport {
  checked: Checked[];
  /** Exceptions that no longer match an address. */
  idle: Exception[];
}

/** Compares the outcome of every address with the exceptions. */
export function judge(
  addresses: readonly Address[],
  outcomes: readonly Outcome[],
  exceptions: readonly Exception[],
): LinkReport {
  const used = new Set<Exception>();
  const checked = addresses.flatMap((address, index): Checked[] => {
    const outcome = outcomes[index];
    if (!outcome) return [];
    if (outcome.kind === "ok") return [{ ...address, outcome }];
    const exception = findException(address.url, outcome, exceptions);
    if (exception) used.add(exception);
    return [{ ...address, outcome, ...(exception ? { accepted: exception.reason } : {}) }];
  });
  return { checked, idle: exceptions.filter((exception) => !used.has(exception)) };
}

/** Whether an address is gone and no exception covers it. A moved address is only listed. */
export function isFailure({ outcome, accepted }: Checked): boolean {
  return outcome.kind !== "ok" && outcome.kind !== "moved" && accepted === undefined;
}

/** Prints for people: what is wrong with its places, then what has moved, then the sums. */
export function printText({ checked, idle }: LinkReport): string {
  const failures = checked.filter(isFailure);
  const moved = checked.filter(({ outcome, accepted }) => outcome.kind === "moved" && accepted === undefined);
  const accepted = checked.filter((one) => one.accepted !== undefined);
  const lines = [
    ...[...failures, ...moved].flatMap(({ url, places, outcome }) => [
      `${places.join(" ")}  ${outcome.kind}  ${url}`,
      `  ${explain(outcome)}`,
    ]),
    ...idle.map(
      ({ address }) =>
        `tools/dev/links/exceptions.yaml  idle  ${address}\n  no address needs this exception any more: remove it`,
    ),
    `${checked.length} addresses: ${failures.length} gone, ${moved.length} moved, ${accepted.length} accepted with a reason, ${checked.length - failures.length - moved.length - accepted.length} fine`,
  ];
  return `${lines.join("\n")}\n`;
}

/** Prints for programs. */
export function printJson(report: LinkReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

function explain(outcome: Outcome): string {
  switch (outcome.kind) {
    case "ok":
      return "it answers";
    case "moved":
      return `it answers at ${outcome.to}. Use this address if the document is the same`;
    case "broken":
      return `the server answers ${outcome.status}. Find the document's new address, cite an archived copy, or remove the address`;
    case "refused":
      return `the server answers ${outcome.status} to a program. Check the address in a browser, then add an exception with the reason`;
    case "unreachable":
      return `${outcome.reason}. Try again later. If it still fails, treat the address as gone`;
  }
}

/** Addresses known to reject programs, and why the links stay. */
interface Exception {
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

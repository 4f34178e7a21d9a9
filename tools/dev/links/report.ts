import type { Address } from "./collect-addresses.ts";
import type { Outcome } from "./check-address.ts";
import { findException } from "./exceptions.ts";
import type { Exception } from "./exceptions.ts";

/** An address with what became of it, and why that is accepted where it is. */
export interface Checked extends Address {
  outcome: Outcome;
  accepted?: string;
}

export interface LinkReport {
  checked: Checked[];
  /** Exceptions that cover nothing any more. */
  idle: Exception[];
}

/** Holds what became of every address against the exceptions. */
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

/** Whether somebody has to act: an address that no exception covers is gone. One that has moved is only told. */
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
      ({ address }) => `tools/dev/links/exceptions.yaml  idle  ${address}\n  it covers nothing any more: take it out`,
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
      return `it answers at ${outcome.to}; name that, if it is the same document`;
    case "broken":
      return `the server answers ${outcome.status}; find where the document went, name an archive of it, or leave the address out`;
    case "refused":
      return `the server answers ${outcome.status} to a program; look at it in a browser, then add an exception with the reason`;
    case "unreachable":
      return `${outcome.reason}; try again later, then treat it as gone`;
  }
}

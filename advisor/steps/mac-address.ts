import type { Platform } from "../knowledge/knowledge.ts";
import type { CodeValues } from "./fill-code.ts";

/** What is wrong with a MAC address that steps are to set by hand. */
export type MacProblem =
  /** It is no address; `nearest` is the same address as steps write it, where it is one in another spelling. */
  | { kind: "form"; nearest?: string }
  /** It names a group of machines, not one card; `nearest` is the address of one. */
  | { kind: "group"; nearest: string }
  /** It lies where the platform generates addresses, and may be refused when it is set by hand. */
  | { kind: "generated" };

const PAIRS = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i;
/** `Get-NetAdapter` writes dashes, network gear writes points, some lists write neither. */
const OTHER_SPELLING =
  /^(?:[0-9a-f]{2}([-: ]?)(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4})$/i;

/** Checks an address as a reader gave it; nothing is wrong with one that a card can bear on this platform. */
export function checkMac(address: string, platform: Platform | undefined): MacProblem | undefined {
  if (!PAIRS.test(address))
    return OTHER_SPELLING.test(address)
      ? { kind: "form", nearest: withColons(address.replace(/[^0-9a-f]/gi, "")) }
      : { kind: "form" };
  const first = parseInt(address, 16);
  if (first % 2 === 1) return { kind: "group", nearest: (first - 1).toString(16).padStart(2, "0") + address.slice(2) };
  return isGenerated(address, platform) ? { kind: "generated" } : undefined;
}

/** The values with what becomes of the old address: null where the platform may refuse it, so that the lines that set it are left out. */
export function withKeptMac(values: CodeValues, platform: Platform | undefined): CodeValues {
  const { mac } = values;
  return mac && PAIRS.test(mac) && isGenerated(mac, platform) ? { ...values, "kept-mac": null } : values;
}

function isGenerated(address: string, platform: Platform | undefined): boolean {
  const written = address.toLowerCase();
  return (platform?.macAddresses?.generated ?? []).some(({ from, to }) => {
    const beginning = written.slice(0, from.length);
    return from <= beginning && beginning <= to;
  });
}

function withColons(digits: string): string {
  return digits.match(/../g)?.join(":") ?? digits;
}

import { isEsxtop, isIpLink, isSysstat } from "../../../advisor/fleet/read/rates/rate-formats.ts";
import { decodeText } from "../../../advisor/fleet/read/text/documents.ts";
import type { FleetInput } from "../../../advisor/fleet/record.ts";
import { MOST_CHARACTERS } from "../../../advisor/policy/check-policy.ts";
import { isPolicy } from "../../../advisor/policy/read-policy.ts";
import type { AuditFiles, ChosenFiles } from "./protocol.ts";

/**
 * Gives each dropped file to its purpose by its content: whoever drops a folder need not sort it. The last drop that has an
 * inventory counts, with the policy, the packet rates and the older audit that were dropped after it.
 */
export async function sortInputs({ drops, ...given }: ChosenFiles): Promise<AuditFiles> {
  const sorted: AuditFiles = { ...given, files: [], rates: [...given.rates] };
  for (const drop of [...drops].reverse()) {
    for (const input of drop) {
      const head = await readHead(input);
      if (isAudit(head)) sorted.baseline ??= input;
      else if (isRates(head)) sorted.rates.push(input);
      else if (sizeOf(input) <= MOST_CHARACTERS && isPolicy(head)) sorted.policy ??= input;
      else sorted.files.push(input);
    }
    if (sorted.files.length > 0) break;
  }
  return sorted;
}

/** The bytes of an input, at most as many as asked for. */
export async function readBytes({ bytes }: FleetInput, most = Infinity): Promise<Uint8Array> {
  if (bytes instanceof Uint8Array) return bytes.subarray(0, most);
  return new Uint8Array(await bytes.slice(0, Math.min(most, bytes.size)).arrayBuffer());
}

/** Enough of a file to tell what it is. */
async function readHead(input: FleetInput): Promise<string> {
  const decoded = decodeText(await readBytes(input, MOST_CHARACTERS));
  return "text" in decoded ? decoded.text.replace(/^\ufeff/, "") : "";
}

function sizeOf({ bytes }: FleetInput): number {
  return bytes instanceof Uint8Array ? bytes.length : bytes.size;
}

/** Whether a file begins as `audit --format json` does. */
function isAudit(head: string): boolean {
  return /^\s*\{\s*"schemaVersion"\s*:\s*"[\d.]+",\s*"knowledgeVersion"/.test(head);
}

function isRates(head: string): boolean {
  return isEsxtop(head) || isSysstat(head) || isIpLink(head) || /^\s*\{\s*"(?:sysstat|sample)"\s*:/i.test(head);
}

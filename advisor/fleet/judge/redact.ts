import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { getOrCompute } from "../../collections.ts";
import type { Audit, AuditAdapter } from "./audit-types.ts";

/** Digits of a hash: two names of 100,000 get the same one in fewer than one of 200 fleets. */
const DIGITS = 12;
/** Labels that every inventory gives out; they name nobody. */
const PLAIN_LABEL = /^(?:network adapter|net|eth|ethernet|nic|vnic|vnet|tap)[ _-]?\d{1,3}$/i;
/** Places that hold numbers and names of sheets only. */
const PLAIN_PLACE = /^(?:v(?:Info|Network|Tools|Host|Cluster|Memory|CPU|MetaData) )?(?:row|line) \d+$/;

/**
 * An audit whose names are hashes: machines, their ids, MAC addresses, labels, networks, clusters, files and places. The same
 * name has the same hash in every audit with the same key, so that audits can be compared. Without a key, whoever guesses a
 * name can confirm it.
 */
export function redactAudit<Some extends Pick<Audit, "adapters" | "files">>(audit: Some, key = ""): Some {
  const hashes = new Map<string, string>();
  const encoder = new TextEncoder();
  const hash = (kind: string, name: string): string =>
    getOrCompute(hashes, `${kind}\n${name}`, () => {
      const digest = sha256(encoder.encode(`${key}\nvnic-atlas\n${kind}\n${name}`));
      return `${kind}-${bytesToHex(digest).slice(0, DIGITS)}`;
    });
  const maybe = (kind: string, name: string | null | undefined): string | null =>
    typeof name === "string" ? hash(kind, name) : null;
  const labelOf = (label: string | null | undefined): string | null =>
    typeof label === "string" && !PLAIN_LABEL.test(label.trim()) ? hash("label", label) : (label ?? null);
  const placeOf = (place: string): string => (PLAIN_PLACE.test(place) ? place : hash("place", place));
  const fileOf = (file: string): string => {
    const ending = /\.[a-z0-9]{1,8}$/i.exec(file)?.[0] ?? "";
    return hash("file", file) + ending.toLowerCase();
  };
  const adapters = audit.adapters.map(
    (adapter): AuditAdapter => ({
      ...adapter,
      file: fileOf(adapter.file),
      place: placeOf(adapter.place),
      machine: hash("vm", adapter.machine),
      machineId: maybe("id", adapter.machineId),
      label: labelOf(adapter.label),
      mac: maybe("mac", adapter.mac),
      cluster: maybe("cluster", adapter.cluster),
      network: maybe("network", adapter.network),
    }),
  );
  return {
    ...audit,
    redacted: true,
    files: audit.files.map((file) => ({
      ...file,
      file: fileOf(file.file),
      // The words of a problem may quote anything that stands in the file.
      problems: file.problems.map(({ place }) => ({
        place: placeOf(place),
        text: "A problem in the file. Run the audit without redaction to read it.",
      })),
    })),
    adapters,
  };
}

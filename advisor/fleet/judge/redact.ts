import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Advisor } from "../../advisor.ts";
import { getOrCompute } from "../../collections.ts";
import { isPolicyRule } from "../../policy/policy.ts";
import type { Audit, AuditAdapter, AuditSituation } from "./audit-types.ts";
import { isListed } from "./read-audited-adapter.ts";

/** Digits of a hash: two names of 100,000 get the same one in fewer than one of 200 fleets. */
const DIGITS = 12;
/** Default labels of inventories. They are not private. */
const PLAIN_LABEL = /^(?:network adapter|net|eth|ethernet|nic|vnic|vnet|tap)[ _-]?\d{1,3}$/i;
/** Places that hold numbers and names of sheets only. */
const PLAIN_PLACE = /^(?:v(?:Info|Network|Tools|Host|Cluster|Memory|CPU|MetaData) )?(?:row|line) \d+$/;
/** File endings that audits read. Any other ending may be part of a name. */
const PLAIN_ENDING = /\.(?:csv|tsv|txt|json|xml|ya?ml|xlsx|vmt?x|ov[af]|conf|tfstate|zip|tar|gz)$/i;
const PLAIN_VERSION = /^\d+(?:\.\d+){0,3}$/;
/** Platforms that readers recognise and no record covers. */
const PLAIN_PLATFORM = /^(?:hyper-v|vmware-workstation|virtualbox|xen)$/;

/** Digits of a key's check value. They show whether two keys are equal, but are too few to find a key. */
const CHECK_DIGITS = 6;

/** Returns the check value of a key. Audits with different check values have different hashes for the same name. */
export function checkValueOf(key = ""): string {
  return bytesToHex(sha256(new TextEncoder().encode(`${key}\nvnic-atlas key`))).slice(0, CHECK_DIGITS);
}

function hashName(kind: string, name: string, key: string): string {
  const digest = sha256(new TextEncoder().encode(`${key}\nvnic-atlas\n${kind}\n${name}`));
  return `${kind}-${bytesToHex(digest).slice(0, DIGITS)}`;
}

/** The name of a file as a redacted audit has it. */
export function redactFileName(file: string, key = ""): string {
  return hashName("file", file, key) + (PLAIN_ENDING.exec(file)?.[0].toLowerCase() ?? "");
}

/**
 * An audit whose names are hashes: machines, their ids, MAC addresses, labels, networks, clusters, files and places, and
 * types of adapters and guests that no record lists. The same name has the same hash in every audit with the same key, so that
 * audits can be compared. Without a key, whoever guesses a name can confirm it. The advisor is the one that made the audit.
 */
export function redactAudit<Some extends Redactable>(audit: Some, advisor: Advisor, key = ""): Some {
  const hashes = new Map<string, string>();
  const hash = (kind: string, name: string): string =>
    getOrCompute(hashes, `${kind}\n${name}`, () => hashName(kind, name, key));
  const maybe = (kind: string, name: string | null | undefined): string | null =>
    typeof name === "string" ? hash(kind, name) : null;
  const labelOf = (label: string | null | undefined): string | null =>
    typeof label === "string" && !PLAIN_LABEL.test(label.trim()) ? hash("label", label) : (label ?? null);
  const placeOf = (place: string): string => (PLAIN_PLACE.test(place) ? place : hash("place", place));
  const fileOf = (file: string): string => getOrCompute(hashes, `file\n${file}`, () => redactFileName(file, key));
  const versionOf = (version: string | null | undefined): string | null =>
    typeof version === "string" && !PLAIN_VERSION.test(version) ? hash("version", version) : (version ?? null);
  /** Texts of a policy. */
  const policyTexts = advisor.knowledge.rules
    .filter(({ id }) => isPolicyRule(id))
    .flatMap(({ because, title, change = "" }) => [because, title, change])
    .map((text): Mask => [text, hash("policy", text)]);
  /** The spelling of a guest, or of an adapter, as a mask if no record lists it. */
  const maskOf = (kind: string, written: string | null | undefined, isPublic: boolean): Mask[] =>
    typeof written === "string" && !isPublic ? [[written, hash(kind, written)]] : [];
  const guestMask = (written: string | null | undefined): Mask[] =>
    maskOf("guest", written, typeof written === "string" && isListed(advisor, written));
  const adapterMask = ({ adapterAsWritten, adapter }: AuditAdapter): Mask[] =>
    maskOf("type", adapterAsWritten, adapter !== null);
  const linkOf = (path: string, masks: readonly Mask[]): string => {
    const [page = "", query = ""] = path.split("?");
    const fields = new URLSearchParams(query);
    for (const [name, value] of [...fields]) if (masks.some(([text]) => text === value)) fields.delete(name);
    return `${page}?${fields}`;
  };
  const texts = new Map<unknown, unknown>();
  /** Adapters in one situation share their findings. */
  const maskTexts = <Entry extends { text: string }>(entries: Entry[] = [], masks: readonly Mask[]): Entry[] =>
    masks.length === 0
      ? entries
      : (getOrCompute(texts, entries, () =>
          entries.map((entry) => ({ ...entry, text: replaceAll(entry.text, masks) })),
        ) as Entry[]);
  const redactAdapter = (adapter: AuditAdapter): AuditAdapter => {
    const { adapterAsWritten, guestAsWritten, guestFromTools, guestName, missing, findings, steps } = adapter;
    const guests = [guestAsWritten, guestFromTools, guestName].flatMap(guestMask);
    const masks = [...adapterMask(adapter), ...guests, ...policyTexts];
    const named = (written: string | null | undefined): string | null =>
      masks.find(([text]) => text === written)?.[1] ?? written ?? null;
    return {
      ...adapter,
      adapterAsWritten: named(adapterAsWritten),
      guestAsWritten: named(guestAsWritten),
      guestFromTools: named(guestFromTools),
      guestName: named(guestName),
      platformVersion: versionOf(adapter.platformVersion),
      findings: maskTexts(findings, masks),
      missing: maskTexts(missing, masks).map((one) =>
        one.fact === "records" ? { ...one, text: platformText(one.text) } : one,
      ),
      steps: steps && linkOf(steps, guests),
      file: fileOf(adapter.file),
      place: placeOf(adapter.place),
      machine: hash("vm", adapter.machine),
      machineId: maybe("id", adapter.machineId),
      label: labelOf(adapter.label),
      mac: maybe("mac", adapter.mac),
      cluster: maybe("cluster", adapter.cluster),
      network: maybe("network", adapter.network),
    };
  };
  const platformText = (text: string): string =>
    text.replace(/"(.*)"/s, (quoted, name: string) =>
      PLAIN_PLATFORM.test(name) ? quoted : `"${hash("platform", name)}"`,
    );
  const redactSituation = (entry: AuditSituation): AuditSituation => {
    const { guest, ...situation } = entry.situation;
    const masks = guestMask(guest);
    const all = [...masks, ...policyTexts];
    return {
      ...entry,
      situation: guest === undefined || masks.length > 0 ? situation : entry.situation,
      headline: replaceAll(entry.headline, all),
      why: replaceAll(entry.why, all),
      path: linkOf(entry.path, masks),
    };
  };
  return {
    ...audit,
    redacted: true,
    redactionKey: checkValueOf(key),
    ...(audit.policy && { policy: { ...audit.policy, name: hash("policy", audit.policy.name) } }),
    ...(audit.situations && { situations: audit.situations.map(redactSituation) }),
    files: audit.files.map((file) => ({
      ...file,
      file: fileOf(file.file),
      // The text of a problem may quote any text of the file.
      problems: file.problems.map(({ place }) => ({
        place: placeOf(place),
        text: "A problem in the file. Run the audit without redaction to read it.",
      })),
    })),
    adapters: audit.adapters.map(redactAdapter),
  };
}

/** The parts of an audit that have names. An older audit, used for comparison only, has fewer. */
type Redactable = Pick<Audit, "adapters" | "files"> & Partial<Pick<Audit, "situations" | "policy">>;

/** A text and its hash. */
type Mask = readonly [text: string, hash: string];

/** Replaces texts by their hashes within a text, except inside longer words. */
function replaceAll(text: string, masks: readonly Mask[]): string {
  let replaced = text;
  for (const [secret, hash] of [...masks].sort(([a], [b]) => b.length - a.length))
    for (const form of new Set([secret, secret.trim().replace(/\s+/g, " ")]))
      if (form !== "") replaced = replaced.replaceAll(wordPattern(form), () => hash);
  return replaced;
}

function wordPattern(text: string): RegExp {
  const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "gu");
}

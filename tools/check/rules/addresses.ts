// Rules about addresses and other details of machines: public in sources, absent elsewhere.

import { writeValue } from "../fix/write-value.ts";
import { findPrivateDetail, isIP, isPrivateHost, type PrivateDetail } from "../private-details.ts";
import type { Complaint, RecordRule, Words, WorldComplaint, WorldRule } from "../rule.ts";
import { listPatterns } from "../schema/fields.ts";
import { oncePer } from "../../../advisor/collections.ts";
import type { SchemaSet } from "../schema/schema-set.ts";
import { listTexts, select, selectText, type Text } from "../select.ts";
import { listAsked } from "../world.ts";
import type { Kind } from "../../records/kinds.ts";

/**
 * The address of a document leads every reader to it: a public host by its name, without a user,
 * and without what tells from where somebody came; no address that only leads on to another.
 */
export const addressesWellFormed: RecordRule = {
  name: "addresses-well-formed",
  summary: "Everybody can open the address of a source.",
  scope: "source",
  fixable: true,
  check(record, { schemas }) {
    return addressFieldsOf(schemas)
      .flatMap((pattern) => selectText(record.data, pattern))
      .flatMap(({ path, value }): Complaint[] => {
        const problem = findAddressProblem(value);
        if (problem) return [{ path, ...problem }];
        const counted = listCounted(value);
        if (counted.length === 0) return [];
        const message = `this address has tracking parameters: ${counted.join(", ")}`;
        const rest = withoutParameters(value, counted);
        const fix = rest === value ? undefined : writeValue(record, path, rest);
        return [{ path, message, help: `write ${rest}`, fix }];
      });
  },
};

/** The fields of a source that hold addresses, as patterns of select. */
const addressFieldsOf = oncePer((schemas: SchemaSet) => [
  ...listPatterns(schemas.schemaOf("source"), schemas, ({ format }) => format === "uri"),
]);

/** Parameters that count readers and lead to no other page. */
const tracking =
  /^(?:utm_\w+|mtm_\w+|pk_(?:campaign|kwd|source|medium)|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|srsltid|msclkid|yclid|twclid|ttclid|li_fat_id|igsh|igshid|mc_cid|mc_eid|_hsenc|_hsmi|__hs\w+|hsCtaTracking|mkt_tok|_ga|_gl|ref_src|trk|trkInfo|trackingId|vero_id|oly_\w+_id|s_cid|wt\.mc_id|guccounter|guce_\w+|sca_esv|ved|usg)$/i;

/** Hosts whose addresses only lead on to others. */
const shorteners =
  /^(?:www\.)?(?:bit\.ly|t\.co|goo\.gl|tinyurl\.com|ow\.ly|lnkd\.in|is\.gd|buff\.ly|rebrand\.ly|cutt\.ly|shorturl\.at|t\.ly|rb\.gy|aka\.ms|l\.facebook\.com|lm\.facebook\.com|out\.reddit\.com|href\.li|urldefense\.com|urldefense\.proofpoint\.com|[\w.-]+\.safelinks\.protection\.outlook\.com)$/i;

/** Archives keep a page under an address that holds the page's own. */
const archives =
  /^(?:web\.archive\.org|wayback\.archive-it\.org|archive\.(?:org|ph|is|today|li|vn|fo|md)|www\.webcitation\.org|perma\.cc|webarchive\.[\w.-]+|arquivo\.pt)$/i;

/** Finds the address to which one that only leads on leads, as far as it says so. */
function findTarget(address: string): { target: string | undefined } | undefined {
  const url = new URL(address);
  const inner = [...url.searchParams.values()].find(
    (value) => /^https?:\/\/[^\s/]+\.[^\s/]/i.test(value) && URL.canParse(value),
  );
  if (shorteners.test(url.hostname)) return { target: inner };
  if (archives.test(url.hostname)) return undefined;
  if (/(?:^|\.)google\.[a-z.]+$/i.test(url.hostname) && /^\/(?:url|amp\/)/.test(url.pathname)) return { target: inner };
  const leadsOn =
    /(?:^|\/)(?:url|redir(?:ect)?(?:or)?|away|out|link|l|goto|leave|exit|jump|linkfilter|ck\/a|safelink)(?:\.\w+)?\/?$/i.test(
      url.pathname,
    ) ||
    /^(?:q|u|url|to|target|dest(?:ination)?|redirect(?:_?ur[il])?|uddg|goto)$/i.test(
      [...url.searchParams].find(([, value]) => value === inner)?.[0] ?? "",
    );
  return inner !== undefined && leadsOn ? { target: inner } : undefined;
}

function findAddressProblem(address: string): Words | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, username, password } = new URL(address);
  const onward = findTarget(address);
  if (onward)
    return {
      message: `"${hostname}" redirects to another address`,
      help: onward.target === undefined ? "open it and use the address of the target page" : `write ${onward.target}`,
    };
  if (username || password) return { message: "this address contains a user name", help: "use a public address" };
  if (isPrivateHost(hostname))
    return {
      message: `"${hostname}" is reachable from one network only`,
      help: "use the publisher's page or a public web archive, or remove url and name the origin in a note",
    };
  if (isIP(hostname.replace(/^\[|\]$/g, "")) > 0)
    return {
      message: `"${hostname}" is a number, not the name of a host`,
      help: "use the address with the publisher's host name",
    };
  if (!/\.[a-z][a-z0-9-]+\.?$/i.test(hostname))
    return { message: `"${hostname}" is not a full host name`, help: "a public name has a dot, as in example.org" };
  return undefined;
}

function listCounted(address: string): string[] {
  if (!URL.canParse(address)) return [];
  return [...new Set(new URL(address).searchParams.keys())].filter((name) => tracking.test(name));
}

/** Removes parameters and keeps the rest as written. */
function withoutParameters(address: string, names: readonly string[]): string {
  const [before = "", ...fragment] = address.split("#");
  const [page, query = ""] = before.split(/\?(.*)/s);
  const kept = query.split("&").filter((part) => !names.includes(part.split("=")[0] ?? ""));
  return [`${page}${kept.length > 0 ? `?${kept.join("&")}` : ""}`, ...fragment].join("#");
}

/**
 * No record says how the machines of somebody's own network are called or reached: addresses of RFC 1918, RFC 4193 and of
 * one link, MAC addresses, names under .local, .lan and the like. What is kept for documentation may stand, and so may
 * `<SERVER-IP>`. Quotes are no exception: other words of the same document carry the statement as well.
 */
export const noPrivateDetails: WorldRule = {
  name: "no-private-details",
  summary: "Records have no addresses, host names or MAC addresses of private networks.",
  scope: "world",
  check: (world) =>
    listAsked(world).flatMap((record) =>
      listTexts(record.data).flatMap((text): WorldComplaint[] => {
        const problem = isAddress(record.kind, text.path) ? undefined : findPrivateProblem(text, record.kind);
        return problem ? [{ record, path: text.path, ...problem }] : [];
      }),
    ),
};

function findPrivateProblem(text: Text, kind: Kind): Words | undefined {
  const detail = findPrivateDetail(text.value, versions.has(String(text.path.at(-1))));
  return detail && { message: `"${detail.found}" is ${detail.what}`, help: adviseOn(text, kind, detail) };
}

/** Fields in which four numbers with dots between are a version. */
const versions = new Set([
  "version",
  "release",
  "since",
  "until",
  "driver",
  "guestKernel",
  "hypervisor",
  "hypervisorBuild",
  "nicDriver",
  "nicFirmware",
]);

/** The address of a source has a rule of its own. */
function isAddress(kind: Kind, path: Text["path"]): boolean {
  return kind === "source" && path[0] === "url";
}

function adviseOn({ wording }: Text, kind: Kind, { instead, placeholder }: PrivateDetail): string {
  if (wording === "quote") return "quote other words of the document";
  // The rule no-live-values refuses addresses for documentation too: readers run the code.
  if (wording === "code" && kind === "step") return `write a placeholder such as ${placeholder}`;
  if (wording === "code") return `write ${instead}, or a word in angle brackets such as <SERVER-IP>`;
  return `leave it out, or write ${instead}`;
}

/** Values that differ between machines, and the placeholder to write instead. */
const LIVE: readonly (readonly [what: string, pattern: RegExp, instead: string])[] = [
  ["a MAC address", /\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b/gi, "{mac}"],
  ["a PCI address", /\b(?:[0-9a-f]{4}[:_])?[0-9a-f]{2}[:_][0-9a-f]{2}[._][0-7]\b/gi, "{pci-address}"],
  ["a part of a PCI address", /\b(?:domain|bus|slot|function)=['"]0x[0-9a-f]+/gi, "{pci-bus}"],
  ["an IP address", /\b(?:\d{1,3}\.){3}\d{1,3}\b/g, "{target-address}"],
  ["a VLAN number", /\bvlan(?:[-_]?id)?["']?(?:[ =:]+|><tag id=)["']?\d+|\btag=\d+/gi, "{vlan}"],
  ["a number of virtual functions", /\becho \d+ (?:>|\| (?:sudo )?tee) \S*sriov_numvfs|\bmax_vfs=\d+/g, "{vf-count}"],
  ["the name of an interface", /\b(?:eth|ens|eno|vmx|vtnet|vmnic)\d+\b|\benp\d\w+|\bEthernet\d/g, "{interface}"],
];

/**
 * Nothing in the code of a step is a value of somebody's machine: who runs it unchanged would change another device.
 * A placeholder in braces fails instead.
 */
export const noLiveValues: RecordRule = {
  name: "no-live-values",
  summary: "The code of a step has a placeholder for everything that differs from machine to machine.",
  scope: "step",
  check({ data }) {
    const same = new Set(select(data, "sameEverywhere.*.value").map(({ value }) => value));
    return selectText(data, "code").flatMap(({ path, value }) =>
      LIVE.flatMap(([what, pattern, instead]) =>
        [...new Set(value.match(pattern))]
          .filter((found) => !same.has(found))
          .map((found) => ({
            path,
            message: `"${found}" looks like ${what} of one machine`,
            help: `write a placeholder such as ${instead}, or list the value under sameEverywhere with the reason`,
          })),
      ),
    );
  },
};

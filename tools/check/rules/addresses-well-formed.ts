import { isIP, isPrivateHost } from "../private-details.ts";
import { writeValue } from "../fix/write-value.ts";
import type { Complaint, RecordRule, Words } from "../rule.ts";
import { listPatterns } from "../schema/fields.ts";
import { oncePerSchemas } from "../schema/schema-set.ts";
import { selectText } from "../select.ts";

/**
 * The address of a document leads every reader to it: a public host by its name, without a user,
 * and without what tells from where somebody came; no address that only leads on to another.
 *
 * Good: `url: https://blogs.vmware.com/performance/2010/12/directpath.html`
 * Bad: `url: http://localhost:1313/page`; `url: https://192.0.2.1/page`; `url: https://example.org/page?utm_source=feed`
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
        const problem = findProblem(value);
        if (problem) return [{ path, ...problem }];
        const counted = listCounted(value);
        if (counted.length === 0) return [];
        const message = `this address has tracking parameters: ${counted.join(", ")}`;
        const rest = withoutParameters(value, counted);
        const fix = rest === value ? undefined : writeValue(record, path, rest);
        return [{ path, message, help: `write ${rest}`, ...(fix ? { fix } : {}) }];
      });
  },
};

/** The fields of a source that hold addresses, as patterns of select. */
const addressFieldsOf = oncePerSchemas((schemas) => [
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

function findProblem(address: string): Words | undefined {
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

/** Takes parameters away and leaves the rest as it was written. */
function withoutParameters(address: string, names: readonly string[]): string {
  const [before = "", ...fragment] = address.split("#");
  const [page, query = ""] = before.split(/\?(.*)/s);
  const kept = query.split("&").filter((part) => !names.includes(part.split("=")[0] ?? ""));
  return [`${page}${kept.length > 0 ? `?${kept.join("&")}` : ""}`, ...fragment].join("#");
}

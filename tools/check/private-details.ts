/** Something in a text that names a machine of somebody's own network. */
export interface PrivateDetail {
  found: string;
  what: string;
  /** What to write in its place. */
  instead: string;
  /** The placeholder to write in its place in the code of a step. */
  placeholder: string;
}

/** Finds the first address or name of a private network in a text; in a text about a version four numbers are no address. */
export function findPrivateDetail(text: string, mayBeVersion = false): PrivateDetail | undefined {
  return (mayBeVersion ? undefined : findIpv4(text)) ?? findIpv6(text) ?? findMac(text) ?? findHost(text);
}

/** Whether a host, as an address of the web names it, is reached from one network only. */
export function isPrivateHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "");
  return /^localhost$/i.test(name) || isPrivateIpv4(name) || isPrivateIpv6(name) || privateSuffix.test(name);
}

function findIpv4(text: string): PrivateDetail | undefined {
  for (const { 0: found, index } of text.matchAll(/(?<![\w.-])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\d)(?:\/\d+)?/g)) {
    const [address = ""] = found.split("/");
    // Driver versions have four parts too, and the name of a range is not a machine.
    if (!isPrivateIpv4(address) || privateRanges.has(found) || isVersion(text.slice(Math.max(0, index - 40), index)))
      continue;
    return {
      found,
      what: "an address of a private network",
      instead: "an address for documentation, such as 192.0.2.1",
      placeholder: "{target-address}",
    };
  }
  return undefined;
}

/** RFC 1918, and RFC 3927 for addresses that machines give themselves. */
function isPrivateIpv4(text: string): boolean {
  const parts = /^\d{1,3}(\.\d{1,3}){3}$/.test(text) ? text.split(".").map(Number) : [];
  const [a = 0, b = 0] = parts;
  if (parts.length === 0 || parts.some((part) => part > 255)) return false;
  return a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168) || (a === 169 && b === 254);
}

const privateRanges = new Set(["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"]);

/** Whether the words before a number say that it counts releases. */
function isVersion(before: string): boolean {
  return /(?:\b(?:version|driver|firmware|build|release|ver\.?|rev\.?)\s{1,9}(?:is\s{1,9}|was\s{1,9})?|\bv)$/i.test(
    before,
  );
}

function findIpv6(text: string): PrivateDetail | undefined {
  for (const [found] of text.matchAll(/(?<![\w:.])[0-9a-f]{1,4}:[0-9a-f:.]*[0-9a-f:](?![\w:])/gi)) {
    if (isPrivateIpv6(found))
      return {
        found,
        what: "an address of a private network",
        instead: "an address for documentation, such as 2001:db8::1",
        placeholder: "{target-address}",
      };
  }
  return undefined;
}

/** RFC 4193 (fc00::/7), and RFC 4291 for the addresses of one link (fe80::/10); the bare ranges name no machine. */
function isPrivateIpv6(text: string): boolean {
  return (
    /^(?:f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/i.test(text) && isIP(text) === 6 && !/^(?:fc00|fd00|fe80)::$/i.test(text)
  );
}

function findMac(text: string): PrivateDetail | undefined {
  for (const [found] of text.matchAll(macForms)) {
    const digits = found.replace(/[^0-9a-f]/gi, "").toLowerCase();
    if (isNobodysMac(digits)) continue;
    return {
      found,
      what: "the MAC address of a machine",
      instead: "one for documentation, such as 00-00-5E-00-53-01",
      placeholder: "{mac}",
    };
  }
  return undefined;
}

/** Six bytes with colons or dashes between, or three times two with dots; in no longer chain of them. */
const macForms =
  /(?<![\w:.-])(?:[0-9a-f]{2}(?:([:-])[0-9a-f]{2})(?:\1[0-9a-f]{2}){4}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2})(?![\w:-]|\.\w)/gi;

/** Addresses for documentation (RFC 9542), of groups (the lowest bit of the first byte), and plain fillers. */
function isNobodysMac(digits: string): boolean {
  const isGroup = (Number.parseInt(digits.slice(0, 2), 16) & 1) === 1;
  return isGroup || /^00005e0053/.test(digits) || /^(?:00)+$/.test(digits) || digits === "aabbccddeeff";
}

/** RFC 6762 (.local), RFC 8375 (home.arpa), ICANN's .internal, and what companies use without asking. */
const privateSuffix = /\.(?:local|lan|internal|corp|home\.arpa|intra|intranet|localdomain)$/i;

function findHost(text: string): PrivateDetail | undefined {
  for (const [found] of text.matchAll(/(?<![\w.\\*-])(?<!(?<!\/)\/)[a-z0-9](?:[\w-]*\.)+[a-z]+(?![\w-]|\.\w|\()/gi)) {
    // On BSD and ESXi a file of commands that run at the start.
    if (privateSuffix.test(found) && found !== "rc.local")
      return {
        found,
        what: "the name of a host in a private network",
        instead: "what the machine is, or a name under example.com",
        placeholder: "{host}",
      };
  }
  return undefined;
}

/** Tells which sort of IP address a text is, 4 or 6, or 0 for none; also in a browser, which has no node:net. */
export function isIP(text: string): 0 | 4 | 6 {
  if (ipv4.test(text)) return 4;
  return /^[0-9a-f:.]+$/i.test(text) && text.includes(":") && URL.canParse(`http://[${text}]/`) ? 6 : 0;
}

const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);

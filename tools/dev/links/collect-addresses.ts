/** A file that may name addresses: records and prose. */
export interface TextFile {
  file: string;
  text: string;
}

/** An address with the places that name it, as file:line. */
export interface Address {
  url: string;
  places: string[];
}

/** What ends an address in YAML, Markdown and HTML; a bracket belongs to it only if it opens in it. */
const pattern = /https?:\/\/[^\s<>"'`{}|\\^\]]+/g;

/** Names and networks that are kept for examples (RFC 2606, RFC 5737) and machines that nobody else can reach. */
const reserved =
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|192\.0\.2\.\d+|198\.51\.100\.\d+|203\.0\.113\.\d+|(?:[\w-]+\.)*(?:example(?:\.(?:com|net|org))?|test|invalid))$/;

/** Lists the addresses outside this site that files name, each once, in the order of their text. */
export function collectAddresses(files: readonly TextFile[]): Address[] {
  const places = new Map<string, string[]>();
  for (const { file, text } of files) {
    for (const [index, line] of text.split("\n").entries()) {
      for (const [match] of line.matchAll(pattern)) {
        const url = trim(match);
        if (!isOutside(url)) continue;
        const place = `${file}:${index + 1}`;
        const known = places.get(url) ?? [];
        if (!known.includes(place)) places.set(url, [...known, place]);
      }
    }
  }
  return [...places].map(([url, at]) => ({ url, places: at })).sort((a, b) => (a.url < b.url ? -1 : 1));
}

/** Takes off the full stop that ends a sentence, and brackets that close what stands before the address. */
function trim(written: string): string {
  let url = written.split("#")[0] ?? "";
  for (;;) {
    const last = url.at(-1) ?? "";
    const isStray = /[.,;:!?*]/.test(last) || (last === ")" && count(url, ")") > count(url, "("));
    if (!isStray) return url;
    url = url.slice(0, -1);
  }
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

function isOutside(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname.includes(".") && !reserved.test(hostname);
}

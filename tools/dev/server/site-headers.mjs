import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Opens the `_headers` file of a built site, so that this server sends the same headers as a web host.
 * @param {string} root
 * @returns {(path: string) => Promise<Record<string, string>>} gives the headers for a path as the
 *   browser asks for it: the rules of a site built for a path below a host's root name that path too
 */
export function openHeaders(root) {
  const place = join(root, "_headers");
  let version = "";
  /** @type {HeaderRule[]} */
  let rules = [];
  return async (path) => {
    const found = await stat(place).catch(() => null);
    const current = found ? `${found.ino}-${found.mtimeMs}-${found.size}` : "";
    if (current !== version) {
      rules = found ? parseHeadersFile(await readFile(place, "utf8")) : [];
      version = current;
    }
    return collectHeaders(rules, path);
  };
}

/** @typedef {{ pattern: RegExp, headers: Headers }} HeaderRule */

/**
 * Reads a `_headers` file in Netlify's format: paths at the margin, `Name: value` lines indented below them.
 * @param {string} text
 */
export function readHeaderRules(text) {
  /** @type {{ path: string, headers: [name: string, value: string][] }[]} */
  const rules = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const content = line.trim();
    if (content === "" || content.startsWith("#")) continue;
    if (content.startsWith("/")) {
      rules.push({ path: content, headers: [] });
      continue;
    }
    const colon = content.indexOf(":");
    const rule = rules.at(-1);
    if (!rule) throw new Error(`_headers:${index + 1}  found "${content}", expected a path such as /* first`);
    if (colon < 1) throw new Error(`_headers:${index + 1}  found "${content}", expected "Name: value" or a path`);
    rule.headers.push([content.slice(0, colon).trim(), content.slice(colon + 1).trim()]);
  }
  return rules;
}

/**
 * Reads a `_headers` file as a web host does: a header repeated for one path has both values.
 * @param {string} text
 */
export function parseHeadersFile(text) {
  return readHeaderRules(text).map(({ path, headers }) => ({
    pattern: toPattern(path),
    headers: new Headers(headers),
  }));
}

/**
 * Collects the headers for a path. If several rules set the same header, the last one wins, as on Netlify.
 * @param {readonly HeaderRule[]} rules
 * @param {string} path
 * @returns {Record<string, string>}
 */
export function collectHeaders(rules, path) {
  return Object.fromEntries(rules.filter(({ pattern }) => pattern.test(path)).flatMap(({ headers }) => [...headers]));
}

/** `*` matches any remainder, `:name` one segment. @param {string} path */
function toPattern(path) {
  const escaped = path.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\/:[^/]+/g, "/[^/]+").replaceAll("*", ".*")}$`);
}

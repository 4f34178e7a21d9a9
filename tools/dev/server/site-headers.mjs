import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { collectHeaders, parseHeadersFile } from "./headers-file.mjs";

/**
 * Opens a site's `_headers` file, which the site's build writes: what a web host would send is then in force here too.
 * @param {string} root
 * @returns {(path: string) => Promise<Record<string, string>>} gives the headers for a path as the
 *   browser asks for it: the rules of a site built for a path below a host's root name that path too
 */
export function openHeaders(root) {
  const place = join(root, "_headers");
  let version = "";
  /** @type {import('./headers-file.mjs').HeaderRule[]} */
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

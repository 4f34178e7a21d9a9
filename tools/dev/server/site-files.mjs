import { createHash } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { join, relative, resolve, sep, extname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/**
 * @typedef {'br' | 'gzip' | 'identity'} Encoding
 * @typedef {{ contentType: string, etag: string, isCompressible: boolean, encode: (encoding: Encoding) => Promise<Buffer> }} SiteFile
 */

/** Smaller files do not get smaller: the compression header outweighs the gain. */
const smallestToCompress = 600;

/** The level that web hosts use for on-the-fly compression, so measured sizes match production. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Opens a folder as a site: files are read once per change and compressed once per encoding. @param {string} root */
export function openSite(root) {
  const base = resolve(root);
  /** @type {Map<string, { version: string, file: Promise<SiteFile> }>} */
  const cache = new Map();

  return {
    /**
     * Finds what a path within the site names, or null. A path with a slash at its end names a folder's index.html.
     * @param {string} path decoded, beginning with a slash
     * @returns {Promise<SiteFile | 'folder' | null>}
     */
    async find(path) {
      const place = join(base, path.endsWith("/") ? `${path}index.html` : path);
      if (!place.startsWith(base + sep) || path.includes("\0")) return null;
      const found = await stat(place).catch(() => null);
      if (!found || (await isLinked(base, place))) return null;
      if (found.isDirectory()) return "folder";
      if (!found.isFile()) return null;
      const version = `${found.ino}-${found.mtimeMs}-${found.size}`;
      const cached = cache.get(place);
      if (cached?.version === version) return cached.file;
      const file = readSiteFile(place);
      cache.set(place, { version, file });
      // Do not cache a failed read: the next one may succeed.
      file.catch(() => cache.delete(place));
      return file;
    },
  };
}

/**
 * Whether a path below the site's folder contains a symbolic link, which could lead outside the site.
 * @param {string} base
 * @param {string} place
 */
async function isLinked(base, place) {
  try {
    const [realBase, realPlace] = await Promise.all([realpath(base), realpath(place)]);
    return realPlace !== join(realBase, relative(base, place));
  } catch {
    return true;
  }
}

/** @param {string} place @returns {Promise<SiteFile>} */
async function readSiteFile(place) {
  const content = await readFile(place);
  const contentType = findContentType(place);
  /** @type {Map<Encoding, Promise<Buffer>>} */
  const bodies = new Map([["identity", Promise.resolve(content)]]);
  return {
    contentType,
    etag: createHash("sha256").update(content).digest("base64url").slice(0, 22),
    isCompressible: content.length >= smallestToCompress && isCompressible(contentType),
    encode(encoding) {
      const body = bodies.get(encoding) ?? compress(content, encoding);
      bodies.set(encoding, body);
      return body;
    },
  };
}

/** @param {Buffer} content @param {Encoding} encoding */
function compress(content, encoding) {
  return encoding === "br" ? promisify(brotliCompress)(content, brotliOptions) : promisify(gzip)(content);
}

const text = "charset=utf-8";

/** Shell scripts are text so that a browser shows them; YAML by RFC 9512. @type {Record<string, string>} */
const types = {
  ".css": `text/css; ${text}`,
  ".csv": `text/csv; ${text}`,
  ".html": `text/html; ${text}`,
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": `text/javascript; ${text}`,
  ".json": `application/json; ${text}`,
  ".map": `application/json; ${text}`,
  ".md": `text/markdown; ${text}`,
  ".mjs": `text/javascript; ${text}`,
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".sh": `text/plain; ${text}`,
  ".sha256": `text/plain; ${text}`,
  ".svg": "image/svg+xml",
  ".txt": `text/plain; ${text}`,
  ".webmanifest": `application/manifest+json; ${text}`,
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": `application/xml; ${text}`,
  ".yaml": `application/yaml; ${text}`,
  ".yml": `application/yaml; ${text}`,
};

/** Returns the content type for a file's name. @param {string} file */
export function findContentType(file) {
  return types[extname(file).toLowerCase()] ?? "application/octet-stream";
}

/** Says whether content of this type gets smaller by compression. @param {string} contentType */
export function isCompressible(contentType) {
  return /^text\/|json|yaml|xml|javascript/.test(contentType);
}

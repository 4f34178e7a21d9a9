import { extname } from "node:path";

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

/**
 * Returns the content type for a file's name.
 * @param {string} file
 */
export function findContentType(file) {
  return types[extname(file).toLowerCase()] ?? "application/octet-stream";
}

/**
 * Says whether content of this type gets smaller by compression.
 * @param {string} contentType
 */
export function isCompressible(contentType) {
  return /^text\/|json|yaml|xml|javascript/.test(contentType);
}

/**
 * Reads the path within the site from a request's target.
 * Paths with `..`, empty parts, backslashes or control characters never name a file of the site, so they are refused:
 * what is left cannot leave the folder, and cannot be taken for another host when it is sent back in a redirect.
 * @param {string} target the target as it stands in the request, such as /atlas/advisor/?guest=rhel9-64
 * @param {string} basePath begins and ends with a slash
 * @returns {{ kind: 'path', path: string, query: string } | { kind: 'base' } | { kind: 'outside' } | { kind: 'malformed' }}
 */
export function readRequestPath(target, basePath) {
  const [encoded = "", ...queries] = target.split("?");
  const query = queries.length > 0 ? `?${queries.join("?")}` : "";
  const path = decode(encoded);
  if (path === null || !isPlain(path)) return { kind: "malformed" };
  if (`${path}/` === basePath) return { kind: "base" };
  if (!path.startsWith(basePath)) return { kind: "outside" };
  return { kind: "path", path: path.slice(basePath.length - 1), query };
}

/** @param {string} encoded */
function decode(encoded) {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

/** @param {string} path */
function isPlain(path) {
  if (!path.startsWith("/") || /[\\\u0000-\u001f]/.test(path)) return false;
  return !path
    .slice(1)
    .split("/")
    .some((part, index, parts) => part === "." || part === ".." || (part === "" && index < parts.length - 1));
}

import { ToolError } from "../../records/command-line.mjs";
import { listen } from "./listen.mjs";
import { openSite } from "./site-files.mjs";
import { openHeaders } from "./site-headers.mjs";
import { stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {(request: Request, response: Response) => boolean} HandleRequest answers a request and returns true, or returns false
 * @typedef {<T>(read: () => Promise<T>) => Promise<T>} ReadOneBuild reads several things, all from the same build
 * @typedef {{ site: ReturnType<typeof openSite>, findHeaders: ReturnType<typeof openHeaders>, basePath: string, readOneBuild?: ReadOneBuild, handleRequest?: HandleRequest }} Served
 */

/** Configuration files for web hosts. A host does not serve them. */
const hostFiles = ["/_headers", "/_redirects"];

/**
 * Serves a built site on this machine with the headers, compression and status codes of a web host.
 * @param {{ root: string, port?: number, basePath?: string }} options port 0, the default, takes a free one;
 *   basePath is the path the site is built for, such as /atlas/
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} the address of the site's home page
 */
export async function serve({ root, port = 0, basePath = "/" }) {
  return serveSite(
    {
      site: openSite(root),
      findHeaders: openHeaders(root),
      basePath,
      readOneBuild: (read) => readOneBuild(root, read),
    },
    port,
  );
}

/**
 * Serves any source of files and headers with the interface of a site.
 * @param {Served} served
 * @param {number} port
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveSite({ basePath, ...found }, port) {
  const base = `/${basePath}/`.replace(/\/+/g, "/");
  const served = { ...found, basePath: base };
  await served.findHeaders("/");
  const { port: opened, close } = await listen(port, (request, response) => {
    answer(served, request, response).catch((error) => {
      if (error instanceof NoSite) sendText(response, 503, error.message);
      else sendText(response, 500, String(error));
    });
  });
  return { url: `http://localhost:${opened}${base}`, close };
}

/** @param {Served} served @param {Request} request @param {Response} response */
async function answer({ basePath, handleRequest, ...sources }, request, response) {
  if (!isOwnHost(request.headers.host)) {
    return sendText(
      response,
      421,
      "This server answers only at localhost, 127.0.0.1 and [::1]. Open the printed address.",
    );
  }
  if (handleRequest?.(request, response)) return;
  if (request.method !== "GET" && request.method !== "HEAD") {
    return sendText(response.setHeader("Allow", "GET, HEAD"), 405, "Only GET and HEAD are answered.");
  }
  const asked = readRequestPath(request.url ?? "", basePath);
  if (asked.kind === "malformed") return sendText(response, 400, "The path cannot be read.");
  if (asked.kind === "base") return redirect(response, basePath);
  if (asked.kind === "outside") return sendText(response, 404, `The site is at ${basePath}`);

  const fullPath = basePath.slice(0, -1) + asked.path;
  const { headers, found, missing } = await find(sources, asked.path, fullPath);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // A missing file is requested again, even if its path would be cached.
  if (!found) response.setHeader("Cache-Control", "no-cache");
  if (found === "folder") return redirect(response, encodePath(`${fullPath}/`) + asked.query);
  if (found) return sendFile(request, response, 200, found);
  if (missing && missing !== "folder") return sendFile(request, response, 404, missing);
  return sendText(response, 404, "There is no such page.");
}

/**
 * Finds what a path names, with its headers, or the page to show instead.
 * @param {Pick<Served, "site" | "findHeaders" | "readOneBuild">} sources
 * @param {string} path within the site
 * @param {string} fullPath as the browser asks for it
 */
function find({ site, findHeaders, readOneBuild = (read) => read() }, path, fullPath) {
  return readOneBuild(async () => {
    const headers = await findHeaders(fullPath);
    const found = hostFiles.includes(path) ? null : await site.find(path);
    return { headers, found, missing: found ? null : await site.find("/404.html") };
  });
}

/**
 * @param {Request} request
 * @param {Response} response
 * @param {number} status
 * @param {import('./site-files.mjs').SiteFile} file
 */
async function sendFile(request, response, status, file) {
  const encoding = file.isCompressible ? chooseEncoding(request.headers["accept-encoding"]) : "identity";
  const etag = `"${file.etag}${encoding === "identity" ? "" : `-${encoding}`}"`;
  if (!response.hasHeader("Content-Type")) response.setHeader("Content-Type", file.contentType);
  if (!response.hasHeader("Cache-Control")) response.setHeader("Cache-Control", "no-cache");
  if (file.isCompressible) response.appendHeader("Vary", "Accept-Encoding");
  response.setHeader("ETag", etag);
  if (status === 200 && hasETag(request.headers["if-none-match"], etag)) return void response.writeHead(304).end();

  const body = await file.encode(encoding);
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.writeHead(status, { "Content-Length": body.length });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** @param {string | undefined} known @param {string} etag */
function hasETag(known, etag) {
  return (known ?? "").split(",").some((item) => item.trim().replace(/^W\//, "") === etag || item.trim() === "*");
}

/** @param {string} path */
function encodePath(path) {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** @param {Response} response @param {string} location */
function redirect(response, location) {
  response.writeHead(308, { Location: location, "Content-Length": 0 }).end();
}

/** @param {Response} response @param {number} status @param {string} text */
function sendText(response, status, text) {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(`${text}\n`);
}

/**
 * Chooses the smallest encoding that a request's Accept-Encoding allows.
 * @param {string | string[] | undefined} accepted
 * @returns {import('./site-files.mjs').Encoding}
 */
export function chooseEncoding(accepted) {
  const allowed = String(accepted ?? "")
    .split(",")
    .map((item) =>
      item
        .toLowerCase()
        .split(";")
        .map((part) => part.trim()),
    )
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ""))
    .map(([name]) => name);
  if (allowed.includes("br")) return "br";
  return allowed.includes("gzip") ? "gzip" : "identity";
}

/** Host names that always mean this machine. The port is not compared, because it may be forwarded. */
const ownHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Says whether a request's Host header names this machine. A page of another site whose name leads here
 * (DNS rebinding) sends that name, and must not read what is served.
 * @param {string | undefined} host
 */
export function isOwnHost(host) {
  return host !== undefined && ownHost.test(host);
}

/** A swap takes under a millisecond, or some tenths of a second if a folder must be removed first. */
const longestMs = 5000;
const pauseMs = 10;

/** The site's folder is missing and did not reappear. */
class NoSite extends ToolError {}

/**
 * Reads from a folder that a build may replace at any moment. All reads come from the same build.
 * If the folder was swapped meanwhile, it is read again.
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} read
 * @returns {Promise<T>}
 */
export async function readOneBuild(folder, read) {
  const deadline = performance.now() + longestMs;
  for (;;) {
    const before = await identify(folder);
    const outcome =
      before === null
        ? null
        : await read().then(
            (value) => ({ value }),
            (error) => ({ error }),
          );
    const isOne = before !== null && before === (await identify(folder));
    const isLast = performance.now() > deadline;
    if (outcome && "value" in outcome && (isOne || isLast)) return outcome.value;
    if (outcome && "error" in outcome && (isOne || isLast)) throw outcome.error;
    if (isLast) throw new NoSite(`${folder} does not exist. Run npm run build.`);
    if (before === null) await pause(pauseMs);
  }
}

/** @param {string} folder */
async function identify(folder) {
  const found = await stat(folder).catch(() => null);
  return found && `${found.dev}-${found.ino}-${found.ctimeMs}`;
}

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

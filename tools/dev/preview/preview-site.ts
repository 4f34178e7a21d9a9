// What the preview serves: rendered pages with its findings and script put in, and notes where there is no page.
import { count } from "../../../advisor/text.ts";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { escapeHtml as escape } from "../../../advisor/html.ts";
import type { Outputs } from "../../site/compile/compile.ts";
import { findContentType, openSite, type SiteFile } from "../server/site-files.mjs";
import { openHeaders } from "../server/site-headers.mjs";
import type { Finding } from "../../check/rule.ts";

type Site = ReturnType<typeof openSite>;

/** What is served: the newest pages that could be made, and what is to be said about them. */
export interface Shown {
  /** Folder of the rendered pages; undefined as long as none could be made. */
  pages: string | undefined;
  /** What pages need beside themselves, by file below build/. */
  files: Outputs;
  outcome: Outcome;
  /** Addresses of the records' own pages. */
  addresses: readonly string[];
}

/** Serves rendered pages with the preview's findings and script in them, and beside them the files that pages need. */
export function openPreviewSite(show: () => Shown): { site: Site; findHeaders: ReturnType<typeof openHeaders> } {
  const own = openSite(browserFolder);
  let opened = { pages: "", site: own, findHeaders: openHeaders(browserFolder) };
  const open = (pages: string): typeof opened => {
    if (opened.pages !== pages) opened = { pages, site: openSite(pages), findHeaders: openHeaders(pages) };
    return opened;
  };
  return {
    site: {
      async find(path) {
        if (path.startsWith(ownPath)) return own.find(path.slice(ownPath.length - 1));
        const { pages, files, outcome, addresses } = show();
        const file = files.get(`static${path}`);
        if (file !== undefined) return toFile(file, findContentType(path));
        const found = pages === undefined ? null : await open(pages).site.find(path);
        if (found === "folder" || found?.contentType.startsWith("text/html") === false) return found;
        if (found) return toPage(insertInto((await found.encode("identity")).toString("utf8"), outcome));
        const isWanted = path === "/404.html" || addresses.some((address) => address.replace(/#.*$/s, "") === path);
        return isWanted ? toPage(noteFor(path, outcome, addresses)) : null;
      },
    },
    async findHeaders(path) {
      const { pages } = show();
      const headers = pages === undefined ? {} : await open(pages).findHeaders(path);
      return "content-security-policy" in headers ? headers : { ...headers, "content-security-policy": strictPolicy };
    },
  };
}

const browserFolder = fileURLToPath(new URL("browser", import.meta.url));

/** For pages of the preview itself, and for those that no rule of the site's headers covers. */
const strictPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'";

function noteFor(path: string, outcome: Outcome, addresses: readonly string[]): string {
  if (path === "/404.html") {
    const text =
      "This preview contains the named records and the pages that show them. For the whole site, run npm start.";
    return makeNote("Not part of this preview", text, addresses, outcome);
  }
  return makeNote("Nothing to show yet", "The page appears as soon as the record can be compiled.", [], outcome);
}

function toPage(html: string): SiteFile {
  return toFile(html, findContentType("index.html"));
}

/** Not compressed: the content changes with every save and stays on this machine. */
function toFile(content: string | Uint8Array, contentType: string): SiteFile {
  const body = Buffer.from(content);
  const etag = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return { contentType, etag, isCompressible: false, encode: () => Promise.resolve(body) };
}

/** Where the preview's own files are, apart from anything that a site has. */
export const ownPath = "/__preview/";

/** Puts what the check found, and the script that reloads, into a page. */
export function insertInto(html: string, outcome: Outcome): string {
  return html
    .replace("</head>", () => `${describeHead(outcome)}</head>`)
    .replace(/<body[^>]*>/, (body) => `${body}${describeFindings(outcome)}`);
}

/** A placeholder for a page that could not be rendered or is not part of the preview. */
export function makeNote(title: string, text: string, links: readonly string[], outcome: Outcome): string {
  const list = links.map((path) => `<li><a href="${escape(path)}">${escape(path)}</a></li>`).join("");
  const body = `<main class="preview-note"><h1>${escape(title)}</h1><p>${escape(text)}</p><ul>${list}</ul></main>`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title></head><body>${body}</body></html>`;
  return insertInto(html, outcome);
}

function describeHead({ version }: Outcome): string {
  return (
    `<link rel="stylesheet" href="${ownPath}preview.css">` +
    `<script src="${ownPath}reload.js" data-preview-version="${version}" defer></script>`
  );
}

/** The findings are expanded, so that a contributor sees a mistake without a click. */
function describeFindings({ findings, failure }: Outcome): string {
  if (findings.length === 0 && failure === undefined) return "";
  const found = `The check finds ${count(findings.length, "thing")} to correct`;
  const summary =
    failure === undefined
      ? found
      : `${findings.length > 0 ? found : "This state cannot be shown"}. Below is the last state that could be shown.`;
  const items = findings.map(({ file, line, col, rule, message, help }) => {
    const hint = help ? ` <span class="help">${escape(help)}</span>` : "";
    return `<li><code>${escape(`${file}:${line}:${col}`)}</code> ${escape(rule)}: ${escape(message)}${hint}</li>`;
  });
  const reason = failure !== undefined && findings.length === 0 ? `<pre>${escape(failure)}</pre>` : "";
  return (
    `<section class="preview-findings" aria-label="What the check finds"><details open>` +
    `<summary>${summary}</summary><ol>${items.join("")}</ol>${reason}</details></section>`
  );
}

/** What came of one look at the records. */
export interface Outcome {
  /** Number of the pass, so that a page knows whether it is current. */
  version: number;
  /** What the check says about the records that are previewed, and about those that have changed. */
  findings: readonly Finding[];
  /** Why there is no page of this state; undefined when there is one. */
  failure: string | undefined;
  milliseconds: number;
}

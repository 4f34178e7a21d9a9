import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { openSite } from "../serve/site-files.mjs";
import type { SiteFile } from "../serve/site-files.mjs";
import { openHeaders } from "../serve/site-headers.mjs";
import { insertInto, makeNote, ownPath } from "./insert.ts";
import type { Outcome } from "./outcome.ts";

type Site = ReturnType<typeof openSite>;

/** What is served: the newest pages that could be made, and what is to be said about them. */
export interface Shown {
  /** Folder of the rendered pages; undefined as long as none could be made. */
  pages: string | undefined;
  outcome: Outcome;
  /** Addresses of the records' own pages. */
  addresses: readonly string[];
}

/** Serves rendered pages with the preview's findings and script in them, and beside them the files that pages need. */
export function openPreviewSite(
  statics: string,
  show: () => Shown,
): { site: Site; findHeaders: ReturnType<typeof openHeaders> } {
  const own = openSite(fileURLToPath(new URL("browser", import.meta.url)));
  const files = openSite(statics);
  let opened = { pages: "", site: files, findHeaders: openHeaders(statics) };
  const open = (): typeof opened => {
    const { pages = statics } = show();
    if (opened.pages !== pages) opened = { pages, site: openSite(pages), findHeaders: openHeaders(pages) };
    return opened;
  };
  return {
    site: {
      async find(path) {
        if (path.startsWith(ownPath)) return own.find(path.slice(ownPath.length - 1));
        const rendered = await open().site.find(path);
        const found = rendered ?? (await files.find(path));
        if (found && found !== "folder")
          return found.contentType.startsWith("text/html") ? dress(found, show().outcome) : found;
        if (found === "folder") return found;
        if (path === "/404.html" || show().addresses.some((address) => address.replace(/#.*$/s, "") === path))
          return toFile(noteFor(path, show()));
        return null;
      },
    },
    async findHeaders(path) {
      const headers = await open().findHeaders(path);
      return "content-security-policy" in headers ? headers : { ...headers, "content-security-policy": strictPolicy };
    },
  };
}

/** For pages of the preview itself, and for those that no rule of the site's headers covers. */
const strictPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'";

async function dress(page: SiteFile, outcome: Outcome): Promise<SiteFile> {
  return toFile(insertInto((await page.encode("identity")).toString("utf8"), outcome));
}

function noteFor(path: string, { outcome, addresses }: Shown): string {
  if (path === "/404.html") {
    const text =
      "This preview holds the records it was asked for and the pages that show them; npm start has the whole site.";
    return makeNote("Not part of this preview", text, addresses, outcome);
  }
  return makeNote("Nothing to show yet", "The page appears as soon as the record can be compiled.", [], outcome);
}

/** Pages change with every save and stay on this machine, so they are not compressed. */
function toFile(html: string): SiteFile {
  const body = Buffer.from(html);
  const etag = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return { contentType: "text/html; charset=utf-8", etag, isCompressible: false, encode: () => Promise.resolve(body) };
}

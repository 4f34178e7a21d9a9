import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { parse, type DefaultTreeAdapterTypes } from "parse5";
import { join, posix, relative, sep } from "node:path";
import { escapeAttribute } from "../../../assets/ts/embed/own-snippets.ts";
import { listFiles } from "../../records/list-files.mjs";

/** Files that are served at addresses other than their own, so that nothing in them can be relative. */
const ANYWHERE = ["404.html"];

/**
 * Copies a built site so that it works at any path of any host without being built again. `home` is the address that the site
 * was built for. Without a public home, what may hold full addresses only goes: the sitemap, and the address of the citation.
 */
export function writeRelativeSite(site: string, out: string, home: string): void {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  cpSync(site, out, { recursive: true });
  const { pathname } = new URL(home);
  if (pathname !== "/")
    throw new Error(`${home} has a path: build the site for the root of a host, its archive then works at any path`);
  for (const file of listFiles(out)) {
    const path = relative(out, file).split(sep).join("/");
    const write = findWriter(path);
    if (write) writeFileSync(file, write(readFileSync(file, "utf8"), path, home));
  }
  if (!isLocal(home)) return;
  rmSync(join(out, "sitemap.xml"), { force: true });
  for (const [name, line] of [
    ["robots.txt", /^Sitemap:.*\n?/m],
    ["citation.cff", /^url:.*\n?/m],
  ] as const) {
    const file = join(out, name);
    writeFileSync(file, readFileSync(file, "utf8").replace(line, ""));
  }
}

function findWriter(path: string): ((text: string, path: string, home: string) => string) | undefined {
  if (ANYWHERE.includes(path)) return undefined;
  if (path.endsWith(".html")) return writeRelativePage;
  if (path.startsWith("feeds/")) return writeRelativeFeed;
  return path.endsWith(".md") || path === "llms.txt" ? writeRelativeText : undefined;
}

/** A part of a text and what takes its place. */
interface Edit {
  from: number;
  to: number;
  text: string;
}

/** Metadata that name the page by its full address: for search engines and link previews, which read the public site. */
const PUBLIC_ONLY = /^(?:canonical|og:url|og:image|application\/ld\+json)$/;

/**
 * A page whose addresses are relative to the page, so that it works at any path. Full addresses of the site itself become
 * relative too. What only makes sense with a full address goes if the site has no public home.
 */
export function writeRelativePage(html: string, path: string, home: string): string {
  const root = rootFrom(path);
  const isPublic = !isLocal(home);
  const edits: Edit[] = [];
  for (const element of listElements(parse(html, { sourceCodeLocationInfo: true }))) {
    const location = element.sourceCodeLocation;
    if (!location) continue;
    const value = (name: string): string => element.attrs.find((one) => one.name === name)?.value ?? "";
    const named = [value("rel"), value("property"), value("type")];
    if (named.some((name) => PUBLIC_ONLY.test(name))) {
      if (!isPublic) edits.push({ from: location.startOffset, to: location.endOffset, text: "" });
      continue;
    }
    for (const { name, value } of element.attrs) {
      const relative = relativeAddress(value, root, home);
      const place = location.attrs?.[name];
      if (relative !== undefined && place)
        edits.push({ from: place.startOffset, to: place.endOffset, text: `${name}="${escapeAttribute(relative)}"` });
    }
    // Scripts put the address at which the site really is in the place of this one, in texts to copy.
    const tag = element.tagName === "html" ? location.startTag : undefined;
    if (tag) edits.push({ from: tag.endOffset - 1, to: tag.endOffset - 1, text: ` data-home="${home}"` });
  }
  return applyEdits(html, edits);
}

/** A Markdown copy or a list for programs whose links are relative to the file. */
export function writeRelativeText(text: string, path: string, home: string): string {
  const root = rootFrom(path);
  return text
    .replaceAll(`](${home}`, `](${root}`)
    .replaceAll(`url: "${home}`, `url: "${root}`)
    .replace(/\]\(\/(?!\/)/g, `](${root}`);
}

/** A feed whose links are relative to the feed; its ids stay. */
export function writeRelativeFeed(xml: string, path: string, home: string): string {
  return xml.replaceAll(`href="${home}`, `href="${rootFrom(path)}`);
}

/** Whether an address is only that of the machine that built the site. */
function isLocal(home: string): boolean {
  return /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?\//.test(home);
}

/** The way from a file to the site's root, with a slash at its end. */
function rootFrom(path: string): string {
  const folder = posix.dirname(path);
  return folder === "." ? "./" : "../".repeat(folder.split("/").length);
}

function relativeAddress(value: string, root: string, home: string): string | undefined {
  if (value.startsWith(home)) return root + value.slice(home.length);
  return /^\/(?!\/)/.test(value) ? root + value.slice(1) : undefined;
}

function* listElements(
  node: DefaultTreeAdapterTypes.Node,
): Generator<DefaultTreeAdapterTypes.Element, void, undefined> {
  if ("tagName" in node) yield node;
  if ("content" in node) yield* listElements(node.content);
  if ("childNodes" in node) for (const child of node.childNodes) yield* listElements(child);
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const { from, to, text: own } of [...edits].sort((a, b) => a.from - b.from)) {
    if (from < at) continue;
    result += text.slice(at, from) + own;
    at = to;
  }
  return result + text.slice(at);
}

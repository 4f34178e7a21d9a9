import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { isScalar, LineCounter, parseDocument, visit } from "yaml";
import { ToolError } from "../../records/command-line.mjs";
import { findAll, listNodes, make } from "./nodes.ts";

/** An address of an earlier version of the site, and the page or part of a page that has its content today. */
export interface Redirect {
  from: string;
  /** A path, and perhaps the id of an element of that page. */
  to: string;
  /** File, line and column of the entry. */
  place: string;
}

/** Folder of the redirects: one YAML file for each section of the site, a mapping from old path to new path. */
const redirectsFolder = "data/redirects";

/** Reads the redirects of a repository. Reports malformed and repeated entries with their places. */
export function readRedirects(root: string): Redirect[] {
  const folder = join(root, redirectsFolder);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith(".")) : [];
  return parseRedirects(
    names.sort().map((name) => [`${redirectsFolder}/${name}`, readFileSync(join(folder, name), "utf8")]),
  );
}

/** Reads the texts of redirect files. */
export function parseRedirects(files: readonly (readonly [file: string, text: string])[]): Redirect[] {
  const redirects: Redirect[] = [];
  const problems: string[] = [];
  const first = new Map<string, Redirect>();
  for (const [file, text] of files) {
    const lines = new LineCounter();
    const placeAt = (offset = 0): string => {
      const { line, col } = lines.linePos(offset);
      return `${file}:${line}:${col}`;
    };
    const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, lineCounter: lines });
    problems.push(...document.errors.map(({ pos, message }) => `${placeAt(pos[0])}  ${message}`));
    visit(document, {
      Pair(_key, { key, value }) {
        const [from, to] = [key, value].map((node) => (isScalar(node) ? String(node.value) : ""));
        const place = placeAt(isScalar(key) ? key.range?.[0] : 0);
        const redirect = { from: from ?? "", to: to ?? "", place };
        const earlier = first.get(redirect.from);
        if (!/^\/(?:[\w.-]+\/)+$/.test(redirect.from)) {
          problems.push(`${place}  "${from}" is not an old path. Example: /rules/old-rule/`);
        } else if (!/^\/(?:[\w.-]+\/)*(?:#[\w.:-]+)?$/.test(redirect.to)) {
          problems.push(`${place}  "${to}" is not a new path. Example: /rules/#old-rule`);
        } else if (earlier) {
          problems.push(`${place}  ${from} has another redirect at ${earlier.place}. Remove one of them.`);
        } else {
          first.set(redirect.from, redirect);
          redirects.push(redirect);
        }
        return visit.SKIP;
      },
    });
  }
  refuse(problems);
  return redirects;
}

/**
 * Writes a page for each redirect into a built site, and the file `_redirects` for hosts that read one. Reports every redirect
 * that takes the place of a page or leads to a missing page or element. The script keeps the part of a page that an address names.
 */
export function writeRedirects(redirects: readonly Redirect[], site: string, script?: RedirectScript): void {
  const targets = new Map<string, Target | undefined>();
  const problems: string[] = [];
  const pages = redirects.flatMap(({ from, to, place }): [file: string, html: string][] => {
    const [path = "", id] = to.split("#");
    if (!targets.has(path)) targets.set(path, readTarget(site, path));
    const target = targets.get(path);
    if (existsSync(join(site, from, "index.html"))) {
      problems.push(`${place}  ${from} is a page of the site. Remove this redirect.`);
    } else if (!target) {
      const isRedirect = redirects.some((other) => other.from === path);
      problems.push(
        `${place}  ${from} leads to ${path}, ${isRedirect ? "which redirects too. Write its target" : "which is not a page"}.`,
      );
    } else if (id !== undefined && !target.ids.has(id)) {
      problems.push(`${place}  ${from} leads to ${to}, but no element of ${path} has the id "${id}".`);
    } else {
      return [[join(site, from, "index.html"), writePage(from, to, target, script)]];
    }
    return [];
  });
  refuse(problems);
  for (const [file, html] of pages) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html);
  }
  const base = new URL(readTarget(site, "/")?.canonical ?? "/", "http://localhost").pathname.slice(0, -1);
  const lines = redirects.map(({ from, to }) => `${base}${from} ${base}${to} 301\n`);
  writeFileSync(join(site, "_redirects"), lines.join(""));
}

/** The script of redirect pages: its path from the site's root, and what the browser checks it against. */
interface RedirectScript {
  path: string;
  integrity: string;
}

/** A page that redirects lead to. */
interface Target {
  title: string;
  /** Its address, with the host. */
  canonical: string;
  ids: ReadonlySet<string>;
}

function readTarget(site: string, path: string): Target | undefined {
  const file = join(site, path, "index.html");
  if (!existsSync(file)) return undefined;
  const html = readFileSync(file, "utf8");
  const [head = ""] = html.split("</head>", 1);
  const root = make("html", ...listNodes(head));
  const link = findAll(root, "link").find(({ properties }) => String(properties.rel) === "canonical");
  return {
    title: /<title>([^<]*)/.exec(head)?.[1] ?? "",
    canonical: String(link?.properties.href ?? ""),
    ids: new Set([...html.matchAll(/\sid=(?:"([^"]+)"|([^\s"'>]+))/g)].map(([, quoted, bare]) => quoted ?? bare ?? "")),
  };
}

/** Links are relative, so that the page works below any path. */
function writePage(from: string, to: string, { title, canonical }: Target, script: RedirectScript | undefined): string {
  const [path = "", id] = to.split("#");
  const fragment = id === undefined ? "" : `#${id}`;
  const relative = posix.relative(from, path);
  const href = `${relative === "" ? "." : relative}/${fragment}`;
  const scripts = script
    ? `<link rel="next" href="${href}">
<script src="${posix.relative(from, script.path)}" integrity="${script.integrity}"></script>
`
    : "";
  const policy = script ? "default-src 'none'; script-src 'self'; connect-src 'self'" : "default-src 'none'";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Moved: ${title}</title>
<link rel="canonical" href="${canonical}">
${scripts}<meta http-equiv="refresh" content="0;url=${href}">
</head>
<body>
<main><h1>This page has moved</h1><p><a href="${href}">${title}</a></p></main>
</body>
</html>
`;
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new ToolError(problems.join("\n"));
}

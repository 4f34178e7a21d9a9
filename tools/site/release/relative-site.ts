import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { listFiles } from "../../records/list-files.mjs";
import { isLocal, writeRelativeFeed, writeRelativePage, writeRelativeText } from "./relative-pages.ts";

/** Files that are served at addresses other than their own, so that nothing in them can be relative. */
const ANYWHERE = ["404.html"];

/**
 * Copies a built site so that it works at any path of any host without being built again. `home` is the address that the site
 * was built for. Without a public home the sitemap goes, which may hold full addresses only.
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
  const robots = join(out, "robots.txt");
  writeFileSync(robots, readFileSync(robots, "utf8").replace(/^Sitemap:.*\n?/m, ""));
}

function findWriter(path: string): ((text: string, path: string, home: string) => string) | undefined {
  if (ANYWHERE.includes(path)) return undefined;
  if (path.endsWith(".html")) return writeRelativePage;
  if (path.startsWith("feeds/")) return writeRelativeFeed;
  return path.endsWith(".md") || path === "llms.txt" ? writeRelativeText : undefined;
}

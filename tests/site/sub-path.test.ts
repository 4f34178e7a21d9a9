import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { provideHugo } from "../../tools/dev/setup/hugo.mjs";
import { openMarkdown, writeMarkdownCopies } from "../../tools/site/pages/markdown.ts";
import { makeTemporaryFolder } from "../temporary-folder.ts";
import { attribute, findAll, listSiteFiles, readPages } from "./support/site.ts";
import type { Page } from "./support/site.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const base = "http://localhost:8080/atlas/";
const repository = "https://example.org/vnic-atlas";
const folder = makeTemporaryFolder();
let messages = "";
let pages: Page[] = [];

before(async () => {
  const { HUGO } = await provideHugo(process.env);
  messages = execFileSync(
    HUGO,
    ["--destination", folder, "--baseURL", base, "--minify", "--noBuildLock", "--logLevel", "info"],
    {
      cwd: root,
      env: { ...process.env, HUGO_PARAMS_REPOSITORY: repository },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  writeMarkdownCopies(root, folder, await openMarkdown(root, "markdown-sub-path"));
  pages = readPages(folder);
});

describe("a site built for a sub-path", () => {
  test("is built without a warning or a notice of something deprecated", () => {
    assert.match(messages, /Total in/);
    assert.doesNotMatch(messages, /WARN|ERROR|deprecated/i);
  });

  test("offers to edit each record and to report a mistake in it, if the repository is known", () => {
    for (const [path, file] of [
      ["/benchmarks/nobel-vmxnet3-2013/", "data/datasets/nobel-vmxnet3-2013.yaml"],
      ["/adapters/vmxnet3/", "data/adapters/vmxnet3.yaml"],
      ["/guests/freebsd/", "data/guests/freebsd13-64.yaml"],
    ]) {
      const links = (pages.find((page) => page.path === path)?.elements ?? []).flatMap(
        (element) => attribute(element, "href") ?? [],
      );
      assert.ok(links.includes(`${repository}/edit/main/${file}`), path);
      assert.ok(
        links.some((link) => link.startsWith(`${repository}/issues/new?template=wrong-`)),
        path,
      );
    }
  });

  test("takes reports of wrong advice, if the repository is known", () => {
    const page = pages.find(({ path }) => path === "/advisor/");
    const links = (page?.elements ?? []).flatMap((element) => attribute(element, "href") ?? []);
    assert.ok(links.includes(`${repository}/issues/new?template=wrong-advice.yml`));
  });

  test("has only addresses that lie below the sub-path", () => {
    const outside = pages.flatMap((page) =>
      page.elements.flatMap((element) =>
        element.attrs
          .filter(({ value }) => value.startsWith("/") && !value.startsWith("/atlas/"))
          .map(({ name, value }) => `${page.path} <${element.tagName} ${name}> ${value}`),
      ),
    );
    assert.deepEqual([...new Set(outside)], []);
  });

  test("has links that all lead to files of it", () => {
    const files = new Set(listSiteFiles(folder));
    const broken = pages.flatMap((page) =>
      findAll(page, "a", "link", "script")
        .flatMap((element) => attribute(element, "href") ?? attribute(element, "src") ?? [])
        .map((address) => new URL(address, new URL(page.path.slice(1), base)))
        .filter((url) => url.href.startsWith(base))
        .map(
          (url) =>
            decodeURIComponent(url.pathname.slice("/atlas/".length)) + (url.pathname.endsWith("/") ? "index.html" : ""),
        )
        .filter((file) => !files.has(file)),
    );
    assert.deepEqual([...new Set(broken)], []);
  });

  test("has headers for paths below the sub-path only", () => {
    const paths = readFileSync(join(folder, "_headers"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("/"));
    assert.ok(paths.length > 5);
    for (const path of paths) assert.ok(path.startsWith("/atlas/"), path);
  });
});

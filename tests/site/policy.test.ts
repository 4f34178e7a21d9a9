import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { collectHeaders, parseHeadersFile } from "../../tools/dev/server/site-headers.mjs";
import { pages } from "./support/pages.ts";
import { attribute, findAll, listSiteFiles, publicFolder, isFrame, rawTextOf } from "./support/site.ts";
import type { Element, Page } from "./support/site.ts";

const headers = parseHeadersFile(readFileSync(join(publicFolder, "_headers"), "utf8"));

describe("the content policy", () => {
  test("stands on every page, before anything that it governs", () => {
    for (const page of pages) {
      assert.notEqual(policyOf(page), undefined, page.path);
      const governed = page.elements.findIndex(({ tagName }) => ["script", "link", "img", "style"].includes(tagName));
      assert.ok(page.elements.findIndex(isPolicy) < governed, page.path);
    }
  });

  test("allows nothing by default and nothing unsafe", () => {
    for (const page of pages) {
      const policy = policyOf(page) ?? "";
      assert.match(policy, /^default-src 'none';/, page.path);
      assert.doesNotMatch(policy, /unsafe|\*|https?:/, page.path);
      assert.doesNotMatch(policy, /frame-ancestors/, `${page.path}: has no effect in a page, and browsers complain`);
    }
  });

  test("allows the script that stands in a page by its hash, and no other", () => {
    for (const page of pages) {
      const inline = findAll(page, "script").filter(
        (script) => attribute(script, "src") === undefined && attribute(script, "type") === undefined,
      );
      const hashes = inline.map(
        (script) => `'sha384-${createHash("sha384").update(rawTextOf(script)).digest("base64")}'`,
      );
      assert.equal(/; script-src 'self'([^;]*)/.exec(policyOf(page) ?? "")?.[1]?.trim(), hashes.join(" "), page.path);
    }
  });

  test("is sent as a header too, with who may frame the page", () => {
    for (const page of pages.filter(({ path }) => path !== "/404.html")) {
      const sent = collectHeaders(headers, page.path)["content-security-policy"] ?? "";
      const framedBy = isFrame(page.path) ? "*" : "'self'";
      assert.equal(sent, `${policyOf(page)}; frame-ancestors ${framedBy}`, page.path);
    }
  });

  test("is sent once for each path, so that no two policies apply together", () => {
    for (const { path } of pages) assert.ok(headers.filter(({ pattern }) => pattern.test(path)).length <= 1, path);
  });

  test("lets the audit of a fleet connect to nothing", () => {
    const connected = pages.filter((page) => !policyOf(page)?.includes("connect-src 'self'"));
    assert.deepEqual(
      connected.map(({ path }) => path),
      ["/fleet/"],
    );
    assert.match(policyOf(connected[0] as Page) ?? "", /; connect-src 'none';/);
  });

  test("has no script make markup or scripts of a text, but for the frame's own data", () => {
    for (const page of pages) {
      const names = { "/embed/advisor/": "vnic-atlas", "/fleet/": "vnic-fleet" }[page.path] ?? "'none'";
      assert.match(
        policyOf(page) ?? "",
        new RegExp(`; require-trusted-types-for 'script'; trusted-types ${names}$`),
        page.path,
      );
    }
  });

  test("is sent with every file of the site, once, and so is what else isolates it", () => {
    const unlike = listSiteFiles()
      .filter((file) => !/^_(?:headers|redirects)$/.test(file))
      .flatMap((file) => [asPath(file), `/${file}`])
      .filter((path) => {
        const sent = collectHeaders(headers, path);
        return (
          headers.filter(({ pattern }) => pattern.test(path)).length !== 1 ||
          !sent["content-security-policy"]?.startsWith("default-src 'none'") ||
          sent["x-content-type-options"] !== "nosniff" ||
          sent["referrer-policy"] !== "strict-origin-when-cross-origin" ||
          sent["cross-origin-opener-policy"] !== "same-origin" ||
          !/^same-origin$|^cross-origin$/.test(sent["cross-origin-resource-policy"] ?? "") ||
          !sent["permissions-policy"]?.includes("camera=()")
        );
      });
    assert.deepEqual(unlike, []);
  });

  test("leaves pages to this site, and to other sites what they may embed, read or show", () => {
    const isOpen = (path: string): boolean =>
      collectHeaders(headers, path)["cross-origin-resource-policy"] === "cross-origin";
    for (const path of ["/", "/advisor/", "/adapters/vmxnet3/", "/embed/", "/api/", "/404.html"])
      assert.ok(!isOpen(path), path);
    const shared = listSiteFiles().filter((file) =>
      /^(?:api\/v1|schema|kit|feeds|cards|charts|css|js|icons|embed\/advisor)\/|^embed\/.*\.js$/.test(file),
    );
    assert.deepEqual(
      shared.map(asPath).filter((path) => !isOpen(path)),
      [],
    );
  });

  test("lets sites frame what is made for frames, also those that isolate their memory", () => {
    for (const path of ["/embed/advisor/", "/charts/ratios/"]) {
      assert.equal(collectHeaders(headers, path)["cross-origin-embedder-policy"], "require-corp", path);
    }
  });

  test("leaves the API, the schemas and the component open to pages of other origins", () => {
    for (const path of ["/api/v1/index.json", "/schema/v1/rule.schema.json", "/embed/vnic-advisor.js"]) {
      assert.equal(collectHeaders(headers, path)["access-control-allow-origin"], "*", path);
    }
  });
});

test("what browsers may keep without asking again is named by its content or its version, and pages are not among it", () => {
  const isKept = (path: string): boolean =>
    collectHeaders(headers, path)["cache-control"]?.includes("immutable") ?? false;
  const kept = listSiteFiles().filter((file) => isKept(`/${file}`));
  for (const folder of ["css", "js", "icons"])
    assert.ok(
      kept.some((file) => file.startsWith(`${folder}/`)),
      folder,
    );
  assert.deepEqual(
    // The component is kept under its version, whose content never changes.
    kept.filter((file) => !/\.(?:[0-9a-f]{12}|[0-9a-f]{64}|[0-9A-Z]{8})\.\w+$|^embed\/\d+\.\d+\.\d+\//.test(file)),
    [],
  );
  assert.deepEqual(
    pages.filter(({ path }) => isKept(path)),
    [],
  );
});

describe("pages", () => {
  test("hold style sheets and scripts to their integrity, the frame's script aside, which has no origin in a sandbox", () => {
    const unchecked = pages.flatMap((page) =>
      page.elements
        .filter(
          (element) =>
            (element.tagName === "link" && attribute(element, "rel") === "stylesheet") ||
            (element.tagName === "script" && attribute(element, "src") !== undefined),
        )
        .filter((element) => !/^sha(?:256|384)-/.test(attribute(element, "integrity") ?? ""))
        .map((element) => `${page.path} ${attribute(element, "href") ?? attribute(element, "src")}`),
    );
    assert.deepEqual(
      unchecked.filter((text) => !/^\/embed\/advisor\/ \/js\/embed-page\./.test(text)),
      [],
    );
  });

  test("load no module later that is not held to its integrity", () => {
    const scripts = listSiteFiles().filter((file) => /^js\/.*\.js$/.test(file));
    const imported = scripts.flatMap((file) => {
      const text = readFileSync(join(publicFolder, file), "utf8");
      return [...text.matchAll(/\bimport\("\.\/([^"]+)"\)/g)].map(([, name = ""]) => ({ file, name, text }));
    });
    assert.ok(imported.length >= 7);
    for (const { file, name, text } of imported) {
      const integrity = `sha384-${createHash("sha384")
        .update(readFileSync(join(publicFolder, "js", name)))
        .digest("base64")}`;
      assert.ok(
        text.includes(`preloadModule(new URL("./${name}",import.meta.url).href,"${integrity}")`),
        `${file} imports ${name}`,
      );
    }
  });

  test("have no inline style or handler, which the policy would refuse", () => {
    const found = pages.flatMap((page) =>
      page.elements.filter(isInline).map((element) => `${page.path} <${element.tagName}>`),
    );
    assert.deepEqual([...new Set(found)], []);
  });

  test("ask no other host for anything", () => {
    const found = pages.flatMap((page) =>
      page.elements.flatMap((element) =>
        listRequests(element)
          .filter((address) => /^(?:[a-z]+:)?\/\//i.test(address))
          .map((address) => `${page.path} <${element.tagName}> ${address}`),
      ),
    );
    assert.deepEqual([...new Set(found)], []);
  });

  test("have style sheets that ask no other host for anything", () => {
    for (const file of listSiteFiles().filter((name) => name.endsWith(".css"))) {
      const sheet = readFileSync(join(publicFolder, file), "utf8");
      assert.doesNotMatch(sheet, /@import|url\((?!["']?(?:data:|#|\.\.\/fonts\/))/, file);
    }
  });
});

/** The path that a browser asks for. */
function asPath(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, "$1")}`;
}

function isPolicy(element: Element): boolean {
  return element.tagName === "meta" && attribute(element, "http-equiv")?.toLowerCase() === "content-security-policy";
}

function policyOf(page: Page): string | undefined {
  const [meta] = findAll(page, "meta").filter(isPolicy);
  return meta && attribute(meta, "content");
}

function isInline(element: Element): boolean {
  const hasHandler = element.attrs.some(
    ({ name, value }) => /^on/.test(name) || name === "style" || /^\s*javascript:/i.test(value),
  );
  return hasHandler || element.tagName === "style";
}

/** Addresses that a browser fetches by itself; a link that a reader follows is none. */
function listRequests(element: Element): string[] {
  const isFetchedLink =
    element.tagName === "link" && !/canonical|alternate|license/.test(attribute(element, "rel") ?? "");
  const names = [
    "src",
    "srcset",
    "poster",
    "data",
    "action",
    ...(isFetchedLink || element.tagName === "use" || element.tagName === "image" ? ["href"] : []),
  ];
  return names.flatMap((name) => attribute(element, name) ?? []);
}

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { bundlePages, hashIntegrity } from "../../../../tools/site/bundle/pages.ts";
import type { BundledFile } from "../../../../tools/site/bundle/pages.ts";
import { hashContent } from "../../../../tools/records/write-files.ts";

describe("the bundles of the pages' scripts", () => {
  let roots: string[] = [];
  let bundles = new Map<string, BundledFile[]>();

  before(async () => {
    roots = [makeRepository(), makeRepository()];
    bundles = await bundlePages(roots[0] ?? "");
  });
  after(() => roots.forEach((root) => rmSync(root, { recursive: true })));

  const textOf = (file: BundledFile | undefined): string => new TextDecoder().decode(file?.bytes);

  test("are one per script of the folder itself, under the script's name", () =>
    assert.deepEqual([...bundles.keys()], ["lazy-worker.js", "lazy.js", "whole.js"]));

  test("of a worker is a classic script in one piece, also if it imports something when it is needed", () => {
    const [worker, ...others] = bundles.get("lazy-worker.js") ?? [];
    assert.deepEqual(others, []);
    assert.doesNotMatch(textOf(worker), /\bimport\b/);
    assert.match(textOf(worker), /hello/);
  });

  test("are named by their content", () => {
    for (const [name, [entry]] of bundles)
      assert.match(entry?.path ?? "", new RegExp(`^/js/${name.replace(".js", "")}\\.[A-Z0-9]{8}\\.js$`));
  });

  test("leave no names behind as classic scripts if they are in one piece", () => {
    const [file, ...others] = bundles.get("whole.js") ?? [];
    assert.deepEqual(others, []);
    const page = { document: { title: "" } };
    runInNewContext(textOf(file), page);
    assert.deepEqual(page, { document: { title: "hello, hello", lang: "hello" } });
    assert.doesNotMatch(textOf(file), /never said/);
  });

  test("leave what is loaded later in a file of its own, found beside the entry", () => {
    const [entry, later] = bundles.get("lazy.js") ?? [];
    assert.match(textOf(entry), /import\("\.\/words\.[A-Z0-9]{8}\.js"\)/);
    assert.match(textOf(later), /hello/);
    assert.ok(textOf(entry).includes(`./${later?.path.slice("/js/".length)}`));
  });

  test("hold what is loaded later to its integrity, and are named by what that makes of them", () => {
    const [entry, later] = bundles.get("lazy.js") ?? [];
    const name = later?.path.slice("/js/".length);
    assert.ok(
      later &&
        textOf(entry).includes(
          `(preloadModule(new URL("./${name}",import.meta.url).href,"${hashIntegrity(later.bytes)}"),import("./${name}"))`,
        ),
    );
    assert.match(textOf(entry), /^function preloadModule\(/);
    assert.ok(entry?.path.includes(hashContent(entry.bytes).slice(0, 8).toUpperCase()));
  });

  test("do not depend on where the repository lies", async () => {
    const elsewhere = await bundlePages(roots[1] ?? "");
    assert.deepEqual(elsewhere, bundles);
  });
});

test("the knowledge that pages carry is that of the assumed platform, without what steps say and what is cited is called", async () => {
  const step = {
    id: "add-adapter",
    platform: "vsphere",
    adapter: "vmxnet3",
    tool: "govc",
    pitfalls: [],
    title: "Add it",
    code: "govc vm.network.add",
  };
  const evidence = {
    "finding:one": { kind: "finding", title: "One", source: "a", year: 2010, path: "/findings/#one" },
  };
  const compiled = {
    knowledgeVersion: "0123456789ab",
    platforms: [],
    features: [],
    adapters: [],
    guests: [],
    rules: [{ id: "one", when: {}, then: {}, because: "", evidence: ["finding:one"] }],
    questions: [{ field: "platform", assumed: { value: "vsphere" } }],
    steps: [step, { ...step, id: "attach-adapter", platform: "kvm" }],
    problems: [],
    effects: { ratios: [], savings: [] },
    evidence,
  };
  const root = makeRepository({
    "carries.ts":
      "import knowledge from 'atlas:knowledge'; globalThis.said = [knowledge.steps, knowledge.evidence['finding:one'].title];",
  });
  try {
    const bundles = await bundlePages(root, { readCompiled: () => JSON.stringify(compiled) });
    const context: { said?: unknown } = {};
    runInNewContext(new TextDecoder().decode(bundles.get("carries.js")?.[0]?.bytes), context);
    assert.deepEqual(JSON.parse(JSON.stringify(context.said)), [
      [{ id: "add-adapter", platform: "vsphere", adapter: "vmxnet3", tool: "govc", pitfalls: [], title: "" }],
      "",
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test("a repository without scripts has no bundles", async () => {
  const root = mkdtempSync(join(tmpdir(), "atlas-bundle-"));
  try {
    assert.equal((await bundlePages(root)).size, 0);
  } finally {
    rmSync(root, { recursive: true });
  }
});

function makeRepository(scripts: Record<string, string> = {}): string {
  const root = mkdtempSync(join(tmpdir(), "atlas-bundle-"));
  mkdirSync(join(root, "assets/ts/parts"), { recursive: true });
  const put = (path: string, text: string): void => writeFileSync(join(root, "assets/ts", path), text);
  put("parts/words.ts", "export const word: string = 'hello'; export const unused = 'never said';");
  put(
    "whole.ts",
    "import { word } from './parts/words.ts'; class Page { a = word; b = word; } const page = new Page(); function show() { document.title = page.a + ', ' + page.b; } show(); document.lang = page.a;",
  );
  put("lazy.ts", "document.onclick = () => import('./parts/words.ts').then(({ word }) => (document.title = word));");
  put("lazy-worker.ts", "self.onmessage = () => import('./parts/words.ts').then(({ word }) => postMessage(word));");
  put("global.d.ts", "declare const nothing: string;");
  for (const [path, text] of Object.entries(scripts)) put(path, text);
  return root;
}

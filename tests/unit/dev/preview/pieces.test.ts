import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { findPagePath, listAffected } from "../../../../tools/dev/preview/affected.ts";
import { adaptConfig, Folder } from "../../../../tools/dev/preview/workshop.ts";
import { insertInto, makeNote } from "../../../../tools/dev/preview/preview-site.ts";
import { makeQueue, watchFolders } from "../../../../tools/dev/preview/preview.ts";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";

const outcome = { version: 7, findings: [], failure: undefined, milliseconds: 1 };
const finding = {
  file: "data/sources/a.yaml",
  line: 2,
  col: 8,
  rule: "schema",
  message: 'found <b> & "c"',
  help: "it's wrong",
};
const page = '<!doctype html><html><head><title>T</title></head><body class="x"><h1>T</h1></body></html>';

describe("what is put into a page", () => {
  it("is the script with the version of the page, and nothing to read while nothing is wrong", () => {
    const html = insertInto(page, outcome);
    assert.match(html, /<script src="\/__preview\/reload\.js" data-preview-version="7" defer><\/script><\/head>/);
    assert.match(html, /<body class="x"><h1>/);
  });
  it("is what is wrong, as text, with its place and help", () => {
    const html = insertInto(page, { ...outcome, findings: [finding] });
    assert.match(
      html,
      /<body class="x"><section .*<code>data\/sources\/a\.yaml:2:8<\/code> schema: found &lt;b&gt; &amp; &quot;c&quot; <span class="help">it&#39;s wrong/,
    );
    assert.match(html, /<details open><summary>The check finds 1 thing to correct<\/summary>/);
  });
  it("is open and gives the reason where the page is not the newest", () => {
    const html = insertInto(page, { ...outcome, failure: "no <chart>" });
    assert.match(
      html,
      /<details open><summary>This state cannot be shown\. Below is the last state that could be shown\.<\/summary>.*<pre>no &lt;chart&gt;<\/pre>/,
    );
  });
  it("takes a replacement's special signs for what they are", () => {
    assert.match(insertInto(page, { ...outcome, findings: [{ ...finding, message: "$& and $1" }] }), /\$&amp; and \$1/);
  });
  it("makes a page of its own where there is none", () => {
    const html = makeNote("No page", "Because.", ["/a/?x=<"], outcome);
    assert.match(
      html,
      /<title>No page<\/title>.*reload\.js.*<h1>No page<\/h1><p>Because\.<\/p><ul><li><a href="\/a\/\?x=&lt;">/,
    );
  });
});

describe("the pages that a record affects", () => {
  const outputs = new Map([
    [
      "knowledge/datasets.json",
      JSON.stringify([
        { id: "study", path: "/benchmarks/study/" },
        { id: "study-2", path: "/benchmarks/study-2/" },
      ]),
    ],
    [
      "knowledge/rules.json",
      JSON.stringify([
        { id: "r", path: "/rules/r/", evidence: ["dataset:study/row"] },
        { id: "s", path: "/rules/s/" },
      ]),
    ],
    ["knowledge/findings.json", JSON.stringify([{ id: "f", path: "/findings/#f", dataset: "study" }])],
    ["knowledge/meta.json", JSON.stringify({ study: 1 })],
  ]);
  it("are its own, those that mention it, lists and overviews", () => {
    const pages = listAffected(outputs, [{ kind: "dataset", id: "study" }]);
    assert.equal(pages[0], "/benchmarks/study");
    assert.deepEqual([...pages].sort(), [
      "/",
      "/advisor",
      "/benchmarks",
      "/benchmarks/study",
      "/compare",
      "/findings",
      "/rules",
      "/rules/r",
    ]);
  });
  it("has its own address, with an anchor where a page shows several", () => {
    assert.equal(findPagePath(outputs, { kind: "finding", id: "f" }), "/findings/#f");
    assert.equal(findPagePath(outputs, { kind: "dataset", id: "gone" }), undefined);
  });
});

describe("the configuration of a preview", () => {
  it("takes what is made from another folder, copies no static files and renders some pages", () => {
    const adapted = adaptConfig(readFileSync("config.toml", "utf8"), "/tmp/a b/build", ["/", "/benchmarks/x"]);
    assert.match(adapted, /^source = "\/tmp\/a b\/build\/knowledge"\ntarget = "data"$/m);
    assert.doesNotMatch(adapted, /target = "static"|source = "build\//);
    assert.match(adapted, /\[\[segments\.preview\.includes\]\]\npath = "\{\/,\/benchmarks\/x\}"\n$/);
    assert.match(adapted, /^source = "layouts"$/m);
  });
  it("refuses a configuration in which it finds nothing to change", () => {
    assert.throws(() => adaptConfig("title = 'x'", "/tmp", []), /mounts nothing from build/);
  });
});

describe("work that is done one after another", () => {
  it("is done once more when it is asked for meanwhile, however often", async () => {
    let [running, most, times] = [0, 0, 0];
    const queue = makeQueue(async () => {
      most = Math.max(most, (running += 1));
      times += 1;
      if (times === 1) for (let i = 0; i < 5; i++) queue.ask();
      await Promise.resolve();
      running -= 1;
    });
    queue.ask();
    await queue.idle();
    assert.deepEqual([times, most], [2, 1]);
    queue.ask();
    await queue.idle();
    assert.equal(times, 3);
  });
  it("has been done once as soon as the first run ends, although more was asked for", async () => {
    let [times, endSecond] = [0, (): void => {}];
    const second = new Promise<void>((resolve) => (endSecond = resolve));
    const queue = makeQueue(async () => {
      times += 1;
      if (times === 2) return second;
      queue.ask();
    });
    queue.ask();
    const end = await Promise.race([
      queue.first().then(() => "first"),
      new Promise((resolve) => setTimeout(resolve, 2000, "nothing")),
    ]);
    endSecond();
    await queue.idle();
    assert.deepEqual([end, times], ["first", 2]);
  });
  it("fails for those who wait for its first run", async () => {
    const queue = makeQueue(() => Promise.reject(new Error("no")));
    queue.ask();
    await assert.rejects(queue.first(), /no/);
  });
});

describe("a folder that knows what it holds", () => {
  it("writes what has changed, leaves the rest alone and removes what is gone", (context) => {
    const root = makeTemporaryFolder(context);
    const folder = new Folder(root);
    folder.sync(
      new Map<string, string | Uint8Array>([
        ["a/same", "1"],
        ["a/bytes", Buffer.from("x")],
        ["changed", "1"],
        ["gone", "1"],
      ]),
    );
    for (const name of ["a/same", "a/bytes", "changed"]) utimesSync(join(root, name), 1, 1);
    folder.sync(
      new Map<string, string | Uint8Array>([
        ["a/same", "1"],
        ["a/bytes", Buffer.from("x")],
        ["changed", "2"],
      ]),
    );
    assert.deepEqual(
      ["a/same", "a/bytes", "changed"].map((name) => statSync(join(root, name)).mtimeMs === 1000),
      [true, true, false],
    );
    assert.equal(readFileSync(join(root, "changed"), "utf8"), "2");
    assert.ok(!existsSync(join(root, "gone")));
  });
});

describe("folders that are watched", () => {
  it("call back once for a save in several steps, and not for folders that are missing", async (context) => {
    const root = makeTemporaryFolder(context);
    let stop = (): void => {};
    await new Promise<void>((resolve) => {
      stop = watchFolders([root, join(root, "missing")], resolve);
      writeFileSync(join(root, "x.yaml"), "a");
      writeFileSync(join(root, "x.yaml"), "b");
    });
    stop();
  });
});

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { provideHugo } from "../../tools/dev/setup/hugo.mjs";
import { makeTemporaryFolder } from "../temporary-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const copy = makeTemporaryFolder();
const common = { on: "2026-06-01", reason: "Named after its study." };
const successor = {
  id: "nobel-vmxnet3-2013",
  title: "VMXNET3, E1000E and E1000 between two Windows VMs",
  path: "/benchmarks/nobel-vmxnet3-2013/",
};
const tombstones = [
  { kind: "datasets", id: "old-study", status: "moved", ...common, path: "/benchmarks/old-study/", successor },
  { kind: "findings", id: "old-finding", status: "withdrawn", ...common, path: "/findings/#old-finding" },
];

before(async () => {
  for (const part of ["config.toml", "content", "layouts", "assets", "build"])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  writeFileSync(join(copy, "build/knowledge/tombstones.json"), JSON.stringify(tombstones));
  // The pages whose templates know tombstones.
  appendFileSync(
    join(copy, "config.toml"),
    '\n[[segments.gone.includes]]\npath = "{/,/compare,/benchmarks,/benchmarks/old-study,/findings}"\n',
  );
  const { HUGO } = await provideHugo(process.env);
  execFileSync(
    HUGO,
    ["--destination", "public", "--renderSegments", "gone", "--noBuildLock", "--panicOnWarning", "--quiet"],
    { cwd: copy },
  );
});

const read = (path: string): string => readFileSync(join(copy, "public", path), "utf8");

describe("the address of a record that is gone", () => {
  test("answers with the reason and leads to the record that took its place", () => {
    const page = read("benchmarks/old-study/index.html");
    assert.match(page, /<h1>Moved: old-study<\/h1>/);
    assert.match(page, /Named after its study\./);
    assert.match(page, /href="?\/benchmarks\/nobel-vmxnet3-2013\//);
  });
  test("answers in the list that the record stood in, where it had no page", () => {
    assert.match(read("findings/index.html"), /<li id="?old-finding"?>[\s\S]*?Named after its study\./);
  });
  test("is not listed among the records", () => {
    assert.doesNotMatch(read("benchmarks/index.html"), /old-study/);
  });
});

import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { updateTypes } from "../../../../tools/records/types/main.ts";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";

const root = makeTemporaryFolder();
cpSync(fileURLToPath(new URL("../../../../data/schema", import.meta.url)), join(root, "data/schema"), {
  recursive: true,
});

const read = (): string => readFileSync(join(root, "build/types/records.ts"), "utf8");

describe("updateTypes", () => {
  it("writes the types once, and the same each time", async () => {
    assert.equal(await updateTypes(root), "written");
    const first = read();
    assert.equal(await updateTypes(root), "unchanged");
    rmSync(join(root, "build"), { recursive: true });
    assert.equal(await updateTypes(root), "written");
    assert.equal(read(), first);
  });
  it("writes them again when the file is cut off or changed", async () => {
    const whole = read();
    for (const broken of [
      whole.slice(0, -100),
      whole.slice(0, 40),
      "",
      whole.replace("title: string", "title: number"),
    ]) {
      writeFileSync(join(root, "build/types/records.ts"), broken);
      assert.equal(await updateTypes(root), "written");
      assert.equal(read(), whole);
    }
  });
  it("carries descriptions over and numbers no type", () => {
    assert.match(read(), /\* Title as published\.\n {3}\*\/\n {2}title: string;/);
    assert.doesNotMatch(read(), /export (type|interface) \w+\d\b/);
    assert.doesNotMatch(read(), /\[k: string\]: unknown/);
  });
  it("writes them again when a schema has changed", async () => {
    const file = join(root, "data/schema/source.schema.json");
    writeFileSync(file, readFileSync(file, "utf8").replace("Title as published.", "Title in print."));
    assert.equal(await updateTypes(root), "written");
    assert.match(read(), /Title in print\./);
  });
});

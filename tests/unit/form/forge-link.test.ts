import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { longestAddress, makeForgeLink } from "../../../assets/ts/contribute-form/show-files.ts";

describe("the forge's page for a new file", () => {
  const file = "data/datasets/a-study-2024.yaml";

  test("is named with branch, file and text", () => {
    const link = makeForgeLink("https://forge.example/owner/atlas", "main", file, "title: 'A & B' # 100 %\n");
    assert.equal(link?.isWhole, true);
    const { origin, pathname, searchParams } = new URL(link?.address ?? "");
    assert.equal(origin + pathname, "https://forge.example/owner/atlas/new/main");
    assert.equal(searchParams.get("filename"), file);
    assert.equal(searchParams.get("value"), "title: 'A & B' # 100 %\n");
  });

  test("does not care how the repository's address ends", () => {
    for (const address of ["https://forge.example/owner/atlas/", "https://forge.example/owner/atlas.git"])
      assert.match(
        makeForgeLink(address, "main", file, "")?.address ?? "",
        /^https:\/\/forge\.example\/owner\/atlas\/new\/main\?/,
      );
  });

  test("leaves the text out where the address would be too long", () => {
    const link = makeForgeLink("https://forge.example/owner/atlas", "main", file, "x".repeat(longestAddress));
    assert.deepEqual(link, { address: `https://forge.example/owner/atlas/new/main?filename=${file}`, isWhole: false });
  });

  test("is none where no repository is set, or something that is no address", () => {
    for (const address of ["", "owner/atlas", "javascript:alert(1)"])
      assert.equal(makeForgeLink(address, "main", file, ""), null);
  });
});

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { copyRepository } from "../../tools/preview/copy-repository.ts";
import { provideHugo } from "../../tools/setup/hugo.mjs";
import { listSiteFiles, publicFolder } from "./support/site.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const copy = copyRepository(root);
after(() => copy.remove());

describe("a second build of the same files in another folder", () => {
  let said = "";

  before(async () => {
    // Programs know their repository by where they lie, behind any link; the pictures' cache only saves time.
    for (const folder of ["tools", "tests/data", ".cache/cards", "package.json", "package-lock.json", "tsconfig.json"]) {
      rmSync(join(copy.root, folder), { recursive: true, force: true });
      cpSync(join(root, folder), join(copy.root, folder), { recursive: true });
    }
    lendHistory(copy.root);
    const { HUGO } = await provideHugo(process.env);
    said = execFileSync(process.execPath, ["--import", "tsx", "tools/build.ts"], { cwd: copy.root, encoding: "utf8", env: { ...process.env, HUGO }, stdio: ["ignore", "pipe", "pipe"] });
  });

  test("gives the same files with the same bytes", () => {
    const [first, second] = [publicFolder, join(copy.root, "public")].map(hashFiles);
    assert.ok(first && second && first.size > 1000, said);
    const differing = [...new Set([...first.keys(), ...second.keys()])].filter((file) => first.get(file) !== second.get(file));
    assert.deepEqual(differing.slice(0, 20), [], `${differing.length} differ`);
  });
});

/** Lets the copy read the repository's history, from which the feeds are made; without any, both builds do without. */
function lendHistory(folder: string): void {
  try {
    const place = execFileSync("git", ["-C", root, "rev-parse", "--absolute-git-dir"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    writeFileSync(join(folder, ".git"), `gitdir: ${place}\n`);
  } catch {
    // No git, or no repository.
  }
}

function hashFiles(folder: string): Map<string, string> {
  return new Map(listSiteFiles(folder).map((file) => [file, createHash("sha256").update(readFileSync(join(folder, file))).digest("hex")]));
}

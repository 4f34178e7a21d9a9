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

/**
 * Says whether a package runs on every Node from the one given on: one of the alternatives of its range has a lower end only that
 * is no higher, or one takes the rest of the major release and another all from the next.
 */
function acceptsFrom(version: string, range: string): boolean {
  const alternatives = range.split("||").map((alternative) => alternative.trim());
  const isOpenFrom = (least: string): boolean =>
    alternatives.some((alternative) => {
      const lower = /^>=\s*v?(\d+(?:\.\d+)*)(?:\.[x*])*$/.exec(alternative)?.[1];
      return alternative === "*" || (lower !== undefined && compareVersions(lower, least) <= 0);
    });
  const [major = ""] = version.split(".");
  const hasRestOfMajor = alternatives.some((alternative) => {
    const lower = /^\^(\d+(?:\.\d+)*)$/.exec(alternative)?.[1];
    return lower?.split(".")[0] === major && compareVersions(lower, version) <= 0;
  });
  return isOpenFrom(version) || (hasRestOfMajor && isOpenFrom(String(Number(major) + 1)));
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
    ["^18 || ^20 || >= 21", true],
    [">=22", false],
    ["^20.20.0 || >=21", false],
    [">=20.20", false],
    ["^20.19.0 || ^22.12.0 || >=23", false],
    ["20.x", false],
  ] as const) {
    test(`${isAccepted ? "fits" : "does not fit"} the range "${range}"`, () =>
      assert.equal(acceptsFrom("20.19", range), isAccepted));
  }
});

test("of all packages, only two run a program of their own when they are installed, which looks for their binary", () => {
  const running = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  assert.deepEqual(
    running.map(([path]) => path),
    ["node_modules/esbuild", "node_modules/tree-sitter-powershell"],
  );
});

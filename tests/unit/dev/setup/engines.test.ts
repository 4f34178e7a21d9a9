import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { satisfies } from "semver";

interface Entry {
  version?: string;
  engines?: { node?: string };
  hasInstallScript?: boolean;
}

const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { engines: { node: string } };
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Entry> };
const oldest = engines.node.replace(/^>=/, "");

/** First versions of the lines that get long-term support: odd releases get none, and packages drop them. */
const longTerm = [`${oldest}.0`, "22.12.0", "24.0.0"];

describe("the oldest Node that package.json names", () => {
  test("is one release, and later ones are meant too", () => assert.match(engines.node, /^>=\d+\.\d+$/));

  test("is accepted, as are later lines with long-term support, by every package that package-lock.json brings", () => {
    const refusing = Object.entries(packages).flatMap(([path, { version, engines }]) =>
      longTerm
        .filter((node) => path !== "" && engines?.node !== undefined && !satisfies(node, engines.node))
        .map((node) => `${path} ${version} refuses ${node}: ${engines?.node}`),
    );
    assert.deepEqual(refusing, []);
  });

  test("is named in package-lock.json and in README.md too", () => {
    assert.equal(packages[""]?.engines?.node, engines.node);
    assert.match(readFileSync("README.md", "utf8"), new RegExp(`With Node ${oldest.replace(".", "\\.")} or later`));
  });
});

test("of all packages, only two run a program of their own when they are installed, which looks for their binary", () => {
  const running = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  assert.deepEqual(
    running.map(([path]) => path),
    ["node_modules/esbuild", "node_modules/tree-sitter-powershell"],
  );
});

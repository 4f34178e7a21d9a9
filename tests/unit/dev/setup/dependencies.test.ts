import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { describeDifference, locateNpm } from "../../../../tools/dev/setup/dependencies.mjs";

const machine = { os: "linux", cpu: "x64" };
const wanted = {
  "": { version: "0.1.0" },
  "node_modules/ajv": { version: "8.20.0", integrity: "sha512-a" },
  "node_modules/esbuild-linux": { version: "1.0.0", optional: true, os: ["linux"], cpu: ["x64"] },
  "node_modules/esbuild-darwin": { version: "1.0.0", optional: true, os: ["darwin"], cpu: ["arm64"] },
  "node_modules/sharp-musl": { version: "1.0.0", optional: true, os: ["linux"], cpu: ["x64"], libc: ["musl"] },
  "node_modules/watcher": { version: "2.0.0", optional: true },
};
const installed = {
  "node_modules/ajv": { version: "8.20.0", integrity: "sha512-a" },
  "node_modules/esbuild-linux": { version: "1.0.0", optional: true, os: ["linux"], cpu: ["x64"] },
};

describe("describeDifference", () => {
  test("finds nothing to do when all is there but optional packages for other machines", () => {
    assert.equal(describeDifference(wanted, installed, machine), null);
  });

  test("asks for an installation when npm has left no list of what it installed", () => {
    assert.match(describeDifference(wanted, null, machine) ?? "", /node_modules is missing or incomplete/);
  });

  test("names a package that is not installed", () => {
    const lock = { ...wanted, "node_modules/a/node_modules/@x/b": { version: "3.0.0" } };
    assert.equal(describeDifference(lock, installed, machine), "@x/b 3.0.0 is not installed");
  });

  test("names a package installed in another version", () => {
    const other = { ...installed, "node_modules/ajv": { version: "8.19.0", integrity: "sha512-z" } };
    assert.equal(describeDifference(wanted, other, machine), "ajv is 8.19.0, package-lock.json requires 8.20.0");
  });

  test("notices another file under the same version", () => {
    const other = { ...installed, "node_modules/ajv": { version: "8.20.0", integrity: "sha512-z" } };
    assert.match(describeDifference(wanted, other, machine) ?? "", /ajv 8\.20\.0 is not the file/);
  });

  test("notices packages installed on another kind of machine", () => {
    assert.equal(
      describeDifference(wanted, installed, { os: "darwin", cpu: "arm64" }),
      "esbuild-darwin 1.0.0 is not installed",
    );
  });

  test("notices a package that the lock file no longer has", () => {
    const other = { ...installed, "node_modules/left-over": { version: "1.0.0" } };
    assert.match(describeDifference(wanted, other, machine) ?? "", /left-over is installed and not in/);
  });
});

describe("locateNpm", () => {
  test("starts the npm that started the script", () => {
    assert.deepEqual(locateNpm("/opt/npm/bin/npm-cli.js"), {
      command: process.execPath,
      args: ["/opt/npm/bin/npm-cli.js"],
      shell: false,
    });
  });

  test("starts npm from PATH when something else started the script", () => {
    assert.equal(locateNpm("/opt/pnpm/pnpm.cjs").command, "npm");
    assert.equal(locateNpm(undefined).command, "npm");
  });
});

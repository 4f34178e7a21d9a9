import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { describe, it } from "node:test";
import { demand, script } from "./shells.ts";

describe("the kit's script", () => {
  it("is clean to shellcheck as a POSIX shell script", () => {
    const { status, stdout } = spawnSync(demand("shellcheck"), ["--norc", "-s", "sh", "-S", "style", script], {
      encoding: "utf8",
    });
    assert.equal(stdout, "");
    assert.equal(status, 0);
  });
  it("can be started as a file", () => {
    assert.ok((statSync(script).mode & 0o111) !== 0);
    assert.ok(readFileSync(script, "utf8").startsWith("#!/bin/sh\n"));
  });
  it("does nothing when its download was cut short", () => {
    // Every line but the last defines something; only the last one starts.
    const lines = readFileSync(script, "utf8").trimEnd().split("\n");
    assert.equal(lines.at(-1), 'main "$@"');
    const cut = `${lines.slice(0, -1).join("\n")}\n`;
    const { status, stdout, stderr } = spawnSync(demand("dash"), ["-s", "--", "--target", "192.0.2.10"], {
      input: cut,
      encoding: "utf8",
    });
    assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: "", stderr: "" });
  });
});

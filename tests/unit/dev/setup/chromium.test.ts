import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { chooseChromium, listSystemBrowsers } from "../../../../tools/dev/setup/chromium.mjs";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";

const ofSystem = ["/usr/bin/chromium", "/usr/bin/google-chrome"];
const ofPlaywright = "/cache/chrome";
const runs =
  (...files: string[]) =>
  (file: string): boolean =>
    files.includes(file);

describe("chooseChromium", () => {
  test("takes the one that CHROMIUM_PATH names before any other", () => {
    const canRun = runs("/opt/chrome", ofPlaywright, ...ofSystem);
    assert.equal(chooseChromium({ named: "/opt/chrome", ofPlaywright, ofSystem, canRun }), "/opt/chrome");
  });

  test("refuses one that CHROMIUM_PATH names and that cannot be run", () => {
    const candidates = { named: "/opt/none", ofPlaywright, ofSystem, canRun: runs(ofPlaywright) };
    assert.throws(() => chooseChromium(candidates), /CHROMIUM_PATH: cannot run \/opt\/none/);
  });

  test("takes Playwright's own before the system's", () => {
    const canRun = runs(ofPlaywright, ...ofSystem);
    assert.equal(chooseChromium({ named: undefined, ofPlaywright, ofSystem, canRun }), ofPlaywright);
  });

  test("takes the first of the system's that runs when Playwright has not installed its own", () => {
    const canRun = runs("/usr/bin/google-chrome");
    assert.equal(chooseChromium({ named: undefined, ofPlaywright, ofSystem, canRun }), "/usr/bin/google-chrome");
  });

  test("finds none when none runs", () => {
    assert.equal(chooseChromium({ named: undefined, ofPlaywright: null, ofSystem, canRun: () => false }), null);
  });
});

describe("listSystemBrowsers", () => {
  test("looks for the usual names on PATH on Linux", (context) => {
    const folder = makeTemporaryFolder(context);
    const file = join(folder, "google-chrome");
    writeFileSync(file, "#!/bin/sh\n");
    chmodSync(file, 0o755);
    assert.deepEqual(listSystemBrowsers("linux", { PATH: folder }), [file]);
  });

  test("prefers the shell without windows, in which tests take half the time", (context) => {
    const folder = makeTemporaryFolder(context);
    const files = ["chromium-headless-shell", "chromium"].map((name) => join(folder, name));
    for (const file of files) writeFileSync(file, "#!/bin/sh\n", { mode: 0o755 });
    assert.deepEqual(listSystemBrowsers("linux", { PATH: folder }), files);
  });

  test("looks in the folders of programs on Windows, as far as they are known", () => {
    assert.deepEqual(listSystemBrowsers("win32", { ProgramFiles: "C:\\Programs" }), [
      "C:\\Programs\\Chromium\\Application\\chrome.exe",
      "C:\\Programs\\Google\\Chrome\\Application\\chrome.exe",
    ]);
  });

  test("looks in the applications on macOS", () => {
    assert.ok(
      listSystemBrowsers("darwin", {}).includes("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    );
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { chromiumTool, choosePrefix, listAptCommands, testTools } from "../../../tools/setup/system-packages.mjs";
import { judgeAbsent, listAttempts } from "../../../tools/setup/test-tools.mjs";

describe("choosePrefix", () => {
  const canSudo = () => true;
  test("runs apt-get itself as root", () => {
    assert.deepEqual(choosePrefix({ hasAptGet: true, isRoot: true, canSudo: () => false }), []);
  });
  test("runs it by sudo when that asks for no password", () => {
    assert.deepEqual(choosePrefix({ hasAptGet: true, isRoot: false, canSudo }), ["sudo", "-n"]);
  });
  test("installs nothing without the right to, or without apt-get", () => {
    assert.equal(choosePrefix({ hasAptGet: true, isRoot: false, canSudo: () => false }), null);
    assert.equal(choosePrefix({ hasAptGet: false, isRoot: true, canSudo }), null);
  });
});

test("installs all that is missing at once", () => {
  const [update, install] = listAptCommands([chromiumTool, ...testTools]);
  assert.deepEqual(update, ["apt-get", "update", "-qq"]);
  assert.deepEqual(install?.slice(-6), ["chromium", "fonts-liberation", "iperf3", "iproute2", "busybox", "shellcheck"]);
});

describe("listAttempts", () => {
  const names = (missing: Parameters<typeof listAttempts>[0]) => listAttempts(missing).map((tools) => tools.map(({ command }) => command));
  const [iperf3 = chromiumTool] = testTools;

  test("tries the browser without windows first, and the common one where there is no such package", () => {
    assert.deepEqual(names([iperf3, chromiumTool]), [["iperf3", "chromium-headless-shell"], ["iperf3", "chromium"]]);
  });

  test("tries once when the browser is there, and not at all when nothing is missing", () => {
    assert.deepEqual(names([iperf3]), [["iperf3"]]);
    assert.deepEqual(names([]), []);
  });
});

describe("judgeAbsent", () => {
  const iperf3 = testTools.find((tool) => tool.command === "iperf3");
  assert.ok(iperf3);

  test("does not go on without a browser, and says exactly what to run", () => {
    const { fatal, remarks } = judgeAbsent([chromiumTool], false, "linux");
    assert.match(fatal ?? "", /npx playwright install --with-deps chromium \(or name a Chromium in CHROMIUM_PATH\)/);
    assert.deepEqual(remarks, []);
  });

  test("remarks on another tool in one line, with the command that installs it", () => {
    const { fatal, remarks } = judgeAbsent([iperf3], false, "linux");
    assert.equal(fatal, null);
    assert.equal(remarks.length, 1);
    assert.match(remarks[0] ?? "", /^iperf3 was not found.*sudo apt-get install .* iperf3$/);
  });

  test("insists on every tool in a CI run", () => {
    const { fatal, remarks } = judgeAbsent([iperf3], true, "linux");
    assert.match(fatal ?? "", /iperf3/);
    assert.deepEqual(remarks, []);
  });

  test("names the means of other systems", () => {
    assert.match(judgeAbsent([iperf3], false, "darwin").remarks[0] ?? "", /brew install iperf3/);
    assert.match(judgeAbsent([iperf3], false, "win32").remarks[0] ?? "", /WSL/);
  });
});

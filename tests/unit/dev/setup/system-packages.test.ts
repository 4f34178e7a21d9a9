import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, test } from "node:test";
import {
  askPermission,
  chromiumTool,
  choosePrefix,
  listAptCommands,
  readPermission,
  testTools,
  classifyMissing,
  listAttempts,
} from "../../../../tools/dev/setup/system-packages.mjs";

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

describe("readPermission", () => {
  test("takes yes and no from VNIC_ATLAS_INSTALL, in a CI run too", () => {
    assert.equal(readPermission({ VNIC_ATLAS_INSTALL: "yes" }), true);
    assert.equal(readPermission({ VNIC_ATLAS_INSTALL: "no", CI: "true" }), false);
  });
  test("takes a CI run for a yes, and leaves it open elsewhere", () => {
    assert.equal(readPermission({ CI: "true" }), true);
    assert.equal(readPermission({}), undefined);
    assert.equal(readPermission({ VNIC_ATLAS_INSTALL: "" }), undefined);
  });
  test("refuses any other word", () => {
    assert.throws(() => readPermission({ VNIC_ATLAS_INSTALL: "1" }), {
      message: 'VNIC_ATLAS_INSTALL is "1", expected yes or no.',
      exitCode: 2,
    });
  });
});

describe("askPermission", () => {
  /** Answers the question at a terminal, and returns what was asked and what came of it. */
  const answer = async (typed: string): Promise<{ asked: string; isAllowed: boolean }> => {
    const [input, output] = [
      Object.assign(new PassThrough(), { isTTY: true }),
      Object.assign(new PassThrough(), { isTTY: true }),
    ];
    const asking = askPermission([chromiumTool, ...testTools.slice(0, 1)], input, output);
    input.end(typed);
    const isAllowed = await asking;
    return { asked: String(output.read()), isAllowed };
  };
  test("names the packages and what each is for", async () => {
    const { asked } = await answer("y\n");
    assert.match(
      asked,
      /^These packages are missing:\n {2}chromium, fonts-liberation: the pages are tested in a real browser\n {2}iperf3: .*\n.*Install them with apt-get\? \[y\/N\] /,
    );
  });
  test("takes only a yes for a yes", async () => {
    for (const typed of ["y\n", "Yes\n"]) assert.equal((await answer(typed)).isAllowed, true, typed);
    for (const typed of ["\n", "n\n", "yep\n", ""]) assert.equal((await answer(typed)).isAllowed, false, typed);
  });
  test("asks nobody where there is no terminal", async () => {
    const output = new PassThrough();
    assert.equal(await askPermission([chromiumTool], new PassThrough(), output), false);
    assert.equal(output.read(), null);
  });
});

describe("installPackages", () => {
  /** Runs it with programs in place of apt-get and sudo, and returns what they were called with. */
  const run = (env: Record<string, string>): string => {
    const folder = mkdtempSync(join(tmpdir(), "atlas-apt-"));
    const log = join(folder, "log");
    try {
      writeFileSync(join(folder, "apt-get"), `#!/bin/sh\necho "$@" >> ${log}\n`, { mode: 0o755 });
      writeFileSync(join(folder, "sudo"), '#!/bin/sh\nshift\nexec "$@"\n', { mode: 0o755 });
      const program = `const { installPackages, testTools } = await import(${JSON.stringify(new URL("../../../../tools/dev/setup/system-packages.mjs", import.meta.url).href)});
        console.log(await installPackages([testTools.slice(0, 1)], process.env));`;
      const { CI, VNIC_ATLAS_INSTALL, NODE_TEST_CONTEXT, ...own } = process.env;
      const options = {
        env: { ...own, PATH: `${folder}:${own.PATH}`, ...env },
        stdio: ["ignore", "pipe", "ignore"] as ["ignore", "pipe", "ignore"],
        encoding: "utf8" as const,
      };
      const said = execFileSync(process.execPath, ["--input-type=module", "-e", program], options);
      return said + (existsSync(log) ? readFileSync(log, "utf8") : "");
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  // Elsewhere packages have other names, and nothing is installed.
  const installed = existsSync("/etc/debian_version")
    ? "true\nupdate -qq\ninstall -y -qq --no-install-recommends iperf3\n"
    : "false\n";

  test("installs nothing unasked", () => assert.equal(run({}), "false\n"));
  test("installs nothing against VNIC_ATLAS_INSTALL=no", () =>
    assert.equal(run({ VNIC_ATLAS_INSTALL: "no", CI: "true" }), "false\n"));
  test("installs with VNIC_ATLAS_INSTALL=yes, and in a CI run", () => {
    assert.equal(run({ VNIC_ATLAS_INSTALL: "yes" }), installed);
    assert.equal(run({ CI: "true" }), installed);
  });
});

test("installs all that is missing at once", () => {
  const [update, install] = listAptCommands([chromiumTool, ...testTools]);
  assert.deepEqual(update, ["apt-get", "update", "-qq"]);
  const packages = ["chromium", "fonts-liberation", ...testTools.flatMap((tool) => tool.packages)];
  assert.deepEqual(install?.slice(-packages.length), packages);
  assert.ok(packages.includes("iproute2"));
});

describe("listAttempts", () => {
  const names = (missing: Parameters<typeof listAttempts>[0]) =>
    listAttempts(missing).map((tools) => tools.map(({ command }) => command));
  const [iperf3 = chromiumTool] = testTools;

  test("tries the browser without windows first, and the common one where there is no such package", () => {
    assert.deepEqual(names([iperf3, chromiumTool]), [
      ["iperf3", "chromium-headless-shell"],
      ["iperf3", "chromium"],
    ]);
  });

  test("tries once when the browser is there, and not at all when nothing is missing", () => {
    assert.deepEqual(names([iperf3]), [["iperf3"]]);
    assert.deepEqual(names([]), []);
  });
});

describe("classifyMissing", () => {
  const iperf3 = testTools.find((tool) => tool.command === "iperf3");
  assert.ok(iperf3);

  test("does not go on without a browser, and says exactly what to run", () => {
    const { fatal, remarks } = classifyMissing([chromiumTool], false, "linux");
    assert.match(
      fatal ?? "",
      /VNIC_ATLAS_INSTALL=yes .*npx playwright install --with-deps chromium \(or name a Chromium in CHROMIUM_PATH\)/,
    );
    assert.deepEqual(remarks, []);
  });

  test("remarks on another tool in one line, with the command that installs it", () => {
    const { fatal, remarks } = classifyMissing([iperf3], false, "linux");
    assert.equal(fatal, null);
    assert.equal(remarks.length, 1);
    assert.match(remarks[0] ?? "", /^iperf3 was not found.*VNIC_ATLAS_INSTALL=yes.*sudo apt-get install .* iperf3$/);
  });

  test("insists on every tool in a CI run", () => {
    const { fatal, remarks } = classifyMissing([iperf3], true, "linux");
    assert.match(fatal ?? "", /iperf3/);
    assert.deepEqual(remarks, []);
  });

  test("names the means of other systems", () => {
    assert.match(classifyMissing([iperf3], false, "darwin").remarks[0] ?? "", /brew install iperf3/);
    assert.match(classifyMissing([iperf3], false, "win32").remarks[0] ?? "", /WSL/);
  });
});

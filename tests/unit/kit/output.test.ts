import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { stubEthtool, vmxnet3 } from "./ethtool-outputs.ts";
import { firstSide, parseResult } from "./result.ts";
import type { Result } from "./result.ts";
import { createSandbox, single } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { dash, script, shells } from "./shells.ts";
import { stubIperf3 } from "./tool-stubs.ts";

describe(`the kit's result file`, () => {
  let guest: Sandbox;
  beforeEach(() => {
    guest = createSandbox(dash);
    stubIperf3(guest, "tcp");
  });
  afterEach(() => guest.dispose());
  const at = (name: string): string => `${guest.folder}/work/${name}`;

  it("is never overwritten", () => {
    writeFileSync(at("mine.json"), "precious");
    const { status, stderr } = guest.run("--target", "192.0.2.10", "--output", "mine.json");
    assert.equal(status, 2);
    assert.match(stderr, /mine\.json exists and is never overwritten: choose another --output/);
    assert.equal(readFileSync(at("mine.json"), "utf8"), "precious");
    assert.deepEqual(guest.listFiles(), ["mine.json"]);
    assert.deepEqual(guest.listCalls(), []);
  });
  it("is not overwritten either when it appears during the run", () => {
    stubIperf3(guest, "tcp", "echo precious >mine.json");
    const { status, stderr } = guest.run("--target", "192.0.2.10", "--output", "mine.json", ...single);
    assert.equal(status, 0);
    assert.match(stderr, /mine\.json appeared during the run and is not overwritten: this result is mine\.json\.new/);
    assert.equal(readFileSync(at("mine.json"), "utf8"), "precious\n");
    assert.equal(parseResult(readFileSync(at("mine.json.new"), "utf8")).status, "complete");
  });
  it("is complete although another version of the script takes its place meanwhile", () => {
    guest.dispose();
    const folder = mkdtempSync(join(tmpdir(), "vnic-kit-copy-"));
    const copy = join(folder, "vnic-validate.sh");
    copyFileSync(script, copy);
    guest = createSandbox(dash, copy);
    stubIperf3(guest, "tcp", `printf 'exit 7\\nexit 7\\n' >>${copy}`);
    const { status, stderr } = guest.run("--target", "192.0.2.10", "--output", "mine.json", ...single);
    rmSync(folder, { recursive: true });
    assert.equal(status, 0, stderr);
    assert.equal(parseResult(readFileSync(at("mine.json"), "utf8")).status, "complete");
  });
  it("is not shared by two runs at once", () => {
    writeFileSync(at("mine.jsonl.lock"), `${process.pid}\n`);
    const { status, stderr } = guest.run("--target", "192.0.2.10", "--output", "mine.json");
    assert.equal(status, 2);
    assert.match(stderr, /mine\.jsonl is being written by another run \(process \d+\)/);
    assert.deepEqual(guest.listFiles(), ["mine.jsonl.lock"]);
  });
  it("is written although a killed run left its lock", () => {
    writeFileSync(at("result.jsonl.lock"), "999999999\n");
    assert.equal(guest.measure().status, "complete");
    assert.deepEqual(guest.listFiles(), []);
  });
  it("gets a name of its own and a summary for people, and nothing else stays behind", () => {
    const { status, stdout } = guest.run("--target", "192.0.2.10", ...single);
    assert.equal(status, 0);
    const [name, journal, ...others] = guest.listFiles();
    assert.match(name ?? "", /^vnic-result-\d{8}T\d{6}Z\.json$/);
    assert.equal(journal, `${name}l`);
    assert.deepEqual(others, []);
    assert.ok(stdout.endsWith(`${name}\n`));
    // It is followed by a summary for people.
    assert.match(stdout, /^throughput-send-1 +a +\d+\.\d Mbit\/s, 95 % interval of the mean .* \(±0\.0 %\), 5 runs$/m);
  });
  it("holds no name and no address unless they are asked for", () => {
    const result = guest.measure();
    assert.equal(result.private, undefined);
    const text = JSON.stringify(result);
    for (const secret of ["192.0.2.", "198.51.100.", "00:50:56", "guest.example.org"])
      assert.ok(!text.includes(secret), secret);
    guest.stub("uname", "case $1 in -n) echo guest.example.org ;; *) echo some ;; esac");
    const open = guest.measureFirst(1, "--include-private");
    assert.equal(open.privateIncluded, true);
    assert.deepEqual(open.private, {
      hostName: "guest.example.org",
      target: "192.0.2.10",
      localAddress: "198.51.100.7",
    });
    assert.equal(firstSide(open).macAddress, "00:50:56:00:00:11");
  });
  for (const label of [
    'a "quoted" \\ label\\n',
    "line\nbreak\tand tab\u0001\u007f",
    "Größe 10 µs, 速度 😀",
    "",
    "${x} $(y) `z` %s %%",
  ]) {
    it(`keeps the label ${JSON.stringify(label)}`, () => {
      assert.equal(guest.measureFirst(1, "--label", label).label, label);
    });
  }
  it("replaces bytes that are no text", () => {
    guest.stub("uname", "printf 'caf\\351 \\355\\240\\200 \\360\\237x'");
    assert.equal(guest.measureFirst(1).guest.kernel, "caf\ufffd \ufffd \ufffdx");
  });
});

for (const shell of shells) {
  describe(`the kit with the tools of ${shell.name} alone`, () => {
    let guest: Sandbox;
    before(() => (guest = createSandbox(shell)));
    after(() => guest.dispose());

    it("writes and resumes a session", () => {
      stubIperf3(guest, "tcp");
      stubEthtool(guest, vmxnet3);
      const run = (...args: string[]): Result => {
        const { status, stderr } = guest.run("--target", "192.0.2.10", ...args);
        assert.equal(status, 0, stderr);
        return parseResult(readFileSync(`${guest.folder}/work/mine.json`, "utf8"));
      };
      const first = run("--test", "throughput", ...single, "--output", "mine.json", "--label", 'a "b" é');
      assert.deepEqual([first.repetitions.length, first.label], [5, 'a "b" é']);
      assert.equal(firstSide(first).adapter.id, "vmxnet3");
      assert.equal(run("--resume", "mine.jsonl", "--runs", "6").repetitions.length, 6);
    });
  });
}

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { BrokenRecords, createAtlas } from "../../../../../tools/site/compile/records.ts";
import { type AuthoredGap, compileGaps, readGaps, writeRun } from "../../../../../tools/site/compile/gaps/gaps.ts";
import { groupRecords } from "../../../../../tools/site/compile/records.ts";
import { authoredRecords } from "../../../../authored-records.ts";
import { makeAtlas } from "../records.ts";

const schema = JSON.parse(readFileSync("assets/gaps/gap.schema.json", "utf8")) as object;
const text = readFileSync("assets/gaps/gaps.yaml", "utf8");
const authored = readGaps({ text, schema });

/** A gap about the two adapters of the small atlas, changed as a test needs it. */
function makeGap(changes: Partial<AuthoredGap> = {}): AuthoredGap {
  return {
    id: "some-gap",
    title: "A gap",
    platform: "vsphere",
    why: "It matters.",
    nearest: ["dataset:study/fast", "finding:registers-cost"],
    short: "It is old.",
    rules: ["less-cpu"],
    run: {
      with: "kit",
      sides: [{ adapter: "vmxnet3" }, { adapter: "e1000" }],
      tests: ["throughput", "packets"],
      note: ["The build."],
    },
    closedBy: [],
    ...changes,
  };
}

describe("the file of gaps", () => {
  test("fits its schema and names only records that exist", () => {
    assert.ok(authored.length >= 10);
    assert.equal(compileGaps(authored, createAtlas(groupRecords(authoredRecords))).length, authored.length);
  });

  for (const [what, change, message] of [
    ["a field that is not there", "  short: It is old.\n", /short/],
    ["a test that the kit does not have", "tests: [throughput]", /run/],
  ] as const) {
    test(`is refused with ${what}`, () => {
      const gap = `a-gap:\n  title: A gap\n  platform: vsphere\n  why: It matters.\n  nearest: []\n  short: It is old.\n  rules: []\n  run: { with: kit, sides: [{ adapter: vmxnet3 }, { adapter: e1000 }], tests: [throughput], note: [The build.] }\n  closedBy: []\n`;
      assert.equal(readGaps({ text: gap, schema }).length, 1);
      const broken = gap.replace(change, change.startsWith("tests") ? "tests: [speed]" : "");
      assert.throws(
        () => readGaps({ text: broken, schema }),
        (error) => error instanceof BrokenRecords && message.test(error.message),
      );
    });
  }

  test("is refused with an id that stands twice", () =>
    assert.throws(() => readGaps({ text: `${text}\n${text}`, schema }), /unique/i));
});

describe("a compiled gap", () => {
  const [gap] = compileGaps([makeGap()], makeAtlas());

  test("links to what comes nearest and to the rules that hang on it", () => {
    assert.deepEqual(
      gap?.nearest.map(({ label, path }) => [label, path]),
      [
        ["VMware 2008", "/benchmarks/study/#fast"],
        ["VMware 2010", "/findings/#registers-cost"],
      ],
    );
    assert.deepEqual(gap?.rules, [{ id: "less-cpu", title: "A rule of the table", path: "/rules/#less-cpu" }]);
  });

  test("is open until something fills it, and then stands behind the open ones", () => {
    assert.equal(gap?.status, "open");
    const both = compileGaps([makeGap({ id: "filled", closedBy: ["dataset:study"] }), makeGap()], makeAtlas());
    assert.deepEqual(
      both.map(({ id, status }) => [id, status]),
      [
        ["some-gap", "open"],
        ["filled", "closed"],
      ],
    );
    assert.equal(both[1]?.closedBy[0]?.path, "/benchmarks/study/");
  });

  for (const [what, changes] of [
    ["evidence", { nearest: ["dataset:nothing"] }],
    ["a row", { nearest: ["dataset:study/nothing"] }],
    ["a rule", { rules: ["nothing"] }],
    ["a platform", { platform: "nothing" }],
    [
      "an adapter",
      { run: { with: "kit", sides: [{ adapter: "nothing" }, { adapter: "e1000" }], tests: ["packets"], note: ["x"] } },
    ],
    ["what fills it", { closedBy: ["finding:nothing"] }],
  ] as [string, Partial<AuthoredGap>][]) {
    test(`cannot name ${what} that does not exist`, () =>
      assert.throws(() => compileGaps([makeGap(changes)], makeAtlas()), /nothing/));
  }
});

describe("the commands of a run", () => {
  const sides = [{ adapter: "vmxnet3" }, { adapter: "e1000", label: "E1000, old driver" }];
  const nameOf = ({ adapter, label }: { adapter: string; label?: string }): string => label ?? adapter.toUpperCase();

  test("measure both adapters in turns in one session, each with its own interface and target", () => {
    const [server, guest] = writeRun({ with: "kit", sides, tests: ["throughput", "packets"], note: [] }, nameOf);
    assert.deepEqual(server?.lines, ["sh vnic-validate.sh --serve"]);
    assert.equal(guest?.where, "In the guest, with ens192 as VMXNET3 and ens224 as E1000, old driver");
    assert.deepEqual(
      guest?.lines.map((line) => line.replace(/ \\\n +/g, " ")),
      [
        'sh vnic-validate.sh --a ens192 --b ens224 --target 192.0.2.10,198.51.100.10 --test throughput,packets --label "A: VMXNET3, B: E1000, old driver" --output vmxnet3-and-e1000-old-driver.json',
      ],
    );
  });

  test("measure each of several adapters against the first", () => {
    const many = [...sides, { adapter: "vlance" }];
    const [, guest] = writeRun({ with: "kit", sides: many, tests: ["packets"], note: [] }, nameOf);
    assert.deepEqual(
      guest?.lines.map((line) => /--output (\S+)$/.exec(line)?.[1]),
      ["vmxnet3-and-e1000-old-driver.json", "vmxnet3-and-vlance.json"],
    );
  });

  test("measure one direction where only receiving is in question", () => {
    const [, guest] = writeRun({ with: "kit", direction: "receive", sides, tests: ["packets"], note: [] }, nameOf);
    assert.match(guest?.lines[0] ?? "", / --test packets --direction receive /);
  });

  test("use the script for Windows in a Windows guest", () => {
    const [server, guest] = writeRun(
      { with: "kit", system: "windows", sides, tests: ["throughput"], note: [] },
      nameOf,
    );
    const call = "powershell -ExecutionPolicy Bypass -File vnic-validate.ps1";
    assert.deepEqual(server?.lines, [`${call} -Serve`]);
    assert.ok(guest?.lines[0]?.startsWith(`${call} -A "Ethernet" -B "Ethernet 2" -Target 192.0.2.10,`));
  });

  test("pace iperf3 by payload and rate", () => {
    const runs = writeRun({ with: "paced", sides, payloadBytes: 64, rates: [10_000, 50_000], note: [] }, nameOf);
    assert.deepEqual(
      runs.at(-1)?.lines.map((line) => /-l (\d+) -b (\d+)/.exec(line)?.slice(1).join(" ")),
      ["64 5120000", "64 25600000", "64 5120000", "64 25600000"],
    );
  });

  test("are accepted by the kit as they stand", () => {
    const commands = authored
      .flatMap(({ run }) => (run.with === "document" ? [] : writeRun(run, nameOf)))
      .flatMap(({ lines }) => lines)
      .filter((line) => line.startsWith("sh vnic-validate.sh") && line.includes("--target"));
    assert.ok(commands.length >= 10);
    for (const command of new Set(commands.map((line) => line.replace(/--output \S+/, "")))) {
      const { status, stderr } = spawnSync(
        "sh",
        [
          "-c",
          `${command.replace("vnic-validate.sh", "assets/kit/vnic-validate.sh").replace("ens192", "none0")} --dry-run`,
        ],
        { encoding: "utf8", timeout: 300_000 },
      );
      // The last thing that is looked at before a run: this machine has no interface of that name.
      assert.deepEqual(
        [status, /"none0": this guest has no such interface/.test(stderr)],
        [2, true],
        `${command}\n${stderr}`,
      );
    }
  });
});

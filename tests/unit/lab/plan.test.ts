import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { adapters, shortForm } from "../../../tools/lab/adapters.ts";
import { readRunSettings, runOptions } from "../../../tools/lab/arguments.ts";
import { describeCommand, refuseTaken, writeNew } from "../../../tools/lab/commands/run.ts";
import { describeUse, usages, type CommandName, readWords } from "../../../tools/lab/commands/call.ts";
import { makeProgress } from "../../../tools/lab/print.ts";
import { isAtLeast, readDevices, readVersion, refuseAdapter, listQemuArguments } from "../../../tools/lab/qemu.ts";
import { interleave, runConcurrently } from "../../../tools/lab/run-lab.ts";
import { makeTemporaryFolder, makeTidy, tidyAtEnd } from "../../../tools/lab/tidy.ts";
import { within } from "../../../tools/lab/machine.ts";

describe("the adapters", () => {
  test("have ids of their own, and the short form names some of them", () => {
    const ids = adapters.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      shortForm.filter((id) => !ids.includes(id)),
      [],
    );
  });
  test("of virtio never notify past the trace", () => {
    const hidden = adapters.filter(
      ({ record, device }) => record === "virtio-net" && !device.includes("ioeventfd=off"),
    );
    assert.deepEqual(hidden, []);
  });
});

describe("settings of a run", () => {
  test("come from a profile and are changed one by one", () => {
    const settings = readRunSettings(["--profile", "ci", "--adapters", "virtio,e1000", "--repeat", "3"]);
    assert.deepEqual(
      settings.adapters.map(({ id }) => id),
      ["e1000", "virtio"],
    );
    assert.deepEqual([settings.rounds, settings.repetitions, settings.jobs], [100, 3, 1]);
  });
  test("repeat five times where nothing else is said", () => assert.equal(readRunSettings([]).repetitions, 5));
  test("add properties to a device", () => {
    const settings = readRunSettings(["--set", "virtio.packed=on", "--set", "virtio.tx=timer"]);
    assert.deepEqual(settings.properties.get("virtio"), ["packed=on", "tx=timer"]);
  });
  test("take bulk transfers over a TAP, and never with other traffic", () => {
    assert.equal(readRunSettings([]).wire, "stream");
    assert.equal(readRunSettings(["--profile", "bulk"]).wire, "tap");
    assert.throws(() => readRunSettings(["--workloads", "rr1,bulktx"]), { exitCode: 2, message: /in two runs/ });
  });
  for (const [words, message] of [
    [["--profile", "zzzzzzzz"], /expected one of ci, sparse, full, bulk$/],
    [["--adapters", "e1000f"], /unknown adapter "e1000f".*did you mean "e1000e?"/],
    [["--repeat", "0"], /--repeat: "0" is not valid, expected a number from 1 to 1000/],
    [["--rounds", "1e3"], /--rounds: "1e3" is not valid/],
    [["--set", "virtio"], /ADAPTER\.PROPERTY=VALUE/],
    [["--set", "virtio.ioeventfd=on"], /would miss notifications/],
    [["--adaptors", "e1000"], /unknown option "--adaptors"; did you mean "--adapters"/],
  ] as const) {
    test(`refuse ${words.join(" ")}`, () => {
      assert.throws(() => readRunSettings(words), { exitCode: 2, message });
    });
  }
});

test("the command of a result says nothing of the machine's folders", () => {
  assert.equal(
    describeCommand([
      "--repeat",
      "5",
      "--out",
      "/home/ann/r.json",
      "--qemu",
      "/opt/q10/qemu-system-x86_64",
      "--icount",
    ]),
    "npm run lab -- run --repeat 5 --qemu qemu-system-x86_64 --icount",
  );
  assert.equal(describeCommand(["--out=/x/r.json", "--qemu=/opt/q"]), "npm run lab -- run --qemu=q");
});

test("words that a command cannot use are answered with how to call it", () => {
  assert.deepEqual(readWords(["a.json", "--source", "x"], ["source"], 1, "usage"), {
    values: { source: "x" },
    files: ["a.json"],
  });
  assert.throws(() => readWords(["--sauce", "x"], ["source"], 1, "npm run lab -- export"), {
    exitCode: 2,
    message: 'unknown option "--sauce"; did you mean "--source"?; usage: npm run lab -- export',
  });
  for (const words of [[], ["a.json", "b.json"]]) {
    assert.throws(() => readWords(words, ["source"], 1, "npm run lab -- export"), {
      exitCode: 2,
      message: "usage: npm run lab -- export",
    });
  }
});

describe("help", () => {
  for (const name of Object.keys(usages) as CommandName[]) {
    test(`for ${name} begins with how to call it and ends with an example of it`, () => {
      const text = describeUse(name);
      assert.ok(text.startsWith(`Usage: npm run lab -- ${name}`));
      assert.match(text, new RegExp(`\\n\\nExample: npm run lab -- ${name}\\b[^\\n]*\\n$`));
    });
  }
  test("for run names every option, and its example can be run", () => {
    const text = describeUse("run");
    assert.deepEqual(
      Object.keys(runOptions).filter((name) => !text.includes(`  --${name} `)),
      [],
    );
    const example = /Example: npm run lab -- run (.*)\n/.exec(text)?.[1] ?? "";
    assert.equal(readRunSettings(example.split(" ")).repetitions, 3);
  });
});

test("a place where a result cannot go is refused before anything is counted", () => {
  const tidy = makeTidy();
  const folder = makeTemporaryFolder(tidy, tmpdir());
  try {
    const file = join(folder, "new", "result.json");
    refuseTaken(file);
    writeNew(file, "{}");
    assert.throws(() => refuseTaken(file), {
      exitCode: 1,
      message: /result\.json already exists and is not overwritten/,
    });
    assert.throws(() => refuseTaken(join(file, "below", "result.json")), {
      exitCode: 1,
      message: /cannot be written to/,
    });
    assert.throws(() => refuseTaken("/proc/atlas/result.json"), { exitCode: 1, message: /cannot be written to/ });
  } finally {
    tidy.undoAll();
  }
});

describe("QEMU", () => {
  const text = "QEMU emulator version 7.2.22 (Debian 1:7.2+dfsg-7+deb12u18+b3)\nCopyright (c) 2003-2022\n";
  test("says its version and package", () => {
    assert.deepEqual(readVersion(text), { version: "7.2.22", package: "Debian 1:7.2+dfsg-7+deb12u18+b3" });
    assert.deepEqual(readVersion("QEMU emulator version 9.1.0\n"), { version: "9.1.0", package: "" });
  });
  test("of 10 is newer than that of 8", () => {
    assert.ok(isAtLeast("10.0.2", [8, 0]));
    assert.ok(!isAtLeast("7.2.22", [8, 0]));
    assert.ok(isAtLeast("7.2.0", [7, 2]));
  });
  test("runs an adapter only from its version on and with its device", () => {
    const devices = readDevices('name "igb", bus PCI\nname "virtio-net-pci", bus PCI, alias "virtio-net"\n');
    const [igb, pcnet] = ["igb", "pcnet"].map((id) => adapters.find((adapter) => adapter.id === id));
    assert.ok(igb && pcnet);
    const qemu = (version: string) => ({ command: "qemu", version, package: "", devices });
    assert.match(refuseAdapter(qemu("7.2.22"), igb) ?? "", /needs QEMU 8\.0 or newer, this is 7\.2\.22/);
    assert.equal(refuseAdapter(qemu("10.0.2"), igb), null);
    assert.match(refuseAdapter(qemu("10.0.2"), pcnet) ?? "", /no device pcnet/);
  });
  test("gets the adapter with its properties, the log with nothing in it yet, and no x2APIC", () => {
    const words = listQemuArguments({
      folder: "/dev/shm/x",
      kernel: "vmlinux",
      initramfs: "initramfs.gz",
      modules: ["mii", "pcnet32"],
      append: ["pci=nomsi"],
      device: "pcnet",
      properties: ["romfile="],
      vcpus: 1,
      wire: { kind: "stream" },
      icount: false,
    });
    const after = (word: string) => words[words.indexOf(word) + 1];
    assert.equal(after("-device"), "pcnet,id=nic0,netdev=n0,mac=02:00:00:00:00:02,romfile=");
    assert.match(after("-append") ?? "", /lab\.modules=mii,pcnet32 pci=nomsi$/);
    assert.equal(after("-cpu"), "max,-x2apic");
    assert.equal(after("-d"), "trace:lab_none_such*");
  });
});

test("a TAP with two queues is given to QEMU as such", () => {
  const plan = {
    folder: "/dev/shm/x",
    kernel: "vmlinux",
    initramfs: "initramfs.gz",
    modules: [],
    append: [],
    device: "virtio-net-pci,mq=on",
    vcpus: 2,
    wire: { kind: "tap", name: "tap0", namespace: "nic-lab-1", queues: 2 },
    icount: false,
  } as const;
  assert.ok(listQemuArguments(plan).includes("tap,id=n0,ifname=tap0,script=no,downscript=no,queues=2"));
});

describe("the order of boots", () => {
  test("lets adapters take turns", () => {
    const turns = interleave(["a", "b", "c"], 2).map(({ subject, repetition }) => subject + repetition);
    assert.deepEqual(turns, ["a1", "b1", "c1", "a2", "b2", "c2"]);
  });
  test("keeps to the number of jobs and leaves nothing out", async () => {
    const done: number[] = [];
    let [running, most] = [0, 0];
    await runConcurrently([1, 2, 3, 4, 5], 2, async (item) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      done.push(item);
      running -= 1;
    });
    assert.deepEqual(done.sort(), [1, 2, 3, 4, 5]);
    assert.equal(most, 2);
  });
});

test("progress names the adapter, the test and the time left", () => {
  let [text, clock] = ["", 0];
  const progress = makeProgress(4, 1, { write: (words) => (text += words), isTerminal: true, now: () => clock });
  progress.step("e1000", 1, "rx1");
  assert.match(text, /1\/4 e1000 \(repetition 1\): rx1$/);
  clock = 10_000;
  progress.done("e1000", 1, "rr1 12.00");
  assert.match(text, /1\/4 e1000 \(repetition 1\): rr1 12\.00, about 30 s left\n$/);
});

describe("tidying up", () => {
  test("undoes each thing once, the latest first, whatever fails", () => {
    const [undone, tidy] = [[] as string[], makeTidy()];
    tidy.add(() => undone.push("first"));
    tidy.add(() => {
      throw new Error("gone already");
    });
    const now = tidy.add(() => undone.push("early"));
    now();
    tidy.undoAll();
    tidy.undoAll();
    assert.deepEqual(undone, ["early", "first"]);
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    test(`comes with ${signal}`, () => {
      const [seen, tidy] = [[] as string[], makeTidy()];
      tidy.add(() => seen.push("undone"));
      const takeAway = tidyAtEnd(tidy, (name) => seen.push(name));
      try {
        process.emit(signal, signal);
        assert.deepEqual(seen, ["undone", signal]);
      } finally {
        takeAway();
      }
    });
  }
});

test("a wait that goes beyond its limit says what was waited for", async () => {
  await assert.rejects(
    within(0.01, "the guest's boot", new Promise(() => {})),
    /the guest's boot took longer than 0\.01 s/,
  );
  assert.equal(await within(5, "an answer", Promise.resolve(7)), 7);
});

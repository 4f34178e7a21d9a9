import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Advice } from "../../../advisor/explain/advice.ts";
import type { Terminal } from "../../../advisor/cli/terminal.ts";
import type { FleetKnowledge } from "../../../advisor/fleet/knowledge.ts";
import { advisor } from "./knowledge.ts";
import { runCommand as call } from "./run-command.ts";

test("advises in words, the answer first", async () => {
  const { code, out } = await call("advise --guest windows2019srv_64Guest --packet-rate 20000 --require vmotion");
  assert.equal(code, 0);
  assert.match(out, /^Use VMXNET3\n/);
  assert.match(out, /^ {2}SR-IOV passthrough, DirectPath I\/O \(excluded\): Loses vMotion\.$/m);
});

test("prints the whole advice as JSON in the contract's shape", async () => {
  const { out } = await call("advise --guest rhel9-64 --packet-rate 120000 --iommu yes --sriov-nic yes --json");
  const advice = JSON.parse(out) as Advice;
  assert.equal(advice.recommended, "sriov");
  for (const key of [
    "schemaVersion",
    "knowledgeVersion",
    "situation",
    "verdicts",
    "openQuestions",
    "conflicts",
    "turningPoints",
    "confidence",
    "steps",
    "validation",
  ]) {
    assert.ok(key in advice, key);
  }
  assert.deepEqual(
    Object.keys(advice.verdicts[0]?.reasons[0] ?? {})
      .filter((key) => ["kind", "id", "text", "evidence"].includes(key))
      .sort(),
    ["evidence", "id", "kind", "text"],
  );
});

for (const spelling of [
  "windows-server-2019-64",
  "windows2019srv_64Guest",
  "WINDOWS2019SRV_64GUEST",
  "windows2019srv-64",
  "win2k19",
  "Microsoft Windows Server 2019 (64-bit)",
]) {
  test(`takes "${spelling}" for Windows Server 2019`, async () => {
    const { out } = await call("advise --batch", JSON.stringify({ guest: spelling }));
    assert.equal((JSON.parse(out) as Advice).situation.guest, "windows-server-2019-64");
  });
}

test("takes features by the name of the field too, beside the flag's own", async () => {
  const { code, out } = await call("advise --guest rhel9-64 --requires vmotion,ha --require drs --json");
  assert.equal(code, 0);
  assert.deepEqual((JSON.parse(out) as Advice).situation.requires?.toSorted(), ["drs", "ha", "vmotion"]);
});

test("takes an alias of a feature", async () => {
  const { out } = await call("advise --guest rhel9-64 --require live-migration --json");
  assert.deepEqual((JSON.parse(out) as Advice).situation.requires, ["vmotion"]);
});

test("takes platforms and features as people call them, in any case", async () => {
  for (const [platform, platformId, feature] of [
    ["vSphere", "vsphere", "vMotion"],
    ["KVM", "kvm", "Live-Migration"],
    ["Proxmox", "kvm", "VMotion"],
  ] as const) {
    const flags = `--guest rhel9-64 --platform ${platform} --require ${feature},Snapshots`;
    const { situation } = JSON.parse((await call(`advise ${flags} --json`)).out) as Advice;
    assert.deepEqual([situation.platform, situation.requires], [platformId, ["snapshots", "vmotion"]]);
  }
});

test("names every problem in a line of its own, with what is accepted and the nearest, and exits with 2", async () => {
  const { code, out, err } = await call(
    "advise --guest windws2019srv_64Guest --bitness 65 --require vmotoin --packet-rate many --iommu maybe --platfrom kvm",
  );
  assert.equal(code, 2);
  assert.equal(out, "");
  const lines = err.split("\n");
  assert.equal(lines.length, 6);
  assert.match(err, /guest: found "windws2019srv_64Guest".*nearest: windows2019srv_64guest/i);
  assert.match(err, /bitness: found "?65"?, expected 32 or 64/);
  assert.match(err, /^--require: found "vmotoin", expected one of .*vmotion.*nearest: vmotion/m);
  assert.match(
    err,
    /^--packet-rate: found "many", expected a whole number, 0 to 1,000,000,000\. Example: --packet-rate 80000$/m,
  );
  assert.match(err, /iommu: found "maybe", expected yes, no or unknown$/m);
  assert.match(err, /flag: found "--platfrom".*nearest: --platform/);
});

test("the nearest feature is the one that a word begins, in its id or a name", async () => {
  for (const [word, nearest] of [
    ["hot", "hot-add"],
    ["live", "live-migration"],
    ["Hot_Plug", "hot-plug"],
    ["vmot", "vmotion"],
    ["restart", "ha"],
    ["teaming", "nic-teaming"],
    ["vmotoin", "vmotion"],
    ["zzz", undefined],
  ]) {
    const { err } = await call(`advise --require snapshots,${word} --require tso`);
    assert.equal(/; nearest: (.*)$/.exec(err)?.[1], nearest, err);
  }
  const { err } = await call("advise --require hot --require live");
  assert.deepEqual(
    err.split("\n").map((line) => /nearest: (.*)$/.exec(line)?.[1]),
    ["hot-add", "live-migration"],
  );
});

test("a problem has the name of the flag as typed, and an example of a number", async () => {
  for (const [words, line] of [
    ["--packet-rate fast", /^--packet-rate: found "fast", .*\. Example: --packet-rate 80000$/],
    [
      "--throughput-gbps 5000",
      /^--throughput-gbps: found 5000, expected a number of Gbit\/s, 0\.001 to 1,000\. Example: --throughput-gbps 2\.5$/,
    ],
    ["--virtual-hardware=new", /^--virtual-hardware: found "new", .*Example: --virtual-hardware 21$/],
    ["--requires vmotoin", /^--requires: found "vmotoin"/],
    ["--driver-version new", /^--driver-version: found "new", expected a version such as "12\.3\.5"/],
    ["--guest rhle9", /^--guest: found "rhle9"/],
  ] as const)
    assert.match((await call(`advise ${words}`)).err, line);
  const { out } = await call("advise --batch", '{"packetRate":"fast"}');
  assert.match(out, /"error":"packetRate: found/);
});

test("takes a name that means two guests for the one of 64 bits and says so, for the other when its bitness is given", async () => {
  const { out } = await call(
    "advise --batch",
    ["", 32].map((bitness) => JSON.stringify({ guest: "FreeBSD 13", ...(bitness ? { bitness } : {}) })).join("\n"),
  );
  const [open, given] = out.split("\n").map((line) => JSON.parse(line) as Advice);
  assert.deepEqual([open?.situation.guest, given?.situation.guest], ["freebsd13-64", "freebsd13-32"]);
  assert.match(
    open?.assumptions.find(({ field }) => field === "guest")?.text ?? "",
    /^"FreeBSD 13" does not state the bitness. We use FreeBSD 13 \(64-bit\)\.$/,
  );
  assert.ok(!given?.assumptions.some(({ field }) => field === "guest"));
});

test("takes a product for the systems that it is built on, and calls it by its name", async () => {
  for (const spelling of ["pfSense 2.7", "OPNsense", "TrueNAS CORE 13"]) {
    const { code, out } = await call(`advise --platform kvm --guest ${spelling.replaceAll(" ", "-")} --json`);
    assert.equal(code, 0, spelling);
    const { recommended, assumptions } = JSON.parse(out) as Advice;
    assert.equal(recommended, "virtio-net");
    assert.match(
      assumptions[0]?.text ?? "",
      / is built on one of these: .*FreeBSD 15 \(64-bit\), .* The adapter is the same for all\./,
    );
  }
  assert.match((await call("advise --platform kvm --guest pfSense")).out, /^For: pfSense \(FreeBSD\), on KVM$/m);
  assert.match((await call("advise --platform kvm --guest fedora-10")).out, /^For: Fedora 10, 64-bit, on KVM$/m);
  assert.match((await call("advise --platform qemu --guest fedora-10")).out, /^For: Fedora 10, 64-bit, on KVM$/m);
  assert.match((await call("advise --platform esxi --guest rhel9-64")).out, /^For: .*, on VMware vSphere$/m);
  assert.match(
    (await call("advise --platform kubevirt --guest macos-10-13-64")).out,
    /^For: .*, on KVM in general\. Check that kubevirt offers the adapter\.$/m,
  );
});

test("names the guests that an unfinished name may mean, and takes none of them", async () => {
  for (const [spelling, expected] of [
    [
      "debian",
      /expected one guest: debian13-64, .* or another \(list them with: guests debian\); nearest: debian13-64$/,
    ],
    ["XP", /expected one guest: windows-xp-32, windows-xp-64 \(/],
  ] as const) {
    const { code, err } = await call(`advise --guest ${spelling}`);
    assert.equal(code, 2);
    assert.match(err, expected);
  }
});

test("names the condition of an adapter that may fit", async () => {
  const { out } = await call("advise --platform kvm --guest rhel9-64 --require vmotion");
  const line = out.split("\n").find((one) => one.trim().startsWith("SR-IOV virtual function")) ?? "";
  assert.match(
    line,
    /^ {2}SR-IOV virtual function \(VFIO\) \(conditional\): Check first: SR-IOV virtual function \(VFIO\)/,
  );
});

test("shows one question with each answer and its outcome, and the others with --explain", async () => {
  const flags = "advise --guest rhel9-64 --packet-rate 120000 --iommu yes";
  const { out } = await call(flags);
  assert.match(out, /^Could change this: .*\n {2}(?:No|Yes)[^\n]*\n {2}(?:No|Yes)[^\n]*$/m);
  assert.doesNotMatch(out, /More questions/);
  assert.match((await call(`${flags} --explain`)).out, /More questions\n.*\n +Yes: SR-IOV passthrough/);
});

test("answers a batch line by line, in order, and goes on after a line that cannot be used", async () => {
  const lines = [
    '{"guest":"rhel9-64","packetRate":8000}',
    "{",
    '{"guest":"nobody-knows-this"}',
    "[]",
    '{"platform":"kvm","guest":"rhel9-64"}',
  ];
  const { code, out } = await call("advise --batch", `${lines.join("\n")}\n`);
  const answers = out.split("\n").map((line) => JSON.parse(line) as { recommended?: string; error?: string });
  assert.equal(code, 0);
  assert.deepEqual(
    answers.map(({ recommended, error }) => recommended ?? typeof error),
    ["vmxnet3", "string", "string", "string", "virtio-net"],
  );
});

test("a batch counts the lines that cannot be used on standard error", async () => {
  const count = async (lines: string, flags = ""): Promise<string> => (await call(`advise --batch${flags}`, lines)).err;
  const why = 'could not be used; the field "error" of each answer has the reason';
  assert.equal(await count('not json\n{"guest":"zzz"}\n', " --lean"), `advise: 2 of 2 lines ${why}`);
  assert.equal(await count('{"guest":"rhel9-64"}\n\n{"id":[]}\n{"guest":"rhel8-64"}\n'), `advise: 2 of 4 lines ${why}`);
  assert.equal(await count("{"), `advise: 1 of 1 line ${why}`);
  assert.equal(await count('{"guest":"rhel9-64"}\n'), "");
  const { out } = await call("advise --help");
  assert.match(
    out,
    /EXIT STATUS\n.*\n {2}With --batch 0 even if lines cannot be used: .*standard error\n {2}counts these lines/,
  );
});

test("an answer of a batch has the id of its line, also if the line cannot be used", async () => {
  const lines = [
    '{"id":"vm-17","platform":"kvm","guest":"rhel9-64"}',
    '{"id":4,"guest":"nobody-knows-this"}',
    '{"id":{},"guest":"rhel9-64"}',
    '{"guest":"rhel9-64"}',
  ];
  for (const flags of ["", " --lean"]) {
    const { out } = await call(`advise --batch${flags}`, lines.join("\n"));
    const answers = out
      .split("\n")
      .map((line) => JSON.parse(line) as { id?: unknown; recommended?: string; error?: string });
    assert.deepEqual(
      answers.map(({ id, recommended, error }) => [id, recommended ?? error?.split(",")[0]]),
      [
        ["vm-17", "virtio-net"],
        [4, 'guest: found "nobody-knows-this"'],
        [undefined, "id: found {}"],
        [undefined, "vmxnet3"],
      ],
    );
    assert.ok(!("id" in (answers[3] ?? {})));
  }
});

test("virtual hardware may have the form of vSphere", async () => {
  const number = await call("advise --batch", '{"guest":"rhel9-64","virtualHardware":19}');
  const written = await call("advise --batch", '{"guest":"rhel9-64","virtualHardware":"vmx-19"}');
  assert.equal(written.out, number.out);
  assert.equal((JSON.parse(written.out) as Advice).situation.virtualHardware, 19);
  assert.equal((await call("advise --guest rhel9-64 --virtual-hardware vmx-19")).code, 0);
  assert.match((await call("advise --batch", '{"virtualHardware":"vmx-two"}')).out, /found \\"vmx-two\\"/);
});

test("a line of a batch gives what a single call gives", async () => {
  const single = await call("advise --guest rhel9-64 --packet-rate 8000 --json");
  const batch = await call("advise --batch", '{"guest":"rhel9-64","packetRate":8000}');
  assert.deepEqual(JSON.parse(batch.out), JSON.parse(single.out));
});

test("answers also when no adapter fits, with exit code 0", async () => {
  const { code, out } = await call("advise --platform kvm --guest rhel9-64 --require fault-tolerance --json");
  const advice = JSON.parse(out) as Advice;
  assert.equal(code, 0);
  assert.equal(advice.recommended, null);
  assert.deepEqual(advice.conflicts.map(({ giveUp }) => giveUp)[0], ["fault-tolerance"]);
});

test("lists and finds guests, rules and adapters, and names the nearest of what it does not know", async () => {
  assert.match((await call("guests server 2019")).out, /^windows-server-2019-64/);
  assert.match((await call("rules")).out, /passthrough-pays-at-high-rates/);
  assert.match((await call("rules passthrough-pays-at-high-rates")).out, /dataset:directpath-io-2010\/threshold-50k/);
  assert.match((await call("adapters sriov")).out, /vMotion\s+no/);
  for (const [words, line] of [
    [
      "rules paravirtual-ahead-of-emulated bogus",
      'rules: found "bogus" after "paravirtual-ahead-of-emulated", expected one rule ID at most',
    ],
    ["adapters vmxnet3 e1000 x", 'adapters: found "e1000", "x" after "vmxnet3", expected one adapter ID at most'],
    ["completions bash zsh", 'completions: found "zsh" after "bash", expected one shell at most'],
  ] as const)
    assert.deepEqual(await call(words), { code: 2, out: "", err: line }, words);
  for (const word of ["SRIOV", "SR-IOV", "sr_iov"])
    assert.deepEqual(await call(`adapters ${word}`), await call("adapters sriov"), word);
  assert.equal((await call("rules Passthrough-Pays-At-High-Rates")).code, 0);
  const unknown = await call("adapters vmxnet4");
  assert.equal(unknown.code, 2);
  assert.match(unknown.err, /nearest: vmxnet/);
});

test("takes yes and no as they are written, and names the nearest", async () => {
  assert.match(
    (await call("advise --guest-drivers YES")).err,
    /^--guest-drivers: found "YES", expected yes, no or unknown; nearest: yes$/,
  );
});

test("a comma stands between thousands only", async () => {
  const { out } = await call("advise --packet-rate 1,250,000 --json");
  assert.equal((JSON.parse(out) as Advice).situation.packetRate, 1_250_000);
  for (const flag of ["--link-gbps 2,5", "--packet-rate 1,5", "--packet-rate 1,2500"])
    assert.equal((await call(`advise ${flag}`)).code, 2, flag);
});

test("shows help to whoever asks a command for it, and takes it for no guest", async () => {
  const whole = (await call("help")).out;
  for (const asked of ["guests --help", "guests -h", "rules --help", "adapters rss -h", "completions --help"])
    assert.deepEqual(await call(asked), { code: 0, out: whole, err: "" }, asked);
  assert.equal((await call("help advise")).out, (await call("advise --help")).out);
});

test("shows help, and refuses a command it does not know with the nearest", async () => {
  assert.match((await call("")).out, /vnic-advisor advise --guest ID/);
  assert.match((await call("advise --help")).out, /--packet-rate N/);
  const { code, err } = await call("advice");
  assert.equal(code, 2);
  assert.match(err, /nearest: advise/);
});

test("a batch answers each line as it answers it alone", async () => {
  const lines = advisor.knowledge.rules.flatMap(({ when }, at) => [
    JSON.stringify({
      platform: when.platform?.[0],
      guest: advisor.knowledge.guests[at]?.id,
      packetRate: at * 7000,
      iommu: at % 2 === 0,
    }),
  ]);
  const { out } = await call("advise --batch", lines.join("\n"));
  const alone = await Promise.all(lines.map(async (line) => (await call("advise --batch", line)).out));
  assert.deepEqual(out.split("\n"), alone);
  assert.equal(alone.length, lines.length);
});

test("gives the steps of one tool with the reader's names, and what is not given in braces", async () => {
  const { code, out } = await call(
    "advise --guest windows-server-2019-64 --guest-drivers yes --current-adapter e1000e --steps govc --vm web-01 --mac 00:50:56:00:00:01",
  );
  assert.equal(code, 0);
  assert.match(
    out,
    /govc vm\.network\.add -vm "web-01" -net "\{network\}" \\\n +-net\.address 00:50:56:00:00:01 \\\n +-net\.adapter vmxnet3/,
  );
  assert.match(out, /\{network\}/);
  assert.doesNotMatch(out, /Get-VM|\{vm\}|mac\}|\{old-type\}/);
  const order = ["[prepare,", "[apply,", "[clean up,", "Validate", "[roll back,"].map((words) => out.indexOf(words));
  assert.deepEqual(
    order,
    [...order].sort((a, b) => a - b),
  );
  assert.ok(
    order.every((at) => at > 0),
    order.join(),
  );
});

const changed = "advise --guest rhel9-64 --current-adapter e1000e --steps govc --mac ";

for (const [address, complaint] of [
  ["zz", '--mac: found "zz"; expected six pairs of hexadecimal digits with colons between, such as 00:50:56:00:12:34'],
  [
    "00-50-56-3F-00-01",
    '--mac: found "00-50-56-3F-00-01"; expected six pairs of hexadecimal digits with colons between, such as 00:50:56:3F:00:01',
  ],
  [
    "0050.5600.0001",
    '--mac: found "0050.5600.0001"; expected six pairs of hexadecimal digits with colons between, such as 00:50:56:00:00:01',
  ],
  [
    "01:00:5e:00:00:01",
    '--mac: found "01:00:5e:00:00:01"; this is a multicast address. The unicast address is 00:00:5e:00:00:01',
  ],
]) {
  test(`puts no address into commands that is none: ${address}`, async () => {
    assert.deepEqual(await call(changed + address), { code: 2, out: "", err: complaint });
  });
}

for (const address of ["00:50:56:40:00:01", "00:0c:29:00:00:01"]) {
  for (const [tool, finds, sets] of [
    ["govc", `$3 == "${address}"`, /-net\.address/],
    ["ansible", `selectattr('mac_address', 'eq', '${address}')`, /kept_mac:/],
    ["terraform", undefined, /mac_address|use_static_mac/],
  ] as const) {
    test(`${tool} finds the old adapter by an address that vSphere generated, sets it of no other, and says why: ${address}`, async () => {
      const { code, out, err } = await call(
        `advise --guest rhel9-64 --current-adapter e1000e --steps ${tool} --mac ${address}`,
      );
      assert.equal(code, 0);
      if (finds !== undefined) assert.ok(out.includes(finds), out);
      assert.doesNotMatch(out, sets);
      assert.doesNotMatch(out, /\{(kept-)?mac\}|These two lines/);
      assert.match(out, /The steps leave out the old address: vSphere generates such addresses/);
      assert.match(err, /vSphere generates such addresses/);
    });
  }

  test(`PowerCLI changes the type in place, which keeps ${address}: no step speaks of a new address`, async () => {
    const change = await call(`advise --guest rhel9-64 --current-adapter e1000e --steps powercli --mac ${address}`);
    assert.doesNotMatch(change.out, /-MacAddress|leave out the old address|second line/);
    assert.match(change.out, /a change of type keeps the generated address/);
    const added = await call(
      `advise --guest rhel9-64 --current-adapter sriov --require vmotion --steps powercli --mac ${address}`,
    );
    assert.doesNotMatch(added.out, /-MacAddress/);
    assert.match(added.out, /The steps leave out the old address: vSphere generates such addresses/);
  });

  test(`no setting line of an answer as JSON has ${address}, and no step is left without words`, async () => {
    const { out } = await call(`advise --json --guest rhel9-64 --current-adapter e1000e --mac ${address}`);
    const { steps } = JSON.parse(out) as { steps: { code?: string; text?: string }[] };
    for (const { code = "", text } of steps) {
      assert.doesNotMatch(code, /-MacAddress|-net\.address|use_static_mac|kept-mac/);
      assert.ok(code !== "" || (text ?? "") !== "");
    }
  });
}

test("refuses a guest on ARM, misspelt as well, and names the nearest on x86", async () => {
  for (const guest of ["debian12-aarch64", "debain12-aarch64"]) {
    const { code, err } = await call(`advise --guest ${guest}`);
    assert.equal(code, 2);
    assert.match(
      err,
      new RegExp(
        `^--guest: found "${guest}", expected a guest on x86: none on ARM or another processor is recorded; nearest: debian12-64$`,
      ),
    );
  }
});

test("an address that may be set is, by each tool, with no word of one left out", async () => {
  for (const [tool, set, current = "e1000e"] of [
    ["govc", "-net.address 00:50:56:3f:00:01"],
    ["ansible", 'kept_mac: "00:50:56:3f:00:01"'],
    ["terraform", 'mac_address    = "00:50:56:3f:00:01"'],
    // PowerCLI changes the type of a virtual adapter in place.
    ["powercli", '-MacAddress "00:50:56:3f:00:01"', "sriov"],
  ] as const) {
    const { out } = await call(
      `advise --guest rhel9-64 --current-adapter ${current} --require vmotion --steps ${tool} --mac 00:50:56:3f:00:01`,
    );
    assert.ok(out.includes(set), tool);
    assert.doesNotMatch(out, /address is left out|mac\}/);
  }
});

test("writes an address in small letters: Ansible finds an adapter by no other spelling", async () => {
  const { out } = await call(
    "advise --guest rhel9-64 --current-adapter e1000e --steps ansible --mac 00:50:56:1A:BC:22",
  );
  assert.match(out, /mac_address: "00:50:56:1a:bc:22"/);
  assert.doesNotMatch(out, /1A:BC/);
});

for (const [address, platform] of [
  ["00:50:56:3f:ff:ff", "vsphere"],
  ["02:50:56:40:00:01", "vsphere"],
  ["00:0c:29:00:00:01", "kvm"],
  ["52:54:00:12:34:56", "kvm"],
]) {
  test(`says nothing about an address that a card can bear on ${platform}: ${address}`, async () => {
    const { code, err } = await call(`advise --platform ${platform} --guest rhel9-64 --mac ${address}`);
    assert.deepEqual({ code, err }, { code: 0, err: "" });
  });
}

test("explains the adapters that one reason excludes in one line", async () => {
  const { out } = await call("advise --platform kvm --guest rhel9-64 --require fault-tolerance");
  assert.match(
    out,
    /^ {2}vmxnet3, virtio, SR-IOV virtual function \(VFIO\), .*, i82559c \(excluded\): KVM is not known to support Fault Tolerance\.$/m,
  );
  assert.equal(out.split("(excluded)").length, 2);
});

test("compares with the adapter that the machine has now, and changes nothing where it is the one", async () => {
  const { out } = await call("advise --guest rhel9-64 --current-adapter e1000e --json");
  assert.deepEqual(
    (JSON.parse(out) as Advice).validation?.commands.map(({ adapter }) => adapter),
    ["vmxnet3", "e1000e"],
  );
  const same = await call("advise --guest rhel9-64 --current-adapter vmxnet3 --json");
  assert.ok(!(JSON.parse(same.out) as Advice).steps.some(({ action }) => action === "apply"));
});

test("shows how to write what is missing", async () => {
  for (const [words, complaint] of [
    ["--guest rhel9-64", /^command: found "--guest", expected a command before it\. Example: advise --guest/],
    ["advise --iommu --guest rhel9-64", /^--iommu: found nothing, expected yes, no or unknown\. Example: --iommu yes/],
  ] as const) {
    const { code, out, err } = await call(words);
    assert.deepEqual([code, out], [2, ""]);
    assert.match(err, complaint);
  }
});

for (const [words, line] of [
  [["--guest", ""], "--guest: found nothing, expected a value"],
  [["--guest", "   "], "--guest: found nothing, expected a value"],
  [["--guest="], "--guest: found nothing, expected a value"],
  [["--guest=  "], "--guest: found nothing, expected a value"],
  [["--iommu", " "], "--iommu: found nothing, expected yes, no or unknown. Example: --iommu yes"],
  [["--vm", "\t"], "--vm: found nothing, expected a value"],
  [["--require", "", "--guest", "rhel9-64"], "--require: found nothing, expected a value"],
] as const)
  test(`refuses the blank value of ${JSON.stringify(words)} in one line`, async () => {
    assert.deepEqual(await call(["advise", ...words]), { code: 2, out: "", err: line });
  });

test("lists the tools to whoever names none, also beside other problems", async () => {
  const { code, out, err } = await call("advise --guest rhel9-64 --steps");
  assert.deepEqual([code, out], [2, ""]);
  assert.match(err, /^--steps: found nothing, expected one of .*powercli.*vmx$/);
  const among = await call("advise --guest wnidows2019 --steps --json");
  assert.match(among.err, /^--steps: found nothing, expected one of .*govc.*\n--guest: found "wnidows2019"/);
  assert.equal((await call("advise --batch --steps", "{}")).code, 2);
});

for (const [spelling, id] of [
  ["wnidows2019", "windows-server-2019-64"],
  ["debain12", "debian12-64"],
  ["ubunut-22.04", "ubuntu-22-04-64"],
] as const) {
  test(`takes the word that is misspelt in "${spelling}", not its number, for the slip`, async () => {
    assert.match((await call(`advise --guest ${spelling}`)).err, new RegExp(`; nearest: ${id}$`));
  });
}

test("refuses a tool that has no step, and names the nearest", async () => {
  const { code, err } = await call("advise --guest rhel9-64 --steps powercly");
  assert.equal(code, 2);
  assert.match(err, /--steps: found "powercly", expected one of .*govc.*; nearest: powercli/);
});

test("takes any tool where nothing is to be done with one", async () => {
  const { code, out, err } = await call("advise --guest rhel9-64 --current-adapter vmxnet3 --steps powercli");
  assert.deepEqual([code, err], [0, ""]);
  assert.match(out, /^Keep VMXNET3\./);
});

test("says which guest was understood, with its bitness", async () => {
  assert.match(
    (await call("advise --guest win2k3 --platform-version 6.5")).out,
    /\nFor: Windows Server 2003, 32-bit, on VMware vSphere 6\.5\n/,
  );
  assert.doesNotMatch((await call("advise")).out, /\nFor: /);
});

test("explains which rows fired, in the order in which they count", async () => {
  const { out } = await call(
    "advise --guest rhel9-64 --packet-rate 120000 --iommu yes --sriov-nic yes --require vmotion --explain",
  );
  const trace = out.slice(out.indexOf("\nTrace\n"));
  assert.match(trace, /Excluded\n(.*\n)*? +compatibility sriov\/vsphere\/vmotion +sriov\n/);
  assert.match(trace, /Preferred\n(.*\n)*? +rule paravirtual-ahead-of-emulated +vmxnet3\n/);
  assert.ok(trace.indexOf("Excluded") < trace.indexOf("Preferred"));
  assert.match(trace, /result +vmxnet3; then .*e1000e/);
  assert.doesNotMatch((await call("advise --guest rhel9-64")).out, /Trace/);
});

test("explains a rule that is against an adapter and a caution once", async () => {
  const { out } = await call("advise --guest rhel9-64 --packet-rate 3000000 --explain");
  assert.deepEqual(
    out.match(/^.*\[rule vmxnet3-ceiling\b/gm)?.map((line) => line.trim().split(" ")[0]),
    ["Against:"],
  );
});

test("explains behind the steps of a tool, too", async () => {
  assert.match(
    (await call("advise --guest rhel9-64 --steps powercli --explain")).out,
    /New-NetworkAdapter[\s\S]*\nTrace\n/,
  );
});

test("a batch refuses what it would not heed, in a line for each flag", async () => {
  const { code, out, err } = await call(
    "advise --batch --lean --require vmotion --require ha --explain",
    '{"guest":"rhel9-64"}\n',
  );
  assert.deepEqual([code, out], [2, ""]);
  assert.equal(
    err,
    ["--require", "--explain"]
      .map((flag) => `${flag}: found with --batch, expected none: each line is a situation of its own`)
      .join("\n"),
  );
  assert.equal((await call("advise --batch --json", "{}")).code, 0);
});

test("a lean batch gives the recommendation of the whole one", async () => {
  const lines = [
    '{"guest":"rhel9-64","packetRate":120000,"iommu":true,"sriovNic":true}',
    "{",
    '{"guest":"windows-server-2019-64"}',
  ].join("\n");
  const whole = (await call("advise --batch", lines)).out
    .split("\n")
    .map((line) => JSON.parse(line) as Partial<Advice> & { error?: string });
  const lean = (await call("advise --batch --lean", lines)).out
    .split("\n")
    .map((line) => JSON.parse(line) as Partial<Advice> & { error?: string });
  assert.deepEqual(
    lean.map(({ recommended, error }) => recommended ?? error),
    whole.map(({ recommended, error }) => recommended ?? error),
  );
  assert.equal(lean[0]?.verdicts, undefined);
  const [, , brief] = lean as unknown as Record<string, unknown>[];
  assert.deepEqual([brief?.question, brief?.needs], ["guestDrivers", ["guestDrivers"]]);
});

test("prints a script that completes commands, flags and ids, for the shells that it knows", async () => {
  for (const shell of ["bash", "zsh"]) {
    const { code, out } = await call(`completions ${shell}`);
    assert.equal(code, 0);
    for (const word of ["--packet-rate", "rhel9-64", "vmotion", "paravirtual-ahead-of-emulated"])
      assert.ok(out.includes(word), word);
  }
  const { code, err } = await call("completions fish");
  assert.equal(code, 2);
  assert.match(err, /found "fish", expected one of bash, zsh/);
});

for (const [typed, offered] of [
  ["advise --iommu u", "unknown"],
  ["advise --steps gu", ""],
  ["advise --packet-rate ", ""],
  ["advise --iommu = y", "yes"],
  ["advise --iommu=y", "--iommu=yes"],
  ["advise --packet-r", "--packet-rate"],
  ["advise --platform prox", "proxmox proxmox-ve"],
  ["audit --target vs", "vsphere"],
  ["audit --target esx", "esxi"],
  ["guests rhel9", "rhel9-64"],
  ["rules --", ""],
  ["help ", "advise audit export-sql"],
  ["export-sql --dialect ", "duckdb spark"],
  ["export-sql ", "--dialect --out"],
  ["help adv", "advise"],
] as const) {
  test(`bash completes "${typed}" with ${offered || "nothing"}`, async () => {
    const { out } = await call("completions bash");
    const script = `${out}\nCOMP_WORDS=(vnic-advisor "$@"); COMP_CWORD=$#; _vnic_advisor; echo "\${COMPREPLY[*]}"`;
    assert.equal(
      execFileSync("bash", ["-c", script, "bash", ...typed.split(" ")], { encoding: "utf8" }),
      `${offered}\n`,
    );
  });
}

test("bash completes paths whole, as file names that it quotes", async () => {
  const { out } = await call("completions bash");
  const folder = mkdtempSync(join(tmpdir(), "vnic-atlas-completions-"));
  try {
    mkdirSync(join(folder, "sp ace"));
    // Outside a completion, compopt has nothing to set.
    const script = `compopt() { echo "$1 $2"; }\n${out}\nCOMP_WORDS=(vnic-advisor "$@"); COMP_CWORD=$#; _vnic_advisor; printf '%s\\n' "\${COMPREPLY[@]}"`;
    for (const typed of ["audit s", "audit --policy s", "advise --policy s", "export-sql --out s"])
      assert.equal(
        execFileSync("bash", ["-c", script, "bash", ...typed.split(" ")], { encoding: "utf8", cwd: folder }),
        "-o filenames\nsp ace\n",
        typed,
      );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("marks text on terminals only", async () => {
  const { out } = await call("advise --guest rhel9-64", "", { isTerminal: true });
  assert.match(out, /\u001b\[1mUse VMXNET3/);
  assert.doesNotMatch((await call("advise --guest rhel9-64")).out, /\u001b/);
});

test("every example of the help can be run", async () => {
  const { out } = await call("advise --help");
  const examples = out.split("\n").filter((line) => /^ {2}vnic-advisor advise --guest/.test(line));
  assert.ok(examples.length > 3);
  for (const example of examples)
    assert.equal((await call(example.trim().replace(/^vnic-advisor /, ""))).code, 0, example);
});

test("tells what tunes an adapter only where a rule demands it", async () => {
  const tuning = async (words: string): Promise<string[]> =>
    (JSON.parse((await call(`advise ${words} --json`)).out) as Advice).steps
      .filter(({ action }) => action === "tune")
      .map(({ id }) => id);
  assert.deepEqual(await tuning("--guest rhel9-64 --packet-rate 5000"), []);
  assert.deepEqual(await tuning("--guest rhel9-64 --packet-rate 5000 --latency-sensitive yes"), [
    "vmxnet3-coalescing-linux",
    "vmxnet3-coalescing-off",
    "latency-sensitivity-high",
  ]);
  assert.deepEqual(await tuning("--platform kvm --guest rhel9-64 --packet-rate 5000"), []);
  assert.deepEqual(
    await tuning("--guest rhel9-64 --packet-rate 5000 --latency-sensitive yes --current-adapter vmxnet3"),
    ["vmxnet3-coalescing-linux", "vmxnet3-coalescing-off", "latency-sensitivity-high"],
  );
});

test("tells nobody to bring a driver whose machine has the adapter already", async () => {
  const steps = async (current: string): Promise<string[]> =>
    (
      JSON.parse(
        (await call(`advise --guest windows-server-2019-64 --guest-drivers yes --current-adapter ${current} --json`))
          .out,
      ) as Advice
    ).steps.map(({ id }) => id);
  assert.ok((await steps("e1000e")).includes("switch-after-tools"));
  assert.deepEqual(await steps("vmxnet3"), []);
});

test("prints where each run of the verification goes, with the host's where its CPU decides", async () => {
  const { out } = await call(
    "advise --guest rhel9-64 --packet-rate 120000 --iommu yes --sriov-nic yes --steps powercli",
  );
  const order = [
    "Validate",
    "Start the target:",
    "iperf3 -s",
    "Run with each adapter:",
    "iperf3 -c {host} -u",
    "On the host, during the runs:",
    "esxtop -b",
    "Pass:",
  ].map((words) => out.indexOf(words));
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
  assert.ok(!order.includes(-1), String(order));
});

test("leaves no reader of an appliance's name with a guest that only looks like it", async () => {
  for (const name of ["vcenter"]) {
    const { code, err } = await call(`advise --guest ${name}`);
    assert.equal(code, 2);
    assert.match(err, /for an appliance that is not listed, ask its vendor/);
    assert.doesNotMatch(err, /nearest/);
  }
  assert.match((await call("advise --guest rehl9-64")).err, /nearest: rhel9-64/);
});

test("quotes the reader's names in every command, outside quotes too", async () => {
  const { code, out } = await call(
    "advise --platform kvm --guest rhel9-64 --current-adapter e1000 --steps proxmox --vm=a;id --network=$(id)",
  );
  assert.equal(code, 0);
  assert.match(out, /qm config 'a;id' > 'a;id'\.txt/);
  assert.doesNotMatch(out, /[^']a;id|[^']\$\(id\)/);
});

test("puts no name with a line break or a control character into commands", async () => {
  for (const [flag, value] of [
    ["vm", "a\nid"],
    ["network", "a\u001b[2J"],
  ] as const) {
    const { code, out, err } = await call(`advise --guest rhel9-64 --${flag}=${value}`);
    assert.deepEqual({ code, out }, { code: 2, out: "" });
    assert.equal(
      err,
      `--${flag}: found ${JSON.stringify(value)}, expected one line of text; leave out line breaks and control characters`,
    );
  }
});

test("says which code cannot contain a name and keeps its placeholder", async () => {
  const { code, out, err } = await call(
    "advise --platform kvm --guest rhel9-64 --steps proxmox --vm 100 --network vmbr0,tag=5",
  );
  assert.equal(code, 0);
  assert.match(out, /bridge=\{network\}/);
  assert.match(
    err,
    /^--network: found "vmbr0,tag=5"; the code of ".+" \(proxmox\) cannot contain it and keeps \{network\}$/m,
  );
});

test("refuses a flag that is given twice, except --require", async () => {
  const { code, err } = await call("advise --guest rhel9-64 --packet-rate 20000 --packet-rate=90000");
  assert.deepEqual({ code, err }, { code: 2, err: "--packet-rate: found twice, expected once" });
  assert.equal(
    (await call("advise --guest rhel9-64 --vm a --vm=b --steps govc")).err,
    "--vm: found twice, expected once",
  );
  assert.equal((await call("advise --guest rhel9-64 --require vmotion --require=snapshots")).code, 0);
});

for (const [words, line] of [
  ["advise --guest rhel9-64 --json=yes", '--json: found "yes", expected no value'],
  ["advise --guest rhel9-64 --lean", "--lean: found without --batch, expected both"],
  ["advise rhel9-64", 'flag: found "rhel9-64", expected a flag before it. Example: --guest rhel9-64'],
  ["guests rhel --json", 'guests: found "--json", expected no flag but --help'],
  ["rules --json", 'rules: found "--json", expected no flag but --help'],
  [
    "export-sql --dialect duckdb --out --foo",
    "--out: found nothing, expected a folder, which is made if it is missing",
  ],
  [
    "help advize",
    'help: found "advize", expected one of advise, audit, export-sql, guests, rules, adapters, completions, help; nearest: advise',
  ],
] as const)
  test(`refuses "${words}" in one line that says what to write`, async () => {
    const files: Terminal["files"] = {
      read: () => assert.fail("read"),
      list: () => undefined,
      write: () => assert.fail("wrote"),
    };
    assert.deepEqual(await call(words, "", { files }), { code: 2, out: "", err: line });
  });

test("takes the word behind advise for a flag whose dashes are missing", async () => {
  assert.match((await call("advise guest")).err, /^flag: found "guest", .*; nearest: --guest$/);
});

for (const [words, nearest] of [
  ["advise --current vmxnet3", "--current-adapter"],
  ["advise --gues=rhel9-64", "--guest"],
  ["advise --platform-ver 8.0", "--platform-version"],
  ["export-sql --dial=duckdb --out here", "--dialect"],
  ["export-sql --dialect dukdb --out here", "duckdb"],
  ["completions bsh", "bash"],
] as const)
  test(`names ${nearest} as the nearest to a word of "${words}"`, async () => {
    const { code, err } = await call(words, "", {
      files: { read: assert.fail, list: assert.fail, write: assert.fail },
    });
    assert.equal(code, 2);
    assert.match(err, new RegExp(`; nearest: ${nearest}$`, "m"));
  });

test("a problem is one line, whatever breaks the line in what it quotes", async () => {
  const read = (): Uint8Array => Buffer.from("hello\nworld");
  const more = {
    loadFleetKnowledge: () => ({}) as FleetKnowledge,
    files: { read, list: () => undefined, write: assert.fail },
  };
  for (const words of [
    ["ad\nvise"],
    ["rules", "a\r\nb"],
    ["advise", "--fo\no"],
    ["export-sql", "--out", "\n", "--dialect=spark"],
    ["audit", "vms.csv", "--baseline", "old.json"],
  ]) {
    const { code, err } = await call(words, "", more);
    assert.deepEqual([code, err.split(/[\r\n]/).length], [2, 1], err);
  }
});

const blankLine = "situation: found a blank line, expected one JSON object per line";

test("a batch answers a blank line between others, so that the order ties answers to lines", async () => {
  const { out } = await call("advise --batch --lean", '\n{"guest":"rhel9-64"}\n \r\n\n{"guest":"rhel8-64"}\n\n\n');
  const answers = out.split("\n").map((line) => JSON.parse(line) as { error?: string; situation?: { guest: string } });
  assert.deepEqual(
    answers.map(({ error, situation }) => situation?.guest ?? error),
    [blankLine, "rhel9-64", blankLine, blankLine, "rhel8-64"],
  );
  assert.equal((await call("advise --batch", "\n\n")).out, "");
});

test("a batch reads UTF-16, with and without a byte order mark", async () => {
  const text = '{"guest":"rhel9-64"}\r\n{"guest":"rhel8-64"}\r\n';
  const expected = (await call("advise --batch --lean", text)).out;
  const little = Buffer.from(text, "utf16le");
  for (const bytes of [
    little,
    Buffer.from(`\uFEFF${text}`, "utf16le"),
    Buffer.from(`\uFEFF${text}`, "utf16le").swap16(),
  ]) {
    const { out } = await call("advise --batch --lean", "", {
      input: (async function* () {
        yield bytes.subarray(0, 13);
        yield bytes.subarray(13);
      })(),
    });
    assert.equal(out, expected);
  }
});

test("a batch reads a line that begins with a byte order mark", async () => {
  const { out } = await call("advise --batch --lean", '\uFEFF{"guest":"rhel9-64"}\r\n\uFEFF{"guest":"rhel9-64"}\r\n');
  assert.deepEqual(
    out.split("\n").map((line) => (JSON.parse(line) as Advice).recommended),
    ["vmxnet3", "vmxnet3"],
  );
});

test("an audit refuses a value of --redact", async () => {
  const { code, err } = await call("audit --redact=yes", "", { loadFleetKnowledge: () => ({}) as FleetKnowledge });
  assert.deepEqual([code, err], [2, '--redact: found "yes", expected no value']);
});

for (const [guest, caution] of [
  ["windows-xp-32", "For this guest Broadcom provides VMware Tools 10.0.12, image winPreVista.iso."],
  ["windows-server-2008-64", "For this guest with Service Pack 2, Broadcom provides VMware Tools 11.0.6."],
  [
    "debian4-32",
    "Broadcom provides VMware Tools 10.0.12 for these releases, image linuxPreGLibc25.iso, as a separate download.",
  ],
  ["macos-14-64", "ESXi 7 was the last major release with official macOS support."],
  ["rhel9-64", undefined],
  ["windows-server-2008-64 --require pxe-boot --guest-drivers yes", "The installer has no VMXNET3 driver."],
  [
    "opnsense --packet-rate 300000 --iommu yes --sriov-nic yes --save-cpu yes",
    "Bridging and CARP depend on the NIC's driver.",
  ],
  [
    "rhel9-64 --require rdma",
    "VMware recommends PVRDMA for RDMA, but it falls back to slower TCP without an RDMA card in both hosts.",
  ],
  ["fortigate-vm-64 --packet-rate 900001", undefined],
  ["windows-2000-32 --platform-version 5.5", undefined],
] as const)
  test(`the answer on ${guest} has ${caution === undefined ? "no caution" : "its caution in a line"}`, async () => {
    const { out } = await call(`advise --guest ${guest} --current-adapter e1000`);
    const lines = out.split("\n").filter((line) => line.startsWith("Caution:"));
    assert.deepEqual(lines, caution === undefined ? [] : [`Caution: ${caution}`]);
  });

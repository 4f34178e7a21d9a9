import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import type { Validation } from "../../../advisor/explain/advice.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { countRuns, findExpectedRatio } from "../../../advisor/steps/validation-commands.ts";
import { estimateRatio, judge } from "../../../tools/kit/compare/estimate-ratio.ts";
import { makeRandom, makeSamples } from "../kit/compare/simulate.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { chooseCases } from "../../thorough.ts";

function plan(situation: Situation): Validation {
  const { validation } = advisor.advise(situation);
  assert.ok(validation);
  return validation;
}

describe("the runs that verify the advice", () => {
  test("are the kit's in Linux and FreeBSD, and where the guest is not known", () => {
    for (const situation of [{ guest: "rhel9-64" }, { guest: "freebsd14-64" }, {}]) {
      const { script, language, command, otherEnd } = plan(situation);
      assert.deepEqual([script, language, otherEnd], ["vnic-validate.sh", "shell", "sh vnic-validate.sh --serve"]);
      assert.match(command, /^sh vnic-validate\.sh --target \{host\} /);
    }
  });

  const windows = knowledge.guests.filter(({ family }) => /^windows-(server|client)$/.test(family));
  const isOld = ({ id }: { id: string }): boolean => /-(nt|2000|xp|vista|7|2003|2008)-/.test(id);

  for (const guest of windows.filter(isOld)) {
    test(`are of iperf 2 in ${guest.id}, in which the kit's script does not run`, () => {
      for (const more of [
        {},
        { packetRate: 20000 },
        { latencySensitive: true },
        { packetRate: 120000, iommu: true, sriovNic: true },
      ] as const) {
        const { validation } = advisor.advise({ guest: guest.id, ...more });
        if (validation === null) continue;
        const { script, language, commands, otherEnd, prepare } = validation;
        assert.deepEqual([script, language], [null, "batch"]);
        assert.match(prepare, /Use an iperf 2 build of that era/);
        assert.equal(/Measure response times from/.test(prepare), /ping -c/.test(JSON.stringify(commands)));
        for (const text of [otherEnd, ...commands.map(({ command }) => command)])
          assert.doesNotMatch(text, /^$|ntttcp|latte|iperf3| -J\b|vnic-validate/);
        assert.match(
          commands[0]?.command ?? "",
          "latencySensitive" in more
            ? /ping -c 150 -i 0\.2 \{target-address\}/
            : /do iperf\.exe -c \{host\} .* -y C > /,
        );
      }
    });
  }

  for (const guest of windows.filter((one) => !isOld(one))) {
    test(`are the kit's for Windows in ${guest.id}, never a script for sh`, () => {
      for (const more of [{}, { packetRate: 20000 }, { latencySensitive: true }] as const) {
        const advice = advisor.advise({ guest: guest.id, ...more });
        if (advice.validation === null) continue;
        const { script, language, commands, otherEnd, prepare } = advice.validation;
        assert.deepEqual([script, language], ["vnic-validate.ps1", "batch"]);
        assert.equal(/latte\.exe/.test(prepare), /request-response/.test(JSON.stringify(commands)));
        const call = "powershell -ExecutionPolicy Bypass -File vnic-validate.ps1";
        assert.equal(otherEnd, `${call} -Serve`);
        for (const { adapter, command } of commands) {
          assert.ok(command.startsWith(`${call} -Target {host} -Test `));
          assert.ok(command.endsWith(` -Label ${adapter} -Output ${adapter}.json`));
          // In a batch file a single percent sign is lost.
          assert.doesNotMatch(command, /%/);
        }
      }
    });
  }

  test("use options that the scripts have", () => {
    const [shell, powershell] = ["sh", "ps1"].map((kind) => readFileSync(`assets/kit/vnic-validate.${kind}`, "utf8"));
    const optionsOf = (guest: string, pattern: RegExp): string[] =>
      [{}, { latencySensitive: true }, { packetRate: 20000 }].flatMap((more) => {
        const { command, otherEnd } = plan({ guest, ...more });
        return [command, otherEnd].flatMap((text) => text.match(pattern) ?? []);
      });
    for (const option of optionsOf("rhel9-64", /--[a-z-]+/g))
      assert.match(shell ?? "", new RegExp(`^  ${option} `, "m"), option);
    for (const option of optionsOf("windows-server-2022-64", /(?<=\.ps1.* )-[A-Za-z]+/g))
      assert.match(powershell ?? "", new RegExp(`\\$${option.slice(1)}\\b`), option);
  });

  test("are the tools themselves in other systems that have them", () => {
    const { script, command } = plan({ guest: "openbsd7-64", packetRate: 20000 });
    assert.equal(script, null);
    assert.match(command, /iperf3 -c \{host\} -t 30 .*\n.*iperf3 -c \{host\} -u -b 0 -l 64/);
  });

  test("need another guest where a system has no such tool", () =>
    assert.match(
      plan({ guest: "ms-dos-16" }).prepare,
      /^The script's tools do not run on MS-DOS\. Use a Linux guest with the same/,
    ));

  test("call a catch-all entry this guest", () =>
    assert.match(
      plan({ guest: "other-64" }).prepare,
      /^The script's tools do not run on this guest\. Use a Linux guest/,
    ));

  test("ask for response times where these decide", () => {
    assert.match(plan({ guest: "rhel9-64", latencySensitive: true }).command, /--test request-response --runs /);
    assert.match(plan({ guest: "windows-server-2022-64", latencySensitive: true }).command, /-Test request-response /);
  });
});

describe("the number of runs", () => {
  test("follows from the ratio that studies measured", () => {
    // 2.48× in nobel-vmxnet3-2013.
    const { command, runs, margin, expect } = plan({ guest: "windows-server-2022-64", currentAdapter: "e1000e" });
    assert.deepEqual([runs, margin], [5, 0.05]);
    assert.match(command, / -Runs 5 -Label /);
    assert.match(expect, /The smallest measured ratio is 2\.48×\. 5 runs per adapter show it/);
  });

  test("follows from the margin where no study gives a ratio, and the script may stop earlier", () => {
    const { command, runs, expect } = plan({
      guest: "rhel9-64",
      latencySensitive: true,
      iommu: false,
      sriovNic: false,
    });
    assert.equal(runs, 24);
    assert.match(command, / --runs 5 --until 2% --max-runs 24 /);
    assert.match(expect, /No study of this guest gives a clear ratio\. 24 runs per adapter show a difference of 5 %/);
    assert.match(expect, /stops earlier if the 95 % interval of each series is within ±2 %/);
  });

  for (const guest of ["rhel9-64", "freebsd14-64"])
    test(`follows from no study of Windows in ${guest}`, () => {
      const { runs, expect } = plan({ guest, currentAdapter: "e1000e" });
      assert.equal(runs, 24);
      assert.match(expect, /No study of this guest gives a clear ratio\./);
      assert.doesNotMatch(expect, /measured ratio/);
    });

  test("is larger where both have to be equal", () => {
    const { runs, expect } = plan({
      guest: "rhel9-64",
      currentAdapter: "sriov",
      packetRate: 1000,
      iommu: true,
      sriovNic: true,
    });
    assert.equal(runs, 29);
    assert.match(expect, /29 runs per adapter show whether both are equal within 5 %/);
  });

  test("follows from how little a search for the highest rate varies with DPDK, and from no ratio of TCP streams", () => {
    const given: Situation = { guest: "rhel9-64", dpdk: true, packetRate: 800_000, enhancedDataPath: true };
    const { runs, expect } = plan({ ...given, currentAdapter: "e1000e" });
    assert.equal(runs, countRuns(0.05, 0.02, "difference"));
    assert.match(expect, /No study of this guest gives a clear ratio\. \d runs per adapter .* even at 2 % noise\./);
  });

  test("is that of the loops where the kit does not run", () => {
    const { command, runs } = plan({ guest: "windows-2000-32" });
    assert.ok(command.includes(`(1,1,${runs})`), command);
  });

  for (const [effect, noise, aim] of [
    [0.05, 0.05, "difference"],
    [0.1, 0.05, "difference"],
    [0.1, 0.1, "difference"],
    [0.3, 0.2, "difference"],
    [0.05, 0.05, "equivalence"],
    [0.1, 0.08, "equivalence"],
  ] as const) {
    test(`decides in nine of ten simulated sessions: ${aim} of ${100 * effect} %, noise ${100 * noise} %`, () => {
      const runs = countRuns(effect, noise, aim);
      const random = makeRandom(runs);
      const level = aim === "difference" ? 100 * (1 + effect) : 100;
      let decided = 0;
      for (let session = 0; session < 2000; session++) {
        const estimate = estimateRatio(makeSamples(random, runs, 100, noise), makeSamples(random, runs, level, noise));
        const verdict = judge(estimate, true, aim === "difference" ? 0.0001 : effect);
        if (verdict === (aim === "difference" ? "confirmed" : "equivalent")) decided += 1;
      }
      assert.ok(decided >= 0.88 * 2000 && decided <= 0.94 * 2000, `${decided / 20} % with ${runs} runs`);
    });
  }

  test("takes the smallest ratio in favour of the recommendation, and none where studies disagree", () => {
    const ratio = (adapter: string, over: string, low: number, high: number) => ({
      ...{ adapter, over, low, high, metric: "throughput", comparisons: 1, conditions: "", evidence: [], text: "" },
    });
    const find = (...ratios: ReturnType<typeof ratio>[]) => findExpectedRatio(ratios, "b", "a", ["throughput"]);
    assert.equal(find(ratio("b", "a", 1.5, 3), ratio("b", "a", 1.3, 1.4)), 1.3);
    assert.equal(find(ratio("a", "b", 0.4, 0.5)), 2);
    assert.equal(find(ratio("b", "a", 1.5, 3), ratio("b", "a", 0.9, 1.4)), undefined);
    assert.equal(find(ratio("b", "c", 1.5, 3)), undefined);
    assert.equal(find(), undefined);
  });
});

describe("a data plane", () => {
  const kindOf = (id: string | undefined) => knowledge.adapters.find((adapter) => adapter.id === id)?.kind;

  for (const platform of ["vsphere", "kvm"]) {
    for (const host of [
      {},
      { iommu: true, sriovNic: true },
      { iommu: true, sriovNic: true, packetRate: 900000 },
    ] as Situation[]) {
      test(`on ${platform} with ${JSON.stringify(host)} is measured past the kernel, and against no emulated adapter`, () => {
        const { script, commands, otherEnd, seconds } = plan({ platform, guest: "rhel9-64", dpdk: true, ...host });
        assert.equal(script, null);
        assert.match(otherEnd, /t-rex-64/);
        assert.ok(seconds >= 1200);
        for (const { command } of commands) {
          assert.match(command, /dpdk-testpmd .*\n.*\n.*\.\/ndr /);
          assert.doesNotMatch(command, /iperf|netperf/);
        }
        const [own, other] = commands.map(({ adapter }) => kindOf(adapter));
        assert.ok(other === undefined || (other !== "emulated" && other !== own), `${own} against ${other}`);
      });
    }
  }

  test("with VMXNET3 is compared with the virtual function of a host that has one", () => {
    assert.deepEqual(
      plan({ guest: "rhel9-64", dpdk: true, iommu: true, sriovNic: true }).commands.map(({ adapter }) => adapter),
      ["vmxnet3", "sriov"],
    );
  });

  test("is compared with what it has now, whatever that is", () => {
    assert.deepEqual(
      plan({ guest: "rhel9-64", dpdk: true, currentAdapter: "e1000e" }).commands.map(({ adapter }) => adapter),
      ["vmxnet3", "e1000e"],
    );
  });
});

describe("what the runs have to show follows from what decided", () => {
  const host = { iommu: true, sriovNic: true } as const;
  const compared = (situation: Situation): string[] => plan(situation).commands.map(({ adapter }) => adapter);

  describe("a saving of the host's CPU", () => {
    const busy: Situation = { guest: "rhel9-64", platformVersion: "8.0", packetRate: 120000, ...host };

    test("is looked for on the host at the rate that is needed, against the best paravirtual adapter", () => {
      const { script, commands, onHost, otherEnd, expect } = plan(busy);
      assert.deepEqual([script, otherEnd], [null, "iperf3 -s"]);
      assert.deepEqual(
        commands.map(({ adapter }) => adapter),
        ["sriov", "vmxnet3"],
      );
      // Two streams of 60,000 datagrams with 64 bytes each.
      for (const { command } of commands) assert.match(command, /iperf3 -c \{host\} -u -l 64 -b 30720000 -P 2 -t 30 /);
      assert.equal(onHost, "esxtop -b -d 33 -n 24 > sriov-host.csv\nesxtop -b -d 33 -n 24 > vmxnet3-host.csv");
      assert.match(
        expect,
        /Pass: SR-IOV passthrough sustains 120,000 packets\/s\. The 95 % interval of its host CPU relative to VMXNET3 is below 1 .* Fail: the interval is above 1 or within the margin, or/,
      );
    });

    test("is claimed against it too where the machine has an emulated one", () => {
      assert.deepEqual(compared({ ...busy, saveCpu: true, currentAdapter: "e1000e" }), ["sriov", "vmxnet3"]);
    });

    test("takes packets of the size that was given", () => {
      assert.match(plan({ ...busy, packetBytes: 328 }).command, / -l 300 -b 144000000 -P 2 /);
      assert.match(plan({ guest: "rhel9-64", throughputGbps: 0.5, packetBytes: 100, ...host }).command, / -l 72 /);
    });

    test("is looked for with the kernel's generator at rates that iperf3 does not send", () => {
      const { otherEnd, command, prepare, onHost } = plan({ ...busy, packetRate: 4_000_000, packetBytes: 100 });
      assert.match(otherEnd, /^modprobe pktgen\nfor cpu in \$\(seq 0 3\); do\n/);
      // 30 seconds of a million packets/s in each of four threads, with 14 bytes of Ethernet header.
      assert.match(otherEnd, /"count 30000000" "ratep 1000000" "pkt_size 114"/);
      assert.match(
        command,
        /^# where the packets arrive, first\nsar -n DEV 1 792 > sriov-rate\.txt\n.*\n.*pgctrl; done$/,
      );
      assert.match(
        prepare,
        /^iperf3 cannot send this many packets\. Use another Linux machine with the kernel's pktgen, as root,/,
      );
      assert.match(onHost ?? "", /^esxtop /);
      assert.doesNotMatch([otherEnd, command].join(), /iperf3/);
      assert.match(plan({ ...busy, packetRate: 1_000_000 }).command, /iperf3 .* -P 10 /);
      assert.match(plan({ ...busy, packetRate: 4_000_000, packetBytes: 46 }).otherEnd, /"pkt_size 60"/);
    });

    test("is counted with what the guest has, and beyond one that forwards", () => {
      const counting = (more: Situation): string =>
        plan({ ...busy, packetRate: 4_000_000, ...more }).command.split("\n")[1] ?? "";
      assert.match(counting({ guest: "windows-server-2022-64" }), /^typeperf .* -sc 792 -o sriov-rate\.csv$/);
      assert.match(counting({ guest: "freebsd14-64" }), /^netstat -w 1 /);
      assert.match(counting({ guest: "windows-server-2022-64", forwardsPackets: true }), /^sar /);
      assert.match(
        plan({ ...busy, packetRate: 4_000_000, forwardsPackets: true }).prepare,
        /^iperf3 cannot send this many packets\. Use a Linux machine on each side of the guest\. The sender/,
      );
    });

    test("is looked for in Windows at the command prompt", () => {
      const { language, command, onHost } = plan({ ...busy, guest: "windows-server-2022-64" });
      assert.equal(language, "batch");
      assert.match(command, /^for \/L %r in \(1,1,24\) do iperf3\.exe -c \{host\} -u .* > sriov-rate-%r\.json$/);
      assert.match(onHost ?? "", /^esxtop /);
    });

    test("is read from the whole host, and counts nothing twice", () => {
      const { expect } = plan(busy);
      assert.match(expect, /"Physical Cpu\(_Total\)\\% Util Time" of esxtop's file/);
      assert.doesNotMatch(expect, /%SYS/);
    });

    test("says which iperf3 sends from several threads, where several streams are needed", () => {
      assert.match(
        plan(busy).prepare,
        /^The guest sends with iperf3 at the required rate while you read the host's CPU\. Replace \{host\} with the address of the target, another machine\./,
      );
      assert.doesNotMatch(plan({ ...busy, packetRate: 90000 }).prepare, /Several streams/);
    });

    test("is not all that is looked at where response times decide too", () => {
      const quick = plan({ ...busy, latencySensitive: true });
      assert.deepEqual(
        quick.commands.map(({ adapter, command }) => [
          adapter,
          command.split("\n").map((line) => /iperf3|netperf/.exec(line)?.[0]),
        ]),
        [
          ["sriov", ["iperf3", "netperf"]],
          ["vmxnet3", ["iperf3", "netperf"]],
        ],
      );
      assert.equal(quick.otherEnd, "iperf3 -s\nnetserver");
      assert.equal(quick.onHost, plan(busy).onHost);
      assert.equal(quick.seconds, 2 * plan(busy).seconds);
      assert.match(
        quick.expect,
        /Latency decides too: the comparison must confirm a shorter response time with SR-IOV passthrough/,
      );
      const windows = plan({ ...busy, latencySensitive: true, guest: "windows-server-2022-64" });
      assert.match(windows.command, /do iperf3\.exe .*\n.*-Test request-response /);
      assert.match(windows.otherEnd, /^iperf3 -s\npowershell .* -Serve$/);
    });
  });

  test("response times are compared with those of a virtual function, where the host has one to measure", () => {
    const kvm: Situation = { platform: "kvm", guest: "rhel9-64", packetRate: 5000, latencySensitive: true };
    assert.deepEqual(compared({ ...kvm, ...host }), ["virtio-net", "sriov"]);
    assert.match(
      plan({ ...kvm, ...host }).expect,
      /The evidence points both ways.*A is SR-IOV virtual function \(VFIO\), B is virtio, .*Then use SR-IOV virtual function/,
    );
    assert.deepEqual(compared({ ...kvm, iommu: false, sriovNic: false }), ["virtio-net", "e1000e"]);
    assert.deepEqual(compared({ ...kvm, latencySensitive: false, ...host }), ["virtio-net", "e1000e"]);
  });

  test("a paravirtual adapter is never run against its forerunner, unless the machine has that", () => {
    assert.deepEqual(compared({ guest: "windows-xp-32", platformVersion: "8.0" }), ["vmxnet3", "e1000"]);
    assert.deepEqual(compared({}), ["vmxnet3", "e1000"]);
    assert.deepEqual(compared({ guest: "windows-xp-32", platformVersion: "8.0", currentAdapter: "vmxnet2" }), [
      "vmxnet3",
      "vmxnet2",
    ]);
  });

  test("an adapter that is advised for what it keeps need not be faster, only carry what is needed", () => {
    const { commands, onHost, expect } = plan({
      guest: "rhel9-64",
      currentAdapter: "sriov",
      packetRate: 1000,
      ...host,
    });
    assert.deepEqual(
      commands.map(({ adapter }) => adapter),
      ["vmxnet3", "sriov"],
    );
    assert.equal(onHost, null);
    assert.match(
      expect,
      /^Run the test with VMXNET3, then with SR-IOV passthrough, on the same host\. .*The advice does not rest/,
    );
    assert.doesNotMatch(expect, /favour/);
  });

  test("no result brings back an adapter that cannot do what is required: the runs show what leaving it costs", () => {
    const left =
      /SR-IOV passthrough stays excluded whatever the result\. .* Pass: VMXNET3 sustains (.*)\. Fail: it does not\.$/;
    assert.equal(
      left.exec(plan({ guest: "rhel9-64", currentAdapter: "sriov", requires: ["vmotion"] }).expect)?.[1],
      "the required traffic",
    );
    assert.equal(
      left.exec(
        plan({ guest: "rhel9-64", currentAdapter: "sriov", requires: ["vmotion"], packetRate: 9000 }).expect,
      )?.[1],
      "9,000 packets/s",
    );
    assert.match(
      plan({ guest: "windows-server-2003-32", currentAdapter: "vlance", requires: ["jumbo-frames"] }).expect,
      /Vlance stays excluded/,
    );
  });

  test("a current adapter that cannot run here is none to run against", () => {
    assert.deepEqual(compared({ platform: "kvm", guest: "rhel8-64", currentAdapter: "e1000" }), [
      "virtio-net",
      "e1000e",
    ]);
    assert.deepEqual(compared({ guest: "esxi7-64", platformVersion: "8.0", currentAdapter: "e1000" }), ["vmxnet3"]);
    assert.deepEqual(
      compared({ guest: "rhel9-64", platformVersion: "5.0", packetRate: 1000, currentAdapter: "sriov" }),
      ["vmxnet3", "e1000e"],
    );
    assert.deepEqual(
      compared({ guest: "rhel9-64", platformVersion: "8.0", packetRate: 1000, currentAdapter: "sriov" }),
      ["vmxnet3", "sriov"],
    );
  });

  test("an adapter that distributions advise for performance is told to come before another not for speed, never not to be fast", () => {
    const { verdicts, validation } = advisor.advise({
      platform: "kvm",
      guest: "debian12-64",
      currentAdapter: "sriov",
      requires: ["vmotion"],
      ...host,
    });
    assert.ok(verdicts[0]?.reasons.some(({ text }) => /recommend virtio for performance/.test(text)));
    assert.match(
      validation?.expect ?? "",
      /^Run the test with virtio, then with SR-IOV virtual function \(VFIO\), on the same host\. .*The advice/,
    );
    assert.doesNotMatch(validation?.expect ?? "", /Speed is not why/);
  });

  test("of one that keeps what is given up, that it carries the throughput that is needed", () => {
    assert.match(
      plan({ guest: "rhel9-64", currentAdapter: "sriov", throughputGbps: 0.4, ...host }).expect,
      /^Run the test with VMXNET3, then with SR-IOV passthrough, on the same host\. .*The advice does not rest/,
    );
  });

  test("what is advised for its driver is compared with the paravirtual adapter, not with passthrough", () => {
    assert.deepEqual(compared({ guest: "esxi6-64", platformVersion: "8.0", ...host }), ["e1000e", "vmxnet3"]);
  });

  test("nor one that is advised for its driver", () => {
    assert.match(
      plan({ guest: "macos-14-64" }).expect,
      /^Run the test with E1000E, then with VMXNET3, on the same host\. .*The advice does not rest on speed\./,
    );
  });

  test("where the evidence points both ways, against the adapter that it is about", () => {
    const { commands, command, expect } = plan({
      guest: "rhel9-64",
      platformVersion: "9.0",
      latencySensitive: true,
      packetRate: 5000,
      ...host,
    });
    assert.deepEqual(
      commands.map(({ adapter }) => adapter),
      ["sriov", "vmxnet3"],
    );
    assert.match(command, /--test request-response/);
    assert.match(
      expect,
      /^Run the test with SR-IOV passthrough, then with VMXNET3, on the same host\. .*The evidence points both/,
    );
  });

  test("throughput is confirmed by more of it", () => {
    const { commands, expect } = plan({ guest: "rhel9-64", packetRate: 20000 });
    assert.deepEqual(
      commands.map(({ adapter }) => adapter),
      ["vmxnet3", "e1000e"],
    );
    assert.match(
      expect,
      /^Run the test with VMXNET3, then with E1000E, on the same host\. .* A is E1000E, B is VMXNET3, the margin is 5 %\. Pass: the 95 % interval of B\/A is above 1 and not within the margin \(confirmed\)\. Fail: .* within ±5 % of 1 \(equivalent\)/,
    );
  });

  test("a guest that forwards is measured through, whatever system it is", () => {
    // Studies of Windows compare VMXNET3 with the rival, studies of the others do not.
    for (const [guest, runs] of [
      ["rhel9-64", 24],
      ["freebsd14-64", 24],
      ["windows-server-2022-64", 5],
    ] as const) {
      const { script, language, prepare, command } = plan({ guest, forwardsPackets: true });
      assert.deepEqual([script, language], [null, "shell"]);
      assert.match(
        prepare,
        /^The guest forwards packets, so measure through it\. Run the commands on a Linux sender on one/,
      );
      const numbers = Array.from({ length: runs }, (_, at) => at + 1).join(" ");
      assert.match(
        command,
        new RegExp(`^for run in ${numbers}; do iperf3 -c \\{host\\} .*\\n.*iperf3 -c \\{host\\} -u -b 0 `),
      );
    }
    assert.match(
      plan({ guest: "rhel9-64", forwardsPackets: true, packetRate: 120000, ...host }).command,
      / -b 30720000 -P 2 /,
    );
  });

  test("every plan says what would confirm it and what would refute it", () => {
    for (const platform of ["vsphere", "kvm"]) {
      for (const { id, platforms } of chooseCases(knowledge.guests)) {
        if (!platforms[platform]) continue;
        for (const more of [
          {},
          { packetRate: 120000, ...host },
          { latencySensitive: true, ...host },
          { forwardsPackets: true, currentAdapter: "e1000" },
        ] as Situation[]) {
          const { validation } = advisor.advise({ platform, guest: id, ...more });
          if (validation) assert.match(validation.expect, /Pass: .*Fail: /, id);
        }
      }
    }
  });
});

test("a plan without a rival says that none of the others is one where some fit, and else that nothing does", () => {
  const lone = (situation: Situation): [boolean, string] => {
    const { verdicts, validation } = advisor.advise(situation);
    return [verdicts.some(({ status }) => status === "suitable"), validation?.expect.split(". ")[0] ?? ""];
  };
  const given: Situation = { guest: "rhel9-64", platformVersion: "8.0", dpdk: true, iommu: false, sriovNic: false };
  assert.deepEqual(lone(given), [true, "No other adapter is comparable"]);
  const { adapters, ...rest } = knowledge;
  const { validation } = createAdvisor({
    ...rest,
    adapters: adapters.filter(({ id }) => id === "vmxnet3"),
  }).advise(given);
  assert.match(
    validation?.expect ?? "",
    /^No other adapter fits\. Pass: VMXNET3 sustains the required traffic\. Fail: it does not\. Keep the/,
  );
});

test("where response times decide the rival is passthrough, unless the host is known to have none", () => {
  const given: Situation = { guest: "rhel9-64", platformVersion: "8.0", latencySensitive: true, packetRate: 5000 };
  const rivals = (more: Situation): string[] => plan({ ...given, ...more }).commands.map(({ adapter }) => adapter);
  assert.deepEqual(
    [rivals({}), rivals({ iommu: false, sriovNic: false })],
    [
      ["vmxnet3", "sriov"],
      ["vmxnet3", "e1000e"],
    ],
  );
  assert.match(
    plan(given).expect,
    /^Run the test with VMXNET3, then with SR-IOV passthrough, on the same host\. The host must support/,
  );
});

test("a machine that requires RDMA is told that the runs do not test it", () => {
  for (const given of [
    { guest: "rhel9-64", currentAdapter: "vmxnet3" },
    { platform: "kvm", guest: "rhel9-64", iommu: true, sriovNic: true },
  ] satisfies Situation[]) {
    assert.match(plan({ ...given, requires: ["rdma"] }).expect, /^The runs do not test RDMA\. Run your RDMA program/);
    assert.doesNotMatch(plan(given).expect, /RDMA/);
  }
});

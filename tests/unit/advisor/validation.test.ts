import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Validation } from "../../../advisor/advice.ts";
import type { Situation } from "../../../advisor/situation.ts";
import { advisor, knowledge } from "./knowledge.ts";

function plan(situation: Situation): Validation {
  const { validation } = advisor.advise(situation);
  assert.ok(validation);
  return validation;
}

describe("the runs that verify the advice", () => {
  test("are the kit's in Linux, and where the guest is not known", () => {
    for (const situation of [{ guest: "rhel9-64" }, {}]) {
      const { script, language, command, otherEnd } = plan(situation);
      assert.deepEqual([script, language, otherEnd], ["vnic-validate.sh", "shell", "iperf3 -s"]);
      assert.match(command, /^sh vnic-validate\.sh --target HOST /);
    }
  });

  for (const guest of knowledge.guests.filter(({ family }) => /^windows-(server|client)$/.test(family))) {
    test(`are PowerShell in ${guest.id}, never a script for sh`, () => {
      for (const more of [{}, { packetRate: 20000 }, { latencySensitive: true }] as const) {
        const advice = advisor.advise({ guest: guest.id, ...more });
        if (advice.validation === null) continue;
        const { script, language, commands, otherEnd } = advice.validation;
        assert.deepEqual([script, language], [null, "powershell"]);
        for (const text of [otherEnd, ...commands.map(({ command }) => command)]) {
          assert.doesNotMatch(text, /\bsh\b|vnic-validate/);
          assert.match(text, /^1\.\.5 \| ForEach-Object \{ \.\\(ntttcp|latte)\.exe /);
        }
      }
    });
  }

  test("are the tools themselves in other systems that have them", () => {
    const { script, command } = plan({ guest: "freebsd13-64", packetRate: 20000 });
    assert.equal(script, null);
    assert.match(command, /iperf3 -c HOST -t 30 .*\n.*iperf3 -c HOST -u -b 0 -l 64/);
  });

  test("need another guest where a system has no such tool", () => assert.match(plan({ guest: "ms-dos-16" }).prepare, /needs a Linux guest, and MS-DOS has none/));

  test("ask for response times where these decide, and start the server for them", () => {
    assert.match(plan({ guest: "rhel9-64", latencySensitive: true }).command, /--tool netperf --test request-response/);
    assert.equal(plan({ guest: "rhel9-64", latencySensitive: true }).otherEnd, "netserver");
    assert.match(plan({ guest: "windows-server-2022-64", latencySensitive: true }).command, /latte\.exe -a HOST:5005 -i 100000 -c /);
  });
});

describe("a data plane", () => {
  const kindOf = (id: string | undefined) => knowledge.adapters.find((adapter) => adapter.id === id)?.kind;

  for (const platform of ["vsphere", "kvm"]) {
    for (const host of [{}, { iommu: true, sriovNic: true }, { iommu: true, sriovNic: true, packetRate: 900000 }] as Situation[]) {
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
    assert.deepEqual(plan({ guest: "rhel9-64", dpdk: true, iommu: true, sriovNic: true }).commands.map(({ adapter }) => adapter), ["vmxnet3", "sriov"]);
  });

  test("is compared with what it has now, whatever that is", () => {
    assert.deepEqual(plan({ guest: "rhel9-64", dpdk: true, currentAdapter: "e1000e" }).commands.map(({ adapter }) => adapter), ["vmxnet3", "e1000e"]);
  });
});

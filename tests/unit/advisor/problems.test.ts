import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { printAdvice } from "../../../advisor/cli/print.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { chooseCases } from "../../thorough.ts";

const windows11: Situation = { platform: "kvm", guest: "windows-11-64", currentAdapter: "virtio-net" };
const old: Situation = { platform: "vsphere", guest: "rhel6-64", currentAdapter: "e1000" };
const router: Situation = { platform: "kvm", guest: "freebsd14-64", currentAdapter: "virtio-net" };
const recalled: Situation = {
  guest: "windows-server-2016-64",
  platformVersion: "6.5",
  virtualHardware: 13,
  currentAdapter: "vmxnet3",
};

/** A situation, a problem, and whether it appears: certain, dependent on a field or another fact, or not at all. */
const table: [what: string, situation: Situation, id: string, found: string][] = [
  ["driver", { ...windows11, driverVersion: "0.1.285" }, "windows-virtio-285-drops-from-host", "certain"],
  ["other driver", { ...windows11, driverVersion: "0.1.271" }, "windows-virtio-285-drops-from-host", "absent"],
  ["later driver", { ...windows11, driverVersion: "0.1.296" }, "windows-virtio-285-drops-from-host", "absent"],
  ["unknown driver", windows11, "windows-virtio-285-drops-from-host", "driverVersion"],
  [
    "other guest",
    { ...windows11, guest: "windows-server-2022-64", driverVersion: "0.1.285" },
    "windows-virtio-285-drops-from-host",
    "absent",
  ],
  [
    "adapter that helps",
    { ...windows11, currentAdapter: "e1000e", guestDrivers: false, driverVersion: "0.1.285" },
    "windows-virtio-285-drops-from-host",
    "absent",
  ],
  ["driver of VMware Tools", { ...recalled, driverVersion: "10.3.0" }, "tools-1030-recalled", "certain"],
  ["later driver of VMware Tools", { ...recalled, driverVersion: "10.3.2" }, "tools-1030-recalled", "absent"],
  [
    "other virtual hardware",
    { ...recalled, virtualHardware: 11, driverVersion: "10.3.0" },
    "tools-1030-recalled",
    "absent",
  ],
  ["release", { ...old, platformVersion: "5.5" }, "e1000-purple-screen-5x", "certain"],
  ["later release", { ...old, platformVersion: "6.0" }, "e1000-purple-screen-5x", "absent"],
  ["assumed release without it", old, "e1000-purple-screen-5x", "absent"],
  ["update", { ...old, platformVersion: "5.1.2" }, "e1000e-networking-issues-51u2", "certain"],
  ["other update", { ...old, platformVersion: "5.1.3" }, "e1000e-networking-issues-51u2", "absent"],
  ["unknown update", { ...old, platformVersion: "5.1" }, "e1000e-networking-issues-51u2", "platformVersion"],
  ["number of vCPUs", { ...windows11, vcpus: 64 }, "windows-virtio-60-processors-drops", "certain"],
  ["fewer vCPUs", { ...windows11, vcpus: 8 }, "windows-virtio-60-processors-drops", "absent"],
  ["assumed number of vCPUs without it", windows11, "windows-virtio-60-processors-drops", "absent"],
  [
    "unknown number of vCPUs",
    { guest: "windows-server-2008-r2-64", currentAdapter: "vmxnet3" },
    "rss-off-in-windows-driver",
    "vcpus",
  ],
  ["router", { ...router, forwardsPackets: true }, "pfsense-vtnet-checksum-off", "certain"],
  ["no router", { ...router, forwardsPackets: false }, "pfsense-vtnet-checksum-off", "absent"],
  [
    "guest that cannot have the cause",
    { platform: "vsphere", guest: "windows-7-64", currentAdapter: "vmxnet3" },
    "vmxnet3-no-vmq-in-nested-hyper-v",
    "absent",
  ],
  [
    "fact that no question asks",
    { platform: "kvm", guest: "macos13-64", currentAdapter: "virtio-net" },
    "macos-virtio-without-an-address",
    "macOS runs in a container with QEMU",
  ],
];

describe("a known problem", () => {
  for (const [what, situation, id, expected] of table) {
    test(`${what}: ${id} is ${expected}`, () => {
      const found = advisor.advise(situation).problems.find((problem) => problem.id === id);
      const decisive = found?.dependsOn.map(({ field, text }) => field ?? text).join(", ");
      assert.equal(found === undefined ? "absent" : found.isCertain ? "certain" : decisive, expected);
      assert.equal(found?.isCertain ?? true, (found?.dependsOn.length ?? 0) === 0);
    });
  }

  test("comes with its sentence, its versions and what helps, and cites its finding", () => {
    const [problem] = advisor.advise({ ...windows11, driverVersion: "0.1.285" }).problems;
    assert.match(problem?.text ?? "", /0\.1\.285/);
    assert.match(problem?.affects ?? "", /0\.1\.285/);
    assert.ok(problem?.fixedIn);
    assert.equal(problem?.adapter, "virtio-net");
    assert.deepEqual(problem?.evidence, ["finding:windows-virtio-285-drops-from-host"]);
  });
});

describe("a driver that loses traffic or crashes", () => {
  const changing: Situation = { ...windows11, currentAdapter: "e1000e" };
  const affected: Situation = { ...changing, driverVersion: "0.1.285" };

  test("keeps the current adapter until the driver is fixed", () => {
    const { headline, why, recommended, openQuestions, verdicts, confidence, price } = advisor.advise(affected);
    assert.equal(headline.text, "Keep e1000e");
    assert.match(why, /reported to lose the connection. Keep e1000e until the driver is fixed/);
    assert.equal(recommended, "e1000e");
    assert.equal(advisor.recommend(affected), "e1000e");
    assert.deepEqual(openQuestions, []);
    assert.equal(verdicts.find(({ adapter }) => adapter === "virtio-net")?.status, "conditional");
    assert.equal(confidence.level, "low");
    assert.equal(price?.downtime, false);
  });

  test("is updated first if a version fixes it", () => {
    const own = structuredClone(knowledge);
    for (const problem of own.problems)
      if (problem.driver && problem.symptom === "connection-lost") problem.fixedIn = "virtio-win 0.1.290";
    const { headline, why, price } = createAdvisor(own).advise(affected);
    assert.equal(headline.text, "Change e1000e to virtio");
    assert.match(why, /^Update the driver to virtio-win 0\.1\.290 first/);
    assert.deepEqual(price?.needs, ["virtio-win 0.1.290"]);
    const other: Situation = { ...recalled, currentAdapter: "e1000e", driverVersion: "10.3.0" };
    assert.deepEqual(advisor.advise(other).price?.needs, ["VMware Tools 10.3.2"]);
  });

  test("is asked about first if its version is unknown", () => {
    const [question] = advisor.advise(changing).openQuestions;
    assert.equal(question?.field, "driverVersion");
    assert.deepEqual(question?.answers, [
      { value: "0.1.285", label: "0.1.285", recommended: "e1000e", possible: ["e1000e"] },
    ]);
  });

  test("is to be replaced where no other adapter can stay", () => {
    for (const currentAdapter of ["virtio-net", undefined]) {
      const { why, recommended } = advisor.advise({ ...affected, currentAdapter } as Situation);
      assert.equal(recommended, "virtio-net");
      assert.match(why, /Use another version/);
    }
  });

  test("decides nothing in another version", () => {
    assert.equal(advisor.advise({ ...changing, driverVersion: "0.1.296" }).recommended, "virtio-net");
  });

  test("is named with what helps, in view", () => {
    assert.match(printAdvice(advisor, advisor.advise(affected)).join("\n"), /0\.1\.285\..* Workaround: Use e1000e\./);
  });
});

test("of many known problems the certain ones are first, and three at most are listed", () => {
  for (const platform of knowledge.platforms) {
    for (const { id } of chooseCases(knowledge.guests)) {
      for (const currentAdapter of ["e1000", undefined]) {
        const { problems } = advisor.advise({
          platform: platform.id,
          guest: id,
          ...(currentAdapter && { currentAdapter }),
        });
        assert.ok(problems.length <= 3);
        const certain = problems.map(({ isCertain }) => isCertain);
        assert.deepEqual(
          certain,
          [...certain].sort((a, b) => Number(b) - Number(a)),
        );
      }
    }
  }
});

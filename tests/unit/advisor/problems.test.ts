import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { everyFourth } from "../../thorough.ts";

const windows11: Situation = { platform: "kvm", guest: "windows-11-64", currentAdapter: "virtio-net" };
const old: Situation = { platform: "vsphere", guest: "rhel6-64", currentAdapter: "e1000" };
const router: Situation = { platform: "kvm", guest: "freebsd14-64", currentAdapter: "virtio-net" };

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
  ["release", { ...old, platformVersion: "5.5" }, "e1000-purple-screen-5x", "certain"],
  ["later release", { ...old, platformVersion: "6.0" }, "e1000-purple-screen-5x", "absent"],
  ["assumed release without it", old, "e1000-purple-screen-5x", "absent"],
  ["update", { ...old, platformVersion: "5.1.2" }, "e1000e-networking-issues-51u2", "certain"],
  ["other update", { ...old, platformVersion: "5.1.3" }, "e1000e-networking-issues-51u2", "absent"],
  ["unknown update", { ...old, platformVersion: "5.1" }, "e1000e-networking-issues-51u2", "platformVersion"],
  ["router", { ...router, forwardsPackets: true }, "pfsense-vtnet-checksum-off", "certain"],
  ["no router", { ...router, forwardsPackets: false }, "pfsense-vtnet-checksum-off", "absent"],
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

test("of many known problems the certain ones are first, and three at most are listed", () => {
  for (const platform of knowledge.platforms) {
    for (const { id } of everyFourth(knowledge.guests)) {
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

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { shortFormOf } from "../../../advisor/brief.ts";
import { readSituation } from "../../../advisor/questions/read-situation.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { hardSituations } from "./hard-situations.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { maybe, situations } from "./random-situations.ts";
import { fc, randomRuns } from "../../chance.ts";

function assertAlike(input: object): void {
  // An adapter that the platform does not have is left out.
  const given = readSituation(advisor, input).situation;
  const { needs: _, ...brief } = advisor.brief(given);
  assert.deepEqual(brief, shortFormOf(advisor.advise(given)), JSON.stringify(given));
}

describe("the short form of advice is the whole advice without its reasons", () => {
  for (const [topic, rows] of Object.entries(hardSituations))
    for (const [name, given] of rows) test(`${topic}: ${name}`, () => assertAlike(given));

  test("any situation", () => {
    const adapters = maybe(fc.constantFrom(...knowledge.adapters.map(({ id }) => id)));
    fc.assert(
      fc.property(situations, adapters, (given, currentAdapter) => assertAlike({ ...given, currentAdapter })),
      { numRuns: randomRuns(3000) },
    );
  });

  test("situations in which little is known", () => {
    const sparse = fc.record({
      platform: fc.constantFrom(...knowledge.platforms.map(({ id }) => id)),
      guest: maybe(fc.constantFrom(...knowledge.guests.map(({ id }) => id))),
      packetRate: maybe(fc.constantFrom(8000, 20_000, 75_000, 200_000, 5_000_000)),
      platformVersion: maybe(fc.constantFrom("5.0", "6.0", "7.0", "8.0")),
      currentAdapter: maybe(fc.constantFrom(...knowledge.adapters.map(({ id }) => id))),
      driverVersion: maybe(fc.constantFrom("0.1.285", "0.1.296")),
      requires: maybe(fc.subarray(["vmotion", "ha", "snapshots", "jumbo-frames", "rdma"])),
    });
    fc.assert(
      fc.property(sparse, (fields) => assertAlike(fields)),
      { numRuns: randomRuns(2000) },
    );
  });

  test("numbers on both sides of every bound, with answers known from others", () => {
    const bounds = [4000, 8000, 10_000, 20_000, 50_000, 75_000, 100_000, 200_000, 900_000, 1_000_000, 2_000_000];
    const numbers = fc.record({
      packetRate: maybe(fc.constantFrom(...bounds.flatMap((bound) => [bound - 1, bound, bound + 1]))),
      vcpus: maybe(fc.constantFrom(1, 2, 3, 4, 5, 8, 9, 10, 59, 60, 61, 64)),
    });
    const few = fc.record({
      platform: fc.constantFrom(...knowledge.platforms.map(({ id }) => id)),
      guest: fc.constantFrom("windows-server-2022-64", "rhel9-64", "pfSense 2.7", "windows-10-64"),
      currentAdapter: maybe(fc.constantFrom("e1000", "vmxnet3", "virtio-net", "sriov", "vfio-pci")),
      requires: fc.constantFrom([], ["fault-tolerance"]),
      linkGbps: maybe(fc.constant(1)),
      dpdk: maybe(fc.constant(true)),
    });
    fc.assert(
      fc.property(few, numbers, (fields, own) => assertAlike({ ...fields, ...own })),
      { numRuns: randomRuns(3000) },
    );
  });

  test("an answer that is known from another situation has this one's own numbers", () => {
    const given = { platform: "vsphere", guest: "rhel9-64", requires: [], vcpus: 3 };
    const [first, second] = [70_000, 80_000].map((packetRate) => advisor.brief({ ...given, packetRate }));
    assert.deepEqual(first?.situation, { ...given, bitness: 64, packetRate: 70_000 });
    assert.deepEqual(second?.situation, { ...given, bitness: 64, packetRate: 80_000 });
  });

  test("an adapter that the release never has is excluded, though newer virtual hardware has it", () => {
    const given: Situation = { guest: "windows-server-2008-r2-64", platformVersion: "6.0", currentAdapter: "e1000e" };
    assert.equal(advisor.brief(given).current?.status, "excluded");
  });
});

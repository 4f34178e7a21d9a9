import assert from "node:assert/strict";
import { test } from "node:test";
import type { Situation } from "../../../advisor/situation.ts";
import { derivePacketRate } from "../../../advisor/packet-rate.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { advisor } from "./knowledge.ts";
import { smallKnowledge } from "./small-knowledge.ts";

const host: Situation = { guest: "rhel9-64", platformVersion: "8.0", guestDrivers: true, iommu: true, sriovNic: true, saveCpu: true };
const assumed = (given: Situation): string => advisor.advise(given).assumptions.find(({ field }) => field === "packetRate")?.text ?? "";

test("takes a throughput of unknown packet size for the range from full-size packets to the smallest", () => {
  assert.deepEqual(derivePacketRate({ throughputGbps: 1 }), { low: 83333, high: 1953125, largest: 1500, smallest: 64 });
  assert.deepEqual(derivePacketRate({ throughputGbps: 1, requires: ["jumbo-frames"] }), { low: 13889, high: 1953125, largest: 9000, smallest: 64 });
});

test("takes a throughput of known packet size for one rate, and a known packet rate for itself", () => {
  assert.deepEqual(derivePacketRate({ throughputGbps: 1, packetBytes: 500 }), { low: 250000, high: 250000, largest: 500, smallest: 500 });
  assert.equal(derivePacketRate({ throughputGbps: 1, packetRate: 5 }), undefined);
  assert.equal(derivePacketRate({ packetBytes: 500 }), undefined);
});

test("asks for the packet rate where the range spans the threshold, and says which end is assumed", () => {
  const given = { ...host, throughputGbps: 0.5 };
  const { recommended, openQuestions } = advisor.advise(given);
  assert.equal(recommended, "vmxnet3");
  assert.deepEqual(openQuestions.find(({ field }) => field === "packetRate")?.answers.map(({ recommended, value }) => [value, recommended]), [[50001, "sriov"]]);
  assert.match(assumed(given), /^0\.5 Gbit\/s are 41,667 packets\/s of 1500 bytes to 976,563 of 64; full-size packets are assumed\. With segmentation offload/);
});

test("asks nothing where every rate of the range decides alike", () => {
  assert.equal(advisor.advise({ ...host, throughputGbps: 10 }).recommended, "sriov");
  assert.ok(!advisor.advise({ ...host, throughputGbps: 10 }).openQuestions.some(({ field }) => field === "packetRate"));
});

test("names the derived rate where the size is known, and finds the turning points around it", () => {
  const given = { ...host, throughputGbps: 1, packetBytes: 1500 };
  assert.match(assumed(given), /^1 Gbit\/s in packets of 1500 bytes are 83,333 packets\/s/);
  const { recommended, turningPoints } = advisor.advise(given);
  assert.equal(recommended, "sriov");
  assert.deepEqual(turningPoints.find(({ field }) => field === "packetRate")?.value, 50000);
});

test("asks for the rate only where a threshold lies within the range, and cuts the answers to it", () => {
  // 0.0008 Gbit/s are 67 to 1,563 packets/s.
  const labels = (packetRate: { above?: number; atLeast?: number }): string[] =>
    createAdvisor(smallKnowledge({ plain: {}, fast: {} }, [{ when: { packetRate }, then: { prefer: ["fast"], over: ["plain"] } }]))
      .advise({ guest: "guest", throughputGbps: 0.0008 }).openQuestions.flatMap(({ answers }) => answers.map(({ label }) => label));
  assert.deepEqual([66, 67, 68].map((atLeast) => labels({ atLeast })), [[], [], ["68 to 1,563"]]);
  assert.deepEqual([1562, 1563, 1564].map((above) => labels({ above })), [["1,563 to 1,563"], [], []]);
});

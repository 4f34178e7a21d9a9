import assert from "node:assert/strict";
import { test } from "node:test";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { derivePacketRate, packetsPerSecond } from "../../../advisor/questions/packet-rate.ts";
import { describeForm } from "../../../advisor/ui/form/form.ts";
import { createEnglishAdvisor } from "./unchecked.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { smallKnowledge } from "./small-knowledge.ts";

const host: Situation = {
  guest: "rhel9-64",
  platformVersion: "8.0",
  guestDrivers: true,
  iommu: true,
  sriovNic: true,
  saveCpu: true,
  latencySensitive: false,
};
const assumed = (given: Situation): string =>
  advisor.advise(given).assumptions.find(({ field }) => field === "packetRate")?.text ?? "";

test("takes a throughput of unknown packet size for the range from full-size packets to the smallest", () => {
  assert.deepEqual(derivePacketRate({ throughputGbps: 1 }), { low: 81274, high: 1488095, largest: 1500, smallest: 46 });
  assert.deepEqual(derivePacketRate({ throughputGbps: 1, requires: ["jumbo-frames"] }), {
    low: 13830,
    high: 1488095,
    largest: 9000,
    smallest: 46,
  });
});

test("takes a throughput of known packet size for one rate, and a known packet rate for itself", () => {
  assert.deepEqual(derivePacketRate({ throughputGbps: 1, packetBytes: 500 }), {
    low: 232342,
    high: 232342,
    largest: 500,
    smallest: 500,
  });
  assert.equal(derivePacketRate({ throughputGbps: 1, packetRate: 5 }), undefined);
  assert.equal(derivePacketRate({ packetBytes: 500 }), undefined);
});

test("derives no more than the link carries", () => {
  assert.deepEqual(derivePacketRate({ throughputGbps: 40, linkGbps: 10 }), {
    low: 812743,
    high: 14880952,
    largest: 1500,
    smallest: 46,
  });
  assert.deepEqual(derivePacketRate({ throughputGbps: 9, linkGbps: 10 }), derivePacketRate({ throughputGbps: 9 }));
  const { assumptions } = advisor.advise({ ...host, throughputGbps: 40 });
  assert.match(
    assumptions.find(({ field }) => field === "linkGbps")?.text ?? "",
    /^Assumed: a link of 40 Gbit\/s, because the throughput requires it/,
  );
});

test("names the throughput that the link carries beside the packet rate that follows from it", () => {
  const small = { ...host, throughputGbps: 10, packetBytes: 46, linkGbps: 1, sriovNic: false, iommu: false };
  const { why, warnings } = advisor.advise(small);
  assert.match(why, /^1 Gbit\/s \(1,488,095 packets\/s\) is above/);
  assert.match(assumed(small), /^1 Gbit\/s is 1,488,095 packets\/s/);
  assert.match(
    warnings.at(-1)?.text ?? "",
    /: found 10 Gbit\/s, .* 0\.67 Gbit\/s in packets of 46 bytes without DPDK\. Few guests sustain more/,
  );
  const [one] = advisor.advise({ ...host, packetRate: 10, throughputGbps: 4, packetBytes: 300 }).warnings;
  assert.match(one?.text ?? "", /expected 1,479,289, the packet rate of 4 Gbit\/s/);
});

test("fills frames that are too small, and says in the form what a full-size packet makes", () => {
  // RFC 2544 counts frames of 64 bytes at 14,880,952 per second on 10 Gbit/s; nothing smaller goes over the wire.
  for (const bytes of [0, 20, 46]) assert.equal(packetsPerSecond(10, bytes), 14880952);
  assert.equal(packetsPerSecond(10, 47), 14705882);
  const thousands = `${Math.round(packetsPerSecond(1, 1500) / 1000)},000`;
  const fields = describeForm(knowledge).flatMap((group) => group.fields);
  assert.ok(fields.find(({ name }) => name === "packetRate")?.hint?.includes(`are about ${thousands} packets/s`));
});

test("asks for the packet rate where the range spans the threshold, and says which end is assumed", () => {
  const given = { ...host, throughputGbps: 0.5 };
  const { recommended, openQuestions } = advisor.advise(given);
  assert.equal(recommended, "vmxnet3");
  assert.deepEqual(
    openQuestions
      .find(({ field }) => field === "packetRate")
      ?.answers.map(({ recommended, value }) => [value, recommended]),
    [[50001, "sriov"]],
  );
  assert.match(
    assumed(given),
    /^0\.5 Gbit\/s is 40,637 packets\/s with IP packets of 1,500 bytes and 744,047 with 46\. We assume/,
  );
});

test("asks nothing where every rate of the range decides alike", () => {
  assert.equal(advisor.advise({ ...host, throughputGbps: 10 }).recommended, "sriov");
  assert.ok(!advisor.advise({ ...host, throughputGbps: 10 }).openQuestions.some(({ field }) => field === "packetRate"));
});

test("names the derived rate where the size is known, and finds the turning points around it", () => {
  const given = { ...host, throughputGbps: 1, packetBytes: 1500 };
  assert.match(
    assumed(given),
    /^1 Gbit\/s is 81,274 packets\/s with IP packets of 1,500 bytes\. Segmentation offload lowers/,
  );
  const { recommended, turningPoints } = advisor.advise(given);
  assert.equal(recommended, "sriov");
  assert.deepEqual(turningPoints.find(({ field }) => field === "packetRate")?.value, 50000);
});

test("gives the same traffic the same answer, as packets and as throughput", () => {
  const { saveCpu: _, ...open } = host;
  for (const saveCpu of [undefined, true, false])
    for (const packetBytes of [64, 512, 1279, 1280, 1500])
      for (const throughputGbps of [0.05, 0.5, 0.9, 1.2, 5, 9, 20]) {
        const rest: Situation = { ...open, ...(saveCpu === undefined ? {} : { saveCpu }) };
        const packetRate = derivePacketRate({ throughputGbps, packetBytes })?.low as number;
        assert.equal(
          advisor.recommend({ ...rest, throughputGbps, packetBytes }),
          advisor.recommend({ ...rest, packetRate }),
          `${throughputGbps} Gbit/s in ${packetBytes} bytes`,
        );
      }
});

test("answers the question for the rate as if it had been given", () => {
  const { saveCpu: _, ...given } = { ...host, throughputGbps: 0.5 };
  const answers = advisor.advise(given).openQuestions.find(({ field }) => field === "packetRate")?.answers ?? [];
  assert.deepEqual(
    answers.map(({ value, recommended }) => [value, recommended]),
    [
      [50001, "vmxnet3"],
      [100000, "sriov"],
    ],
  );
  for (const { value, recommended } of answers)
    assert.equal(advisor.recommend({ ...given, packetRate: Number(value) }), recommended);
});

test("asks for the rate only where a threshold lies within the range, and cuts the answers to it", () => {
  // 0.0008 Gbit/s are 65 to 1,190 packets/s.
  const labels = (packetRate: { above?: number; atLeast?: number }): string[] =>
    createEnglishAdvisor(
      smallKnowledge({ plain: {}, fast: {} }, [{ when: { packetRate }, then: { prefer: ["fast"], over: ["plain"] } }]),
    )
      .advise({ guest: "guest", throughputGbps: 0.0008 })
      .openQuestions.flatMap(({ answers }) => answers.map(({ label }) => label));
  assert.deepEqual(
    [64, 65, 66].map((atLeast) => labels({ atLeast })),
    [[], [], ["66–1,190"]],
  );
  assert.deepEqual(
    [1189, 1190, 1191].map((above) => labels({ above })),
    [["1,190"], [], []],
  );
});

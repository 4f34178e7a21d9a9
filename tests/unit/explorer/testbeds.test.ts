import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  compareTestbeds,
  judgeComparability,
  listDiffering,
  nameVerdict,
} from "../../../assets/ts/explorer/compare-testbeds.ts";
import type { Testbed } from "../../../assets/ts/explorer/measurement-file.ts";

const whole: Testbed = {
  platform: "vsphere",
  hypervisor: "ESXi 8.0",
  host: "Blade",
  cpu: "Xeon",
  nic: "X710",
  link: "10 Gbit/s",
  guests: "RHEL 9",
  topology: "two-hosts",
  tool: "netperf",
  version: "2.7",
  runs: "5",
};
const verdictOf = (a: Testbed, b: Testbed, field: keyof Testbed) =>
  compareTestbeds(a, b).find((found) => found.field === field)?.verdict;

describe("a field of two testbeds", () => {
  test("is the same when both say the same", () => assert.equal(verdictOf(whole, whole, "host"), "same"));
  test("differs when they say something else", () =>
    assert.equal(verdictOf(whole, { ...whole, host: "Tower" }, "host"), "differs"));
  test("is not stated when one is silent", () => {
    const { host: _, ...silent } = whole;
    assert.equal(verdictOf(whole, silent, "host"), "not stated");
  });
  test("is not stated when a part of it is unknown, even if both say it alike", () => {
    const open = { ...whole, hypervisor: "ESXi, version unknown" };
    assert.equal(verdictOf(open, open, "hypervisor"), "not stated");
    assert.equal(verdictOf(whole, open, "hypervisor"), "not stated");
  });
  test("is called not stated only where one is silent", () => {
    const open = { ...whole, hypervisor: "ESXi, version unknown" };
    const { hypervisor: _, ...silent } = whole;
    const wordFor = (a: Testbed, b: Testbed) =>
      compareTestbeds(a, b)
        .filter(({ field }) => field === "hypervisor")
        .map(nameVerdict);
    assert.deepEqual(
      [
        wordFor(whole, open),
        wordFor(open, open),
        wordFor(whole, silent),
        wordFor(silent, silent),
        wordFor(whole, whole),
      ],
      [["stated in part"], ["stated in part"], ["not stated"], ["not stated"], ["same"]],
    );
  });
  test("differs when both name a release and not the same, whatever else is unknown", () => {
    const guests = (a: string, b: string) => verdictOf({ ...whole, guests: a }, { ...whole, guests: b }, "guests");
    assert.equal(guests("Windows Server 2008 R2; vCPUs unknown", "FreeBSD 14.2, 1 vCPU"), "differs");
    assert.equal(guests("Fedora 18; vCPUs unknown", "Fedora 18, 2 vCPUs"), "not stated");
    assert.equal(guests("Linux, release unknown", "Fedora 18, 2 vCPUs"), "not stated");
  });
  test("may say the same in other words where it is prose", () =>
    assert.equal(
      verdictOf({ ...whole, client: "The second VM" }, { ...whole, client: "The other VM" }, "client"),
      "other words",
    ));
  test("is left out when neither could be expected to say it", () => {
    assert.equal(verdictOf(whole, whole, "nicFirmware"), undefined);
    assert.equal(verdictOf({}, {}, "host"), "not stated");
  });
});

describe("two studies", () => {
  const judge = (a: Testbed, b: Testbed) => judgeComparability(compareTestbeds(a, b));
  test("may be compared when everything is stated and the same", () =>
    assert.deepEqual(judge(whole, whole), { answer: "yes", fields: [] }));
  test("may be compared though one was run more often", () =>
    assert.equal(judge(whole, { ...whole, runs: "1" }).answer, "yes"));
  test("may be compared though one says in other words what is the same", () =>
    assert.equal(judge({ ...whole, client: "The second VM" }, { ...whole, client: "The other VM" }).answer, "yes"));
  test("may not be compared when anything differs", () =>
    assert.deepEqual(judge(whole, { ...whole, guests: "RHEL 8", link: "25 Gbit/s" }), {
      answer: "no",
      fields: ["link", "guests"],
    }));
  test("cannot be judged when something essential is not stated", () => {
    const { cpu: _, ...silent } = whole;
    assert.deepEqual(judge(whole, silent), { answer: "unknown", fields: ["cpu"] });
  });
  test("are the same either way round", () =>
    assert.deepEqual(judge(whole, { ...whole, host: "B" }), judge({ ...whole, host: "B" }, whole)));
});

test("several testbeds differ in the fields of which two say different things", () => {
  assert.deepEqual(
    listDiffering([
      { host: "A, rest unknown", cpu: "Xeon", tool: "iperf" },
      { host: "B", cpu: "EPYC", tool: "iperf" },
      {},
    ]),
    ["cpu"],
  );
});

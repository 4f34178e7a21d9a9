import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, it } from "node:test";
import { compareFiles } from "../../../tools/kit/compare/compare.ts";
import { readSamples } from "../../../tools/kit/compare/samples.ts";
import { parseResult } from "./result.ts";
import type { Result } from "./result.ts";
import { printIdentity, stubEthtool } from "./ethtool-outputs.ts";
import { createSandbox, nic, single } from "./sandbox.ts";
import type { Outcome, Sandbox } from "./sandbox.ts";
import { dash } from "./shells.ts";
import { locateRecording } from "./tool-stubs.ts";

/**
 * An iperf3 whose n-th run of a measurement gives the n-th rate in Mbit/s, and the last rate from then on. If the other end
 * serves, its interface has the given driver.
 */
function stubRates(guest: Sandbox, rates: readonly number[], peerDriver = ""): void {
  const state = [
    'json\tguest\t-\t"unknown"',
    'json\thypervisor\t-\t{"vendor":"kvm","product":"unknown","version":"unknown"}',
    `json\tadapter\tpeer0\t{"id":"unknown","basis":"driver ${peerDriver}"}`,
    `json\tinterface\tpeer0\t${JSON.stringify(peerInterface(peerDriver))}`,
    "address\tpeer0\t-\t192.0.2.10",
    "tick\t-\t-\t$(grep -c '' \"$CALLS.ticks\")",
    "end\t-\t-\t1",
  ].join("\n");
  guest.stub(
    "iperf3",
    `if [ "$1" = --version ]; then echo "iperf 3.12"; exit; fi
case "$*" in
*' -t '*) ;;
*' -F '*)
  [ -n "${peerDriver}" ] || exit 1
  echo >>"$CALLS.ticks"
  while [ "$1" != -F ]; do shift; done
  cat >"$2" <<END
${state}
END
  exit ;;
*) exit 0 ;;
esac
echo "$*" >>"$CALLS"
turn=$(grep -c . "$CALLS")
set -- ${rates.join(" ")}
while [ "$turn" -gt 1 ] && [ $# -gt 1 ]; do shift; turn=$((turn - 1)); done
sed "/sum_received/,/}/s/\\"bits_per_second\\":[^,]*/\\"bits_per_second\\": $1000000/" ${locateRecording("tcp")}`,
  );
}

/** What the script serves of an interface about which it knows little else. */
function peerInterface(driver: string): object {
  const unknown = (names: string): object => Object.fromEntries(names.split(" ").map((name) => [name, "unknown"]));
  return {
    name: "peer0",
    driver,
    ...unknown("driverVersion firmware busInfo mtu linkSpeedMbps"),
    offloads: unknown("tso gso gro lro rxChecksum txChecksum"),
    queues: unknown("rx tx combined combinedMaximum"),
    rings: unknown("rx tx rxMaximum txMaximum"),
    coalescing: unknown("adaptiveRx adaptiveTx rxUsecs rxFrames txUsecs txFrames"),
  };
}

describe("the kit's designs", () => {
  let guest: Sandbox;
  beforeEach(() => (guest = createSandbox(dash)));
  afterEach(() => guest.dispose());
  const session = ["--target", "192.0.2.10", "--test", "throughput", ...single, "--output", "mine.json"];
  const resume = (...args: string[]): Outcome => guest.run("--target", "192.0.2.10", "--resume", "mine.jsonl", ...args);
  const read = (): Result => parseResult(readFileSync(`${guest.folder}/work/mine.json`, "utf8"));

  it("add repetitions until the interval is narrow enough", () => {
    stubRates(guest, [900, 1100, 1000, 1000, 1000, 1000]);
    const { status, stderr } = guest.run(...session, "--until", "4%");
    assert.equal(status, 0, stderr);
    const { repetitions, method, summary } = read();
    const [low, high] = summary[0]?.interval95 as [number, number];
    assert.ok(Math.sqrt(high / low) - 1 <= 0.04);
    assert.ok(repetitions.length > 5 && repetitions.length < 30, String(repetitions.length));
    assert.deepEqual([method.runs, method.untilPercent], [5, 4]);
    assert.match(stderr, /the widest interval is ±\d+\.\d+ %: adding repetition 6 of at most 30/);
  });
  it("stop adding repetitions at the limit", () => {
    stubRates(guest, [900, 1100, 900, 1100, 900, 1100, 900]);
    assert.equal(guest.run(...session, "--until", "1", "--max-runs", "7").status, 0);
    assert.equal(read().repetitions.length, 7);
  });
  it("take an exchanged adapter in blocks A B B A, count blocks, not repetitions, and print the ratio that the comparison gives", async () => {
    stubRates(
      guest,
      [1000, 1200, 1230, 1004].flatMap((rate) => Array<number>(5).fill(rate)),
    );
    const driver = { a: "e1000", b: "vmxnet3" };
    const use = (side: "a" | "b"): void => stubEthtool(guest, { i: printIdentity(driver[side]) });
    use("a");
    const first = guest.run(...session, "--blocks", "4");
    assert.equal(first.status, 3, first.stderr);
    assert.match(
      first.stderr,
      /block 1 of 4 \(side a\) is done\. Exchange the adapter for side b, then continue with --resume/,
    );
    use("b");
    assert.match(resume().stderr, /block 2 of 4 \(side b\) is done\. Restart the VM with the same adapter, side b/);
    use("a");
    const wrong = resume();
    assert.equal(wrong.status, 2);
    assert.match(
      wrong.stderr,
      /side b was measured with driver vmxnet3 and now has driver e1000: this is another adapter/,
    );
    use("b");
    assert.equal(resume().status, 3);
    use("a");
    const last = resume();
    assert.equal(last.status, 0, last.stderr);
    const { design, repetitions, summary, sides, status } = read();
    assert.deepEqual(
      [status, design.kind, design.unitOfReplication, design.blocks],
      ["complete", "blocks", "block", 4],
    );
    assert.equal(repetitions.map(({ side }) => side).join(""), "aaaaabbbbbbbbbbaaaaa");
    assert.deepEqual(
      repetitions.filter(({ repetition }) => repetition === 1).map(({ block, side }) => [block, side]),
      [
        [1, "a"],
        [2, "b"],
        [3, "b"],
        [4, "a"],
      ],
    );
    assert.deepEqual(
      summary.map(({ count, units }) => [count, units]),
      [
        [10, 2],
        [10, 2],
      ],
    );
    assert.deepEqual(
      sides.map(({ block, adapter }) => [block, adapter.id]),
      [
        [1, "e1000"],
        [2, "vmxnet3"],
        [3, "vmxnet3"],
        [4, "e1000"],
      ],
    );
    const [, ...printed] =
      /b is ([\d.]+) times a, 95 % interval ([\d.]+) to ([\d.]+)/.exec(last.stdout)?.map(Number) ?? [];
    const file = { name: "mine.json", bytes: readFileSync(`${guest.folder}/work/mine.json`) };
    const { comparisons } = compareFiles([{ name: file.name, ...(await readSamples(file)) }], 0.05);
    const { ratio, interval } = comparisons.find(({ metric }) => metric === "throughput") ?? {};
    for (const [at, value] of [ratio, ...(interval ?? [])].entries())
      assert.ok(Math.abs((printed[at] ?? 0) / Number(value) - 1) < 0.005, `${value}: ${last.stdout}`);
  });
  it("continue on this end's interfaces if the other end serves", () => {
    stubRates(guest, [1000], "hv_netvsc");
    assert.equal(guest.run(...session).status, 0);
    const single = resume("--runs", "6");
    assert.equal(single.status, 0, single.stderr);

    guest.write("sys/class/net/ens224/mtu", "1500\n");
    guest.stub("ip", `case $3 in 192.0.2.10) nic=${nic} ;; *) nic=ens224 ;; esac\necho "$3 dev $nic src 192.0.2.1"`);
    const targets = ["--target", "192.0.2.10,198.51.100.10"];
    const both = ["--a", nic, "--b", "ens224", "--output", "both.json"];
    assert.equal(guest.run(...session, ...targets, ...both).status, 0);
    const interleaved = guest.run(...targets, "--resume", "both.jsonl", "--runs", "6");
    assert.equal(interleaved.status, 0, interleaved.stderr);
    const { sides } = parseResult(readFileSync(`${guest.folder}/work/both.json`, "utf8"));
    assert.deepEqual(
      sides.map(({ interface: own, peer }) => [own.name, peer.source]),
      [
        [nic, "serve"],
        ["ens224", "serve"],
        [nic, "serve"],
        ["ens224", "serve"],
      ],
    );
  });
  it("compare the adapters of this end, not of the other end", () => {
    const use = (own: string, peer: string): void => {
      stubEthtool(guest, { i: printIdentity(own) });
      stubRates(guest, [1000], peer);
    };
    use("e1000", "hv_netvsc");
    assert.equal(guest.run(...session, "--blocks", "4").status, 3);
    use("vmxnet3", "hv_netvsc");
    assert.doesNotMatch(resume().stderr, /looks exactly like/);
    use("e1000", "hv_netvsc");
    const wrong = resume();
    assert.equal(wrong.status, 2, wrong.stderr);
    assert.match(wrong.stderr, /side b was measured with driver vmxnet3 and now has driver e1000: this is another/);
    use("vmxnet3", "virtio_net");
    assert.equal(resume().status, 3);
  });
  it("say so if the adapter of another side looks the same, whatever the other end has", () => {
    stubRates(guest, [1000], "hv_netvsc");
    guest.run(...session, "--blocks", "4");
    stubRates(guest, [1000], "virtio_net");
    assert.match(resume().stderr, /side b looks exactly like side a: if the adapter should differ, stop/);
  });
  it("say so if the adapter of another side looks the same", () => {
    stubRates(guest, [1000]);
    guest.run(...session, "--blocks", "4");
    assert.match(resume().stderr, /side b looks exactly like side a: if the adapter should differ, stop/);
  });
});

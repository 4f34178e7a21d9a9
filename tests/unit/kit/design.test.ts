import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, it } from "node:test";
import { parseResult } from "./result.ts";
import type { Result } from "./result.ts";
import { printIdentity, stubEthtool } from "./ethtool-outputs.ts";
import { createSandbox, single } from "./sandbox.ts";
import type { Outcome, Sandbox } from "./sandbox.ts";
import { dash } from "./shells.ts";
import { locateRecording } from "./tool-stubs.ts";

/** An iperf3 whose n-th run of a measurement gives the n-th rate in Mbit/s, and the last rate from then on. */
function stubRates(guest: Sandbox, rates: readonly number[]): void {
  guest.stub(
    "iperf3",
    `if [ "$1" = --version ]; then echo "iperf 3.12"; exit; fi
case "$*" in *' -t '*) ;; *) exit 0 ;; esac
echo "$*" >>"$CALLS"
turn=$(grep -c . "$CALLS")
set -- ${rates.join(" ")}
while [ "$turn" -gt 1 ] && [ $# -gt 1 ]; do shift; turn=$((turn - 1)); done
sed "/sum_received/,/}/s/\\"bits_per_second\\":[^,]*/\\"bits_per_second\\": $1000000/" ${locateRecording("tcp")}`,
  );
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
  it("take an exchanged adapter in blocks A B B A, and count blocks, not repetitions", () => {
    stubRates(guest, [1000]);
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
    assert.match(wrong.stderr, /side b was measured with driver vmxnet3 and now has e1000: this is another adapter/);
    use("b");
    assert.equal(resume().status, 3);
    use("a");
    assert.equal(resume().status, 0);
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
  });
  it("say so if the adapter of another side looks the same", () => {
    stubRates(guest, [1000]);
    guest.run(...session, "--blocks", "4");
    assert.match(resume().stderr, /side b looks exactly like side a: if the adapter should differ, stop/);
  });
});

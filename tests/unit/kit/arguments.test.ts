import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createSandbox, nic } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { shells } from "./shells.ts";
import { stubIperf3 } from "./tool-stubs.ts";

const there = ["--target", "192.0.2.10"];

/** What is asked for, and what the refusal must say. */
const refused: [string, string[], RegExp][] = [
  ["no target", [], /no target: name the host to measure against with --target HOST/],
  ["an empty target", ["--target", ""], /no target/],
  ["a target that is an option", ["--target", "-c"], /--target "-c" is neither a host name nor an address/],
  ["a target with a space", ["--target", "a b"], /neither a host name nor an address/],
  ["an unknown option", ["--taget", "192.0.2.10"], /unknown option --taget; the nearest is --target/],
  ["another unknown option", [...there, "--warmup", "3"], /unknown option --warmup; the nearest is --warm-up/],
  ["a short option", ["-t", "30"], /unknown option -t; the nearest is --/],
  ["a stray word", ["192.0.2.10"], /unexpected argument "192\.0\.2\.10"; the host .* --target/],
  ["an option without its value", [...there, "--runs"], /--runs needs a value/],
  ["four runs", [...there, "--runs", "4"], /--runs 4: expected a whole number from 5 to 1000 \(fewer than five/],
  ["no runs", [...there, "--runs", "0"], /--runs 0: expected a whole number from 5/],
  ["runs that are no number", [...there, "--runs", "5x"], /--runs "5x": expected a whole number/],
  ["an octal-looking number", [...there, "--duration", "010"], /--duration "010": expected a whole number/],
  ["a fraction of a second", [...there, "--duration", "0.5"], /--duration "0\.5": expected a whole number from 1/],
  ["a negative warm-up", [...there, "--omit", "-1"], /--warm-up "-1": expected a whole number from 0/],
  ["a port out of range", [...there, "--port", "65536"], /--port 65536: expected a whole number from 1 to 65535/],
  ["an unknown tool", [...there, "--tool", "iperf"], /--tool "iperf" is not known; the nearest is iperf3/],
  [
    "an unknown test",
    [...there, "--test", "throughput,packet"],
    /--test "packet" is not known; the nearest is packets/,
  ],
  ["an empty list of tests", [...there, "--test", ""], /--test names no test/],
  [
    "a test its tool lacks",
    [...there, "--tool", "iperf3", "--test", "request-response"],
    /iperf3 does not measure request-response/,
  ],
  [
    "a folder that is not there",
    [...there, "--output", "no/such.json"],
    /--output "no\/such\.json": there is no folder no\//,
  ],
  [
    "an interface that is not there",
    [...there, "--interface", "eth9"],
    /--interface "eth9": this guest has no such interface/,
  ],
];

for (const shell of shells) {
  describe(`the kit's arguments, under ${shell.name}`, () => {
    let guest: Sandbox;
    before(() => {
      guest = createSandbox(shell);
      stubIperf3(guest, "tcp");
    });
    after(() => guest.dispose());

    for (const [what, args, message] of refused) {
      it(`refuses ${what}`, () => {
        const { status, stdout, stderr } = guest.run(...args);
        assert.match(stderr, message);
        assert.equal(status, 2);
        assert.equal(stdout, "");
        assert.deepEqual(guest.listFiles(), []);
      });
    }
    it("says before it measures what it sends, where to, how long and by which interface", () => {
      const { status, stderr } = guest.run(...there, "--duration=20", "--dry-run");
      assert.equal(status, 0);
      assert.match(stderr, new RegExp(`target +192\\.0\\.2\\.10, port 5201, by interface ${nic} `));
      assert.match(
        stderr,
        /sends +throughput: one TCP stream, as fast as it goes; 5 x 20 s, each after 3 s of warm-up/,
      );
      assert.match(stderr, /leaves out request-response: iperf3 does not measure it/);
      assert.match(stderr, /takes +about 2 min 0 s/);
      assert.match(stderr, /tool +iperf3 3\.12: netperf is not installed/);
    });
    it("sends nothing and writes nothing in a dry run, and promises no tool it has not asked", () => {
      guest.stub(
        "netperf",
        'if [ "$1" = -V ]; then echo "Netperf version 2.7.0"; else echo "netperf $*" >>"$CALLS"; fi',
      );
      const { stderr } = guest.run(...there, "--dry-run");
      guest.remove("netperf");
      assert.match(
        stderr,
        /tool +netperf 2\.7\.0: if a netserver answers, which a dry run does not ask; otherwise iperf3/,
      );
      assert.match(stderr, /dry run: nothing was sent/);
      assert.deepEqual(guest.listCalls(), []);
      assert.deepEqual(guest.listFiles(), []);
    });
    it("prints help with an example, and its version", () => {
      assert.match(guest.run("--help").stdout, /sh vnic-validate\.sh --target 192\.0\.2\.10 /);
      assert.match(guest.run("--version").stdout, /^vnic-validate\.sh \d+\.\d+\.\d+\n$/);
    });
    it("needs a measuring tool", () => {
      guest.remove("iperf3");
      const { status, stderr } = guest.run(...there);
      stubIperf3(guest, "tcp");
      assert.equal(status, 2);
      assert.match(stderr, /iperf3 is not installed \(netperf is not installed\): install netperf or iperf3/);
    });
  });
}

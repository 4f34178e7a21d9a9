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
  ["two targets for one adapter", ["--target", "a,b"], /names two hosts: name the two adapters with --a and --b/],
  ["an unknown option", ["--taget", "192.0.2.10"], /unknown option --taget; the nearest is --target/],
  ["a short option", ["-t", "30"], /unknown option -t; the nearest is --/],
  ["a stray word", ["192.0.2.10"], /unexpected argument "192\.0\.2\.10"; name the host .* --target/],
  ["an option without its value", [...there, "--runs"], /--runs needs a value/],
  ["four runs", [...there, "--runs", "4"], /--runs 4: expected a whole number from 5 to 1000 \(fewer than five/],
  ["runs that are no number", [...there, "--runs", "5x"], /--runs "5x": expected a whole number/],
  ["an octal-looking number", [...there, "--duration", "010"], /--duration "010": expected a whole number/],
  ["a fraction of a second", [...there, "--duration", "0.5"], /--duration "0\.5": expected a whole number from 1/],
  ["a port out of range", [...there, "--port", "65536"], /--port 65536: expected a whole number from 1 to 65535/],
  [
    "the port of an unknown tool",
    [...there, "--port", "iperf=5201"],
    /--port "iperf=5201": the nearest name is iperf3/,
  ],
  ["an unknown tool", [...there, "--tool", "iperf"], /--tool "iperf" is not known; the nearest is iperf3/],
  ["an unknown test", [...there, "--test", "packet"], /--test "packet" is not known; the nearest is packets/],
  [
    "a pattern for a test",
    [...there, "--test", "through*"],
    /--test "through\*" is not known; the nearest is throughput/,
  ],
  ["a test twice", [...there, "--test", "throughput,throughput"], /--test names throughput twice: name each test once/],
  ["an empty list of tests", [...there, "--test", ""], /--test "" names no test; known are: throughput/],
  ["a list of nothing but a comma", [...there, "--test", ","], /--test "," names no test; known are: throughput/],
  ["no streams", [...there, "--streams", "0"], /--streams 0: expected a whole number from 1 to 128/],
  ["a direction", [...there, "--direction", "up"], /--direction "up" is not known/],
  ["an interval of nothing", [...there, "--until", "0%"], /--until "0": expected a percentage above 0/],
  ["one of two adapters", [...there, "--a", nic], /--a and --b belong together/],
  ["the same adapter twice", [...there, "--a", nic, "--b", nic], /name the same interface/],
  ["an adapter that is not there", [...there, "--a", "eth9", "--b", nic], /^[^"]*--a "eth9": this guest has no such/],
  ["blocks with two adapters", [...there, "--a", "x", "--b", "y", "--blocks", "4"], /leave it out with --a and --b/],
  ["three blocks", [...there, "--blocks", "3"], /--blocks 3: expected a whole number from 4/],
  [
    "a test its tool lacks",
    [...there, "--tool", "iperf3", "--test", "request-response"],
    /request-response cannot be measured: netperf is not among --tool; sockperf is not among --tool/,
  ],
  ["a folder that is not there", [...there, "--output", "no/such.json"], /there is no folder no\//],
  ["a name that does not end in .json", [...there, "--output", "mine"], /the name must end in \.json/],
  ["to resume what is not there", [...there, "--resume", "no.jsonl"], /--resume "no\.jsonl": there is no such file/],
  [
    "to resume with other settings",
    ["--resume", "a.jsonl", "--duration", "9"],
    /--duration cannot change in a session/,
  ],
  ["an interface that is not there", [...there, "--interface", "eth9"], /"eth9": this guest has no such interface/],
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
      const { status, stderr } = guest.run(...there, "--duration=20", "--streams", "1,4", "--dry-run");
      assert.equal(status, 0);
      assert.match(stderr, new RegExp(`target +192\\.0\\.2\\.10, by interface ${nic} `));
      assert.match(stderr, /measures +throughput with iperf3: .*; send, receive; streams: 1, 4/);
      assert.match(stderr, /leaves out request-response: netperf is not installed; sockperf is not installed/);
      assert.match(stderr, /takes +about 8 min 20 s/);
    });
    it("says that a pause of 0 leaves no time to measure other work", () => {
      const planOf = (pause: string): string => guest.run(...there, "--pause", pause, "--dry-run").stderr;
      assert.match(planOf("0"), /leaves out the mark background-load: .*--pause is 0/);
      assert.doesNotMatch(planOf("1"), /background-load/);
    });
    it("sends nothing and writes nothing in a dry run", () => {
      assert.match(guest.run(...there, "--dry-run").stderr, /dry run: nothing was sent/);
      assert.match(guest.run("--serve", "--dry-run").stderr, /dry run: --serve would start/);
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
      assert.match(stderr, /throughput cannot be measured: iperf3 is not installed; netperf is not installed/);
    });
    it("needs awk", () => {
      guest.remove("awk");
      const { status, stderr } = guest.run(...there);
      guest.restore("awk");
      assert.equal(status, 2);
      assert.match(stderr, /awk is not installed, and this script needs it/);
    });
  });
}

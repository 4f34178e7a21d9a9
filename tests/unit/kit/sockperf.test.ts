import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findSeries } from "./result.ts";
import { createSandbox } from "./sandbox.ts";
import { dash } from "./shells.ts";

/** In the form that sockperf 3.7 prints. */
const printed = `sockperf: [Valid Duration] RunTime=29.550 sec; SentMessages=59100; ReceivedMessages=59100
sockperf: ====> avg-rtt=499.123 (std-dev=12.000)
sockperf: Round trip is 499.123 usec
sockperf: ---> <MAX> observation = 1204.500
sockperf: ---> percentile 99.000 =  810.250
sockperf: ---> percentile 50.000 =  480.125
sockperf: ---> <MIN> observation =  310.000`;

describe("the kit with sockperf", () => {
  for (const [warmUp, expected] of [
    ["2", ["2", "30"]],
    ["0", ["30"]],
  ] as const)
    it(`sends for ${warmUp} s before each repetition, which does not count`, () => {
      const guest = createSandbox(dash);
      try {
        guest.stub(
          "sockperf",
          `[ "$1" != --version ] || { echo "sockperf, version 3.7-no.git"; exit; }
echo "$*" >>"$CALLS"
cat <<'END'
${printed}
END`,
        );
        const result = guest.measureFirst(2, "--test", "request-response", "--warm-up", warmUp);
        const lengths = guest.listCalls().map((call) => / -t (\d+)/.exec(call)?.[1]);
        assert.deepEqual(lengths.slice(1), [...expected, ...expected]);
        const [{ command, value, seconds }] = findSeries(result, "request-response");
        assert.match(command, /^sockperf ping-pong -i TARGET -p 11111 -t 30 -m 64 --full-rtt$/);
        assert.deepEqual([value, seconds], [2000, 29.55]);
      } finally {
        guest.dispose();
      }
    });
});

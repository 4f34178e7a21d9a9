import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync, watch } from "node:fs";
import { afterEach, beforeEach, describe, it } from "node:test";
import { createSandbox, single } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { endOf } from "./session.ts";
import { dash, demand } from "./shells.ts";
import { stubIperf3 } from "./tool-stubs.ts";

const statuses = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const sleep = demand("sleep");

/** Shell lines of a tool that says goodbye when it is asked to end, as iperf3 does to its server. */
const polite = `${sleep} 60 &
trap 'kill $!; echo goodbye >"$CALLS.told"; exit 1' TERM
echo $$ >"$CALLS.pid"
wait`;

/** Shell lines of a tool that only a kill ends. */
const deaf = `trap '' TERM
echo $$ >"$CALLS.pid"
exec ${sleep} 60`;

/** Shell lines for a measurement, not for the question whether the server answers nor for its counters. */
const whenMeasuring = (body: string): string => `case "$*" in *' -t '*) ;; *) exit 0 ;; esac\n${body}`;

/** The number of the tool's process, as soon as the tool has written it. */
function waitForTool(guest: Sandbox): Promise<number> {
  const file = `${guest.folder}/calls.pid`;
  return new Promise((resolve) => {
    const watcher = watch(guest.folder, () => {
      const text = existsSync(file) ? readFileSync(file, "utf8") : "";
      if (!text.endsWith("\n")) return;
      watcher.close();
      resolve(Number(text));
    });
  });
}

/** Interrupts the script once its tool runs, and waits for its end. */
async function interrupt(
  guest: Sandbox,
  signal: NodeJS.Signals,
): Promise<{ status: unknown; stderr: string; tool: number }> {
  const started = waitForTool(guest);
  const child = guest.start("--target", "192.0.2.10", "--output", "mine.json", ...single);
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = once(child, "exit");
  const tool = await Promise.race([started, ended]);
  assert.ok(typeof tool === "number", `the script ended before its tool ran: ${stderr}`);
  assert.ok(guest.listFiles().includes("mine.jsonl"));
  child.kill(signal);
  const [status] = await ended;
  return { status, stderr, tool };
}

describe(`an interrupted kit`, () => {
  let guest: Sandbox;
  beforeEach(() => (guest = createSandbox(dash)));
  afterEach(() => guest.dispose());

  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
    for (const limiter of ["timeout", "no timeout"]) {
      it(`ends its tool and leaves no file on ${signal}, with ${limiter}`, { timeout: 300_000 }, async () => {
        if (limiter === "no timeout") guest.remove("timeout");
        guest.stub("sleep", `exec ${sleep} "$@"`);
        stubIperf3(guest, "tcp", whenMeasuring(polite));
        const { status, stderr, tool } = await interrupt(guest, signal);
        assert.equal(status, statuses[signal], stderr);
        assert.match(stderr, /interrupted\n.*no repetition ended, so no file is left behind/);
        await endOf(tool);
        assert.ok(existsSync(`${guest.folder}/calls.told`), "the tool was not given the time to say goodbye");
        assert.deepEqual(guest.listFiles(), []);
      });
    }
  }
  it("ends a tool that does not listen", { timeout: 300_000 }, async () => {
    guest.remove("timeout");
    guest.stub("sleep", `exec ${sleep} "$@"`);
    stubIperf3(guest, "tcp", whenMeasuring(deaf));
    const { status, tool } = await interrupt(guest, "SIGINT");
    assert.equal(status, 130);
    await endOf(tool);
    assert.deepEqual(guest.listFiles(), []);
  });
  it("gives up on a tool that does not end", () => {
    // Only the measurement's limit is cut short: to ask whether the server answers takes a busy machine longer.
    const limit = demand("timeout");
    guest.stub("timeout", `case "$*" in *' -t '*) shift; exec ${limit} 0.2 "$@" ;; esac\nexec ${limit} "$@"`);
    stubIperf3(guest, "tcp", whenMeasuring(`exec ${sleep} 60`));
    const { status, stderr } = guest.run("--target", "192.0.2.10", ...single);
    assert.equal(status, 1);
    assert.match(stderr, /the other end went silent: iperf3 had not ended after 48 s/);
    assert.deepEqual(guest.listFiles(), []);
  });
});

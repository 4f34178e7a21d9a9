import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { after, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { Imported } from "../../../../tools/kit/import/row.ts";
import { demand } from "../shells.ts";
import { importText } from "./read-sample.ts";

const servers: ChildProcess[] = [];
after(() => {
  for (const server of servers) server.kill("SIGKILL");
});

const env = { ...process.env, LC_ALL: "C", S_COLORS: "never" };

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

async function run(command: string, ...words: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(demand(command), words, { env, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk));
  child.stderr.on("data", (chunk: Buffer) => (out += chunk));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, out };
}

async function runAgainst(server: readonly string[], client: readonly string[]): Promise<string> {
  const [command = "", ...words] = server;
  servers.push(spawn(demand(command), words, { env, stdio: "ignore" }));
  return await runUntilAnswered(client);
}

/** How a server says that it listens, or that it still ends the last run, differs from tool to tool. */
async function runUntilAnswered([command = "", ...words]: readonly string[]): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const { code, out } = await run(command, ...words);
    if ((code === 0 && !/refused/i.test(out)) || attempt === 20) return out;
    await wait(100);
  }
}

/** The plain or mean value of a metric; there must be one. */
function find({ rows, problems }: Imported, metric: string): number {
  const row = rows.find((candidate) => candidate.metric === metric && (candidate.statistic ?? "mean") === "mean");
  assert.ok(row, `no ${metric}: ${JSON.stringify(problems)}`);
  return row.value;
}

describe("what the tools on this machine print", { concurrency: 3 }, () => {
  test("iperf3 -J over TCP, with the rate that iperf3 itself gives", async () => {
    const port = String(await findPort());
    const out = await runAgainst(
      ["iperf3", "-s", "-p", port],
      ["iperf3", "-c", "127.0.0.1", "-p", port, "-t", "1", "-J"],
    );
    const imported = await importText(out, "run.json");
    const { end } = JSON.parse(out) as { end: { sum_received: { bits_per_second: number } } };
    const expected = end.sum_received.bits_per_second / 1e6;
    assert.ok(Math.abs(find(imported, "throughput") - expected) < 1e-6 * expected);
    assert.equal(imported.rows[0]?.tool.name, "iperf3");
  });

  test("iperf3 -J over UDP and with --bidir", async () => {
    const port = String(await findPort());
    const client = ["iperf3", "-c", "127.0.0.1", "-p", port, "-t", "1", "-J"];
    const out = await runAgainst(["iperf3", "-s", "-p", port], [...client, "-u", "-b", "1M", "-l", "64"]);
    const udp = await importText(out);
    const { end } = JSON.parse(out) as {
      end: { sum_received: Record<"packets" | "lost_packets" | "seconds", number> };
    };
    const { packets, lost_packets: lost, seconds } = end.sum_received;
    // How many of the 1,953 datagrams a second arrive is the machine's affair.
    assert.ok(packets > 0, out);
    assert.ok(Math.abs((find(udp, "packet-rate") * seconds) / (packets - lost) - 1) < 1e-6, out);
    const both = await importText(await runUntilAnswered([...client, "--bidir"]));
    const flows = both.rows.filter(({ metric }) => metric === "throughput").map(({ flow }) => flow);
    assert.deepEqual(flows, ["client-to-server", "server-to-client"]);
  });

  test("iperf3 -J against nobody", async () => {
    const port = String(await findPort());
    const { out } = await run("iperf3", "-c", "127.0.0.1", "-p", port, "-t", "1", "-J");
    const { rows, problems } = await importText(out);
    assert.deepEqual(rows, []);
    assert.match(problems[0]?.found ?? "", /refused/i);
  });

  test("iperf -y C of iperf 2 with parallel streams", async () => {
    const port = String(await findPort());
    const client = ["iperf", "-c", "127.0.0.1", "-p", port, "-t", "1", "-P", "2", "-i", "0.5", "-y", "C"];
    const imported = await importText(await runAgainst(["iperf", "-s", "-p", port], client));
    assert.ok(find(imported, "throughput") > 10);
    assert.equal(imported.rows[0]?.conditions?.streams, 2);
  });

  test("sockperf ping-pong", async () => {
    const port = String(await findPort());
    const out = await runAgainst(
      ["sockperf", "sr", "--tcp", "-i", "127.0.0.1", "-p", port],
      ["sockperf", "pp", "--tcp", "-i", "127.0.0.1", "-p", port, "-t", "1"],
    );
    const imported = await importText(out);
    assert.deepEqual(imported.problems, []);
    assert.ok(find(imported, "latency") > 0.5);
    assert.equal(imported.rows[0]?.workload, "tcp-rr");
    assert.ok(imported.rows.some(({ statistic }) => statistic === "p99"));
  });

  test("qperf, whose latency is half of the round trip that its counts give", async () => {
    const port = String(await findPort());
    const out = await runAgainst(
      ["qperf", "-lp", port],
      ["qperf", "127.0.0.1", "-lp", port, "-t", "1", "-uu", "-vvs", "-vvt", "tcp_lat"],
    );
    const imported = await importText(out);
    const read = (name: string): number => Number(new RegExp(`${name}\\s+=\\s+(\\d+)`).exec(out)?.[1]);
    // By the client's own clock: the rate that qperf prints is by the mean of both, which differ on a busy machine.
    const oneWay = read("loc_real_time") / 1000 / (read("loc_recv_msgs") + read("rem_recv_msgs"));
    assert.ok(Math.abs(find(imported, "latency") / oneWay - 1) < 1e-3, out);
  });

  test("mpstat as text and as JSON, and sar", async () => {
    const [text, json, sar] = await Promise.all([
      run("mpstat", "1", "1"),
      run("mpstat", "-o", "JSON", "1", "1"),
      run("sar", "-u", "-n", "DEV", "1", "1"),
    ]);
    for (const { out } of [text, json, sar]) {
      const imported = await importText(out);
      assert.deepEqual(imported.problems, []);
      const busy = find(imported, "cpu-utilization");
      assert.ok(busy >= 0 && busy <= 100);
    }
    assert.match((await importText(text.out)).rows[0]?.tool.name ?? "", /mpstat/);
    assert.equal((await importText(sar.out)).rows[0]?.tool.name, "sar");
  });
});

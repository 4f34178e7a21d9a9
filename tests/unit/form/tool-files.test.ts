import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { listRowFields } from "../../../assets/ts/contribute-form/connect-files.ts";
import { makeMeasurements } from "../../../tools/kit/import/draft-dataset.ts";
import { importFile } from "../../../tools/kit/import/import-file.ts";

/** Fields of the first row that a sample of a tool becomes. */
async function fieldsOf(name: string): Promise<Record<string, string>> {
  const { rows } = await importFile({ name, bytes: readFileSync(`tests/unit/kit/import/samples/${name}`) });
  const [measurement] = makeMeasurements(rows);
  assert.ok(measurement);
  return Object.fromEntries(listRowFields(measurement));
}

describe("a number of a tool's file", () => {
  test("is what the controls of a row hold", async () => {
    assert.deepEqual(await fieldsOf("iperf3-tcp.json"), {
      kind: "value",
      workload: "tcp-stream",
      metric: "throughput",
      unit: "Mbit/s",
      value: "9412.337",
      precision: "as-printed",
      "conditions.streams": "1",
      "conditions.messageBytes": "131072",
      "observed.retransmits": "12",
      locator: "iperf3-tcp.json:89 end.sum_received.bits_per_second",
      note: "Traffic from the tool's client to its server.",
    });
  });

  test("leaves the adapter open unless the file knows it", async () => {
    assert.equal((await fieldsOf("iperf3-tcp.json")).adapter, undefined);
    assert.equal((await fieldsOf("kit-session.json")).adapter, "vmxnet3");
  });

  test("has samples and several choices with spaces between", async () => {
    const fields = await fieldsOf("kit-result.json");
    assert.equal(fields.samples, "9412.337 9398.1");
    assert.equal(fields["conditions.offloadsOn"], "tso gso gro checksum-transmit");
  });

  test("has each statistic in a field of its own", async () => {
    assert.equal((await fieldsOf("sockperf-ping-pong.txt"))["summary.p99"], "31.566");
  });
});

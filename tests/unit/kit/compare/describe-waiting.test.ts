import assert from "node:assert/strict";
import { test } from "node:test";
import { describeWaiting } from "../../../../assets/ts/kit-compare/describe-waiting.ts";
import { joinFiles, type Measured, readSamples } from "../../../../tools/kit/compare/samples.ts";
import { readSampleBytes } from "../import/read-sample.ts";

const read = async (...names: string[]): Promise<Measured> =>
  joinFiles(
    await Promise.all(
      names.map(async (name) => ({ name, ...(await readSamples({ name, bytes: readSampleBytes(name) })) })),
    ),
  );

test("one file asks for the other", async () =>
  assert.equal(
    describeWaiting("A", ["iperf3-tcp.json"], (await read("iperf3-tcp.json")).sides),
    "iperf3-tcp.json is read. Add the other file.",
  ));

test("two files in one box are said to be in one box", async () => {
  const names = ["iperf3-tcp.json", "iperf3-stream.json"];
  const { sides } = await read(...names);
  assert.match(
    describeWaiting("A", names, sides) ?? "",
    /^Both files are in A, .*: iperf3-tcp\.json, iperf3-stream\.json\. .* into B\./,
  );
  assert.match(describeWaiting("B", [...names, names[0] as string], sides) ?? "", /^All 3 files are in B, .* into A\./);
});

test("a session with both adapters waits for nothing, and neither does a file without a number", async () => {
  for (const name of ["kit-session.json", "iperf3-refused.json"])
    assert.equal(describeWaiting("A", [name], (await read(name)).sides), undefined, name);
});

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { parse } from "yaml";
import { root } from "../../check/support/world.ts";
import { Repository } from "./repository.ts";

let repository: Repository;
/** A repository for each test of a suite. */
function useRepository(): void {
  beforeEach(() => (repository = new Repository()));
  afterEach(() => repository.remove());
}

const sample = (name: string): string => `${root}/tests/unit/kit/import/samples/${name}`;

interface Dataset {
  grade: string;
  permission: { basis: string };
  method: { tool: string; version: string; runs: number; durationSeconds: number };
  measurements: { adapter: string; metric: string; value?: number; samples?: number[]; conditions?: object }[];
}

const read = (file: string): Dataset => parse(repository.read(file)) as Dataset;

describe("npm run new dataset --from", () => {
  useRepository();

  it("writes what a tool's output says, and leaves only the rest open", async () => {
    const words = ["--title", "A run of my own", "--adapter", "vmxnet3", "--from", sample("iperf3-udp.json")];
    const { code, out, error } = await repository.new(["dataset", ...words]);
    assert.deepEqual([code, error], [0, ""]);
    const file = "data/datasets/a-run-of-my-own.yaml";
    const { grade, permission, method, measurements } = read(file);
    // One adapter compares nothing, and nobody has published one's own run.
    assert.deepEqual([grade, permission.basis], ["single", "unrestricted"]);
    assert.deepEqual([method.tool, method.version, method.durationSeconds], ["iperf3", "3.16", 30]);
    assert.deepEqual([measurements[0]?.value, measurements[1]?.value], [253.4, 495000]);
    assert.deepEqual(new Set(measurements.map(({ adapter }) => adapter)), new Set(["vmxnet3"]));
    const places = out.split("\n").filter((line) => line.startsWith(`${file}:`));
    assert.ok(places.length > 3);
    for (const place of places) assert.match(place, / {2}no-placeholders {2}/);
  });

  it("takes several files as repetitions if they are said to be", async () => {
    const from = ["iperf3-tcp.json", "iperf3-stream.json"].flatMap((name) => ["--from", sample(name)]);
    await repository.new(["dataset", "--id", "twice", ...from, "--repetitions"]);
    const { method, measurements } = read("data/datasets/twice.yaml");
    assert.equal(method.runs, 2);
    assert.deepEqual(measurements[0]?.samples, [9412.337, 9412.337]);
  });

  it("says what it could not read, and writes the rest", async () => {
    const { code, error } = await repository.new(["dataset", "--id", "half", "--from", sample("iperf3-nan.json")]);
    assert.equal(code, 0);
    assert.match(error, /^new: .*iperf3-nan\.json:93 end\.cpu_utilization_percent\.host_total: .*-nan/);
    assert.equal(read("data/datasets/half.yaml").measurements.length, 2);
  });

  it("asks only for what the files leave open", async () => {
    const { asked } = await repository.new(["dataset", "--from", sample("kit-session.json")], []);
    assert.match(asked, /title: /);
    assert.doesNotMatch(asked, /^(?:adapter|kind|extraction): /m);
    const plain = await repository.new(["dataset", "--from", sample("qperf.txt")], []);
    assert.match(plain.asked, /^adapter: /m);
  });

  it("writes nothing of files that cannot be read, or of another kind", async () => {
    for (const [words, said] of [
      [["dataset", "--from", sample("iperf3-refused.json")], /Connection refused/],
      [["dataset", "--from", "/nowhere/run.json"], /there is no such file/],
      [["source", "--from", sample("qperf.txt")], /--from is only for datasets/],
      [["dataset", "--repetitions"], /--repetitions requires --from/],
    ] as const) {
      const { code, out, error } = await repository.new(words);
      assert.deepEqual([code, out], [2, ""]);
      assert.match(error, said);
    }
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compile } from "../../../../tools/site/compile/compile.ts";
import { schemaVersion as current } from "../../../../tools/site/compile/site/meta.ts";
import { makeRecords, nothingElse } from "./records.ts";

const outputs = compile({ records: makeRecords(), ...nothingElse });
const read = (path: string): Record<string, unknown> =>
  JSON.parse(String(outputs.get(`static/api/v1/${path}`))) as Record<string, unknown>;

describe("the static API", () => {
  test("lists a kind with plain fields and the address of each record", () => {
    assert.deepEqual((read("sources.json").items as object[])[0], {
      id: "paper",
      title: "A paper",
      publisher: "VMware",
      published: "2010-12",
      kind: "vendor-paper",
      accessed: "2026-11-20",
      path: "../../sources/#paper",
      year: 2010,
      url: "sources/paper.json",
    });
  });

  test("writes addresses relative to the file that they stand in", () => {
    const dataset = read("datasets/study.json");
    assert.equal(dataset.csv, "study.csv");
    assert.equal(dataset.json, "study.json");
    assert.equal(dataset.path, "../../../benchmarks/study/");
    assert.equal((dataset.sourceRecord as { path: string }).path, "../../../sources/manual/");
    const knowledge = read("knowledge.json") as { evidence: Record<string, { path: string }> };
    assert.equal(knowledge.evidence["dataset:study/fast"]?.path, "../../benchmarks/study/#fast");
  });

  test("says in every JSON file which versions and which licence hold", () => {
    const names = [...outputs.keys()].filter((path) => path.startsWith("static/api/") && path.endsWith(".json"));
    assert.ok(names.length > 10);
    for (const path of names) {
      const { schemaVersion, knowledgeVersion, licence } = JSON.parse(String(outputs.get(path))) as Record<
        string,
        unknown
      >;
      assert.deepEqual([schemaVersion, typeof knowledgeVersion, licence], [current, "string", "CC BY 4.0"], path);
    }
  });

  test("tells the licence of a cited document apart from its own", () => {
    const [source, ...others] = makeRecords().sources;
    assert.ok(source);
    const records = makeRecords({ sources: [{ ...source, licence: "GPL-2.0" }, ...others] });
    const files = compile({ records, ...nothingElse });
    const { licence, documentLicence } = JSON.parse(String(files.get("static/api/v1/sources/paper.json"))) as Record<
      string,
      unknown
    >;
    assert.deepEqual([licence, documentLicence], ["CC BY 4.0", "GPL-2.0"]);
  });

  test("has every dataset as CSV too", () => {
    assert.match(String(outputs.get("static/api/v1/datasets/study.csv")), /^id,adapter,[\s\S]*\r\nfast,vmxnet3,/);
  });
});

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { checkRecords } from "../../../tools/check/check-records.ts";
import { makeWorld } from "../../../tools/check/world.ts";
import { makeDataset, writeRecord } from "../../../tools/lab/commands/export.ts";
import {
  expectedFile,
  readExpectations,
  describeExpectation,
  judge,
  type Expectation,
} from "../../../tools/lab/commands/check.ts";
import { compareColumns, readColumn, readPublished } from "../../../tools/lab/commands/compare.ts";
import { fitAll, describeSpread, findWhole } from "../../../tools/lab/summarise.ts";
import { median } from "../../../tools/records/samples.ts";
import { printResult } from "../../../tools/lab/print.ts";
import { findFault, type LabRecord } from "../../../tools/lab/result.ts";
import { makeTemporaryFolder, makeTidy } from "../../../tools/lab/tidy.ts";
import { authoredRecords } from "../../authored-records.ts";
import { parseRecord } from "../../../tools/records/parse-record.ts";
import { schemas } from "../check/support/world.ts";
import { makeE1000Records, makeLabRecord, makeLabResult } from "./records.ts";

/** Two repetitions of an e1000, and of an e1000e whose model did not make the same interrupts twice. */
const records = [
  ...makeE1000Records(1),
  ...makeE1000Records(2),
  ...[100, 140].map((spare, index) =>
    makeLabRecord({
      adapter: "e1000e",
      repetition: index + 1,
      interrupts: 200 + spare,
      registers: { "IMS write": 200 + spare, "TDT write": 100, "RDT write": 6 },
    }),
  ),
];
const result = makeLabResult(records, { repetitions: 2, fits: fitAll(records) });
const exported = makeDataset(result, "vmware-esx35-2008", (id) => id).dataset;

describe("a dataset of a run", () => {
  test("passes the check of the records as it is", () => {
    const file = "data/datasets/nic-lab-test.yaml";
    const { record, problems } = parseRecord({
      kind: "dataset",
      id: "nic-lab-test",
      file,
      text: writeRecord(exported),
    });
    assert.deepEqual(problems, []);
    assert.ok(record);
    const world = makeWorld({
      set: { ...authoredRecords, records: [...authoredRecords.records, record] },
      schemas,
      today: "2099-01-01",
      files: new Set([file]),
    });
    assert.deepEqual(
      checkRecords(world).map(({ line, rule, message }) => `${line} ${rule} ${message}`),
      [],
    );
  });

  test("has a whole number that repeats as one value, and says how often it was counted", () => {
    const row = exported.measurements.find(({ id }) => id === "e1000-rr1-accesses");
    assert.ok(row?.kind === "value");
    assert.deepEqual([row.value, row.unit, row.workload], [12, "accesses/transaction", "ping"]);
    assert.match(row.note ?? "", /the whole number of 2 repetitions/);
  });

  test("keeps every repetition where the model's timing decides", () => {
    const row = exported.measurements.find(({ id }) => id === "e1000e-rr1-accesses");
    assert.ok(row?.kind === "samples");
    assert.deepEqual(row.samples, [4.06, 4.46]);
  });

  test("lists what one ping costs, register by register", () => {
    const registers = exported.measurements.filter(
      ({ id, conditions }) => id.startsWith("e1000-rr1") && conditions?.register,
    );
    assert.deepEqual(
      registers.map((row) => [row.conditions?.register, row.conditions?.access, row.kind === "value" && row.value]),
      [
        ["ICR", "read", 2],
        ["IMC", "write", 2],
        ["IMS", "write", 2],
        ["STATUS", "read", 4],
        ["RDT", "write", 1],
        ["TDT", "write", 1],
      ],
    );
  });

  test("gives an interrupt and a packet their shares", () => {
    const share = (id: string) => exported.measurements.find((row) => row.id === id);
    const perInterrupt = share("e1000-per-interrupt");
    assert.ok(perInterrupt?.kind === "value");
    assert.deepEqual([perInterrupt.value, perInterrupt.unit], [5, "accesses/interrupt"]);
    assert.deepEqual(
      [share("e1000-per-transmitted")?.conditions?.direction, share("e1000-per-received")?.conditions?.direction],
      ["transmit", "receive"],
    );
  });

  test("leaves out an adapter that the atlas has no record of, and names it", () => {
    const { dataset, leftOut } = makeDataset(result, "vmware-esx35-2008", (id) => (id === "e1000e" ? null : id));
    assert.deepEqual(leftOut, ["e1000e"]);
    assert.ok(dataset.measurements.every(({ adapter }) => adapter === "e1000"));
    assert.doesNotMatch(dataset.answer, /e1000e/);
  });

  test("keeps bulk transfers as they were counted, per MiB", () => {
    const bulk = [1, 2].map((repetition) =>
      makeLabRecord({
        adapter: "virtio",
        repetition,
        workload: "bulktx",
        regime: "bulk",
        n: 32,
        registers: { "notify write": 640 },
        per: { unit: "MiB", accesses: 20, reads: 0, writes: 20, interrupts: 45 + repetition },
      }),
    );
    const { dataset } = makeDataset(
      makeLabResult(bulk, { wire: "tap", repetitions: 2 }),
      "vmware-esx35-2008",
      (id) => id,
    );
    const row = dataset.measurements.find(({ id }) => id === "virtio-bulktx-accesses");
    assert.ok(row?.kind === "samples");
    assert.deepEqual(
      [row.samples, row.unit, row.workload, row.conditions?.direction],
      [[20, 20], "accesses/MiB", "tcp-stream", "transmit"],
    );
    assert.equal(dataset.conditions?.packetBytes, undefined);
    assert.match(dataset.answer, /^Register accesses to send 1 MiB: 20\.0 with virtio-net\./);
    assert.match(dataset.answer, /Timing decides these counts/);
    assert.doesNotMatch(exported.answer, /Timing/);
    assert.ok(dataset.caveats.some(({ text }) => text.startsWith("In bulk, timing")));
    assert.ok(!exported.caveats.some(({ text }) => text.startsWith("In bulk, timing")));
  });

  test("carries what the counts do not prove", () => {
    assert.ok(exported.caveats.some(({ text }) => text.includes("would-be exits")));
  });
});

describe("a comparison", () => {
  test("finds a result the same as what was published of it", () => {
    const rows = compareColumns(readColumn(result), readPublished(exported));
    assert.deepEqual(
      rows.map(([key, , , verdict]) => `${key}: ${verdict}`),
      ["e1000 rx1: same", "e1000 tx1: same", "e1000 rr1: same", "e1000e rr1: same"],
    );
  });

  test("tells a count that is another, and one that only one side has", () => {
    const rows = compareColumns(
      [
        { key: "e1000 rr1", values: [12, 12.02] },
        { key: "pcnet rr1", values: [30] },
      ],
      [
        { key: "e1000 rr1", values: [12.4] },
        { key: "virtio rr1", values: [1] },
      ],
    );
    assert.deepEqual(
      rows.map((row) => row.at(-1)),
      ["DIFFERS", "only in the first", "only in the second"],
    );
  });

  test("fails nobody for what depends on timing", () => {
    const side = (value: number) =>
      ["e1000e rr1", "e1000 txgen", "e1000 rx1", "e1000 tx1"].map((key) => ({ key, values: [value] }));
    const verdicts = compareColumns(side(3), side(4)).map((row) => row.at(-1));
    assert.deepEqual(verdicts, ["differs, timing", "differs, timing", "differs, timing", "DIFFERS"]);
  });

  test("finds bulk transfers in what was published of them", () => {
    const bulk = makeLabResult([
      makeLabRecord({
        workload: "bulktx",
        regime: "bulk",
        n: 32,
        registers: {},
        per: { unit: "MiB", accesses: 20, reads: 0, writes: 20, interrupts: 3 },
      }),
    ]);
    const published = readPublished(makeDataset(bulk, "vmware-esx35-2008", (id) => id).dataset);
    assert.deepEqual(published, [{ key: "e1000 bulktx", values: [20] }]);
  });
});

describe("what is expected", () => {
  const expect = (part: Partial<Expectation> & object) =>
    judge(
      [
        {
          adapter: "e1000",
          workload: "rr1",
          count: "accesses",
          per: "transaction",
          value: 12,
          tolerancePercent: 2,
          ...part,
        } as Expectation,
      ],
      records,
    )[0];

  test("is met by the median within the tolerance", () => {
    assert.deepEqual([expect({})?.found, expect({})?.isMet], [12, true]);
    assert.equal(expect({ value: 12.2 })?.isMet, true);
    assert.equal(expect({ value: 13 })?.isMet, false);
  });
  test("may be of one register, for every interrupt", () => {
    assert.equal(expect({ count: "STATUS read", per: "interrupt", value: 2 })?.isMet, true);
    assert.equal(expect({ count: "STATUS write", per: "interrupt", value: 2 })?.found, 0);
  });
  test("may be a range", () => {
    const [judgement] = judge(
      [{ adapter: "e1000e", workload: "rr1", count: "accesses", per: "transaction", from: 3, to: 5 }],
      records,
    );
    assert.equal(judgement?.isMet, true);
  });
  test("is read from a file, which must hold some", () => {
    const tidy = makeTidy();
    const folder = makeTemporaryFolder(tidy, tmpdir());
    try {
      const write = (text: string) => {
        const file = join(folder, "expected.json");
        writeFileSync(file, text);
        return file;
      };
      assert.ok(readExpectations(expectedFile).length > 10);
      for (const text of [
        "[]",
        "{}",
        "[null]",
        '[{ "adapter": "e1000", "workload": "rr1", "count": "accesses", "per": "packet", "value": 1 }]',
      ]) {
        assert.throws(() => readExpectations(write(text)), { exitCode: 2, message: /not a list of expectations/ });
      }
      assert.throws(() => readExpectations(write("{")), { exitCode: 2, message: /cannot be read/ });
    } finally {
      tidy.undoAll();
    }
  });
  test("is missed where nothing was measured, and says so", () => {
    const [judgement] = judge(
      [{ adapter: "pcnet", workload: "rr1", count: "accesses", per: "transaction", value: 30, tolerancePercent: 2 }],
      records,
    );
    assert.ok(judgement);
    assert.equal(
      describeExpectation(judgement),
      "FAILED pcnet rr1: accesses per transaction not measured, expected 30 ± 2 %",
    );
  });
  test("is missed when writes are no longer counted", () => {
    const readsOnly = records.map((record): LabRecord => ({ ...record, nic: { ...record.nic, writes: 0 } }));
    const [judgement] = judge(
      [{ adapter: "e1000", workload: "rr1", count: "accesses", per: "transaction", value: 12, tolerancePercent: 2 }],
      readsOnly,
    );
    assert.equal(judgement?.isMet, false);
  });
});

describe("repetitions", () => {
  test("come to a whole number when each is within 2 % of it", () => {
    assert.equal(findWhole([12, 12.02, 11.92]), 12);
    assert.equal(findWhole([29.63, 30]), 30);
    assert.equal(findWhole([12, 12.4]), null);
    assert.equal(findWhole([0, 0.01]), 0);
    assert.equal(findWhole([0.9, 1]), null);
  });
  test("are written as one number or as their range", () => {
    assert.equal(describeSpread([12, 12]), "12.00");
    assert.equal(describeSpread([301418.94, 300482.69], 0), "300,483–301,419");
    assert.equal(describeSpread([3.06, 4.74]), "3.06–4.74");
    assert.equal(median([3, 1, 2, 10]), 2.5);
  });
});

describe("a result file", () => {
  test("fits its schema", () => assert.equal(findFault(result), null));
  test("is refused with the place of what does not fit", () => {
    assert.match(findFault({ ...result, schema: "nic-lab/2" }) ?? "", /\/schema/);
    assert.match(findFault(makeLabResult([{ ...makeLabRecord({ registers: {} }), n: 0 }])) ?? "", /\/records\/0\/n/);
    assert.match(findFault({ ...result, hostName: "esx07" }) ?? "", /additional/);
  });
  test("prints interrupts beside bulk transfers, which have no ping", () => {
    const bulk = makeLabRecord({
      workload: "bulkrx",
      regime: "bulk",
      n: 32,
      registers: {},
      per: { unit: "MiB", accesses: 58, reads: 0, writes: 58, interrupts: 3 },
    });
    assert.match(printResult(makeLabResult([bulk])), /^adapter +bulkrx +bulkrx irqs\ne1000 +58\.00 +3\.00$/m);
  });
  test("prints a row per adapter and what it does not prove", () => {
    const text = printResult(result);
    assert.match(text, /^e1000 +6\.00 +6\.00 +12\.00 .* 12 +5\.00 +1\.00 +1\.00$/m);
    assert.match(text, /^e1000e .*4\.06–4\.46.*range/m);
    assert.match(text, /Nothing here says how fast an adapter is/);
  });
});

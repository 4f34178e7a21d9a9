import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  layOutPanels,
  chooseForm,
  hasPlace,
  makeScale,
  makeSpan,
  stackMarks,
} from "../../../assets/ts/explorer/lay-out-panels.ts";
import type { Layout } from "../../../assets/ts/explorer/filter.ts";
import { boundOf, labelMore, writeInUnit, writeRounded, writeShort } from "../../../assets/ts/explorer/numbers.ts";
import { describeRow, shortenAlike, variantOf } from "../../../assets/ts/explorer/draw-panel.ts";
import { listWarnings } from "../../../assets/ts/explorer/warn.ts";
import { makeMeasurements } from "./measurements.ts";
import type { Row } from "./measurements.ts";

const arrange = (rows: Row[], by: Layout = "study") =>
  layOutPanels(
    makeMeasurements(rows),
    rows.map((_, place) => place),
    by,
  );
const panelsOf = (rows: Row[], by?: Layout): number[][] => arrange(rows, by).panels.map((panel) => panel.rows);

describe("panels", () => {
  test("hold one study each", () =>
    assert.deepEqual(panelsOf([{ study: "a-2010" }, { study: "a-2010" }, { study: "b-2012" }]), [[0, 1], [2]]));
  for (const by of ["study", "year"] as const) {
    test(`never share an axis between units, drawn by ${by}`, () =>
      assert.deepEqual(panelsOf([{ unit: "Gbit/s" }, { unit: "percent" }], by), [[0], [1]]));
    test(`never share an axis between metrics, drawn by ${by}`, () =>
      assert.deepEqual(panelsOf([{ metric: "throughput" }, { metric: "link-utilization" }], by), [[0], [1]]));
    test(`keep a part of a count away from the whole, drawn by ${by}`, () =>
      assert.deepEqual(panelsOf([{ part: "whole" }, { part: "reads" }], by), [[0], [1]]));
  }
  test("hold several studies over the years alone", () => {
    const rows = [
      { study: "a-2010", streams: 1 },
      { study: "b-2012", streams: 4 },
    ];
    assert.deepEqual(panelsOf(rows, "year"), [[0, 1]]);
    assert.deepEqual(arrange(rows, "year").panels[0]?.studies, [0, 1]);
    assert.deepEqual(panelsOf(rows, "streams"), [[0], [1]]);
  });
  test("that compare adapters come first", () =>
    assert.deepEqual(panelsOf([{ study: "a-2010" }, { study: "b-2012", adapter: "e1000" }, { study: "b-2012" }]), [
      [1, 2],
      [0],
    ]));
  test("leave out what has no number, and count it", () => {
    assert.deepEqual(arrange([{ value: NaN }, {}]), { panels: [{ rows: [1], studies: [0] }], withoutPlace: 1 });
    assert.equal(arrange([{ packetBytes: 64 }, {}], "packetBytes").withoutPlace, 1);
  });
  test("leave out what repeats other rows, and count it", () => {
    assert.deepEqual(arrange([{ kind: "restated" }, {}]), { panels: [{ rows: [1], studies: [0] }], withoutPlace: 1 });
    assert.equal(hasPlace(makeMeasurements([{ kind: "restated" }]), [0], "study"), false);
  });
  test("have a place for a row that states the number they are drawn over, and for none else", () => {
    const measurements = makeMeasurements([{ packetBytes: 64 }, { streams: 4, value: NaN }, {}]);
    assert.deepEqual(
      (["study", "year", "packetBytes", "streams", "packetRate"] as const).map((by) =>
        hasPlace(measurements, [0, 1, 2], by),
      ),
      [true, true, true, false, false],
    );
    assert.equal(hasPlace(measurements, [1, 2], "packetBytes"), false);
  });
  test("are bars while each row can be told apart, then dots", () => {
    const panel = (length: number) => ({ rows: Array.from({ length }, (_, row) => row), studies: [0] });
    assert.equal(chooseForm(panel(12), "study"), "bars");
    assert.equal(chooseForm(panel(13), "study"), "dots");
    assert.equal(chooseForm(panel(3), "year"), "points");
  });
});

describe("warnings", () => {
  const warn = (rows: Row[], by: Layout, testbeds: object[] = []) => {
    const measurements = makeMeasurements(rows);
    const studies = measurements.studies.map((study, place) => ({ ...study, testbed: testbeds[place] ?? {} }));
    return listWarnings(
      layOutPanels(
        measurements,
        rows.map((_, row) => row),
        by,
      ),
      studies,
      1,
      by,
      (field) => field,
    );
  };
  const two = [{ study: "a-2010" }, { study: "b-2012" }];
  const hosts = [
    { host: "A", runs: "1", tool: "iperf" },
    { host: "B", runs: "5", tool: "iperf" },
  ];
  test("are not needed for one study", () => assert.deepEqual(warn([{}, {}], "study"), []));
  test("name what differs between the testbeds of several studies", () => {
    const [warning] = warn(two, "study", hosts);
    assert.match(warning?.text ?? "", /differ in host\.$/);
    assert.match(warning?.so ?? "", /compare adapters within a panel/);
    assert.equal(warning?.isStrong, false);
  });
  test("are strong when several testbeds share an axis", () => {
    const [warning] = warn(two, "year", hosts);
    assert.equal(warning?.isStrong, true);
    assert.match(warning?.text ?? "", /^Different testbeds on one axis\./);
  });
  test("lead to another layout where nothing can be drawn", () => {
    assert.match(
      warn([{}, {}], "packetBytes")[0]?.text ?? "",
      /^No row states the number for this axis. Draw each study by itself/,
    );
    assert.match(warn([{ packetBytes: 64 }, {}], "packetBytes")[0]?.text ?? "", /^One row is only in the table/);
  });
  test("say how many rows are not drawn", () =>
    assert.match(warn([{ value: NaN }], "study")[0]?.text ?? "", /^One row is only in the table/));
});

describe("an axis", () => {
  test("begins at zero and ends at a round number that nothing exceeds", () => {
    const { ticks, place, isLogarithmic } = makeScale([4.47, 2.65], true);
    assert.deepEqual([ticks, isLogarithmic], [[0, 1, 2, 3, 4, 5], false]);
    assert.equal(place(0), 0);
    assert.equal(place(5), 1);
  });
  test("is logarithmic for values that are far apart, but never for bars", () => {
    assert.deepEqual(makeScale([0.5, 900], true).ticks, [0.1, 1, 10, 100, 1000]);
    assert.equal(makeScale([0.5, 900], false).isLogarithmic, false);
    assert.equal(makeScale([0, 900], true).isLogarithmic, false);
  });
  test("of years spans the years", () => {
    assert.deepEqual(makeSpan([2013, 2008]).ticks, [2008, 2009, 2010, 2011, 2012, 2013]);
    assert.equal(makeSpan([2013]).place(2013), 0.5);
  });
  test("of nothing but zeros still has a place for them", () => assert.equal(makeScale([0], false).place(0), 0));
});

test("what rows have in common does not tell them apart", () => {
  assert.deepEqual(shortenAlike(["SLES 11, transmit, MTU 1,500", "SLES 11, receive, MTU 1,500"]), [
    "transmit",
    "receive",
  ]);
});

test("a result that its source calls a bound is one, and nothing else is", () => {
  assert.deepEqual(
    ["more than 10", "at least 9", "at most 5", "about 5", "almost 10", "5"].map((result) =>
      boundOf("value", `${result}\u00A0Gbit/s`),
    ),
    ["least", "least", "most", undefined, undefined, undefined],
  );
  assert.equal(boundOf("relative", "more than 10"), undefined);
});

describe("a result beside its mark", () => {
  test("keeps the word that qualifies it and leaves out the unit, which the axis has", () =>
    assert.equal(writeShort(5, "value", "about 5\u00A0Gbit/s"), "about 5"));
  test("is in the unit of the axis", () =>
    assert.equal(writeShort(7.370188, "value", "7,370.188\u00A0Mbit/s"), "7.37"));
  test("is in the unit of the axis in a sentence too", () => {
    assert.equal(writeInUnit(7.375198, "Gbit/s", "7,375.198\u00A0Mbit/s"), "7.38\u00A0Gbit/s");
    assert.equal(writeInUnit(35, "Gbit/s", "more than 35\u00A0Gbit/s"), "more than 35\u00A0Gbit/s");
    assert.equal(writeInUnit(0.20903, "Gbit/s", "mean 209.03, median 209\u00A0Mbit/s"), "mean 0.209\u00A0Gbit/s");
  });
  test("has at most three digits, and a whole number stays", () => {
    assert.equal(writeShort(7.375198, "value", "7,375.198\u00A0Mbit/s"), "7.38");
    assert.equal(writeShort(97318, "value", "97,318\u00A0packets/s"), "97,318");
    assert.equal(writeShort(6.89333, "samples", "mean 6.89"), "6.89");
    assert.deepEqual([0.20903, 0.215, 305883.51, 0, 44].map(writeRounded), ["0.209", "0.215", "306,000", "0", "44"]);
  });
});

describe("the words of a mark", () => {
  const measurements = makeMeasurements([
    { value: 0.338, unit: "Mpackets/s", result: "338\u00A0kpackets/s", conditions: "XDP in skb mode, 64-byte frames" },
    { value: 2.4, unit: "Mpackets/s", result: "2.4\u00A0Mpackets/s", conditions: "XDP in native mode, 64-byte frames" },
  ]);
  const describeAt = (row: number, particular: string): string[] =>
    describeRow(row, particular, measurements, (_, value) => value.toUpperCase()).map(
      ([label, text]) => `${label}: ${text}`,
    );
  test("say the adapter, the value, the conditions, the platform and the study", () =>
    assert.deepEqual(describeAt(1, "XDP in native mode"), [
      "Result: VMXNET3: 2.4\u00A0Mpackets/s",
      "Conditions: XDP in native mode",
      "All marks: 64-byte frames",
      "Platform: VSPHERE",
      "Study: paper-2010",
    ]));
  test("say the number of runs if the study has it", () =>
    assert.deepEqual(
      describeRow(0, "", makeMeasurements([{ runs: 3 }]), (_, value) => value).filter(([label]) => label === "Runs"),
      [["Runs", "3"]],
    ));
  test("keep the value of the source if the chart has another unit", () =>
    assert.deepEqual(describeAt(0, "XDP in skb mode").slice(0, 2), [
      "Result: VMXNET3: 0.338\u00A0Mpackets/s",
      "Full result: 338\u00A0kpackets/s",
    ]));
  test("name hardware that is emulated", () => {
    assert.equal(variantOf("Linux 6.1, receive, emulated by QEMU (igbvf)"), "emulated by QEMU (igbvf)");
    assert.equal(variantOf("Linux 6.1, receive"), "");
  });
});

test("a button for more entries says how many it shows and how many are hidden", () => {
  assert.deepEqual(
    [labelMore(37, 8, "chart"), labelMore(6, 8, "chart"), labelMore(8, 8, "chart"), labelMore(1, 8, "chart")],
    ["Show 8 more charts (37 hidden)", "Show the last 6 charts", "Show the last 8 charts", "Show the last chart"],
  );
  assert.equal(labelMore(1566, 200, "row"), "Show 200 more rows (1,566 hidden)");
});

test("points that would hide one another are on levels of their own, and equal ones on the same", () => {
  assert.deepEqual(stackMarks([0.5, 0.04, 0.05, 0.04, 0.12]), [0, 0, 1, 0, 0]);
  assert.deepEqual(stackMarks([0.3, 0.2, 0.1]), [0, 0, 0]);
  assert.equal(Math.max(...stackMarks([0, 0.01, 0.02, 0.03, 0.04, 0.05])), 3);
});

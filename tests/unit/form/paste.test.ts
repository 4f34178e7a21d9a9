import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { guessColumns, hasHeader, findUnit } from "../../../assets/ts/contribute-form/paste/columns.ts";
import type { Names } from "../../../assets/ts/contribute-form/paste/columns.ts";
import { readTable } from "../../../assets/ts/contribute-form/paste/read-table.ts";
import type { TableReading } from "../../../assets/ts/contribute-form/paste/read-table.ts";
import { findSeparator, splitTable } from "../../../assets/ts/contribute-form/paste/split-table.ts";
import { findNotation } from "../../../assets/ts/contribute-form/read-number.ts";
import { makeFindAdapter } from "../../../assets/ts/contribute-form/spellings.ts";
import { loadSchemas } from "../../../tools/check/schema/load-schemas.ts";
import { listUnits } from "../../../tools/site/compile/form/form.ts";
import { measureProcessor } from "../../processor-time.ts";

const units = listUnits(loadSchemas(".").files);
const names: Names = {
  findAdapter: makeFindAdapter({
    vmxnet3: ["VMXNET3", "VMXNET 3"],
    e1000: ["E1000", "Intel 82545EM"],
    e1000e: ["E1000E"],
    "virtio-net": ["virtio-net", "VirtIO (paravirtualized)"],
    sriov: ["SR-IOV passthrough"],
  }),
  units,
  fields: [
    { path: "quotedAs", label: "Quoted as" },
    { path: "conditions.coalescing", label: "Coalescing" },
    { path: "conditions.direction", label: "Direction", choices: ["transmit", "receive", "both"] },
    { path: "workload", label: "Workload", choices: ["tcp-stream", "udp-stream", "tcp-rr"] },
  ],
};

/** What a pasted text becomes: rows as plain mappings, without what needs no look. */
function paste(text: string): TableReading & { plain: Record<string, string>[]; roles: string[]; isHeaded: boolean } {
  const cells = splitTable(text);
  const isHeaded = hasHeader(cells, names);
  const columns = guessColumns(cells, isHeaded, names);
  const reading = readTable(
    cells,
    isHeaded,
    columns,
    findNotation(cells.flat(), findSeparator(text)),
    new Map(),
    names,
  );
  return {
    ...reading,
    plain: reading.rows.map((row) => Object.fromEntries(row)),
    roles: columns.map(({ role }) => role),
    isHeaded,
  };
}

describe("a text that was pasted", () => {
  const splits: [string, string, string[][]][] = [
    [
      "cells of a spreadsheet",
      "a\tb\n1\t2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "lines that end in CR LF",
      "a\tb\r\n1\t2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "CSV with commas",
      "a,b\nx,2.5",
      [
        ["a", "b"],
        ["x", "2.5"],
      ],
    ],
    [
      "CSV with semicolons and decimal commas",
      "a;b\nx;2,5",
      [
        ["a", "b"],
        ["x", "2,5"],
      ],
    ],
    [
      "quoted cells with separators, quotes and ends of lines",
      '"a, b",c\n"say ""x""","1\n2"',
      [
        ["a, b", "c"],
        ['say "x"', "1 2"],
      ],
    ],
    [
      "a Markdown table",
      "| a | b |\n|---|--:|\n| x | 2 |",
      [
        ["a", "b"],
        ["x", "2"],
      ],
    ],
    [
      "columns set with spaces",
      "vmxnet3   4.47\ne1000     2.65",
      [
        ["vmxnet3", "4.47"],
        ["e1000", "2.65"],
      ],
    ],
    ["one column of decimal commas", "2,65\n4,47", [["2,65"], ["4,47"]]],
    [
      "lines of different lengths",
      "a\tb\tc\n1\n",
      [
        ["a", "b", "c"],
        ["1", "", ""],
      ],
    ],
    ["empty lines and columns around", "\t\t\n\ta\t\n\t1\t\n", [["a"], ["1"]]],
    ["nothing", "", []],
  ];
  for (const [what, text, cells] of splits) test(`is split: ${what}`, () => assert.deepEqual(splitTable(text), cells));
});

describe("a unit as people write it", () => {
  const spellings: [string, string | undefined][] = [
    ["Gbit/s", "Gbit/s"],
    ["Gbps", "Gbit/s"],
    ["gbit/sec", "Gbit/s"],
    ["Mb/s", "Mbit/s"],
    ["MB/s", "MB/s"],
    ["MBps", "MB/s"],
    ["KB/s", "kB/s"],
    ["GB/s", "GB/s"],
    ["µs", "us"],
    ["μs", "us"],
    ["usec", "us"],
    ["microseconds", "us"],
    ["ms", "ms"],
    ["%", "percent"],
    ["pps", "packets/s"],
    ["kpps", "kpackets/s"],
    ["Mpps", "Mpackets/s"],
    ["packets per second", "packets/s"],
    ["trans/s", "transactions/s"],
    ["seconds", "s"],
    ["10^6bits/s", "Mbit/s"],
    ["10^6bits/sec", "Mbit/s"],
    ["10^9bits/s", "Gbit/s"],
    ["MBytes/sec", undefined],
    ["bits/s", undefined],
    ["ns", undefined],
    ["furlongs", undefined],
    ["", undefined],
  ];
  for (const [spelling, unit] of spellings)
    test(`"${spelling}" is ${unit ?? "none"}`, () => assert.equal(findUnit(spelling, units), unit));
});

describe("a pasted table", () => {
  test("with a unit in its header and adapters as people spell them", () => {
    const { plain, notes, unread } = paste("NIC\tThroughput (Gbit/s)\nVMXNET 3\t4.47\nIntel E1000e\t1.88\n");
    assert.deepEqual(plain, [
      { adapter: "vmxnet3", kind: "value", metric: "throughput", unit: "Gbit/s", value: "4.47" },
      { adapter: "e1000e", kind: "value", metric: "throughput", unit: "Gbit/s", value: "1.88" },
    ]);
    assert.deepEqual([notes, unread], [['"VMXNET 3" is read as vmxnet3.', '"Intel E1000e" is read as e1000e.'], []]);
  });

  test("without a header", () => {
    const { plain, isHeaded } = paste("vmxnet3\t4.47\ne1000\t2.65");
    assert.equal(isHeaded, false);
    assert.deepEqual(
      plain.map(({ adapter, value }) => [adapter, value]),
      [
        ["vmxnet3", "4.47"],
        ["e1000", "2.65"],
      ],
    );
  });

  test("with decimal commas, and says so", () => {
    const { plain, notes } = paste("Adapter\tGbit/s\nvmxnet3\t4,47\ne1000\t2,650");
    assert.deepEqual(
      plain.map(({ value }) => value),
      ["4.47", "2.65"],
    );
    assert.deepEqual(notes, [
      'Line 2, column "Gbit/s": "4,47" is read as 4.47; the comma is the decimal point. So is another cell.',
    ]);
  });

  for (const [header, cell] of [
    ["Port", "5201"],
    ["Duration", "60"],
    ["Build", "24022510"],
    ["Date", "30.11.2026"],
    ["Target", "192.0.2.10"],
    ["ESXi", "8.0.3"],
  ])
    test(`with a column ${header} beside the results, which is no result`, () => {
      const { plain, unread } = paste(`${header}\tAdapter\tGbit/s\n${cell}\tvmxnet3\t9.4`);
      assert.deepEqual(
        plain.map(({ value }) => value),
        ["9.4"],
      );
      assert.deepEqual(unread, [`Column "${header}" is ignored. To include the column, choose its content.`]);
    });

  test("with its results below a word for them, and other numbers beside", () => {
    assert.deepEqual(paste("Test\tAdapter\tPort\tValue\tUnit\nTCP_STREAM\tvmxnet3\t5201\t9412.55\tMbit/s").roles, [
      "field:workload",
      "field:adapter",
      "skip",
      "value",
      "field:unit",
    ]);
  });

  test("with results below unknown words only", () => {
    assert.deepEqual(paste("Adapter\tWhole\tCPU %\tRuns\nvmxnet3\t9.4\t55\t10").roles, [
      "field:adapter",
      "value",
      "field:observed.guestCpuPercent",
      "skip",
    ]);
    assert.deepEqual(paste("Adapter\tUpwards\tDownwards\nvmxnet3\t9.4\t9.1").roles, [
      "field:adapter",
      "value",
      "value",
    ]);
  });

  test("with a unit in the label of a row", () => {
    const { plain, unread } = paste("Metric,VMXNET3,E1000\nThroughput (MB/s),1100,300\nPacket rate (kpps),810,120\n");
    assert.deepEqual(
      plain.map(({ metric, unit, value }) => [metric, unit, value]),
      [
        ["throughput", "MB/s", "1100"],
        ["throughput", "MB/s", "300"],
        ["packet-rate", "kpackets/s", "810"],
        ["packet-rate", "kpackets/s", "120"],
      ],
    );
    assert.deepEqual(unread, []);
  });

  test("with a unit in the label of a row, which is closer than the unit for all rows, but not than a column of units", () => {
    const read = (text: string): (string | undefined)[] => {
      const cells = splitTable(text);
      const columns = guessColumns(cells, true, names);
      const { rows } = readTable(cells, true, columns, "point", new Map([["unit", "Gbit/s"]]), names);
      return rows.map((row) => row.get("unit"));
    };
    assert.deepEqual(read("Metric,VMXNET3\nThroughput (MB/s),1100\nThroughput,9.4"), ["MB/s", "Gbit/s"]);
    assert.deepEqual(read("Unit,Metric,VMXNET3\nMbit/s,Throughput (MB/s),1100"), ["Mbit/s"]);
  });

  test("with the units that netperf prints", () => {
    const { plain } = paste("TCP_STREAM\tvmxnet3\t9412.55\t10^6bits/s\nTCP_STREAM\te1000\t3000\t10^6bits/s");
    assert.deepEqual(
      plain.map(({ unit, value }) => [unit, value]),
      [
        ["Mbit/s", "9412.55"],
        ["Mbit/s", "3000"],
      ],
    );
  });

  test("with units and metrics that nobody can take for one of the atlas: named, and kept", () => {
    const { plain, unread } = paste(
      "Metric\tAdapter\tValue\tUnit\nThroughput (bogus/s)\tvmxnet3\t1\t\nLatency\tvmxnet3\t2\tns\n" +
        "Warmth\tvmxnet3\t3\tMBytes/sec\n",
    );
    assert.deepEqual(
      plain.map(({ metric, unit }) => [metric, unit]),
      [
        ["throughput", undefined],
        ["latency", "ns"],
        ["Warmth", "MBytes/sec"],
      ],
    );
    assert.deepEqual(unread, [
      'Line 2, column "Metric": "bogus/s" is not a unit of the atlas. The row has no unit from this cell.',
      'Line 3, column "Unit": "ns" is not a unit of the atlas. The row keeps the text.',
      'Line 4, column "Metric": "Warmth" is not a metric of the atlas. The row keeps the text.',
      'Line 4, column "Unit": "MBytes/sec" can be MB/s or MiB/s (iperf prints MiB/s). Choose the unit. The row keeps the text.',
    ]);
  });

  test("with decimal commas between semicolons", () => {
    const { plain, notes } = paste("Adapter;Gbit/s\nvmxnet3;9,412\ne1000;3,105");
    assert.deepEqual(
      plain.map(({ value }) => value),
      ["9.412", "3.105"],
    );
    assert.match(notes.join(), /the comma is the decimal point/);
  });

  test("with points that separate thousands, as one number proves for all", () => {
    const { plain } = paste("Adapter\tpps\nvmxnet3\t1.234.567\ne1000\t812.345");
    assert.deepEqual(
      plain.map(({ value }) => value),
      ["1234567", "812345"],
    );
  });

  test("with a number of two meanings, and says which one it is", () => {
    const { plain, notes } = paste("Adapter\tThroughput (Mbit/s)\nvmxnet3\t9.412\ne1000\t0.125");
    assert.deepEqual(
      plain.map(({ value }) => value),
      ["9.412", "0.125"],
    );
    assert.deepEqual(notes, [
      'Line 2, column "Throughput (Mbit/s)": "9.412" is read as 9.412; the point is the decimal point. If it separates thousands, set "Decimals are written" to 2,65.',
    ]);
  });

  test("with separators of thousands", () => {
    const { plain, notes } = paste("Adapter\tpps\nvmxnet3\t1,250,000\ne1000\t80,000");
    assert.deepEqual(
      plain.map(({ value, metric, unit }) => [value, metric, unit]),
      [
        ["1250000", "packet-rate", "packets/s"],
        ["80000", "packet-rate", "packets/s"],
      ],
    );
    assert.match(notes.join(), /thousands/);
  });

  test("with a column for each run, of which cells may be empty", () => {
    const { plain } = paste(
      "Adapter\tRun 1 (Gbit/s)\tRun 2 (Gbit/s)\tRun 3 (Gbit/s)\nvmxnet3\t4.4\t4.5\t4.6\ne1000\t2.6\t\t2.7\ne1000e\t1.9\t\t",
    );
    assert.deepEqual(
      plain.map(({ kind, samples, value }) => [kind, samples, value]),
      [
        ["samples", "4.4 4.5 4.6", undefined],
        ["samples", "2.6 2.7", undefined],
        ["value", undefined, "1.9"],
      ],
    );
  });

  test("with numbered runs, or numbers without any header", () => {
    for (const text of ["Adapter\t1\t2\t3\nvmxnet3\t4.4\t4.5\t4.6", "vmxnet3\t4.4\t4.5\t4.6"]) {
      assert.deepEqual(paste(text).plain, [{ adapter: "vmxnet3", kind: "samples", samples: "4.4 4.5 4.6" }]);
    }
  });

  test("with a summary, and percentiles", () => {
    const { plain } = paste(
      "Adapter;Latency min (us);median;p99;99.9th percentile;99.99th percentile;p99.999;max;Std Dev;avg\nvmxnet3;20;25;40;60;70;80;90;3,5;26",
    );
    assert.deepEqual(plain, [
      {
        adapter: "vmxnet3",
        kind: "summary",
        metric: "latency",
        unit: "us",
        "summary.min": "20",
        "summary.median": "25",
        "summary.p99": "40",
        "summary.p999": "60",
        "summary.p9999": "70",
        "summary.p99999": "80",
        "summary.max": "90",
        "summary.standardDeviation": "3.5",
        "summary.mean": "26",
      },
    ]);
  });

  test("with runs and what they come to", () => {
    const { plain } = paste("Adapter\tRun 1\tRun 2\tMean\nvmxnet3\t4\t6\t5");
    assert.deepEqual(plain, [{ adapter: "vmxnet3", kind: "samples", samples: "4 6", "summary.mean": "5" }]);
  });

  test("with a column for each adapter", () => {
    const { plain } = paste(
      "Guest OS\tE1000 (Gbit/s)\tVMXNET 3 (Gbit/s)\nWindows Server 2008 R2\t2.65\t4.47\nWindows Server 2012 R2\t\t4.66",
    );
    assert.deepEqual(
      plain.map((row) => [row["conditions.guest"], row.adapter, row.value]),
      [
        ["Windows Server 2008 R2", "e1000", "2.65"],
        ["Windows Server 2008 R2", "vmxnet3", "4.47"],
        ["Windows Server 2012 R2", "vmxnet3", "4.66"],
      ],
    );
  });

  test("with two metrics makes two rows of each line, and processor load beside a result stays beside it", () => {
    const { plain } = paste("vNIC,Streams,Throughput [Mbps],Latency (µs),CPU %\nvmxnet3,16,9400,31,55");
    assert.deepEqual(plain, [
      {
        adapter: "vmxnet3",
        "conditions.streams": "16",
        "observed.guestCpuPercent": "55",
        kind: "value",
        metric: "throughput",
        unit: "Mbit/s",
        value: "9400",
      },
      {
        adapter: "vmxnet3",
        "conditions.streams": "16",
        "observed.guestCpuPercent": "55",
        kind: "value",
        metric: "latency",
        unit: "us",
        value: "31",
      },
    ]);
  });

  test("with units in its cells, and signs that qualify", () => {
    const { plain, notes } = paste("Adapter\tResult\nvmxnet3\t~4.5 Gbit/s\ne1000\t>900 Mbps");
    assert.deepEqual(
      plain.map(({ value, unit, precision }) => [value, unit, precision]),
      [
        ["4.5", "Gbit/s", "about"],
        ["900", "Mbit/s", "more-than"],
      ],
    );
    assert.equal(notes.length, 2);
  });

  test("of which nothing is lost: what cannot be read is named by line and column, and stays", () => {
    const { plain, unread } = paste(
      "Adapter\tThroughput (Gbit/s)\tWeather\nFooNIC 9\t4.5x\tsunny\ne1000\tn/a\train\nvmxnet3\t4.47\t",
    );
    assert.deepEqual(
      plain.map(({ adapter, value }) => [adapter, value]),
      [
        ["FooNIC 9", "4.5x"],
        ["vmxnet3", "4.47"],
      ],
    );
    assert.deepEqual(unread, [
      'Line 2, column "Adapter": "FooNIC 9" is not an adapter of the atlas. The row keeps the text.',
      'Line 2, column "Throughput (Gbit/s)": "4.5x" could not be read as a number. The row keeps the text.',
      'Line 3, column "Throughput (Gbit/s)": "n/a" is not a number: ignored.',
      "Line 3: no result, so no row (e1000, n/a, rain).",
      'Column "Weather" is ignored. To include the column, choose its content.',
    ]);
  });

  test("with headers that are the form's labels or the record's keys", () => {
    assert.deepEqual(
      paste("adapter\tvalue (Gbit/s)\tquotedAs\tCoalescing\tmessage size (KB)\nvmxnet3\t50000\t50k\tadaptive\t64")
        .roles,
      ["field:adapter", "value", "field:quotedAs", "field:conditions.coalescing", "skip"],
    );
  });

  test("can be anything without a crash", () => {
    for (const text of ["", "\t", "x", "\n\n", "1", '"', "a\tb", "|\n|", ";;;", "\u0000\t1", "=1+1\t2"])
      assert.doesNotThrow(() => paste(text), JSON.stringify(text));
  });
});

test("words of choices are read as the record writes them", () => {
  const { plain } = paste(
    "adapter\tmetric\tdirection\tworkload\tresult (kpps)\n" +
      "vmxnet3\tpacket rate\ttx\tTCP_STREAM\t800\n" +
      "vmxnet3\tPacket-Rate\tRX\tUDP stream\t700",
  );
  assert.deepEqual(
    plain.map((row) => [row.metric, row["conditions.direction"], row.workload]),
    [
      ["packet-rate", "transmit", "tcp-stream"],
      ["packet-rate", "receive", "udp-stream"],
    ],
  );
});

test("a column of metrics without a heading is found by its cells", () => {
  const { plain } = paste("vmxnet3\tpacket rate\t800\ne1000\tpacket rate\t300");
  assert.deepEqual(
    plain.map(({ metric }) => metric),
    ["packet-rate", "packet-rate"],
  );
});

describe("a long text that was pasted", () => {
  const long = {
    spaces: `a${" ".repeat(20_000)}b`,
    brackets: "(".repeat(20_000),
    "digits and spaces": `1${" ".repeat(20_000)}!`,
    slashes: `a${" ".repeat(20_000)}/b`,
  };
  for (const [name, text] of Object.entries(long))
    test(`of ${name} is read in a time that grows with its length`, async () => {
      const { milliseconds } = await measureProcessor(() => paste(`| ${text} | b |\n| ${text} | 1 |`));
      assert.ok(milliseconds < 300, `${milliseconds} ms`);
    });
});

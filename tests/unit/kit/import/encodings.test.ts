import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { importFile } from "../../../../tools/kit/import/import-file.ts";
import { describeRow, importSample, importText, readSampleBytes } from "./read-sample.ts";

const textOf = (name: string): string => new TextDecoder().decode(readSampleBytes(name));

/** Encodings that editors, PowerShell and copying give a file. */
const encodings: { [name: string]: (text: string) => Uint8Array } = {
  "UTF-16 with a mark, as PowerShell redirects": (text) => Buffer.from(`\uFEFF${text}`, "utf16le"),
  "UTF-16 big-endian": (text) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16(),
  "UTF-16 without a mark": (text) => Buffer.from(text, "utf16le"),
  "UTF-8 with a mark": (text) => Buffer.from(`\uFEFF${text}`),
  "lines that end in CR LF": (text) => Buffer.from(text.replaceAll("\n", "\r\n")),
  gzip: (text) => gzipSync(text),
};

const names = [
  "iperf3-tcp.json",
  "iperf3-stream.json",
  "kit-session.jsonl",
  "netperf-classic.txt",
  "netperf-csv.txt",
  "netperf-omni.txt",
  "ntttcp-windows-receiver.xml",
  "iperf2-sum.csv",
  "sockperf-ping-pong.txt",
  "qperf.txt",
  "uperf-summary.txt",
  "sar-text.txt",
  "sadf-tabs.txt",
];

describe("a file", () => {
  for (const [encoding, encode] of Object.entries(encodings))
    test(`is read in ${encoding} like in plain UTF-8`, async () => {
      for (const name of names) {
        const plain = await importSample(name);
        const { rows } = await importFile({ name, bytes: encode(textOf(name)) });
        assert.deepEqual(rows.map(describeRow), plain.rows.map(describeRow), name);
        assert.ok(rows.length > 0);
      }
    });

  test("is known by its content, whatever its name", async () => {
    const { rows } = await importFile({ name: "photo.png", bytes: readSampleBytes("iperf3-tcp.json") });
    assert.equal(rows.length, 3);
    assert.match(rows[0]?.place ?? "", /^photo\.png:89 end\.sum_received\.bits_per_second$/);
  });

  test("may hold lines of the shell around the document, and several documents", async () => {
    const document = textOf("iperf3-tcp.json");
    const { rows, problems } = await importText(
      `$ iperf3 -c 192.0.2.10 -J\n${document}\n$ iperf3 -c 192.0.2.10 -J\n${document}\n`,
    );
    assert.equal(rows.length, 6);
    assert.deepEqual(problems, []);
    assert.match(rows[0]?.place ?? "", /:90 /);
  });

  test("may hold several logs of NTttcp", async () => {
    const log = textOf("ntttcp-windows-receiver.xml");
    const text = `<?xml version="1.0"?>\n${log}\n${log}`;
    const { rows, problems } = await importText(text);
    const lines = text.split("\n").flatMap((line, index) => (line.includes(">8388.608<") ? [String(index + 1)] : []));
    assert.deepEqual(problems, []);
    assert.deepEqual(
      rows.filter(({ metric }) => metric === "throughput").map(({ place }) => place.split(/[: ]/)[1]),
      lines,
    );
  });

  test("may hold a run of iperf3 as events and once more as a whole", async () => {
    const { rows } = await importText(`${textOf("iperf3-stream.json")}${textOf("iperf3-tcp.json")}`);
    assert.equal(rows.length, 3);
  });

  test("may be a list of documents", async () => {
    const document = textOf("iperf3-tcp.json");
    const { rows } = await importText(`[${document},${document}]`);
    assert.deepEqual(
      rows.map(({ place }) => place.split(" ")[1]?.split(".")[0]),
      ["0", "0", "0", "1", "1", "1"],
    );
  });

  test("may hold the output of several tools", async () => {
    const { rows, problems } = await importText(`${textOf("netperf-classic.txt")}\n${textOf("mpstat.txt")}`);
    assert.deepEqual(problems, []);
    assert.deepEqual(new Set(rows.map(({ tool }) => tool.name)), new Set(["netperf", "mpstat"]));
  });

  const useless: [what: string, content: string | Uint8Array, said: RegExp][] = [
    ["is empty", "", /empty/],
    ["has white space only", " \n\t\n", /empty/],
    [
      "is binary",
      Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48]),
      /not a text file/,
    ],
    ["is sar's own binary file", Uint8Array.from([0x96, 0xd5, 0x75, 0x21, 0, 0]), /sadf -j/],
    ["is damaged gzip", gzipSync("hello".repeat(100)).subarray(0, 20), /gzip data is damaged/],
    [
      "is iperf's printed text",
      "[ ID] Interval           Transfer     Bitrate\n[  5]   0.00-1.00 sec  1 GBytes\n",
      /printed text.*iperf3 -J/,
    ],
    [
      "is iperf3's printed text of --bidir",
      "[ ID][Role] Interval           Transfer     Bitrate\n[  5][TX-C]   0.00-1.00 sec  1 GBytes\n",
      /printed text.*iperf3 -J/,
    ],
    ["is NTttcp's printed text", "Copyright Version 5.33\nNetwork activity progressing...\n", /-xml FILE/],
    ["is prose", "the adapter was fast\n", /unknown format/],
    ["is JSON of something else", '{"name":"a","version":"1"}', /unknown JSON format/],
    ["is XML of something else", "<html><body>9412</body></html>", /unknown XML format/],
    ["is broken XML", "<ntttcpr><realtime>1</ntttcpr>", /broken XML/],
    ["is broken JSON", '{"start": {"version": "iperf', /broken JSON/],
    ["is JSON without end in its depth", `${'{"a":'.repeat(5000)}`, /levels deep/],
  ];
  for (const [what, content, said] of useless)
    test(`that ${what} is one problem and no row`, async () => {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      const { rows, problems } = await importFile({ name: "x", bytes });
      assert.deepEqual(rows, []);
      assert.equal(problems.length, 1, JSON.stringify(problems));
      assert.match(problems[0]?.message ?? "", said);
    });

  test("that unpacks to more than any tool writes is refused before it fills the memory", async () => {
    const bytes = gzipSync(Buffer.alloc(80 * 1024 * 1024));
    const { problems } = await importFile({ name: "bomb.gz", bytes });
    assert.match(problems[0]?.message ?? "", /larger than/);
  });
});

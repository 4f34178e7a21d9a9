import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync, strToU8, unzipSync, zipSync } from "fflate";
import { readFleet } from "../../../../advisor/fleet/read/read-fleet.ts";
import { type Cell, makeWorkbook } from "./make-workbook.ts";
import { known, loadSample, problemsOf, readOne } from "./read-sample.ts";

const vNetwork: Cell[][] = [
  [
    "VM",
    "Powerstate",
    "Template",
    "NIC label",
    "Adapter",
    "Connected",
    "Starts Connected",
    "Mac Address",
    "VI SDK Server",
  ],
  ["app & 1", "poweredOn", false, "Network adapter 1", "E1000e", true, "True", "00:50:56:00:00:01", "vc-a"],
  ["", "", "", "", "", "", "", "", ""],
  [{ inline: "app2" }, "poweredOff", true, { rich: ["Network ", "adapter 3"] }, "Vmxnet3", "False", true, "VM", "vc-a"],
  ["stray", "poweredOn", "", "", "", "", "", "", ""],
];
const vInfo: Cell[][] = [
  ["VM", "NICs", "HW version", "Creation date", "VI SDK Server"],
  ["app & 1", 2, 13, 45_000.5, "vc-a"],
  ["app2", 1, { raw: "<v>19</v>" }, 45_000.5, "vc-a"],
];

describe("a workbook", () => {
  for (const [name, options] of Object.entries({
    ordinary: {},
    "with prefixed elements": { prefix: "x:" },
    "without references": { references: false },
    "with absolute targets": { absolute: true },
  }))
    test(`${name} is read with the rows of its sheets`, async () => {
      const bytes = makeWorkbook({ vInfo, vNetwork, vHost: [["Host", "ESX Version"]], Notes: [["nothing"]] }, options);
      const file = await readOne("export.xlsx", bytes);
      assert.equal(file.format, "rvtools-xlsx");
      assert.deepEqual(
        file.adapters.map((adapter) => [adapter.place, adapter.places.virtualHardware, known(adapter)]),
        [
          [
            "vNetwork row 2",
            "vInfo row 2",
            {
              machine: "app & 1",
              machineId: "app & 1@vc-a",
              label: "Network adapter 1",
              mac: "00:50:56:00:00:01",
              adapterAsWritten: "E1000e",
              platform: "vsphere",
              virtualHardware: 13,
              poweredOn: true,
              connected: true,
              template: false,
            },
          ],
          [
            "vNetwork row 4",
            "vInfo row 3",
            {
              machine: "app2",
              machineId: "app2@vc-a",
              label: "Network adapter 3",
              adapterAsWritten: "Vmxnet3",
              platform: "vsphere",
              virtualHardware: 19,
              poweredOn: false,
              connected: true,
              template: true,
            },
          ],
        ],
      );
      assert.equal(file.unread, 1);
      assert.deepEqual(
        file.expected.map(({ machine, count, place }) => [machine, count, place]),
        [
          ["app & 1", 2, "vInfo row 2"],
          ["app2", 1, "vInfo row 3"],
        ],
      );
      const problems = problemsOf(file).join("\n");
      assert.match(problems, /vNetwork row 5: The row names a machine but states nothing of an adapter/);
      assert.match(problems, /vTools: The tab vTools is missing/);
      assert.match(problems, /vInfo: Machines are matched with vInfo by name and vCenter/);
    });

  test("that names a sheet it lacks, or lacks texts, says so", async () => {
    const bytes = makeWorkbook({ vNetwork });
    const members = unzipSync(bytes);
    delete members["xl/sharedStrings.xml"];
    assert.match(problemsOf(await readOne("a.xlsx", zipSync(members))).join(), /No sheet has known columns/);
    delete members["xl/worksheets/sheet1.xml"];
    assert.match(
      problemsOf(await readOne("a.xlsx", zipSync(members))).join(),
      /vNetwork is listed but not in the file/,
    );
  });

  test("whose sheet is cut off is read up to the cut", async () => {
    const members = unzipSync(makeWorkbook({ vNetwork }));
    const sheet = members["xl/worksheets/sheet1.xml"] as Uint8Array;
    members["xl/worksheets/sheet1.xml"] = sheet.slice(0, -120);
    const file = await readOne("a.xlsx", zipSync(members));
    assert.deepEqual([file.adapters.length, file.unread], [2, 1]);
    assert.match(problemsOf(file).join(), /vNetwork row 5: The sheet cannot be read from here on/);
  });
});

describe("an archive", () => {
  test("of tabs is read as one export", async () => {
    const members = Object.fromEntries(loadSample("rvtools-csv").map(({ name, bytes }) => [name, bytes as Uint8Array]));
    const files = await readFleet([{ name: "export.zip", bytes: zipSync({ ...members, "__MACOSX/x": strToU8("x") }) }]);
    const adapters = files.flatMap((file) => file.adapters);
    assert.equal(adapters.length, 5);
    assert.equal(adapters[0]?.file, "export.zip!rvtools-csv/RVTools_tabvNetwork.csv");
    assert.equal(adapters[0]?.places.virtualHardware, "export.zip!rvtools-csv/RVTools_tabvInfo.csv line 3");
  });

  test("with more entries than its count can say is read whole", async () => {
    const files = Object.fromEntries(Array.from({ length: 65_600 }, (_, at) => [`${at}/`, new Uint8Array()]));
    const zip = zipSync(
      { ...files, "vm.conf": strToU8("ostype: l26\nboot: x\nnet0: virtio=BC:24:11:00:00:01\n") },
      { level: 0 },
    );
    const [file] = await readFleet([{ name: "many.zip", bytes: zip }]);
    assert.equal(file?.file, "many.zip!vm.conf");
    assert.equal(file?.adapters.length, 1);
  });

  test("of the form ZIP64 is read by its own record", async () => {
    const zip = zipSync({ "vm.conf": strToU8("ostype: l26\nboot: x\nnet0: virtio=BC:24:11:00:00:01\n") });
    const [file] = await readFleet([{ name: "large.zip", bytes: toZip64(zip) }]);
    assert.equal(file?.adapters.length, 1);
  });

  test("packed with gzip is read under the name of its content", async () => {
    const [sample] = loadSample("csv/adapters.csv");
    const file = await readOne("adapters.csv.gz", gzipSync(sample?.bytes as Uint8Array));
    assert.deepEqual([file.file, file.adapters.length], ["adapters.csv", 3]);
  });

  for (const [what, bytes, problem] of [
    [
      "is cut off",
      zipSync({ "a.csv": strToU8("x".repeat(500)) }).subarray(0, 100),
      /cut off: its directory is missing/,
    ],
    ["holds nothing to read", zipSync({ "disk.vmdk": strToU8("x") }), /holds no file that can be read/],
    ["is an old workbook", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), /Save it as \.xlsx without a password/],
    ["is empty", new Uint8Array(), /The file is empty/],
    ["is binary", new Uint8Array([1, 2, 0, 0, 9]), /binary/],
  ] as const)
    test(`that ${what} is named`, async () => {
      assert.match(problemsOf(await readOne("a.zip", bytes)).join(), problem);
    });
});

/** A zip archive of one file in the form for large ones: its numbers stand in fields of eight bytes. */
function toZip64(zip: Uint8Array): Uint8Array {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.length - 22;
  const start = view.getUint32(end + 16, true);
  const entry = Uint8Array.from(zip.subarray(start, end));
  const of = new DataView(entry.buffer);
  const extra = new DataView(new ArrayBuffer(28));
  extra.setUint16(0, 1, true);
  extra.setUint16(2, 24, true);
  for (const [at, place] of [24, 20, 42].entries()) {
    extra.setBigUint64(4 + 8 * at, BigInt(of.getUint32(place, true)), true);
    of.setUint32(place, 0xffffffff, true);
  }
  of.setUint16(30, 28, true);
  const record = new DataView(new ArrayBuffer(56));
  record.setUint32(0, 0x06064b50, true);
  record.setBigUint64(48, BigInt(start), true);
  const locator = new DataView(new ArrayBuffer(20));
  locator.setUint32(0, 0x07064b50, true);
  locator.setBigUint64(8, BigInt(end + 28), true);
  const last = new DataView(zip.slice(end).buffer);
  last.setUint16(10, 0xffff, true);
  last.setUint32(16, 0xffffffff, true);
  const parts = [zip.subarray(0, start), entry, extra, record, locator, last];
  return Uint8Array.from(
    parts.flatMap((part) => [...(part instanceof Uint8Array ? part : new Uint8Array(part.buffer))]),
  );
}

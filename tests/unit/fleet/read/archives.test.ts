import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { gzipSync, strToU8, unzipSync, zipSync } from "fflate";
import { readFleet } from "../../../../advisor/fleet/read/read-fleet.ts";
import { measureProcessor } from "../../../processor-time.ts";
import { type Cell, makeWorkbook } from "./make-workbook.ts";
import { known, loadSample, problemsOf, readOne, samples } from "./read-sample.ts";

const proxmox = "ostype: l26\nboot: x\nnet0: virtio=BC:24:11:00:00:01\n";

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
      assert.match(problems, /vNetwork row 5: The row names a VM but has no adapter data/);
      assert.match(problems, /vTools: The tab vTools is missing/);
      assert.match(problems, /vInfo: VMs are matched with vInfo by name and vCenter/);
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

  test("packed with gzip is read under its own name and that of its content", async () => {
    const [sample] = loadSample("csv/adapters.csv");
    const file = await readOne("adapters.csv.gz", gzipSync(sample?.bytes as Uint8Array));
    assert.deepEqual([file.file, file.adapters.length], ["adapters.csv.gz!adapters.csv", 3]);
  });

  test("of the ending .tgz has the tar in the names of its members", async () => {
    const tar = makeTar({ path: "103.conf", content: proxmox });
    assert.equal((await readOne("inner/export.tgz", gzipSync(tar))).file, "inner/export.tgz!export.tar!103.conf");
  });

  test("is named in a time that grows with the length of its name", async () => {
    const name = `${"x".repeat(60_000)}.conf`;
    const { milliseconds } = await measureProcessor(() => readOne(name, gzipSync(strToU8(proxmox))));
    assert.ok(milliseconds < 500, `${milliseconds} ms`);
  });

  test("for each tab, packed with gzip, is read as one export", async () => {
    const inputs = loadSample("rvtools-csv").map(({ name, bytes }) => ({
      name: `${name}.gz`,
      bytes: gzipSync(bytes as Uint8Array),
    }));
    const [first] = (await readFleet(inputs)).flatMap(({ adapters }) => adapters);
    assert.equal(first?.places.virtualHardware, "rvtools-csv/RVTools_tabvInfo.csv.gz!RVTools_tabvInfo.csv line 3");
  });

  for (const [what, bytes, problem] of [
    [
      "is cut off",
      zipSync({ "a.csv": strToU8("x".repeat(500)) }).subarray(0, 100),
      /cut off: its directory is missing/,
    ],
    ["holds nothing to read", zipSync({ "disk.vmdk": strToU8("x") }), /contains no readable file/],
    ["is an old workbook", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), /Save it as \.xlsx without a password/],
    ["is empty", new Uint8Array(), /The file is empty/],
    ["is binary", new Uint8Array([1, 2, 0, 0, 9]), /binary/],
  ] as const)
    test(`that ${what} is named`, async () => {
      assert.match(problemsOf(await readOne("a.zip", bytes)).join(), problem);
    });
});

describe("a tar archive", () => {
  const long = `${"exports-of-the-site/".repeat(12)}103.conf`;
  const namesOf = async (tar: Uint8Array | Blob): Promise<string[]> =>
    (await readFleet([{ name: "a.tar", bytes: tar }])).map(({ file, adapters }) => `${file} ${adapters.length}`);

  for (const [what, entries] of Object.entries({
    "GNU's long names": [{ path: "././@LongLink", type: "L", content: `${long}\0` }],
    "PAX headers": [
      {
        path: "PaxHeaders/103.conf",
        type: "x",
        content: paxRecord("SCHILY.xattr.user", "\0\n1") + paxRecord("path", long),
      },
    ],
    "a PAX header for all": [{ path: "pax_global_header", type: "g", content: paxRecord("path", long) }],
    "a long link between": [
      { path: "././@LongLink", type: "L", content: `${long}\0` },
      { path: "././@LongLink", type: "K", content: "target\0" },
    ],
  }))
    test(`names members by ${what}`, async () => {
      const tar = makeTar(...entries, { path: long.slice(0, 100), content: proxmox });
      assert.deepEqual(await namesOf(tar), [`a.tar!${long} 1`]);
      assert.deepEqual(await namesOf(new Blob([tar as BlobPart])), [`a.tar!${long} 1`]);
    });

  test("names by a header only the member after it", async () => {
    const tar = makeTar(
      { path: "x", type: "x", content: paxRecord("path", long) },
      { path: "x", content: proxmox },
      { path: "104.conf", content: proxmox },
    );
    assert.deepEqual(await namesOf(tar), [`a.tar!${long} 1`, "a.tar!104.conf 1"]);
  });

  test("takes the size of a member from its PAX header", async () => {
    const tar = makeTar(
      { path: "x", type: "x", content: paxRecord("size", String(proxmox.length)) },
      { path: "103.conf", content: proxmox, size: 0 },
      { path: "104.conf", content: proxmox },
    );
    assert.deepEqual(await namesOf(tar), ["a.tar!103.conf 1", "a.tar!104.conf 1"]);
  });

  test("with a damaged header says so", async () => {
    const tar = makeTar({ path: "x", type: "x", content: "99 path=a\n" }, { path: "103.conf", content: proxmox });
    assert.match(problemsOf(await readOne("a.tar", tar)).join(), /A header of the archive is damaged/);
  });

  test("gives what a .zip of the same files gives", async () => {
    const app = readFileSync(join(samples, "vmx/app01.vmx"));
    const files: Record<string, Uint8Array> = {
      "vm/app01.vmtx": app,
      "vm/save": strToU8(proxmox),
      "./103.conf": strToU8(proxmox),
      "104.conf.gz": gzipSync(strToU8(proxmox)),
      "inner.tar": makeTar({ path: "105.conf", content: proxmox }),
      "inner.zip": zipSync({ "106.conf": strToU8(proxmox) }),
      "notes.md": strToU8("hello"),
      ".hidden/107.conf": strToU8(proxmox),
      "__MACOSX/108.conf": strToU8(proxmox),
      "disk.vmdk": strToU8("x"),
      "disk.qcow2": strToU8("x"),
    };
    const tar = makeTar(...Object.entries(files).map(([path, content]) => ({ path, content })));
    const [fromTar, fromZip] = await Promise.all(
      [tar, zipSync(files)].map(async (bytes) =>
        (await readFleet([{ name: "a", bytes }])).map((file) => [file.file, file.adapters.length, problemsOf(file)]),
      ),
    );
    assert.deepEqual(fromTar, fromZip);
    assert.deepEqual(
      fromTar?.map(([file, adapters]) => `${file} ${adapters}`),
      [
        "a!vm/app01.vmtx 3",
        "a!vm/save 1",
        "a!./103.conf 1",
        "a!104.conf.gz!104.conf 1",
        "a!inner.tar!105.conf 1",
        "a!inner.zip!106.conf 1",
        "a!notes.md 0",
      ],
    );
  });

  test("with a file that is too large names it and reads the others", async () => {
    const end = 512 + 401 * 1024 * 1024;
    const first = makeTar({ path: "large.csv", content: "", size: end - 512 }).subarray(0, 512);
    const rest = makeTar({ path: "103.conf", content: proxmox });
    const whole = {
      size: end + rest.length,
      slice(from: number, to: number): Blob {
        assert.ok(to <= 512 || from >= end, "the large file is not read");
        return new Blob([(from < end ? first.subarray(from, to) : rest.subarray(from - end, to - end)) as BlobPart]);
      },
    };
    const files = await readFleet([{ name: "a.tar", bytes: whole }]);
    assert.deepEqual(
      files.map((file) => [file.adapters.length, problemsOf(file).join()]),
      [
        [0, "file: The file unpacks to more than 400 MiB. Split it."],
        [1, ""],
      ],
    );
  });

  test("nested too deeply is not read, like a .zip", async () => {
    let tar = makeTar({ path: "103.conf", content: proxmox });
    for (let depth = 0; depth < 4; depth++) tar = makeTar({ path: "a.tar", content: tar });
    assert.match(problemsOf(await readOne("a.tar", tar)).join(), /nested too deeply/);
  });
});

/** A member of a tar archive, or a header before one. */
interface TarEntry {
  path: string;
  content: string | Uint8Array;
  type?: string;
  /** The size that the header states, if it is not that of the content. */
  size?: number;
}

/** Packs members as tar does, and the two empty blocks after them. */
function makeTar(...entries: TarEntry[]): Uint8Array {
  const blocks = entries.flatMap(({ path, content, type = "0", size = content.length }) => {
    const header = new Uint8Array(512);
    header.set(strToU8(path));
    header.set(strToU8(size.toString(8).padStart(11, "0")), 124);
    header.set(strToU8(type), 156);
    header.set(strToU8("ustar\x0000"), 257);
    const bytes = typeof content === "string" ? strToU8(content) : content;
    return [header, bytes, new Uint8Array(-bytes.length & 511)];
  });
  return new Uint8Array(Buffer.concat([...blocks, new Uint8Array(1024)]));
}

/** A record of a PAX header: its length counts its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const length = rest.length + String(rest.length + 2).length;
  return `${length}${rest}`;
}

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

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { readLibraries, writeCpio } from "../../../tools/lab/image/add-program.ts";
import {
  extractKernel,
  locatePayload,
  orderModules,
  readDepends,
  recogniseCompression,
} from "../../../tools/lab/image/image.ts";
import { findKernelPackages, readPackageIdentity } from "../../../tools/lab/image/package.ts";

describe("a package", () => {
  const shown = [
    "Package: busybox-static",
    "Source: busybox (1:1.35.0-4)",
    "Version: 1:1.35.0-4+deb12u1+b1",
    "Description: Standalone rescue shell",
    " SHA256: not this one",
    `SHA256: ${"a1".repeat(32)}`,
    "",
    "Package: busybox-static",
    "Version: 1:1.35.0-4",
    `SHA256: ${"b2".repeat(32)}`,
  ].join("\n");

  test("is the first that the index offers, with its hash", () => {
    assert.deepEqual(readPackageIdentity(shown), {
      name: "busybox-static",
      version: "1:1.35.0-4+deb12u1+b1",
      sha256: "a1".repeat(32),
    });
  });
  test("is refused without a hash, with what to do", () => {
    assert.throws(() => readPackageIdentity("Package: x\nVersion: 1\n"), /sudo apt-get update/);
  });
  test("of the kernel is what Debian's metapackage stands for", () => {
    const known: Record<string, string> = {
      "linux-image-amd64": "linux-image-amd64\n  Depends: linux-image-6.1.0-56-amd64\n",
      "linux-image-6.1.0-56-amd64": "linux-image-6.1.0-56-amd64\n  Depends: kmod\n |Depends: initramfs-tools\n",
    };
    assert.deepEqual(
      findKernelPackages((name) => known[name] ?? ""),
      ["linux-image-6.1.0-56-amd64"],
    );
  });
  test("of the kernel comes with those of its modules where these are apart", () => {
    const known: Record<string, string> = {
      "linux-image-generic":
        "  Depends: linux-image-6.8.0-1-generic\n  Depends: linux-modules-extra-6.8.0-1-generic\n  Depends: linux-firmware\n",
      "linux-image-6.8.0-1-generic": "  Depends: kmod\n  Depends: linux-modules-6.8.0-1-generic\n",
    };
    assert.deepEqual(
      findKernelPackages((name) => known[name] ?? ""),
      ["linux-image-6.8.0-1-generic", "linux-modules-6.8.0-1-generic", "linux-modules-extra-6.8.0-1-generic"],
    );
  });
  test("of the kernel is missed with what to do", () =>
    assert.throws(() => findKernelPackages(() => ""), /apt-get update/));
});

describe("a kernel image", () => {
  const elf = Buffer.from("\x7fELF and what follows", "latin1");
  const image = makeImage(gzipSync(elf), elf.length);

  test("gives its ELF file", () => assert.deepEqual(extractKernel(image), elf));
  test("says where the compressed kernel lies and how long it is decompressed", () => {
    assert.deepEqual(locatePayload(image), { start: 1024 + 16, end: image.length - 4, bytes: elf.length });
  });
  test("is refused when the length does not fit", () => {
    assert.throws(() => extractKernel(makeImage(gzipSync(elf), elf.length + 1)), /its image says/);
  });
  test("is refused when it is cut off or something else", () => {
    assert.throws(() => locatePayload(image.subarray(0, image.length - 8)), /truncated/);
    assert.throws(() => locatePayload(Buffer.alloc(2048)), /not a bzImage/);
  });
  test("is compressed with what its first bytes say", () => {
    assert.equal(recogniseCompression(Buffer.from("fd377a585a000000", "hex")), "xz");
    assert.equal(recogniseCompression(Buffer.from("28b52ffd00", "hex")), "zstd");
    assert.equal(recogniseCompression(elf), null);
  });
});

describe("modules", () => {
  const make = (depends: string) =>
    Buffer.from(`\x7fELF depends=? no\0license=GPL\0depends=${depends}\0name=x\0`, "latin1");
  const files = new Map([
    ["virtio_net", make("virtio,net-failover")],
    ["net_failover", make("failover")],
    ["failover", make("")],
    ["loop_a", make("loop_b")],
    ["loop_b", make("loop_a")],
  ]);
  const shelf = { read: (name: string) => files.get(name) ?? null, isBuiltIn: (name: string) => name === "virtio" };
  const order = (...names: string[]) => orderModules(names, shelf).map(({ name }) => name);

  test("say what they need, with underscores", () => {
    assert.deepEqual(readDepends(make("i2c-algo-bit,dca")), ["i2c_algo_bit", "dca"]);
    assert.deepEqual(readDepends(make("")), []);
  });
  test("come after what they need, each once, without what is built in", () => {
    assert.deepEqual(order("virtio_net", "net-failover"), ["failover", "net_failover", "virtio_net"]);
  });
  test("are named when the kernel has none of that name", () => assert.throws(() => order("e1000"), /no module e1000/));
  test("that need one another are refused", () => assert.throws(() => order("loop_a"), /loop_a, loop_b, loop_a/));
});

test("the libraries of a program are those that its loader finds as files", () => {
  const text = [
    "\tlinux-vdso.so.1 (0x00007f0de1219000)",
    "\tlibiperf.so.0 => /lib/x86_64-linux-gnu/libiperf.so.0 (0x00007f0de11d1000)",
    "\t/lib64/ld-linux-x86-64.so.2 (0x00007f0de121b000)",
  ].join("\n");
  assert.deepEqual(readLibraries(text), ["/lib/x86_64-linux-gnu/libiperf.so.0", "/lib64/ld-linux-x86-64.so.2"]);
});

describe("the guest's archive", () => {
  const archive = writeCpio([
    { path: "bin" },
    { path: "init", bytes: Buffer.from("#!/bin/busybox sh\n"), isExecutable: true },
  ]);

  test("is in the format that the kernel unpacks: names and contents at multiples of four", () => {
    const [folder, init, end] = readCpio(archive);
    assert.deepEqual(folder, { name: "bin", mode: 0o040755, content: "" });
    assert.deepEqual(init, { name: "init", mode: 0o100755, content: "#!/bin/busybox sh\n" });
    assert.equal(end?.name, "TRAILER!!!");
    assert.equal(archive.length % 4, 0);
  });
  test("has the same bytes for the same files", () => {
    assert.deepEqual(writeCpio([{ path: "bin" }]), writeCpio([{ path: "bin" }]));
  });
});

function makeImage(payload: Buffer, length: number): Buffer {
  const head = Buffer.alloc(1024 + 16);
  head[0x1f1] = 1;
  head.write("HdrS", 0x202, "latin1");
  head.writeUInt32LE(16, 0x248);
  head.writeUInt32LE(payload.length + 4, 0x24c);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(length);
  return Buffer.concat([head, payload, size]);
}

function readCpio(archive: Buffer) {
  const entries: { name: string; mode: number; content: string }[] = [];
  for (let at = 0; at < archive.length; ) {
    const field = (index: number) =>
      Number.parseInt(archive.toString("latin1", at + 6 + index * 8, at + 14 + index * 8), 16);
    assert.equal(archive.toString("latin1", at, at + 6), "070701");
    const [nameLength, size] = [field(11), field(6)];
    const content = Math.ceil((at + 110 + nameLength) / 4) * 4;
    entries.push({
      name: archive.toString("latin1", at + 110, at + 109 + nameLength),
      mode: field(1),
      content: archive.toString("latin1", content, content + size),
    });
    at = Math.ceil((content + size) / 4) * 4;
  }
  return entries;
}

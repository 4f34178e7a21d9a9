import { ToolError } from "../../records/command-line.mjs";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { writeCpio } from "./add-program.ts";
import { askApt, call, type FetchedPackage, fetchPackage, findKernelPackages } from "./package.ts";

/** What a guest boots from. */
export interface Image {
  /** ELF file. */
  kernel: string;
  initramfs: string;
  /** Modules to load for each one that was wanted, in order. */
  loadOrder: Record<string, string[]>;
  /** Version of the kernel package, such as 6.1.192-2. */
  kernelVersion: string;
  /** As `uname -r` says it. */
  kernelRelease: string;
  packages: { name: string; version: string; sha256: string }[];
}

/** Increase this when the build of images changes, so that cached images of older versions are not used. */
const make = 2;
const initFile = new URL("./init.sh", import.meta.url);

/** Provides kernel and initramfs with the modules given, from the cache where they are there. */
export function provideImage(cache: string, modules: readonly string[], kernelPackage: string | null): Image {
  const names = kernelPackage ? [kernelPackage] : findKernelPackages(printDependencies);
  const packages = [...names, "busybox-static"].map((name) => fetchPackage(name, cache));
  const init = readFileSync(initFile);
  const key = createHash("sha256")
    .update(JSON.stringify([make, packages.map(({ sha256 }) => sha256), modules]))
    .update(init)
    .digest("hex");
  const folder = join(cache, "images", key.slice(0, 16));
  if (!existsSync(folder)) buildImage(folder, { packages, modules, init });
  return { ...readImage(folder), kernel: join(folder, "vmlinux"), initramfs: join(folder, "initramfs.gz") };
}

/** A metapackage unknown to the distribution has no dependencies. */
function printDependencies(name: string): string {
  try {
    return askApt("apt-cache", ["depends", name]);
  } catch {
    return "";
  }
}

interface Ingredients {
  /** That of the kernel first. */
  packages: readonly FetchedPackage[];
  modules: readonly string[];
  init: Buffer;
}

/** Builds in a temporary folder and renames it, so that an interrupted build never looks like an image. */
function buildImage(folder: string, { packages, modules, init }: Ingredients): void {
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(join(dirname(folder), "building-"));
  try {
    const unpacked = join(work, "unpacked");
    for (const { file } of packages) call("dpkg-deb", ["-x", file, unpacked]);
    const libraries = findFolder(unpacked, "lib/modules");
    const release = findOne(libraries, () => true);
    const shelf = openShelf(join(libraries, release));
    const files = new Map(orderModules(modules, shelf).map(({ name, bytes }) => [name, bytes]));
    const image = {
      loadOrder: Object.fromEntries(modules.map((name) => [name, orderModules([name], shelf).map(({ name }) => name)])),
      kernelVersion: packages[0]?.version ?? "unknown",
      kernelRelease: release,
      packages: packages.map(({ name, version, sha256 }) => ({ name, version, sha256 })),
    };
    const product = join(work, "product");
    mkdirSync(product);
    const boot = join(unpacked, "boot");
    writeFileSync(
      join(product, "vmlinux"),
      extractKernel(
        readFileSync(
          join(
            boot,
            findOne(boot, (name) => name.startsWith("vmlinuz-")),
          ),
        ),
      ),
    );
    const archive = writeCpio([
      ...["bin", "proc", "sys", "dev", "tmp", "modules"].map((path) => ({ path })),
      { path: "init", bytes: init, isExecutable: true },
      { path: "bin/busybox", bytes: readFileSync(join(findFolder(unpacked, "bin"), "busybox")), isExecutable: true },
      ...[...files].map(([name, bytes]) => ({ path: `modules/${name}.ko`, bytes })),
    ]);
    writeFileSync(join(product, "initramfs.gz"), gzipSync(archive, { level: 6 }));
    writeFileSync(join(product, "image.json"), `${JSON.stringify(image, null, 1)}\n`);
    renameSync(product, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function readImage(folder: string): Omit<Image, "kernel" | "initramfs"> {
  return JSON.parse(readFileSync(join(folder, "image.json"), "utf8"));
}

/** Distributions that have merged /usr keep everything below it. */
function findFolder(unpacked: string, name: string): string {
  const found = [name, `usr/${name}`].map((path) => join(unpacked, path)).find((path) => existsSync(path));
  if (found === undefined) throw new ToolError(`the packages have no folder ${name}`);
  return found;
}

function findOne(folder: string, fits: (name: string) => boolean): string {
  const [found, ...others] = readdirSync(folder).filter(fits);
  if (found === undefined || others.length > 0)
    throw new ToolError(`the kernel package must have exactly one kernel in ${folder}`);
  return found;
}

function openShelf(folder: string) {
  const files = new Map(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((path) => {
      const name = /([^/]+)\.ko(?:\.\w+)?$/.exec(path)?.[1];
      return name ? [[normaliseModule(name), join(folder, path)] as const] : [];
    }),
  );
  const builtIn = readFileSync(join(folder, "modules.builtin"), "utf8");
  const builtInNames = new Set([...builtIn.matchAll(/([^/\n]+)\.ko$/gm)].map(([, name = ""]) => normaliseModule(name)));
  return {
    isBuiltIn: (name: string) => builtInNames.has(name),
    read(name: string): Buffer | null {
      const file = files.get(name);
      if (!file) return null;
      const bytes = readFileSync(file);
      return recogniseCompression(bytes) ? decompress(bytes) : bytes;
    },
  };
}

const magics = {
  xz: Buffer.from("fd377a585a00", "hex"),
  zstd: Buffer.from("28b52ffd", "hex"),
  gzip: Buffer.from("1f8b08", "hex"),
} as const;

/** Names the compression a text starts with, or null. */
export function recogniseCompression(bytes: Buffer): keyof typeof magics | null {
  for (const [name, magic] of Object.entries(magics) as [keyof typeof magics, Buffer][]) {
    if (bytes.subarray(0, magic.length).equals(magic)) return name;
  }
  return null;
}

/** Decompresses what kernels and modules are compressed with; Node itself can do only gzip. */
function decompress(bytes: Buffer): Buffer {
  const compression = recogniseCompression(bytes);
  if (compression === null) throw new ToolError(`unknown compression ${bytes.subarray(0, 6).toString("hex")}`);
  if (compression === "gzip") return gunzipSync(bytes);
  return call(compression, ["-dc"], { input: bytes });
}

/** Places in the header of a bzImage; see Documentation/x86/boot.rst of the kernel. */
const header = { sectors: 0x1f1, signature: 0x202, payloadOffset: 0x248, payloadLength: 0x24c } as const;
const sectorBytes = 512;

/**
 * Takes the ELF file out of a bzImage. QEMU boots that by PVH without a BIOS, and the guest need not
 * decompress its own kernel in emulation: three seconds instead of eleven.
 */
export function extractKernel(image: Buffer): Buffer {
  const { start, end, bytes } = locatePayload(image);
  const kernel = decompress(image.subarray(start, end));
  if (kernel.length !== bytes) throw new ToolError(`the kernel has ${kernel.length} bytes, its image says ${bytes}`);
  if (kernel.toString("latin1", 0, 4) !== "\x7fELF") throw new ToolError("the kernel in the image is not an ELF file");
  return kernel;
}

/** Finds the compressed kernel in a bzImage; its last four bytes say how long it is decompressed. */
export function locatePayload(image: Buffer): { start: number; end: number; bytes: number } {
  if (
    image.length < header.payloadLength + 4 ||
    image.toString("latin1", header.signature, header.signature + 4) !== "HdrS"
  ) {
    throw new ToolError("the kernel image is not a bzImage");
  }
  const start = ((image[header.sectors] || 4) + 1) * sectorBytes + image.readUInt32LE(header.payloadOffset);
  const end = start + image.readUInt32LE(header.payloadLength) - 4;
  if (end > image.length - 4 || end <= start) throw new ToolError("the kernel image is truncated");
  return { start, end, bytes: image.readUInt32LE(end) };
}

/** Modules are named with - or _ in files, always with _ inside. */
function normaliseModule(name: string): string {
  return name.replaceAll("-", "_");
}

/** Reads which modules a module needs from the text `depends=a,b` in its .modinfo section. */
export function readDepends(module: Buffer): string[] {
  for (let at = module.indexOf("depends="); at >= 0; at = module.indexOf("depends=", at + 1)) {
    // Entries of the section end in NUL. Any byte may precede the first one.
    const end = module.indexOf(0, at);
    const value = module.toString("latin1", at + "depends=".length, end);
    if (/^[\w,-]*$/.test(value)) return value.split(",").filter(Boolean).map(normaliseModule);
  }
  throw new ToolError("the module lists no dependencies");
}

/** Where modules and their dependencies are looked up. */
interface ModuleShelf {
  /** The module's bytes, decompressed; null where there is no such module. */
  read(name: string): Buffer | null;
  /** Whether the kernel has it built in. */
  isBuiltIn(name: string): boolean;
}

/** Lists modules with all they need, each after what it depends on. */
export function orderModules(wanted: readonly string[], shelf: ModuleShelf): { name: string; bytes: Buffer }[] {
  const ordered = new Map<string, Buffer | null>();
  const visit = (name: string, path: readonly string[]): void => {
    if (ordered.has(name)) return;
    if (path.includes(name)) throw new ToolError(`modules depend on each other: ${[...path, name].join(", ")}`);
    const bytes = shelf.read(name);
    if (bytes === null) {
      if (!shelf.isBuiltIn(name))
        throw new ToolError(`the kernel package has no module ${[...path, name].join(" for ")}`);
      return void ordered.set(name, null);
    }
    for (const needed of readDepends(bytes)) visit(needed, [...path, name]);
    ordered.set(name, bytes);
  };
  for (const name of wanted) visit(normaliseModule(name), []);
  return [...ordered].flatMap(([name, bytes]) => (bytes ? [{ name, bytes }] : []));
}

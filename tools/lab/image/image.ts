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
import { gzipSync } from "node:zlib";
import { LabError } from "../lab-error.ts";
import { call } from "./call.ts";
import { writeCpio } from "./cpio.ts";
import { decompress, recogniseCompression } from "./decompress.ts";
import { extractKernel } from "./kernel.ts";
import { normaliseModule, orderModules } from "./modules.ts";
import { askApt, fetchPackage, findKernelPackages } from "./package.ts";
import type { FetchedPackage } from "./package.ts";

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

/** Bring this up when the way an image is built changes, so that none of an older make is taken from the cache. */
const make = 2;
const initFile = new URL("./init.sh", import.meta.url);

/** Provides kernel and initramfs with the modules given, from the cache where they are there. */
export function provideImage(cache: string, modules: readonly string[], kernelPackage: string | null): Image {
  const names = kernelPackage ? [kernelPackage] : findKernelPackages(tellDependencies);
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

/** A metapackage that the distribution does not know has none. */
function tellDependencies(name: string): string {
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

/** Builds beside the place and moves the whole there, so that a build cut short is never taken for an image. */
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
  if (found === undefined) throw new LabError(`the packages have no folder ${name}`);
  return found;
}

function findOne(folder: string, fits: (name: string) => boolean): string {
  const [found, ...others] = readdirSync(folder).filter(fits);
  if (found === undefined || others.length > 0)
    throw new LabError(`the kernel package has not exactly one kernel in ${folder}`);
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

import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { call } from "./call.ts";
import { writeCpio } from "./cpio.ts";
import type { CpioEntry } from "./cpio.ts";

/** Puts a program of this machine, with the libraries it is linked to, behind an initramfs: the kernel unpacks one archive after the other. */
export function addProgram(initramfs: string, program: string): string {
  const libraries = readLibraries(call("ldd", [program]).toString("utf8"));
  const files = [program, ...libraries].map((path) => ({
    path: path.slice(1),
    bytes: readFileSync(path),
    isExecutable: true,
  }));
  const key = createHash("sha256");
  for (const { path, bytes } of files) key.update(`${path}\0`).update(bytes);
  const target = join(dirname(initramfs), `with-${key.digest("hex").slice(0, 16)}.gz`);
  if (existsSync(target)) return target;
  const archive = gzipSync(writeCpio([...listFolders(files), ...files]), { level: 6 });
  writeFileSync(`${target}.part`, Buffer.concat([readFileSync(initramfs), archive]));
  renameSync(`${target}.part`, target);
  return target;
}

/** Reads the paths from `ldd`; what has none is in the kernel. */
export function readLibraries(text: string): string[] {
  return [...text.matchAll(/(\/\S+) \(0x[0-9a-f]+\)$/gm)].map(([, path = ""]) => path);
}

/** Every folder on the way to the files, the outer ones first. */
function listFolders(files: readonly CpioEntry[]): CpioEntry[] {
  const folders = files.flatMap(({ path }) => {
    const parts = path.split("/").slice(0, -1);
    return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  });
  return [...new Set(folders)].sort().map((path) => ({ path }));
}

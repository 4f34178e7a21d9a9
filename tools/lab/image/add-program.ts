import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { call } from "./package.ts";

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

/** Reads the paths of libraries from the output of `ldd`. Entries without a path are provided by the kernel. */
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

/** A file or folder of the guest's first file system. */
interface CpioEntry {
  /** Without a leading slash. */
  path: string;
  /** Left out for a folder. */
  bytes?: Uint8Array;
  isExecutable?: boolean;
}

const kinds = { folder: 0o040755, file: 0o100644, program: 0o100755 } as const;

/**
 * Writes an archive in the "new ASCII" format that the kernel unpacks; see Documentation/driver-api/early-userspace/buffer-format.rst.
 * Times, owners and numbers are the same each time, so that the same files give the same bytes.
 */
export function writeCpio(entries: readonly CpioEntry[]): Buffer {
  const parts = entries.map((entry, index) => writeEntry(entry, index + 1));
  return Buffer.concat([...parts, writeEntry({ path: "TRAILER!!!", bytes: new Uint8Array() }, 0)]);
}

function writeEntry({ path, bytes, isExecutable = false }: CpioEntry, number: number): Buffer {
  const name = Buffer.from(`${path}\0`, "utf8");
  const mode =
    path === "TRAILER!!!" ? 0 : bytes === undefined ? kinds.folder : isExecutable ? kinds.program : kinds.file;
  const content = bytes ?? new Uint8Array();
  const links = bytes === undefined ? 2 : 1;
  // In order: number, mode, owner, group, links, time, size, device and its own device, length of the name, checksum.
  const fields = [number, mode, 0, 0, links, 0, content.length, 0, 0, 0, 0, name.length, 0];
  const head = `070701${fields.map((field) => field.toString(16).padStart(8, "0")).join("")}`;
  return Buffer.concat([pad(Buffer.concat([Buffer.from(head, "latin1"), name])), pad(content)]);
}

/** Names and contents end at multiples of four bytes. */
function pad(bytes: Uint8Array): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

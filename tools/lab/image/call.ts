import { gunzipSync } from "node:zlib";
import { ToolError } from "../../records/command-line.mjs";
import { spawnSync } from "node:child_process";

/** Packages are some 100 MB; a disk that is busy with other things needs its time. */
const limitSeconds = 180;

/** Runs a program to its end and returns what it prints; fails with its words when it fails. */
export function call(
  command: string,
  args: readonly string[],
  options: { cwd?: string; input?: Uint8Array } = {},
): Buffer {
  const done = spawnSync(command, args, { ...options, timeout: limitSeconds * 1000, maxBuffer: 512 * 1024 * 1024 });
  if (done.error && "code" in done.error && done.error.code === "ETIMEDOUT") {
    throw new ToolError(`${command} ${args[0] ?? ""} took longer than ${limitSeconds} s`);
  }
  if (done.error) throw new ToolError(`${command} cannot be run: ${done.error.message}`);
  if (done.status !== 0) {
    const words = done.stderr.toString("utf8").trim().split("\n").slice(-3).join("; ");
    throw new ToolError(`${command} ${args.join(" ")} failed: ${words || `code ${done.status}`}`);
  }
  return done.stdout;
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
export function decompress(bytes: Buffer): Buffer {
  const compression = recogniseCompression(bytes);
  if (compression === null) throw new ToolError(`unknown compression ${bytes.subarray(0, 6).toString("hex")}`);
  if (compression === "gzip") return gunzipSync(bytes);
  return call(compression, ["-dc"], { input: bytes });
}

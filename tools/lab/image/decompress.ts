import { ToolError } from "../../records/command-line.mjs";
import { gunzipSync } from "node:zlib";
import { call } from "./call.ts";

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

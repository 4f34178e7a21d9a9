import { build } from "esbuild";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { commonOptions } from "./options.ts";

/** Bytes of a bundle as it is and compressed. */
export interface Sizes {
  raw: number;
  gzip: number;
  brotli: number;
}

/** Measures the engine alone: minified, without knowledge, as a browser would load it. */
export async function measureEngine(root: string): Promise<Sizes> {
  const { outputFiles } = await build({
    ...commonOptions,
    absWorkingDir: root,
    entryPoints: [join(root, "advisor/engine/engine.ts")],
    outdir: join(root, "build"),
    format: "esm",
  });
  const [file] = outputFiles;
  if (!file) throw new Error("the engine's bundle is empty");
  return measure(file.contents);
}

/** Measures bytes as a web host would send them, at the highest levels of both methods. */
export function measure(bytes: Uint8Array): Sizes {
  return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
}

import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { minifySync } from "@swc/wasm";
import { build, type BuildOptions } from "esbuild";

/** What every bundle shares: one language level, small, the same bytes for the same sources. */
export const commonOptions = {
  bundle: true,
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  write: false,
  // Names of packages go into a bundle's order and hash: they are those within the repository, wherever a link leads.
  preserveSymlinks: true,
} as const satisfies BuildOptions;

/**
 * Makes a bundle as small as it goes: SWC takes a twentieth off what esbuild minified. Three passes, and inlining only the
 * simplest functions, came out smallest over all scripts of pages. In ASCII a script reads the same in a page that does not
 * declare its encoding.
 */
export function shrink(bytes: Uint8Array, format: "esm" | "iife", { isAscii = false } = {}): Uint8Array {
  const { code } = minifySync(new TextDecoder().decode(bytes), {
    module: format === "esm",
    ecma: 2022,
    compress: { passes: 3, inline: 1 },
    mangle: true,
    // A notice stays where it is.
    format: { comments: "some", asciiOnly: isAscii },
  });
  return new TextEncoder().encode(code);
}

/** Bytes of a bundle as it is and compressed. */
interface Sizes {
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

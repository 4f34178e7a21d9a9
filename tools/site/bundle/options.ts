import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build, type BuildOptions } from "esbuild";
import { minify_sync } from "terser";
import { FileCache } from "../pipeline/file-cache.ts";

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

/** Opens the scripts that a repository keeps: one that esbuild wrote as it did before is not made smaller again. */
export function openScripts(root: string): FileCache {
  const { version } = createRequire(import.meta.url)("terser/package.json") as { version: string };
  return new FileCache(join(root, ".cache/scripts"), version + readFileSync(fileURLToPath(import.meta.url), "utf8"));
}

/** Makes a bundle smaller, or leaves it as it is. */
export type Shrink = (bytes: Uint8Array, format: "esm" | "iife") => Promise<Uint8Array>;

/** Makes bundles as small as they go: terser takes a twentieth off what esbuild minified, for a second or two a script. */
export function shrinkWith(scripts: FileCache): Shrink {
  return (bytes, format) => {
    const text = new TextDecoder().decode(bytes);
    return scripts.get(`${format}\0${text}`, async () => {
      const { code = "" } = minify_sync(text, {
        module: format === "esm",
        ecma: 2020,
        compress: { passes: 1 },
        mangle: true,
      });
      return new TextEncoder().encode(code);
    });
  };
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

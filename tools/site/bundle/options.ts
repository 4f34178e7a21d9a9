import type { BuildOptions } from "esbuild";
import { minify_sync } from "terser";

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

/** A bundle as small as it goes: terser takes a twentieth off what esbuild minified, for a second or two a script. */
export function shrinkScript(bytes: Uint8Array, format: "esm" | "iife"): Uint8Array {
  const { code = "" } = minify_sync(new TextDecoder().decode(bytes), {
    module: format === "esm",
    ecma: 2020,
    compress: { passes: 1 },
    mangle: true,
  });
  return new TextEncoder().encode(code);
}

import type { BuildOptions } from "esbuild";

/** What every bundle shares: one language level, small, the same bytes for the same sources. */
export const commonOptions = {
  bundle: true,
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  write: false,
} as const satisfies BuildOptions;

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
  // Names of packages go into a bundle's order and hash: they are those within the repository, wherever a link leads.
  preserveSymlinks: true,
} as const satisfies BuildOptions;

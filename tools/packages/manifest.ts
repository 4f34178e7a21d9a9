import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The files of a package by their paths within it. */
export type Files = Map<string, string | Uint8Array>;

/** What every package's manifest says alike; the version is the repository's. */
export interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  type: "module";
  engines: { node: string };
}

/** The manifest of the advisor's package, from that of its folder. */
export function readManifest(root: string): Manifest {
  const read = (file: string): Manifest => JSON.parse(readFileSync(join(root, file), "utf8")) as Manifest;
  const { name, description } = read("advisor/package.json");
  const { version, engines } = read("package.json");
  return { name, version, description, license: "Apache-2.0 AND CC-BY-4.0", type: "module", engines };
}

import { readdirSync, readFileSync } from "node:fs";
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

interface Package {
  version: string;
  license: string;
  author?: string | { name: string };
}

/** The licences of the packages that a bundle contains, as one text; nothing if it contains none. */
export function writeLicences(root: string, inputs: readonly string[]): string | undefined {
  const names = new Set(inputs.flatMap((path) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
  if (names.size === 0) return undefined;
  const parts = [...names].sort().map((name) => {
    const folder = join(root, "node_modules", name);
    const { version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Package;
    const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.|$)/i.test(entry));
    const by = typeof author === "string" ? author : (author?.name ?? "its authors");
    // Some packages come without the text of their licence.
    const text = file === undefined ? `Copyright ${by}` : readFileSync(join(folder, file), "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `This package contains code of the following packages.\n\n${parts.join("\n---\n\n")}`;
}

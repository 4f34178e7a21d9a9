import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

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

import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What pages are made from, and what the caches are named by. Drawings and scripts are kept by content, so a copy need not make them again. */
const copied = [
  ...["data", "layouts", "content", "assets", "advisor", "config.toml"],
  ...["package-lock.json", "CITATION.cff", ".cache/charts", ".cache/scripts"],
];
/** What is only read. */
const linked = ["tools", "node_modules"];

export interface RepositoryCopy {
  root: string;
  remove(): void;
}

/** Copies what a preview is made from into a folder where it can be changed without harm, for benchmarks and tests. */
export function copyRepository(root: string): RepositoryCopy {
  const folder = mkdtempSync(join(tmpdir(), "vnic-copy-"));
  for (const path of copied)
    if (existsSync(join(root, path))) cpSync(join(root, path), join(folder, path), { recursive: true });
  for (const path of linked) symlinkSync(join(root, path), join(folder, path), "junction");
  return { root: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

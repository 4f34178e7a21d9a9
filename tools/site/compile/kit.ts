import { createHash } from "node:crypto";

/** A file of the validation kit as readers download it. */
export interface KitFile {
  file: string;
  version: string;
  sha256: string;
  bytes: number;
  path: string;
}

/** Describes the files of the kit, by name. */
export function compileKit(files: ReadonlyMap<string, Uint8Array>): KitFile[] {
  return [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, bytes]) => ({
      file,
      version: findVersion(bytes) ?? "unknown",
      sha256: createHash("sha256").update(bytes).digest("hex"),
      bytes: bytes.length,
      path: `/kit/${file}`,
    }));
}

/** A script says its version in a line of its own, `version=0.1.0` or `$version = '0.1.0'`. */
function findVersion(bytes: Uint8Array): string | undefined {
  return /^\$?version\s*=\s*["']?(\d[\w.-]*)/im.exec(new TextDecoder().decode(bytes))?.[1];
}

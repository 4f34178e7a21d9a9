import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeCanonical } from "../../records/canonical.ts";
import { FileCache } from "../pipeline/file-cache.ts";

/** Keeps drawings by the hash of everything that goes into them, and forgets those that no run asked for. */
export class DrawingCache<T> {
  private readonly files: FileCache;

  constructor(folder: string) {
    this.files = new FileCache(folder);
  }

  /** Returns what was drawn from the same input before, if anything was. */
  find(input: unknown): T | undefined {
    const kept = this.files.find(nameOf(input));
    // Only this class writes the folder, under a name that says what is inside.
    return kept === undefined ? undefined : (JSON.parse(kept.toString("utf8")) as T);
  }

  /** Keeps what was drawn from an input. */
  keep(input: unknown, drawing: T): void {
    this.files.keep(nameOf(input), JSON.stringify(drawing));
  }

  /** Removes the drawings that nobody asked for since this cache was opened. */
  prune(): void {
    this.files.prune();
  }
}

function nameOf(input: unknown): string {
  return createHash("sha256").update(hashProgram()).update(writeCanonical(input)).digest("hex");
}

/** Hashes this folder's programs and the versions of what draws: a change of either redraws everything. */
function hashProgram(): string {
  return (programHash ??= computeProgramHash());
}

let programHash: string | undefined;

function computeProgramHash(): string {
  const here = fileURLToPath(new URL("./", import.meta.url));
  const files = readdirSync(here, { recursive: true, encoding: "utf8" });
  const programs = files
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => readFileSync(join(here, name), "utf8"));
  const packages = ["vega", "vega-lite", "@resvg/resvg-wasm", "@expo-google-fonts/inter"].map((name) =>
    readFileSync(join(here, "../../../node_modules", name, "package.json"), "utf8"),
  );
  return createHash("sha256")
    .update([...programs, ...packages].join("\0"))
    .digest("hex");
}

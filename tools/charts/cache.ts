import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeCanonical } from "../compile/canonical.ts";

/** Keeps drawings by the hash of everything that goes into them, and forgets those that no run asked for. */
export class DrawingCache<T> {
  private readonly asked = new Set<string>();

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  /** Returns what was drawn from the same input before, if anything was. */
  find(input: unknown): T | undefined {
    const kept = readIfThere(join(this.folder, this.nameOf(input)));
    // Only this class writes the folder, under a name that says what is inside.
    return kept === undefined ? undefined : (JSON.parse(kept) as T);
  }

  /** Keeps what was drawn from an input. */
  keep(input: unknown, drawing: T): void {
    writeFileSync(join(this.folder, this.nameOf(input)), JSON.stringify(drawing));
  }

  /** Removes the drawings that nobody asked for since this cache was opened. */
  prune(): void {
    for (const name of readdirSync(this.folder)) {
      if (!this.asked.has(name)) rmSync(join(this.folder, name));
    }
  }

  private nameOf(input: unknown): string {
    const name = `${createHash("sha256").update(hashProgram()).update(writeCanonical(input)).digest("hex")}.json`;
    this.asked.add(name);
    return name;
  }
}

/** Hashes this folder's programs and the versions of what draws: a change of either redraws everything. */
function hashProgram(): string {
  return (programHash ??= computeProgramHash());
}

let programHash: string | undefined;

function computeProgramHash(): string {
  const here = fileURLToPath(new URL(".", import.meta.url));
  const files = readdirSync(here, { recursive: true, encoding: "utf8" });
  const programs = files.filter((name) => name.endsWith(".ts")).sort().map((name) => readFileSync(join(here, name), "utf8"));
  const packages = ["vega", "vega-lite", "@resvg/resvg-wasm", "@expo-google-fonts/inter"].map((name) => readFileSync(join(here, "../../node_modules", name, "package.json"), "utf8"));
  return createHash("sha256").update([...programs, ...packages].join("\0")).digest("hex");
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

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

  /** Returns what was drawn from the same input before, or draws it. */
  async get(input: unknown, draw: () => Promise<T>): Promise<T> {
    const name = `${createHash("sha256").update(hashProgram()).update(writeCanonical(input)).digest("hex")}.json`;
    this.asked.add(name);
    const kept = readIfThere(join(this.folder, name));
    // Only this class writes the folder, under a name that says what is inside.
    if (kept !== undefined) return JSON.parse(kept) as T;
    const drawing = await draw();
    writeFileSync(join(this.folder, name), JSON.stringify(drawing));
    return drawing;
  }

  /** Removes the drawings that nobody asked for since this cache was opened. */
  prune(): void {
    for (const name of readdirSync(this.folder)) {
      if (!this.asked.has(name)) rmSync(join(this.folder, name));
    }
  }
}

/** Hashes this folder's programs and the versions of what draws: a change of either redraws everything. */
function hashProgram(): string {
  return (programHash ??= computeProgramHash());
}

let programHash: string | undefined;

function computeProgramHash(): string {
  const here = fileURLToPath(new URL(".", import.meta.url));
  const programs = [here, join(here, "live")].flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith(".ts")).sort().map((name) => readFileSync(join(folder, name), "utf8")));
  const packages = ["vega", "vega-lite"].map((name) => readFileSync(join(here, "../../node_modules", name, "package.json"), "utf8"));
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

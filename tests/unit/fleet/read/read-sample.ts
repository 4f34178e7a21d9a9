import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { FleetAdapter, FleetFile, FleetInput } from "../../../../advisor/fleet/record.ts";
import { fleet } from "../../advisor/fleet/knowledge.ts";
import { type ReadOptions, readFleet } from "../../../../advisor/fleet/read/read-fleet.ts";

/** Folder of the sample inventories, one folder for each format. */
export const samples = join(import.meta.dirname, "../samples");

/** The files of a sample: one, or all in a folder. */
export function loadSample(name: string): FleetInput[] {
  const path = join(samples, name);
  if (statSync(path).isDirectory())
    return readdirSync(path)
      .sort()
      .map((file) => ({ name: `${name}/${file}`, bytes: new Uint8Array(readFileSync(join(path, file))) }));
  return [{ name: relative(samples, path), bytes: new Uint8Array(readFileSync(path)) }];
}

/** Reads a text as a file. */
export async function readOne(
  name: string,
  content: string | Uint8Array,
  options: ReadOptions = {},
): Promise<FleetFile> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const [file] = await readFleet([{ name, bytes }], {
    adapterNames: fleet.adapterNames,
    platformWords: fleet.platformWords,
    ...options,
  });
  return file as FleetFile;
}

/** What is known of an adapter: its fields without those that are null, and without where it stands. */
export function known(adapter: FleetAdapter): Partial<FleetAdapter> {
  const { file: _file, place: _place, places: _places, ...facts } = adapter;
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
}

/** Place and text of each problem in one line. */
export function problemsOf({ problems }: FleetFile): string[] {
  return problems.map(({ place, text }) => `${place}: ${text}`);
}

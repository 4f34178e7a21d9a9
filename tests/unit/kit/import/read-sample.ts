import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importFile } from "../../../../tools/kit/import/import-file.ts";
import type { Imported, ImportedRow } from "../../../../tools/kit/import/row.ts";

/** Folder of files as the tools write them. */
export const samples = join(import.meta.dirname, "samples");

/** Bytes of a sample. */
export function readSampleBytes(name: string): Uint8Array {
  return readFileSync(join(samples, name));
}

/** Imports a sample under its own name. */
export async function importSample(name: string): Promise<Imported> {
  return importFile({ name, bytes: readSampleBytes(name) });
}

/** Imports a text as a file. */
export async function importText(text: string, name = "file.txt"): Promise<Imported> {
  return importFile({ name, bytes: new TextEncoder().encode(text) });
}

/** What identifies a number, its value and its place on one line. */
export function describeRow(row: ImportedRow): string {
  const { metric, statistic, value, unit, workload, side, flow, interfaceName, interfaceDirection, run, file, place } =
    row;
  const where = place.replaceAll(file, "").replaceAll(" ", "");
  const parts = [
    workload,
    metric,
    statistic,
    value,
    unit,
    run && `run ${run}`,
    side,
    flow,
    interfaceName,
    interfaceDirection,
  ];
  return `${parts.filter((part) => part !== undefined).join(" ")} ${where}`;
}

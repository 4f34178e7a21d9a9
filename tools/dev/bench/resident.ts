import { existsSync, readFileSync } from "node:fs";

/** Memory of a process as Linux tells it; 0 elsewhere. */
export function residentMegabytes(pid: number | undefined): number {
  const file = `/proc/${pid ?? 0}/status`;
  try {
    return existsSync(file) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, "utf8"))?.[1] ?? 0) / 1024 : 0;
  } catch {
    // The process may end between the two calls.
    return 0;
  }
}

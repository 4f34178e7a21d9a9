import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

/** Makes a folder that goes when the test of a context ends or, without one, the suite or file that calls this. */
export function makeTemporaryFolder(context: { after: (end: () => void) => void } = { after }): string {
  const folder = mkdtempSync(join(tmpdir(), "vnic-atlas-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

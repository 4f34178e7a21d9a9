// For benchmarks and tests of the preview: a copy of the repository, and an open page that listens.
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownPath } from "./preview-site.ts";

/** Inputs of pages and of cache keys. Drawings of charts and parsed records are cached by content, so a copy does not make them again. */
const copied = [
  ...["data", "layouts", "content", "assets", "advisor", "config.toml"],
  ...["package-lock.json", "CITATION.cff", ".cache/charts", ".cache/records"],
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

export interface Listener {
  /** Waits for the next version that the preview tells. */
  next(): Promise<number>;
  close(): void;
}

/** Listens to a preview's events as an open page does, for benchmarks and tests. */
export async function listenToEvents(url: string): Promise<Listener> {
  const stop = new AbortController();
  const response = await fetch(new URL(`${ownPath}events`, url), { signal: stop.signal });
  if (!response.body) throw new Error("the preview sent no events");
  const chunks = response.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  let rest = "";
  return {
    async next() {
      for (;;) {
        const found = /^event: version\ndata: (\d+)\n\n/m.exec(rest);
        if (found) {
          rest = rest.slice(found.index + found[0].length);
          return Number(found[1]);
        }
        const { value, done } = await chunks.next();
        if (done) throw new Error("the preview's events have ended");
        rest += value;
      }
    },
    close: () => stop.abort(),
  };
}

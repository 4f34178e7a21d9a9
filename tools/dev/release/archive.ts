import { readFileSync, writeFileSync } from "node:fs";
import { extname, relative, sep } from "node:path";
import { zipSync, type Zippable } from "fflate";
import { listFiles } from "../../records/list-files.mjs";

/** Formats that no archive makes smaller. */
const PACKED = [".br", ".gz", ".png", ".woff2", ".parquet"];
/** The time of every file: the same content gives the same archive. Archives cannot name an earlier one in every time zone. */
const TIME = new Date(1980, 0, 2);

/** Writes a folder as a ZIP archive: fflate, which the reader of inventories needs anyway, writes it on every system. */
export function writeArchive(folder: string, name: string, file: string): void {
  const entries: Zippable = {};
  for (const path of listFiles(folder).sort()) {
    const inside = `${name}/${relative(folder, path).split(sep).join("/")}`;
    entries[inside] = [readFileSync(path), { level: PACKED.includes(extname(path)) ? 0 : 6, mtime: TIME }];
  }
  writeFileSync(file, zipSync(entries));
}

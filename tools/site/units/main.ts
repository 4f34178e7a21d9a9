import { readFileSync, writeFileSync } from "node:fs";
import { listFiles } from "../../records/list-files.mjs";
import { joinUnits } from "./join-units.ts";
import { keepNamesWhole } from "./keep-names-whole.ts";

/** Keeps together what no line should part on every page of a built site: numbers and their units, names in headings. */
export function typesetSite(site: string): void {
  for (const file of listFiles(site).filter((name) => name.endsWith(".html"))) {
    const html = readFileSync(file, "utf8");
    const set = keepNamesWhole(joinUnits(html));
    if (set !== html) writeFileSync(file, set);
  }
}

import { readFileSync, writeFileSync } from "node:fs";
import { listFiles } from "../compile/write-files.ts";
import { joinUnits } from "./join-units.ts";

/** Joins the numbers to their units on every page of a built site. */
export function typesetSite(site: string): void {
  for (const file of listFiles(site).filter((name) => name.endsWith(".html"))) {
    const html = readFileSync(file, "utf8");
    const set = joinUnits(html);
    if (set !== html) writeFileSync(file, set);
  }
}

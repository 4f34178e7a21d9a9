import { join } from "node:path";
import { chromium } from "@playwright/test";
import { ToolError } from "../../records/command-line.mjs";
import { serve } from "../server/serve.mjs";
import { findChromium } from "../setup/chromium.mjs";

/** As many pages are pictured; a change of many records shows the same few page kinds. */
const mostPages = 12;

/** A phone and a desktop. */
const widths = [360, 1440];

/** Takes a picture of each page of a built site at two widths and returns the names of the files, such as `rules-360.png`. */
export async function takeScreenshots(paths: readonly string[], site: string, folder: string): Promise<string[]> {
  const executablePath = await findChromium(process.env);
  if (executablePath === null) throw new ToolError("No Chromium was found: name one in CHROMIUM_PATH.");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const server = await serve({ root: site });
  const taken: string[] = [];
  try {
    for (const path of paths.slice(0, mostPages)) {
      for (const width of widths) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
        await page.goto(new URL(path.slice(1), server.url).href);
        const file = `${path.replaceAll("/", " ").trim().replaceAll(" ", "-") || "home"}-${width}.png`;
        await page.screenshot({ path: join(folder, file), fullPage: true });
        await page.close();
        taken.push(file);
      }
    }
  } finally {
    await browser.close();
    await server.close();
  }
  return taken;
}

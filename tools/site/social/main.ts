import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderPng } from "../charts/render-png.ts";
import { removeOthers, writeFiles } from "../../records/write-files.ts";
import { FileCache } from "../../records/file-cache.ts";
import { hashPrograms } from "../pipeline/find-modules.mjs";
import { listProse } from "../search/prose.ts";
import { socialImageSize, describeSocialImage, drawSocialImage } from "./draw-image.ts";
import { type ImageRecords, listSocialImages, pictureLists } from "./list-images.ts";

/** Folders of build/ that nobody else writes into. */
const owned = ["static/cards"];

/** Draws the pictures for shared links, and lists for the templates which page has which. */
export async function drawSocialImages(root: string): Promise<void> {
  const build = join(root, "build");
  const cards = listSocialImages(listProse(join(root, "content")), readRecords(build), (chart) =>
    readFileSync(join(build, "charts", `${chart}-narrow.svg`), "utf8"),
  );
  const cache = new FileCache(
    join(root, ".cache/cards"),
    await hashPrograms(root, ["tools/site/charts/render-png.ts"]),
  );
  const files = new Map<string, string | Uint8Array>();
  const entries: Record<string, object> = {};
  for (const card of cards) {
    const path = `/cards/${card.path.replaceAll("/", " ").trim().replaceAll(" ", "-") || "home"}.png`;
    files.set(
      `static${path}`,
      await cache.get(drawSocialImage(card), (drawing) => renderPng(drawing, socialImageSize.width)),
    );
    entries[card.path] = { path, ...socialImageSize, alt: describeSocialImage(card) };
  }
  files.set("knowledge/cards.json", `${JSON.stringify(entries, null, 1)}\n`);
  removeOthers(build, owned, files);
  writeFiles(build, files);
  cache.prune();
}

function readRecords(build: string): ImageRecords {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(build, "knowledge", `${name}.json`), "utf8"));
  return Object.fromEntries(pictureLists.map((name) => [name, read(name)])) as unknown as ImageRecords;
}

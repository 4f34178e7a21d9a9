import { join } from "node:path";
import { hashContent, removeOthers, writeFiles } from "../../records/write-files.ts";
import { cutDisplayFace, readLicence, writeFontRule } from "./display-face.ts";

/** Folders of build/ that nobody else writes into. */
const owned = ["static/fonts", "css"];

/** Writes the files of the font into build/. */
export async function writeFonts(root: string): Promise<void> {
  const build = join(root, "build");
  const files = await makeFontFiles();
  removeOthers(build, owned, files);
  writeFiles(build, files);
}

/** Makes the font of titles and large numbers, its licence, the style rule that loads it, and the record of where pages find it. */
export async function makeFontFiles(): Promise<Map<string, string | Uint8Array>> {
  const face = await cutDisplayFace();
  const licence = readLicence();
  const name = `display.${hashContent(face)}.woff2`;
  return new Map<string, string | Uint8Array>([
    [`static/fonts/${name}`, face],
    [`static/fonts/OFL.${hashContent(licence)}.txt`, licence],
    ["css/display-face.css", writeFontRule(name)],
    ["knowledge/fonts.json", `${JSON.stringify({ display: `/fonts/${name}` }, null, 1)}\n`],
  ]);
}

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";
import { hashContent, removeOthers, writeFiles } from "../../records/write-files.ts";

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

const packageName = "@fontsource-variable/source-serif-4";
const resolveFile = createRequire(import.meta.url).resolve;

/** The letters of titles and of numbers set large; any other letter comes from the next font of the list. */
export const letters = [
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  " \u00a0[].,:;!?'\"’“”()/&+-–%×_",
].join("");

/** One instance of the variable font: drawn for large sizes, and as bold as a title. */
const instance = { opsz: 48, wght: 600 };

/** Cuts the display face out of its variable font: one instance, these letters, and the distances between them. */
export async function cutDisplayFace(): Promise<Uint8Array> {
  const font = readFileSync(resolveFile(`${packageName}/files/source-serif-4-latin-opsz-normal.woff2`));
  return subsetFont(font, letters, {
    targetFormat: "woff2",
    variationAxes: instance,
    keepFeatures: ["kern"],
    noLayoutClosure: true,
  });
}

/** The licence of the font, published with it. */
export function readLicence(): string {
  return readFileSync(resolveFile(`${packageName}/LICENSE`), "utf8");
}

/**
 * The rule with which a style sheet beside the folder of fonts loads the face; where it comes too late, nothing moves. Small
 * windows, which mostly hang on a slow line, do without: there it came too late for the first page, and delayed it.
 */
export function writeFontRule(file: string): string {
  return `@media (min-width: 48rem) {
  @font-face {
    font-family: "Atlas Display";
    src: url("../fonts/${file}") format("woff2");
    font-weight: 600;
    font-display: optional;
  }
}
`;
}

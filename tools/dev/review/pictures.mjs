import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/*
 * GitHub has no interface to attach a picture to a comment, so the pictures of a pull request are stored in the repository:
 * in one commit without parents, on a branch of its own. They come from a contributor's run and are checked before.
 */

/** Such as `adapters-vmxnet3-360.png`: a page's address and the width of the window. */
const namePattern = /^([a-z0-9][a-z0-9.-]{0,120})-(360|1440)\.png$/;

/** main.ts pictures 12 pages at two widths. */
const mostPictures = 24;

/** GitHub shows no picture above 5 MB in a comment. */
const mostBytes = 5_000_000;

/** First bytes of a PNG: its signature and the length and name of the first chunk. */
const pngStart = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/** @typedef {(method: string, path: string, body?: object) => Promise<any>} Api GitHub's REST interface */

/** @typedef {{ page: string, width: string, name: string, bytes: Buffer }} Picture page: address with hyphens for slashes */

/**
 * The pictures in a folder, as far as name, size and first bytes are those of a page's picture. None if there is no folder.
 * @param {string} folder
 * @returns {Picture[]}
 */
export function readPictures(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && namePattern.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name }) => {
      const [, page = "", width = ""] = namePattern.exec(name) ?? [];
      return { page, width, name, bytes: readFileSync(join(folder, name)) };
    })
    .filter(({ bytes }) => bytes.length <= mostBytes && bytes.subarray(0, pngStart.length).equals(pngStart))
    .slice(0, mostPictures);
}

/**
 * Stores the pictures of a pull request in place of those of its last run and returns the commit that holds them.
 * @param {string} repo path of the repository in the interface, such as `/repos/OWNER/NAME`
 * @param {number} pull
 * @param {readonly Picture[]} pictures at least one
 * @param {Api} api
 * @returns {Promise<string>}
 */
export async function storePictures(repo, pull, pictures, api) {
  const tree = [];
  for (const { name, bytes } of pictures) {
    const { sha } = await api("POST", `${repo}/git/blobs`, { content: bytes.toString("base64"), encoding: "base64" });
    tree.push({ path: name, mode: "100644", type: "blob", sha });
  }
  const { sha: root } = await api("POST", `${repo}/git/trees`, { tree });
  const { sha } = await api("POST", `${repo}/git/commits`, {
    message: `Store pictures of pull request ${pull}`,
    tree: root,
    parents: [],
  });
  const branch = `pictures/${pull}`;
  const [existing] = await api("GET", `${repo}/git/matching-refs/heads/${branch}`).then((refs) =>
    refs.filter((/** @type {{ ref: string }} */ { ref }) => ref === `refs/heads/${branch}`),
  );
  if (existing) await api("PATCH", `${repo}/git/refs/heads/${branch}`, { sha, force: true });
  else await api("POST", `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha });
  return sha;
}

/**
 * Shows stored pictures in Markdown, folded: each page by its name, desktop beside phone.
 * @param {readonly Picture[]} pictures
 * @param {string} address of the folder that holds them, with a slash at its end
 */
export function showPictures(pictures, address) {
  const pages = [...new Set(pictures.map(({ page }) => page))];
  const count = pages.length === 1 ? "1 changed page" : `${pages.length} changed pages`;
  const lines = pages.flatMap((page) => [
    `**${page}**`,
    "",
    // Sorted by name, so 1440 comes before 360.
    ...pictures
      .filter((picture) => picture.page === page)
      .map(
        ({ name, width }) =>
          `<img src="${address}${name}" width="${width === "360" ? 160 : 560}" alt="${page} at ${width} px">`,
      ),
    "",
  ]);
  return [`<details><summary>Pictures of ${count}</summary>`, "", ...lines, "</details>"].join("\n");
}

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { listSiteFiles } from "./site.ts";

/** Says of records whether they are more than another guest: one that no record and no file of a page names only takes time. */
export function findNeeded(root: string): (record: { kind: string; id: string }) => boolean {
  const files = ["assets", "data"].flatMap((folder) =>
    listSiteFiles(join(root, folder)).map((file) => join(folder, file)),
  );
  const named = new Set(
    files
      // Old addresses lead to every guest.
      .filter((file) => file.endsWith(".yaml") && !/^data[\\/](?:guests|redirects)[\\/]/.test(file))
      .flatMap((file) => readFileSync(join(root, file), "utf8").match(/[a-z0-9]+(?:-[a-z0-9]+)+/g) ?? []),
  );
  return ({ kind, id }) => kind !== "guest" || named.has(id);
}

/** Takes the guests that nothing names out of a copy of the repository, which makes every preview of it quicker. */
export function removeOtherGuests(root: string): void {
  const isNeeded = findNeeded(root);
  for (const file of listSiteFiles(join(root, "data/guests")))
    if (!isNeeded({ kind: "guest", id: file.replace(".yaml", "") })) rmSync(join(root, "data/guests", file));
}

import { folderOf, kinds } from "../../records/kinds.ts";
import { suggest } from "../nearest.ts";
import type { WorldComplaint, WorldRule } from "../rule.ts";

/**
 * A record's file lies in its kind's folder and is called by its id, in kebab-case, with the ending .yaml.
 *
 * Good: `data/adapters/e1000e.yaml`
 * Bad: `data/adapters/E1000E.yml`
 */
export const fileName: WorldRule = {
  name: "file-name",
  scope: "world",
  fixable: true,
  check({ set }) {
    const records = [...set.records, ...set.unreadable].filter(({ id }) => !kebabCase.test(id));
    return [
      ...records.map(({ file, id }) =>
        complain(file, `the file name "${id}" is not in kebab-case`, `rename it to ${toKebabCase(id)}.yaml`),
      ),
      ...set.strays.map(complainOfStray),
    ];
  },
};

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/;

function complain(file: string, message: string, help: string): WorldComplaint {
  return { file, line: 1, col: 1, message, help };
}

function complainOfStray(file: string): WorldComplaint {
  const [, folder = "", name] = file.split("/");
  if (name === undefined) {
    const folders = kinds.map((kind) => folderOf(kind).replace("data/", ""));
    return complain(
      file,
      `"${folder}" is no folder of records`,
      `${suggest(folder, folders)} folders: ${folders.join(", ")}`.trim(),
    );
  }
  return complain(
    file,
    `"${name}" is no record: records end in .yaml`,
    `rename it to ${toKebabCase(name.replace(/\.[^.]*$/, ""))}.yaml or move it out of data`,
  );
}

function toKebabCase(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

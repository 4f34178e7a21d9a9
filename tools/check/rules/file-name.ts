import { folderOf, kinds } from "../../records/kinds.ts";
import { toKebabCase } from "../names.ts";
import { suggest } from "../../../advisor/questions/nearest.mjs";
import type { WorldComplaint, WorldRule } from "../rule.ts";

/**
 * A record's file lies in its kind's folder and is called by its id, in kebab-case, with the ending .yaml.
 *
 * Good: `data/adapters/e1000e.yaml`
 * Bad: `data/adapters/E1000E.yml`
 */
export const fileName: WorldRule = {
  name: "file-name",
  summary: "A record's file is in the folder of its kind and has the record's id in kebab-case as its name.",
  scope: "world",
  check({ set }) {
    const records = [...set.records, ...set.tombstones, ...set.unreadable].filter(({ id }) => !kebabCase.test(id));
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
  const folders = kinds.map((kind) => folderOf(kind).replace("data/", ""));
  const list = `folders: ${folders.join(", ")}`;
  if (name === "") {
    const help = `${suggest(folder, folders)} ${list}`.trim();
    return complain(file, `"${folder}" is not a folder of records`, help);
  }
  if (name === undefined) {
    return complain(file, `"${folder}" is not in a folder of records`, `move it to the folder of its kind; ${list}`);
  }
  const place = `data/${folder}`;
  if (file.endsWith("/")) {
    return complain(file, `"${name}" is a folder`, `move its records to ${place}`);
  }
  if (name.endsWith(".yaml")) return complain(file, `"${name}" is a link`, "replace the link with the record itself");
  const id = toKebabCase(name.replace(/\.[^.]*$/, ""));
  const message = `"${name}" is not a record: records end in .yaml`;
  return complain(file, message, `rename it to ${id}.yaml or move it out of data`);
}

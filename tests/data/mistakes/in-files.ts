import { edit, files, mark, read, replace } from "./mistake.ts";
import type { Mistake } from "./mistake.ts";

const modeline = "# yaml-language-server: $schema=../schema/dataset.schema.json";
const otherSource = read("source").replace("A study of two adapters", "Another study");
const citing = edit("finding", "source: sample-study", "source: other-study");
const asList = read("dataset")
  .replace(/^(?=.)/gm, "  ")
  .replace("  #", "#")
  .replace("  title", `${mark}- title`);

/** What goes wrong with the file as such: how it is encoded, what it is called, where it lies, what it holds instead. */
export const mistakesInFiles: readonly Mistake[] = [
  {
    name: "byte order mark, as Windows editors write it",
    files: replace("dataset", `${mark}\uFEFF${read("dataset")}`),
    rule: "yaml",
    message: "the file starts with a byte order mark (BOM)",
    help: "save it as UTF-8 without BOM",
  },
  {
    name: "Windows line ends",
    files: replace("dataset", read("dataset").replace("\n", `${mark}\n`).replaceAll("\n", "\r\n")),
    rule: "yaml",
    message: "lines end in CR LF",
    help: "save the file with line feeds (LF) only",
  },
  {
    name: "line ends of an old Macintosh",
    files: replace("dataset", read("dataset").replace("\n", `${mark}\n`).replaceAll("\n", "\r")),
    rule: "yaml",
    message: "lines end in CR",
    help: "save the file with line feeds (LF) only",
  },
  {
    name: "UTF-16, as spreadsheets export it",
    files: replace("dataset", Buffer.from(`\uFEFF${read("dataset")}`, "utf16le")),
    at: `${files.dataset}:1:1`,
    rule: "yaml",
    message: "the file is UTF-16, not UTF-8",
    help: "save it as UTF-8",
  },
  {
    name: "Latin-1 (é as one byte)",
    files: replace("source", Buffer.from(read("source").replace("Ann Author", "René Author"), "latin1")),
    at: `${files.source}:4:8`,
    rule: "yaml",
    message: "the file is not UTF-8: this character cannot be read",
    help: "save the file as UTF-8",
  },
  {
    name: "50 MB of raw output in a record",
    files: replace("dataset", Buffer.alloc(50_000_000, "4.47 4.48 4.49\n")),
    at: `${files.dataset}:1:1`,
    rule: "yaml",
    message: "the file has more than 400,000 characters",
    help: "keep raw output elsewhere",
  },
  {
    name: "an empty file",
    files: replace("dataset", mark),
    rule: "schema",
    message: "the record is empty",
    help: "copy the fields from another record of this kind",
  },
  {
    name: "nothing but comments",
    files: replace("dataset", `${modeline}\n# to be written\n${mark}`),
    rule: "schema",
    message: "the record is empty",
    help: "copy the fields from another record of this kind",
  },
  {
    name: "a list where a record is expected",
    files: replace("dataset", asList),
    rule: "schema",
    message: "the record must be a mapping, found a list",
    help: "write each field on its own line, as `name: value`",
  },
  {
    name: "CSV in a .yaml file",
    files: replace("dataset", `${modeline}\n${mark}adapter,metric,value\nvmxnet3,throughput,4.47\n`),
    rule: "schema",
    message: 'the record must be a mapping, found text "adapter,metric,value vmxnet3,throughput,4.47"',
    help: "write each field on its own line",
  },
  {
    name: "a web page saved as .yaml",
    files: replace("dataset", `${mark}<!DOCTYPE html>\n<title>Log in: first</title>\n`),
    rule: "yaml",
    message: "this line is not a field",
    help: "write a field as `name: value`",
  },
  {
    name: "a Markdown fence around the record",
    files: replace("dataset", `${mark}\`\`\`yaml\n${read("dataset")}\`\`\`\n`),
    rule: "yaml",
    message: "a Markdown fence (```) does not belong in a record",
    help: "delete the lines that start with ```",
  },
  {
    name: "a merge conflict left in",
    files: edit(
      "dataset",
      "platform: vsphere\n",
      `${mark}<<<<<<< HEAD\nplatform: vsphere\n=======\nplatform: kvm\n>>>>>>> main\n`,
    ),
    rule: "yaml",
    message: "this line is a merge conflict marker",
    help: "keep one version",
  },
  {
    name: "two records in one file",
    files: replace("source", `${read("source")}${mark}---\n${otherSource}`),
    rule: "yaml",
    message: "the file holds more than one document (---)",
    help: "one record per file",
  },
  {
    name: "no modeline",
    files: replace("dataset", `${mark}${read("dataset").slice(modeline.length + 1)}`),
    rule: "modeline",
    message: "the first line does not name the schema",
    help: modeline,
  },
  {
    name: "JSON pasted in a .yaml file (JSON is YAML: only the modeline is missing)",
    files: replace(
      "source",
      `${mark}${JSON.stringify({ title: "A study", authors: [], publisher: "Example", published: "2012", kind: "vendor-paper", accessed: "2026" }, null, 2)}\n`,
    ),
    rule: "modeline",
    message: "the first line does not name the schema",
    help: "add above it: # yaml-language-server: $schema=../schema/source.schema.json",
  },
  {
    name: "the modeline of the record it was copied from",
    files: edit("dataset", modeline, `${mark}${modeline.replace("dataset", "source")}`),
    rule: "modeline",
    message: "the first line names another schema",
    help: modeline,
  },
  {
    name: "wrong file ending (.yml)",
    files: { ...citing, "data/sources/other-study.yml": `${mark}${otherSource}` },
    rule: "file-name",
    message: '"other-study.yml" is not a record: records end in .yaml',
    help: "rename it to other-study.yaml",
  },
  {
    name: "capitals in the file name",
    files: { ...citing, "data/sources/Other-Study.yaml": `${mark}${otherSource}` },
    rule: "file-name",
    message: 'the file name "Other-Study" is not in kebab-case',
    help: "rename it to other-study.yaml",
  },
  {
    name: "a space in the file name",
    files: { ...citing, "data/sources/other study.yaml": `${mark}${otherSource}` },
    rule: "file-name",
    message: 'the file name "other study" is not in kebab-case',
    help: "rename it to other-study.yaml",
  },
  {
    name: "a dataset in the folder of sources",
    files: { "data/sources/two-adapters.yaml": `${mark}${read("dataset")}` },
    rule: "schema",
    message: "the fields are those of a dataset, not of a source",
    help: "move the file to data/datasets",
  },
  {
    name: "a record outside the folders of records",
    files: { "data/other-study.yaml": `${mark}${otherSource}` },
    rule: "file-name",
    message: '"other-study.yaml" is not in a folder of records',
    help: "move it to the folder of its kind",
  },
  {
    name: "a folder of one's own",
    files: { "data/sources/mine/other-study.yaml": otherSource },
    at: "data/sources/mine/:1:1",
    rule: "file-name",
    message: '"mine" is a folder',
    help: "move its records to data/sources",
  },
];

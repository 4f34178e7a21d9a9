import { ToolError } from "../../records/command-line.mjs";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Document, isCollection, isPair, isScalar, parse, visit } from "yaml";
import { makeDataset } from "../export/dataset.ts";
import { usages } from "../help.ts";
import { readResult } from "../result.ts";
import { type LabCall, readWords } from "./call.ts";
import { writeNew } from "./run.ts";

/** Writes a dataset record of a result, to standard output or to a new file. */
export async function exportDataset({ words, root, print, printError }: LabCall): Promise<number> {
  const { values, files } = readWords(words, ["source", "out"], 1, usages.export);
  const [file = ""] = files;
  if (values.source === undefined) throw new ToolError(`--source is missing; usage: ${usages.export}`, 2);
  const findName = (id: string) => readName(join(root, "data", "adapters", `${id}.yaml`));
  const { dataset, leftOut } = makeDataset(readResult(file, root), values.source, findName);
  if (leftOut.length > 0) printError(`left out because the adapter has no record: ${leftOut.join(", ")}\n`);
  if (!existsSync(join(root, "data", "sources", `${values.source}.yaml`))) {
    printError(`data/sources/${values.source}.yaml does not exist. Create it with kind: own-measurement\n`);
  }
  const text = writeRecord(dataset);
  if (values.out === undefined) print(text);
  else writeNew(resolve(root, values.out), text);
  return 0;
}

function readName(file: string): string | null {
  if (!existsSync(file)) return null;
  const record: { name?: string } = parse(readFileSync(file, "utf8"));
  // What stands in parentheses tells readers of a list more and only lengthens a sentence.
  return record.name?.replace(/ \(.*\)$/, "") ?? null;
}

/** Writes a record as the others are written. */
export function writeRecord(dataset: object): string {
  const modeline = "# yaml-language-server: $schema=../schema/dataset.schema.json\n";
  const document = new Document(dataset, { aliasDuplicateObjects: false });
  // Hundreds of rows are easier to follow when each is short.
  visit(document, {
    Pair(_, { key, value }, path) {
      const isInRow = path.some((node) => isPair(node) && isScalar(node.key) && node.key.value === "measurements");
      if (isInRow && isScalar(key) && (key.value === "samples" || key.value === "conditions") && isCollection(value))
        value.flow = true;
    },
  });
  return (
    modeline +
    document.toString({ singleQuote: true, lineWidth: 100, blockQuote: "folded", flowCollectionPadding: false })
  );
}

import { ToolError } from "../../records/command-line.mjs";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parse } from "yaml";
import type { Dataset } from "../../../build/types/records.ts";
import { type Column, compareColumns, readColumn, readPublished } from "../compare.ts";
import { usages } from "../help.ts";
import { printTable } from "../print-result.ts";
import { readResult } from "../result.ts";
import { type LabCall, readWords } from "./call.ts";

/** Compares two result files, or a result file with a dataset record, whichever comes first. */
export async function compare({ words, root, print }: LabCall): Promise<number> {
  const { files } = readWords(words, [], 2, usages.compare);
  const [first = "", second = ""] = files;
  const rows = compareColumns(readSide(first, root), readSide(second, root));
  print(printTable([["adapter and workload", "first", "second", ""], ...rows]));
  return rows.some((row) => row.at(-1) === "DIFFERS") ? 1 : 0;
}

function readSide(file: string, root: string): Column[] {
  if (!file.endsWith(".yaml")) return readColumn(readResult(file, root));
  let record: Partial<Dataset> | null;
  try {
    record = parse(readFileSync(resolve(root, file), "utf8"));
  } catch (error) {
    throw new ToolError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, 2);
  }
  if (!Array.isArray(record?.measurements)) throw new ToolError(`${file} is not a dataset record`, 2);
  const columns = readPublished(record as Dataset);
  if (columns.length === 0) throw new ToolError(`${file} has no counts of the lab`, 2);
  return columns;
}

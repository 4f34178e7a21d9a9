import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parse } from "yaml";
import type { Dataset } from "../../../build/types/records.ts";
import { compareColumns, readColumn, readPublished } from "../compare.ts";
import type { Column } from "../compare.ts";
import { LabError } from "../lab-error.ts";
import { printTable } from "../print-table.ts";
import { readResult } from "../read-result.ts";
import type { LabCall } from "./call.ts";

/** Compares two result files, or a result file with a dataset record, whichever comes first. */
export async function compare({ words, root, print }: LabCall): Promise<number> {
  const [first, second, ...others] = words;
  if (!first || !second || others.length > 0) throw new LabError("usage: npm run lab -- compare A.json B.json (or data/datasets/ID.yaml)", 2);
  const rows = compareColumns(readSide(first, root), readSide(second, root));
  print(printTable([["adapter and workload", "first", "second", ""], ...rows]));
  // Bursts depend on timing: what differs there is told and is no failure.
  const differs = rows.some(([key = "", , , verdict]) => verdict === "DIFFERS" && /(?:rr1|tx1)$/.test(key));
  return differs ? 1 : 0;
}

function readSide(file: string, root: string): Column[] {
  if (!file.endsWith(".yaml")) return readColumn(readResult(file, root));
  try {
    const dataset: Dataset = parse(readFileSync(resolve(root, file), "utf8"));
    return readPublished(dataset);
  } catch (error) {
    throw new LabError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, 2);
  }
}

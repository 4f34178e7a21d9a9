import { ToolError } from "../../records/command-line.mjs";
import { resolve } from "node:path";
import { parse } from "yaml";
import type { Dataset } from "../../../build/types/records.ts";
import { adapters } from "../adapters.ts";
import { usages, type LabCall, readWords } from "./call.ts";
import { printTable } from "../print.ts";
import { type LabResult, readParsed, readResult } from "../result.ts";
import { expectsWholeNumber, describeSpread, summarise, tolerance } from "../summarise.ts";
import { workloads } from "../workloads.ts";

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
  const record = readParsed(resolve(root, file), parse, file) as Partial<Dataset> | null;
  if (!Array.isArray(record?.measurements)) throw new ToolError(`${file} is not a dataset record`, 2);
  const columns = readPublished(record as Dataset);
  if (columns.length === 0) throw new ToolError(`${file} has no counts of the lab`, 2);
  return columns;
}

/** Counts of one adapter under one workload, wherever they are from. */
interface Column {
  key: string;
  values: number[];
}

/** Takes accesses per packet or transaction out of a result. */
export function readColumn(result: LabResult): Column[] {
  return summarise(result).map(({ adapter, workload, accesses }) => ({
    key: `${adapter} ${workload}`,
    values: accesses,
  }));
}

/** Takes the same out of a published dataset: the rows that `export` names so. */
export function readPublished({ measurements }: Dataset): Column[] {
  return adapters.flatMap(({ id }) =>
    workloads.flatMap(({ id: workload }) => {
      const row = measurements.find((one) => one.id === `${id.replaceAll("_", "-")}-${workload}-accesses`);
      if (row?.kind === "value") return [{ key: `${id} ${workload}`, values: [row.value] }];
      return row?.kind === "samples" ? [{ key: `${id} ${workload}`, values: [...row.samples] }] : [];
    }),
  );
}

/** Compares two columns: they agree if their ranges overlap within 2 %. Timing-dependent counts may differ, and are marked. */
export function compareColumns(before: readonly Column[], after: readonly Column[]): string[][] {
  return before
    .flatMap(({ key, values }) => {
      const other = after.find((column) => column.key === key);
      if (!other) return [[key, describeSpread(values), "–", "only in the first"]];
      return [
        [
          key,
          describeSpread(values),
          describeSpread(other.values),
          doRangesOverlap(values, other.values) ? "same" : mustRepeat(key) ? "DIFFERS" : "differs, timing",
        ],
      ];
    })
    .concat(
      after
        .filter(({ key }) => !before.some((column) => column.key === key))
        .map(({ key, values }) => [key, "–", describeSpread(values), "only in the second"]),
    );
}

/** Not rx1, where nothing answers: on a busy machine two packets may share an interrupt. */
function mustRepeat(key: string): boolean {
  return adapters.some(({ id }) =>
    (["tx1", "rr1"] as const).some((workload) => key === `${id} ${workload}` && expectsWholeNumber(id, workload)),
  );
}

function doRangesOverlap(one: readonly number[], other: readonly number[]): boolean {
  const gap = Math.max(Math.min(...one) - Math.max(...other), Math.min(...other) - Math.max(...one));
  return gap <= Math.max(tolerance * Math.min(Math.max(...one), Math.max(...other)), tolerance);
}

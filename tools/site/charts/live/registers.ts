import type { RegisterCount } from "../../../../assets/ts/charts/registers.ts";
import { listConfigurations, listRegisters, spreadOf, writeSpread } from "../../compile/counts.ts";
import type { ChartRow } from "../chart.ts";
import { findRecord } from "../knowledge.ts";
import type { ChartKnowledge } from "../knowledge.ts";

/** Lists the registers behind a count of pings, in the order of the dataset: which, how it is accessed, how often, what for. */
export function listRegisterCounts({ reference }: ChartRow, { datasets }: ChartKnowledge): RegisterCount[] {
  const [id = "", place] = String(reference).split("/");
  const { measurements } = findRecord(datasets, id, "dataset");
  const configuration = listConfigurations(measurements).find(({ rows }) => rows.some((row) => row.id === place));
  return (configuration ? listRegisters(configuration) : []).flatMap((row) => {
    const spread = spreadOf(row);
    if (!spread) return [];
    const { register = "", access = "" } = row.conditions;
    return [{ register, access, times: writeSpread(spread), purpose: row.note ?? "" }];
  });
}

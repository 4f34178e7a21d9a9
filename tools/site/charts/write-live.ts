import type { Row } from "../../../assets/ts/charts/row.ts";
import type { Flow } from "../../../assets/ts/charts/view.ts";
import { hashContent } from "../../records/write-files.ts";
import type { ChartRow, ChoiceField } from "./chart.ts";
import type { LiveDrawing } from "./live/compile-flow.ts";
import { listDetails, nameOfId } from "./live/details.ts";
import { shortenName } from "./words.ts";
import type { RegisterCount } from "../../../assets/ts/charts/row.ts";
import { listConfigurations, listRegisters, spreadOf, writeSpread } from "../compile/counts.ts";
import { type ChartKnowledge, findRecord, namePlatform } from "./knowledge.ts";

/** A chart in one size as assets/ts/charts/start-charts.ts loads it. */
export interface LiveFile {
  spec: Flow;
  rows: Row[];
}

/** Writes the file of a chart that answers; its name changes with its content, so that it may be kept for ever. */
export function writeLive(
  name: string,
  { spec, rows }: LiveDrawing,
  plain: readonly ChartRow[],
  knowledge: ChartKnowledge,
): { path: string; text: string } {
  const described = rows.map((row, index) => ({ ...row, ...describeRow(plain[index] ?? row, knowledge) }));
  const text = `${JSON.stringify({ spec, rows: described } satisfies LiveFile)}\n`;
  return { path: `/charts/live/${name}.${hashContent(text)}.json`, text };
}

function describeRow(row: ChartRow, knowledge: ChartKnowledge): Pick<Row, "details" | "registers"> {
  const details = listDetails(row, knowledge);
  return typeof row.reads === "number" ? { details, registers: listRegisterCounts(row, knowledge) } : { details };
}

/** Lists by which values of which fields a reader may choose rows; a pair of adapters is found by either of them. */
export function listChoice(
  fields: readonly ChoiceField["field"][],
  rows: readonly ChartRow[],
  knowledge: ChartKnowledge,
): ChoiceField[] {
  return fields.map((field) => {
    const values = [...new Set(rows.flatMap((row) => [row[field], ...(field === "adapter" ? [row.over] : [])]))].filter(
      (value) => typeof value === "string",
    );
    const nameOf = (value: string): string => {
      switch (field) {
        case "platform":
          return namePlatform(value, knowledge);
        case "workload":
          return nameOfId(value);
        case "adapter":
          return shortenName(knowledge.adapters.find(({ id }) => id === value)?.name ?? value);
      }
    };
    return { field, options: values.map((value) => ({ value, name: nameOf(value) })) };
  });
}

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

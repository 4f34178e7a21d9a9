import type { ChartRow, ChoiceField } from "../chart.ts";
import type { ChartKnowledge } from "../knowledge.ts";
import { shortenName, wordFor } from "../words.ts";
import { nameOfId } from "./details.ts";

/** Lists by which values of which fields a reader may choose rows; a pair of adapters is found by either of them. */
export function listChoice(
  fields: readonly ChoiceField["field"][],
  rows: readonly ChartRow[],
  { adapters }: ChartKnowledge,
): ChoiceField[] {
  return fields.map((field) => {
    const values = [...new Set(rows.flatMap((row) => [row[field], ...(field === "adapter" ? [row.over] : [])]))].filter(
      (value) => typeof value === "string",
    );
    const nameOf = (value: string): string => {
      switch (field) {
        case "platform":
          return wordFor(value);
        case "workload":
          return nameOfId(value);
        case "adapter":
          return shortenName(adapters.find(({ id }) => id === value)?.name ?? value);
      }
    };
    return { field, options: values.map((value) => ({ value, name: nameOf(value) })) };
  });
}

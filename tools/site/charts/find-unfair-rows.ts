import type { ChartRow } from "./chart.ts";
import type { ChartKnowledge } from "./knowledge.ts";
import { findRecord } from "./knowledge.ts";

/** Results that a reader sets side by side; a ratio or an order was formed within its own study. */
const sideBySide = new Set<unknown>(["stated", "reported", "computed"]);

/** Says what keeps the rows of a chart from being compared: adapters stand side by side only within one study that compares them. */
export function findUnfairRows(rows: readonly ChartRow[], { datasets }: ChartKnowledge): string[] {
  const results = rows.filter(({ result }) => sideBySide.has(result));
  if (new Set(results.map(({ adapter }) => adapter)).size < 2) return [];
  const drawn = [...new Set(results.map(({ reference }) => String(reference).split("/")[0] ?? ""))];
  if (drawn.length > 1) return [`sets adapters of several studies side by side: ${drawn.join(", ")}`];
  return drawn
    .map((id) => findRecord(datasets, id, "dataset"))
    .filter(({ grade }) => grade !== "comparison")
    .map(({ id, grade }) => `sets adapters of ${id} side by side, a study of the grade ${grade}`);
}

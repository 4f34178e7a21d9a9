import { ownerOf } from "../../../../assets/ts/charts/row.ts";
import type { ChartRow } from "../chart.ts";
import type { ChartKnowledge } from "../knowledge.ts";

/** An adapter of a chart, whose colour its marks have. */
export interface LegendEntry {
  id: string;
  name: string;
  kind: string;
}

/** Lists the adapters whose colours a chart has, in the order of its rows; none where a colour means something else or there is only one. */
export function listLegend(rows: readonly ChartRow[], { adapters }: ChartKnowledge): LegendEntry[] {
  const owners = new Set(
    rows.filter(({ painted, support }) => typeof painted !== "string" && typeof support !== "string").map(ownerOf),
  );
  const entries = [...owners].flatMap((owner) =>
    adapters.filter(({ id }) => id === owner).map(({ id, name, kind }) => ({ id, name, kind })),
  );
  return entries.length > 1 ? entries : [];
}

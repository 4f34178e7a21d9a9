import type { SchemaSet } from "../../check/schema/schema-set.ts";
import { type AdviceComparison, compareAdvice } from "./compare-advice.ts";
import { type ChartChange, compareCharts } from "./compare-charts.ts";
import { compareRecords, type Fault, type RecordChange } from "./compare-records.ts";
import { type CompiledSide, compileSide } from "./compile-side.ts";
import { type ChangedPage, listPages } from "./list-pages.ts";
import type { Side } from "./read-side.ts";
import { listSituations, type TitledSituation } from "./situations.ts";

/** Everything that a change to the records does. */
export interface Comparison {
  /** What the records here are compared with. */
  base: string;
  faults: Fault[];
  records: RecordChange[];
  /** Schema files that differ; records may fit one side's only. */
  schemas: string[];
  advice: AdviceComparison;
  charts: ChartChange[];
  pages: ChangedPage[];
  /** Records that today's programs cannot read, so that advice and charts leave them out. */
  unfit: { side: string; file: string; reason: string }[];
}

/** Compares two states with today's schemas and programs. */
export function compareSides(
  base: string,
  [earlier, later]: readonly [Side, Side],
  schemas: SchemaSet,
  standing: readonly TitledSituation[],
): Comparison {
  const [before, after] = [compileSide(earlier, schemas), compileSide(later, schemas)];
  const names = [...new Set([...before.schemas.keys(), ...after.schemas.keys()])].sort();
  const { faults, records } = compareRecords(before, after);
  return {
    base,
    faults,
    records,
    schemas: names.filter((name) => before.schemas.get(name) !== after.schemas.get(name)),
    advice: compareAdvice(before, after, listSituations(standing, [before, after])),
    charts: compareCharts(before, after),
    pages: listPages(records, before, after),
    unfit: [...listUnfit(before), ...listUnfit(after)],
  };
}

function listUnfit({ name, unfit }: CompiledSide): Comparison["unfit"] {
  return [...unfit].map(([file, { reason }]) => ({ side: name, file, reason }));
}

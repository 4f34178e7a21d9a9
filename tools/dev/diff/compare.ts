import type { SchemaSet } from "../../check/schema/schema-set.ts";
import { type Plural, pluralOf } from "../../records/kinds.ts";
import { findAnyPath, findSourcePath } from "../../site/compile/paths.ts";
import type { RecordOf } from "../../site/compile/records.ts";
import { type AdviceComparison, compareAdvice } from "./compare-advice.ts";
import { type ChartChange, compareCharts } from "./compare-charts.ts";
import { compareRecords, type Fault, findRenames, type RecordChange } from "./compare-records.ts";
import { keysOf } from "./values.ts";
import { type CompiledSide, compileSide, type Side } from "./sides.ts";
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
  const names = keysOf(before.schemas, after.schemas).sort();
  const renames = findRenames(before, after);
  const { faults, records } = compareRecords(before, after, renames);
  return {
    base,
    faults,
    records,
    schemas: names.filter((name) => before.schemas.get(name) !== after.schemas.get(name)),
    advice: compareAdvice(before, after, listSituations(standing, [before, after])),
    charts: compareCharts(before, after, renames),
    pages: listPages(records, before, after),
    unfit: [...listUnfit(before), ...listUnfit(after)],
  };
}

function listUnfit({ name, unfit }: CompiledSide): Comparison["unfit"] {
  return [...unfit].map(([file, { reason }]) => ({ side: name, file, reason }));
}

/** A page on which changed records have their place. */
interface ChangedPage {
  /** From the site's root, without an anchor. */
  path: string;
  /** Kind and id of the records, such as `dataset nobel-vmxnet3-2013`. */
  records: string[];
}

/** Pages whose form asks every question. */
const askingPages = ["/advisor/", "/embed/advisor/"];

/** Lists the pages where changed records are shown; what was withdrawn stands where it was. */
function listPages(records: readonly RecordChange[], before: CompiledSide, after: CompiledSide): ChangedPage[] {
  const pages = new Map<string, string[]>();
  for (const { kind, id } of records) {
    const folder = pluralOf(kind);
    const side = [after, before].find(({ atlas }) => findRecord(folder, id, atlas));
    const record = side && findRecord(folder, id, side.atlas);
    if (!side || !record) continue;
    // TypeScript cannot see that the kind and the record match here.
    const path =
      folder === "sources"
        ? findSourcePath(id, side.atlas)
        : findAnyPath(folder as "steps", record as RecordOf<"steps">);
    for (const page of [...(kind === "question" ? askingPages : []), path.replace(/#.*$/s, "")])
      pages.set(page, [...(pages.get(page) ?? []), `${kind} ${id}`]);
  }
  return [...pages].map(([path, names]) => ({ path, records: names }));
}

function findRecord(kind: Plural, id: string, atlas: CompiledSide["atlas"]): RecordOf<Plural> | undefined {
  const records: readonly { id: string }[] = atlas[kind];
  return records.find((record) => record.id === id) as RecordOf<Plural> | undefined;
}

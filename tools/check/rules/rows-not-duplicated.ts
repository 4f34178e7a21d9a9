import { writeCanonical } from "../../records/objects.ts";
import { type AnyRecord, type Path, recordsOf } from "../../records/record.ts";
import { isSoundRow, listRows, type Row } from "../rows.ts";
import type { WorldComplaint, WorldRule } from "../rule.ts";
import { isMapping, select } from "../select.ts";
import { scaleOf } from "../unit-table.ts";
import type { World } from "../world.ts";

/**
 * A result stands in one row: no two rows of the same source, testbed and tool share adapter, conditions, workload, metric and
 * kind of result. What tells two runs apart is a condition; several statistics of one run are one summary.
 *
 * Good: two rows of which one has `streams: 1` and the other `streams: 16`; samples, and a ratio with another adapter.
 * Bad: two rows that differ in nothing but their ids and values; the same study written down as two datasets.
 */
export const rowsNotDuplicated: WorldRule = {
  name: "rows-not-duplicated",
  summary: "Each result of a source is in one row only.",
  scope: "world",
  check(world) {
    const holders = new Map<string, Place>();
    // Of two datasets the one that somebody asked about is the newcomer, so that the answer is in their file.
    const datasets: AnyRecord[] = [...recordsOf(world.set, "dataset")].sort(
      (a, b) => Number(world.isAskedFor(a.file)) - Number(world.isAskedFor(b.file)),
    );
    return datasets.flatMap((record) => checkDataset(record, holders, world));
  },
};

interface Place {
  record: AnyRecord;
  path: Path;
  id: string;
}

function checkDataset(record: AnyRecord, holders: Map<string, Place>, world: World): WorldComplaint[] {
  const context = nameContext(record.data);
  const repeated: { place: Place; holder: Place }[] = [];
  // A row with a condition in the wrong place looks like one without it.
  for (const row of listRows(record.data).filter((candidate) => isSoundRow(candidate, world.errorsOf(record)))) {
    const key = `${context}\n${nameResult(row)}`;
    const place = { record, path: row.path, id: String(row.row.id) };
    const holder = holders.get(key);
    if (!holder) holders.set(key, place);
    // A row that was copied with its id has a message already.
    else if (holder.record !== record || holder.id !== place.id) repeated.push({ place, holder });
  }
  const own = repeated
    .filter(({ holder }) => holder.record === record)
    .map(({ place, holder }) => complainOfRow(place, holder));
  const others = new Set(repeated.map(({ holder }) => holder.record).filter((other) => other !== record));
  const foreign = [...others].flatMap((other) =>
    world.isSound("dataset", other.id)
      ? complainOfDataset(repeated.filter(({ holder }) => holder.record === other))
      : [],
  );
  return [...own, ...foreign];
}

function complainOfRow({ record, path }: Place, holder: Place): WorldComplaint {
  return {
    record,
    path,
    restsOn: [["conditions"]],
    message: `this row has the same adapter, conditions, workload and metric as "${holder.id}"`,
    help: "add the condition that differs, merge statistics of one run into one summary, or remove one row",
  };
}

/** A study that was written down twice is one mistake. */
function complainOfDataset(repeated: readonly { place: Place; holder: Place }[]): WorldComplaint[] {
  const [first] = repeated;
  if (!first) return [];
  const others = repeated.length > 1 ? ` and ${repeated.length - 1} more` : "";
  return [
    {
      record: first.place.record,
      path: first.place.path,
      restsOn: [["source"], ["platform"], ["testbed"], ["method"], ["conditions"]],
      message: `this row${others} of the same source and testbed can already be found in ${first.holder.record.file}`,
      help: "keep a study in one dataset; for two testbeds, describe the difference under testbed and method",
    },
  ];
}

/** What two datasets have in common when they are about the same runs. */
function nameContext(dataset: unknown): string {
  const [testbed] = select(dataset, "testbed");
  const facts = isMapping(testbed?.value) ? { ...testbed.value, notes: undefined } : undefined;
  const fields = ["source", "platform", "method.tool", "method.version"].map(
    (field) => select(dataset, field)[0]?.value,
  );
  return writeCanonical([...fields.map((value) => value ?? null), facts ?? null]);
}

function nameResult({ row, conditions }: Row): string {
  const fields = ["adapter", "workload", "metric", "kind", "form", "relativeTo", "baseline"].map(
    (name) => row[name] ?? null,
  );
  // Lists among the conditions name things that held at the same time.
  const sort = (value: unknown): unknown => (Array.isArray(value) ? [...(value as unknown[])].sort() : value);
  const sorted = Object.fromEntries(Object.entries(conditions).map(([name, value]) => [name, sort(value)]));
  return writeCanonical([...fields, scaleOf(row.unit).base, sorted]);
}

// Rules about what only one record or row may have: names, orders, ids of rows, results.

import { type Name, namesOfAdapter, namesOfFeature, namesOfGuest, namesOfPlatform, namesOfQuestion } from "../names.ts";
import { isSoundRow, listRows, type Row } from "../rows.ts";
import type { RecordRule, Words, WorldComplaint, WorldRule } from "../rule.ts";
import { isMapping, select, selectText } from "../select.ts";
import { scaleOf } from "../unit-table.ts";
import type { World } from "../world.ts";
import { writeCanonical } from "../../records/objects.ts";
import { type AnyRecord, type Path, recordsOf } from "../../records/record.ts";

/** No two rows of a dataset have the same id. */
export const rowIdsUnique: RecordRule = {
  name: "row-ids-unique",
  summary: "No two rows of a dataset have the same id.",
  scope: "dataset",
  check(record) {
    const first = new Map<string, number>();
    return selectText(record.data, "measurements.*.id").flatMap(({ path, value }) => {
      const line = first.get(value);
      if (line === undefined) {
        first.set(value, record.locate(path).line);
        return [];
      }
      return [
        {
          path,
          message: `the row id "${value}" is taken by the row in line ${line}`,
          help: "add the difference between the two rows to the id",
        },
      ];
    });
  },
};

/** No two records of a kind have the same place in lists. */
export const ordersUnique: WorldRule = {
  name: "orders-unique",
  summary: "No two records of a kind have the same order.",
  scope: "world",
  check(world) {
    const claims = world.set.records.flatMap((record) =>
      select(record.data, "order")
        .filter(({ value }) => typeof value === "number")
        .map(({ path, value }) => ({ key: `${record.kind} ${String(value)}`, record, path })),
    );
    const orders = new Set(claims.map(({ key }) => key));
    return findRivals(claims, world, ({ key, record }, holder) => {
      const [kind = "", order = ""] = key.split(" ");
      return {
        message: `order ${order} is taken by ${holder.file}`,
        help: `the next free ${record.kind} order is ${findFree(kind, Number(order), orders)}`,
      };
    });
  },
};

function findFree(kind: string, order: number, taken: ReadonlySet<string>): number {
  let free = order + 1;
  while (taken.has(`${kind} ${free}`)) free++;
  return free;
}

/**
 * A name means one record: an id or product id of a platform, an id or alias of a feature, a spelling of an adapter on a
 * platform, an id or name of a guest, a flag of a question. Case does not tell names apart. A guest's plain name and its osinfo id may be shared by
 * its 32-bit and 64-bit releases.
 */
export const aliasesUnique: WorldRule = {
  name: "aliases-unique",
  summary: "A name belongs to one record only.",
  scope: "world",
  check: (world) => [
    ...findShared(recordsOf(world.set, "platform"), namesOfPlatform, world),
    ...findShared(recordsOf(world.set, "feature"), namesOfFeature, world),
    ...findShared(recordsOf(world.set, "adapter"), namesOfAdapter, world),
    ...findShared(recordsOf(world.set, "guest"), namesOfGuest, world),
    ...findShared(recordsOf(world.set, "question"), namesOfQuestion, world),
  ],
};

function findShared(
  records: readonly AnyRecord[],
  listNames: (record: AnyRecord) => Name[],
  world: World,
): WorldComplaint[] {
  const names = records.flatMap((record) => listNames(record).map((name) => ({ record, ...name })));
  // Ids are claimed before other names, so that a conflict is reported at the other record's name.
  const inOrder = [...names.filter(({ path }) => path.length === 0), ...names.filter(({ path }) => path.length > 0)];
  const claims = inOrder.map(({ record, path, name, scope }) => ({ key: `${name}\n${scope}`, record, path }));
  return findRivals(claims, world, ({ key }, holder) => {
    const [name = "", scope = ""] = key.split("\n");
    if (holder.kind === "platform") return describeSharedProduct(name, holder);
    if (holder.kind === "question")
      return {
        message: `"${name}" is already a flag of ${holder.file}`,
        help: "a flag sets one field; choose another word",
      };
    return {
      message: `"${name}" is already a name of ${holder.file}${scope && `, ${scope}`}`,
      help: "a name must be unique; remove it from one of the records",
    };
  });
}

function describeSharedProduct(name: string, holder: AnyRecord): Words {
  return name === holder.id
    ? { message: `"${name}" is already the id of ${holder.file}`, help: `remove "${name}" from productIds` }
    : {
        message: `"${name}" is already a product id of ${holder.file}`,
        help: `a product id stands for one platform; remove "${name}" from the productIds of the other one`,
      };
}

/** A value that only one record may have, at its place. */
interface Claim {
  /** What has to be unique. */
  key: string;
  record: AnyRecord;
  path: Path;
}

/**
 * Complains of every record that claims what another has claimed before; a record claims a thing once.
 * Of two records, the one to report about counts as the newer, so that the finding is in the named file.
 */
function findRivals(
  claims: readonly Claim[],
  world: World,
  describe: (claim: Claim, holder: AnyRecord) => Words,
): WorldComplaint[] {
  const holders = new Map<string, AnyRecord>();
  const complaints = new Map<string, WorldComplaint>();
  const inOrder = [...claims].sort(
    (a, b) => Number(world.isAskedFor(a.record.file)) - Number(world.isAskedFor(b.record.file)),
  );
  for (const claim of inOrder) {
    const holder = holders.get(claim.key);
    if (!holder) holders.set(claim.key, claim.record);
    else if (holder !== claim.record) {
      // One value can claim several things, such as a vSphere id and the form it has in .vmx files.
      const place = JSON.stringify([claim.record.file, claim.path, holder.file]);
      if (!complaints.has(place))
        complaints.set(place, { record: claim.record, path: claim.path, ...describe(claim, holder) });
    }
  }
  return [...complaints.values()];
}

/**
 * A result stands in one row: no two rows of the same source, testbed and tool share adapter, conditions, workload, metric and
 * kind of result. What tells two runs apart is a condition; several statistics of one run are one summary.
 */
export const rowsNotDuplicated: WorldRule = {
  name: "rows-not-duplicated",
  summary: "Each result of a source is in one row only.",
  scope: "world",
  check(world) {
    const holders = new Map<string, Place>();
    // The dataset to report about counts as the newer, so that the finding is in the named file.
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
    // A row copied with its id already has a message.
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

/** One complaint for a study that was recorded twice. */
function complainOfDataset(repeated: readonly { place: Place; holder: Place }[]): WorldComplaint[] {
  const [first] = repeated;
  if (!first) return [];
  const others = repeated.length > 1 ? ` and ${repeated.length - 1} more` : "";
  return [
    {
      record: first.place.record,
      path: first.place.path,
      restsOn: [["source"], ["platform"], ["testbed"], ["method"], ["conditions"]],
      message: `${first.holder.record.file} already has this row${others}, with the same source and testbed`,
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

import type {
  Citation,
  ConditionsOfRow,
  Dataset,
  Measurement as AuthoredRow,
  Records as TypeOfKind,
} from "../../../build/types/records.ts";
import { ToolError } from "../../records/command-line.mjs";
import { type Kind, kinds, type Plural, pluralOf } from "../../records/kinds.ts";
import { type Defined, dropUndefined } from "../../records/objects.ts";
import { type RecordSet, recordsOf } from "../../records/record.ts";
import { compareText } from "../../records/words.ts";

export type { Citation, Measurement };

type WithId<T> = T & { id: string };

/** Every authored record by kind, each with the id that its file name gives it. */
export interface Records {
  platforms: WithId<TypeOfKind["platform"]>[];
  features: WithId<TypeOfKind["feature"]>[];
  adapters: WithId<TypeOfKind["adapter"]>[];
  guests: WithId<TypeOfKind["guest"]>[];
  rules: WithId<TypeOfKind["rule"]>[];
  sources: WithId<TypeOfKind["source"]>[];
  datasets: ReturnType<typeof spreadConditions<WithId<TypeOfKind["dataset"]>>>[];
  findings: WithId<TypeOfKind["finding"]>[];
  steps: WithId<TypeOfKind["step"]>[];
  questions: WithId<TypeOfKind["question"]>[];
}

export type RecordOf<K extends Plural> = Records[K][number];

/** The kinds in the order of lists of kinds: rules before the sources that they cite. */
export const listedKinds: readonly Plural[] = [
  ...new Set<Kind>(["platform", "feature", "adapter", "guest", "rule", ...kinds]),
].map(pluralOf);

/** Sorts loaded records for display: by `order` if they have one, or by date with the newest first, or by id. */
export function groupRecords(set: RecordSet): Records {
  const sources = listOf(set, "source");
  const published = new Map(sources.map((source) => [source.id, source.published]));
  return {
    platforms: listOf(set, "platform").sort(byOrder),
    features: listOf(set, "feature").sort(byOrder),
    adapters: listOf(set, "adapter").sort(byOrder),
    guests: listOf(set, "guest").sort(byOrder),
    rules: listOf(set, "rule").sort(byOrder),
    sources: sources.sort((a, b) => compareText(b.published, a.published) || byId(a, b)),
    datasets: listOf(set, "dataset")
      .map(spreadConditions)
      .sort((a, b) => compareText(published.get(b.source) ?? "", published.get(a.source) ?? "") || byId(a, b)),
    findings: listOf(set, "finding").sort(byId),
    steps: listOf(set, "step").sort(byOrder),
    questions: listOf(set, "question").sort(byOrder),
  };
}

/** The records with a way to find one by its id. */
export interface Atlas extends Records {
  find<K extends Plural>(kind: K, id: string): RecordOf<K>;
}

/** Indexes the records by kind and id. */
export function createAtlas(records: Records): Atlas {
  const index = new Map<string, unknown>();
  for (const kind of listedKinds) for (const record of records[kind]) index.set(`${kind}/${record.id}`, record);
  return {
    ...records,
    find<K extends Plural>(kind: K, id: string): RecordOf<K> {
      const record = index.get(`${kind}/${id}`);
      if (record === undefined) throw new MissingRecord(kind, id);
      return record as RecordOf<K>;
    },
  };
}

/** Picks fields of a record, in this order. Fields without a value are left out. */
export function pick<T extends object, K extends keyof T>(record: T, ...fields: readonly K[]): Defined<Pick<T, K>> {
  return dropUndefined(Object.fromEntries(fields.map((field) => [field, record[field]])) as Pick<T, K>);
}

function listOf<K extends Kind>(set: RecordSet, kind: K): WithId<TypeOfKind[K]>[] {
  return recordsOf(set, kind).map((record) => ({ id: record.id, ...record.data }));
}

function byOrder(a: { order: number; id: string }, b: { order: number; id: string }): number {
  return a.order - b.order || byId(a, b);
}

function byId(a: { id: string }, b: { id: string }): number {
  return compareText(a.id, b.id);
}

/** A row with all its conditions: those of the row and those that its dataset states once for all rows. */
type Measurement = AuthoredRow & { conditions: ConditionsOfRow };

/** Adds the common conditions of a dataset to each row. The row's own conditions win. */
function spreadConditions<D extends Dataset>(dataset: D): Omit<D, "measurements"> & { measurements: Measurement[] } {
  const measurements = dataset.measurements.map((row) => ({
    ...row,
    conditions: { ...dataset.conditions, ...row.conditions },
  }));
  return { ...dataset, measurements };
}

/** Error about records that cannot be compiled. npm run check reports most of them with more detail. */
export class BrokenRecords extends ToolError {
  constructor(message: string, more = "The records are not valid. Run npm run check for details.") {
    super(`${message}\n${more}`);
  }
}

/** Error about a reference to a missing record. */
export class MissingRecord extends BrokenRecords {
  constructor(
    readonly kind: Plural,
    readonly id: string,
    more?: string,
  ) {
    super(`"${id}" is not in data/${kind}.`, more);
  }
}

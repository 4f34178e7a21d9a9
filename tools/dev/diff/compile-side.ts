import { type Advisor, createAdvisor } from "../../../advisor/index.ts";
import { checkRecords } from "../../check/check-records.ts";
import { schema as schemaRule } from "../../check/rules/shape.ts";
import type { SchemaSet } from "../../check/schema/schema-set.ts";
import { makeWorld } from "../../check/world.ts";
import { compileKnowledge } from "../../site/compile/engine-knowledge.ts";
import { type Atlas, createAtlas, groupRecords } from "../../site/compile/records.ts";
import { folderOf, type Kind } from "../../records/kinds.ts";
import type { AnyRecord, RecordSet } from "../../records/record.ts";
import type { Side } from "./read-side.ts";

/** A side as today's programs understand it. */
export interface CompiledSide extends Side {
  /** The records that have the shape which today's schemas ask for, ready to be compiled. */
  atlas: Atlas;
  /** Records that cannot be compiled, with the first thing that is wrong with each. */
  unfit: ReadonlyMap<string, Unfit>;
  advisor: Advisor | { missing: string };
}

export interface Unfit {
  kind: Kind;
  reason: string;
}

/** Kinds that the engine computes with; the others only stand behind its evidence. */
const computed: ReadonlySet<Kind> = new Set(["platform", "feature", "adapter", "guest", "rule", "step"]);

/** Compiles one side with today's schemas and today's programs, as far as its records fit them. */
export function compileSide(side: Side, schemas: SchemaSet): CompiledSide {
  const records = [...side.entries.values()].flatMap((entry) => (entry.state === "record" ? [entry.record] : []));
  const unfit = new Map([...findUnreadable(side), ...findMisshapen(records, schemas)]);
  const atlas = createAtlas(groupRecords(asSet(records.filter(({ file }) => !unfit.has(file)))));
  return { ...side, atlas, unfit, advisor: makeAdvisor(side.name, records, unfit) };
}

function findUnreadable({ entries }: Side): [string, Unfit][] {
  return [...entries.values()].flatMap((entry): [string, Unfit][] => {
    if (entry.state !== "unreadable") return [];
    const { problem, file } = entry;
    const reason = problem === undefined ? "it is not YAML" : `line ${problem.line}: ${problem.message}`;
    return [[file.file, { kind: file.kind, reason }]];
  });
}

function findMisshapen(records: AnyRecord[], schemas: SchemaSet): Map<string, Unfit> {
  const kindOf = new Map(records.map(({ file, kind }) => [file, kind]));
  const unfit = new Map<string, Unfit>();
  // Only shapes are looked at, so the day plays no part.
  for (const { file, line, message } of checkRecords(makeWorld({ set: asSet(records), schemas, today: "" }), [
    schemaRule,
  ])) {
    const kind = kindOf.get(file);
    if (kind && !unfit.has(file)) unfit.set(file, { kind, reason: `line ${line}: ${message}` });
  }
  return unfit;
}

function asSet(records: AnyRecord[]): RecordSet {
  return { records, tombstones: [], unreadable: [], strays: [], problems: [] };
}

/** Advice from a part of the rules would differ for no reason that the change gives: it is all of them or no advice. */
function makeAdvisor(name: string, records: AnyRecord[], unfit: ReadonlyMap<string, Unfit>): CompiledSide["advisor"] {
  const lacking = [...unfit.values()].filter(({ kind }) => computed.has(kind));
  if (lacking.length > 0) return { missing: `${describeKinds(lacking)} of ${name} cannot be read by today's advisor` };
  try {
    const atlas = createAtlas(groupRecords(asSet(records)));
    return createAdvisor(compileKnowledge(atlas, { schemaVersion: "1", knowledgeVersion: name }));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { missing: `the records of ${name} do not compile: ${error.message.split("\n")[0]}` };
  }
}

function describeKinds(unfit: readonly Unfit[]): string {
  const counts = new Map<Kind, number>();
  for (const { kind } of unfit) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} in ${folderOf(kind)}`).join(", ");
}

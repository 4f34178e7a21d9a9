import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { stringify } from "yaml";
import { checkRecords } from "../../../tools/check/check-records.ts";
import { schemaFileOf } from "../../../tools/records/kinds.ts";
import type { Content } from "../../../tools/records/kinds.ts";
import type { AnyRecord, Path, Tombstone } from "../../../tools/records/record.ts";
import { isMapping } from "../../../tools/check/select.ts";
import { makeWorld } from "../../../tools/check/world.ts";
import { putInto } from "../../../tools/site/compile/checks/fixture.ts";
import { isThorough } from "../../thorough.ts";
import { addressNodes, nameConstraints } from "./support/constraints.ts";
import { deriveFaults } from "./support/derive-faults.ts";
import type { Fault } from "./support/derive-faults.ts";
import { say, schemas, today, world } from "./support/world.ts";

const { nodes, addressOf } = addressNodes(schemas.files);

/** Constraints that nothing but another constraint can break. */
const outOfReach = new Set([
  // A row's kind chooses its schema, so that schema never sees another kind.
  ...["valueRow", "summaryRow", "samplesRow", "relativeRow", "ordinalRow"].flatMap((row) => [
    `dataset.schema.json#/$defs/${row}/required:kind`,
    `dataset.schema.json#/$defs/${row}/properties/kind/const`,
  ]),
  // What is no mapping has no kind, and gets no further.
  "dataset.schema.json#/$defs/measurementBase/type",
  // What has no such key is no tombstone.
  "tombstone.schema.json#/type",
  "tombstone.schema.json#/required:tombstone",
]);

type Authored = AnyRecord | Tombstone;

interface Case {
  record: Authored;
  fault: Fault;
  name: string;
}

const authored: Authored[] = [...world.records, ...world.tombstones];
const cases = authored.flatMap((record): Case[] => {
  const schema = schemas.files.get(schemaFileOf(contentOf(record)).replace("data/schema/", "")) ?? {};
  const faults = deriveFaults(schema, record.data, schemas);
  return faults.map((fault) => ({ record, fault, name: nameOf(fault) })).filter(({ name }) => !outOfReach.has(name));
});

/** One for each constraint at hand, all in CI: most constraints can be broken in many records and places. */
const tried = isThorough ? cases : [...new Map(cases.map((one) => [one.name, one])).values()];

describe("a record with one fault gets one finding, at its place", () => {
  for (const record of authored) {
    it(record.file, () => {
      const surprises = tried.filter((candidate) => candidate.record === record).map(tryCase);
      assert.deepEqual(surprises.filter(Boolean), []);
    });
  }
});

describe("every constraint of the schemas", () => {
  it("is broken by a record of its own", () => {
    const broken = new Set(cases.map(({ name }) => name));
    const unbroken = nodes.flatMap(nameConstraints).filter((name) => !broken.has(name) && !outOfReach.has(name));
    assert.deepEqual(unbroken, [], "give a record of tests/data/world the field, so that it can be broken");
  });
});

/** Breaks a record and says what is unexpected about the result, or nothing. */
function tryCase({ record, fault, name }: Case): string | undefined {
  const set = putInto(world, { ...record, text: breakRecord(record, fault) });
  const broken = [...set.records, ...set.tombstones].find(({ file }) => file === record.file);
  const what = `${fault.path.join(".")} ${name}`;
  if (!broken || !isBroken(broken, fault)) return `${what}: the constraint is not broken`;
  const { line, col } = fault.onKey ? broken.locateKey(fault.place) : broken.locate(fault.place);
  // Whether other records get findings too is checked in CI.
  const files = isThorough ? undefined : new Set([record.file]);
  const findings = say(checkRecords(makeWorld({ set, schemas, today, ...(files && { files }) })));
  const isExpected =
    findings.length === 1 &&
    findings[0]?.startsWith(
      `${record.file}:${line}:${col}  ${contentOf(record) === "tombstone" ? "tombstones-whole" : "schema"}  `,
    );
  return isExpected ? undefined : `${what}: expected one at ${line}:${col}, found ${JSON.stringify(findings)}`;
}

function contentOf({ kind, data }: Authored): Content {
  return isMapping(data) && "tombstone" in data ? "tombstone" : kind;
}

function nameOf({ node, keyword, detail }: Fault): string {
  return `${addressOf.get(node)}/${keyword}${detail === undefined ? "" : `:${detail}`}`;
}

function breakRecord({ data, text }: Authored, { path, value }: Fault): string {
  const [modeline] = text.split("\n");
  return `${modeline}\n${stringify(withChange(data, path, value), { lineWidth: 0, aliasDuplicateObjects: false })}`;
}

function withChange(data: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(data))
    return data.map((item: unknown, index) => (index === step ? withChange(item, rest, value) : item));
  return { ...(data as object), [step]: withChange((data as { [name: string]: unknown })[step], rest, value) };
}

/** Whether the validator itself names the constraint, so that no other one is tested in its place. */
function isBroken(record: Authored, { node, keyword }: Fault): boolean {
  const validate = schemas.validatorOf(contentOf(record));
  validate(record.data);
  return (validate.errors ?? []).some((error) => error.parentSchema === node && error.keyword === keyword);
}

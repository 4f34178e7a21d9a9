import assert from "node:assert/strict";
import { it } from "node:test";
import type { Measurement, Records } from "../../../../build/types/records.ts";
import { kinds } from "../../../../tools/records/kinds.ts";
import type { Kind } from "../../../../tools/records/kinds.ts";

/** Compiles only while kind tells the rows apart and every kind of row is handled. */
function show(row: Measurement): string {
  switch (row.kind) {
    case "value":
      return `${row.adapter} ${row.value} ${row.unit}`;
    case "summary":
      return `${row.adapter} ${row.summary.median ?? "no median"}`;
    case "samples":
      return `${row.adapter} ${row.samples.length} samples`;
    case "relative":
      return `${row.adapter} ${row.value} ${row.form} than ${row.relativeTo}`;
    case "ordinal":
      return `${row.adapter} ${row.relation} than ${row.relativeTo}`;
  }
}

/** Compiles only while the generated types name exactly the kinds that are loaded; a tombstone takes the place of any of them. */
const everyKind: { [K in Exclude<keyof Records, "tombstone">]: K } = {
  adapter: "adapter",
  dataset: "dataset",
  feature: "feature",
  finding: "finding",
  guest: "guest",
  platform: "platform",
  rule: "rule",
  question: "question",
  source: "source",
  step: "step",
};

it("tells measurements apart by their kind", () => {
  const shared = {
    id: "r",
    adapter: "e1000",
    workload: "tcp-rr",
    metric: "latency",
    conditions: {},
    quote: "ahead",
  } as const;
  assert.equal(
    show({ ...shared, kind: "ordinal", relation: "better", relativeTo: "vlance" }),
    "e1000 better than vlance",
  );
});

it("has a type for each kind of record", () => {
  const typed: Kind[] = Object.values(everyKind);
  assert.deepEqual([...typed].sort(), [...kinds].sort());
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { vmxnet3, stubEthtool } from "./ethtool-outputs.ts";
import { findFaults, parseResult, schema } from "./result.ts";
import { createSandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { dash } from "./shells.ts";
import { stubNetperf } from "./tool-stubs.ts";

type Json = Record<string, unknown>;
type Path = (string | number)[];

/** One fault each: where, and what stands there instead; undefined takes the field away. */
const faults: [Path, unknown][] = [
  [["format"], "other"],
  [["formatVersion"], 1],
  [["label"], undefined],
  [["startedAt"], "2026-01-15 09:30"],
  [["finishedAt"], "2026-01-15T09:30:00+01:00"],
  [["status"], "done"],
  [["script", "name"], "other.sh"],
  [["script", "version"], "1"],
  [["design", "kind"], "mixed"],
  [["guest", "kernel"], undefined],
  [["guest", "clockSource"], 1],
  [["hypervisor", "vendor"], 3],
  [["tools", 0, "name"], "iperf"],
  [["method", "runs"], 4],
  [["method", "durationSeconds"], 0],
  [["method", "directions"], ["both"]],
  [["series", 0, "unit"], "packets/s"],
  [["series", 0, "series"], "throughput"],
  [["sides", 0, "side"], "c"],
  [["sides", 0, "adapter", "id"], "vmxnet4"],
  [["sides", 0, "adapter", "basis"], ""],
  [["sides", 0, "interface", "mtu"], "1500"],
  [["sides", 0, "interface", "driver"], ""],
  [["sides", 0, "interface", "offloads", "tso"], true],
  [["sides", 0, "interface", "queues", "rx"], 1.5],
  [["sides", 0, "interface", "note"], "more"],
  [["sides", 0, "peer", "source"], "guess"],
  [["repetitions"], []],
  [["repetitions", 0, "value"], 0],
  [["repetitions", 0, "value"], "unknown"],
  [["repetitions", 0, "unit"], "packets/s"],
  [["repetitions", 0, "order"], 0],
  [["repetitions", 0, "side"], "A"],
  [["repetitions", 0, "retransmits"], -1],
  [["repetitions", 0, "local"], null],
  [["repetitions", 0, "local", "network", "rxDropped"], -1],
  [["repetitions", 0, "marks"], ["slow"]],
  [["repetitions", 0, "jitter"], 1],
  [["summary", 0, "median"], undefined],
  [["summary", 0, "interval95"], [1]],
  [["privateIncluded"], true],
  [["private"], { hostName: "a", target: "b", localAddress: "c" }],
  [["extra"], 1],
];

/** A copy with one value changed. */
function change(result: unknown, path: Path, value: unknown): unknown {
  const copy: unknown = structuredClone(result);
  let place = copy as Json;
  for (const step of path.slice(0, -1)) place = place[step] as Json;
  const last = path.at(-1) ?? "";
  if (value === undefined) delete place[last];
  else place[last] = value;
  return copy;
}

describe("the result's schema", () => {
  let guest: Sandbox;
  let result: unknown;
  before(() => {
    guest = createSandbox(dash);
    stubNetperf(guest);
    stubEthtool(guest, vmxnet3);
    result = guest.measure("--test", "throughput,request-response");
  });
  after(() => guest.dispose());

  it("accepts a result as the script writes it", () => {
    assert.deepEqual(findFaults(result), []);
  });
  it("accepts a recorded session of two adapters with a peer that served", () => {
    const recorded = parseResult(readFileSync("tests/unit/kit/fixtures/session-interleaved.json", "utf8"));
    assert.equal(recorded.repetitions.length, 20);
    assert.ok(recorded.repetitions.every(({ remote }) => remote !== null));
  });
  for (const [path, value] of faults) {
    it(`refuses ${path.join(".")} ${value === undefined ? "left out" : `as ${JSON.stringify(value)}`}`, () => {
      assert.notDeepEqual(findFaults(change(result, path, value)), []);
    });
  }
  it("describes every field, with examples, in closed objects", () => {
    const problems: string[] = [];
    visit(schema, "", problems);
    assert.deepEqual(problems, []);
  });
});

function visit(node: Json, path: string, problems: string[]): void {
  const fields = Object.entries((node.properties ?? {}) as Record<string, Json>);
  if (node.title !== undefined && node.type === "object" && node.additionalProperties !== false)
    problems.push(`${path} is open`);
  for (const [name, field] of fields) {
    const isNested = ["object", "array"].includes(String(field.type)) || "$ref" in field || "anyOf" in field;
    if (node.additionalProperties === false) {
      if (field.description === undefined && field.$ref === undefined && field.anyOf === undefined)
        problems.push(`${path}/${name} has no description`);
      if (field.examples === undefined && !isNested) problems.push(`${path}/${name} has no examples`);
    }
    visit(field, `${path}/${name}`, problems);
  }
  for (const group of ["oneOf", "anyOf"] as const)
    for (const [at, part] of ((node[group] ?? []) as Json[]).entries()) visit(part, `${path}/${group}/${at}`, problems);
  for (const [name, part] of Object.entries((node.$defs ?? {}) as Record<string, Json>))
    visit(part, `${path}/$defs/${name}`, problems);
}

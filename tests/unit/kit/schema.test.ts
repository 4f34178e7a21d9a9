import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { vmxnet3, stubEthtool } from "./ethtool-outputs.ts";
import { findFaults, schema } from "./result.ts";
import { createSandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { shells } from "./shells.ts";
import { stubNetperf } from "./tool-stubs.ts";

type Json = Record<string, unknown>;
type Path = (string | number)[];

/** One fault each: where, and what stands there instead; undefined takes the field away. */
const faults: [Path, unknown][] = [
  [["format"], "other"],
  [["formatVersion"], 2],
  [["label"], undefined],
  [["startedAt"], "2026-01-15 09:30"],
  [["finishedAt"], "2026-01-15T09:30:00+01:00"],
  [["script", "name"], "other.sh"],
  [["script", "version"], "1"],
  [["adapter", "id"], "vmxnet4"],
  [["adapter", "basis"], ""],
  [["interface", "mtu"], "1500"],
  [["interface", "mtu"], -1],
  [["interface", "driver"], ""],
  [["interface", "offloads", "tso"], true],
  [["interface", "queues", "rx"], 1.5],
  [["interface", "note"], "more"],
  [["guest", "kernel"], undefined],
  [["hypervisor", "vendor"], 3],
  [["tool", "name"], "iperf"],
  [["method", "runs"], 4],
  [["method", "durationSeconds"], 0],
  [["method", "direction"], "receive"],
  [["method", "streams"], 2],
  [["tests"], []],
  [["tests"], [{ test: "packets", status: "unknown", reason: "netperf does not measure it" }]],
  [["tests", 0, "status"], "skipped"],
  [["tests", 0, "status"], "unknown"],
  [["tests", 0, "test"], "latency"],
  [["tests", 0, "unit"], "packets/s"],
  [["tests", 0, "unit"], "Gbit/s"],
  [["tests", 0, "protocol"], "SCTP"],
  [["tests", 0, "samples"], []],
  [["tests", 0, "samples", 0, "value"], 0],
  [["tests", 0, "samples", 0, "value"], "unknown"],
  [["tests", 0, "samples", 0, "retransmits"], -1],
  [["tests", 0, "samples", 0, "jitter"], 1],
  [["tests", 0, "warmUp", 0, "seconds"], null],
  [["tests", 0, "summary", "count"], 4],
  [["tests", 0, "summary", "median"], undefined],
  [["privateIncluded"], true],
  [["private"], { hostName: "a", target: "b", localAddress: "c", macAddress: "d" }],
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
  const [shell] = shells;
  assert.ok(shell);
  let guest: Sandbox;
  let result: unknown;
  before(() => {
    guest = createSandbox(shell);
    stubNetperf(guest);
    stubEthtool(guest, vmxnet3);
    result = guest.measure("--test", "throughput,request-response,packets");
  });
  after(() => guest.dispose());

  it("accepts a result as the script writes it", () => {
    assert.deepEqual(findFaults(result), []);
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
    const isNested = field.type === "object" || field.type === "array" || field.$ref !== undefined;
    if (node.additionalProperties === false) {
      if (field.description === undefined && field.$ref === undefined)
        problems.push(`${path}/${name} has no description`);
      if (field.examples === undefined && !isNested) problems.push(`${path}/${name} has no examples`);
    }
    visit(field, `${path}/${name}`, problems);
  }
  for (const [name, part] of Object.entries((node.$defs ?? {}) as Record<string, Json>))
    visit(part, `${path}/$defs/${name}`, problems);
}

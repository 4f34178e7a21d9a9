import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

type Unknown<T> = T | "unknown";

export interface Sample {
  run: number;
  value: number;
  seconds: Unknown<number>;
  retransmits: Unknown<number>;
  lostPackets: Unknown<number>;
  localCpuPercent: Unknown<number>;
  remoteCpuPercent: Unknown<number>;
  rxDropped: Unknown<number>;
  txDropped: Unknown<number>;
}

export interface MeasuredTest {
  test: string;
  status: "measured";
  unit: string;
  command: string;
  samples: Sample[];
  warmUp: { run: number; value: Unknown<number>; seconds: Unknown<number> }[];
  summary: Record<"count" | "min" | "median" | "mean" | "max", number>;
}

/** The parts of a result that the tests look at. */
export interface Result {
  label: string;
  adapter: { id: string; basis: string };
  interface: Record<"name" | "driver" | "driverVersion" | "firmware" | "busInfo", string> &
    Record<"mtu" | "linkSpeedMbps", Unknown<number>> &
    Record<"offloads" | "queues" | "rings" | "coalescing", Record<string, string | number>>;
  guest: Record<string, string | number>;
  hypervisor: { vendor: string; version: string };
  tool: { name: string; version: string; reason: string };
  method: Record<string, string | number>;
  tests: (MeasuredTest | { test: string; status: "unknown"; reason: string })[];
  privateIncluded: boolean;
  private?: Record<"hostName" | "target" | "localAddress" | "macAddress", string>;
}

export const schema: Record<string, unknown> = JSON.parse(readFileSync("assets/kit/result.schema.json", "utf8"));
const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile<Result>(schema);

/** What the schema finds wrong with a result; nothing when it is valid. */
export function findFaults(value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
}

/** Reads a result and checks it against the schema. */
export function parseResult(text: string): Result {
  const value: unknown = JSON.parse(text);
  if (validate(value)) return value;
  assert.fail(`the result does not fit its schema:\n${findFaults(value).join("\n")}`);
}

/** The test of that name, which must have been measured. */
export function findMeasured(result: Result, name: string): MeasuredTest {
  const found = result.tests.find(({ test }) => test === name);
  assert.ok(found?.status === "measured", `${name} was not measured`);
  return found;
}

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

type Unknown<T> = T | "unknown";

/** What one end counted during a repetition. */
interface End {
  cpu?: Record<string, number | string>;
  network: Record<string, Unknown<number>>;
  interrupts: { total: Unknown<number>; queues: { name: string; count: number }[] };
  statistics: { name: string; count: number }[];
}

export interface Repetition {
  order: number;
  block: number;
  side: "a" | "b";
  repetition: number;
  series: string;
  metric: string;
  unit: string;
  value: number;
  seconds: Unknown<number>;
  tool: string;
  command: string;
  retransmits: Unknown<number>;
  search: Record<string, number | boolean> | null;
  latencyMicroseconds: Record<string, Unknown<number>> | null;
  toolCpuPercent: { local: Unknown<number>; remote: Unknown<number> };
  local: End;
  remote: End | null;
  marks: string[];
}

interface Adapter {
  id: string;
  basis: string;
}

type Interface = Record<"name" | "driver" | "driverVersion" | "firmware" | "busInfo", string> &
  Record<"mtu" | "linkSpeedMbps", Unknown<number>> &
  Record<"offloads" | "queues" | "rings" | "coalescing", Record<string, string | number>>;

/** The parts of a result that the tests look at. */
export interface Result {
  label: string;
  status: string;
  statusReason: string;
  design: { kind: string; unitOfReplication: string; blocks: number };
  method: Record<string, unknown>;
  guest: Record<string, string | number>;
  hypervisor: Record<string, string>;
  tools: { name: string; version: string }[];
  series: (
    | { series: string; status: "measured"; tool: string }
    | { series: string; status: "unknown"; reason: string }
  )[];
  sides: {
    side: string;
    block: number;
    adapter: Adapter;
    interface: Interface;
    peer: { source: string; interface?: Interface };
    macAddress?: string;
  }[];
  repetitions: Repetition[];
  summary: Record<string, unknown>[];
  privateIncluded: boolean;
  private?: Record<"hostName" | "target" | "localAddress", string>;
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

/** The adapter's state when a session of one adapter began. */
export function firstSide(result: Result): Result["sides"][number] {
  const [side] = result.sides;
  assert.ok(side);
  return side;
}

/** Processor figures of an end, which must have them. */
export function cpuOf({ cpu }: End): Record<string, number | string> {
  assert.ok(cpu, "no processor time was recorded");
  return cpu;
}

/** The repetitions of a series, of which there must be one. */
export function findSeries(result: Result, name: string): [Repetition, ...Repetition[]] {
  const [first, ...rest] = result.repetitions.filter(({ series }) => series === name);
  assert.ok(first, `${name} was not measured`);
  return [first, ...rest];
}

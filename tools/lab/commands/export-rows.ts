import { count, groupDigits } from "../../../advisor/text.ts";
import type { Dataset } from "../../../build/types/records.ts";
import { toKebabCase } from "../../check/names.ts";
import { round } from "../../records/numbers.ts";
import { median } from "../../records/samples.ts";
import { adapters, type LabAdapter } from "../adapters.ts";
import { findPurpose } from "../registers/registers.ts";
import type { LabRecord, LabResult } from "../result.ts";
import { expectsWholeNumber, countByRegister, findWhole, type Series, summarise } from "../summarise.ts";

type Row = Dataset["measurements"][number];
type Conditions = NonNullable<Row["conditions"]>;
type Quantity = Pick<Extract<Row, { kind: "value" }>, "metric" | "unit">;

/** Finds what the atlas calls an adapter, by the id of its record; null where there is none. */
export type FindName = (record: string) => string | null;

/** What rows of one adapter share. */
interface Context {
  adapter: LabAdapter;
  /** As the guest names it. */
  driver: string;
}

const traffic = {
  rx1: { workload: "single-packets", conditions: { direction: "receive" } },
  tx1: { workload: "single-packets", conditions: { direction: "transmit" } },
  rr1: { workload: "ping", conditions: {} },
  rxburst: { workload: "packet-bursts", conditions: { direction: "receive" } },
  txgen: { workload: "packet-bursts", conditions: { direction: "transmit" } },
  bulktx: { workload: "tcp-stream", conditions: { direction: "transmit" } },
  bulkrx: { workload: "tcp-stream", conditions: { direction: "receive" } },
} as const satisfies Record<LabRecord["workload"], { workload: Row["workload"]; conditions: Conditions }>;

/**
 * Makes the rows of a dataset: accesses and interrupts of every workload, of request and response also register by
 * register, and what an interrupt and a packet cost each. Adapters that the atlas has no record of are left out.
 */
export function makeRows(result: LabResult, findName: FindName): { rows: Row[]; leftOut: string[] } {
  const series = summarise(result);
  const ids = [...new Set(series.map(({ adapter }) => adapter))];
  const known = adapters.filter(({ id }) => ids.includes(id));
  const leftOut = known.filter(({ record }) => findName(record) === null).map(({ id }) => id);
  const rows = known
    .filter(({ record }) => findName(record) !== null)
    .flatMap((adapter) => {
      const own = result.records.filter((record) => record.adapter === adapter.id);
      const fits = result.fits.filter((fit) => fit.adapter === adapter.id);
      const context = { adapter, driver: own[0]?.driver ?? adapter.driver };
      return [
        ...series.filter((one) => one.adapter === adapter.id).flatMap((one) => rowsOfSeries(one, context)),
        ...rowsOfRegisters(own, context),
        ...rowsOfFits(fits, context),
      ];
    });
  return { rows, leftOut };
}

function rowsOfSeries(series: Series, context: Context): Row[] {
  const { workload, unit } = series;
  const make = (name: string, quantity: Quantity, values: readonly number[], conditions: Conditions = {}) =>
    makeRow({ name: `${workload}-${name}`, workload, quantity, values, conditions, context });
  const accesses = { metric: "register-accesses", unit: `accesses/${unit}` } as const;
  return [
    make("accesses", accesses, series.accesses),
    make("reads", accesses, series.reads, { access: "read" }),
    make("interrupts", { metric: "interrupts", unit: `interrupts/${unit}` }, series.interrupts),
  ];
}

/** What one ping costs, register by register; the registers of each repetition are matched by name and operation. */
function rowsOfRegisters(records: readonly LabRecord[], context: Context): Row[] {
  const counts = records
    .filter(({ workload }) => workload === "rr1")
    .map((record) => ({ n: record.n, of: countByRegister(record) }));
  const keys = [...new Set(counts.flatMap(({ of }) => [...of.keys()]))];
  return keys.flatMap((key) => {
    const [register = "", access] = key.split("\t");
    const values = counts.map(({ n, of }) => (of.get(key) ?? 0) / n);
    // Ignore registers accessed less than once per 100 pings: they are not part of a ping.
    if (median(values) < 0.01) return [];
    const operation = access === "read" ? "read" : "write";
    const purpose = findPurpose(context.adapter.registers, register, operation);
    return [
      makeRow({
        name: `rr1-${toKebabCase(register)}-${operation}`,
        workload: "rr1",
        quantity: { metric: "register-accesses", unit: "accesses/transaction" },
        values,
        conditions: { register, access: operation },
        context,
        ...(purpose === undefined ? {} : { note: purpose }),
      }),
    ];
  });
}

function rowsOfFits(fits: LabResult["fits"], context: Context): Row[] {
  if (fits.length === 0) return [];
  const make = (
    share: string,
    name: string,
    workload: LabRecord["workload"],
    unit: "accesses/interrupt" | "accesses/packet",
    fitted: "perInterrupt" | "perTransmitted" | "perReceived",
  ) =>
    makeRow({
      name,
      workload,
      quantity: { metric: "register-accesses", unit },
      values: fits.map((fit) => fit[fitted]),
      conditions: { workload: share },
      context,
    });
  return [
    make("share of an interrupt", "per-interrupt", "rr1", "accesses/interrupt", "perInterrupt"),
    make(besides, "per-transmitted", "tx1", "accesses/packet", "perTransmitted"),
    make(besides, "per-received", "rx1", "accesses/packet", "perReceived"),
  ];
}

const besides = "share of a packet besides its interrupt";

interface RowParts {
  name: string;
  workload: LabRecord["workload"];
  quantity: Quantity;
  values: readonly number[];
  conditions: Conditions;
  context: Context;
  /** In place of how often it was counted. */
  note?: string;
}

/** A whole number that every repetition comes to is one value; else every repetition is kept. */
function makeRow({
  name,
  workload,
  quantity,
  values,
  conditions,
  context: { adapter, driver },
  note: words,
}: RowParts): Row {
  const whole = expectsWholeNumber(adapter.id, workload) ? findWhole(values) : null;
  const { workload: word, conditions: ofTraffic } = traffic[workload];
  const all: Conditions = { ...ofTraffic, ...conditions };
  const { direction, register, access, workload: share } = all;
  const { vcpus, queues, variant } = adapter;
  // In the order of the schema.
  const ordered: Conditions = {
    ...(vcpus > 1 && { vcpus }),
    ...(queues > 1 && { queues }),
    ...(direction && { direction }),
    ...(register && { register }),
    ...(access && { access }),
    ...(variant !== null && { tuning: variant }),
    ...(share && { workload: share }),
  };
  const rest = {
    ...(Object.keys(ordered).length > 0 ? { conditions: ordered } : {}),
    locator: `records of ${adapter.id}, ${workload}`,
  };
  const note = words ?? `Driver ${driver}; ${describeRepetitions(values, whole)}.`;
  const id = `${toKebabCase(adapter.id)}-${name}`;
  const measured = { adapter: adapter.record, workload: word, ...quantity };
  if (whole !== null || values.length < 2) {
    return {
      id,
      kind: "value",
      ...measured,
      value: whole ?? round(values[0] ?? 0, 4),
      precision: "as-printed",
      ...rest,
      note,
    };
  }
  return { id, kind: "samples", ...measured, samples: values.map((value) => round(value, 4)), ...rest, note } as Row;
}

function describeRepetitions(values: readonly number[], whole: number | null): string {
  const [low, high] = [round(Math.min(...values), 2), round(Math.max(...values), 2)];
  const range = low === high ? groupDigits(low) : `${groupDigits(low)} to ${groupDigits(high)}`;
  const repetitions = count(values.length, "repetition");
  return whole === null ? `${repetitions}, ${range}` : `the whole number of ${repetitions}, counted as ${range}`;
}

import { round } from "./make-record.ts";
import type { LabFit, LabRecord } from "./result.ts";

/** How far a coefficient may be from a whole number, and a prediction from what was counted, to be called exact. */
const tolerance = 0.02;

/**
 * Finds what an interrupt, a transmitted and a received packet cost each, register by register.
 * Where every packet makes its interrupt the three cannot be told apart by their sums alone: what a register has in
 * common between receiving and transmitting is the interrupt's, the rest is the packet's. Request and response
 * take no part, so that they can test what comes out.
 */
export function fit(rx: LabRecord, tx: LabRecord, rr: LabRecord): LabFit {
  const [received, transmitted] = [perRegister(rx), perRegister(tx)];
  let perInterrupt = 0;
  let perReceived = 0;
  let perTransmitted = 0;
  for (const register of new Set([...received.keys(), ...transmitted.keys()])) {
    const [whileReceiving, whileTransmitting] = [received.get(register) ?? 0, transmitted.get(register) ?? 0];
    const shared = Math.min(divide(whileReceiving, rx.interrupts), divide(whileTransmitting, tx.interrupts));
    perInterrupt += shared;
    perReceived += (whileReceiving - shared * rx.interrupts) / rx.n;
    perTransmitted += (whileTransmitting - shared * tx.interrupts) / tx.n;
  }
  const predicted = perInterrupt * rr.interrupts + (perTransmitted + perReceived) * rr.n;
  const counted = rr.nic.reads + rr.nic.writes;
  const areWhole = [perInterrupt, perTransmitted, perReceived].every(
    (value) => Math.abs(value - Math.round(value)) <= tolerance,
  );
  return {
    adapter: rr.adapter,
    repetition: rr.repetition,
    perInterrupt: round(perInterrupt, 4),
    perTransmitted: round(perTransmitted, 4),
    perReceived: round(perReceived, 4),
    predicted: round(predicted, 1),
    counted,
    isExact: areWhole && Math.abs(predicted - counted) <= tolerance * counted,
  };
}

/** Fits every adapter and repetition that has the three workloads. */
export function fitAll(records: readonly LabRecord[]): LabFit[] {
  return records
    .filter(({ workload }) => workload === "rr1")
    .flatMap((rr) => {
      const find = (workload: LabRecord["workload"]) =>
        records.find(
          (record) =>
            record.adapter === rr.adapter && record.repetition === rr.repetition && record.workload === workload,
        );
      const [rx, tx] = [find("rx1"), find("tx1")];
      return rx && tx ? [fit(rx, tx, rr)] : [];
    });
}

function perRegister({ nic }: LabRecord): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name, operation, count, isHousekeeping } of nic.byRegister) {
    if (!isHousekeeping) counts.set(`${name} ${operation}`, (counts.get(`${name} ${operation}`) ?? 0) + count);
  }
  return counts;
}

function divide(count: number, by: number): number {
  return by === 0 ? 0 : count / by;
}

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fit, fitAll } from "../../../tools/lab/summarise.ts";
import { makeE1000Records, makeLabRecord } from "./records.ts";

describe("what an access belongs to", () => {
  test("is exact for an e1000: five per interrupt, one per packet sent, one per packet received", () => {
    const [result] = fitAll(makeE1000Records());
    assert.deepEqual(result, {
      adapter: "e1000",
      repetition: 1,
      perInterrupt: 5,
      perTransmitted: 1,
      perReceived: 1,
      predicted: 1200,
      counted: 1200,
      isExact: true,
    });
  });

  test("is found although two packets shared an interrupt", () => {
    const registers = { "ICR read": 50, "IMS write": 50, "RDT write": 100 };
    const rx = makeLabRecord({ workload: "rx1", interrupts: 50, registers });
    const tx = makeLabRecord({
      workload: "tx1",
      interrupts: 100,
      registers: { "ICR read": 100, "IMS write": 100, "TDT write": 100 },
    });
    const rr = makeLabRecord({
      interrupts: 200,
      registers: { "ICR read": 200, "IMS write": 200, "RDT write": 100, "TDT write": 100 },
    });
    const { perInterrupt, perReceived, perTransmitted, isExact } = fit(rx, tx, rr);
    assert.deepEqual(
      { perInterrupt, perReceived, perTransmitted, isExact },
      { perInterrupt: 2, perReceived: 1, perTransmitted: 1, isExact: true },
    );
  });

  test("gives the packet what only its interrupt has, as the 8139cp masks interrupts only to receive", () => {
    const rx = makeLabRecord({
      workload: "rx1",
      registers: { "IntrStatus read": 100, "IntrMask read": 300, "IntrMask write": 200, "IntrStatus write": 200 },
    });
    const tx = makeLabRecord({
      workload: "tx1",
      registers: { "IntrStatus read": 100, "IntrMask read": 100, "IntrStatus write": 100, "TxPoll write": 100 },
    });
    const rr = makeLabRecord({
      interrupts: 200,
      registers: {
        "IntrStatus read": 200,
        "IntrMask read": 400,
        "IntrMask write": 200,
        "IntrStatus write": 300,
        "TxPoll write": 100,
      },
    });
    const { perInterrupt, perReceived, perTransmitted, predicted } = fit(rx, tx, rr);
    assert.deepEqual([perInterrupt, perReceived, perTransmitted, predicted], [3, 5, 1, 1200]);
  });

  test("is not exact where a register is written once in sixteen packets", () => {
    const rx = makeLabRecord({
      workload: "rx1",
      n: 160,
      interrupts: 160,
      registers: { "IMS write": 160, "RDT write": 10 },
    });
    const tx = makeLabRecord({
      workload: "tx1",
      n: 160,
      interrupts: 160,
      registers: { "IMS write": 160, "TDT write": 160 },
    });
    const rr = makeLabRecord({
      n: 160,
      interrupts: 320,
      registers: { "IMS write": 320, "RDT write": 10, "TDT write": 160 },
    });
    const { perReceived, isExact, predicted, counted } = fit(rx, tx, rr);
    assert.equal(perReceived, 0.0625);
    assert.equal(predicted, counted);
    assert.equal(isExact, false);
  });

  test("is not exact where request and response do not come to what it predicts", () => {
    const [rx, tx, rr] = makeE1000Records();
    assert.ok(rx && tx && rr);
    assert.equal(fit(rx, tx, { ...rr, nic: { ...rr.nic, reads: rr.nic.reads + 50 } }).isExact, false);
  });

  test("takes no part in housekeeping", () => {
    const [rx, tx, rr] = makeE1000Records();
    assert.ok(rx && tx && rr);
    const watchdog = {
      bar: 0,
      offset: 0x4000,
      name: "statistics",
      operation: "read" as const,
      count: 60,
      isHousekeeping: true,
    };
    const noisy = { ...rx, nic: { ...rx.nic, byRegister: [...rx.nic.byRegister, watchdog] } };
    assert.deepEqual(fit(noisy, tx, rr), fit(rx, tx, rr));
  });

  test("is left open where a workload is missing or of another repetition", () => {
    const [rx, tx, rr] = makeE1000Records();
    assert.ok(rx && tx && rr);
    assert.deepEqual(fitAll([rx, rr]), []);
    assert.deepEqual(fitAll([rx, { ...tx, repetition: 2 }, rr]), []);
  });
});

import { pause } from "../within.ts";
import type { Workload } from "./workload.ts";

/**
 * Milliseconds between packets, counted from the end of the one before: a timetable would send pairs after a stall.
 * Long enough for an emulated guest to be done with a packet.
 */
const gap = { receive: 5, answer: 3, transmit: 4 } as const;

/**
 * Before the pause the guest must have handled its interrupts: on a busy machine it may not run at all for longer than
 * the pause, and two packets would share one. Interrupts that a model raises and withdraws are not waited for beyond this.
 */
const handlingLimitMilliseconds = 40;

/** Frames to the guest that it drops without an answer; the next one follows the interrupt of the one before. */
export const rx1: Workload = {
  id: "rx1",
  regime: "sparse",
  title: "receive, one packet at a time",
  per: "packet",
  size: (rounds) => rounds,
  async run({ wire, log, patience }, rounds) {
    for (let sent = 0; sent < rounds; sent++) {
      log.mark();
      wire.sendLocal(1);
      await log.waitUntilHandled(handlingLimitMilliseconds);
      await pause(gap.receive * patience);
    }
    return 0;
  },
};

/** Frames from the guest that nobody answers: echo requests to an address where only questions for it are answered. */
export const tx1: Workload = {
  id: "tx1",
  regime: "sparse",
  title: "transmit, one packet at a time",
  per: "packet",
  size: (rounds) => rounds,
  async run({ agent, wire, patience }, rounds) {
    const before = wire.counts().fromGuest;
    const seconds = (gap.transmit * patience) / 1000;
    // busybox sets its timer anew after each packet, so a stall makes no pairs; no answers make ping fail.
    await agent.run(
      `ping -q -s 18 -i ${seconds} -c ${rounds} -W 1 192.0.2.3 >/dev/null || true`,
      (20 + rounds / 10) * patience,
    );
    return Math.max(0, rounds - (wire.counts().fromGuest - before));
  },
};

/** Echo requests to the guest, each after the answer to the one before and the interrupts of both. */
export const rr1: Workload = {
  id: "rr1",
  regime: "sparse",
  title: "request and response, one at a time",
  per: "transaction",
  size: (rounds) => rounds,
  async run({ wire, log, patience }, rounds) {
    let lost = 0;
    for (let sequence = 0; sequence < rounds; sequence++) {
      log.mark();
      if (!(await wire.ping(sequence, 1000))) lost += 1;
      await log.waitUntilHandled(handlingLimitMilliseconds);
      if (lost > 10) throw new Error(`${lost} of ${sequence + 1} echo requests had no answer`);
      await pause(gap.answer * patience);
    }
    return lost;
  },
};

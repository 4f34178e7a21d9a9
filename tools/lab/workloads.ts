// The traffic that is counted, and what it works with.
import type { Agent } from "./machine.ts";
import { setTimeout as pause } from "node:timers/promises";
import type { LogWatcher } from "./trace.ts";
import type { Wire } from "./wire.ts";

/** sparse: one packet at a time; burst: packets back to back; bulk: a TCP stream. They are never mixed. */
type Regime = "sparse" | "burst" | "bulk";

/** What a workload works with. */
export interface Bench {
  agent: Agent;
  wire: Wire;
  /** The guest's interface. */
  interface: string;
  /** Multiplies the pauses between packets. */
  patience: number;
  /** Tells when the guest is done with an interrupt. */
  log: Pick<LogWatcher, "mark" | "waitUntilHandled">;
  /** Lets iperf3 at the cable's other end speak with the one in the guest; only over a TAP. */
  transfer(options: readonly string[], limitSeconds: number): Promise<void>;
}

/** Traffic of one kind. */
export interface Workload {
  id: "rx1" | "tx1" | "rr1" | "rxburst" | "txgen" | "bulktx" | "bulkrx";
  regime: Regime;
  /** What a count is divided by. */
  per: "packet" | "transaction" | "MiB";
  /** Where it may take longer than others. */
  limitSeconds?: number;
  /** How many packets, transactions or MiB a number n of rounds makes. */
  size(rounds: number): number;
  /** Carries it out and returns how many were lost. Every wait in it has a limit. */
  run(bench: Bench, rounds: number): Promise<number>;
}

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
const rx1: Workload = {
  id: "rx1",
  regime: "sparse",
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
const tx1: Workload = {
  id: "tx1",
  regime: "sparse",
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
const rr1: Workload = {
  id: "rr1",
  regime: "sparse",
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

/** A fixed amount of work, so that counts do not depend on how fast the emulation is. */
const mebibytes = 32;

const limitSeconds = 200;

function makeBulk(id: "bulktx" | "bulkrx", options: readonly string[]): Workload {
  return {
    id,
    regime: "bulk",
    per: "MiB",
    limitSeconds: limitSeconds + 20,
    size: () => mebibytes,
    async run({ transfer }) {
      await transfer(["-n", `${mebibytes}M`, ...options], limitSeconds);
      return 0;
    },
  };
}

/** TCP from the guest by iperf3, whose server runs in the guest. */
const bulktx = makeBulk("bulktx", ["-R"]);

/** TCP to the guest by iperf3. */
const bulkrx = makeBulk("bulkrx", []);

const burst = { frames: 32, gapMilliseconds: 10 } as const;

/** Bursts of frames that the guest drops without an answer. Runs a third of the rounds, to take no longer than the others. */
const rxburst: Workload = {
  id: "rxburst",
  regime: "burst",
  per: "packet",
  size: (rounds) => Math.ceil(rounds / 3) * burst.frames,
  async run({ wire, patience }, rounds) {
    for (let sent = 0; sent < Math.ceil(rounds / 3); sent++) {
      wire.sendLocal(burst.frames);
      await pause(burst.gapMilliseconds * patience);
    }
    return 0;
  },
};

/** The kernel's own packet generator without a pause. */
const txgen: Workload = {
  id: "txgen",
  regime: "burst",
  per: "packet",
  size: (rounds) => rounds * 10,
  async run({ agent, wire, interface: name }, rounds) {
    const before = wire.counts().fromGuest;
    await agent.run(`lab_send ${name} ${rounds * 10} 0`, 60);
    await pause(50);
    return Math.max(0, rounds * 10 - (wire.counts().fromGuest - before));
  },
};

/** Every workload, in the order they are run after a boot. */
export const workloads: readonly Workload[] = [rx1, tx1, rr1, rxburst, txgen, bulktx, bulkrx];

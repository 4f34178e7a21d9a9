import { rr1, rx1, tx1 } from "./sparse.ts";
import type { Workload } from "./workload.ts";
import { pause } from "../within.ts";

/** A fixed amount of work, so that counts do not depend on how fast the emulation is. */
const mebibytes = 32;

const limitSeconds = 200;

function makeBulk(id: "bulktx" | "bulkrx", title: string, options: readonly string[]): Workload {
  return {
    id,
    regime: "bulk",
    title,
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
const bulktx = makeBulk("bulktx", `send ${mebibytes} MiB by TCP`, ["-R"]);

/** TCP to the guest. */
const bulkrx = makeBulk("bulkrx", `receive ${mebibytes} MiB by TCP`, []);

const burst = { frames: 32, gapMilliseconds: 10 } as const;

/** Bursts of frames to the guest that it drops without an answer; a third of the rounds, so that it lasts no longer than others. */
const rxburst: Workload = {
  id: "rxburst",
  regime: "burst",
  title: `receive in bursts of ${burst.frames}`,
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
  title: "transmit back to back",
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

import { pause } from "../within.ts";
import type { Workload } from "./workload.ts";

const burst = { frames: 32, gapMilliseconds: 10 } as const;

/** Bursts of frames to the guest that it drops without an answer; a third of the rounds, so that it lasts no longer than others. */
export const rxburst: Workload = {
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
export const txgen: Workload = {
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

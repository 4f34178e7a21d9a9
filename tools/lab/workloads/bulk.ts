import type { Workload } from "./workload.ts";

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
export const bulktx = makeBulk("bulktx", `send ${mebibytes} MiB by TCP`, ["-R"]);

/** TCP to the guest. */
export const bulkrx = makeBulk("bulkrx", `receive ${mebibytes} MiB by TCP`, []);

import { bulkrx, bulktx } from "./bulk.ts";
import { rxburst, txgen } from "./burst.ts";
import { rr1, rx1, tx1 } from "./sparse.ts";
import type { Workload } from "./workload.ts";

/** Every workload, in the order they are run after a boot. */
export const workloads: readonly Workload[] = [rx1, tx1, rr1, rxburst, txgen, bulktx, bulkrx];

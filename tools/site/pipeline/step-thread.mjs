import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

// A thread does not inherit how the main one reads TypeScript.
register();
const { listSteps } = await import("./steps.ts");
const { root, name } = workerData;
await listSteps(root, process.env)
  .find((step) => step.name === name)
  ?.run();

import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

// A thread does not inherit how the main one reads TypeScript.
register();
const { listSteps } = await import("./steps.ts");
const { root, name } = workerData;
const step = listSteps(root, process.env).find((one) => one.name === name);
if (!step) throw new Error(`there is no step "${name}"`);
await step.run();

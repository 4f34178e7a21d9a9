import { register } from "tsx/esm/api";

// A thread does not inherit how the main one reads TypeScript.
register();
await import("./draw-task.ts");

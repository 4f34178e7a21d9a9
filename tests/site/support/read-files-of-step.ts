import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";
import { listSteps } from "../../../tools/site/pipeline/steps.ts";

// A program of its own: it replaces the function that reads files before the step loads its modules. A file, since threads
// that a step starts inherit the options of this process, and `node --eval` has some that a thread refuses.
const root = fileURLToPath(new URL("../../..", import.meta.url));
const [, , name] = process.argv;
const step = listSteps(root, {}).find((one) => one.name === name);
const read = new Set<string>();
const readFileSync = fs.readFileSync;
fs.readFileSync = ((file: fs.PathOrFileDescriptor, ...rest: []) => {
  read.add(file instanceof URL ? fileURLToPath(file) : String(file));
  return readFileSync(file, ...rest);
}) as typeof readFileSync;
syncBuiltinESMExports();
await step?.run();
process.stdout.write(
  JSON.stringify([...read].flatMap((file) => (file.startsWith(root) ? file.slice(root.length) : []))),
);

#!/usr/bin/env node
// Entry of every npm script. It runs before `npm ci` ever did, so it and tools/dev/setup use Node's built-ins only.
// An old Node must get as far as the message about its age: the rest is imported after that check.
import { isNodeRecent } from "./dev/setup/node.mjs";

if (isNodeRecent()) {
  import("./dev/tasks/main.mjs").then(({ main }) => main(process.argv.slice(2)));
}

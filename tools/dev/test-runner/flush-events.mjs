import { beforeEach } from "node:test";
import { setImmediate } from "node:timers/promises";

// Node sends no test event while synchronous tests run. Without this pause a long group looks like one that hangs.
beforeEach(() => setImmediate());

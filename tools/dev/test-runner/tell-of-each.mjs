import { beforeEach } from "node:test";
import { setImmediate } from "node:timers/promises";

// Tests that wait for nothing would be told of only when all of them have ended, and be taken for some that hang.
beforeEach(() => setImmediate());

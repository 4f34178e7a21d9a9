import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { watchLog } from "../../../tools/lab/trace/watch-log.ts";
import type { LogWatcher } from "../../../tools/lab/trace/watch-log.ts";

const end = "memory_region_ops_write cpu 0 mr 0x56 addr 0xfee000b0 value 0x0 size 4 name 'apic-msi'\n";
const message = "memory_region_ops_write cpu -1 mr 0x56 addr 0xfee01004 value 0x8027 size 4 name 'apic-msi'\n";

describe("the watched log", () => {
  let [folder, file] = ["", ""];
  let log: LogWatcher;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "watch-log-"));
    file = join(folder, "trace.log");
    writeFileSync(file, end);
    log = watchLog(file);
  });
  afterEach(() => {
    log.close();
    rmSync(folder, { recursive: true });
  });

  test("tells of an interrupt that ended after the mark, not of one before", async () => {
    log.mark();
    assert.equal(await log.waitForInterrupt(5), false);
    appendFileSync(file, `${message}${end}`);
    assert.equal(await log.waitForInterrupt(1000), true);
  });

  test("does not take the message of an interrupt for its end", async () => {
    log.mark();
    appendFileSync(file, message);
    assert.equal(await log.waitForInterrupt(5), false);
  });

  test("sees a line that was half written at the first look", async () => {
    log.mark();
    appendFileSync(file, message.repeat(10) + end.slice(0, 30));
    assert.equal(await log.waitForInterrupt(5), false);
    appendFileSync(file, end.slice(30));
    assert.equal(await log.waitForInterrupt(1000), true);
  });
});

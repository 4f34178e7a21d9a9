import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { watchLog, type LogWatcher } from "../../../tools/lab/trace.ts";

const ended = "memory_region_ops_write cpu 0 mr 0x56 addr 0xfee000b0 value 0x0 size 4 name 'apic-msi'\n";
const raised = "memory_region_ops_write cpu -1 mr 0x56 addr 0xfee01004 value 0x8027 size 4 name 'apic-msi'\n";

describe("the watched log", () => {
  let [folder, file] = ["", ""];
  let log: LogWatcher;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "watch-log-"));
    file = join(folder, "trace.log");
    writeFileSync(file, raised + ended);
    log = watchLog(file);
    log.mark();
  });
  afterEach(() => {
    log.close();
    rmSync(folder, { recursive: true });
  });

  test("tells of an interrupt that was handled after the mark, not of one before", async () => {
    assert.equal(await log.waitUntilHandled(5), false);
    appendFileSync(file, raised + ended);
    assert.equal(await log.waitUntilHandled(1000), true);
  });

  test("waits for the end of each that was raised", async () => {
    appendFileSync(file, raised + raised + ended);
    assert.equal(await log.waitUntilHandled(5), false);
    appendFileSync(file, ended);
    assert.equal(await log.waitUntilHandled(1000), true);
  });

  test("is not content with the end of the clock's interrupt, which no message raises", async () => {
    appendFileSync(file, ended);
    assert.equal(await log.waitUntilHandled(5), false);
  });

  test("sees a line that was half written at the first look", async () => {
    appendFileSync(file, raised.repeat(2) + ended + ended.slice(0, 30));
    assert.equal(await log.waitUntilHandled(5), false);
    appendFileSync(file, ended.slice(30));
    assert.equal(await log.waitUntilHandled(1000), true);
  });

  test("forgets at a mark what came before", async () => {
    appendFileSync(file, raised);
    assert.equal(await log.waitUntilHandled(5), false);
    log.mark();
    appendFileSync(file, raised + ended);
    assert.equal(await log.waitUntilHandled(1000), true);
  });
});

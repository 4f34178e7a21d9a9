import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { withLock } from "../../../../tools/site/pipeline/lock.ts";
import { hear, kill, startProgram } from "./support.ts";

/** Takes the lock, says so, and gives it back when standard input ends. */
const holder = `
  const { withLock } = await import(tools + "lock.ts");
  await withLock(words[0], (pid) => say("waits for " + pid), async () => {
    say("has it");
    await new Promise((resolve) => process.stdin.resume().once("end", resolve));
  });
  say("gave it back");`;

describe("the lock of a build", () => {
  let folder = "";
  const children: ChildProcess[] = [];
  const start = (): ChildProcess => {
    const child = startProgram(holder, [folder]);
    children.push(child);
    return child;
  };
  beforeEach(() => void (folder = join(mkdtempSync(join(tmpdir(), "atlas-lock-")), "lock")));
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    rmSync(dirname(folder), { recursive: true, force: true });
  });

  test("lets one after the other work, in the order in which they came", async () => {
    const order: string[] = [];
    const work = (name: string) =>
      withLock(
        folder,
        () => {},
        async () => {
          order.push(`${name} begins`);
          await new Promise((resolve) => setImmediate(resolve));
          order.push(`${name} ends`);
        },
      );
    await Promise.all(["a", "b", "c"].map(work));
    assert.deepEqual(order, ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
    assert.deepEqual(readdirSync(folder), []);
  });

  test("is given back when the work fails", async () => {
    await assert.rejects(
      withLock(
        folder,
        () => {},
        () => Promise.reject(new Error("no")),
      ),
      /no/,
    );
    assert.equal(
      await withLock(
        folder,
        () => assert.fail("nobody has it"),
        () => Promise.resolve(7),
      ),
      7,
    );
  });

  test("makes another process wait, and names the one that has it", { timeout: 120_000 }, async () => {
    const first = start();
    await hear(first, /has it/);
    const second = start();
    const said = await hear(second, /waits for \d+/);
    assert.match(said, new RegExp(`^waits for ${first.pid}\n$`));
    const taken = hear(second, /has it/);
    first.stdin?.end();
    await Promise.all([hear(first, /gave it back/), taken]);
    second.stdin?.end();
    await hear(second, /gave it back/);
  });

  test("is taken over from a process that was killed, also by one that waits", { timeout: 120_000 }, async () => {
    const first = start();
    await hear(first, /has it/);
    const second = start();
    await hear(second, /waits for \d+/);
    const taken = hear(second, /has it/);
    await kill(first);
    await taken;
    await kill(second);
    await withLock(
      folder,
      () => assert.fail("nobody alive has it"),
      () => Promise.resolve(),
    );
    assert.deepEqual(readdirSync(folder), []);
  });

  test("is taken over from a process whose number another one has by now", async () => {
    await withLock(
      folder,
      () => {},
      () => Promise.resolve(),
    );
    writeFileSync(join(folder, `1.${process.pid}.1.00000000`), "");
    await withLock(
      folder,
      () => assert.fail("that process is gone"),
      () => Promise.resolve(),
    );
  });
});

import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { listFiles } from "../../../../tools/records/list-files.mjs";
import { writeFiles } from "../../../../tools/records/write-files.ts";
import { runSteps, StepFailed } from "../../../../tools/site/pipeline/run-steps.mjs";
import type { Step } from "../../../../tools/site/pipeline/run-steps.mjs";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";
import { buildSmallSite, points } from "./small-pipeline.ts";
import { hear, kill, startProgram } from "./support.ts";

/** Builds the small site; at the point that the third word names, it says so and stops until standard input ends. */
const program = `
  const { buildSmallSite } = await import(tests + "small-pipeline.ts");
  const [root, base, point] = words;
  await buildSmallSite(root, base, async (name) => {
    if (name !== point) return;
    say("stops at " + name);
    await new Promise((resolve) => process.stdin.resume().once("end", resolve));
  });
  say("built");`;

describe("a build", () => {
  let root = "";
  const children: ChildProcess[] = [];
  const start = (base: string, point = ""): ChildProcess => {
    const child = startProgram(program, [root, base, point]);
    children.push(child);
    return child;
  };
  const put = (path: string, text: string): void => writeFileSync(join(root, path), text);
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  const readSite = (): [string, string][] =>
    listFiles(join(root, "public")).map((file) => [
      relative(root, file).replaceAll("\\", "/"),
      readFileSync(file, "utf8"),
    ]);
  const siteOf = (base: string): [string, string][] => [
    ["public/a/index.html", `${base}1`],
    ["public/b/index.html", `${base}2`],
  ];

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "atlas-steps-"));
    mkdirSync(join(root, "data"));
    put("data/a", "1");
    put("data/b", "2");
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    rmSync(root, { recursive: true, force: true });
  });

  for (const point of points) {
    test(`that is killed at ${point} is not taken for one that ended`, { timeout: 120_000 }, async () => {
      await buildSmallSite(root, "http://one/");
      // Another address and another record, so that every step has something to do.
      put("data/a", "changed");
      const child = start("http://two/", point);
      await hear(child, /stops at/);
      await kill(child);
      if (point !== "end of the site")
        assert.deepEqual(readSite(), siteOf("http://one/"), "the old site stays whole until the new one is");
      put("data/a", "1");
      await buildSmallSite(root, "http://one/");
      assert.deepEqual(readSite(), siteOf("http://one/"));
      assert.deepEqual([read("build/a.json"), read("build/b.json")], ["1", "2"]);
      assert.match(await buildSmallSite(root, "http://one/"), /compile .* unchanged\n.*site .* unchanged\n/);
    });
  }

  test("waits for another one, and their files do not mix", { timeout: 120_000 }, async () => {
    const first = start("http://one/", "page a");
    await hear(first, /stops at/);
    const second = start("http://two/");
    assert.match(
      await hear(second, /Waiting/),
      new RegExp(`build: another build is running here \\(process ${first.pid}\\)\\. Waiting for it to end\\.\n`),
    );
    const ended = Promise.all([hear(first, /built/), hear(second, /built/)]);
    first.stdin?.end();
    await ended;
    assert.deepEqual(readSite(), siteOf("http://two/"));
  });

  test("goes on after one that was killed while another one waits", { timeout: 120_000 }, async () => {
    const first = start("http://one/", "page b");
    await hear(first, /stops at/);
    const second = start("http://two/");
    await hear(second, /Waiting/);
    const ended = hear(second, /built/);
    await kill(first);
    await ended;
    assert.deepEqual(readSite(), siteOf("http://two/"));
  });

  for (const [what, spoil] of [
    ["a deleted page", () => rmSync(join(root, "public/b"), { recursive: true })],
    ["an emptied page", () => put("public/b/index.html", "")],
    ["a changed file of build/", () => put("build/b.json", "x")],
    ["a deleted file of build/", () => rmSync(join(root, "build/b.json"))],
  ] as const) {
    test(`notices ${what}`, async () => {
      await buildSmallSite(root, "http://one/");
      spoil();
      await buildSmallSite(root, "http://one/");
      assert.deepEqual(readSite(), siteOf("http://one/"));
      assert.equal(read("build/b.json"), "2");
    });
  }
});

describe("a step", () => {
  test("that leaves one of its outputs out has failed", async (context) => {
    const root = makeTemporaryFolder(context);
    const step: Step = {
      name: "lazy",
      dependencies: { programs: [], inputs: [], outputs: ["build/made.json"] },
      run: () => Promise.resolve(),
    };
    await assert.rejects(
      runSteps(root, [step], () => {}),
      (error: unknown) =>
        error instanceof StepFailed && /the step lazy did not write build\/made\.json/.test(error.message),
    );
  });
});

describe("a long step", () => {
  const say: string[] = [];
  const makeSteps = (root: string, run: (name: string) => Promise<void> | void): Step[] => {
    const make = (name: string, inputs: string[], isLong = false): Step => ({
      name,
      isLong,
      dependencies: { programs: [], inputs, outputs: [`build/${name}`] },
      async run() {
        say.push(`${name} begins`);
        await run(name);
        writeFiles(join(root, "build"), new Map([[name, name]]));
        say.push(`${name} ends`);
      },
    });
    return [make("long", [], true), make("other", []), make("reader", ["build"])];
  };
  beforeEach(() => void say.splice(0));

  test("lets the steps go on that do not read what it writes", async (context) => {
    const root = makeTemporaryFolder(context);
    let goOn = (): void => {};
    const othersAreDone = new Promise<void>((resolve) => (goOn = resolve));
    const steps = makeSteps(root, (name) => (name === "long" ? othersAreDone : goOn()));
    await runSteps(root, steps, () => {});
    assert.deepEqual(say.slice(-2), ["reader begins", "reader ends"]);
  });

  test("that fails ends the build before the step that reads what it writes", async (context) => {
    const root = makeTemporaryFolder(context);
    const steps = makeSteps(root, (name) => {
      if (name === "long") throw new StepFailed("too long");
    });
    await assert.rejects(
      runSteps(root, steps, () => {}),
      /too long/,
    );
    assert.ok(!say.includes("reader begins"));
  });

  test("has ended when another one has failed, and the build with it", async (context) => {
    const root = makeTemporaryFolder(context);
    let goOn = (): void => {};
    const otherHasFailed = new Promise<void>((resolve) => (goOn = resolve));
    const steps = makeSteps(root, (name) => {
      if (name === "long") return otherHasFailed;
      setImmediate(goOn);
      throw new StepFailed("failed");
    });
    await assert.rejects(
      runSteps(root, steps, () => {}),
      /failed/,
    );
    assert.equal(say.at(-1), "long ends");
  });
});

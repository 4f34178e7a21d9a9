import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, watch, writeFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { copyRepository } from "../../tools/dev/preview/test-support.ts";
import { serve } from "../../tools/dev/server/serve.mjs";
import { provideHugo } from "../../tools/dev/setup/hugo.mjs";
import { listFiles } from "../../tools/records/list-files.mjs";
import type { Step } from "../../tools/site/pipeline/run-steps.mjs";
import { listSteps } from "../../tools/site/pipeline/steps.ts";
import { listSiteFiles, publicFolder } from "./support/site.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const steps = listSteps(root, process.env);
const copy = copyRepository(root);
after(() => copy.remove());

describe("a build of the same files in another folder", () => {
  before(() => {
    // Programs know their repository by where they lie, behind any link; the pictures' cache and the made files save time.
    for (const folder of [
      "tools",
      "build/.stamps",
      ...steps.flatMap(({ dependencies }) => dependencies.outputs),
      "tests/data",
      ".git-blame-ignore-revs",
      ".cache/cards",
      "package.json",
      "package-lock.json",
      "tsconfig.json",
    ]) {
      rmSync(join(copy.root, folder), { recursive: true, force: true });
      cpSync(join(root, folder), join(copy.root, folder), { recursive: true });
    }
    lendHistory(copy.root);
  });

  test("gives the same bytes after a build for another address was killed and files were cut off, and pages stay whole meanwhile", async () => {
    await killMidway(await startBuild({ BASE_URL: "http://localhost:8080/elsewhere/" }));
    rmSync(join(copy.root, "public/compare/index.html"));
    // Each step finds a file of its own cut off, and makes all of its files again.
    for (const file of [...steps.map(firstOutput), ...["cards", "charts"].map(firstCached)]) cutOff(file);
    // What the earlier site had and this one has not must not stay.
    writeFileSync(join(copy.root, "public/left.txt"), "");

    const site = await serve({ root: join(copy.root, "public") });
    const build = await startBuild();
    let isBuilding = true;
    const built = endOf(build).finally(() => (isBuilding = false));
    let said = "";
    try {
      await untilPagesAreWritten(build);
      await askWhile(() => isBuilding, site.url, ["", "advisor/", "charts/", "api/v1/index.json"]);
    } finally {
      // After a failure, too: a build or a server that is left would keep this process from ending.
      said = await built;
      await site.close();
    }
    for (const { name } of steps) assert.match(said, new RegExp(`^build: ${name} +[\\d.]+ s {2}(?!unchanged)`, "m"));
    assert.ok(hashFiles(publicFolder).size > 1000, said);
    assertSame();
    assert.deepEqual(
      readdirSync(copy.root).filter((name) => name.startsWith("public")),
      ["public"],
    );
  });
});

async function startBuild(env: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  const { HUGO } = await provideHugo(process.env);
  // A group of its own, so that it can be killed with all that it has started.
  return spawn(process.execPath, ["--import", "tsx", "tools/site/pipeline/main.ts"], {
    cwd: copy.root,
    detached: true,
    env: { ...process.env, HUGO, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
}

/** Waits until a build has ended well, and returns what it said. */
async function endOf(build: ChildProcess): Promise<string> {
  let text = "";
  build.stderr?.setEncoding("utf8").on("data", (part: string) => (text += part));
  const [code] = (await once(build, "close")) as [number | null];
  assert.equal(code, 0, text);
  return text;
}

/** Kills a build while Hugo writes the pages. */
async function killMidway(build: ChildProcess): Promise<void> {
  const ended = once(build, "close");
  await untilPagesAreWritten(build);
  process.kill(-(build.pid ?? 0), "SIGKILL");
  await ended;
}

/** Waits until Hugo begins to write pages beside those that are there; nothing touches these before. */
function untilPagesAreWritten(build: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const watcher = watch(copy.root, (_, name) => {
      if (!name?.startsWith("public.next-") || !existsSync(join(copy.root, name))) return;
      watcher.close();
      resolve();
    });
    build.once("close", () => reject(new Error("the build ended before it wrote pages")));
  });
}

/** Asks for pages again and again; every answer has to be a page as it was or as it will be, which is the same here. */
async function askWhile(goesOn: () => boolean, url: string, paths: readonly string[]): Promise<void> {
  const expected = paths.map((path) =>
    readFileSync(join(publicFolder, path.endsWith(".json") ? path : `${path}index.html`), "utf8"),
  );
  while (goesOn()) {
    for (const [index, path] of paths.entries()) {
      const response = await fetch(new URL(path, url));
      assert.equal(response.status, 200, path);
      assert.ok((await response.text()) === expected[index], `${path} is not whole`);
    }
  }
}

/** The first file that a step has written itself. */
function firstOutput({ dependencies: { outputs, except = [] } }: Step): string {
  const files = outputs.flatMap((output) =>
    extname(output) === "" ? listFiles(join(copy.root, output)) : join(copy.root, output),
  );
  const own = files
    .map((file) => relative(copy.root, file))
    .find((file) => !except.some((other) => file === other || file.startsWith(`${other}/`)));
  assert.ok(own, outputs.join(", "));
  return own;
}

function firstCached(name: string): string {
  return `.cache/${name}/${readdirSync(join(copy.root, ".cache", name)).sort()[0]}`;
}

function cutOff(file: string): void {
  truncateSync(join(copy.root, file), 200);
}

function assertSame(): void {
  const [first, second] = [hashFiles(publicFolder), hashFiles(join(copy.root, "public"))];
  const differing = [...new Set([...first.keys(), ...second.keys()])].filter(
    (file) => first.get(file) !== second.get(file),
  );
  assert.deepEqual(differing.slice(0, 20), [], `${differing.length} differ`);
}

/** Lets the copy read the repository's history, from which the feeds are made; without any, both builds do without. */
function lendHistory(folder: string): void {
  try {
    const place = execFileSync("git", ["-C", root, "rev-parse", "--absolute-git-dir"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
    writeFileSync(join(folder, ".git"), `gitdir: ${place}\n`);
  } catch {
    // No git, or no repository.
  }
}

function hashFiles(folder: string): Map<string, string> {
  return new Map(
    listSiteFiles(folder).map((file) => [
      file,
      createHash("sha256")
        .update(readFileSync(join(folder, file)))
        .digest("hex"),
    ]),
  );
}

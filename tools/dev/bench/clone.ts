import { spawn, spawnSync } from "node:child_process";
import { printFigures, withFolder } from "./part.ts";

const PORT = "1399";

/** Times what a newcomer does: a fresh clone to the first page, a second start, and the tests. Takes minutes. */
export function benchClone(root: string): Promise<void> {
  return withFolder(async (folder) => {
    const clone = await time(() => spawnSync("git", ["clone", "--quiet", root, folder], { stdio: "inherit" }));
    const first = await time(() => firstPage(folder));
    const second = await time(() => firstPage(folder));
    const tests = await time(() => spawnSync("npm", ["test"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] }));
    printFigures("Fresh clone", [
      ["clone", clone],
      ["npm start to the first page", first],
      ["a second npm start to the first page", second],
      ["npm test, dependencies in place", tests],
    ]);
  });
}

/** Starts the site and waits until its home page is served. */
async function firstPage(folder: string): Promise<void> {
  const child = spawn("npm", ["start"], {
    cwd: folder,
    env: { ...process.env, PORT },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  for await (const chunk of child.stdout) {
    const address = /http:\/\/\S+/.exec(String(chunk))?.[0];
    if (!address) continue;
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    break;
  }
  child.kill("SIGTERM");
  await ended;
}

async function time(work: () => unknown): Promise<string> {
  const before = performance.now();
  await work();
  return `${((performance.now() - before) / 1000).toFixed(1)} s`;
}

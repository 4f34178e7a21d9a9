import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { after, describe, test } from "node:test";
import { readPort } from "../../../../tools/dev/server/listen.mjs";
import { readBasePath } from "../../../../tools/dev/tasks/start.mjs";
import { finish, ProjectCopy } from "./project-copy.ts";
import { findFreePort } from "../server/support/free-port.ts";

const project = new ProjectCopy().linkPackages();
after(() => project.remove());
project.write(
  "tools/site/pipeline/main.ts",
  `import { mkdirSync, writeFileSync } from 'node:fs';
   mkdirSync('public', { recursive: true });
   writeFileSync('public/index.html', 'built for ' + process.env.BASE_URL);`,
);

describe("the task start", () => {
  test("builds, prints the address, serves there, and ends well when it is told to stop", async (context) => {
    const port = String(await findFreePort());
    const child = project.start(["start"], { PORT: port });
    context.after(() => child.kill());
    const finished = finish(child);
    const address = await readAddress(child);
    assert.equal(address, `http://localhost:${port}/`);
    const response = await fetch(address);
    assert.equal(await response.text(), `built for http://localhost:${port}/`);
    child.kill("SIGTERM");
    const { code, stderr } = await finished;
    assert.deepEqual([code, stderr], [0, ""]);
  });

  test("serves under the path of BASE_URL", async (context) => {
    const port = String(await findFreePort());
    const child = project.start(["start"], { PORT: port, BASE_URL: `http://localhost:${port}/atlas/` });
    context.after(() => child.kill());
    const finished = finish(child);
    const address = await readAddress(child);
    assert.equal(address, `http://localhost:${port}/atlas/`);
    assert.equal((await fetch(address)).status, 200);
    child.kill("SIGINT");
    assert.equal((await finished).code, 0);
  });

  test("ends when the shell between npm and it is gone", { timeout: 300_000 }, async (context) => {
    const port = String(await findFreePort());
    const shell = `const { spawn } = require('node:child_process');
      spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' });`;
    const env = { PORT: port, npm_lifecycle_event: "start" };
    const child = project.startWith([process.execPath, "-e", shell, "--"], ["start"], env);
    context.after(() => void [child.stdout, child.stderr].map((pipe) => pipe?.destroy()));
    const finished = finish(child);
    const address = await readAddress(child);
    child.kill("SIGKILL");
    // The pipes close when the last program that holds them has ended.
    await finished;
    await assert.rejects(fetch(address));
  });

  test("names PORT when the port is taken", async (context) => {
    const other = createServer().listen(0, "127.0.0.1");
    context.after(() => other.close());
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { code, stdout, stderr } = await project.run(["start"], { PORT: String(port) });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.equal(
      stderr,
      `Port ${port} is in use by another program. Stop that program, or use a free port: PORT=${port + 1} npm start\n`,
    );
  });
});

test("readPort refuses what is no port", () => {
  assert.equal(readPort(undefined), 1313);
  assert.equal(readPort("8080"), 8080);
  for (const value of ["0", "65536", "80a", "-1", "1e3"])
    assert.throws(() => readPort(value), /PORT is ".*", expected/);
});

test("readBasePath refuses what is no address", () => {
  assert.equal(readBasePath("http://localhost:1313/atlas/"), "/atlas/");
  assert.throws(() => readBasePath("/atlas/"), /BASE_URL is "\/atlas\/", expected an address/);
});

async function readAddress(child: ChildProcess): Promise<string> {
  let printed = "";
  for await (const text of child.stdout ?? []) {
    printed += String(text);
    const address = /http:\S+/.exec(printed)?.[0];
    if (address && printed.endsWith("\n")) return address;
  }
  throw new Error(`no address was printed, only: ${printed}`);
}

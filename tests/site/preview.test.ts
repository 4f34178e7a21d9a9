import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import {
  copyRepository,
  type RepositoryCopy,
  listenToEvents,
  type Listener,
} from "../../tools/dev/preview/test-support.ts";
import { startPreview } from "../../tools/dev/preview/preview.ts";
import type { Preview } from "../../tools/dev/preview/preview.ts";
import { provideHugo } from "../../tools/dev/setup/hugo.mjs";
import { makeTemporaryFolder } from "../temporary-folder.ts";
import { isThorough } from "../thorough.ts";
import { removeOtherGuests } from "./support/named-guests.ts";
import { findFreePort } from "../unit/dev/server/support/free-port.ts";

const dataset = "data/datasets/nobel-vmxnet3-2013.yaml";
const source = "data/sources/nobel-vmxnet3-2013.yaml";
const rule = "data/rules/vmxnet3-measured-ahead.yaml";

let hugo: string;
let copy: RepositoryCopy;
let preview: Preview;
let events: Listener;
let said: string[];
/** What files held before a test changed them, by their path in the repository. */
const originals = new Map<string, string>();
before(async () => {
  hugo = (await provideHugo(process.env)).HUGO;
  copy = copyRepository(resolve("."));
  removeOtherGuests(copy.root);
  // Programs know their repository by where they lie, behind any link.
  rmSync(join(copy.root, "tools"));
  for (const path of ["tools", "package.json"]) cpSync(path, join(copy.root, path), { recursive: true });
});
after(() => copy.remove());

/** Starts a preview of the dataset and waits until it has told the version of its first page. */
async function open(): Promise<void> {
  said = [];
  const asked = [{ kind: "dataset", id: "nobel-vmxnet3-2013" }] as const;
  preview = await startPreview({
    root: copy.root,
    hugo,
    asked,
    port: 0,
    findToday: () => "2026-12-01",
    print: (text) => said.push(text),
  });
  events = await listenToEvents(preview.url);
  await events.next();
}

/** Changes a file and waits until the preview has told that there is something new. */
async function change(file: string, from: string | RegExp, to: string): Promise<void> {
  replace(file, from, to);
  await events.next();
}

function replace(file: string, from: string | RegExp, to: string): void {
  const text = remember(file);
  const changed = text.replace(from, () => to);
  assert.notEqual(changed, text, `${file} holds ${String(from)}`);
  writeFileSync(join(copy.root, file), changed);
}

/** Reads a file that a test is about to change. */
function remember(file: string): string {
  const text = readFileSync(join(copy.root, file), "utf8");
  if (!originals.has(file)) originals.set(file, text);
  return text;
}

async function read(path = preview.addresses[0] ?? ""): Promise<string> {
  const response = await fetch(new URL(path, preview.url));
  return response.text();
}

// A test leaves the records changed, but right: every state of them takes seconds to show.
describe("a preview of a dataset", () => {
  before(async () => {
    writeFileSync(join(copy.root, dataset), `${remember(dataset)}\n\tbroken`);
    await open();
  });
  after(async () => {
    events.close();
    await preview.close();
    for (const [file, text] of originals) writeFileSync(join(copy.root, file), text);
  });
  beforeEach(() => {
    said = [];
  });
  it("starts while the record cannot be read, and shows its page once it can be read", async () => {
    assert.equal(preview.addresses[0], `${preview.url}benchmarks/nobel-vmxnet3-2013/`);
    assert.match(await read(), /Nothing to show yet/);
    assert.match(await read(), /nobel-vmxnet3-2013\.yaml:\d+:\d+<\/code> yaml: /);
    await change(dataset, "\n\tbroken", "");
    assert.match(await read(), /VMXNET3, E1000E and E1000/);
  });
  it("serves its page, with a policy that the page and the preview's own script keep to", async () => {
    const [address = ""] = preview.addresses;
    assert.equal(new URL(address).pathname, "/benchmarks/nobel-vmxnet3-2013/");
    const response = await fetch(address);
    const html = await response.text();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
    assert.match(
      response.headers.get("content-security-policy") ?? "",
      /script-src 'self' 'sha384-[\w+/=]+'; .*connect-src 'self'/,
    );
    assert.match(html, /<script src="\/__preview\/reload\.js" data-preview-version="\d+" defer><\/script><\/head>/);
    for (const [, path = ""] of html.matchAll(/(?:src|href)="?(\/(?:js|css|__preview)\/[^" >]+)/g))
      assert.equal((await fetch(new URL(path, preview.url))).status, 200, path);
    assert.match(html, /<figure.*<svg.*<\/figure>/s);
    assert.doesNotMatch(html, /preview-findings/);
  });
  it("answers only at this machine's own names, to its events too", async () => {
    const { port } = new URL(preview.url);
    for (const path of ["/benchmarks/nobel-vmxnet3-2013/", "/__preview/events", "/__preview/reload.js"]) {
      const asked = request({ port, path, headers: { Host: `evil.example:${port}` }, agent: false }).end();
      const [response] = (await once(asked, "response")) as [IncomingMessage];
      response.resume();
      assert.equal(response.statusCode, 421, path);
    }
  });
  it("follows a change of the record, of its source and of a rule", async () => {
    replace(source, /^title: .*$/m, "title: A changed paper");
    replace(rule, /^title: .*$/m, "title: A changed rule");
    await change(dataset, /^title: .*$/m, "title: A changed study of two adapters");
    while (!(await read()).includes("A changed study of two adapters")) await events.next();
    assert.match(await read("/sources/nobel-vmxnet3-2013/"), /<h1[^>]*>[\s\S]*A changed paper/);
    assert.match(await read("/rules/"), /A changed rule/);
    assert.ok(
      said.every((text) => text.startsWith("preview: ready in ")),
      said.join(""),
    );
  });
  it("serves the pages that show it, and says of the others that they are elsewhere", async () => {
    assert.equal((await fetch(new URL("/adapters/vmxnet3/", preview.url))).status, 200);
    const response = await fetch(new URL("/sources/govmomi/", preview.url));
    assert.equal(response.status, 404);
    assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
    assert.match(await response.text(), /Not part of this preview[\s\S]*\/benchmarks\/nobel-vmxnet3-2013\//);
  });
  it("shows what is wrong on top of the last page that could be made, and goes on when it is right again", async () => {
    await change(dataset, /^title: (.*)$/m, "title: 'not closed");
    const broken = await read();
    assert.match(broken, /<details open><summary>[^<]*Below is the last state that could be shown/);
    assert.match(broken, /<code>data\/datasets\/nobel-vmxnet3-2013\.yaml:2:8<\/code> yaml: this quote is not closed/);
    assert.match(broken, /<h1/);
    assert.match(
      said.at(-1) ?? "",
      /^data\/datasets\/nobel-vmxnet3-2013\.yaml:2:8 {2}yaml {2}this quote is not closed\n/,
    );
    await change(dataset, "title: 'not closed", "title: Closed again, and right");
    const whole = await read();
    assert.doesNotMatch(whole, /not closed/);
    assert.match(whole, /Closed again, and right/);
  });
  it("tells a finding that the page can be made in spite of, folded away, until it is corrected", async () => {
    const [quote = ""] = /quote: .*\b4\.47\b.*$/m.exec(remember(dataset)) ?? [];
    await change(dataset, quote, "quote: a number that is not the one");
    const html = await read();
    assert.match(
      html,
      /<details open><summary>The check finds \d+ things? to correct<\/summary>.*nobel-vmxnet3-2013\.yaml:\d+:\d+<\/code> number-in-quote/s,
    );
    await change(dataset, "quote: a number that is not the one", quote);
    assert.doesNotMatch(await read(), /preview-findings/);
  });
  it("survives that the file goes away, comes back and is renamed over", async () => {
    const file = join(copy.root, dataset);
    const text = remember(dataset);
    rmSync(file);
    await events.next();
    assert.match(await read(), /preview-findings/);
    writeFileSync(`${file}.new`, text.replace(/^title: .*$/m, "title: A study that came back"));
    renameSync(`${file}.new`, file);
    while (!(await read()).includes("A study that came back")) await events.next();
    assert.ok(said.some((line) => line.startsWith("preview: ready")));
  });
});

describe("npm run preview", () => {
  // Each start takes as long as a build; one handler serves both signals.
  for (const signal of isThorough ? (["SIGINT", "SIGTERM"] as const) : (["SIGINT"] as const)) {
    it(`prints the address at the port it is given, and leaves nothing behind after ${signal}`, async (context) => {
      const folder = makeTemporaryFolder(context);
      const port = String(await findFreePort());
      const child = start([dataset], { PORT: port, TMPDIR: folder });
      const printed = await readUntil(child, /http:\S+\n/);
      assert.match(printed, new RegExp(`^http://localhost:${port}/benchmarks/nobel-vmxnet3-2013/$`, "m"));
      assert.equal((await fetch(`http://localhost:${port}/benchmarks/nobel-vmxnet3-2013/`)).status, 200);
      assert.notDeepEqual(listLeftovers(folder), []);
      child.kill(signal);
      const [code] = (await once(child, "close")) as [number];
      assert.equal(code, 0);
      assert.deepEqual(listLeftovers(folder), []);
    });
  }
  it("says when the port is taken", async (context) => {
    const other = createServer().listen(0, "127.0.0.1");
    context.after(() => other.close());
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { code, error } = await runToEnd([dataset], { PORT: String(port) });
    assert.equal(code, 1);
    assert.match(
      error,
      new RegExp(`Port ${port} is in use by another program\\. .*PORT=${port + 1} npm run preview ${dataset}`),
    );
  });
  for (const [what, words, expected] of [
    ["nothing", [], /usage: npm run preview FILE/],
    ["a file that is not there", ["data/datasets/absent.yaml"], /there is no file data\/datasets\/absent\.yaml/],
    ["a file that is no record", ["package.json"], /package\.json is not a record/],
    ["an option", ["--watch"], /unknown option "--watch"/],
  ] as const) {
    it(`refuses ${what}, with exit code 2`, async () => {
      const { code, error } = await runToEnd(words, {});
      assert.equal(code, 2);
      assert.match(error, expected);
    });
  }
});

async function runToEnd(words: readonly string[], env: NodeJS.ProcessEnv): Promise<{ code: number; error: string }> {
  const child = start(words, env);
  const ended = once(child, "close") as Promise<[number]>;
  const error = await readUntil(child, /$^/, "stderr");
  return { code: (await ended)[0], error };
}

function start(words: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  // A test process tells its children to report to the runner; this is none of its tests, nor called where npm was.
  const { NODE_TEST_CONTEXT, INIT_CWD, ...own } = process.env;
  const program = ["--import", "tsx", "tools/dev/preview/main.ts", ...words];
  const options = { cwd: copy.root, env: { ...own, HUGO: hugo, ...env } };
  return spawn(process.execPath, program, { ...options, stdio: ["ignore", "pipe", "pipe"] });
}

/** Reads what a program prints until something has been said, or to its end; what it prints later has a reader too. */
async function readUntil(child: ChildProcess, wanted: RegExp, from: "stdout" | "stderr" = "stdout"): Promise<string> {
  let printed = "";
  return new Promise((resolve) => {
    child[from]?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      if (wanted.test(printed)) resolve(printed);
    });
    child.once("close", () => resolve(printed));
  });
}

function listLeftovers(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith("vnic-preview-"));
}

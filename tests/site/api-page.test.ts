import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { parquetReadObjects } from "hyparquet";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");
const site = join(root, "public");
interface Example {
  id: string;
  language: string;
  reads: Record<string, string[]>;
  code: string;
}
const examples = parse(readFileSync(join(root, "assets/api/examples.yaml"), "utf8")) as Example[];

describe("the examples of the page about the API", () => {
  test("are for six tools, and stand on the page with an address of the site", () => {
    assert.deepEqual(
      examples.map(({ id }) => id),
      ["curl", "python", "duckdb", "powershell", "ansible", "terraform"],
    );
    const page = readFileSync(join(site, "api/index.html"), "utf8");
    for (const { id } of examples)
      assert.ok(page.includes(`id=snippet-${id}`) || page.includes(`id="snippet-${id}"`), id);
    assert.ok(!page.includes("ATLAS"));
  });

  for (const { id, code, reads } of examples)
    test(`${id} reads files and fields that exist, and no others`, async () => {
      const named = [...code.matchAll(/ATLASapi\/v1\/([\w./-]+)/g)].map(([, path]) => path);
      assert.deepEqual([...new Set(named)], Object.keys(reads));
      for (const [file, fields] of Object.entries(reads)) {
        const path = join(site, "api/v1", file);
        assert.ok(existsSync(path), file);
        const bytes = readFileSync(path);
        const value: unknown = file.endsWith(".parquet")
          ? (await parquetReadObjects({ file: new Uint8Array(bytes).buffer, rowEnd: 1 }))[0]
          : JSON.parse(bytes.toString());
        for (const field of fields) {
          assert.ok(findValues(value, field.split(".")).length > 0, `${file} has no ${field}`);
          const last = field.split(".").at(-1)?.replace("[]", "") ?? "";
          assert.ok(code.includes(last) || id === "powershell", `the code does not read ${last}`);
        }
      }
    });

  test("read an adapter of vSphere from the record of each guest", () => {
    const folder = join(site, "api/v1/guests");
    const guests = readdirSync(folder).filter((name) => name.endsWith(".json"));
    const known = (readJson("adapters.json") as { items: { id: string }[] }).items
      .map(({ id }) => readJson(`adapters/${id}.json`) as { id: string; platforms: Record<string, unknown> })
      .filter(({ platforms }) => platforms.vsphere)
      .map(({ id }) => id);
    assert.ok(guests.length > 200 && known.length > 5);
    for (const { id, reads } of examples)
      for (const field of (reads["guests/rhel9-64.json"] ?? []).filter((name) => name !== "name"))
        for (const name of guests) {
          const [adapter] = findValues(readJson(`guests/${name}`), field.split("."));
          assert.ok(known.includes(adapter as string), `${id}: ${name} has "${adapter}" as ${field}`);
        }
  });

  test("for Python and the shell do what they say", async () => {
    const server = createServer(({ url = "" }, response) => {
      const path = join(site, url);
      response.writeHead(existsSync(path) ? 200 : 404).end(existsSync(path) ? readFileSync(path) : "");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const run = async (id: string, program: string, flag: string): Promise<string> => {
      const code = examples.find((one) => one.id === id)?.code.replaceAll("ATLAS", address) ?? "";
      return (await promisify(execFile)(program, [flag, code.replace(/ \| jq .*/, "")])).stdout;
    };
    try {
      const python = await run("python", "python3", "-c");
      assert.ok(python.split("\n").length > 10, python);
      assert.match(python, /\['\w[\w-]*'/);
      // jq is no program of this project; what goes into it is.
      assert.equal((JSON.parse(await run("curl", "sh", "-c")) as { name: string }).name, "Red Hat Enterprise Linux 9");
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  test("for Ansible is a list of tasks that sets the option of the module", () => {
    const tasks = parse(examples.find(({ id }) => id === "ansible")?.code ?? "") as Record<string, object>[];
    assert.deepEqual(Object.keys(tasks[1]?.["ansible.builtin.set_fact"] ?? {}), ["device_type"]);
    assert.deepEqual(
      tasks.map((task) => Object.keys(task)[1]),
      ["ansible.builtin.uri", "ansible.builtin.set_fact"],
    );
  });
});

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(site, "api/v1", path), "utf8"));
}

/** The values at a place: `[]` stands for each entry of a list; a field that only some entries have is found. */
function findValues(value: unknown, [step, ...rest]: string[]): unknown[] {
  if (step === undefined) return value === undefined ? [] : [value];
  const name = step.replace("[]", "");
  const inner = (value as Record<string, unknown> | undefined)?.[name];
  const values = step.endsWith("[]") ? (inner as unknown[]) : [inner];
  return values.flatMap((one) => (one === undefined ? [] : findValues(one, rest)));
}

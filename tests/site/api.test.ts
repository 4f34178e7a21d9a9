import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createAdvisor } from "../../advisor/index.ts";
import type { Knowledge } from "../../advisor/knowledge/knowledge.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const site = join(root, "public");
/** An address under a sub-path, where only relative addresses lead to the right place. */
const base = "https://example.org/atlas/";
const api = new URL("api/v1/", base);

type Json = Record<string, unknown>;
interface Listed {
  id: string;
  url: string;
}

const fileOf = (address: URL): string => {
  assert.ok(address.href.startsWith(base), `${address.href} leaves the site`);
  const path = decodeURIComponent(address.pathname.slice(new URL(base).pathname.length));
  return join(site, path, path === "" || path.endsWith("/") ? "index.html" : "");
};
const readJson = (address: URL): Json => JSON.parse(readFileSync(fileOf(address), "utf8")) as Json;
const itemsOf = (kind: string): Listed[] => readJson(new URL(`${kind}.json`, api)).items as Listed[];

const index = readJson(new URL("index.json", api));
const kinds = index.kinds as { kind: string; count: number; url: string; schema: string }[];
const files = readdirSync(join(site, "api/v1"), { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .sort();
/** The description of the API has the form of OpenAPI. */
const jsonFiles = files.filter((name) => name.endsWith(".json") && name !== "openapi.json");

describe("the index of the API", () => {
  test("names every kind of record that data/ has", () => {
    const folders = readdirSync(join(root, "data"))
      .filter((name) => !["audit", "redirects", "schema"].includes(name))
      .sort();
    assert.deepEqual(kinds.map(({ kind }) => kind).sort(), folders);
  });

  test("leads to every list and its schema, which holds as many records as it says", () => {
    for (const { kind, count, url, schema } of kinds) {
      assert.equal((readJson(new URL(url, api)).items as unknown[]).length, count, kind);
      assert.equal(readJson(new URL(schema, api)).$schema, "https://json-schema.org/draft/2020-12/schema", kind);
    }
  });
});

describe("the lists of the API", () => {
  for (const { kind } of kinds) {
    test(`hold every record of data/${kind}, each with its own file`, () => {
      const authored = readdirSync(join(root, "data", kind))
        .map((name) => name.replace(/\.yaml$/, ""))
        .sort();
      const items = itemsOf(kind);
      assert.deepEqual(items.map(({ id }) => id).sort(), authored);
      for (const { id, url } of items) assert.equal(readJson(new URL(url, new URL(`${kind}.json`, api))).id, id);
    });
  }
});

describe("every JSON file of the API", () => {
  test("says its versions and its licence, the same in all", () => {
    const { schemaVersion, knowledgeVersion, licence } = index;
    assert.match(String(knowledgeVersion), /^[0-9a-f]{12}$/);
    for (const name of jsonFiles) {
      const found = readJson(new URL(name, api));
      assert.deepEqual(
        [found.schemaVersion, found.knowledgeVersion, found.licence],
        [schemaVersion, knowledgeVersion, licence],
        name,
      );
    }
  });

  test("leads only to what exists, from wherever the site lives", () => {
    let checked = 0;
    for (const name of jsonFiles) {
      const from = new URL(name, api);
      for (const { key, address } of listAddresses(readJson(from))) {
        if (/^https?:/.test(address)) continue;
        assert.ok(!address.startsWith("/"), `${name}: ${key} "${address}" is not relative`);
        const target = fileOf(new URL(address, from));
        assert.ok(existsSync(target) && statSync(target).isFile(), `${name}: ${key} "${address}" leads nowhere`);
        checked += 1;
      }
    }
    assert.ok(checked > jsonFiles.length);
  });
});

describe("the datasets as CSV", () => {
  for (const { id } of itemsOf("datasets")) {
    test(`${id} says the same as its JSON`, () => {
      const address = new URL(`datasets/${id}.json`, api);
      const dataset = readJson(address);
      const [header = [], ...rows] = parseCsv(readFileSync(fileOf(new URL(String(dataset.csv), address)), "utf8"));
      const measurements = dataset.measurements as Json[];
      assert.equal(rows.length, measurements.length);
      for (const [number, row] of rows.entries()) {
        const expected = flatten(measurements[number] ?? {}, header);
        assert.deepEqual(Object.fromEntries(header.map((column, at) => [column, row[at]])), expected);
      }
    });
  }
});

test("the knowledge of the API answers a question as it is", () => {
  const knowledge = readJson(new URL("knowledge.json", api)) as unknown as Knowledge;
  const { advise } = createAdvisor(knowledge);
  const advice = advise({
    platform: "vsphere",
    guest: "windows2019srv_64Guest",
    guestDrivers: true,
    packetRate: 20000,
    requires: ["vmotion"],
  });
  assert.equal(advice.recommended, "vmxnet3");
  assert.equal(advice.knowledgeVersion, index.knowledgeVersion);
  for (const { reasons } of advice.verdicts) {
    for (const ref of reasons.flatMap(({ evidence }) => evidence)) assert.ok(ref in knowledge.evidence, ref);
  }
});

const addressKeys = new Set([
  ...["path", "url", "csv", "json", "parquet", "package"],
  ...["schema", "listSchema", "recordSchema", "authoring"],
]);

/** Finds every address in a file: the values of the keys that hold one. */
function listAddresses(value: unknown): { key: string; address: string }[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
    typeof part === "string" && addressKeys.has(key) ? [{ key, address: part }] : listAddresses(part),
  );
}

/** Writes a measurement's fields as CSV must: nothing for what is absent, text that cannot run as a formula. */
function flatten(measurement: Json, columns: readonly string[]): Record<string, string> {
  const { conditions, summary, samples, ...plain } = measurement as {
    conditions: Json;
    summary?: Json;
    samples?: number[];
  };
  const { workload: conditionsWorkload, ...others } = conditions;
  const all: Json = { ...others, conditionsWorkload, ...summary, samples: samples?.join(" "), ...plain };
  const write = (value: unknown): string =>
    typeof value === "string" ? value.replace(/^(?=[=+\-@\t\r])/, "'") : String(value ?? "");
  return Object.fromEntries(columns.map((column) => [column, write(all[column])]));
}

/** Reads RFC 4180 character by character, which is slow and leaves no room for cleverness. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (isQuoted && character === '"' && text.charAt(at + 1) === '"') cell += text.charAt(at++);
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) cell += character;
    else if (character === ",") [row, cell] = [[...row, cell], ""];
    else if (character === "\n") [rows[rows.length], row, cell] = [[...row, cell], [], ""];
    else if (character !== "\r") cell += character;
  }
  return rows;
}

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { createConfig, lint } from "@redocly/openapi-core";
import { parse } from "yaml";
import { schemaVersion } from "../../tools/site/compile/site/meta.ts";
import {
  compareFields,
  listBuiltFields,
  listFields,
  readPromised,
  readVersions,
} from "../../tools/site/responses/write-fields.ts";
import { isThorough } from "../thorough.ts";
import { runPython } from "./support/run-python.ts";

const root = join(import.meta.dirname, "../..");
const api = join(root, "public/api/v1");
const description = join(api, "openapi.json");
type Json = Record<string, unknown>;
const read = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;

/** Does something with a folder that is gone afterwards. */
async function inFolder<Result>(work: (folder: string) => Result | Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "vnic-api-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("the fields of the API", () => {
  const fields = listBuiltFields(root);
  const versions = readVersions(root);
  const promised = readPromised(root);
  const how = "run: node --import tsx tools/site/responses/write-fields.ts";

  test("keep every promise, or state the break under a new first number", () => {
    assert.deepEqual(compareFields(promised, fields, versions).unstated, [], "see assets/api/changelog.yaml");
  });

  test("are all promised with each new version", () => {
    assert.ok(fields.length > 1000);
    assert.equal(promised.version, schemaVersion, how);
  });

  test("have a changelog whose newest version is that of the files", () => {
    assert.equal(versions[0]?.version, schemaVersion);
    assert.equal(read(join(api, "index.json")).schemaVersion, schemaVersion);
    for (const { version, changes } of versions) assert.ok(changes.length > 0, version);
    const numbers = versions.map(({ version }) =>
      version.split(".").reduce((sum, part) => sum * 1000 + Number(part), 0),
    );
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => b - a),
    );
  });

  test("are broken by a removed field, another type, and a field that may be missing, but by no new one", () => {
    const before = { version: "1.2.0", fields: listFields("a", schemaOf({ x: "string", y: "number" }, ["x", "y"])) };
    const compare = (properties: Record<string, string>, required: string[], broken: string[], version: string) =>
      compareFields(before, listFields("a", schemaOf(properties, required)), [{ version, changes: [], broken }]);
    const same = compare({ x: "string", y: "number", z: "null" }, ["x", "y"], [], "1.3.0");
    assert.deepEqual(same, { unstated: [], added: ["a.z null optional"] });
    assert.deepEqual(compare({ x: "string" }, ["x"], [], "2.0.0").unstated, ["a.y number"]);
    assert.deepEqual(compare({ x: "string", y: "string" }, ["x", "y"], [], "2.0.0").unstated, ["a.y number"]);
    assert.deepEqual(compare({ x: "string", y: "number" }, ["x"], [], "2.0.0").unstated, ["a.y number"]);
    assert.deepEqual(compare({ x: "string" }, ["x"], ["a.y"], "1.3.0").unstated, ["a.y number"]);
    assert.deepEqual(compare({ x: "string" }, ["x"], ["a.y"], "2.0.0").unstated, []);
  });
});

function schemaOf(types: Record<string, string>, required: string[]): Record<string, unknown> {
  return { properties: Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }])), required };
}

describe("the description of the API in OpenAPI", () => {
  test("has no problem that Redocly's recommended rules find, which find one that is put in", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lint({ ref: description, config });
    assert.deepEqual(
      problems.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      [],
    );
    const broken = await inFolder((folder) => {
      const file = join(folder, "openapi.json");
      writeFileSync(
        file,
        readFileSync(description, "utf8").replace('"operationId": "getIndex"', '"operationId": "listRules"'),
      );
      return lint({ ref: file, config });
    });
    assert.deepEqual(
      broken.map(({ ruleId }) => ruleId),
      ["operation-operationId-unique"],
    );
  });

  test("has one type or a choice of types in each place, which generators for Go need", () => {
    assert.doesNotMatch(readFileSync(description, "utf8"), /"type": \[/);
    assert.match(
      readFileSync(description, "utf8"),
      /"anyOf": \[\s*\{\s*"type": "string"\s*\},\s*\{\s*"type": "number"/,
    );
  });

  test("describes the table in Parquet as a file of bytes", () => {
    const { paths } = read(description) as { paths: Record<string, { get: { responses: Record<string, Json> } }> };
    assert.deepEqual(paths["/measurements.parquet"]?.get.responses["200"]?.content, {
      "application/octet-stream": { schema: {} },
    });
  });

  test("becomes types that hold what the API says, by openapi-typescript", () =>
    inFolder((folder) => {
      execFileSync(
        join(root, "node_modules/.bin/openapi-typescript"),
        [description, "--output", join(folder, "api.ts")],
        {
          stdio: "pipe",
        },
      );
      writeFileSync(join(folder, "client.ts"), client);
      const flags = ["--noEmit", "--strict", "--module", "esnext", "--moduleResolution", "bundler", "--types", ""];
      const { status, stdout } = spawnSync(
        join(root, "node_modules/.bin/tsc"),
        [...flags, "--target", "es2022", "client.ts"],
        {
          cwd: folder,
          encoding: "utf8",
        },
      );
      assert.equal(status, 0, stdout);
    }));

  // The generator takes ten seconds.
  if (isThorough)
    test("becomes a client in Python that reads what the API has, by openapi-python-client", () =>
      inFolder(async (folder) => {
        const out = join(folder, "client");
        const generate = [
          "-m",
          "openapi_python_client",
          "generate",
          "--path",
          description,
          "--output-path",
          out,
          "--meta",
          "none",
        ];
        writeFileSync(join(folder, "config.yaml"), "post_hooks: []\n");
        await runPython([...generate, "--config", join(folder, "config.yaml")]);
        const code = `
import json, sys
sys.path.insert(0, ${JSON.stringify(folder)})
from client.models import Guest, RuleList
guest = Guest.from_dict(json.load(open(${JSON.stringify(join(api, "guests/rhel9-64.json"))})))
rules = RuleList.from_dict(json.load(open(${JSON.stringify(join(api, "rules.json"))})))
print(guest.name, len(rules.items) > 50)`;
        assert.equal(await runPython(["-c", code]), "Red Hat Enterprise Linux 9 True\n");
      }));
});

describe("the Data Package of the measurements", () => {
  const code = (path: string): string[] => [
    "-c",
    `import json; from frictionless import Package, validate; p = ${JSON.stringify(path)}; d = json.load(open(p)); report = validate(p)
print(json.dumps({"valid": report.valid, "errors": report.flatten(["type", "message"])[:5], "profile": d["$schema"]}))`,
  ];
  test("is valid, and so are the rows, as frictionless sees them", async () => {
    const { valid, errors, profile } = JSON.parse(await runPython(code(join(api, "datapackage.json")))) as Record<
      string,
      unknown
    >;
    assert.deepEqual([valid, errors], [true, []]);
    assert.equal(profile, "https://datapackage.org/profiles/2.0/datapackage.json");
  });

  test("is not valid if a column has another type or a row is doubled", () =>
    inFolder(async (folder) => {
      const data = read(join(api, "datapackage.json")) as { resources: { path: string }[] };
      const text = readFileSync(join(api, "measurements.csv"), "utf8");
      const lines = text.trimEnd().split("\n");
      mkdirSync(join(folder, "api"));
      for (const resource of data.resources) resource.path = "rows.csv";
      writeFileSync(join(folder, "datapackage.json"), JSON.stringify(data));
      writeFileSync(join(folder, "rows.csv"), `${[...lines, lines.at(-1)].join("\n")}\n`);
      const { valid } = JSON.parse(await runPython(code(join(folder, "datapackage.json")), folder)) as {
        valid: boolean;
      };
      assert.equal(valid, false);
    }));
});

test("whole numbers are whole in the Parquet file and in the Data Package", async () => {
  const code = `import duckdb, json
rows = duckdb.sql("DESCRIBE FROM '${join(api, "measurements.parquet")}'").fetchall()
print(json.dumps({row[0]: row[1] for row in rows}))`;
  const types = JSON.parse(await runPython(["-c", code])) as Record<string, string>;
  const { resources } = read(join(api, "datapackage.json")) as {
    resources: { schema: { fields: { name: string; type: string }[] } }[];
  };
  const described = new Map(resources[0]?.schema.fields.map(({ name, type }) => [name, type]));
  for (const column of ["year", "count", "vcpus", "queues", "bitness", "mtu", "streams", "socketBytes", "packetBytes"])
    assert.deepEqual([column, types[column], described.get(column)], [column, "BIGINT", "integer"]);
  for (const column of ["value", "mean", "linkGbps"])
    assert.deepEqual([column, types[column], described.get(column)], [column, "DOUBLE", "number"]);
});

describe("the citation file of the site", () => {
  const text = readFileSync(join(root, "public/citation.cff"), "utf8");
  const citation = parse(text) as Record<string, unknown>;

  test("has the year and the address", () => {
    const { knowledgeRelease } = read(join(api, "index.json"));
    assert.match(String(knowledgeRelease), /^20\d\d\.\d\d\.\d\d$/);
    assert.equal(citation["date-released"], String(knowledgeRelease).replaceAll(".", "-"));
    assert.match(String(citation.url), /^https?:\/\/\S+\/$/);
    for (const field of ["cff-version", "message", "title", "authors", "version", "license"])
      assert.ok(citation[field], field);
  });
});

const client = `
import type { components, paths } from "./api";

type Rules = paths["/rules.json"]["get"]["responses"][200]["content"]["application/json"];
export function excluded(rules: Rules): string[] {
  return rules.items.flatMap(({ then }) => then.exclude ?? []);
}
export const nameOf = ({ name }: components["schemas"]["Guest"]): string => name;
export const adapterOf = ({ advice }: components["schemas"]["Guest"]): string | null | undefined =>
  advice["vsphere"]?.withDrivers.recommended;
// @ts-expect-error There is no such field.
export const colourOf = ({ colour }: components["schemas"]["Guest"]): string => colour;
`;

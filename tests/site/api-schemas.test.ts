import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, test } from "node:test";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { createAdvisor, type Knowledge } from "../../advisor/index.ts";
import { findSchemaProseProblems, listSchemaFiles } from "../schema-prose.ts";
import { runPython } from "./support/run-python.ts";

const root = join(import.meta.dirname, "../..");
const api = join(root, "public/api/v1");
const schemas = join(root, "public/schema/v1");

type Json = Record<string, unknown>;
interface Kind {
  kind: string;
  count: number;
  url: string;
  schema: string;
  listSchema: string;
  authoring: string;
}
interface Described {
  url: string;
  schema: string;
}

const read = (file: string): Json => JSON.parse(readFileSync(file, "utf8")) as Json;
const index = read(join(api, "index.json")) as unknown as Json & {
  kinds: Kind[];
  knowledge: Described;
  aliases: Described;
  tombstones: Described & { recordSchema: string };
};
const knowledge = read(join(api, "knowledge.json")) as unknown as Knowledge;
const advisor = createAdvisor(knowledge);
const responses = readdirSync(join(schemas, "api"));

describe("the files of the API", () => {
  test("match the schemas that the index names, as jsonschema for Python reads them", async () => {
    const script = join(root, "tests/site/support/validate_api.py");
    const { checked, errors } = JSON.parse(await runPython([script, api])) as { checked: number; errors: string[] };
    assert.deepEqual(errors.slice(0, 10), []);
    const records = index.kinds.reduce((sum, { count }) => sum + count, 0);
    assert.ok(checked >= records + index.kinds.length + 4, `${checked} files were checked`);
  });

  test("match them as Ajv reads them, and have no field that their schema does not describe", () => {
    const faults: string[] = [];
    const check = (file: string, validate: ValidateFunction): void => {
      if (!validate(read(join(api, file))))
        faults.push(
          `${file}: ${validate.errors?.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)[0]}`,
        );
    };
    check("index.json", compileClosed("../../schema/v1/api/index.schema.json"));
    for (const { url, schema } of [index.knowledge, index.aliases, index.tombstones]) check(url, compileClosed(schema));
    for (const { url, schema, listSchema } of index.kinds) {
      check(url, compileClosed(listSchema));
      const validate = compileClosed(schema);
      for (const item of read(join(api, url)).items as { url: string }[]) check(item.url, validate);
    }
    assert.deepEqual(faults.slice(0, 10), []);
  });

  test("have a schema each, the tables apart", () => {
    const named = [
      ...["index.schema.json", "advice.schema.json", "lean-advice.schema.json", "batch-error.schema.json"],
      ...index.kinds.flatMap(({ schema, listSchema }) => [schema, listSchema]),
      ...[index.knowledge.schema, index.aliases.schema, index.tombstones.schema, index.tombstones.recordSchema],
    ].map((address) => address.replace("../../schema/v1/api/", ""));
    assert.deepEqual(responses.toSorted(), named.toSorted());
  });
});

test("published schemas describe fields in short sentences and plain words", () => {
  const files = listSchemaFiles(schemas);
  assert.ok(files.length > responses.length);
  assert.deepEqual(findSchemaProseProblems([...files, join(api, "openapi.json")]), []);
});

test("the description of the API names each JSON file without the versions", () => {
  const { info } = read(join(api, "openapi.json")) as unknown as { info: { description: string } };
  assert.match(
    info.description,
    /Every other JSON file has schemaVersion, knowledgeVersion, knowledgeRelease and licence\./,
  );
  const without = readdirSync(api)
    .filter((name) => name.endsWith(".json"))
    .filter((name) =>
      ["schemaVersion", "knowledgeVersion", "knowledgeRelease", "licence"].some(
        (field) => !Object.hasOwn(read(join(api, name)), field),
      ),
    );
  assert.deepEqual(without, ["openapi.json"]);
});

test("the schema of lean advice names the schema of lines that cannot be used", () =>
  assert.match(
    String(read(join(schemas, "api/lean-advice.schema.json")).description),
    /batch-error\.schema\.json describes the answer/,
  ));

describe("the schemas of responses", () => {
  for (const name of responses)
    test(`${name} describes every field and stands alone`, () => {
      const schema = read(join(schemas, "api", name));
      assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
      assert.ok(schema.title && schema.description, "it has a title and a description");
      const bare: string[] = [];
      visit(schema, (node) => {
        for (const [field, part] of Object.entries((node.properties ?? {}) as Record<string, Json>))
          if (typeof part.description !== "string" || part.description === "") bare.push(field);
        if (typeof node.$ref === "string") assert.match(node.$ref, /^#\/\$defs\/\w+$/);
      });
      assert.deepEqual(bare, []);
    });

  test("describe what each object contains, in the description of the API too", () => {
    const bare: string[] = [];
    for (const file of [...responses.map((name) => join(schemas, "api", name)), join(api, "openapi.json")])
      visit(read(file), (node) => {
        if (node.type !== "object" || node.properties !== undefined || node.additionalProperties !== undefined) return;
        bare.push(`${basename(file)}: ${String(node.description)}`);
      });
    assert.deepEqual(bare, []);
  });

  test("refuse advice for a guest without a recommendation, and an alias that is no id", () => {
    const guest = read(join(api, "guests/rhel9-64.json"));
    const advice = { vsphere: { withDrivers: { fitting: [] }, withoutDrivers: { recommended: null, fitting: [] } } };
    const validate = compile("../../schema/v1/api/guest.schema.json");
    assert.ok(validate(guest));
    assert.ok(!validate({ ...guest, advice }));
    assert.ok(!compile(index.aliases.schema)({ ...read(join(api, "aliases.json")), aliases: { rhel9: 9 } }));
  });

  test("refuse a record of another kind, and one without a required field", () => {
    const rule = read(join(api, "rules.json")) as { items: { url: string }[] } & Json;
    const record = read(join(api, rule.items[0]?.url ?? ""));
    const validate = compile("../../schema/v1/api/rule.schema.json");
    assert.ok(validate(record));
    const { strength: _, ...without } = record;
    assert.ok(!validate(without));
    assert.ok(!validate({ ...record, evidence: "none" }));
    assert.ok(!compile("../../schema/v1/api/guest.schema.json")(record));
  });
});

describe("what the engine answers", () => {
  const situations = [
    {},
    { platform: "kvm", guest: "windows-server-2019-64", guestDrivers: false, currentAdapter: "e1000" },
    { platform: "vsphere", guest: "rhel9-64", packetRate: 900_000, iommu: true, sriovNic: true, requires: ["vmotion"] },
    { platform: "vsphere", guest: "windows-server-2022-64", currentAdapter: "e1000e", packetRate: 20_000 },
    { platform: "vsphere", guest: "dos", requires: ["vmotion"] },
  ];
  test("matches the schemas of advice and of lean advice, field by field", () => {
    const [advice, lean] = ["advice", "lean-advice"].map((name) =>
      compileClosed(`../../schema/v1/api/${name}.schema.json`),
    );
    for (const situation of situations) {
      assert.ok(advice?.(JSON.parse(JSON.stringify(advisor.advise(situation)))), JSON.stringify(advice?.errors));
      assert.ok(lean?.(JSON.parse(JSON.stringify(advisor.brief(situation)))), JSON.stringify(lean?.errors));
    }
  });

  test("is asked by a situation that matches its schema", () => {
    const validate = compile("../../schema/v1/situation.schema.json");
    for (const situation of situations) assert.ok(validate(situation), JSON.stringify(validate.errors));
    for (const wrong of [{ colour: "red" }, { packetRate: -1 }, { bitness: 16 }, { requires: "vmotion" }])
      assert.ok(!validate(wrong), JSON.stringify(wrong));
  });

  test("takes the spellings that the schema takes, and no others", () => {
    const validate = compile("../../schema/v1/situation.schema.json");
    const { platforms, adapters, features } = knowledge;
    const spellings = (words: readonly string[]): string[] =>
      words.flatMap((word) => [
        word,
        word.toUpperCase(),
        ` ${word.replaceAll("-", " ")}`,
        `x${word}`,
        `Virtual${word}`,
      ]);
    const names = [
      undefined,
      ...spellings(platforms.flatMap(({ id, productIds = [] }) => [id, ...productIds])),
      "hyper-v",
    ];
    const current = spellings(
      adapters.flatMap((one) => [one.id, ...Object.values(one.platforms).map(({ name }) => name)]),
    );
    const required = spellings(features.flatMap(({ id, aliases, name }) => [id, ...aliases, name]));
    const versions = [..."8.0 7.0U3 8 v8 8.0.1.2 8.x 12345".split(" "), "7.0 u3", " 8.0 ", ""];
    const situations: object[] = [
      ...names.flatMap((platform) => current.map((currentAdapter) => ({ platform, currentAdapter }))),
      ...names.flatMap((platform) => versions.map((platformVersion) => ({ platform, platformVersion }))),
      ...versions.map((driverVersion) => ({ driverVersion })),
      ...required.map((feature) => ({ requires: [feature] })),
    ];
    for (const situation of situations.map((one) => JSON.parse(JSON.stringify(one)) as object))
      assert.equal(validate(situation), advisor.parse(situation).problems.length === 0, JSON.stringify(situation));
  });

  test("or with an error for a line of a batch, as its schema says", () => {
    const validate = compileClosed("../../schema/v1/api/batch-error.schema.json");
    const { problems } = advisor.parse({ guest: "nope", platform: "hyper-v" });
    for (const line of [{ error: "situation: found a blank line" }, { error: "guest: found", problems }])
      assert.ok(validate(line), JSON.stringify(validate.errors));
    assert.ok(!validate(advisor.brief({ guest: "rhel9-64" })));
  });
});

function compile(address: string): ValidateFunction {
  return new Ajv2020({ strict: false, validateFormats: false }).compile(read(join(api, address)));
}

/** The same schema without room for a field that it does not name. */
function compileClosed(address: string): ValidateFunction {
  const schema = read(join(api, address));
  visit(schema, (node) => {
    if (node.properties !== undefined && node.additionalProperties === undefined) node.additionalProperties = false;
  });
  return new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
}

function visit(node: unknown, see: (node: Json) => void): void {
  if (node === null || typeof node !== "object") return;
  if (!Array.isArray(node)) see(node as Json);
  for (const part of Object.values(node)) visit(part, see);
}

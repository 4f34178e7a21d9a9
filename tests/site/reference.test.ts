import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parse as parseYaml } from "yaml";
import {
  attribute,
  findAll,
  findById,
  findEntry,
  findOnly,
  publicFolder,
  rawTextOf,
  readPageAt,
  textOf,
} from "./support/site.ts";
import type { Element } from "./support/site.ts";

type Schema = { [keyword: string]: unknown };

const folder = new URL("../../data/schema/", import.meta.url);
const files = new Map(
  readdirSync(folder)
    .sort()
    .map((name) => [name, JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Schema]),
);
/** The guide of a kind lists the fields of its records; what kinds share is on one page. */
const pages = new Map(
  [...files.keys()].map((name) => [
    name,
    readPageAt(
      /^(?:common|tombstone)\./.test(name) ? "/reference/" : `/contribute/${name.replace(".schema.json", "")}/`,
    ),
  ]),
);

describe("the page of each schema", () => {
  for (const [file, schema] of files) {
    const page = pages.get(file);
    assert.ok(page);

    test(`${file}: shows the description and the examples of every field`, () => {
      const shown = textOf(findOnly(page, "main"));
      const blocks = findAll(page, "pre").map((block) => parseYaml(rawTextOf(block)) as unknown);
      for (const { address, name, field } of listFields(schema, file)) {
        const { description, examples } = resolve(field, file);
        assert.ok(
          description && shown.includes(tidy(description)),
          `${address}: "${String(description)}" is not on the page`,
        );
        for (const example of examples ?? [])
          assert.ok(
            blocks.some((block) => isExampleOf(block, name, example)),
            `${address}: ${JSON.stringify(example)} is not on the page`,
          );
      }
    });

    test(`${file}: shows every accepted value`, () => {
      const codes = new Set(findAll(page, "code").map((code) => textOf(code)));
      for (const { address, values } of listEnumerations(schema, file)) {
        for (const value of values)
          assert.ok(codes.has(String(value)), `${address}: ${String(value)} is not on the page`);
      }
    });

    test(`${file}: says which fields must be there`, () => {
      for (const name of Object.keys((schema.properties ?? {}) as Schema)) {
        const item = findById(page, name);
        assert.ok(item, `${name} has no anchor`);
        const required = ((schema.required ?? []) as string[]).includes(name);
        assert.match(textOf(findNeed(item)), required ? /^required/ : /^(optional|required if)/, name);
      }
    });

    test(`${file}: leads to the raw schema`, () => {
      assert.ok(findAll(page, "a").some((link) => attribute(link, "href") === `/schema/v1/${file}`));
    });
  }

  test("gives each field an anchor of its own that its heading links to", () => {
    for (const page of pages.values()) {
      for (const item of findAll(page, "li").filter((one) => attribute(one, "class") === "reference-field")) {
        const id = attribute(item, "id");
        assert.ok(id, page.path);
        assert.equal(attribute(findAll(findOnly(item, "h4"), "a")[0] ?? item, "href"), `#${id}`);
      }
    }
  });

  test("shows a whole record that names its schema and reads as the schema's example", () => {
    for (const [file, schema] of files) {
      const page = pages.get(file);
      const record = page && findEntry(page, "whole-record");
      if (!record) continue;
      const text = rawTextOf(findOnly(record, "pre"));
      assert.ok(text.startsWith(`# yaml-language-server: $schema=../schema/${file}\n`), file);
      assert.deepEqual(parseYaml(text), (schema.examples as unknown[])[0], file);
    }
  });
});

describe("the page of datasets", () => {
  const page = pages.get("dataset.schema.json");
  assert.ok(page);

  test("has a section for each kind of row", () => {
    const schema = files.get("dataset.schema.json") as {
      $defs: { measurement: { oneOf: { $ref: string }[] } } & Record<
        string,
        { properties: { kind: { const: string } } }
      >;
    };
    const kinds = schema.$defs.measurement.oneOf.map(
      ({ $ref }) => schema.$defs[$ref.replace("#/$defs/", "")]?.properties.kind.const,
    );
    assert.ok(kinds.length > 3);
    for (const kind of kinds) {
      assert.ok(findEntry(page, `measurements.kind-${String(kind)}`), String(kind));
    }
  });

  test("leads from a field that names records to their page, and to shared definitions", () => {
    const adapter = findById(page, "measurements.adapter");
    const quote = findById(page, "measurements.quote");
    assert.ok(
      adapter && findAll(adapter, "a").some((link) => attribute(link, "href") === "/contribute/adapter/#fields"),
    );
    assert.ok(quote && findAll(quote, "a").some((link) => attribute(link, "href") === "/reference/#def-quote"));
  });
});

describe("the published schemas", () => {
  const address = (name: string): string => `https://example.org/atlas/schema/v1/${name}`;

  test("lie at their own versioned address, also below a sub-path", () => {
    for (const file of files.keys()) {
      const published = readPublished(file);
      assert.equal(new URL(String(published.$id), address(file)).href, `${address(file)}?version=1`);
    }
  });

  test("are read by a validator that knows the standard's words alone", () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
    addFormats.default(ajv);
    const published = listPublished();
    assert.ok(published.length > files.size);
    for (const name of published) assert.ok(ajv.compile(readPublished(name)), name);
  });

  test("are whole: what they refer to is in the same file", () => {
    for (const name of listPublished()) {
      for (const [, reference = ""] of JSON.stringify(readPublished(name)).matchAll(/"\$ref":"([^"]+)"/g))
        assert.match(reference, /^#\/\$defs\//, name);
    }
  });
});

test("the page of shared fields leads to the fields of every kind", () => {
  const links = new Set(findAll(readPageAt("/reference/"), "a").map((link) => attribute(link, "href")));
  for (const { path } of pages.values()) assert.ok(path === "/reference/" || links.has(`${path}#fields`), path);
});

/** Schemas of records; those of the API's responses have a folder and tests of their own. */
function listPublished(): string[] {
  return readdirSync(join(publicFolder, "schema/v1")).filter((name) => name.endsWith(".json"));
}

function readPublished(name: string): Schema {
  return JSON.parse(readFileSync(join(publicFolder, "schema/v1", name), "utf8")) as Schema;
}

/** Every field that a schema declares; what a condition narrows is declared elsewhere. */
function listFields(node: unknown, address: string): { address: string; name: string; field: Schema }[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => listFields(item, `${address}/${index}`));
  if (typeof node !== "object" || node === null) return [];
  const { examples, if: condition, then, else: otherwise, properties, ...others } = node as Schema;
  void [examples, condition, then, otherwise];
  const declared = Object.entries((properties ?? {}) as Record<string, Schema>);
  return [
    ...declared.flatMap(([name, field]) => [
      { address: `${address}/${name}`, name, field },
      ...listFields(field, `${address}/${name}`),
    ]),
    ...Object.entries(others).flatMap(([keyword, part]) => listFields(part, `${address}/${keyword}`)),
  ];
}

/** Every closed list of values, those that a condition narrows to included. */
function listEnumerations(node: unknown, address: string): { address: string; values: unknown[] }[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => listEnumerations(item, `${address}/${index}`));
  if (typeof node !== "object" || node === null) return [];
  const { examples, ...others } = node as Schema;
  void examples;
  const own = Array.isArray(others.enum) ? [{ address, values: others.enum as unknown[] }] : [];
  return [
    ...own,
    ...Object.entries(others).flatMap(([keyword, part]) => listEnumerations(part, `${address}/${keyword}`)),
  ];
}

/** What a schema says of itself, or what it refers to says. */
function resolve(schema: Schema, file: string): { description?: string; examples?: unknown[] } {
  if (typeof schema.$ref !== "string") return schema;
  const [address = "", pointer = ""] = schema.$ref.split("#");
  const target = address.replace("?version=1", "");
  const found = pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((node, key) => (node as Schema)[key], files.get(target || file));
  return { ...resolve(found as Schema, target || file), ...schema };
}

function isExampleOf(block: unknown, name: string, example: unknown): boolean {
  return (
    typeof block === "object" && block !== null && JSON.stringify((block as Schema)[name]) === JSON.stringify(example)
  );
}

function findNeed(item: Element): Element {
  const [need] = findAll(item, "p").filter((one) => attribute(one, "class") === "field-need");
  assert.ok(need);
  return need;
}

function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

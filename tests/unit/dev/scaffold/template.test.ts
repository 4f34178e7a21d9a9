import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isPlaceholder } from "../../../../tools/check/placeholders.ts";
import { makeSchemaSet } from "../../../../tools/check/schema/load-schemas.ts";
import type { JsonSchema } from "../../../../tools/records/read-schemas.ts";
import { draftRecord, toData } from "../../../../tools/check/draft/draft.ts";
import { readWords, shapeOf } from "../../../../tools/check/draft/shape.ts";
import { template } from "../../../../tools/site/guides/main.ts";
import { writeYaml } from "../../../../tools/check/draft/write-yaml.ts";
import { fileOf, kinds } from "../../../../tools/records/kinds.ts";
import { loadRecords } from "../../../../tools/records/load-records.ts";
import { parseRecord } from "../../../../tools/records/parse-record.ts";
import { checkInWorld, root, say, schemas } from "../../check/support/world.ts";
import { chooseCases } from "../../../thorough.ts";

describe("the template of each kind", () => {
  for (const kind of kinds) {
    const text = template(kind, schemas);
    it(`${kind}: is wrong in nothing but what it leaves open`, () => {
      const findings = checkInWorld(kind, text, "new-record");
      assert.ok(findings.length > 0);
      assert.deepEqual(say(findings.filter(({ rule }) => rule !== "no-placeholders")), []);
    });
    it(`${kind}: has every field in the order of the schema, what is optional behind a comment`, () => {
      const shape = shapeOf(schemas.schemaOf(kind), schemas);
      assert.ok(shape.form === "mapping");
      const found = [...text.matchAll(/^(# )?([A-Za-z]+):/gm)].map(([, comment, name]) => [
        name,
        comment === undefined,
      ]);
      const named = found.filter(([name], index) => found.findIndex(([other]) => other === name) === index);
      const wanted = [...shape.fields.keys()].map((name) => [name, shape.required.has(name)]);
      // A step needs a text or code; the draft takes the first.
      const isLive = new Set(kind === "step" ? ["text"] : []);
      assert.deepEqual(
        named.filter(([name]) => shape.fields.has(String(name))),
        wanted.map(([name, live]) => [name, live || isLive.has(String(name))]),
      );
    });
    it(`${kind}: offers no field the example of another`, () => {
      const shared = /^ *(?:# )?(?!summary)[A-Za-z]+: .*The paravirtual adapter of current vSphere releases/gm;
      assert.deepEqual(text.match(shared) ?? [], []);
    });
    it(`${kind}: says what each field is`, () => {
      const said = text.replace(/\n *# /g, " ").replace(/\s+/g, " ");
      const shape = shapeOf(schemas.schemaOf(kind), schemas);
      assert.ok(shape.form === "mapping");
      for (const [name, field] of shape.fields) {
        const { description } = readWords(field, schemas);
        assert.ok(said.includes(description), `${name}: ${description}`);
      }
    });
    it(`${kind}: is valid where what it offers is used`, () => {
      const used = text.split("\n\n").map(useOffer).join("\n\n");
      const findings = checkInWorld(kind, used, "new-record").filter(
        ({ rule }) => rule === "schema" || rule === "yaml",
      );
      // Some fields exclude each other or need another, as their descriptions say; the shape of each must be right.
      assert.deepEqual(
        say(findings.filter(({ message }) => !/ is missing beside | is not accepted/.test(message))),
        [],
      );
    });
  }
});

describe("a draft", () => {
  for (const [name, folder] of [
    ["small world", "tests/data/world"],
    // At hand some of its records.
    ["atlas", "."],
  ] as const) {
    it(`holds what every record of the ${name} holds, and leaves nothing open`, () => {
      const { records } = loadRecords(`${root}/${folder}`);
      assert.ok(records.length > 10);
      for (const { kind, id, data: whole, file } of folder === "." ? chooseCases(records) : records) {
        // With a remark beside every field, hundreds of rows are more than a file may hold.
        const data = "measurements" in whole ? { ...whole, measurements: whole.measurements.slice(0, 50) } : whole;
        const text = writeYaml(kind, draftRecord({ kind, schemas, answers: data, asked: new Map() }));
        const { record, problems } = parseRecord({ kind, id, file: fileOf(kind, id), text });
        assert.deepEqual(problems, [], file);
        assert.deepEqual(record?.data, data, file);
        assert.ok(!/^[^#]*# TODO/m.test(text) || JSON.stringify(data).includes("# TODO"), file);
      }
    });
  }
  it("follows a schema that has changed", () => {
    const files = new Map([...schemas.files].map(([file, schema]) => [file, structuredClone(schema)]));
    const source = files.get("source.schema.json") as JsonSchema & {
      properties: { [name: string]: JsonSchema };
      required: string[];
    };
    source.properties.pages = { type: "integer", minimum: 1, description: "How many pages it has.", examples: [14] };
    source.properties.mood = { enum: ["calm", "heated"], description: "How it is written." };
    source.required.push("pages");
    const text = template("source", makeSchemaSet(files));
    assert.match(text, /^# How many pages it has\.\npages: 14 {2}# TODO$/m);
    assert.match(text, /^# Optional\. How it is written\.\n# mood: calm$/m);
  });
  it("says unknown where that is an answer, and TODO where it is none", () => {
    const data = toData(draftRecord({ kind: "dataset", schemas, answers: {}, asked: new Map() })) as {
      title: string;
      testbed: { host: string; topology: string };
    };
    assert.deepEqual([data.testbed.host, data.testbed.topology], ["unknown", "unknown"]);
    assert.ok(isPlaceholder(data.title));
  });
  it("writes what a condition of the schema asks for", () => {
    assert.match(template("step", schemas), /^text: 'TODO: /m);
  });
});

/** Takes the comment away from a root field that a template only offers. */
function useOffer(block: string): string {
  const lines = block.split("\n");
  const start = lines.findIndex((line) => /^# [A-Za-z]+:( |$)/.test(line));
  if (start === -1 || !lines[0]?.startsWith("# Optional. ")) return block;
  return lines.map((line, index) => (index < start ? line : line.replace(/^# /, ""))).join("\n");
}

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { stringify } from "yaml";
import { parseRecord } from "../../../tools/records/parse-record.ts";
import type { AnyRecord } from "../../../tools/records/record.ts";
import { checkInWorld, schemas, world } from "./support/world.ts";
import { fc, randomRuns, seed } from "../../chance.ts";

const anyRecord = fc.constantFrom(...world.records);

describe(`the checker survives everything (seed ${seed})`, () => {
  it("text that is no record", () => {
    const pieces = fc.array(
      fc.constantFrom(
        "title:",
        "- ",
        "\n",
        "  ",
        "\t",
        "'",
        '"',
        "{",
        "}",
        "[",
        "]",
        "&a",
        "*a",
        "!t",
        "|",
        ">",
        "#",
        "---",
        "\r\n",
        "\uFEFF",
        "x",
        "1",
        ": ",
        ",",
        "%YAML 9",
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(anyRecord, pieces, (record, words) => {
        checkInWorld(record.kind, words.join(""), record.id);
      }),
      { numRuns: randomRuns(400) },
    );
  });
  it("records whose parts are something else, and accepts none that its schema refuses", () => {
    fc.assert(
      fc.property(anyRecord, fc.nat(), fc.jsonValue({ maxDepth: 2 }), (record, place, value) => {
        const text = `${record.text.split("\n")[0]}\n${stringify(replacePart(record.data, place, value), { aliasDuplicateObjects: false })}`;
        const findings = checkInWorld(record.kind, text, record.id);
        const isValid = schemas.validatorOf(record.kind)(parseAgain(record, text));
        const hasFinding = findings.some(
          ({ file, rule }) => file === record.file && (rule === "schema" || rule === "yaml"),
        );
        assert.equal(hasFinding, !isValid);
      }),
      { numRuns: randomRuns(400) },
    );
  });
});

function parseAgain(record: AnyRecord, text: string): unknown {
  return parseRecord({ ...record, text }).record?.data;
}

/** Puts a value in the place of one of a record's parts, counted in the order in which they are met. */
function replacePart(data: unknown, place: number, value: unknown): unknown {
  const total = countParts(data);
  let left = place % total;
  const visit = (node: unknown): unknown => {
    if (left-- === 0) return value;
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node === "object" && node !== null)
      return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, visit(part)]));
    return node;
  };
  return visit(data);
}

function countParts(node: unknown): number {
  const parts = typeof node === "object" && node !== null ? Object.values(node) : [];
  return 1 + parts.reduce<number>((sum, part) => sum + countParts(part), 0);
}

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseRecord } from "../../../../tools/records/parse-record.ts";
import type { AnyRecord } from "../../../../tools/records/record.ts";
import { isMapping } from "../../../../tools/check/select.ts";
import { findSynonym } from "../../../../tools/check/synonyms.ts";
import { fixInWorld, world } from "../support/world.ts";
import { fc, randomRuns, seed } from "../../../chance.ts";

type Damage = (text: string, place: number) => string;

/** Ways to damage a text at a place; what comes out need not be a record, nor YAML. */
const damages: readonly Damage[] = [
  (text) => `\uFEFF${text}`,
  (text) => text.replaceAll("\n", "\r\n"),
  (text) => text.replaceAll(/^( {2})+/gm, (space) => "\t".repeat(space.length / 2)),
  (text) => text.trimEnd(),
  (text) => `${text}\n \n`,
  onLine(() => ""),
  onLine((line) => `${line} \t`),
  onLine((line) => `${line}\n${line}`),
  onLine((line) => `${/^ */.exec(line)?.[0] ?? ""}# a remark\n${line}`),
  onLine((line) => `${line}\n      # another remark`),
  onLine((line) => line.replace(/: .*/, (value) => value.toUpperCase())),
  onLine((line) => line.replace(/: (.*)/, ": '$1'")),
  onLine((line) => line.replaceAll("'", "")),
  onLine((line) => line.replace(".", ",")),
  onLine((line) => line.replace(/[a-z]/, (letter) => letter.toUpperCase())),
  onLine((line) => line.replace(/- (\S+)$/, "  $1")),
  onLine((line) => line.replace("Gbit/s", "Gbps").replace("true", "yes").replaceAll("-", "/")),
  swapLines,
];

const anyDamaged = fc
  .tuple(
    fc.constantFrom(...world.records),
    fc.array(fc.tuple(fc.constantFrom(...damages), fc.nat()), { minLength: 1, maxLength: 5 }),
  )
  .map(([record, steps]) => ({
    record,
    text: steps.reduce((text, [damage, place]) => damage(text, place), record.text),
  }));

describe(`--fix (seed ${seed})`, () => {
  it("leaves nothing that it could fix again", () =>
    assertForAll((record, text) => {
      const fixed = fixInWorld(record.kind, text, record.id);
      const again = fixInWorld(record.kind, fixed.text, record.id);
      assert.equal(again.text, fixed.text);
      assert.equal(again.count, 0);
      assert.deepEqual(again.findings, fixed.findings);
    }));
  it("changes no more than the spelling of what it fixes", () =>
    assertForAll((record, text) => {
      const { kind, id, file } = record;
      const before = parseRecord({ kind, id, file, text }).record;
      const after = parseRecord({ kind, id, file, text: fixInWorld(kind, text, id).text }).record;
      if (before) assert.ok(after && saySame(before.data, after.data), "the record says the same afterwards");
    }));
  it("keeps every comment", () =>
    assertForAll((record, text) => {
      const fixed = fixInWorld(record.kind, text, record.id).text;
      assert.deepEqual(listComments(fixed), listComments(text));
    }));
});

function assertForAll(property: (record: AnyRecord, text: string) => void): void {
  fc.assert(
    fc.property(anyDamaged, ({ record, text }) => property(record, text)),
    { numRuns: randomRuns(120) },
  );
}

function onLine(damage: (line: string) => string): Damage {
  return (text, place) => {
    const lines = text.split("\n");
    const index = place % lines.length;
    lines[index] = damage(lines[index] ?? "");
    return lines.join("\n");
  };
}

function swapLines(text: string, place: number): string {
  const lines = text.split("\n");
  const index = place % Math.max(1, lines.length - 1);
  lines.splice(index, 2, lines[index + 1] ?? "", lines[index] ?? "");
  return lines.join("\n");
}

/** Whether two values say the same, spelling aside; written without the code that it judges, except for its list of words. */
function saySame(before: unknown, after: unknown): boolean {
  if (Array.isArray(after)) {
    if (!Array.isArray(before)) return after.length === 1 && saySame(before, after[0]);
    const rest: unknown[] = [...before];
    return after.every((item) => {
      const index = rest.findIndex((other) => saySame(other, item));
      return index !== -1 && rest.splice(index, 1).length === 1;
    });
  }
  if (isMapping(before) && isMapping(after)) {
    const names = Object.keys(after);
    return (
      names.length === Object.keys(before).length &&
      Object.entries(before).every(([key, value]) =>
        names.some((name) => reduce(name) === reduce(key) && saySame(value, after[name])),
      )
    );
  }
  return (
    reduce(before) === reduce(after) ||
    (typeof before === "number" && Number(after) === before) ||
    findSynonym(String(before), [String(after)])?.isSame === true ||
    isOn(before, after)
  );
}

function reduce(value: unknown): string {
  return String(value)
    .toLowerCase()
    .replace(/[\s_/-]/g, "")
    .replaceAll(",", ".");
}

function isOn(before: unknown, after: unknown): boolean {
  return typeof after === "boolean" && reduce(before) === (after ? "yes" : "no");
}

function listComments(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace("\uFEFF", "").trim())
    .filter((line) => line.startsWith("#") && !line.startsWith("# yaml-language-server:"))
    .sort();
}

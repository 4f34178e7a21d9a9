import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readLeniently } from "../../../advisor/ui/form/form-values.ts";
import { explainProblem } from "../../../advisor/ui/form/field-messages.ts";
import { normalisePairs, type Pair } from "../../../advisor/ui/form/pairs.ts";
import { advisor, knowledge } from "../advisor/knowledge.ts";

function textsFor(...pairs: Pair[]): string[] {
  const { problems } = readLeniently(advisor, normalisePairs(knowledge, pairs));
  return problems.map((problem) => explainProblem(advisor, problem).text);
}

describe("the message of a field", () => {
  test("names the list for a value that the form does not list", () => {
    assert.deepEqual(textsFor(["platform", "vpshere"]), ['Platform: "vpshere" is not in the list.']);
    assert.deepEqual(textsFor(["requires", "vmotoin"]), ['Must keep working: "vmotoin" is not in the list.']);
    assert.match(textsFor(["currentAdapter", "e9000"])[0] ?? "", /: "e9000" is not in the list\.$/);
  });
  test("names the list however the accepted values are worded", () => {
    const problem = { field: "platform", found: '"vpshere"', expected: "vsphere or kvm" };
    assert.equal(explainProblem(advisor, problem).text, 'Platform: "vpshere" is not in the list.');
  });
  test("names the accepted values of any other field", () => {
    assert.match(textsFor(["bitness", "16"])[0] ?? "", /: found 16, expected 32 or 64\.$/);
    assert.match(textsFor(["packetRate", "fast"])[0] ?? "", /: found "fast", expected a whole number/);
  });
  test("names what is wrong with a list, or with a value that is given twice", () => {
    assert.match(
      textsFor(["platform", "kvm"], ["platform", "vsphere"])[0] ?? "",
      /: found "kvm \| vsphere", expected one value\.$/,
    );
    const many = Array.from({ length: 101 }, (_, at): Pair => ["requires", `feature-${at}`]);
    assert.match(
      textsFor(...many)[0] ?? "",
      /: found a list of more than 100 entries, expected at most 100 feature ids/,
    );
  });
});

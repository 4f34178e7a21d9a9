import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Finding } from "../../../tools/check/rule.ts";
import { change, checkInWorld } from "./support/world.ts";

function readOnly(findings: readonly Finding[]): { message: string; help: string } {
  const [{ message, help = "" } = { message: "none" }, ...others] = findings;
  assert.deepEqual(others, []);
  return { message, help };
}

describe("the help of a finding can be followed", () => {
  it("for a listed number in quotes", () => {
    const { message, help } = readOnly(checkInWorld("guest", change("guest", "bitness: 64", "bitness: '64'")));
    assert.equal(message, '"bitness" is the text "64", not a number');
    assert.match(help, /^write 64 without quotes\. accepted: 16, 32, 64/);
  });
  it("for a number with k, which has a unit only in a row", () => {
    const rule = readOnly(checkInWorld("rule", change("rule", "above: 10000", "above: 10k")));
    assert.equal(rule.help, "write all digits instead of k, M or G");
    const row = readOnly(checkInWorld("dataset", change("dataset", "value: 4.47", "value: 4k")));
    assert.match(row.help, /or use a unit with the factor/);
  });
  it("for a missing field that accepts only listed values", () => {
    const { help } = readOnly(checkInWorld("source", change("source", "kind: vendor-paper\n", "")));
    assert.match(help, /accepted: vendor-paper, .*own-measurement/);
  });
  it("for a condition on a new question of a kind that no rule can use", () => {
    const question = (
      kind: string,
      condition: string,
    ): string => `# yaml-language-server: $schema=../schema/question.schema.json
kind: ${kind}
group: host
order: 910
priority: 910
label: Sample
question: Is it a sample?
description: Whether it is a sample.
assumed:
  value: false
  text: No sample is assumed.
means:
  yes: a sample
  no: no sample
${condition}`;
    assert.deepEqual(checkInWorld("question", question("yes-no", ""), "sample-question"), []);
    const { help } = readOnly(
      checkInWorld("question", question("yes-no", "condition: sample {value}\n"), "sample-question"),
    );
    assert.equal(help, "remove it (a yes-or-no uses means), or change the question to the kind number");
  });
});

describe("a finding about a sentence", () => {
  it("quotes the sentence as the record has it", () => {
    const sentence = `The “host hardware” does ${"very ".repeat(30)}much.`;
    const { message } = readOnly(checkInWorld("finding", change("finding", "claim: ", `claim: ${sentence} `)));
    assert.match(message, /in "The “host hardware” does/);
  });
});

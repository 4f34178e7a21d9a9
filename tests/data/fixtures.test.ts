import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, it } from "node:test";
import type { Finding } from "../../tools/check/rule.ts";
import { rules } from "../../tools/check/rules.ts";
import { checkFixture, readFixture } from "../../tools/site/compile/checks/fixture.ts";
import type { Fixture } from "../../tools/site/compile/checks/fixture.ts";
import { root, say, schemas, world } from "../unit/check/support/world.ts";

interface Expectation {
  /** As a finding is said, up to its message. */
  start: string;
  rule: string;
  /** Text that the message holds. */
  fragment: string;
}

/**
 * A must-fail fixture says in a comment what it is expected to get, `# expect: LINE:COL RULE TEXT`, and in another,
 * `# as: FILE`, which record it is; without that it stands in for the sample of its kind. LINE is the line in the
 * fixture's file, which may have only some fields of the record (`readFixture`).
 */
describe("records that must fail", () => {
  const fixtures = readFixtures("must-fail");
  for (const [name, fixture] of fixtures) {
    it(name, () => {
      const { start, fragment } = parseExpectation(fixture);
      const findings = say(check(fixture));
      assert.equal(findings.length, 1, `one finding is expected, not ${JSON.stringify(findings)}`);
      assert.equal(findings[0]?.slice(0, start.length), start);
      assert.ok(findings[0]?.includes(fragment), `${findings[0]} holds ${fragment}`);
    });
  }
  it("are there for every rule", () => {
    const tried = new Set(fixtures.map(([, fixture]) => parseExpectation(fixture).rule));
    assert.deepEqual(
      rules.map(({ name }) => name).filter((name) => !tried.has(name)),
      [],
    );
  });
});

describe("rules that are fixable", () => {
  it("are those of which --fix corrects a record that must fail", () => {
    const findings = readFixtures("must-fail").flatMap(([, fixture]) => check(fixture));
    const fixed = new Set(findings.filter(({ fix }) => fix !== undefined).map(({ rule }) => rule));
    assert.deepEqual(
      rules.filter(({ fixable }) => fixable).map(({ name }) => name),
      rules.map(({ name }) => name).filter((name) => fixed.has(name)),
    );
  });
});

describe("records that must pass", () => {
  for (const [name, fixture] of readFixtures("must-pass")) {
    it(name, () => assert.deepEqual(say(check(fixture)), []));
  }
});

const known = new Map<string, Finding[]>();

/** The findings of a fixture, which two tests ask for. */
function check(fixture: Fixture): Finding[] {
  const key = `${fixture.file}\n${fixture.text}`;
  const findings = known.get(key) ?? checkFixture(fixture, world, schemas);
  known.set(key, findings);
  return findings;
}

function readFixtures(folder: "must-fail" | "must-pass"): [name: string, fixture: Fixture][] {
  const path = `${root}/tests/data/${folder}`;
  return readdirSync(path).flatMap((kind) =>
    readdirSync(`${path}/${kind}`).map((file): [string, Fixture] => {
      const name = `${kind}/${file.replace(".yaml", "")}`;
      return [name, readFixture(root, folder, name)];
    }),
  );
}

function parseExpectation({ text, file, ownLines }: Fixture): Expectation {
  const match = /^# expect: (\d+):(\d+) (\S+) (.+)$/m.exec(text);
  assert.ok(match, "the fixture says what it is expected to get");
  const [, line, col, rule = "", fragment = ""] = match;
  return { start: `${file}:${ownLines.indexOf(Number(line)) + 1}:${col}  ${rule}  `, rule, fragment };
}

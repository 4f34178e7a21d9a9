import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { rules } from "../../tools/check/rules.ts";
import { fileOf } from "../../tools/records/kinds.ts";
import { checkInWorld, parseKind, root, samples, say } from "../unit/check/support/world.ts";

interface Fixture {
  /** Kind and name, such as `source/title-missing`. */
  name: string;
  text: string;
}

interface Expectation {
  /** As a finding is said, up to its message. */
  start: string;
  rule: string;
  /** Text that the message holds. */
  fragment: string;
}

/**
 * A must-fail fixture says in a comment what it is expected to get, `# expect: LINE:COL RULE TEXT`, and in another,
 * `# as: FILE`, which record it is; without that it stands in for the sample of its kind.
 */
describe("records that must fail", () => {
  const fixtures = readFixtures("must-fail");
  for (const { name, text } of fixtures) {
    it(name, () => {
      const kind = parseKind(name.split("/")[0] ?? "");
      const id = /^# as: data\/\w+\/(.*)\.yaml$/m.exec(text)?.[1] ?? samples[kind];
      const { start, fragment } = parseExpectation(text, fileOf(kind, id));
      const findings = say(checkInWorld(kind, text, id));
      assert.equal(findings.length, 1, `one finding is expected, not ${JSON.stringify(findings)}`);
      assert.equal(findings[0]?.slice(0, start.length), start);
      assert.ok(findings[0]?.includes(fragment), `${findings[0]} holds ${fragment}`);
    });
  }
  it("are there for every rule", () => {
    const tried = new Set(fixtures.map(({ text }) => parseExpectation(text, "").rule));
    assert.deepEqual(
      rules.map(({ name }) => name).filter((name) => !tried.has(name)),
      [],
    );
  });
});

describe("rules that are fixable", () => {
  it("are those of which --fix corrects a record that must fail", () => {
    const fixed = new Set(
      readFixtures("must-fail").flatMap(({ name, text }) => {
        const kind = parseKind(name.split("/")[0] ?? "");
        const id = /^# as: data\/\w+\/(.*)\.yaml$/m.exec(text)?.[1] ?? samples[kind];
        return checkInWorld(kind, text, id)
          .filter(({ fix }) => fix !== undefined)
          .map(({ rule }) => rule);
      }),
    );
    assert.deepEqual(
      rules.filter(({ fixable }) => fixable).map(({ name }) => name),
      rules.map(({ name }) => name).filter((name) => fixed.has(name)),
    );
  });
});

describe("records that must pass", () => {
  for (const { name, text } of readFixtures("must-pass")) {
    it(name, () => assert.deepEqual(say(checkInWorld(parseKind(name.split("/")[0] ?? ""), text)), []));
  }
});

function readFixtures(folder: string): Fixture[] {
  const path = `${root}/tests/data/${folder}`;
  return readdirSync(path).flatMap((kind) =>
    readdirSync(`${path}/${kind}`).map((file) => ({
      name: `${kind}/${file.replace(".yaml", "")}`,
      text: readFileSync(`${path}/${kind}/${file}`, "utf8"),
    })),
  );
}

function parseExpectation(text: string, file: string): Expectation {
  const match = /^# expect: (\d+:\d+) (\S+) (.+)$/m.exec(text);
  assert.ok(match, "the fixture says what it is expected to get");
  const [, place = "", rule = "", fragment = ""] = match;
  return { start: `${file}:${place}  ${rule}  `, rule, fragment };
}

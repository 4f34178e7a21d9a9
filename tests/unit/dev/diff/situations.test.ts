import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { parse } from "yaml";
import { describeProblem, readSituation } from "../../../../advisor/questions/read-situation.ts";
import { writeCanonical } from "../../../../tools/records/objects.ts";
import { readStandingList, standingListFile } from "../../../../tools/dev/diff/situations.ts";
import { advisor, knowledge } from "../../advisor/knowledge.ts";

const list = readStandingList();

describe("the standing list of situations", () => {
  test("is a list of titles with situations", () => {
    const raw: unknown = parse(readFileSync(standingListFile, "utf8"));
    assert.ok(Array.isArray(raw));
    for (const entry of raw as object[]) assert.deepEqual(Object.keys(entry), ["title", "situation"]);
    assert.ok(list.length >= 40, `${list.length} situations`);
  });

  for (const { title, situation } of list) {
    test(`asks what the advisor understands: ${title}`, () => {
      assert.deepEqual(readSituation(advisor, situation).problems.map(describeProblem), []);
    });
  }

  test("has each title and each situation once", () => {
    assert.deepEqual(
      list.map(({ title }) => title).filter((title, index, all) => all.indexOf(title) !== index),
      [],
    );
    const situations = list.map(({ situation }) => writeCanonical(situation));
    assert.deepEqual(
      situations.filter((situation, index) => situations.indexOf(situation) !== index),
      [],
    );
  });

  test("asks about every platform and every family of guests that the atlas has", () => {
    const asked = (field: "platform" | "guest"): Set<string | undefined> =>
      new Set(list.map(({ situation }) => situation[field]));
    const families = new Set(knowledge.guests.filter(({ id }) => asked("guest").has(id)).map(({ family }) => family));
    assert.deepEqual(
      knowledge.platforms.map(({ id }) => id).filter((id) => !asked("platform").has(id)),
      [],
    );
    assert.deepEqual(
      [...new Set(knowledge.guests.map(({ family }) => family))].filter((family) => !families.has(family)),
      [],
    );
  });

  test("has answers of every kind: paravirtual, emulated and passthrough", () => {
    const kinds = new Set(
      list.map(({ situation }) => {
        const { recommended } = advisor.advise(readSituation(advisor, situation).situation);
        return knowledge.adapters.find(({ id }) => id === recommended)?.kind;
      }),
    );
    for (const kind of ["paravirtual", "emulated", "passthrough"] as const) assert.ok(kinds.has(kind), kind);
  });
});

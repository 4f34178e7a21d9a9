import assert from "node:assert/strict";
import { test } from "node:test";
import { packKnowledge, unpackKnowledge } from "../../../advisor/knowledge/pack-knowledge.ts";
import { knowledge } from "./knowledge.ts";

const packed = JSON.stringify(packKnowledge(knowledge));

test("what was packed comes out as it was, but for titles of rules, what pages do not say of questions, and ids of sources, of which the same stay the same", () => {
  const sources = [...new Set(Object.values(knowledge.evidence).map(({ source }) => source))];
  const evidence = Object.fromEntries(
    Object.entries(knowledge.evidence).map(([reference, one]) => [
      reference,
      { ...one, source: String(sources.indexOf(one.source)) },
    ]),
  );
  const expected = {
    ...knowledge,
    evidence,
    rules: knowledge.rules.map((rule) => ({ ...rule, title: "" })),
    questions: knowledge.questions.map(({ flagHelp: _, flagAliases: _aliases, sample: _sample, ...question }) => ({
      ...question,
      description: "",
      flag: "",
    })),
  };
  assert.deepEqual(
    unpackKnowledge(JSON.parse(packed) as ReturnType<typeof packKnowledge>),
    JSON.parse(JSON.stringify(expected)),
  );
});

test("names that count on are said once, those of other forms and with leading zeros as they are", () => {
  const [guest] = knowledge.guests;
  assert.ok(guest);
  const aliases = ["a1", "b-7", "b-8", "b-9", "b10", "c04", "c05", "d2", "d4", "e0.0", "e0.1"];
  const small = { ...knowledge, guests: [{ ...guest, aliases }] };
  const told = packKnowledge(small).guests.aliases?.[0];
  assert.deepEqual(told, ["a1", "b-7~9", "b10", "c04", "c05", "d2", "d4", "e0.0~1"]);
  assert.deepEqual(unpackKnowledge(packKnowledge(small)).guests[0]?.aliases, aliases);
});

test("a driver that many guests share is said once", () => {
  const drivers = knowledge.guests.flatMap(({ platforms }) =>
    Object.values(platforms).flatMap((section) => Object.values(section.drivers)),
  );
  const said = packKnowledge(knowledge).drivers.basis?.length ?? 0;
  assert.equal(said, new Set(drivers.map((driver) => JSON.stringify(driver))).size);
  assert.ok(said * 5 < drivers.length, `${said} of ${drivers.length}`);
});

test("the address of evidence is said once: what its reference names is not repeated in it", () => {
  const { described } = packKnowledge(knowledge);
  assert.ok(
    new Set(described.path).size * 5 < Object.keys(knowledge.evidence).length,
    String(new Set(described.path).size),
  );
});

test("a guest's own name is not said again among its aliases", () => {
  const { aliases, name } = packKnowledge(knowledge).guests as { aliases: string[][]; name: string[] };
  for (const [at, own] of name.entries()) assert.ok(!aliases[at]?.includes(own.toLowerCase()), own);
});

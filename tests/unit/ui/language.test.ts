import assert from "node:assert/strict";
import { test } from "node:test";
import { english, type OwnTexts, translateKnowledge, withOwnTexts } from "../../../advisor/ui/language.ts";
import { knowledge } from "../advisor/knowledge.ts";

test("own texts take the place of the language's, and leave the rest", () => {
  const { language, faults } = withOwnTexts(english, {
    words: { copyLink: "Share", price: { keeps: "You keep" } },
    groups: { vm: { title: "Your VM", more: "More" } },
  });
  assert.deepEqual(faults, []);
  assert.equal(language.words.copyLink, "Share");
  assert.equal(language.words.price.keeps, "You keep");
  assert.equal(language.words.price.loses, english.words.price.loses);
  assert.equal(language.groups.vm.title, "Your VM");
  assert.notEqual(english.words.copyLink, "Share");
});

test("a text in the place of a sentence has numbers for its parameters", () => {
  const { language } = withOwnTexts(english, { words: { andMore: "{2}: {1} {3}" } });
  assert.equal(language.words.andMore("RHEL 9", 4), "4: RHEL 9 {3}");
});

test("texts that the component does not have, and other values, are named", () => {
  const { language, faults } = withOwnTexts(english, {
    words: { copyLnk: "x", copyLink: 5, price: "y", levels: null },
    other: {},
    lang: "en-GB",
  } as object);
  assert.deepEqual(faults, [
    "property words.words.copyLnk: there is no such text; nearest: copyLink",
    "property words.words.copyLink: found a number, expected a text",
    "property words.words.price: found a text, expected an object",
    "property words.words.levels: found nothing, expected an object",
    "property words.other: there is no such text",
  ]);
  assert.equal(language.words.copyLink, english.words.copyLink);
  assert.equal(language.lang, "en-GB");
});

test("own texts that are no object are named, not taken for none", () => {
  for (const [own, found] of [
    [5, "a number"],
    ["x", "a text"],
    [["x"], "a list"],
  ] as const)
    assert.deepEqual(withOwnTexts(english, own as unknown as OwnTexts).faults, [
      `property words: found ${found}, expected an object`,
    ]);
  assert.equal(withOwnTexts(english, {}).language, english);
});

test("own texts cannot reach what is behind the texts", () => {
  const own = JSON.parse('{"words":{"__proto__":{"copyLink":"x"},"constructor":"x"}}') as object;
  const { language, faults } = withOwnTexts(english, own as Record<string, unknown>);
  assert.equal(faults.length, 2);
  assert.equal(language.words.copyLink, english.words.copyLink);
  assert.equal(({} as { copyLink?: string }).copyLink, undefined);
});

test("a language translates what questions and features say, and nothing else", () => {
  const translated = translateKnowledge(knowledge, {
    ...english,
    questions: { guest: { label: "Gast", question: "Gast?", assumed: ["Angenommen."] } },
    features: { snapshots: { vsphere: "Schnappschüsse" } },
  });
  const [found, before] = [translated, knowledge].map(({ questions }) => questions.find(({ id }) => id === "guest"));
  assert.equal(found?.label, "Gast");
  assert.equal(found?.assumed?.text, "Angenommen.");
  assert.equal(found?.hint, before?.hint);
  assert.equal(translated.features.find(({ id }) => id === "snapshots")?.platforms.vsphere, "Schnappschüsse");
  assert.equal(translated.rules, knowledge.rules);
});

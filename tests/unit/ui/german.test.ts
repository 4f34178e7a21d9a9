import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createUncheckedAdvisor } from "../../../advisor/advisor.ts";
import type { Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import { readSituation } from "../../../advisor/questions/read-situation.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { barText } from "../../../advisor/ui/answer/answer-text.ts";
import { english, translateKnowledge } from "../../../advisor/ui/language.ts";
import { language as german } from "../../../advisor/ui/languages/de.ts";
import { useWords } from "../../../advisor/ui/words.ts";
import { knowledge } from "../advisor/knowledge.ts";
import { listTexts } from "./list-texts.ts";

/** Words that English sentences have and German ones do not. */
const ENGLISH =
  /\b(?:the|and|with|of|is|are|for|not|you|your|this|that|from|to|at|by|has|have|no|yes|or|if|it|its|on)\b/i;

/** What is written alike in both languages: marks, units, names and single words. */
const ALIKE = [
  /^words\.dots\./,
  /^words\.(?:number|bar|counted|outcome|evidence|barLabel|code|or)$/,
  /^words\.fillIn\.(?:host|vlan)$/,
  /^messages\.(?:summary|between|turning\.under)$/,
  /^messages\.(?:confidence\.because|whys\.driver)$/,
  /^messages\.expect\.throughput$/,
  /^copy\.copyWhat$/,
  /^lang$/,
];

describe("German", () => {
  const own = { copy: german.copy, words: german.words, messages: german.messages };
  const other = { copy: english.copy, words: english.words, messages: english.messages };
  const texts = new Map(Object.entries(own).flatMap(([key, value]) => [...listTexts(value, key)]));
  const originals = new Map(Object.entries(other).flatMap(([key, value]) => [...listTexts(value, key)]));

  test("has every text of the interface", () =>
    assert.deepEqual([...texts.keys()].sort(), [...originals.keys()].sort()));

  test("has none that is left in English", () => {
    const left = [...texts].filter(
      ([path, text]) => text === originals.get(path) && !ALIKE.some((pattern) => pattern.test(path)),
    );
    assert.deepEqual(left, []);
    assert.deepEqual(
      [...texts].filter(([, text]) => ENGLISH.test(text.replace(/netsh|esxcli network nic list/g, ""))),
      [],
    );
  });

  test("uses every parameter that the English sentence uses", () => {
    for (const [path, text] of originals)
      for (const mark of text.match(/§\d/g) ?? [])
        assert.ok(texts.get(path)?.includes(mark) || /prepare/.test(path), `${path} lacks ${mark}: ${texts.get(path)}`);
  });

  test("has what every question says, with the same words in braces", () => {
    const bracesOf = (text = ""): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    assert.deepEqual(Object.keys(german.questions).sort(), knowledge.questions.map(({ id }) => id).sort());
    for (const question of knowledge.questions) {
      const own = german.questions[question.id];
      for (const key of ["label", "question", "hint", "open", "condition", "need"] as const) {
        assert.equal(own?.[key] === undefined, question[key] === undefined, `${question.id}.${key}`);
        assert.deepEqual(bracesOf(own?.[key]), bracesOf(question[key]), `${question.id}.${key}`);
      }
      for (const key of ["means", "remedy"] as const)
        assert.deepEqual(Object.keys(own?.[key] ?? {}), Object.keys(question[key] ?? {}), `${question.id}.${key}`);
      const assumed = question.assumed ? [question.assumed, ...(question.assumed.instead ?? [])] : [];
      assert.deepEqual(
        (own?.assumed ?? []).map(bracesOf),
        assumed.map(({ text }) => bracesOf(text)),
        `${question.id}.assumed`,
      );
      assert.equal(own?.choices?.length, question.choices?.length, `${question.id}.choices`);
    }
  });

  test("names only features and platforms that exist", () => {
    for (const [id, names] of Object.entries(german.features)) {
      const feature = knowledge.features.find((one) => one.id === id);
      assert.ok(feature, id);
      for (const platform of Object.keys(names)) assert.ok(feature.platforms[platform], `${id}.${platform}`);
    }
  });

  test("names no system of a catch-all guest", () => {
    const advisor = createUncheckedAdvisor(translateKnowledge(knowledge, german), german.messages);
    const { headline, validation } = advisor.advise({ guest: "other-32", requires: ["tso"] });
    assert.equal(headline.text, "Fragen Sie den Hersteller, welchen Adapter dieser Gast unterstützt");
    assert.match(validation?.prepare ?? "", /laufen nicht auf diesem Gast\./);
  });

  test("says what is expected of every field", () => {
    const advisor = createUncheckedAdvisor(knowledge, german.messages);
    const wrong = { packetRate: "fast", throughputGbps: 0, bitness: 16, platform: "x", currentAdapter: "x", iommu: 5 };
    const said = Object.entries({ ...wrong, platformVersion: 7, guest: 5, foo: 1 }).flatMap(([field, value]) => {
      const { problems } = readSituation(advisor, { [field]: value });
      assert.equal(problems.length, 1, field);
      return problems.map(({ expected }) => german.words.problem(field, "x", expected));
    });
    assert.deepEqual(
      said.filter((text) => ENGLISH.test(text)),
      [],
    );
    assert.ok(said.includes("packetRate: gefunden x, erwartet eine ganze Zahl, 0 bis 1.000.000.000."), said.join("\n"));
  });

  test("writes yes and no of warnings without a look at their English words", () => {
    const words = { ...german.messages, yes: () => "Jawohl", no: () => "Keinesfalls" };
    const advisor = createUncheckedAdvisor(translateKnowledge(knowledge, german), words);
    const { warnings } = advisor.advise({ platform: "vsphere", guest: "rhel9-64", hardwareVirtualization: false });
    const texts = warnings.map(({ text }) => text).join("\n");
    assert.match(texts, /gefunden keinesfalls, .*am nächsten: jawohl\./);
  });

  test("writes nouns with a capital, also in the bar", () => {
    const advisor = createUncheckedAdvisor(translateKnowledge(knowledge, german), german.messages);
    useWords(german);
    try {
      assert.equal(barText(advisor.advise({ guest: "rhel9-64" })), "Nehmen Sie VMXNET3, mittlere Sicherheit");
    } finally {
      useWords(english);
    }
  });

  test("says nothing in English in an answer, apart from what the records say", () => {
    const spoken = translateKnowledge(silenceRecords(knowledge), german);
    const advisor = createUncheckedAdvisor(spoken, german.messages);
    const situations: Situation[] = [
      {},
      { guest: "rhel12_64Guest", throughputGbps: 1, requires: ["vmotion", "pxe-boot"] },
      {
        guest: "rhel9-64",
        platformVersion: "5.0",
        virtualHardware: 8,
        packetRate: 200_000,
        iommu: true,
        sriovNic: true,
      },
      { guest: "rhel9-64", packetRate: 40_000, linkGbps: 10, currentAdapter: "e1000e" },
      { platform: "kvm", guest: "windows-server-2019-64", guestDrivers: false, requires: ["vmotion"] },
      { guest: "ms-dos-16" },
      { guest: "windows-xp-64", bitness: 32, hardwareVirtualization: false },
    ];
    for (const situation of situations) {
      const { situation: _given, steps: _steps, problems: _problems, ...advice } = advisor.advise(situation);
      const said = [...listTexts(advice, "advice")].filter(([path]) =>
        /\.(?:text|change|expect|prepare|summary|why|label|expected|needs\.\d+)$/.test(path),
      );
      assert.ok(said.length > 5);
      assert.deepEqual(
        said.filter(([, text]) => ENGLISH.test(text)),
        [],
        JSON.stringify(situation),
      );
    }
  });
});

/** A knowledge whose rules, findings, notes and problems say a mark: their texts stay in English. */
function silenceRecords(whole: Knowledge): Knowledge {
  const silence = (value: unknown, key: string): unknown => {
    if (
      typeof value === "string" &&
      /^(?:because|title|note|text|change|affects|fixedIn|workaround|cause|conditions|text)$/.test(key)
    )
      return "§";
    if (Array.isArray(value)) return value.map((one) => silence(one, key));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, silence(inner, name)]));
    return value;
  };
  const { rules, adapters, problems, evidence, effects, platforms } = whole;
  return {
    ...whole,
    rules: silence(rules, "") as Knowledge["rules"],
    adapters: silence(adapters, "") as Knowledge["adapters"],
    problems: silence(problems, "") as Knowledge["problems"],
    evidence: silence(evidence, "") as Knowledge["evidence"],
    platforms: silence(platforms, "") as Knowledge["platforms"],
    effects: silence(effects, "") as Knowledge["effects"],
    guests: whole.guests.map((guest) => ({ ...guest, name: guest.name.replace(" to ", "–") })),
  };
}

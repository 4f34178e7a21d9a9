import assert from "node:assert/strict";
import { test } from "node:test";
import { createUncheckedAdvisor } from "../../../advisor/advisor.ts";
import { messages, type Messages } from "../../../advisor/explain/messages.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { knowledge } from "./knowledge.ts";

/** A language in which every sentence is the same mark. */
const marks = silence(messages) as Messages;
/** Whatever is said of a question is in its record: one that says a mark in all its places. */
const questions = knowledge.questions.map((question) => ({
  ...question,
  question: "§",
  ...(question.assumed && { assumed: silenceTexts(question.assumed) }),
  ...(question.means && { means: { yes: "§", no: "§" } }),
  ...(question.condition && { condition: "§" }),
  ...(question.need && { need: "§" }),
  ...(question.remedy && { remedy: { no: "§", unknown: "§" } }),
}));
const advisor = createUncheckedAdvisor({ ...knowledge, questions }, marks);

/** One that has everything to say: conflicts, questions, turning points, assumptions, steps, figures, contradictions. */
const situations: Situation[] = [
  {},
  { guest: "rhel12_64Guest", throughputGbps: 1, requires: ["vmotion", "pxe-boot"] },
  {
    guest: "rhel9-64",
    platformVersion: "8.0",
    packetRate: 40000,
    iommu: true,
    sriovNic: true,
    linkGbps: 10,
    currentAdapter: "e1000e",
  },
  {
    guest: "rhel6-64",
    platformVersion: "5.0",
    virtualHardware: 8,
    packetRate: 200000,
    iommu: true,
    sriovNic: true,
    guestDrivers: true,
    saveCpu: true,
    requires: ["nic-sharing"],
  },
  {
    guest: "windows-server-2012-r2-64",
    platformVersion: "8.0",
    virtualHardware: 7,
    guestDrivers: false,
    requires: ["snapshots"],
  },
  { guest: "windows-server-2003-32", platformVersion: "3.5", hardwareVirtualization: false },
  { platform: "kvm", guest: "freebsd14-64", guestDrivers: true, packetRate: 20000 },
  { platform: "kvm", guest: "rhel9-64", requires: ["fault-tolerance"] },
];

test("the engine says nothing by itself: every sentence is a message, and every label a message or a number", () => {
  const said = new Set<string>();
  for (const situation of situations) {
    const { summary, verdicts, openQuestions, conflicts, turningPoints, assumptions, confidence, validation, effects } =
      advisor.advise(situation);
    for (const text of [
      ...(summary === "" ? ["an empty summary"] : [summary]),
      confidence.text,
      ...confidence.contradictions.map(({ text }) => text),
      validation?.expect ?? "§",
      effects.savings?.here ?? "§",
      ...[
        openQuestions,
        conflicts,
        turningPoints,
        assumptions,
        effects.measured,
        effects.savings?.points ?? [],
      ].flatMap((list) => list.map(({ text }) => text)),
      ...openQuestions.flatMap(({ answers }) => answers.map(({ label }) => label)),
      ...conflicts.flatMap(({ change }) => change.map(({ text }) => text)),
    ]) {
      assert.match(text, /^[§\d.,; ]+$/, JSON.stringify(situation));
      said.add(text);
    }
    for (const { kind, text, change = "§" } of verdicts.flatMap(({ reasons }) => reasons)) {
      if (kind === "rule") continue;
      // What records note stands behind the mark in their own words.
      assert.match(text, /^§/);
      assert.match(change, /^§/);
      if (kind !== "compatibility") assert.match(text + change, /^[§ ]+$/);
    }
  }
  assert.ok(said.size > 1);
});

test("in English no sentence is left unfinished", () => {
  const english = createUncheckedAdvisor(knowledge, messages);
  for (const situation of situations)
    assert.doesNotMatch(JSON.stringify(english.advise(situation)), /undefined|NaN|\[object|§/);
});

/** An assumption, or several, with a mark in the place of each sentence. */
function silenceTexts<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (key, part: unknown) => (key === "text" ? "§" : part))) as Value;
}

function silence(value: unknown): unknown {
  if (typeof value === "function") return () => "§";
  if (typeof value === "string") return "§";
  return Object.fromEntries(Object.entries(value as object).map(([key, part]) => [key, silence(part)]));
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { advise } from "../../../advisor/index.ts";
import { partSteps, type StepWords } from "../../../advisor/steps/fill-steps.ts";
import {
  lacksTexts,
  isWordless,
  laterWords,
  withLaterWords,
  withWords,
} from "../../../advisor/ui/answer/later-words.ts";
import { knowledge } from "../advisor/knowledge.ts";

const situation = { platform: "vsphere", guest: "rhel9-64", guestDrivers: true };
const { knowledge: bare, words } = partSteps(knowledge);
const advice = advise(situation, bare);
const onKvm = { ...situation, platform: "kvm" };
const titles = (steps: readonly { title: string }[]): string => steps.map(({ title }) => title).join();
const wordsOf = (platform: string): StepWords => words[platform] ?? {};

test("words are asked for once, and advice is told with them from then on", async () => {
  let asked = 0;
  const later = laterWords({
    fetchWords: async (platform) => {
      asked += 1;
      return wordsOf(platform);
    },
  });
  assert.ok(isWordless(advice, later));
  assert.equal(withWords(advice, later), advice);
  assert.equal(later.isWanted, false);
  await Promise.all([later.load("vsphere"), later.load("vsphere")]);
  await later.load("vsphere");
  assert.equal(asked, 1);
  assert.equal(later.isWanted, true);
  assert.equal(isWordless(advice, later), false);
  assert.deepEqual(withWords(advice, later), advise(situation, knowledge));
});

test("the words of one platform tell nothing of another", async () => {
  const asked: string[] = [];
  const later = laterWords({
    fetchWords: async (platform) => {
      asked.push(platform);
      return wordsOf(platform);
    },
  });
  await later.load("vsphere");
  const other = advise(onKvm, bare);
  assert.ok(isWordless(other, later));
  assert.equal(
    await withLaterWords(
      () => other,
      later,
      ({ steps }) => titles(steps),
    ),
    titles(advise(onKvm, knowledge).steps),
  );
  assert.deepEqual(asked, ["vsphere", "kvm"]);
});

test("no step is told with another platform's words", () => {
  for (const [at, { id, platform }] of knowledge.steps.entries()) {
    const key = bare.steps[at]?.id ?? "";
    assert.deepEqual(
      Object.keys(words).flatMap((other) => (key in wordsOf(other) ? [[other, wordsOf(other)[key]?.id]] : [])),
      [[platform, id]],
    );
  }
});

test("what needs the words waits for them, and then has them at once", async () => {
  const later = laterWords({ fetchWords: async (platform) => wordsOf(platform) });
  const told = titles(advise(situation, knowledge).steps);
  const waiting = withLaterWords(
    () => advice,
    later,
    ({ steps }) => titles(steps),
  );
  assert.ok(waiting instanceof Promise);
  assert.equal(await waiting, told);
  assert.equal(
    withLaterWords(
      () => advice,
      later,
      ({ steps }) => titles(steps),
    ),
    told,
  );
});

test("words that did not come are wanted no more until they are asked for again", async () => {
  let asked = 0;
  const later = laterWords({
    fetchWords: async (platform) => {
      asked += 1;
      if (asked === 1) throw new Error("no network");
      return wordsOf(platform);
    },
  });
  const first = later.load("vsphere");
  assert.equal(later.isWanted, true);
  await assert.rejects(first, /no network/);
  assert.equal(later.isWanted, false);
  assert.ok(isWordless(advice, later));
  assert.equal(await later.load("vsphere"), words.vsphere);
  assert.equal(asked, 2);
});

test("texts are asked for once, and again after they did not come", async () => {
  let asked = 0;
  const later = laterWords({
    fetchWords: async (platform) => wordsOf(platform),
    fetchTexts: async () => {
      asked += 1;
      if (asked === 1) throw new Error("no network");
    },
  });
  assert.ok(lacksTexts(later));
  await assert.rejects(Promise.all([later.loadTexts(), later.loadTexts()]), /no network/);
  assert.deepEqual([asked, later.hasTexts], [1, false]);
  await Promise.all([later.loadTexts(), later.loadTexts()]);
  assert.deepEqual([asked, later.hasTexts, lacksTexts(later)], [2, true, false]);
  assert.equal(lacksTexts(laterWords({ fetchWords: async (platform) => wordsOf(platform) })), false);
});

test("a user of texts waits for them, gets the advice given anew, and does without them if they do not come", async () => {
  const order: string[] = [];
  const later = laterWords({
    fetchWords: async (platform) => wordsOf(platform),
    fetchTexts: async () => {
      order.push("texts");
    },
  });
  const whole = { ...advice, summary: "with all texts" };
  const current = (): typeof advice => (order.length > 0 ? whole : advice);
  assert.equal(await withLaterWords(current, later, ({ summary }) => summary), whole.summary);
  assert.deepEqual(order, ["texts"]);
  assert.equal(
    withLaterWords(
      () => advice,
      later,
      () => "at once",
    ),
    "at once",
  );
  const without = laterWords({
    fetchWords: async (platform) => wordsOf(platform),
    fetchTexts: async () => {
      throw new Error("no network");
    },
  });
  assert.equal(
    await withLaterWords(
      () => advice,
      without,
      ({ steps }) => titles(steps),
    ),
    titles(advise(situation, knowledge).steps),
  );
});

test("advice without steps has no words to wait for", () => {
  assert.equal(
    isWordless({ ...advice, steps: [] }, laterWords({ fetchWords: async (platform) => wordsOf(platform) })),
    false,
  );
  assert.equal(isWordless(advice, null), false);
});

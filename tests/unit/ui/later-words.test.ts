import assert from "node:assert/strict";
import { test } from "node:test";
import { advise } from "../../../advisor/index.ts";
import { partSteps } from "../../../advisor/step-words.ts";
import { isWordless, laterWords, whenTold, withWords } from "../../../advisor/ui/later-words.ts";
import { knowledge } from "../advisor/knowledge.ts";

const situation = { platform: "vsphere", guest: "rhel9-64", guestDrivers: true };
const { knowledge: bare, words } = partSteps(knowledge);
const advice = advise(situation, bare);
const titles = (steps: readonly { title: string }[]): string => steps.map(({ title }) => title).join();

test("words are asked for once, and advice is told with them from then on", async () => {
  let asked = 0;
  const later = laterWords(async () => { asked += 1; return words; });
  assert.ok(isWordless(advice, later));
  assert.equal(withWords(advice, later), advice);
  await Promise.all([later.load(), later.load()]);
  await later.load();
  assert.equal(asked, 1);
  assert.equal(isWordless(advice, later), false);
  assert.deepEqual(withWords(advice, later), advise(situation, knowledge));
});

test("what needs the words waits for them, and then has them at once", async () => {
  const later = laterWords(async () => words);
  const told = titles(advise(situation, knowledge).steps);
  const waiting = whenTold(advice, later, ({ steps }) => titles(steps));
  assert.ok(waiting instanceof Promise);
  assert.equal(await waiting, told);
  assert.equal(whenTold(advice, later, ({ steps }) => titles(steps)), told);
});

test("words that did not come are asked for again, and settling waits for them without failing", async () => {
  let asked = 0;
  const later = laterWords(async () => {
    asked += 1;
    if (asked === 1) throw new Error("no network");
    return words;
  });
  await later.settle();
  assert.equal(asked, 0);
  const first = later.load();
  await later.settle();
  await assert.rejects(first, /no network/);
  assert.ok(isWordless(advice, later));
  assert.equal(await later.load(), words);
  assert.equal(asked, 2);
});

test("advice without steps has no words to wait for", () => {
  assert.equal(isWordless({ ...advice, steps: [] }, laterWords(async () => words)), false);
  assert.equal(isWordless(advice, null), false);
});

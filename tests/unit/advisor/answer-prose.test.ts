import assert from "node:assert/strict";
import { test } from "node:test";
import { findProseProblems } from "../../../tools/check/prose.ts";
import { situations } from "./random-situations.ts";
import { createEnglishAdvisor } from "./unchecked.ts";
import { knowledge } from "./knowledge.ts";
import { listAnswerTexts } from "./list-answer-texts.ts";
import { fc, randomRuns } from "../../chance.ts";

const advisor = createEnglishAdvisor(knowledge);

test("answers are in short sentences and plain words", () => {
  const seen = new Set<string>();
  const found = fc.sample(situations, { numRuns: randomRuns(300), seed: 20 }).flatMap((situation) =>
    listAnswerTexts(advisor.advise(situation)).flatMap(([field, text]) => {
      if (!text || seen.has(text)) return [];
      seen.add(text);
      return findProseProblems(text).map(
        ({ sentence, problem, instead }) => `${field}: ${problem} in "${sentence}"; write ${instead}`,
      );
    }),
  );
  assert.ok(seen.size > 500, `only ${seen.size} texts were read`);
  assert.deepEqual(found, []);
});

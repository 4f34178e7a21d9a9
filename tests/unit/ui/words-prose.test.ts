import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { english } from "../../../advisor/ui/language.ts";
import { adviseHelp, auditHelp, exportSqlHelp, help } from "../../../advisor/cli/help.ts";
import { cardWords } from "../../../assets/ts/advisor/card/describe-card.ts";
import { ruleWords } from "../../../assets/ts/rules/light-rules.ts";
import { findProseProblems } from "../../../tools/check/prose.ts";
import { advisor } from "../advisor/knowledge.ts";
import { listTexts } from "./list-texts.ts";

/** Texts by who says them; a sentence with parameters has marks for them. */
const sources: Record<string, unknown> = {
  words: english.words,
  copy: english.copy,
  messages: english.messages,
  card: cardWords,
  rules: ruleWords,
  help: [...help(advisor), ...adviseHelp(advisor), ...auditHelp(advisor), ...exportSqlHelp()],
};

describe("every text of the interface is in short sentences and plain words", () => {
  for (const [source, value] of Object.entries(sources))
    test(source, () => {
      const texts = [...listTexts(value, source)];
      assert.ok(texts.length > 2);
      const problems = texts.flatMap(([path, text]) =>
        findProseProblems(text).map(({ problem, sentence }) => `${path}: ${problem} in "${sentence}"`),
      );
      assert.deepEqual(problems, []);
    });
});

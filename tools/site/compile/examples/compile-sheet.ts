import type { Advice, AdviceStep, Reason, Verdict } from "../../../../advisor/explain/advice.ts";
import { type Knowledge, PHASES } from "../../../../advisor/knowledge/knowledge.ts";
import type { Situation } from "../../../../advisor/questions/situation.ts";
import {
  changeTexts,
  conflictTexts,
  describeAnswers,
  describeVerdict,
  otherAdapters,
} from "../../../../advisor/ui/answer/answer-text.ts";
import { listCitations } from "../../../../advisor/ui/answer/links.ts";
import {
  confidenceCause,
  matteringAssumptions,
  priceInWords,
  recommendedVerdict,
  situationInWords,
  toolName,
  statusWord,
  validationTexts,
} from "../../../../advisor/ui/answer/names.ts";
import { words } from "../../../../advisor/ui/words.ts";
import { findPath } from "../paths.ts";

/** An advice as the advisor's page tells it, word for word, ready to be printed by a template. */
export function compileSheet(advice: Advice, knowledge: Knowledge, situation: Situation) {
  const verdict = recommendedVerdict(advice);
  const { validation, effects, headline } = advice;
  const reasonOf = ({ kind, id, effect, text, change, evidence }: Reason) => ({
    effect,
    text,
    change,
    rule: kind === "rule" ? findPath("rules", id) : undefined,
    cited: cite(knowledge, evidence),
  });
  const verdictOf = (one: Verdict) => ({
    adapter: one.adapter,
    name: one.name,
    status: one.status,
    word: statusWord(one),
    main: one === verdict ? undefined : describeVerdict(one, advice),
    reasons: one.reasons.map(reasonOf),
    summary: words.reasons(one.reasons.length),
  });
  const cited = ({ text, evidence }: { text: string; evidence: string[] }) => ({
    text,
    cited: cite(knowledge, evidence),
  });
  return {
    headline: headline.text,
    why: advice.why,
    price: priceInWords(advice).map(([label, value]) => ({ label, value })),
    confidence: verdict
      ? { level: advice.confidence.level, label: words.levels[advice.confidence.level], cause: confidenceCause(advice) }
      : null,
    situation: situationInWords(knowledge, situation).map(([label, value]) => ({ label, value })),
    questions: advice.openQuestions.map((question) => ({
      text: question.text,
      answers: describeAnswers(advice, question).map(({ text }) => text),
    })),
    verdicts: [...(verdict ? [verdict] : []), ...otherAdapters(advice)].map(verdictOf),
    conflicts: verdict ? [] : conflictTexts(advice).map(({ text }) => text),
    turning: (verdict ? changeTexts(advice) : advice.turningPoints).map(({ text }) => text),
    effects: {
      figures: [...effects.measured, ...(effects.savings?.points ?? [])].map(cited),
      here: effects.savings?.here,
      givesUp: effects.givesUp.map(({ name }) => name),
      conditional: effects.conditional.map(({ name }) => name),
      modes: effects.modes.map(cited),
    },
    assumed: { summary: words.assumptions, texts: matteringAssumptions(advice).map(({ text }) => text) },
    steps: PHASES.flatMap((phase) => {
      const steps = advice.steps.filter((step) => step.action === phase);
      const title = words.phases[phase];
      return steps.length === 0
        ? []
        : [
            {
              title: phase === "apply" ? title : words.counted(title, steps.length),
              steps: steps.map((step) => toStep(knowledge, situation.platform, step)),
            },
          ];
    }),
    validation: validation && {
      commands: [
        `# ${words.otherEnd}`,
        validation.otherEnd,
        `# ${words.measured}`,
        ...validation.commands.map(({ command }) => command),
        ...(validation.onHost === null ? [] : [`# ${words.onHost}`, validation.onHost]),
      ],
      texts: validationTexts(advice),
    },
  };
}

function toStep(
  knowledge: Knowledge,
  platform: string | undefined,
  { id, title, tool, occasion, text, code, pitfalls }: AdviceStep,
) {
  return {
    id,
    title,
    tool: toolName(knowledge, platform, tool),
    occasion: occasion && words.occasions[occasion],
    text,
    code,
    pitfalls,
  };
}

function cite(knowledge: Knowledge, evidence: readonly string[]) {
  return listCitations(knowledge.evidence, evidence).map(({ title, year, path }) => ({
    label: words.evidence(title, year),
    path,
  }));
}

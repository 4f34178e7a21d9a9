import type { Advice, AdviceStep, Reason, Verdict } from "../../../../advisor/explain/advice.ts";
import { type Knowledge, PHASES } from "../../../../advisor/knowledge/knowledge.ts";
import type { Situation } from "../../../../advisor/questions/situation.ts";
import { listAbsent, describeReasons, describeAnswers } from "../../../../advisor/ui/answer/answer-text.ts";
import { listCitations } from "../../../../advisor/ui/answer/links.ts";
import {
  confidenceCause,
  recommendedVerdict,
  situationInWords,
  toolName,
  statusWord,
  validationTexts,
  whyText,
} from "../../../../advisor/ui/answer/names.ts";
import { words } from "../../../../advisor/ui/words.ts";

/** An advice as the advisor's page tells it, word for word, ready to be printed by a template. */
export function compileSheet(advice: Advice, knowledge: Knowledge, situation: Situation) {
  const verdict = recommendedVerdict(advice);
  const { conflicts, turningPoints, assumptions, validation, effects } = advice;
  const reasonOf = ({ kind, id, effect, text, change, evidence }: Reason) => ({
    effect,
    text,
    change,
    rule: kind === "rule" ? `/rules/${id}/` : undefined,
    cited: cite(knowledge, evidence),
  });
  const verdictsOf = (list: Verdict[]) => {
    const descriptions = describeReasons(list, advice);
    return list.map((verdict, at) => ({
      adapter: verdict.adapter,
      name: verdict.name,
      status: verdict.status,
      word: statusWord(verdict),
      main: descriptions[at],
      reasons: verdict.reasons.map(reasonOf),
      summary: words.reasons(verdict.reasons.length),
    }));
  };
  const absent = listAbsent(advice);
  const cited = ({ text, evidence }: { text: string; evidence: string[] }) => ({
    text,
    cited: cite(knowledge, evidence),
  });
  return {
    use: verdict ? words.use : "",
    name: verdict ? verdict.name : words.noneFits,
    why: whyText(advice),
    confidence: verdict
      ? { level: advice.confidence.level, label: words.levels[advice.confidence.level], cause: confidenceCause(advice) }
      : null,
    situation: situationInWords(knowledge, situation).map(([label, value]) => ({ label, value })),
    questions: advice.openQuestions.map((question) => ({
      text: question.text,
      answers: describeAnswers(advice, question).map(({ text }) => text),
    })),
    verdicts: verdictsOf(advice.verdicts.filter((one) => !absent.includes(one))),
    absent:
      absent.length === 0
        ? null
        : { summary: words.absent(absent.map(({ name }) => name).join(", ")), verdicts: verdictsOf(absent) },
    conflicts: conflicts.map(({ text }) => text),
    turning: turningPoints.map(({ text }) => text),
    effects: effects
      ? {
          figures: [...effects.measured, ...(effects.savings?.points ?? [])].map(cited),
          here: effects.savings?.here,
          givesUp: effects.givesUp.map(({ name }) => name),
          conditional: effects.conditional.map(({ name }) => name),
          modes: effects.modes.map(cited),
        }
      : null,
    assumed: { summary: words.assumed(assumptions.length), texts: assumptions.map(({ text }) => text) },
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

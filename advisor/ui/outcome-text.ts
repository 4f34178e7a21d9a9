import type { Advice, OpenQuestion } from "../advice.ts";
import { adapterName } from "./names.ts";
import { words } from "./words.ts";

type Answer = OpenQuestion["answers"][number];

/**
 * The answers to a question and what each leads to: for certain, or perhaps, when another answer has to join it.
 * What stays possible whatever the answer, or what the answer to another question leads to by itself, is told by the
 * questions that decide it, and an answer that leads to nothing else is left out, unless that is all that there is to tell.
 */
export function toldAnswers(advice: Advice, question: OpenQuestion): { answer: Answer; text: string }[] {
  const tell = (always: OpenQuestion["always"]) => question.answers.flatMap((answer) => {
    const isChange = answer.recommended !== advice.recommended;
    const leadsTo = isChange ? [answer.recommended] : answer.possible.filter((id) => id !== advice.recommended && !always.includes(id));
    if (leadsTo.length === 0) return [];
    const label = question.field === "guest" ? words.forExample(answer.label) : answer.label;
    const names = leadsTo.map((id) => adapterName(advice, id)).join(words.or);
    return [{ answer, text: isChange ? words.outcome(label, names) : words.maybe(label, names) }];
  });
  const decided = advice.openQuestions.flatMap((other) => (other === question ? [] : other.answers.map(({ recommended }) => recommended)));
  return [[...question.always, ...decided], question.always, []].map(tell).find((told) => told.length > 0) ?? [];
}

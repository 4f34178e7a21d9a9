import type { Advice, OpenQuestion } from "../../explain/advice.ts";
import { adapterName } from "./names.ts";
import { words } from "../words.ts";

/** An answer as a situation carries it, and what it leads to. */
interface Told {
  value: string | number | boolean;
  text: string;
}

/**
 * The answers to a question and what each leads to: for certain, or perhaps, when another answer has to join it. That which
 * the advice already rests on is told as such.
 * What stays possible whatever the answer, or what the answer to another question leads to by itself, is told by the
 * questions that decide it, and an answer that leads to nothing else is left out, unless that is all that there is to tell.
 * Where only what is assumed leaves something open, the opposite, which does not, is told beside it.
 */
export function toldAnswers(advice: Advice, question: OpenQuestion): Told[] {
  const { field } = question;
  const assumed = advice.assumptions.find((one) => one.field === field)?.value;
  const tell = (always: OpenQuestion["always"]) =>
    question.answers.flatMap(({ value, label, recommended, possible }): Told[] => {
      const isChange = recommended !== advice.recommended;
      const leadsTo = isChange
        ? [recommended]
        : possible.filter((id) => id !== advice.recommended && !always.includes(id));
      if (leadsTo.length === 0) return [];
      const named = field === "guest" ? words.forExample(label) : value === assumed ? words.asAssumed(label) : label;
      const names = leadsTo.map((id) => adapterName(advice, id)).join(words.or);
      return [{ value, text: isChange ? words.outcome(named, names) : words.maybe(named, names) }];
    });
  const decided = advice.openQuestions.flatMap((other) =>
    other === question ? [] : other.answers.map(({ recommended }) => recommended),
  );
  const told = [[...question.always, ...decided], question.always, []].map(tell).find((some) => some.length > 0) ?? [];
  return typeof assumed !== "boolean" || told.some(({ value }) => value !== assumed)
    ? told
    : [
        ...told,
        {
          value: !assumed,
          text: words.outcome(assumed ? words.no : words.yes, adapterName(advice, advice.recommended)),
        },
      ];
}

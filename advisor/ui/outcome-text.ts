import type { Advice, OpenQuestion } from "../advice.ts";
import { adapterName } from "./names.ts";
import { words } from "./words.ts";

/** An answer and what it leads to: for certain, or perhaps, when another answer has to join it. */
export function outcomeText(advice: Advice, { field }: OpenQuestion, answer: OpenQuestion["answers"][number]): string {
  const label = field === "guest" ? words.forExample(answer.label) : answer.label;
  const isChange = answer.recommended !== advice.recommended;
  const leadsTo = isChange ? [answer.recommended] : answer.possible.filter((id) => id !== advice.recommended);
  const names = leadsTo.map((id) => adapterName(advice, id)).join(words.or);
  return isChange ? words.outcome(label, names) : words.maybe(label, names);
}

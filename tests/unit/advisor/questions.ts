import type { Question } from "../../../advisor/knowledge/knowledge.ts";
import { decidingQuestions } from "../../../advisor/questions/questions.ts";
import type { NumberField, YesNoField } from "../../../advisor/questions/situation.ts";
import { toQuestion } from "../../../tools/site/compile/engine-knowledge.ts";
import { authoredRecords } from "../../authored-records.ts";
import { groupRecords } from "../../../tools/site/compile/records.ts";

/** The records of the atlas's questions. */
export const authoredQuestions = groupRecords(authoredRecords).questions;

/** The questions of the atlas, also for knowledge that a test makes up. */
export const questions: Question[] = authoredQuestions.map(toQuestion);

const deciding = decidingQuestions({ questions });

export const YES_NO_FIELDS: readonly YesNoField[] = deciding.yesNo.map(({ field }) => field);
export const NUMBER_FIELDS: readonly NumberField[] = deciding.numbers.map(({ field }) => field);

/** What is usually taken for an unknown yes or no. */
export const USUAL = Object.fromEntries(
  deciding.yesNo.map(({ field, assumed }) => [field, assumed?.value === true]),
) as Record<YesNoField, boolean>;

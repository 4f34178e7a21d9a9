import { isRecord } from "../collections.ts";
import { mergeTexts, messages, type Messages, type PartOf } from "../explain/messages.ts";
import type { Knowledge, Question } from "../knowledge/knowledge.ts";
import { englishWords, type Words } from "./words.ts";

/** What a question says, as its record in data/questions has it. */
type QuestionTexts = Pick<Question, "label" | "question" | "hint" | "open" | "condition" | "need"> & {
  /** The sentences that say what is assumed, the usual one first. */
  assumed?: string[];
  means?: { yes: string; no: string };
  remedy?: { no: string; unknown: string };
  choices?: string[];
};

/** Every text of the component in one language. Names of products, and texts of rules, steps and sources, stay as the records have them. */
export interface Language extends Words {
  /** As in the attribute lang. */
  lang: string;
  messages: Messages;
  /** The parts of the form, by their ids. */
  groups: Record<Question["group"], { title: string; more: string }>;
  /** What the questions say, by their ids. */
  questions: Record<string, QuestionTexts>;
  /** Names of features that are no product names, by their ids and platforms. */
  features: Record<string, Record<string, string>>;
}

/** Texts of a page's own, by the groups and keys of a language. A text has {1}, {2} … for the function's parameters. */
export type OwnTexts = PartOf<Omit<Language, "lang">>;

/** English: the words of the code, and those of the records as they are. */
export const english: Language = {
  lang: "en",
  ...englishWords,
  messages,
  groups: {} as Language["groups"],
  questions: {},
  features: {},
};

/** Groups whose texts stand in the place of those of records, which the language itself need not have. */
const openGroups = ["groups", "questions", "features"];

/** A language with some texts of a page's own, the same one without any, and what of them cannot be used, one line each. */
export function withOwnTexts(language: Language, own: OwnTexts): { language: Language; faults: string[] } {
  // Elements of one language share their advisors.
  if (isRecord(own) && Object.keys(own).length === 0) return { language, faults: [] };
  const { texts, faults } = mergeTexts(language, own, openGroups);
  return { language: texts, faults: faults.map((fault) => `property words${fault}`) };
}

/** The knowledge with what its questions and features say in a language. */
export function translateKnowledge(knowledge: Knowledge, { questions, features }: Language): Knowledge {
  return {
    ...knowledge,
    questions: knowledge.questions.map((question) => translateQuestion(question, questions[question.id])),
    features: knowledge.features.map((feature) => ({
      ...feature,
      platforms: { ...feature.platforms, ...features[feature.id] },
    })),
  };
}

function translateQuestion(question: Question, texts: QuestionTexts | undefined): Question {
  if (!texts) return question;
  const { assumed: sentences = [], choices: labels = [], ...plain } = texts;
  const { assumed, choices } = question;
  return {
    ...question,
    ...plain,
    ...(assumed && {
      assumed: {
        ...assumed,
        text: sentences[0] ?? assumed.text,
        ...(assumed.instead && {
          instead: assumed.instead.map((other, at) => ({ ...other, text: sentences[at + 1] ?? other.text })),
        }),
      },
    }),
    ...(choices && { choices: choices.map((choice, at) => ({ ...choice, label: labels[at] ?? choice.label })) }),
  };
}

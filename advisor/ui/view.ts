import type { Advice } from "../explain/advice.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { Problem } from "../questions/read-situation.ts";
import type { Situation } from "../questions/situation.ts";
import type { FillValues } from "./form/fill-in.ts";
import type { LaterWords } from "./answer/later-words.ts";

/** What the renderers need to know of the place where the advice is shown. */
export interface View {
  knowledge: Knowledge;
  /** Address of the atlas, ending in a slash; null leaves links to it as plain text. */
  atlas: string | null;
  /** Links open beside the page that shows the advice, not in its place. */
  newTab: boolean;
  /** Folds everything after the open questions. */
  compact: boolean;
  canPrint: boolean;
  /** Prints all of the answer, once it is there. */
  print: () => void;
  /** Opens the advice, with the reader's values in its commands, on one page to attach to a change request; null where there is no card. */
  openCard: ((advice: Advice, given: Situation) => Promise<void>) | null;
  /** Writes the advice as Markdown; later on a page that loads what it needs for that. */
  writeMarkdown: (
    advice: Advice,
    knowledge: Knowledge,
    /** Where the text may point: the atlas's address for its pages, and the address of this very answer. */
    links: { atlas: string | null; link: string | null },
    given: Situation,
  ) => string | Promise<string>;
  /** Id of the headline, for the region that it names. */
  headingId: string;
  /** An address that leads to the same advice again, or null when there is none. */
  permalink: (situation: Situation) => string | null;
  /** Fields that the reader sees and cannot change. */
  fixed: ReadonlySet<string>;
  /** Those of them that the reader does not even see. */
  hidden: ReadonlySet<string>;
  /** Takes an answer to an open question. */
  answer: (field: string, value: string) => void;
  /** Takes the value that is offered in place of one that cannot be used. */
  repair: (problem: Problem, value: string) => void;
  /** Leads the reader to the field that asks this. */
  ask: (field: string) => void;
  /** Advises on a situation again, once texts have come that an advice lacks. */
  advise: (given: Situation) => Advice;
  /** What the steps say and the texts of reasons, if they come apart from the knowledge. */
  later: LaterWords | null;
  /** Leads the reader to the steps or to the validation, once there are words for the steps, or to where the steps can be found. */
  goTo: (part: "steps" | "verify") => Promise<void>;
  /** What the reader has put in for placeholders of code. */
  values: FillValues;
  /** Announces a text to readers who do not see the page. */
  announce: (text: string) => void;
}

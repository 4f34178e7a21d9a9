import { createAdvisor } from "../../../advisor/index.ts";
import { compileKnowledge } from "../../../tools/site/compile/engine-knowledge.ts";
import { createAtlas, groupRecords } from "../../../tools/site/compile/records.ts";
import { authoredRecords } from "../../authored-records.ts";

/** The repository's own knowledge, compiled from the records as they stand. */
export const knowledge = compileKnowledge(createAtlas(groupRecords(authoredRecords)), {
  schemaVersion: "1.0.0",
  knowledgeVersion: "test",
});

/** An advisor over the repository's own knowledge. */
export const advisor = createAdvisor(knowledge);

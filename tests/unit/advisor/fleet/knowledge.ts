import { readFileSync } from "node:fs";
import { join } from "node:path";
import { authoredRecords } from "../../../authored-records.ts";
import { compileFleetKnowledge } from "../../../../tools/site/compile/fleet-knowledge.ts";
import { createAtlas, groupRecords } from "../../../../tools/site/compile/records.ts";
import { knowledge } from "../knowledge.ts";

const root = join(import.meta.dirname, "../../../..");
const read = (name: string): string => readFileSync(join(root, "data/audit", name), "utf8");

/** What the repository's audit reads, compiled from the records as they stand. */
export const fleet = compileFleetKnowledge(
  { text: read("audit.yaml"), schema: JSON.parse(read("audit-knowledge.schema.json")) as object },
  createAtlas(groupRecords(authoredRecords)),
  knowledge,
);

import { describeProblem, readSituation } from "../../../../advisor/questions/read-situation.ts";
import type { Advisor } from "../../../../advisor/advisor.ts";
import type { Situation } from "../../../../advisor/questions/situation.ts";
import { readPlaced, refuse } from "../read-placed.ts";
import type { AuthoredFile } from "../read-placed.ts";

/** A situation that the page of examples shows; a hard case has a sheet of its own. */
export type AuthoredExample = { id: string; says: string; situation: Situation } & (
  | { group: "first" | "more" }
  | { group: "hard"; title: string }
);

/** Reads the file of examples; whatever the schema or the advisor refuses is named with its place. */
export function readExamples(authored: AuthoredFile, advisor: Advisor): AuthoredExample[] {
  const { data, placeOf } = readPlaced("assets/examples/examples.yaml", authored);
  const examples = Object.entries(data as Record<string, Omit<AuthoredExample, "id">>).map(
    ([id, example]) => ({ id, ...example }) as AuthoredExample,
  );
  refuse(
    examples.flatMap(({ id, situation }) =>
      readSituation(advisor, situation).problems.map(
        (problem) => `${placeOf([id, "situation", problem.field])}  ${id}: ${describeProblem(problem)}`,
      ),
    ),
  );
  return examples;
}

import type { Advisor } from "../../../advisor/advisor.ts";
import { describeProblem, readSituation } from "../../../advisor/questions/read-situation.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { toText } from "../../../advisor/questions/text-fields.ts";
import { platformName, recommendedVerdict } from "../../../advisor/ui/answer/names.ts";
import { words } from "../../../advisor/ui/words.ts";
import { type AuthoredFile, readPlaced, refuse } from "./read-placed.ts";

/** Returns the examples with the engine's answers. Only the situations are authored. */
export function compileExamples(examples: readonly AuthoredExample[], advisor: Advisor) {
  const answered = examples.map((example) => answer(example, advisor));
  const ofGroup = (name: AuthoredExample["group"]) => answered.filter(({ group }) => group === name);
  return { first: ofGroup("first"), more: ofGroup("more"), hard: ofGroup("hard") };
}

function answer(example: AuthoredExample, { advise }: Advisor) {
  const { id, group, says, situation } = example;
  const advice = advise(situation);
  const chosen = recommendedVerdict(advice);
  return {
    id,
    group,
    says,
    query: writeQuery(situation),
    recommended: chosen && { id: chosen.adapter, name: chosen.name },
    why: advice.why,
    excluded: advice.verdicts.filter(({ status }) => status === "excluded").map(({ name }) => name),
    confidence: chosen && words.levels[advice.confidence.level],
    ...(example.group === "hard" ? { title: example.title } : {}),
  };
}

/** Returns the advice without any input. The page shows it until the engine is loaded. */
export function compileOpening({ advise, knowledge }: Advisor) {
  const { headline, why, situation } = advise({});
  const name = platformName(knowledge, situation.platform ?? "");
  const others = knowledge.platforms.map(({ id }) => id).filter((id) => id !== situation.platform);
  return {
    headline: headline.text,
    platform: words.assumedPlatform(name),
    changes: others.map((id) => words.changePlatform(platformName(knowledge, id))),
    why,
  };
}

/** A situation that the page of examples shows; a hard case has a title of its own. */
type AuthoredExample = { id: string; says: string; situation: Situation } & (
  | { group: "first" | "more" }
  | { group: "hard"; title: string }
);

/** A typical situation. The advisor's page shows it as a link. */
interface Preset {
  id: string;
  label: string;
  situation: Situation;
}

/** The presets in the order of their file, each with the query of its link. */
export function compilePresets(presets: readonly Preset[]) {
  return presets.map(({ id, label, situation }) => ({ id, label, query: writeQuery(situation) }));
}

/** Reads the examples of the API and the site. */
export function readExamples(authored: AuthoredFile, advisor: Advisor): AuthoredExample[] {
  return readSituations<AuthoredExample>("assets/examples/examples.yaml", authored, advisor);
}

/** Reads the typical situations. */
export function readPresets(authored: AuthoredFile, advisor: Advisor): Preset[] {
  return readSituations<Preset>("assets/examples/presets.yaml", authored, advisor);
}

/** Reads a file of situations by id. Errors of the schema or the advisor come with their place. */
function readSituations<T extends { id: string; situation: Situation }>(
  file: string,
  authored: AuthoredFile,
  advisor: Advisor,
): T[] {
  const { data, placeOf } = readPlaced(file, authored);
  const entries = Object.entries(data as Record<string, Omit<T, "id">>).map(([id, entry]) => ({ id, ...entry }) as T);
  refuse(
    entries.flatMap(({ id, situation }) =>
      readSituation(advisor, situation).problems.map(
        (problem) => `${placeOf([id, "situation", problem.field])}  ${id}: ${describeProblem(problem)}`,
      ),
    ),
  );
  return entries;
}

function writeQuery(situation: Situation): string {
  return new URLSearchParams(toText(situation)).toString();
}

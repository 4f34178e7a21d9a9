import type { Advisor } from "../../../advisor/index.ts";
import type { Advice } from "../../../advisor/explain/advice.ts";
import { readSituation } from "../../../advisor/questions/read-situation.ts";
import type { CompiledSide } from "./sides.ts";
import { describeAdviceChange, type Ground } from "./describe-advice.ts";
import { type Sentence, toText } from "./sentence.ts";
import type { TitledSituation } from "./situations.ts";

export type AdviceComparison = { state: "not-compared"; reason: string } | ComparedAdvice;

interface ComparedAdvice {
  state: "compared";
  /** How many situations both sides were asked about. */
  situations: number;
  /** How many of them have an answer that differs in anything. */
  changed: number;
  /** How many of them have another adapter recommended. */
  decided: number;
  /** Other answers, those with another recommendation first; situations with the same change stand together. */
  answers: { situations: string[]; isDecided: boolean; sentences: Sentence[] }[];
  /** Changed reasons, each listed once with its adapters and situations. */
  grounds: { adapters: string[]; sentence: Sentence; situations: string[] }[];
  /** Situations that one side or both cannot understand, such as those of a new guest. */
  notAsked: { title: string; reason: string }[];
  /** Platforms of the changed records on which no situation was asked: nothing shows what is advised there. */
  platformsWithout: string[];
}

/** Asks both sides for advice in every situation and tells where the answers differ. */
export function compareAdvice(
  before: CompiledSide,
  after: CompiledSide,
  situations: readonly TitledSituation[],
): AdviceComparison {
  const missing = [before, after].flatMap(({ advisor }) => ("missing" in advisor ? [advisor.missing] : []));
  const [earlier, later] = [before.advisor, after.advisor];
  if ("missing" in earlier || "missing" in later) return { state: "not-compared", reason: missing.join("; ") };
  const compared: ComparedAdvice = {
    state: "compared",
    situations: 0,
    changed: 0,
    decided: 0,
    answers: [],
    grounds: [],
    notAsked: [],
    platformsWithout: [],
  };
  const asked = new Set<string | undefined>();
  const answers = new Map<string, ComparedAdvice["answers"][number]>();
  const grounds = new Map<string, ComparedAdvice["grounds"][number]>();
  for (const titled of situations) {
    const [was, is] = [
      ask({ name: before.name, advisor: earlier }, titled),
      ask({ name: after.name, advisor: later }, titled),
    ];
    if ("unknown" in was || "unknown" in is) {
      compared.notAsked.push({ title: titled.title, reason: explainUnknown(was, is) });
      continue;
    }
    compared.situations++;
    asked.add(is.advice.situation.platform);
    const change = describeAdviceChange(was.advice, is.advice);
    if (!change) continue;
    compared.changed++;
    const isDecided = was.advice.recommended !== is.advice.recommended;
    if (isDecided) compared.decided++;
    if (change.answer.length > 0) {
      const group = { situations: [], isDecided, sentences: change.answer };
      addTo(answers, change.answer.map(toText).join("\n"), group).situations.push(titled.title);
    }
    for (const ground of change.grounds) addGround(grounds, ground, titled.title);
  }
  compared.answers = [...answers.values()].sort(
    (a, b) => Number(b.isDecided) - Number(a.isDecided) || b.situations.length - a.situations.length,
  );
  compared.platformsWithout = later.knowledge.platforms.map(({ id }) => id).filter((id) => !asked.has(id));
  compared.grounds = [...grounds.values()].sort((a, b) => b.situations.length - a.situations.length);
  return compared;
}

function addGround(
  grounds: Map<string, ComparedAdvice["grounds"][number]>,
  { adapter, sentence }: Ground,
  title: string,
): void {
  const ground = addTo(grounds, toText(sentence), { adapters: [], sentence, situations: [] });
  if (adapter !== undefined && !ground.adapters.includes(adapter)) ground.adapters.push(adapter);
  if (!ground.situations.includes(title)) ground.situations.push(title);
}

function addTo<T>(groups: Map<string, T>, key: string, empty: T): T {
  const group = groups.get(key) ?? empty;
  groups.set(key, group);
  return group;
}

type Answer = { advice: Advice } | { unknown: string };

function ask({ name, advisor }: { name: string; advisor: Advisor }, { situation }: TitledSituation): Answer {
  const { situation: parsed, problems } = readSituation(advisor, situation);
  if (problems.length > 0)
    return { unknown: `${name} does not know ${problems.map(({ field, found }) => `${field} ${found}`).join(", ")}` };
  return { advice: advisor.advise(parsed) };
}

function explainUnknown(was: Answer, is: Answer): string {
  if ("unknown" in was) return "unknown" in is ? "neither side knows what they name" : was.unknown;
  return "unknown" in is ? is.unknown : "";
}

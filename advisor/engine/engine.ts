import type { Advice, Verdict } from "../explain/advice.ts";
import type { Adapter, Guest, Knowledge } from "../knowledge/knowledge.ts";
import type { Situation } from "../questions/situation.ts";
import { ASSUMED_PLATFORM, type Field } from "../questions/fields.ts";
import { eachBit } from "./bits.ts";
import { certainSets, readCase, type Case, type Unknowns } from "./case.ts";
import type { Messages } from "../explain/messages.ts";
import { findConflicts } from "./conflicts.ts";
import { bestFor, compareAdapters, decide, intersection, type Decision } from "./decide.ts";
import { finish } from "../explain/finish.ts";
import { openQuestions, type Recommend } from "./questions.ts";
import {
  firedRules,
  nameOn,
  reasonsToExclude,
  reasonsToRecommend,
  reasonsToUse,
  type Told,
} from "../explain/reasons.ts";
import { explore, type Space } from "./search-space.ts";
import { buildTable, idOf, type Table } from "./table.ts";
import { turningPoints } from "./turning-points.ts";

/** What decides: the verdicts with their reasons, and all that would change them. The rest of an advice is told from it. */
export interface Judgement
  extends Pick<Advice, "recommended" | "verdicts" | "openQuestions" | "conflicts" | "turningPoints"> {
  told: Told;
  /** Index of the recommended adapter in the table, -1 when none fits. */
  best: number;
}

/** The tables of every platform, built once for many situations. Situations have their ids in the atlas's own spelling. */
export interface Engine {
  /** Total, and the same for the same situation; in parts, between which nothing is told. */
  judge: (situation: Situation, guest: Guest | undefined) => Generator<undefined, Judgement>;
  /** The adapter that judge recommends, without reasons: for many machines at once. */
  recommend: (situation: Situation, guest: Guest | undefined) => string | null;
}

/** Makes a knowledge ready for questions. */
export function createEngine(knowledge: Knowledge, messages: Messages): Engine {
  const tables = new Map(
    knowledge.platforms.map((platform) => [platform.id, buildTable(knowledge, platform, messages)]),
  );
  const tableOf = ({ platform }: Situation): Table =>
    tables.get(platform ?? ASSUMED_PLATFORM) ?? (tables.values().next().value as Table);
  return {
    judge: (situation, guest) => judge(tableOf(situation), situation, guest),
    recommend(situation, guest) {
      const table = tableOf(situation);
      const best = bestFor(table, readCase(table, situation, guest, true).filled);
      return idOf(table, best >= 0 ? best : bestAsAdvised(table, readCase(table, situation, guest)));
    },
  };
}

function* judge(table: Table, situation: Situation, guest: Guest | undefined): Generator<undefined, Judgement> {
  const { filled, unknowns } = readCase(table, situation, guest);
  const decision = decide(table, filled);
  const certain = intersection(certainSets(table, filled, unknowns));
  const space = yield* explore(table, filled, unknowns);
  yield;
  const possible = table.all & ~space.excluded;
  const best = decision.best >= 0 ? decision.best : bestOfOutcomes(table, decision, space);
  const fitting = decision.best >= 0 ? table.all & ~decision.excluded : possible;
  const told: Told = {
    table,
    guest,
    filled,
    decision,
    certain,
    possible,
    fitting,
    firedRules: firedRules(table, decision),
    unknowns,
  };
  const verdicts = judgeAll(told, best);
  const recommended = idOf(table, best);
  const nameOf = (index: number): string =>
    index < 0 ? table.messages.none() : nameOn(told, table.adapters[index] as Adapter);
  const recommend: Recommend = (changed, learnt) => bestAsAdvised(table, { filled: changed, unknowns }, learnt);
  const conflicts = findConflicts(table, filled, unknowns, space.excluded, best, nameOf);
  return {
    told,
    best,
    recommended,
    verdicts,
    openQuestions: openQuestions(table, filled, unknowns, space, best, recommend),
    conflicts,
    turningPoints: turningPoints(table, filled, unknowns, best, recommend, nameOf),
  };
}

/**
 * What advice recommends for a case, one of whose fields may have become known: the best that some completion leads to
 * where with the assumptions nothing fits.
 */
function bestAsAdvised(
  table: Table,
  { filled, unknowns }: { filled: Case; unknowns: Unknowns },
  learnt?: Field,
): number {
  const best = bestFor(table, filled);
  if (best >= 0) return best;
  const open = { ...unknowns, fields: { ...unknowns.fields, ...(learnt && { [learnt]: false }) } };
  return bestOfOutcomes(table, decide(table, filled), finish(explore(table, filled, open)));
}

/** With the assumptions nothing fits: the best of what other completions lead to, or of what another guest may allow. */
function bestOfOutcomes(table: Table, decision: Decision, { outcomes, excluded }: Space): number {
  const possible =
    outcomes.reduce((bits, found) => (found < 0 ? bits : bits | (1 << found)), 0) || table.all & ~excluded;
  let best = -1;
  eachBit(possible, (index) => {
    if (best < 0 || compareAdapters(decision, possible, index, best) < 0) best = index;
  });
  return best;
}

function judgeAll(told: Told, best: number): Verdict[] {
  const { table, possible, decision, fitting } = told;
  const rank = (index: number): number =>
    index === best ? 0 : !((possible >> index) & 1) ? 3 : (fitting >> index) & 1 ? 1 : 2;
  return table.adapters
    .map((_, index) => index)
    .sort((a, b) => rank(a) - rank(b) || compareAdapters(decision, fitting, a, b))
    .map((index): Verdict => {
      const adapter = table.adapters[index] as Adapter;
      const isExcluded = rank(index) === 3;
      return {
        adapter: adapter.id,
        name: nameOn(told, adapter),
        status: index === best ? "recommended" : isExcluded ? "excluded" : "suitable",
        reasons: (isExcluded ? reasonsToExclude : index === best ? reasonsToRecommend : reasonsToUse)(told, index),
      };
    });
}

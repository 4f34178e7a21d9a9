import type { Guest, Knowledge } from "../knowledge/knowledge.ts";
import type { Field, Situation } from "../questions/situation.ts";
import { assumedPlatform } from "../questions/questions.ts";
import { eachBit } from "../collections.ts";
import {
  fillSituation,
  keyOf,
  listUnknowns,
  type FilledSituation,
  type Unknowns,
  valueOf,
  nameValues,
  type NamedValues,
} from "./fill-situation.ts";
import { findConflicts, type ConflictFacts } from "./conflicts.ts";
import { bestFor, certainRows, compareAdapters, decide, firedRules, type Decision } from "./decide.ts";
import {
  askForGuest,
  openQuestions,
  tryGuests,
  turningPoints,
  type GuestAnswer,
  type OpenQuestionFacts,
  type Recommend,
  type TurningPointFacts,
} from "./questions.ts";
import type { Row } from "./rows.ts";
import { explore, type Space } from "./search-space.ts";
import { buildTable, idOf, type RowSet, type Table } from "./table.ts";

/** The engine's findings about one situation. Adapters are bits and indexes of the table's adapters. */
export interface Findings {
  table: Table;
  guest: Guest | undefined;
  filled: FilledSituation;
  /** The values of the filled situation by their fields, for sentences. */
  values: NamedValues;
  decision: Decision;
  /** Rows that fire whatever the unknown fields are. */
  certain: RowSet;
  unknowns: Unknowns;
  /** Rows of the rules that fire, in table order. */
  firedRules: Row[];
  /** Adapters that are not excluded for certain. */
  possible: number;
  /** Adapters that fit under the assumed values. */
  fitting: number;
}

/** conditional: the adapter fits only if an unknown fact is true, such as a driver or a property of the host. */
export type Status = "recommended" | "suitable" | "conditional" | "excluded";

/** An adapter by its index, with its status. */
export interface Ranked {
  adapter: number;
  status: Status;
}

/** The result for one situation as facts: the recommendation and everything that would change it. advisor/explain writes the texts. */
export interface EngineResult {
  findings: Findings;
  /** Index of the recommended adapter, -1 if none fits. */
  best: number;
  /** Every adapter of the platform, best first. Excluded adapters are last. */
  ranking: Ranked[];
  /** Other recommendations for other guests, if the guest is unknown. */
  guestAnswers: GuestAnswer[];
  openQuestions: OpenQuestionFacts[];
  conflicts: ConflictFacts[];
  turningPoints: TurningPointFacts[];
}

/** The tables of every platform, built once for many situations. Situations have their ids in the atlas's own spelling. */
export interface Engine {
  /** Judges any situation. Equal situations have equal results. Each yield lets a page do other work. */
  judge: (situation: Situation, guest: Guest | undefined) => Generator<undefined, EngineResult>;
  /** Returns only the adapter that `judge` recommends, for many machines at once. */
  recommend: (situation: Situation, guest: Guest | undefined) => string | null;
  /** Whether the platform lists a guest at the release and the virtual hardware of a situation. */
  lists: (situation: Situation, guest: Guest) => boolean;
  /** Whether an adapter fits a guest without a condition, under the assumed values. */
  fits: (situation: Situation, guest: Guest, adapter: string | null) => boolean;
  /** Returns the recommendation, the status of the current adapter and the first question, without reasons. */
  brief: (situation: Situation, guest: Guest | undefined) => Brief;
}

/** The part of a result for one line per VM. */
interface Brief extends Pick<EngineResult, "findings" | "best"> {
  /** The recommended and the current adapter. */
  ranking: Ranked[];
  /** The field of the first question. */
  question: Field | "guest" | undefined;
  /** Whether a single answer, other than the guest, changes the recommendation. */
  isOpen: boolean;
}

/** The part of a result that all situations with the same `keyOf` share. */
interface Settled {
  found: Omit<Findings, "table" | "guest" | "filled" | "values" | "unknowns">;
  best: number;
  /** Adapters that are excluded whatever the unknown fields are. */
  excluded: number;
  openQuestions: OpenQuestionFacts[];
  /** Whether some guest leads to another adapter. Undefined until it is needed. */
  isGuestDecisive?: boolean;
}

/** Maximum number of results in the cache. A fleet needs far fewer. */
const MOST_SETTLED = 10_000;

/** Creates the engine for a knowledge. */
export function createEngine(knowledge: Knowledge): Engine {
  const tables = new Map(knowledge.platforms.map((platform) => [platform.id, buildTable(knowledge, platform)]));
  const usual = assumedPlatform(knowledge);
  const known = new Map<string, Settled>();
  const tableOf = ({ platform }: Situation): Table =>
    tables.get(platform ?? usual) ?? (tables.values().next().value as Table);
  const recommend = (table: Table, situation: Situation, guest: Guest | undefined): number => {
    const filled = fillSituation(table, situation, guest);
    const best = bestFor(table, filled);
    return best >= 0 ? best : bestAsAdvised(table, filled, listUnknowns(table, situation, guest, filled));
  };
  return {
    *judge(situation, guest) {
      const table = tableOf(situation);
      const result = yield* judge(known, table, situation, guest);
      yield;
      if (!guest)
        result.guestAnswers = yield* askForGuest(
          knowledge.guests,
          table,
          result.findings.filled,
          situation,
          result.best,
          (other) => recommend(table, situation, other),
        );
      return result;
    },
    recommend(situation, guest) {
      const table = tableOf(situation);
      return idOf(table, recommend(table, situation, guest));
    },
    lists(situation, guest) {
      const table = tableOf(situation);
      const filled = fillSituation(table, situation, guest);
      return (
        guest.platforms[table.platform.id] !== undefined &&
        filled.view.listedFrom <= valueOf(filled, table.fields.virtualHardware) &&
        filled.view.since <= valueOf(filled, table.fields.platformVersion)
      );
    },
    fits(situation, guest, adapter) {
      const table = tableOf(situation);
      const index = table.adapters.findIndex(({ id }) => id === adapter);
      const decision = decide(table, fillSituation(table, situation, guest));
      return index >= 0 && !((decision.excluded >> index) & 1) && decision.doubt(index) === 0;
    },
    brief(situation, guest) {
      const table = tableOf(situation);
      const { guests } = knowledge;
      return briefOf(known, table, situation, guest, (filled, best) => {
        for (const [, found] of tryGuests(guests, table, filled, situation, (other) =>
          recommend(table, situation, other),
        ))
          if (found !== best) return true;
        return false;
      });
    },
  };
}

function* judge(
  known: Map<string, Settled>,
  table: Table,
  situation: Situation,
  guest: Guest | undefined,
): Generator<undefined, EngineResult> {
  const filled = fillSituation(table, situation, guest);
  const unknowns = listUnknowns(table, situation, guest, filled);
  const { found, best, excluded, openQuestions: questions } = yield* settle(known, table, filled, unknowns);
  const findings: Findings = { table, guest, filled, values: nameValues(table, filled), unknowns, ...found };
  yield;
  const conflicts = findConflicts(table, filled, unknowns, excluded, best);
  yield;
  return {
    findings,
    best,
    ranking: rankAll(findings, best),
    guestAnswers: [],
    openQuestions: questions,
    conflicts,
    turningPoints: turningPoints(table, filled, unknowns, best, recommendWith(table, unknowns)),
  };
}

/** Decides a filled situation for the assumed and for all other values of its unknown fields. Results are cached by `keyOf`. */
function* settle(
  known: Map<string, Settled>,
  table: Table,
  filled: FilledSituation,
  unknowns: Unknowns,
): Generator<undefined, Settled> {
  const key = `${table.platform.id} ${keyOf(table, filled, unknowns)}`;
  const before = known.get(key);
  if (before) return before;
  const decision = decide(table, filled);
  const certain = certainRows(table, filled, unknowns);
  const space = yield* explore(table, filled, unknowns, certain);
  yield;
  const possible = table.all & ~space.excluded;
  const best = decision.best >= 0 ? decision.best : bestOfOutcomes(table, decision, space);
  const fitting = decision.best >= 0 ? table.all & ~decision.excluded : possible;
  const settled: Settled = {
    found: { decision, certain, possible, fitting, firedRules: firedRules(table, decision, filled.requires) },
    best,
    excluded: space.excluded,
    openQuestions: openQuestions(table, filled, unknowns, space, best, recommendWith(table, unknowns)),
  };
  if (known.size >= MOST_SETTLED) known.clear();
  known.set(key, settled);
  return settled;
}

function recommendWith(table: Table, unknowns: Unknowns): Recommend {
  return (changed, learnt) => bestAsAdvised(table, changed, unknowns, learnt);
}

/**
 * Returns the recommended adapter for a filled situation. If no adapter fits under the assumed values, it is the best adapter
 * over all values of the unknown fields. `learnt` is a field that is not unknown any more.
 */
function bestAsAdvised(table: Table, filled: FilledSituation, unknowns: Unknowns, learnt?: Field): number {
  const best = bestFor(table, filled);
  if (best >= 0) return best;
  const open = { ...unknowns, fields: { ...unknowns.fields, ...(learnt && { [learnt]: false }) } };
  return bestOfOutcomes(
    table,
    decide(table, filled),
    runToEnd(explore(table, filled, open, certainRows(table, filled, open))),
  );
}

/** Returns the best adapter over all values of the unknown fields, or one that another guest may allow. */
function bestOfOutcomes(table: Table, decision: Decision, { outcomes, excluded }: Space): number {
  const possible =
    outcomes.reduce((bits, found) => (found < 0 ? bits : bits | (1 << found)), 0) || table.all & ~excluded;
  let best = -1;
  eachBit(possible, (index) => {
    if (best < 0 || compareAdapters(decision, possible, index, best) < 0) best = index;
  });
  return best;
}

function briefOf(
  known: Map<string, Settled>,
  table: Table,
  situation: Situation,
  guest: Guest | undefined,
  isGuestDecisive: (filled: FilledSituation, best: number) => boolean,
): Brief {
  const filled = fillSituation(table, situation, guest);
  const unknowns = listUnknowns(table, situation, guest, filled);
  const settled = runToEnd(settle(known, table, filled, unknowns));
  const { found, best, openQuestions: questions } = settled;
  if (!guest) settled.isGuestDecisive ??= isGuestDecisive(filled, best);
  const current = table.adapters.findIndex(({ id }) => id === situation.currentAdapter);
  const ranking = (current === best ? [best] : [best, current])
    .filter((adapter) => adapter >= 0)
    .map((adapter) => ({ adapter, status: statusOf(found.decision, found.possible, best, adapter) }));
  return {
    findings: { table, guest, filled, values: nameValues(table, filled), unknowns, ...found },
    best,
    ranking,
    question: settled.isGuestDecisive ? "guest" : questions[0]?.field,
    isOpen: questions.some(({ answers }) => answers.some(({ recommended }) => recommended !== best)),
  };
}

function statusOf(decision: Decision, possible: number, best: number, adapter: number): Status {
  if (adapter === best) return "recommended";
  if (!((possible >> adapter) & 1)) return "excluded";
  return (decision.excluded >> adapter) & 1 || decision.doubt(adapter) > 0 ? "conditional" : "suitable";
}

/** Ranks all adapters: the recommended one, those that fit, those that may fit, and those that are excluded. */
function rankAll({ table, decision, possible, fitting }: Findings, best: number): Ranked[] {
  const rank = (index: number): number =>
    index === best ? 0 : !((possible >> index) & 1) ? 3 : (fitting >> index) & 1 ? 1 : 2;
  return table.adapters
    .map((_, index) => index)
    .sort((a, b) => rank(a) - rank(b) || compareAdapters(decision, fitting, a, b))
    .map((adapter) => ({ adapter, status: statusOf(decision, possible, best, adapter) }));
}

/** Runs a generator to its end without a pause, and returns its result. */
export function runToEnd<Result>(parts: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}

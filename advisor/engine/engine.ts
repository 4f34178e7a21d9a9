import type { Guest, Knowledge } from "../knowledge/knowledge.ts";
import type { Field, NumberField, Situation, YesNoField } from "../questions/situation.ts";
import { assumedPlatform } from "../questions/questions.ts";
import { eachBit } from "../collections.ts";
import { certainSets, fillSituation, withValue, type FilledSituation, type Unknowns } from "./fill-situation.ts";
import { findConflicts, type Conflict } from "./conflicts.ts";
import {
  bestFor,
  compareAdapters,
  decide,
  excludedBy,
  firedRules,
  intersection,
  offeredAt,
  type Decision,
} from "./decide.ts";
import {
  askForGuest,
  openQuestions,
  turningPoints,
  type GuestAnswer,
  type OpenQuestion,
  type Recommend,
  type TurningPoint,
} from "./questions.ts";
import type { Row } from "./rows.ts";
import { explore, isDecisive, isWithin, numberValues, type Space } from "./search-space.ts";
import { buildTable, idOf, type RowSet, type Table } from "./table.ts";

/** What was found of one situation. Adapters are bits and indexes of the table's adapters. */
export interface Findings {
  table: Table;
  guest: Guest | undefined;
  filled: FilledSituation;
  decision: Decision;
  /** Rows that fire whatever the unknown fields are. */
  certain: RowSet;
  unknowns: Unknowns;
  /** Rules that fire, in table order. */
  firedRules: Row[];
  /** Adapters that nothing certain excludes. */
  possible: number;
  /** Adapters that fit with what is assumed. */
  fitting: number;
}

/** conditional: it fits only if something that is unknown comes true, such as a driver or a fact about the host. */
export type Status = "recommended" | "suitable" | "conditional" | "excluded";

/** What decides, and all that would change it, as facts. Sentences are written from it, elsewhere. */
export interface Judgement {
  findings: Findings;
  /** Index of the recommended adapter, -1 when none fits. */
  best: number;
  /** Every adapter of the platform, best first, excluded last. */
  ranking: { adapter: number; status: Status }[];
  /** The other recommendations that some guest leads to, where the guest is unknown. */
  guestAnswers: GuestAnswer[];
  openQuestions: OpenQuestion[];
  conflicts: Conflict[];
  turningPoints: TurningPoint[];
}

/** The tables of every platform, built once for many situations. Situations have their ids in the atlas's own spelling. */
export interface Engine {
  /** Total, and the same for the same situation; in parts, between which nothing is told. */
  judge: (situation: Situation, guest: Guest | undefined) => Generator<undefined, Judgement>;
  /** The adapter that judge recommends, without the rest: for many machines at once. */
  recommend: (situation: Situation, guest: Guest | undefined) => string | null;
  /** Whether the platform has a guest at the release and the virtual hardware of a situation. */
  lists: (situation: Situation, guest: Guest) => boolean;
  /** Whether an adapter fits a guest for certain, as far as it is known and with the rest as assumed. */
  fits: (situation: Situation, guest: Guest, adapter: string | null) => boolean;
  /** The recommendation with the status of the current adapter and the question that decides, without reasons. */
  brief: (situation: Situation, guest: Guest | undefined) => Brief;
}

/** The short form of a judgement. Adapters are bits and indexes of the table's adapters. */
export interface Brief extends Omit<Findings, "certain"> {
  /** Index of the recommended adapter, -1 when none fits. */
  best: number;
  /** The adapter that the machine has; undefined where it is unknown. */
  current: { adapter: string; status: Status } | undefined;
  /** The most decisive field whose answer alone changes the recommendation. */
  question: Field | "guest" | undefined;
  /** Whether a field besides the guest decides. */
  isOpen: boolean;
}

/** Makes a knowledge ready for questions. */
export function createEngine(knowledge: Knowledge): Engine {
  const tables = new Map(knowledge.platforms.map((platform) => [platform.id, buildTable(knowledge, platform)]));
  const usual = assumedPlatform(knowledge);
  const tableOf = ({ platform }: Situation): Table =>
    tables.get(platform ?? usual) ?? (tables.values().next().value as Table);
  const recommend = (table: Table, situation: Situation, guest: Guest | undefined): number => {
    const best = bestFor(table, fillSituation(table, situation, guest, true).filled);
    return best >= 0 ? best : bestAsAdvised(table, fillSituation(table, situation, guest));
  };
  return {
    *judge(situation, guest) {
      const table = tableOf(situation);
      const judgement = yield* judge(table, situation, guest);
      yield;
      if (!guest)
        judgement.guestAnswers = yield* askForGuest(
          knowledge.guests,
          table,
          judgement.findings.filled,
          situation,
          judgement.best,
          (other) => recommend(table, situation, other),
        );
      return judgement;
    },
    recommend(situation, guest) {
      const table = tableOf(situation);
      return idOf(table, recommend(table, situation, guest));
    },
    lists(situation, guest) {
      const table = tableOf(situation);
      const { view, values } = fillSituation(table, situation, guest, true).filled;
      return (
        guest.platforms[table.platform.id] !== undefined &&
        view.listedFrom <= values.virtualHardware &&
        view.since <= values.platformVersion
      );
    },
    fits(situation, guest, adapter) {
      const table = tableOf(situation);
      const index = table.adapters.findIndex(({ id }) => id === adapter);
      const decision = decide(table, fillSituation(table, situation, guest).filled);
      return index >= 0 && !((decision.excluded >> index) & 1) && decision.doubt(index) === 0;
    },
    brief: (situation, guest) => briefOf(tableOf(situation), situation, guest),
  };
}

function* judge(table: Table, situation: Situation, guest: Guest | undefined): Generator<undefined, Judgement> {
  const { filled, unknowns } = fillSituation(table, situation, guest);
  const decision = decide(table, filled);
  const certain = intersection(certainSets(table, filled, unknowns));
  const space = yield* explore(table, filled, unknowns);
  yield;
  const possible = table.all & ~space.excluded;
  const best = decision.best >= 0 ? decision.best : bestOfOutcomes(table, decision, space);
  const fitting = decision.best >= 0 ? table.all & ~decision.excluded : possible;
  const recommend: Recommend = (changed, learnt) => bestAsAdvised(table, { filled: changed, unknowns }, learnt);
  const findings: Judgement["findings"] = {
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
  const ranking = rankAll(table, decision, possible, fitting, best);
  yield;
  const questions = openQuestions(table, filled, unknowns, space, best, recommend);
  yield;
  const conflicts = findConflicts(table, filled, unknowns, space.excluded, best);
  yield;
  return {
    findings,
    best,
    ranking,
    guestAnswers: [],
    openQuestions: questions,
    conflicts,
    turningPoints: turningPoints(table, filled, unknowns, best, recommend),
  };
}

/**
 * What advice recommends for a filled situation, one of whose fields may have become known: the best that some completion leads to
 * where with the assumptions nothing fits.
 */
function bestAsAdvised(
  table: Table,
  { filled, unknowns }: { filled: FilledSituation; unknowns: Unknowns },
  learnt?: Field,
): number {
  const best = bestFor(table, filled);
  if (best >= 0) return best;
  const open = { ...unknowns, fields: { ...unknowns.fields, ...(learnt && { [learnt]: false }) } };
  return bestOfOutcomes(table, decide(table, filled), runToEnd(explore(table, filled, open)));
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

function briefOf(table: Table, situation: Situation, guest: Guest | undefined): Brief {
  const { filled, unknowns } = fillSituation(table, situation, guest);
  const decision = decide(table, filled);
  const best = decision.best >= 0 ? decision.best : bestAsAdvised(table, { filled, unknowns });
  const certain = intersection(certainSets(table, filled, unknowns));
  const possible = table.all & ~(filled.view.none | excludedBy(table, certain) | neverOffered(filled, unknowns));
  const fitting = decision.best >= 0 ? table.all & ~decision.excluded : possible;
  const field = decisiveField(table, filled, unknowns, best);
  const index = table.adapters.findIndex(({ id }) => id === situation.currentAdapter);
  return {
    table,
    guest,
    filled,
    unknowns,
    decision,
    firedRules: firedRules(table, decision),
    possible,
    fitting,
    best,
    current:
      index < 0
        ? undefined
        : { adapter: idOf(table, index) as string, status: statusOfPresent(decision, possible, best, index) },
    question: guest ? field : "guest",
    isOpen: field !== undefined,
  };
}

/** Adapters that the platform offers the guest nowhere that the machine may be. */
function neverOffered({ view, values }: FilledSituation, { fields }: Unknowns): number {
  if (!fields.virtualHardware) return ~offeredAt(view, values.virtualHardware);
  return ~view.offered.reduce((all, { adapters }) => all | adapters, 0);
}

/** The unknown field, by priority, one answer to which changes the recommendation with the rest as assumed. */
function decisiveField(table: Table, filled: FilledSituation, unknowns: Unknowns, best: number): Field | undefined {
  const turns = (field: Field, value: number | boolean): boolean =>
    bestAsAdvised(table, { filled: withValue(table, filled, unknowns, field, value), unknowns }, field) !== best;
  const { rates } = unknowns;
  return table.byPriority.find((field) => {
    if (!unknowns.fields[field]) return false;
    const value = filled.values[field];
    if (typeof value === "boolean") return isDecisive(table, filled, field as YesNoField) && turns(field, !value);
    return numberValues(table, filled, unknowns, field as NumberField).some((range) => {
      if (isWithin(range, value)) return false;
      const isCut = field === "packetRate" && rates !== undefined;
      if (isCut && (range.to <= rates.low || range.from > rates.high)) return false;
      return turns(field, range.value);
    });
  });
}

/** What the machine runs with fits it, but for a required feature that is in doubt. */
function statusOfPresent(decision: Decision, possible: number, best: number, adapter: number): Status {
  const status = statusOf(decision, possible, best, adapter);
  return status === "conditional" && decision.doubt(adapter) === 0 ? "suitable" : status;
}

function statusOf(decision: Decision, possible: number, best: number, adapter: number): Status {
  if (adapter === best) return "recommended";
  if (!((possible >> adapter) & 1)) return "excluded";
  return (decision.excluded >> adapter) & 1 || decision.doubt(adapter) > 0 ? "conditional" : "suitable";
}

/** The recommended adapter, those that fit, those that may fit, and those that are excluded. */
function rankAll(
  table: Table,
  decision: Decision,
  possible: number,
  fitting: number,
  best: number,
): Judgement["ranking"] {
  const rank = (index: number): number =>
    index === best ? 0 : !((possible >> index) & 1) ? 3 : (fitting >> index) & 1 ? 1 : 2;
  return table.adapters
    .map((_, index) => index)
    .sort((a, b) => rank(a) - rank(b) || compareAdapters(decision, fitting, a, b))
    .map((adapter) => ({ adapter, status: statusOf(decision, possible, best, adapter) }));
}

/** What work in parts comes to, done at once. */
export function runToEnd<Result>(parts: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}

import type { Advice, Assumption, Reason, Verdict } from "./advice.ts";
import type { Adapter, Feature, Guest, Knowledge, Rule } from "./knowledge.ts";
import type { Situation } from "./situation.ts";
import { BOOLEAN_FIELDS, NUMBER_FIELDS } from "./fields.ts";
import { numberSet, readCase, type Case, type Unknowns } from "./case.ts";
import { judgeConfidence } from "./confidence.ts";
import { findConflicts } from "./conflicts.ts";
import { compareAdapters, decide, eachRow, intersect, offeredAt, type Decision } from "./decide.ts";
import { indexGuests, lookUpGuest, type GuestIndex } from "./guests.ts";
import { assumptionText, plainValue } from "./labels.ts";
import { messages } from "./messages.ts";
import { nextSteps, validationPlan } from "./next.ts";
import { guestQuestion, openQuestions } from "./questions.ts";
import { nameOn, reasonsToExclude, reasonsToUse, type Told } from "./reasons.ts";
import { buildTable, type RowSet, type Table } from "./table.ts";
import { turningPoints } from "./turning-points.ts";

/** The platform that is taken when a situation names none. */
export const ASSUMED_PLATFORM = "vsphere";

/** A knowledge made ready for many questions. */
export interface Advisor {
  knowledge: Knowledge;
  guests: GuestIndex;
  /** Advice for a situation; total, and the same for the same situation. */
  advise: (situation: Situation) => Advice;
}

const prepared = new WeakMap<Knowledge, Advisor>();

/** Advice for one situation. Pure; the tables built from a knowledge are remembered with it. */
export function advise(situation: Situation, knowledge: Knowledge): Advice {
  const advisor = prepared.get(knowledge) ?? createAdvisor(knowledge);
  prepared.set(knowledge, advisor);
  return advisor.advise(situation);
}

/** Builds the tables of every platform once, for many situations. */
export function createAdvisor(knowledge: Knowledge): Advisor {
  const tables = new Map(knowledge.platforms.map((platform) => [platform.id, buildTable(knowledge, platform)]));
  const features = new Map(knowledge.features.map((feature) => [feature.id, feature]));
  const rules = new Map(knowledge.rules.map((rule) => [rule.id, rule]));
  const guests = indexGuests(knowledge);
  return {
    knowledge,
    guests,
    advise(given) {
      const guest = given.guest === undefined ? undefined : lookUpGuest(guests, given.guest, given.bitness)[0];
      const situation = canonical(knowledge, given, guest);
      const table = tables.get(situation.platform ?? ASSUMED_PLATFORM) ?? (tables.values().next().value as Table);
      return answer({ knowledge, features, rules, table, tables }, situation, guest);
    },
  };
}

interface Context {
  knowledge: Knowledge;
  features: Map<string, Feature>;
  rules: Map<string, Rule>;
  table: Table;
  tables: Map<string, Table>;
}

function answer(context: Context, situation: Situation, guest: Guest | undefined): Advice {
  const { knowledge, features, rules, table } = context;
  const { filled, unknowns } = readCase(table, situation, guest);
  const assumed = decide(table, filled);
  const certain = certainRows(table, filled, unknowns);
  const certainlyExcluded = certainExclusions(table, filled, unknowns, certain);
  const best = assumed.best >= 0 ? assumed.best : bestOfPossible(table, assumed, certainlyExcluded);
  const fitting = (assumed.best >= 0 ? table.all & ~assumed.excluded : table.all & ~certainlyExcluded);
  const told: Told = {
    table, features, guest, filled, decision: assumed, certain, certainlyExcluded, fitting,
    driversKnown: !unknowns.booleans.guestDrivers,
  };
  const verdicts = judgeAll(told, best);
  const recommended = best < 0 ? null : (table.adapters[best] as Adapter).id;
  const recommend = (of: Case): string | null => idOf(table, decide(table, of).best);
  const nameOf = (id: string | null): string => displayName(table, id);
  const reasons = verdicts[0]?.reasons ?? [];
  return {
    schemaVersion: knowledge.schemaVersion,
    knowledgeVersion: knowledge.knowledgeVersion,
    situation,
    assumptions: listAssumptions(table, situation, filled, unknowns),
    recommended,
    summary: summarise(told, best, reasons, countBits(fitting)),
    verdicts,
    openQuestions: [
      ...(unknowns.guest ? guestQuestion(knowledge, table.platform.id, recommended, (other) => recommend(readCase(table, situation, other).filled)) : []),
      ...openQuestions(table, filled, unknowns, recommend),
    ],
    conflicts: findConflicts(
      table, filled, assumed, certainlyExcluded, best,
      (fixed) => decide(table, fixed), (index) => nameOf(idOf(table, index)),
      (id) => features.get(id)?.platforms[table.platform.id] ?? features.get(id)?.name ?? id,
    ),
    turningPoints: turningPoints(table, filled, unknowns, recommended, recommend, nameOf),
    confidence: best < 0
      ? { level: "high", text: messages.noneFits() }
      : judgeConfidence(knowledge, rules, reasons, countBits(fitting), assumed.doubt[best] ?? 0),
    steps: recommended === null ? [] : nextSteps(knowledge, rules, table, recommended, reasonsRequiring(told)),
    validation: recommended === null ? null : validationPlan(table, recommended, verdicts),
  };
}

/** The situation with every id in the atlas's own spelling. */
function canonical(knowledge: Knowledge, given: Situation, guest: Guest | undefined): Situation {
  const requires = [...new Set((given.requires ?? []).map((id) =>
    knowledge.features.find((feature) => feature.id === id || feature.aliases.includes(id))?.id ?? id))].sort();
  const bitness = guest && guest.bitness !== 16 ? guest.bitness : given.bitness;
  return {
    ...given,
    platform: given.platform ?? ASSUMED_PLATFORM,
    ...(guest ? { guest: guest.id } : {}),
    ...(bitness ? { bitness } : {}),
    requires,
  };
}

/** Rows that fire whatever the unknown fields turn out to be. */
function certainRows(table: Table, filled: Case, unknowns: Unknowns): RowSet {
  const rows = filled.view.set.slice();
  intersect(rows, filled.required);
  for (const field of NUMBER_FIELDS) {
    intersect(rows, unknowns.numbers[field] ? table.numbers[field].any : numberSet(table, field, filled.numbers[field]));
  }
  for (const field of BOOLEAN_FIELDS) {
    intersect(rows, table.booleans[field][unknowns.booleans[field] ? "any" : filled.booleans[field] ? "yes" : "no"]);
  }
  return rows;
}

function certainExclusions(table: Table, filled: Case, unknowns: Unknowns, certain: RowSet): number {
  const offered = unknowns.numbers.virtualHardware
    ? filled.view.offered.reduce((all, range) => all | range.adapters, 0)
    : offeredAt(filled.view, filled.numbers.virtualHardware);
  let excluded = (table.all & ~offered) | filled.view.none;
  if (!unknowns.booleans.guestDrivers && !filled.booleans.guestDrivers) excluded |= filled.view.tools;
  eachRow(certain, 0, table.excludeEnd, (index) => {
    excluded |= (table.rows[index] as { exclude: number }).exclude;
  });
  return excluded;
}

/** With the assumptions nothing fits: the best of what may still fit. */
function bestOfPossible(table: Table, decision: Decision, certainlyExcluded: number): number {
  const possible = table.all & ~certainlyExcluded;
  let best = -1;
  for (let index = 0; index < table.adapters.length; index++) {
    if ((possible >> index) & 1 && (best < 0 || compareAdapters(decision, possible, index, best) < 0)) best = index;
  }
  return best;
}

function judgeAll(told: Told, best: number): Verdict[] {
  const { table, certainlyExcluded, decision, fitting } = told;
  const rank = (index: number): number => index === best ? 0 : (certainlyExcluded >> index) & 1 ? 3 : (fitting >> index) & 1 ? 1 : 2;
  return table.adapters
    .map((_, index) => index)
    .sort((a, b) => rank(a) - rank(b) || compareAdapters(decision, fitting, a, b))
    .map((index): Verdict => {
      const adapter = table.adapters[index] as Adapter;
      const excluded = rank(index) === 3;
      return {
        adapter: adapter.id,
        name: nameOn(told, adapter),
        status: index === best ? "recommended" : excluded ? "excluded" : "suitable",
        reasons: excluded ? reasonsToExclude(told, index) : reasonsToUse(told, index),
      };
    });
}

function listAssumptions(table: Table, situation: Situation, filled: Case, unknowns: Unknowns): Assumption[] {
  return [
    ...(unknowns.guest ? [{ field: "guest", value: "unknown", text: messages.assumed.guest() }] : []),
    ...NUMBER_FIELDS.flatMap((field) => unknowns.numbers[field]
      ? [{ field, value: plainValue(field, filled.numbers[field]), text: assumptionText(table, field, filled.numbers[field]) }] : []),
    ...BOOLEAN_FIELDS.flatMap((field) => situation[field] === undefined
      ? [{ field, value: filled.booleans[field], text: assumptionText(table, field, filled.booleans[field]) }] : []),
  ];
}

function summarise(told: Told, best: number, reasons: Reason[], fits: number): string {
  if (best < 0) return messages.noneFits();
  const name = nameOn(told, told.table.adapters[best] as Adapter);
  const why = reasons.find((reason) => reason.effect === "prefers");
  if (why) return messages.recommended(name, why.text);
  return messages.recommended(name, fits === 1 ? messages.onlyFit(name) : messages.fitsWithoutRule(name));
}

/** Ids of fired rules that ask for steps. */
function reasonsRequiring(told: Told): string[] {
  const ids: string[] = [];
  eachRow(told.decision.fired, 0, told.table.rows.length, (index) => {
    const rule = told.table.rows[index]?.rule;
    if (rule?.then.require) ids.push(rule.id);
  });
  return ids;
}

function idOf(table: Table, index: number): string | null {
  return table.adapters[index]?.id ?? null;
}

function displayName(table: Table, id: string | null): string {
  const adapter = table.adapters.find((candidate) => candidate.id === id);
  return adapter ? nameOn({ table }, adapter) : messages.none();
}

function countBits(mask: number): number {
  let count = 0;
  for (let bits = mask; bits !== 0; bits &= bits - 1) count++;
  return count;
}


import type { Advice, Confidence, ConfidenceLevel, Reason, Verdict } from "./advice.ts";
import { isSuitable, maskOf } from "./order-reasons.ts";
import { isAgainstAssumptions, servingElse } from "./summary.ts";
import { countBits } from "../collections.ts";
import { recordOf } from "../knowledge/later-texts.ts";
import type { Adapter, Knowledge, Rule } from "../knowledge/knowledge.ts";
import type { Messages } from "./messages.ts";
import { isIgnored, isUndriven, type Context } from "./context.ts";

/** The parts of an advice that determine its confidence. */
interface Parts extends Pick<Advice, "recommended" | "verdicts" | "warnings"> {
  /** The field of the first question. */
  question: string | undefined;
  /** Whether the answer to a question other than the guest changes the recommendation by itself. */
  isOpen: boolean;
  /** Whether the recommended adapter is kept because of a problem of another one's driver. */
  isByDriver: boolean;
}

/** A level with its cause. */
interface Limit {
  level: ConfidenceLevel;
  cause: string | undefined;
}

const LEVELS: readonly ConfidenceLevel[] = ["low", "medium", "high"];

/**
 * Prepares the confidence of the advice, with its cause. It depends on the strength of the rules, the number and age of
 * their documents, and contradictions between records. A source that is cited several times counts once.
 */
export function prepareConfidence(
  knowledge: Knowledge,
  messages: Messages,
): (context: Context, best: number, parts: Parts) => Confidence {
  const rules = new Map(knowledge.rules.map((rule) => [rule.id, rule]));
  const origins = originsOf(knowledge);
  const disputes = new Map(knowledge.rules.map((rule) => [rule.id, disputesOf(knowledge, messages, rule)]));
  return (context, best, { recommended, verdicts, warnings, question, isOpen, isByDriver }) => {
    const { possible, decision, guest, unknowns } = context;
    const [lead] = verdicts[0]?.reasons ?? [];
    const isSurer = lead?.kind === "driver" && lead.effect === "prefers";
    // The current adapter fits even if it could not be added. If doubts decide, only adapters without doubts are rivals.
    const fitting = verdicts.reduce(
      (mask, verdict) => (isSuitable(verdict) ? mask | maskOf(context, verdict.adapter) : mask),
      isSurer ? context.fitting & ~decision.excluded & certainOf(context) : context.fitting,
    );
    const say = messages.confidence;
    // A doubt about the inputs is the cause even if the evidence is no better.
    const limit = (level: ConfidenceLevel, cause: string): void => {
      if (LEVELS.indexOf(level) < LEVELS.indexOf(most.level)) most = { level, cause };
    };
    let most: Limit = { level: "high", cause: undefined };
    // An adapter that cannot stay is replaced, whatever it is.
    for (const { field, found, contradiction } of warnings)
      if (isIgnored(context, field) || (field === "currentAdapter" && contradiction === undefined)) continue;
      else if (field === "platformVersion")
        limit("low", say.doubtfulRelease(context.table.platform.releaseName, found));
      else limit(field === "packetBytes" ? "medium" : "low", say.doubtfulInput());
    if (!guest) limit("low", say.guestUnknown());
    else if (question === "guest") limit("low", say.severalGuests());
    if (best < 0) return limited(messages, most, { level: "high", cause: say.onlyFit() }, []);
    if (isAgainstAssumptions(context, question)) limit("low", say.againstAssumptions());
    if (isByDriver) return limited(messages, most, { level: "low", cause: say.driverProblem() }, []);
    const adapter = context.table.adapters[best];
    if (adapter && isUndriven(context, adapter)) limit("low", say.noDriver());
    const reasons = verdicts[0]?.reasons ?? [];
    // Adapters for another purpose (gain: purpose) are not rivals.
    const elsewhere = servingElse(context, best);
    const supporting: Rule[] = [];
    const assumed = new Set<Rule>();
    for (const reason of reasons) {
      const rule = reason.effect === "prefers" ? rules.get(reason.id) : undefined;
      const row = context.firedRules.find(({ id }) => id === rule?.id);
      // A rule supports the recommendation only if it ranks this adapter above another one that fits. If the evidence is
      // disputed, an adapter that the host is assumed to lack counts too: the host decides the dispute.
      if (!rule || !row || !(row.over & (rule.contested ? possible : fitting & ~elsewhere) & ~(1 << best))) continue;
      supporting.push(rule);
      if (context.table.numberFields.some((field) => row.spans[field] && unknowns.fields[field])) assumed.add(rule);
    }
    const known = new Set<string>();
    const contradictions = supporting
      .flatMap(({ id }) => disputes.get(id) ?? [])
      .filter(({ text }) => !known.has(text) && known.add(text));
    const driver = guest?.platforms[context.table.platform.id]?.drivers[recommended ?? ""];
    const doubt =
      decision.doubt(best) > 0 || reasons.some((reason) => isDoubted(context, reason))
        ? say.doubtful()
        : driver?.basis === "inferred" && !(driver.where === "box" && bringsDriver(context, adapter))
          ? say.inferredDriver()
          : undefined;
    const found =
      supporting.length === 0 && isSurer
        ? { level: "low" as const, cause: say.surer() }
        : judge(messages, origins, supporting, assumed, { possible, fitting, elsewhere });
    const settled = settle(messages, found, doubt, contradictions.length > 0);
    if (isOpen && settled.level === "high") limit("medium", say.openQuestion());
    return limited(messages, most, settled, contradictions);
  };
}

/** Whether drivers that can be installed bring Windows one for this adapter, even if it has one of its own. */
function bringsDriver({ guest, values }: Context, adapter: Adapter | undefined): boolean {
  return values.guestDrivers && adapter?.kind === "paravirtual" && guest?.family.startsWith("windows-") === true;
}

/** Bit mask of the adapters whose driver and required features are documented. */
function certainOf({ table: { adapters }, decision }: Context): number {
  return adapters.reduce((mask, _, index) => (decision.doubt(index) > 0 ? mask : mask | (1 << index)), 0);
}

/** Whether a reason says that a feature is doubtful, also if only in the modes that the adapter requires. */
function isDoubted({ table }: Context, { kind, effect, id }: Reason): boolean {
  return kind === "compatibility" && effect === "warns" && table.doubts.has(id.split("/").at(-1) ?? "");
}

/** Returns the lower of two confidence levels: the level found and its limit, with the cause. */
function limited(
  messages: Messages,
  most: Limit,
  found: Limit,
  contradictions: Confidence["contradictions"],
): Confidence {
  const { level, cause = "" } =
    most.cause !== undefined && LEVELS.indexOf(most.level) <= LEVELS.indexOf(found.level) ? most : found;
  const { because, levels } = messages.confidence;
  return { level, text: because(levels[level], cause), cause, contradictions };
}

/** The contradictions between a rule's evidence and other records. A pair of records that name each other counts once. */
function disputesOf({ evidence: index }: Knowledge, messages: Messages, rule: Rule): Confidence["contradictions"] {
  const pairs = new Map<string, Confidence["contradictions"][number]>();
  for (const ref of rule.evidence) {
    for (const { evidence: other, cause } of index[ref]?.contradictedBy ?? []) {
      const pair = [recordOf(ref), other].sort(
        (a, b) => (index[a]?.year ?? 0) - (index[b]?.year ?? 0) || (a < b ? -1 : 1),
      );
      const [one, two] = pair.map((record) => index[record]);
      if (!one || !two || pairs.has(pair.join())) continue;
      const why = cause === "unknown" ? undefined : cause;
      pairs.set(pair.join(), {
        evidence: pair,
        cause,
        text: messages.confidence.contradiction(one.title, one.year, two.title, two.year, why),
      });
    }
  }
  return [...pairs.values()];
}

function judge(
  messages: Messages,
  origins: Origins,
  supporting: Rule[],
  assumed: Set<Rule>,
  { possible, fitting, elsewhere }: { possible: number; fitting: number; elsewhere: number },
): Limit {
  const say = messages.confidence;
  if (supporting.some((rule) => rule.contested)) return { level: "low", cause: say.contested() };
  if (countBits(possible) === 1) return { level: "high", cause: say.onlyFit() };
  if (countBits(fitting & ~elsewhere) === 1) return { level: "medium", cause: say.onlySureFit() };
  return weigh(messages, origins, supporting, assumed);
}

/** The confidence from the evidence. It is lower if a driver or a feature is in doubt, or if measurements differ widely. */
function settle(
  { confidence: say }: Messages,
  found: Limit,
  doubt: string | undefined,
  isContradicted: boolean,
): Limit {
  if (doubt !== undefined) return { level: lower(found.level), cause: doubt };
  return isContradicted && found.level !== "low" ? { level: "medium", cause: say.contradicted() } : found;
}

function weigh({ confidence: say }: Messages, origins: Origins, rules: Rule[], assumed: Set<Rule>): Limit {
  const vendor = rules.filter((rule) => rule.strength === "vendor-recommendation");
  const measured = rules.filter((rule) => rule.strength === "measured");
  // A rule that fires only on an assumed value does not count as a measurement of this VM.
  const here = measured.filter((rule) => !assumed.has(rule));
  const counted = [...vendor, ...(vendor.length ? here : measured)];
  const { sources, years } = sourcesOf(origins, counted.length ? counted : rules);
  if (vendor.length && here.length) return { level: sources > 1 ? "high" : "medium", cause: say.agree(sources, years) };
  if (vendor.length) return { level: "medium", cause: say.vendorOnly(years) };
  if (measured.length)
    return {
      level: sourcesOf(origins, here).sources > 1 ? "medium" : "low",
      cause: say.studiesOnly(sources, years),
    };
  return { level: "low", cause: rules.length ? say.practiceOnly(years) : say.noRule() };
}

/** Years of the sources by source id, for each rule id. Without counts, because counts do not measure performance. */
type Origins = Map<string, Map<string, number>>;

/** Returns the sources of each rule's evidence. */
export function originsOf(knowledge: Knowledge): Origins {
  return new Map(
    knowledge.rules.map((rule) => [
      rule.id,
      new Map(
        rule.evidence.flatMap((ref) => {
          const evidence = knowledge.evidence[ref];
          return evidence && !evidence.isCount ? [[evidence.source, evidence.year] as const] : [];
        }),
      ),
    ]),
  );
}

function sourcesOf(origins: Origins, rules: Rule[]): { sources: number; years: string } {
  const sources = new Set<string>();
  let first = Infinity;
  let last = -Infinity;
  for (const rule of rules) {
    for (const [source, year] of origins.get(rule.id) ?? []) {
      sources.add(source);
      first = Math.min(first, year);
      last = Math.max(last, year);
    }
  }
  return { sources: sources.size, years: first > last ? "" : first === last ? String(first) : `${first}–${last}` };
}

function lower(level: ConfidenceLevel): ConfidenceLevel {
  return level === "high" ? "medium" : "low";
}

/** A row of the decision table with an effect, and the affected adapters. */
interface TraceRow {
  kind: Reason["kind"];
  id: string;
  effect: Reason["effect"];
  adapters: string[];
}

/** Returns the rows with one effect, in the order of the verdicts. */
export function traceRows(verdicts: readonly Verdict[], effect: Reason["effect"]): TraceRow[] {
  const rows = new Map<string, TraceRow>();
  for (const { adapter, reasons } of verdicts) {
    for (const { kind, id } of reasons.filter((reason) => reason.effect === effect)) {
      const row = rows.get(`${kind} ${id}`) ?? { kind, id, effect, adapters: [] };
      if (!row.adapters.includes(adapter)) row.adapters.push(adapter);
      rows.set(`${kind} ${id}`, row);
    }
  }
  return [...rows.values()];
}

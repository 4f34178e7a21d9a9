import { groupDigits } from "../text.ts";
import type {
  Advice,
  AdviceStep,
  Conflict,
  Effects,
  Headline,
  OpenQuestion,
  Price,
  Reason,
  Verdict,
  Warning,
} from "./advice.ts";
import { oncePer } from "../collections.ts";
import {
  featureName,
  isUndriven,
  isUnrecorded,
  nameAt,
  nameOn,
  type Context,
  firstShortSentence,
  systemName,
} from "./context.ts";
import { driverAdvice, type DriverDecision } from "./problems.ts";
import { driverOrigin, type Table } from "../engine/table.ts";
import type { Adapter, DemandedMode } from "../knowledge/knowledge.ts";
import { countWords, MOST_WORDS } from "../knowledge/later-texts.ts";
import type { Row } from "../engine/rows.ts";
import type { Messages } from "./messages.ts";
import { isOver, maskOf, rowOf } from "./order-reasons.ts";
import { gigabitsPerSecond, isOfBulk } from "../questions/packet-rate.ts";
import type { Situation } from "../questions/situation.ts";

/** Words of a guest's name that leave room for the rest of that line. */
const MOST_OF_NAME = 3;

/** What decides which kind of headline an advice has. */
interface KindFacts {
  current: string | undefined;
  /** The field of the first question. */
  question: string | undefined;
  warnings: Warning[];
  /** Where the guest is one of several that need different adapters: whether the recommended one works in all of them. */
  fitsMembers: boolean | undefined;
}

/** Input for `why`, the line with the reason. */
interface Facts extends KindFacts {
  conflicts: Conflict[];
  openQuestions: OpenQuestion[];
  /** Why the adapter that the VM has is excluded, if it is. */
  unsupported: string | undefined;
  /** Bit mask of the other adapters that fit without a condition. */
  fitting: number;
  /** The throughput that the link carries, if one was given in place of a packet rate. */
  throughputGbps: number | undefined;
  /** What a problem of the driver comes to, if one decides. */
  byDriver: DriverDecision | undefined;
}

/** Returns the kind of the headline: an action, a question, or no answer. */
export function kindOf(
  context: Context,
  best: number,
  { current, question, warnings, fitsMembers }: KindFacts,
): Headline["kind"] {
  if (contradictionsOf(warnings).length > 0) return "contradiction";
  const adapter = context.table.adapters[best];
  if (fitsMembers !== undefined) return "ask";
  if (!adapter) return "none";
  if (question === "guest" || isAgainstAssumptions(context, question)) return "ask";
  // A machine runs with the adapter that it has.
  if (current === adapter.id) return "keep";
  if (isUndriven(context, adapter) || mayShipDriver(context, best)) return "ask";
  return context.table.adapters.some(({ id }) => id === current) ? "change" : "use";
}

/** Returns the contradictions between inputs, one sentence each. */
export function contradictionsOf(warnings: Warning[]): string[] {
  return warnings.flatMap(({ contradiction }) => contradiction ?? []);
}

/** Returns the headline: the answer in a few words. */
export function headlineOf(context: Context, best: number, facts: KindFacts): Headline {
  const kind = kindOf(context, best, facts);
  return { kind, text: headlineText(context, best, kind, facts) };
}

function headlineText(
  context: Context,
  best: number,
  kind: Headline["kind"],
  { current, question, warnings, fitsMembers }: KindFacts,
): string {
  const {
    messages: { headlines },
    table: { adapters },
  } = context;
  const adapter = adapters[best];
  if (kind === "contradiction") return contradictionsOf(warnings)[0] ?? "";
  if (fitsMembers !== undefined) return headlines.askMember();
  if (!adapter) return headlines.none();
  if (kind === "ask") {
    if (question === "guest") return headlines.ask();
    return isAgainstAssumptions(context, question) || mayShipDriver(context, best)
      ? headlines.askHost(nameOn(context, adapter))
      : headlines.askVendor(systemName(context));
  }
  let name = nameOn(context, adapter);
  // Some rules name what the adapter has to come with, such as another back end.
  for (const { demand, rule } of context.firedRules)
    if ((demand >> best) & 1 && rule?.then.provided !== undefined) name += ` ${rule.then.provided}`;
  const present = adapters.find(({ id }) => id === current);
  if (kind === "keep") return headlines.keep(name);
  return present ? headlines.change(nameOn(context, present), name) : headlines.use(name);
}

/** Returns the reason for the answer in one line. A rule about this VM is preferred to the driver and the packet rate. */
export function whyOf(context: Context, best: number, kind: Headline["kind"], reasons: Reason[], facts: Facts): string {
  const {
    messages: { whys },
    values,
    unknowns: { fields },
    table: { adapters },
  } = context;
  const { conflicts, openQuestions, question, fitsMembers, throughputGbps, unsupported, byDriver } = facts;
  const adapter = adapters[best];
  // What is recommended follows from the virtual hardware, which is wrong if the current adapter is right.
  const isOpen = facts.warnings.some(({ field, contradiction }) => field === "currentAdapter" && contradiction);
  if (kind === "contradiction") return whys.contradiction(isOpen ? undefined : adapter && nameOn(context, adapter));
  if (fitsMembers !== undefined)
    return fitsMembers && adapter ? whys.fitsMembers(nameOn(context, adapter)) : whys.askMember();
  if (!adapter) return firstShortSentence(conflicts[0]?.text) ?? whys.none();
  const name = nameOn(context, adapter);
  if (kind === "ask") {
    if (question === "guest") return whys.ask(name);
    if (isAgainstAssumptions(context, question)) return whys.askHost(name);
    if (mayShipDriver(context, best)) return whys.askDriver(adapter.kind === "emulated");
    return isUnrecorded(context) ? whys.askUnrecorded(name, context.table.platform.name) : whys.askVendor(name);
  }
  if (byDriver && byDriver.outcome !== "ask") return driverAdvice(context, byDriver);
  if (
    kind === "keep" &&
    adapter.kind === "passthrough" &&
    fields.packetRate &&
    openQuestions.some(({ field }) => field === "packetRate")
  )
    return whys.keepUntilRate(name);
  if (kind === "keep" && isUndriven(context, adapter)) return whys.keepUndriven(name);
  const whyChange = kind === "change" ? whole(unsupported) : undefined;
  if (whyChange !== undefined) return whyChange;
  const [lead] = reasons;
  if (lead?.kind === "default") return firstShortSentence(lead.text) ?? whys.fits(name);
  const rate = whys.rate(
    groupDigits(values.packetRate),
    throughputGbps === undefined ? undefined : String(throughputGbps),
    fields.packetRate,
  );
  return whyBeyondStudies(context, best, rate) ?? whyPreferred(context, best, adapter, kind, reasons, facts, rate);
}

/** A rate above what a test reached with the adapter, or with a faster one: it says more than why the adapter is better than others. */
function whyBeyondStudies(context: Context, best: number, rate: string): string | undefined {
  const {
    messages: { whys },
    unknowns: { fields, rates },
  } = context;
  // Offloads spare bulk data.
  const ceiling = context.firedRules.find(
    ({ over, rule }) => rule?.then.testedWith && (over >> best) & 1 && !fields.packetRate && !isOfBulk(rates),
  );
  const studied = ceiling?.rule?.when.packetRate?.above;
  if (!ceiling || studied === undefined) return undefined;
  if ((ceiling.warn >> best) & 1)
    return whys.beyondStudies(rate, nameAt(context, best), groupDigits(studied), {
      usesDpdk: context.values.dpdk,
      isVhostUser: ceiling.rule?.then.testedWith === "dpdk-vhost-user",
      hasOneVcpu: context.values.vcpus === 1,
    });
  const faster = context.table.adapters.findIndex(
    (_, index) => ((ceiling.warn & ceiling.over) >> index) & 1 && isFaster(context, index, best),
  );
  return faster < 0 ? undefined : whys.beyondFaster(rate, nameAt(context, faster), groupDigits(studied));
}

/** Why the adapter is better than its rivals: a rule against the current adapter, the rate, another rule, features, its driver. */
function whyPreferred(
  context: Context,
  best: number,
  adapter: Adapter,
  kind: Headline["kind"],
  reasons: Reason[],
  { current, fitting }: Facts,
  rate: string,
): string {
  const {
    messages: { whys },
    filled: { requires },
    table: { emulated, passthrough },
  } = context;
  const name = nameOn(context, adapter);
  const [lead] = reasons;
  // A rule is a reason only against adapters that fit. If the known driver decides, adapters that may not fit do not count.
  const isSurer = lead?.kind !== "rule" && lead?.effect === "prefers";
  const rivals = (isSurer ? fitting : fitting | context.fitting) | maskOf(context, current);
  const relevant = reasons.flatMap((reason) => {
    const row = reason.effect === "prefers" ? rowOf(context, reason) : undefined;
    return row && row.over & (row.rule?.contested && !isSurer ? context.possible : rivals) & ~(1 << best) ? row : [];
  });
  // An adapter that the VM has is left for what it has only on a condition, however good it is otherwise.
  const mayNotFit = maskOf(context, current) & ~fitting & ~(1 << best);
  const certain = isSurer && mayNotFit !== 0 ? whole(lead?.text) : undefined;
  if (certain !== undefined) return certain;
  // The first sentence of a rule's ground, unless it is too long for the line.
  const groundFor = (row: Row | undefined): string | undefined => {
    const text = row?.rule && context.shortGrounds.get(row.rule.because);
    return text !== undefined && isGroundFor(context, best, text) ? text : undefined;
  };
  // Why passthrough at all comes before why one kind of it.
  const leading =
    adapter.kind === "passthrough" ? relevant.filter(({ over }) => (over & ~passthrough) !== 0) : relevant;
  // A rate that is only assumed is no reason to give, nor is an adapter for another purpose.
  const isGood = (one: Row): boolean => !restsOnAssumedRate(context, one, adapter) && one.rule?.then.gain !== "purpose";
  const row = leading.find(isGood) ?? leading[0] ?? relevant[0];
  // The rule against the adapter that the VM has says why to change.
  const change = row && isOver(context, row, current) ? groundFor(row) : undefined;
  if (change !== undefined) return change;
  const supported = requires.filter((feature) =>
    reasons.some(
      ({ kind: of, effect, id }) => of === "compatibility" && effect === "neutral" && id.endsWith(`/${feature}`),
    ),
  );
  // Both drivers may ship with the guest, so against an emulated rival only the lower overhead counts.
  const ground =
    adapter.kind === "paravirtual" && relevant.some(({ over }) => over & rivals & emulated)
      ? whys.lessOverhead(name)
      : driverText(context, adapter);
  if (row && isRateCertain(context, row)) {
    // The saving was measured on the guest's own network stack.
    if (row.rule?.then.gain === "cpu" && adapter.kind === "passthrough" && !context.values.dpdk)
      return whys.savesCpu(rate, name, requires.length > 0 && supported.length === requires.length);
    const threshold = passthroughRates(context.table)[best];
    if (ground && threshold !== undefined && context.values.packetRate < threshold) {
      const below = whole(whys.belowPassthrough(ground, rate, groupDigits(threshold)));
      if (below) return below;
    }
  }
  if (row && restsOnAssumedRate(context, row, adapter) && ground) return whys.driver(ground);
  const only = supported.filter((feature) => isOnlySupporter(context, best, feature));
  return (
    [row, ...leading, ...relevant]
      .filter((one) => one && isGood(one))
      .map(groundFor)
      .find(Boolean) ??
    (isSurer ? (whole(lead?.text) ?? firstShortSentence(lead?.text)) : undefined) ??
    (only.length > 0
      ? whole(
          whys.onlySupports(
            name,
            only.map((feature) => featureName(context, feature)),
          ),
        )
      : undefined) ??
    (ground ? whys.driver(ground) : kind === "keep" ? whys.keepFitting(name) : whys.fits(name))
  );
}

/** Whether a required feature is in doubt with every other adapter that may fit. */
function isOnlySupporter({ table, possible }: Context, best: number, feature: string): boolean {
  return !table.doubts.get(feature)?.some((doubt, index) => index !== best && (possible >> index) & 1 && doubt === 0);
}

/**
 * Whether a rule's text is a reason for the adapter itself: not an instruction, and its main clause names this adapter or no
 * adapter.
 */
function isGroundFor({ table: { adapters, platform } }: Context, best: number, text: string): boolean {
  const [clause = ""] = text.split(/: |, which /);
  // "The VMXNET family" names no adapter.
  const words = ` ${clause
    .toLowerCase()
    .replace(/[^\w/-]+/g, " ")
    .replace(/ \S+ family/, "")} `;
  const named = adapters.map(({ name, platforms }) =>
    [name, platforms[platform.id]?.name ?? ""].some((one) => words.includes(` ${one.toLowerCase().split(" (")[0]} `)),
  );
  return !text.startsWith("Use ") && (named[best] || !named.includes(true));
}

/** Whether a rule of the platform prefers an adapter to another for its throughput. */
function isFaster({ table: { rows } }: Context, index: number, other: number): boolean {
  return rows.some(
    ({ rule, prefer, over }) => rule?.then.gain === "throughput" && (prefer >> index) & 1 && (over >> other) & 1,
  );
}

/** Whether a rule depends on a rate that is not known: for passthrough on one above some number, for others on any. */
function restsOnAssumedRate(context: Context, row: Row, { kind }: Adapter): boolean {
  const { packetRate } = row.spans;
  return packetRate !== undefined && !isRateCertain(context, row) && (kind !== "passthrough" || packetRate.from > 0);
}

/** Whether the rate is known as far as a rule asks: a throughput leaves a range open, all of which may decide alike. */
function isRateCertain({ unknowns: { fields, rates } }: Context, { spans: { packetRate } }: Row): boolean {
  if (!fields.packetRate) return true;
  return rates !== undefined && (!packetRate || (packetRate.from <= rates.low && rates.high < packetRate.to));
}

/** For each adapter of a table, the lowest packet rate above which some rule prefers passthrough because it saves CPU. */
const passthroughRates = oncePer((table: Table) => table.adapters.map((_, index) => lowestRate(table, index)));

function lowestRate({ rows, passthrough }: Table, best: number): number | undefined {
  let lowest = Infinity;
  for (const { rule, prefer, over } of rows) {
    if (!(prefer & passthrough) || !((over >> best) & 1) || rule?.then.gain !== "cpu") continue;
    const { above = 0, atLeast = 0 } = rule.when.packetRate ?? {};
    const from = Math.max(above, atLeast);
    if (from > 0) lowest = Math.min(lowest, from);
  }
  return Number.isFinite(lowest) ? lowest : undefined;
}

/** Whether the best adapter works only if the guest ships the vendor's driver, because no driver can be installed. */
function mayShipDriver({ filled: { view }, values }: Context, best: number): boolean {
  return ((view.vendor >> best) & 1) === 1 && !values.guestDrivers;
}

/** Whether no adapter fits under the assumed values. The best adapter then fits only with another answer to a question. */
export function isAgainstAssumptions({ decision }: Context, question: string | undefined): boolean {
  return decision.best < 0 && question !== undefined;
}

/** That the driver ships with the guest, as the beginning of a sentence. */
function driverText({ messages: { whys }, guest, table: { platform } }: Context, adapter: Adapter): string | undefined {
  if (!guest || driverOrigin(adapter, guest, platform.id) !== "box") return undefined;
  return whys.driverInBox(countWords(guest.name) <= MOST_OF_NAME ? guest.name : null);
}

/** A text, unless it is too long for a line. */
function whole(text = ""): string | undefined {
  return text === "" || countWords(text) > MOST_WORDS ? undefined : text;
}

/** Returns the cost of the recommendation. Null if there is no recommendation to act on. */
export function priceOf(
  context: Context,
  best: number,
  kind: Headline["kind"],
  reasons: Reason[],
  { givesUp: loses, conditional }: Pick<Effects, "givesUp" | "conditional">,
  situation: Situation,
  byDriver: DriverDecision | undefined,
  modes: DemandedMode[],
  steps: AdviceStep[],
): Price | null {
  const {
    table: { adapters },
    filled: { requires },
  } = context;
  const adapter = adapters[best];
  const current = situation.currentAdapter;
  if (!adapter || kind === "ask" || kind === "contradiction") return null;
  const driver = byDriver?.outcome === "update" ? byDriver.problem.fixedIn : undefined;
  const price: Price = {
    keeps: [],
    unsure: [],
    loses,
    conditional: conditional.filter(({ feature }) => !requires.includes(feature)),
    needs: current !== adapter.id ? needsOf(context, adapter, situation, driver) : driver === undefined ? [] : [driver],
    // Whether the steps are done already is not known.
    downtime: current === undefined ? null : current !== adapter.id || steps.some((step) => step.downtime === true),
  };
  price.needs.push(...needsOfRules(context, best, modes));
  for (const feature of requires) {
    const reason = reasons.find(({ kind: of, id }) => of === "compatibility" && id.endsWith(`/${feature}`));
    price[reason?.effect === "neutral" ? "keeps" : "unsure"].push({ feature, name: featureName(context, feature) });
  }
  return price;
}

/** The driver that has to be installed, its version if only that will do, and the host facts that the adapter requires. */
function needsOf(
  { messages, table: { platform }, guest, questions }: Context,
  adapter: Adapter,
  situation: Situation,
  driver: string | undefined,
): string[] {
  const origin = driverOrigin(adapter, guest, platform.id);
  const section = adapter.platforms[platform.id];
  const needs = (section?.needs ?? []).map((field) => questions.get(field)?.label ?? field);
  needs.push(...(section?.prerequisites ?? []));
  if (driver !== undefined) needs.unshift(driver);
  else if (origin === "tools") needs.unshift(platform.guestDrivers);
  else if (origin === "vendor") needs.unshift(messages.needs.vendorDriver(adapter.kind === "emulated"));
  else if (origin === "unknown") needs.unshift(messages.needs.driver());
  if (adapter.kind === "passthrough" && section?.cells["nic-sharing"]?.support === "no")
    needs.push(wholePort(messages, situation));
  return needs;
}

/** Returns the requirements of the required modes or, without modes, the requirements that rules state for the adapter. */
function needsOfRules({ messages, firedRules }: Context, best: number, modes: DemandedMode[]): string[] {
  const needs = modes.map(({ prerequisites = [] }) => prerequisites).filter(({ length }) => length > 0);
  const { both, either } = messages.needs;
  if (needs.length > 1)
    return [
      needs.map((items) => items.reduce((all, item) => both(all, item))).reduce((all, items) => either(all, items)),
    ];
  if (modes.length > 0) return needs.flat();
  // The words that follow an adapter's name begin with a preposition: "with a vhost-net tap".
  return firedRules.flatMap(({ demand, rule }) =>
    (demand >> best) & 1 && rule?.then.provided !== undefined ? [rule.then.provided.replace(/^\S+ /, "")] : [],
  );
}

/** That a whole port is needed, with the percentage of the link that the traffic uses or what is missing for the percentage. */
function wholePort({ needs }: Messages, { linkGbps, throughputGbps, packetRate, packetBytes }: Situation): string {
  const gbps =
    throughputGbps ??
    (packetRate === undefined || packetBytes === undefined ? undefined : gigabitsPerSecond(packetRate, packetBytes));
  if (linkGbps !== undefined && gbps !== undefined) {
    const percent = (gbps / linkGbps) * 100;
    return needs.wholePort(percent < 1 ? percent : Math.min(100, Math.round(percent)));
  }
  return needs.wholePortWithout([
    ...(gbps !== undefined ? [] : [packetRate === undefined ? needs.traffic() : needs.packetSize()]),
    ...(linkGbps === undefined ? [needs.linkSpeed()] : []),
  ]);
}

/** The adapter that the VM has, with its status and the reason for the status. */
export function currentOf({ messages }: Context, verdicts: Verdict[], current: string | undefined): Advice["current"] {
  const verdict = verdicts.find(({ adapter }) => adapter === current);
  if (!verdict) return null;
  const { adapter, name, status, reasons } = verdict;
  const better = verdicts.find((one) => one.status === "recommended");
  const text = status === "suitable" && better ? messages.currentWorks(name, better.name) : (reasons[0]?.text ?? "");
  return { adapter, name, status, text };
}

/** Returns the adapters with another purpose that the input does not ask for. */
export function servingElse({ firedRules }: Pick<Context, "firedRules">, best: number): number {
  return firedRules.reduce(
    (all, { rule, prefer, over }) => (rule?.then.gain === "purpose" && (prefer >> best) & 1 ? all | over : all),
    0,
  );
}

/** Bit mask of the adapters besides the recommended one that fit without a condition. */
export function fittingOf(context: Context, verdicts: Verdict[]): number {
  return verdicts.reduce(
    (mask, { adapter, status }) => (status === "suitable" ? mask | maskOf(context, adapter) : mask),
    0,
  );
}

import type { Advisor } from "../../advisor.ts";
import { getOrCompute } from "../../collections.ts";
import type { Advice, KnownProblem, Reason } from "../../explain/advice.ts";
import type { Adapter, Driver, Guest } from "../../knowledge/knowledge.ts";
import type { Policy } from "../../policy/policy.ts";
import { isPolicyRule } from "../../policy/policy.ts";
import { fillSentence } from "../../questions/questions.ts";
import { readSituation } from "../../questions/read-situation.ts";
import type { Situation } from "../../questions/situation.ts";
import { toText } from "../../questions/text-fields.ts";
import type { AuditFinding, FleetKnowledge, MissingFact } from "../knowledge.ts";
import type { FleetAdapter } from "../record.ts";
import { findAdapter } from "./adapter-names.ts";
import type { AuditSituation, Finding, Judgement, Missing, Price } from "./audit-types.ts";
import { type AuditVerdict, type Exclusion, type Facts, holds, known, type Upgrade } from "./facts.ts";
import { compareGuests, findGuests, namesGuest } from "./guests.ts";
import { prepareRounding } from "./packet-rates.ts";

export interface JudgeOptions {
  /** Platform to which the machines are to move; by default each is judged where it is. */
  target?: string | undefined;
  policy?: Policy | undefined;
}

/** Judges adapters one after another; adapters whose files state the same share one judgement. */
export interface Judge {
  judge: (adapter: FleetAdapter) => Judgement;
  /** A finding about a machine's file, which no judgement has: the text's braces are filled with the words. */
  findingOn: (facts: Partial<Facts>, words: Record<string, string>) => Finding[];
  /** The fact that is missing, with the command for a platform. */
  missing: (fact: MissingFact, record: Spellings, platform: string | null) => Missing;
  /** Situations judged so far. */
  situations: AuditSituation[];
}

/** What a file calls the platform and the adapter. */
type Spellings = Pick<FleetAdapter, "platform" | "adapterAsWritten">;

/** What was found of the situation of an adapter. */
interface Case {
  record: FleetAdapter;
  platform: string;
  /** Current adapter, also one that the target platform does not have. */
  adapter: Adapter | undefined;
  guests: readonly Guest[];
  guest: Guest | undefined;
  /** The guest's spelling that is used. */
  spelling: string | undefined;
  mismatch: Facts["mismatch"];
  counterpart: Facts["counterpart"];
  situation: Situation;
  clusterFeatures: readonly string[];
}

interface Outcome {
  verdict: AuditVerdict;
  /** Advice on which the verdict rests. */
  advice: Advice;
  to: Adapter | undefined;
  upgrade: Upgrade[];
  missing: MissingFact[];
  driverReady: Facts["driverReady"];
}

/** Fields of a record on which its judgement depends. */
const DECIDING = [
  "platform",
  "platformVersion",
  "adapterAsWritten",
  "guestAsWritten",
  "guestFromTools",
  "virtualHardware",
  "tools",
  "toolsVersion",
  "poweredOn",
  "connected",
  "template",
  "memoryReserved",
  "directPathField",
  "vcpus",
  "clusterHa",
  "clusterDrs",
] as const satisfies readonly (keyof FleetAdapter)[];

/** Prepares the judgement of a fleet. */
export function createJudge(advisor: Advisor, fleet: FleetKnowledge, { target, policy }: JudgeOptions = {}): Judge {
  const { knowledge } = advisor;
  const adapters = new Map(knowledge.adapters.map((adapter) => [adapter.id, adapter]));
  const platforms = new Map(knowledge.platforms.map((platform) => [platform.id, platform]));
  const roundRate = prepareRounding(knowledge);
  const judgements = new Map<string, Judgement>();
  const guestsOf = new Map<string, readonly Guest[]>();
  const advices = new Map<string, { advice: Advice; entry: AuditSituation }>();
  const situations: AuditSituation[] = [];

  const platformOf = (written: string | null): string | undefined => {
    const name = written?.trim().toLowerCase() ?? policy?.platform;
    const id = name === undefined || platforms.has(name) ? name : fleet.products[name];
    return id !== undefined && platforms.has(id) ? id : undefined;
  };
  const lookUp = (platform: string, written: string): readonly Guest[] =>
    getOrCompute(guestsOf, `${platform}\n${written}`, () => findGuests(advisor, platform, written));
  const nameOn = (adapter: Adapter | undefined, platform: string): string =>
    adapter?.platforms[platform]?.name ?? adapter?.name ?? "";
  const isVendors = (guest: Guest | undefined, platform: string): boolean =>
    guest !== undefined &&
    fleet.vendorDecides.some(
      (entry) => entry.guests.includes(guest.id) && (entry.platforms?.includes(platform) ?? true),
    );

  const advise = (situation: Situation): { advice: Advice; entry: AuditSituation } => {
    const key = JSON.stringify(situation);
    return getOrCompute(advices, key, () => {
      const advice = advisor.advise(situation);
      const entry: AuditSituation = {
        // Given when an adapter is in it: some situations are only tried.
        id: -1,
        situation,
        recommended: advice.recommended,
        headline: advice.headline.text,
        why: advice.why,
        adapters: 0,
        path: `/advisor/?${new URLSearchParams(toText(situation)).toString()}`,
      };
      return { advice, entry };
    });
  };

  /** The situation of a record; fields that the advisor cannot use are left out, as unknown. */
  const situationOf = (input: Record<string, unknown>): Situation => {
    const { problems } = readSituation(advisor, input);
    const unusable = new Set(problems.map(({ field }) => field));
    const usable = Object.entries(input).filter(([field]) => !unusable.has(field));
    return readSituation(advisor, Object.fromEntries(usable)).situation;
  };

  const open = (record: FleetAdapter): Case | undefined => {
    const source = platformOf(record.platform);
    const platform = target ?? source;
    if (platform === undefined) return undefined;
    const home = source ?? platform;
    const id = record.adapterAsWritten === null ? undefined : findAdapter(fleet, home, record.adapterAsWritten);
    const adapter = id === undefined ? undefined : adapters.get(id);
    const isThere = adapter?.platforms[platform] !== undefined;
    const configured = namesGuest(record.guestAsWritten) ? lookUp(home, record.guestAsWritten) : [];
    const reported = namesGuest(record.guestFromTools) ? lookUp(home, record.guestFromTools) : [];
    // The guest that ran says more than the guest that somebody chose once, unless it reports no more than a kind of system.
    const useReported =
      reported.length > 0 &&
      (configured.length === 0 || !isVendors(reported[0], home) || isVendors(configured[0], home));
    const guests = useReported ? reported : configured;
    const spelling =
      (useReported ? record.guestFromTools : guests.length > 0 ? record.guestAsWritten : null) ?? undefined;
    const clusterFeatures = [
      ...(record.clusterHa === true ? fleet.clusterFeatures.clusterHa : []),
      ...(record.clusterDrs === true ? fleet.clusterFeatures.clusterDrs : []),
    ].filter((feature) => knowledge.features.some((one) => one.id === feature && one.platforms[platform]));
    const isHome = source === platform;
    // The release of a product is none of its platform's: Proxmox VE 8.1 is no release of QEMU.
    const isPlatforms = isHome && record.platform?.trim().toLowerCase() === platform;
    const requires = [...new Set([...clusterFeatures, ...(policy?.requires ?? [])])];
    const version = (isPlatforms ? record.platformVersion : null) ?? policyVersion(platform);
    const situation = situationOf({
      platform,
      ...(version !== undefined && { platformVersion: version }),
      // A set of guests of a product means nothing on another platform.
      ...(spelling !== undefined && { guest: isHome ? spelling : guests[0]?.id }),
      ...(isHome && record.virtualHardware !== null && { virtualHardware: record.virtualHardware }),
      ...(isHome &&
        fleet.toolsAreDrivers.includes(platform) &&
        (record.tools === "running" || (record.tools === null && namesGuest(record.guestFromTools))) && {
          guestDrivers: true,
        }),
      // A number without dots is VMware's internal number of a release.
      ...(isHome && /^\d+\.\d/.test(record.toolsVersion ?? "") && { driverVersion: record.toolsVersion }),
      ...(record.packetRate !== null && { packetRate: roundRate(record.packetRate) }),
      ...(guests.some((guest) => fleet.forwardingGuests.includes(guest.id)) && { forwardsPackets: true }),
      ...(adapter && isThere && { currentAdapter: adapter.id }),
      ...(requires.length > 0 && { requires }),
    });
    return {
      record,
      platform,
      adapter,
      guests,
      guest: guests[0],
      spelling,
      mismatch: compareGuests(configured, reported),
      counterpart: target === undefined || !adapter ? "unknown" : isThere,
      situation,
      clusterFeatures,
    };
  };
  const policyVersion = (platform: string): string | undefined =>
    policy?.platformVersion !== undefined && (policy.platform ?? platform) === platform
      ? policy.platformVersion
      : undefined;

  const decide = (one: Case): Outcome => {
    const { advice } = advise(one.situation);
    const { adapter, guest, platform, record, counterpart } = one;
    const status = advice.current?.status;
    const outcome = (verdict: AuditVerdict, more: Partial<Outcome> = {}): Outcome => ({
      verdict,
      advice,
      to: undefined,
      upgrade: [],
      missing: [],
      driverReady: "unknown",
      ...more,
    });
    if (!adapter) {
      const unknown = record.adapterAsWritten === null ? "adapter" : "adapterName";
      return outcome("cannot-tell", { missing: guest ? [unknown] : [unknown, "guest"] });
    }
    if (!guest) return outcome("cannot-tell", { missing: ["guest"] });
    const isKept = advice.recommended === adapter.id && status !== "excluded" && counterpart !== false;
    if (isVendors(guest, platform)) return outcome(isKept && adapter.kind === "paravirtual" ? "keep" : "ask-vendor");
    const { kind } = advice.headline;
    if (kind === "ask" || kind === "contradiction") {
      // Several guests that need different adapters: nothing holds for all of them.
      if (one.guests.length > 1 || kind === "contradiction")
        return outcome("cannot-tell", { missing: kind === "ask" ? ["guest"] : [] });
      return outcome("ask-vendor");
    }
    // Virtual hardware that is upgraded may allow a better adapter than the machine's own.
    const upgraded = record.virtualHardware === null || target !== undefined ? undefined : adviseUpgraded(one, advice);
    const best = upgraded ?? advice;
    const to = best.recommended === null ? undefined : adapters.get(best.recommended);
    if (!to) return outcome("cannot-tell");
    if (isKept && !upgraded) return outcome("keep", { to });
    const driver = guest.platforms[platform]?.drivers[to.id];
    const shown = isDriverReady(one, driver);
    // Whoever runs the adapter has its driver.
    const driverReady = shown === "unknown" && to.id === adapter.id ? true : shown;
    const upgrade: Upgrade[] = [
      ...(upgraded ? (["virtual-hardware"] as const) : []),
      // A driver that no file shows may be missing: it is looked for before the adapter is changed.
      ...(driverReady === false || (driverReady === "unknown" && to.kind === "paravirtual")
        ? (["guest-drivers"] as const)
        : []),
    ];
    return outcome(upgrade.length > 0 ? "upgrade-first" : "change", {
      advice: best,
      to,
      upgrade,
      driverReady,
      missing: driverReady === "unknown" ? ["tools"] : [],
    });
  };

  /**
   * Advice for newer virtual hardware, if it recommends an adapter that the present hardware does not have: a
   * paravirtual one, or the machine's own.
   */
  const adviseUpgraded = ({ situation: present, adapter }: Case, advice: Advice): Advice | undefined => {
    const { virtualHardware: _, ...situation } = present;
    const { advice: upgraded } = advise(situation);
    const { recommended } = upgraded;
    const isBetter =
      recommended !== null &&
      recommended !== advice.recommended &&
      upgraded.headline.kind !== "ask" &&
      (recommended === adapter?.id || adapters.get(recommended)?.kind === "paravirtual") &&
      isHeldBack(advice, recommended);
    return isBetter ? upgraded : undefined;
  };
  /** Whether the virtual hardware keeps a machine from an adapter. */
  const isHeldBack = ({ verdicts }: Advice, adapter: string): boolean =>
    verdicts.some(({ adapter: id, status }) => id === adapter && status === "excluded");

  const isDriverReady = (
    { record, platform, adapter, guest }: Case,
    driver: Driver | undefined,
  ): Facts["driverReady"] => {
    if (driver?.where === "box") return true;
    if (driver?.where !== "tools" || platformOf(record.platform) !== platform) return "unknown";
    if (fleet.toolsAreDrivers.includes(platform)) {
      if (record.tools !== null) return record.tools === "running";
      // A guest that VMware Tools once reported has them.
      if (namesGuest(record.guestFromTools)) return true;
    }
    // Whoever runs another paravirtual adapter of the package has the package.
    const current = adapter && guest?.platforms[platform]?.drivers[adapter.id];
    return adapter?.kind === "paravirtual" && current?.where === "tools" ? true : "unknown";
  };

  const judgeNew = (record: FleetAdapter): Judgement => {
    const one = open(record);
    if (!one) return unplaced(record);
    const { adapter, guest, platform } = one;
    const { verdict, advice, to, upgrade, missing, driverReady } = decide(one);
    const verdictOf = (id: string | undefined) => advise(one.situation).advice.verdicts.find((v) => v.adapter === id);
    const current = verdictOf(adapter?.id);
    const excluding =
      current?.status === "excluded" ? current.reasons.filter(({ effect }) => effect === "excludes") : [];
    const lost = excluding
      .filter(({ kind }) => kind === "compatibility")
      .map(({ id }) => id.split("/").at(-1) as string);
    const lostFor = (features: readonly string[]): string[] => lost.filter((id) => features.includes(id));
    const driver = adapter && guest?.platforms[platform]?.drivers[adapter.id];
    const facts: Partial<Facts> = {
      ...stateOf(record),
      platform,
      adapter: adapter?.id ?? "unknown",
      kind: adapter?.kind ?? "unknown",
      adapterNamed: adapter ? "known" : record.adapterAsWritten === null ? "missing" : "unknown",
      guestNamed: guest
        ? "known"
        : namesGuest(record.guestAsWritten) || namesGuest(record.guestFromTools)
          ? "unknown"
          : "missing",
      guestFamily: guest?.family ?? "unknown",
      status: current?.status ?? "unknown",
      headline: advice.headline.kind,
      excludedBy: excluding.map(exclusionOf),
      driver: driver?.where ?? "unknown",
      verdict,
      toKind: to?.kind ?? "unknown",
      driverReady,
      upgrade,
      losesForCluster: lostFor(one.clusterFeatures).length > 0,
      losesForPolicy: lostFor(policy?.requires ?? []).length > 0,
      forwardsPackets: one.situation.forwardsPackets === true,
      mismatch: one.mismatch,
      counterpart: verdict === "change" || verdict === "upgrade-first" ? one.counterpart : "unknown",
    };
    const platformRecord = platforms.get(platform);
    const featureNames = (ids: readonly string[]): string =>
      ids.map((id) => knowledge.features.find((feature) => feature.id === id)?.platforms[platform] ?? id).join(", ");
    // A range of releases is called as the file calls it.
    const guestName = (one.guests.length > 1 ? one.spelling : guest?.name) ?? null;
    const words = {
      adapter: nameOn(adapter, platform) || "the adapter",
      adapterAsWritten: record.adapterAsWritten ?? "",
      to: nameOn(to, platform),
      guest: guestName ?? "The guest",
      configured: record.guestAsWritten ?? record.guestFromTools ?? "",
      reported: record.guestFromTools ?? "",
      drivers: platformRecord?.guestDrivers ?? "the driver package",
      clusterFeatures: featureNames(lostFor(one.clusterFeatures)),
      contradiction: advice.headline.text,
      policyFeatures: featureNames(lostFor(policy?.requires ?? [])),
    };
    const findings = report(facts, words, {
      current: excluding,
      recommendation: advice.verdicts[0]?.reasons.filter(({ effect }) => effect === "prefers").slice(0, 1) ?? [],
      problems: adapter && guest ? advisor.currentProblems(one.situation) : [],
      unfit: advice.conflicts[0]?.text ?? advice.why,
    });
    const { entry } = advise(one.situation);
    if (entry.id < 0) {
      entry.id = situations.length;
      situations.push(entry);
    }
    const isChange = verdict === "change" || verdict === "upgrade-first";
    const effect = isChange
      ? advice.effects.measured.find((ratio) => ratio.adapter === to?.id && ratio.over === adapter?.id)
      : undefined;
    return {
      adapter: adapter?.id ?? null,
      platform,
      guest: guest?.id ?? null,
      guestName,
      verdict,
      to: isChange ? (to?.id ?? null) : null,
      upgrade,
      missing: missing.map((fact) => missingFact(fact, record, record.platform ?? platform, platform)),
      findings,
      confidence: guest && adapter ? advice.confidence.level : null,
      question: advice.openQuestions[0]?.field ?? null,
      effect: effect ? { text: effect.text, evidence: effect.evidence } : null,
      price: isChange ? priceOf(advice, guest) : null,
      steps: isChange ? `/advisor/?${new URLSearchParams(toText(advice.situation)).toString()}` : null,
      wave: fleet.waves.find(({ when }) => when.some((conditions) => holds(conditions, facts)))?.id ?? null,
      situation: entry.id,
    };
  };

  const missingFact = (fact: MissingFact, record: Spellings, ...origins: (string | null)[]): Missing => {
    const { text, commands } = fleet.facts[fact];
    const origin = origins.find((id) => id !== null && Object.hasOwn(commands, id));
    return {
      fact,
      text: fillSentence(text, { platform: record.platform ?? "", adapter: record.adapterAsWritten ?? "" }),
      command: (origin === undefined || origin === null ? undefined : commands[origin]) ?? null,
    };
  };

  /** The judgement of an adapter on a platform that no record covers. */
  const unplaced = (record: FleetAdapter): Judgement => ({
    adapter: null,
    platform: null,
    guest: null,
    guestName: null,
    verdict: "cannot-tell",
    to: null,
    upgrade: [],
    missing: [missingFact(record.platform === null ? "platform" : "records", record)],
    findings: report({ ...stateOf(record), verdict: "cannot-tell" }, {}),
    confidence: null,
    question: null,
    effect: null,
    price: null,
    steps: null,
    wave: null,
    situation: null,
  });

  /** The findings whose conditions hold. A known problem is reported once, by the first finding that fits. */
  const report = (
    facts: Partial<Facts>,
    words: Record<string, string>,
    { current = [], recommendation = [], problems = [], unfit = "" }: Grounds = {},
  ): Finding[] => {
    const found: Finding[] = [];
    const reported = new Set<KnownProblem>();
    for (const finding of fleet.findings) {
      if (finding.cites === "problem") {
        for (const problem of problems) {
          if (reported.has(problem) || !isDecided(problem) || !holds(finding.when, { ...facts, ...factsOf(problem) }))
            continue;
          reported.add(problem);
          const condition = problem.dependsOn[0]?.text ?? "";
          found.push(write(finding, { ...words, problem: problem.text, condition }, problem.evidence));
        }
      } else if (holds(finding.when, facts)) {
        const grounds =
          finding.cites === "recommendation" ? recommendation : finding.cites === "current" ? current : [];
        const lead = excludedFor(current, finding) ?? current[0];
        found.push(
          write(
            finding,
            { ...words, reason: lead?.text ?? unfit },
            grounds.flatMap(({ evidence }) => evidence),
          ),
        );
      }
    }
    return found;
  };
  const factsOf = (problem: KnownProblem): Partial<Facts> => ({
    problem: problem.id,
    symptom: symptoms.get(problem.id) ?? "unknown",
    certain: problem.isCertain,
  });
  const symptoms = new Map(
    knowledge.problems.map(({ evidence: [reference], symptom }) => [reference.replace(/^finding:/, ""), symptom]),
  );

  return {
    judge(record) {
      let key = record.packetRate === null ? "" : String(roundRate(record.packetRate));
      for (const field of DECIDING) key += `\n${record[field]}`;
      const judgement = getOrCompute(judgements, key, () => judgeNew(record));
      const entry = judgement.situation === null ? undefined : situations[judgement.situation];
      if (entry) entry.adapters += 1;
      return judgement;
    },
    findingOn: (facts, words) => report(facts, words),
    missing: missingFact,
    situations,
  };
}

/** What findings say their reasons are. */
interface Grounds {
  current?: readonly Reason[];
  recommendation?: readonly Reason[];
  problems?: readonly KnownProblem[];
  /** Why no adapter fits. */
  unfit?: string;
}

/** What a record states of the machine, as facts. */
function stateOf(record: FleetAdapter): Partial<Facts> {
  return {
    tools: known(record.tools),
    poweredOn: known(record.poweredOn),
    connected: known(record.connected),
    template: known(record.template),
    memoryReserved: known(record.memoryReserved),
    directPathField: known(record.directPathField),
    isIncomplete: false,
  };
}

function exclusionOf({ kind, id }: Reason): Exclusion {
  return kind === "rule" && isPolicyRule(id) ? "policy" : kind === "default" ? "rule" : kind;
}

/** The reason of which a finding speaks. */
function excludedFor(reasons: readonly Reason[], { when }: AuditFinding): Reason | undefined {
  return reasons.find((reason) => when.excludedBy?.includes(exclusionOf(reason)));
}

function write(
  { id, severity, text, evidence }: AuditFinding,
  words: Record<string, string>,
  cited: string[],
): Finding {
  return {
    id,
    severity,
    text: fillSentence(text, words).trim().replace(/\s+/g, " "),
    evidence: [...new Set([...evidence, ...cited])],
  };
}

/** Whether nothing that a question asks decides a problem: what the file leaves out is no finding about each machine. */
function isDecided({ dependsOn }: KnownProblem): boolean {
  return dependsOn.every(({ field }) => field === undefined);
}

function priceOf({ price, steps }: Advice, guest: Guest | undefined): Price {
  const cleanUp = steps.filter(
    ({ action, tool, occasion }) => action === "clean-up" && tool === "guest" && occasion !== "new",
  );
  return {
    downtime: price?.downtime ?? null,
    loses: price?.loses.map(({ name }) => name) ?? [],
    needs: price?.needs ?? [],
    cleanUp: guest ? [...new Set(cleanUp.map(({ title }) => title))] : [],
  };
}

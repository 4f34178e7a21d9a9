import type { Advisor } from "../../advisor.ts";
import { getOrCompute } from "../../collections.ts";
import type { Advice, KnownProblem, Reason } from "../../explain/advice.ts";
import type { Adapter, Guest, Knowledge } from "../../knowledge/knowledge.ts";
import { fillSentence, platformIds } from "../../questions/questions.ts";
import type { Situation } from "../../questions/situation.ts";
import { toText } from "../../questions/text-fields.ts";
import { type FleetKnowledge, type MissingFact, type AuditFinding, findOpenAdapter } from "../knowledge.ts";
import type { FleetAdapter } from "../record.ts";
import type { AuditSituation, Finding, Judgement, Missing, ChangeCost } from "./audit-types.ts";
import { prepareAlike } from "../../engine/alike.ts";
import { decideAudit, type Grounds, type Outcome, auditDriverOrigin } from "./decide.ts";
import { type Facts, holds, known, type Exclusion, SEVERITIES } from "./facts.ts";
import { namesGuest, type AuditedAdapter, createAdapterReader, type JudgeOptions } from "./read-audited-adapter.ts";
import { isPolicyRule, type Policy } from "../../policy/policy.ts";

/** Judges adapters one after another; adapters whose files state the same share one judgement. */
export interface Judge {
  judge: (adapter: FleetAdapter) => Judgement;
  /** Returns a finding about a machine's file, with the placeholders of its text filled in. No judgement has such a finding. */
  findingOn: (facts: Partial<Facts>, words: Record<string, string>) => Finding[];
  /** Describes a missing fact, with the command for a platform and a family of guests. */
  missing: (fact: MissingFact, record: Spellings, platform: string | null, family?: string) => Missing;
  /** Situations judged so far. */
  situations: AuditSituation[];
}

/** The file's names for the platform and the adapter. */
type Spellings = Pick<FleetAdapter, "platform" | "adapterAsWritten">;

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
  "faultTolerance",
  "latencySensitive",
] as const satisfies readonly (keyof FleetAdapter)[];

/** Judgement of an unknown adapter, without the missing facts and the findings. */
export const undecided: Omit<Judgement, "missing" | "findings"> = {
  adapter: null,
  platform: null,
  guest: null,
  guests: [],
  guestName: null,
  verdict: "cannot-tell",
  to: null,
  upgrade: [],
  requiredHardware: null,
  confidence: null,
  question: null,
  effect: null,
  price: null,
  steps: null,
  wave: null,
  situation: null,
};

/** Prepares the judgement of a fleet. */
export function createJudge(advisor: Advisor, fleet: FleetKnowledge, options: JudgeOptions): Judge {
  const { knowledge } = advisor;
  const adapters = createAdapterReader(advisor, fleet, options);
  const report = createReporter(fleet, knowledge);
  const missingFact = createMissing(fleet, knowledge);
  const judgements = new Map<string, Judgement>();
  const advices = new Map<string, Advice>();
  const answers = new Map<string, { advice: Advice; entry: AuditSituation }>();
  const situations: AuditSituation[] = [];
  const alikeVcpus = prepareAlike(knowledge, "vcpus");

  /** The advice. Numbers of vCPUs that change only the code of steps share it, because audits show no code. */
  const advise = (situation: Situation): Advice => {
    const { vcpus } = situation;
    const ask = (asked: Situation): Advice => getOrCompute(advices, JSON.stringify(asked), () => advisor.advise(asked));
    if (vcpus === undefined) return ask(situation);
    const advice = ask({ ...situation, vcpus: alikeVcpus(vcpus) });
    return { ...advice, situation: { ...advice.situation, vcpus } };
  };
  const answer = (situation: Situation): { advice: Advice; entry: AuditSituation } =>
    getOrCompute(answers, JSON.stringify(situation), () => {
      const advice = advise(situation);
      const entry: AuditSituation = {
        // Set once an adapter has the situation. Some situations are only tried.
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
  const grounds: Grounds = { knowledge, fleet, advise: (situation) => answer(situation).advice };

  const judgeNew = (record: FleetAdapter): Judgement => {
    const one = adapters.read(record);
    if (!one) return unplaced(record);
    const { adapter, guest, platform } = one;
    const outcome = decideAudit(grounds, one);
    const { verdict, advice, to, upgrade } = outcome;
    const { advice: present } = answer(one.situation);
    const { entry } = answer(outcome.situation);
    const current = judgeCurrent(one, present, options.policy);
    const facts = factsOf(fleet, one, outcome, current);
    const words = wordsOf(knowledge, one, outcome, current);
    const findings = report(facts, words, {
      current: current.excluding,
      warnings: current.warning,
      driver: citeDriver(one, adapter),
      recommendation: citeRecommendation(knowledge, fleet, one, outcome),
      problems: adapter && guest ? advisor.currentProblems(one.situation) : [],
      unfit: advice.conflicts[0]?.text ?? advice.why,
    });
    if (entry.id < 0) {
      entry.id = situations.length;
      situations.push(entry);
    }
    const missing = facts.hardwareDecides ? [...outcome.missing, "virtualHardware" as const] : outcome.missing;
    const isChange = verdict === "change" || verdict === "upgrade-first";
    const effect = isChange
      ? advice.effects.measured.find((ratio) => ratio.adapter === to?.id && ratio.over === adapter?.id)
      : undefined;
    return {
      adapter: adapter?.id ?? null,
      platform,
      guest: one.appliance || one.guests.length > 1 ? null : (guest?.id ?? null),
      guests: one.appliance ? [] : one.guests.map(({ id }) => id),
      guestName: nameGuest(one),
      verdict,
      to: isChange ? (to?.id ?? null) : null,
      upgrade,
      requiredHardware: outcome.requiredHardware ?? null,
      missing: missing.map((fact) => missingFact(fact, record, platform, guest?.family)),
      findings,
      confidence: guest && (adapter || isChange) ? advice.confidence.level : null,
      question: advice.openQuestions[0]?.field ?? null,
      effect: effect ? { text: effect.text, evidence: effect.evidence } : null,
      price: isChange ? priceOf(outcome, guest) : null,
      steps: isChange ? `/advisor/?${new URLSearchParams(toText(advice.situation)).toString()}` : null,
      wave: findWave(fleet, { ...facts, severity: worstOf(findings) }),
      situation: entry.id,
    };
  };

  /** The judgement of an adapter on a platform that no record covers. */
  const unplaced = (record: FleetAdapter): Judgement => {
    const missing: MissingFact[] = [
      record.platform === null ? "platform" : "records",
      ...(record.adapterAsWritten === null ? (["adapter"] as const) : []),
      ...(namesGuest(record.guestAsWritten) || namesGuest(record.guestFromTools) ? [] : (["guest"] as const)),
    ];
    return {
      ...undecided,
      missing: missing.map((fact) => missingFact(fact, record, null)),
      findings: report({ ...stateOf(record), verdict: "cannot-tell" }, {}),
    };
  };

  return {
    judge(record) {
      let key = record.packetRate === null ? "" : String(adapters.roundRate(record.packetRate));
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

/** Returns the first wave of which one list of conditions holds. */
function findWave({ waves }: FleetKnowledge, facts: Partial<Facts>): string | null {
  return waves.find(({ when }) => when.some((conditions) => holds(conditions, facts)))?.id ?? null;
}

function worstOf(findings: readonly Finding[]): Facts["severity"] {
  return SEVERITIES.find((severity) => findings.some((finding) => finding.severity === severity)) ?? "unknown";
}

/** Prepares the description of missing facts. The command is the one for the file's product, or else for the platform. */
function createMissing(fleet: FleetKnowledge, { platforms }: Knowledge): Judge["missing"] {
  const ids = platformIds(platforms);
  return (fact, { platform, adapterAsWritten }, judged, family = "") => {
    const open = fact === "adapterName" ? findOpenAdapter(fleet, platform, adapterAsWritten) : undefined;
    const { text, commands, guestCommands } = { ...fleet.facts[fact], ...(open && { text: open.text }) };
    const product = platform?.trim().toLowerCase() ?? "";
    const home = [product, ids.get(product)];
    // The tools of a platform show its drivers only for VMs that run there.
    const isElsewhere = guestCommands !== undefined && product !== "" && !home.includes(judged ?? "");
    const origin = isElsewhere
      ? undefined
      : [...home, judged].find((id) => typeof id === "string" && Object.hasOwn(commands, id));
    return {
      fact,
      text: fillSentence(text, { platform: platform ?? "", adapter: adapterAsWritten ?? "" }),
      command: open?.command ?? guestCommands?.[judged ?? ""]?.[family] ?? commands[origin ?? ""] ?? null,
    };
  };
}

/** The advisor's verdict on the current adapter: why it is excluded, and which required features it lacks. */
function judgeCurrent({ adapter, clusterFeatures }: AuditedAdapter, { verdicts }: Advice, policy: Policy | undefined) {
  const current = verdicts.find((verdict) => verdict.adapter === adapter?.id);
  const excluding = current?.status === "excluded" ? current.reasons.filter(({ effect }) => effect === "excludes") : [];
  const lost = excluding.filter(({ kind }) => kind === "compatibility").map(({ id }) => id.split("/").at(-1) as string);
  const lostFor = (features: readonly string[]): string[] => lost.filter((id) => features.includes(id));
  return {
    status: current?.status ?? ("unknown" as const),
    excluding,
    warning: current?.reasons.filter(({ kind, effect }) => kind === "rule" && effect === "warns") ?? [],
    lostForCluster: lostFor(clusterFeatures),
    lostForPolicy: lostFor(policy?.requires ?? []),
  };
}

type Current = ReturnType<typeof judgeCurrent>;

/** Returns the facts of an adapter and its verdict, for the conditions of findings and waves. */
function factsOf(fleet: FleetKnowledge, one: AuditedAdapter, outcome: Outcome, current: Current): Partial<Facts> {
  const { record, adapter, guest } = one;
  const { verdict, to } = outcome;
  const isNamed = namesGuest(record.guestAsWritten) || namesGuest(record.guestFromTools);
  return {
    ...stateOf(record),
    platform: one.platform,
    adapter: adapter?.id ?? "unknown",
    kind: adapter?.kind ?? "unknown",
    adapterNamed:
      adapter || one.counterpart === false
        ? "known"
        : record.adapterAsWritten === null || findOpenAdapter(fleet, record.platform, record.adapterAsWritten)
          ? "missing"
          : "unknown",
    guestNamed: guest || one.appliance ? "known" : isNamed ? "unknown" : "missing",
    guestFamily: guest?.family ?? "unknown",
    headline: outcome.advice.headline.kind,
    verdict,
    toKind: to?.kind ?? "unknown",
    toDriver: to ? auditDriverOrigin(fleet, one, to.id) : "unknown",
    driverReady: outcome.driverReady,
    upgrade: outcome.upgrade,
    isFlexible: to !== undefined && to === one.adapterWithTools,
    vendorDecides: one.isVendors,
    guestRecorded: guest?.platforms[one.platform] !== undefined,
    forwardsPackets: one.situation.forwardsPackets === true,
    mismatch: one.mismatch,
    counterpart: one.counterpart,
    driver: adapter ? auditDriverOrigin(fleet, one, adapter.id) : "unknown",
    status: current.status,
    excludedBy: current.excluding.map(exclusionOf),
    warned: current.warning.map(({ id }) => id),
    losesForCluster: current.lostForCluster.length > 0,
    losesForPolicy: current.lostForPolicy.length > 0,
    hardwareDecides: record.virtualHardware === null && isSupportedAtSome(one),
  };
}

/** Returns the values of the placeholders in the texts of findings. */
function wordsOf(
  knowledge: Knowledge,
  one: AuditedAdapter,
  outcome: Outcome,
  current: Current,
): Record<string, string> {
  const { record, platform } = one;
  const own = knowledge.platforms.find(({ id }) => id === platform);
  const nameAdapter = (adapter: Adapter | undefined): string =>
    adapter?.platforms[platform]?.name ?? adapter?.name ?? "";
  const nameFeatures = (ids: readonly string[]): string =>
    ids.map((id) => knowledge.features.find((feature) => feature.id === id)?.platforms[platform] ?? id).join(", ");
  return {
    adapter:
      nameAdapter(one.adapter) || (one.counterpart === false ? `${record.adapterAsWritten} adapter` : "the adapter"),
    adapterAsWritten: record.adapterAsWritten ?? "",
    to: nameAdapter(outcome.to),
    hardware: nameHardware(outcome),
    guest: one.appliance?.name ?? nameGuest(one) ?? "The guest",
    configured: record.guestAsWritten ?? record.guestFromTools ?? "",
    reported: record.guestFromTools ?? "",
    platform: own?.name ?? platform,
    drivers: own?.guestDrivers ?? "the driver package",
    clusterFeatures: nameFeatures(current.lostForCluster),
    headline: outcome.advice.headline.text,
    policyFeatures: nameFeatures(current.lostForPolicy),
  };
}

function nameHardware({ requiredHardware }: Outcome): string {
  return requiredHardware === undefined ? "newer virtual hardware" : `virtual hardware ${requiredHardware} or later`;
}

/** Returns the name of a guest. A range of releases has the file's name. */
function nameGuest({ guests, guest, spelling }: AuditedAdapter): string | null {
  return (guests.length > 1 ? spelling : guest?.name) ?? null;
}

/** Whether the platform supports the current adapter for the guest only at some virtual hardware versions. */
function isSupportedAtSome({ isHome, adapter, guest, platform }: AuditedAdapter): boolean {
  const ranges = guest?.platforms[platform]?.offered ?? [];
  const supporting = ranges.filter(({ adapters }) => adapters.includes(adapter?.id ?? ""));
  return isHome && supporting.length > 0 && supporting.length < ranges.length;
}

/** Returns the facts about the machine that a record states. */
function stateOf(record: FleetAdapter): Partial<Facts> {
  return {
    tools: known(record.tools),
    poweredOn: known(record.poweredOn),
    connected: known(record.connected),
    template: known(record.template),
    faultTolerance: known(record.faultTolerance),
    memoryReserved: known(record.memoryReserved),
    directPathField: known(record.directPathField),
    isIncomplete: false,
  };
}

function priceOf(outcome: Outcome, guest: Guest | undefined): ChangeCost {
  const { price, steps } = outcome.advice;
  const isHardwareUpgraded = outcome.upgrade.includes("virtual-hardware");
  const cleanUp = steps.filter(
    ({ action, tool, occasion }) => action === "clean-up" && tool === "guest" && occasion !== "new",
  );
  return {
    downtime: isHardwareUpgraded || (price?.downtime ?? null),
    loses: price?.loses.map(({ name }) => name) ?? [],
    needs: [...(isHardwareUpgraded ? [nameHardware(outcome)] : []), ...(price?.needs ?? [])],
    cleanUp: guest ? [...new Set(cleanUp.map(({ title }) => title))] : [],
  };
}

/** Sources of a finding's evidence. */
interface Reasons {
  /** Why the current adapter is excluded. */
  current?: readonly Reason[];
  /** Rules that warn of the current adapter. */
  warnings?: readonly Reason[];
  /** Evidence of the guest's driver of the current adapter. */
  driver?: readonly string[];
  /** Evidence of why another adapter is recommended. */
  recommendation?: readonly string[];
  problems?: readonly KnownProblem[];
  /** Why no adapter fits. */
  unfit?: string;
}

/** Lists the findings whose conditions hold, with the placeholders of their texts filled in. */
type Reporter = (facts: Partial<Facts>, words: Record<string, string>, reasons?: Reasons) => Finding[];

/** Prepares the report of findings. */
function createReporter({ findings }: FleetKnowledge, knowledge: Pick<Knowledge, "problems">): Reporter {
  const symptoms = new Map(
    knowledge.problems.map(({ evidence: [reference], symptom }) => [reference.replace(/^finding:/, ""), symptom]),
  );
  const factsOf = (problem: KnownProblem): Partial<Facts> => ({
    problem: problem.id,
    symptom: symptoms.get(problem.id) ?? "unknown",
    certain: problem.isCertain,
  });
  return (
    facts,
    words,
    { current = [], warnings = [], driver = [], recommendation = [], problems = [], unfit = "" } = {},
  ) => {
    const found: Finding[] = [];
    // A known problem is reported once, by the first finding that fits.
    const reported = new Set<KnownProblem>();
    for (const finding of findings) {
      if (finding.cites === "problem") {
        const fitting = problems.filter(
          (problem) =>
            !reported.has(problem) && isDecided(problem) && holds(finding.when, { ...facts, ...factsOf(problem) }),
        );
        for (const problem of fitting) reported.add(problem);
        for (const group of groupProblems(fitting, finding)) {
          const { text, dependsOn } = group[0];
          found.push(
            write(
              finding,
              { ...words, problem: text, condition: dependsOn[0]?.text ?? "" },
              group.flatMap(({ evidence }) => evidence),
            ),
          );
        }
      } else if (holds(finding.when, facts)) {
        const named = warnings.filter(({ id }) => finding.when.warned?.includes(id));
        const cited = {
          current: citeReasons(current),
          driver,
          recommendation,
          problem: [],
          warning: citeReasons(named),
        }[finding.cites ?? "problem"];
        const lead = named[0] ?? excludedFor(current, finding) ?? current[0];
        found.push(write(finding, { ...words, reason: lead?.text ?? unfit }, cited));
      }
    }
    return found;
  };
}

/** Groups the known problems that a finding reports together. The problems in its conditions are one, under the first name. */
function groupProblems(problems: readonly KnownProblem[], { when }: AuditFinding): [KnownProblem, ...KnownProblem[]][] {
  const names = when.problem;
  if (!names) return problems.map((problem) => [problem]);
  const [first, ...others] = [...problems].sort((a, b) => names.indexOf(a.id) - names.indexOf(b.id));
  return first ? [[first, ...others]] : [];
}

function citeReasons(reasons: readonly Reason[]): string[] {
  return reasons.flatMap(({ evidence }) => evidence);
}

/** The evidence that says where the guest gets the driver of an adapter. */
function citeDriver({ guest, platform }: AuditedAdapter, adapter: Adapter | undefined): readonly string[] {
  return guest?.platforms[platform]?.drivers[adapter?.id ?? ""]?.evidence ?? [];
}

/**
 * The evidence of the first rule that prefers the recommended adapter to the current one, without what is about paravirtual
 * adapters other than the two. If no rule compares the two, the evidence of the driver of the recommended adapter.
 */
function citeRecommendation(
  { rules }: Pick<Knowledge, "rules">,
  { paravirtualOf }: FleetKnowledge,
  one: AuditedAdapter,
  { advice, to }: Outcome,
): readonly string[] {
  const reason = advice.verdicts[0]?.reasons.find(
    ({ kind, effect, id }) =>
      kind === "rule" &&
      effect === "prefers" &&
      rules.find((rule) => rule.id === id)?.then.over?.includes(one.adapter?.id ?? ""),
  );
  if (!reason) return citeDriver(one, to);
  const compared = [to?.id, one.adapter?.id];
  return to?.kind === "paravirtual"
    ? reason.evidence.filter((ref) => paravirtualOf[ref]?.some((id) => compared.includes(id)) ?? true)
    : reason.evidence;
}

/** Returns the kind of an excluding reason. */
function exclusionOf({ kind, id }: Reason): Exclusion {
  return kind === "rule" && isPolicyRule(id) ? "policy" : kind === "default" ? "rule" : kind;
}

/** Returns the reason that a finding is about. */
function excludedFor(reasons: readonly Reason[], { when }: AuditFinding): Reason | undefined {
  return reasons.find((reason) => when.excludedBy?.includes(exclusionOf(reason)));
}

/** Whether no question decides if a problem applies. If a question decides, a fact that the file leaves out is not a finding about each machine. */
function isDecided({ dependsOn }: KnownProblem): boolean {
  return dependsOn.every(({ field }) => field === undefined);
}

function write(
  { id, severity, text, evidence }: AuditFinding,
  words: Record<string, string>,
  cited: readonly string[],
): Finding {
  return {
    id,
    severity,
    text: fillSentence(text, words).trim().replace(/\s+/g, " "),
    evidence: [...new Set([...evidence, ...cited])],
  };
}

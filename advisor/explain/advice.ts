import type { Status } from "../engine/engine.ts";
import type { Phase, Step, Support } from "../knowledge/knowledge.ts";
import type { Situation } from "../questions/situation.ts";

export type { Status };
export type ConfidenceLevel = "high" | "medium" | "low";

/** What the advisor answers; the same shape in the browser, the web component, the API and the command line. */
export interface Advice {
  schemaVersion: string;
  knowledgeVersion: string;
  /** The company policy that the advice heeds, with the SHA-256 of its file; left out without one. */
  policy?: { name: string; sha256: string };
  /** The situation as understood: ids resolved, aliases replaced. */
  situation: Situation;
  /** What was given and cannot be, or cannot be together; the advice takes it as it is. */
  warnings: Warning[];
  /** What was assumed for each field that is unknown. */
  assumptions: Assumption[];
  /** Adapter id, or null when no adapter fits. */
  recommended: string | null;
  /** The verdict in a few words, such as "Change E1000E to VMXNET3". */
  headline: Headline;
  /** One sentence of at most 20 words: why this adapter, or why none. */
  why: string;
  /** Headline and reason in one text. */
  summary: string;
  /** What the recommendation costs; null where none is given. */
  price: Price | null;
  /** The adapter that the machine has; null where it is not known. */
  current: { adapter: string; name: string; status: Status; text: string } | null;
  /** At most three known problems of the recommended and of the current adapter that match guest, platform and driver version. */
  problems: KnownProblem[];
  /** Every adapter of the platform, best first, excluded last. */
  verdicts: Verdict[];
  /** Unknown fields whose answer could change the recommendation, most decisive first. */
  openQuestions: OpenQuestion[];
  /** Smallest sets of requirements and host facts whose change lets a better adapter, or any adapter, fit. */
  conflicts: Conflict[];
  /** Nearest changes of what is known that lead to another adapter. */
  turningPoints: TurningPoint[];
  confidence: Confidence;
  /** How to apply the recommendation, in order. */
  steps: AdviceStep[];
  validation: Validation | null;
  /** Gain and cost in figures of studies. */
  effects: Effects;
}

export interface Headline {
  /** use: a new adapter; keep and change: the machine has one; ask: too little is known; contradiction: the answers cannot be together; none: no adapter fits. */
  kind: "use" | "keep" | "change" | "ask" | "contradiction" | "none";
  text: string;
}

export interface Price {
  /** Required features that the recommended adapter keeps. */
  keeps: { feature: string; name: string }[];
  /** Required features that it supports under conditions, or whose support is not documented. */
  unsure: { feature: string; name: string }[];
  /** Features of the platform's virtual adapters that the recommended adapter loses. */
  loses: { feature: string; name: string }[];
  /** Features of these that nobody required and that it supports only under conditions. */
  conditional: { feature: string; name: string }[];
  /** What has to be installed or set first, each in a few words: a driver, a host setting. */
  needs: string[];
  /** Whether the machine has to be powered off or restarted; null where the current adapter is not known. */
  downtime: boolean | null;
}

export interface KnownProblem {
  /** Id of the finding. */
  id: string;
  adapter: string;
  /** The symptom in one sentence. */
  text: string;
  /** Versions that have it, in words. */
  affects: string;
  /** Version that fixes it, or "unknown" or "none". */
  fixedIn: string;
  workaround?: string;
  /** Whether all that decides is known and matches; otherwise it may apply. */
  isCertain: boolean;
  /** What is not known and decides whether it applies; empty if it is certain. */
  dependsOn: {
    /** Field of the situation; left out if no question asks it. */
    field?: string;
    /** What has to be known, such as "Driver version", or a clause that follows "if". */
    text: string;
  }[];
  evidence: string[];
}

export interface Confidence {
  level: ConfidenceLevel;
  /** The level with its cause. */
  text: string;
  /** The cause without the level, as a part of a sentence. */
  cause: string;
  /** Pairs of records that contradict each other and of which one speaks for the recommendation. */
  contradictions: { evidence: string[]; cause: string; text: string }[];
}

export interface Effects {
  /** Ratios within one study between the recommended adapter and one that fits as well; never averaged over studies. */
  measured: {
    adapter: string;
    over: string;
    metric: string;
    low: number;
    high: number;
    comparisons: number;
    conditions: string;
    /** That the study had another kind of guest: only where none compares the two adapters in a guest of this kind. */
    otherGuest?: true;
    evidence: string[];
    text: string;
  }[];
  /** CPU saved by passthrough at the packet rates that were published, and where this machine is among them. */
  savings: {
    points: { adapter: string; packetRate: number; percentOfCore?: number; evidence: string[]; text: string }[];
    here: string;
  } | null;
  /** Features that do not work with the recommended adapter. */
  givesUp: { feature: string; name: string }[];
  /** Features that work with it only under conditions, where it passes a NIC through. */
  conditional: { feature: string; name: string }[];
  /** Other ways to drive the recommended adapter that keep more; the advice is about the adapter without them. */
  modes: {
    mode: string;
    name: string;
    keeps: { feature: string; name: string; support: Support }[];
    text: string;
    evidence: string[];
  }[];
}

/** A value that does not go with the others, in the shape in which unusable input is named. */
export interface Warning {
  /** Field of the situation. */
  field: string;
  /** What was found, as text. */
  found: string;
  /** What would go with the rest, and why. */
  expected: string;
  /** The value nearest to what was found that would. */
  nearest?: string;
  text: string;
  /** Set where the answers cannot hold together, as one sentence: it is the headline then. */
  contradiction?: string;
}

export interface Assumption {
  field: string;
  value: string | number | boolean;
  text: string;
}

export interface Verdict {
  adapter: string;
  /** Name on this platform. */
  name: string;
  status: Status;
  /** What has to come true for a conditional adapter to fit, in a sentence; left out with every other status. */
  condition?: string;
  /** At least one; an excluded adapter's reasons say what would have to change. */
  reasons: Reason[];
}

export interface Reason {
  /** rule: a record of data/rules; compatibility: a cell of an adapter; the others follow from adapter and guest records. */
  kind: "rule" | "compatibility" | "platform" | "hardware" | "guest" | "driver" | "host" | "default";
  /** What it does to the verdict. */
  effect: "excludes" | "prefers" | "behind" | "requires" | "warns" | "neutral";
  /** Rule id, or adapter/platform/feature of a cell, or adapter or guest id. */
  id: string;
  text: string;
  /** What would have to change, for reasons that exclude. */
  change?: string;
  /** The part of change that names modes of the adapter which support a lost feature; left out if there are none. */
  alternatives?: string;
  /** For a rule that prefers another adapter: the gain of the other one, such as throughput. */
  gain?: string;
  /** References into the knowledge's evidence. */
  evidence: string[];
}

export interface OpenQuestion {
  /** Field of the situation. */
  field: string;
  text: string;
  /** What stays possible whatever the answer, since other questions decide it. */
  always: (string | null)[];
  /** Each answer that leads elsewhere, with what it leads to when the rest is as assumed. */
  answers: {
    value: string | number | boolean;
    label: string;
    recommended: string | null;
    possible: (string | null)[];
  }[];
}

export interface Conflict {
  /** Feature ids to give up. */
  giveUp: string[];
  /** Fields of the situation to change, with the value needed. */
  change: { field: string; value: string | number | boolean; text: string }[];
  /** Adapter that fits then. */
  allows: string;
  /** How the adapter then supports what is still required, if not for certain: under conditions, or its support or driver is not documented. */
  doubt?: "partial" | "unknown";
  text: string;
}

export interface TurningPoint {
  field: string;
  /** The value (or first value beyond the threshold) at which the answer changes. */
  value: string | number | boolean;
  direction: "above" | "below" | "at";
  recommended: string | null;
  text: string;
}

export interface AdviceStep {
  id: string;
  title: string;
  tool: string;
  action: Phase;
  /** Where the current adapter is not known: whether the step is for a new one only, or only for one that takes another's place. */
  occasion?: "new" | "change";
  /** Whether it powers off or restarts the machine or its guest. */
  downtime?: true;
  text?: string;
  language?: string;
  code?: string;
  /** Placeholders of the code that follow from the situation, until they are filled in. */
  codeValues?: Step["codeValues"];
  pitfalls: string[];
}

export interface Validation {
  /** File of the validation kit; null where the kit does not fit and other tools do its work. */
  script: string | null;
  language: "shell" | "batch";
  /** Where the commands run and what else it takes. */
  prepare: string;
  /** What the other end of the traffic runs first. */
  otherEnd: string;
  /** What the host runs meanwhile, a line for each adapter; null where its CPU does not decide. */
  onHost: string | null;
  command: string;
  /** The same command for each adapter that is compared, the recommended one first. */
  commands: { adapter: string; command: string }[];
  /** Repetitions of each adapter after which the comparison decides in nine of ten sessions; the kit may stop earlier. */
  runs: number;
  /** Relative difference that does not matter, for the comparison: 0.05. */
  margin: number;
  /** How long it takes, in seconds; with a script that adds runs, how long the first ones take. */
  seconds: number;
  /** What result would confirm or refute the advice. */
  expect: string;
}

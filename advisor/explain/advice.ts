import type { Status } from "../engine/engine.ts";
import type { Phase, Step, Support } from "../knowledge/knowledge.ts";
import type { Situation } from "../questions/situation.ts";

export type { Status };
export type ConfidenceLevel = "high" | "medium" | "low";

/** The advisor's answer. The browser, the web component, the API and the command line use the same shape. */
export interface Advice {
  schemaVersion: string;
  knowledgeVersion: string;
  /** The company policy that was applied, with the SHA-256 of its file. Missing without a policy. */
  policy?: { name: string; sha256: string };
  /** The situation as the advisor read it: ids resolved, aliases replaced. */
  situation: Situation;
  /** Inputs that are impossible, contradict each other or do not apply to the platform. The advisor does not correct them. */
  warnings: Warning[];
  /** Assumed values of unknown fields, and how the guest was identified. */
  assumptions: Assumption[];
  /** Id of the recommended adapter, or null if no adapter fits. */
  recommended: string | null;
  /** The answer in a few words, such as "Change E1000E to VMXNET3". */
  headline: Headline;
  /** One sentence of at most 20 words: why this adapter, or why none. */
  why: string;
  /** The texts of headline and why in one text. */
  summary: string;
  /** Cost of the recommendation. Null if there is no recommendation to act on. */
  price: Price | null;
  /** The VM's current adapter. Null if it is unknown. */
  current: { adapter: string; name: string; status: Status; text: string } | null;
  /** At most three known problems of the recommended and the current adapter. They match the guest, the platform and the driver version. */
  problems: KnownProblem[];
  /** Every adapter of the platform, best first. Excluded adapters are last. */
  verdicts: Verdict[];
  /** Unknown fields whose answer could change the recommendation, most decisive first. */
  openQuestions: OpenQuestion[];
  /** Smallest sets of changes to requirements and other fields that let a better adapter, or any adapter, fit. */
  conflicts: Conflict[];
  /** Nearest changes of known fields that change the recommendation. */
  turningPoints: TurningPoint[];
  confidence: Confidence;
  /** How to apply the recommendation, in order. */
  steps: AdviceStep[];
  validation: Validation | null;
  /** Gains and losses of the recommended adapter, with published figures. */
  effects: Effects;
}

/** The recommendation in one line. */
export interface Headline {
  /** use: choose this adapter. keep: the VM has this adapter. change: the VM has another adapter. ask: too little is known. contradiction: inputs contradict each other. none: no adapter fits. */
  kind: "use" | "keep" | "change" | "ask" | "contradiction" | "none";
  text: string;
}

/** Costs of the recommendation: features, preparations and downtime. */
export interface Price {
  /** Required features that the recommended adapter keeps. */
  keeps: { feature: string; name: string }[];
  /** Required features that the recommended adapter supports only under conditions, or whose support is not documented. */
  unsure: { feature: string; name: string }[];
  /** Features of the platform's virtual adapters that the recommended adapter loses. */
  loses: { feature: string; name: string }[];
  /** Features that are not required and that the recommended adapter supports only under conditions. */
  conditional: { feature: string; name: string }[];
  /** Drivers, settings and hardware that are required first, each in a few words. */
  needs: string[];
  /** Whether the VM has to be powered off or restarted. Null if the current adapter is unknown. */
  downtime: boolean | null;
}

/** A documented defect of an adapter that this VM has or may have. */
export interface KnownProblem {
  /** Id of the finding. */
  id: string;
  adapter: string;
  /** The symptom in one sentence. */
  text: string;
  /** Affected versions, in words. */
  affects: string;
  /** First version with a fix, or "unknown" or "none". */
  fixedIn: string;
  workaround?: string;
  /** Whether the problem applies for certain. If false, it depends on unknown facts. */
  isCertain: boolean;
  /** Unknown facts that decide whether the problem applies. Empty if isCertain is true. */
  dependsOn: {
    /** Field of the situation. Missing if no question covers the fact. */
    field?: string;
    /** The unknown fact, such as "Driver version", or a clause that follows "if". */
    text: string;
  }[];
  evidence: string[];
}

/** How well the recommendation is supported, and why not better. */
export interface Confidence {
  level: ConfidenceLevel;
  /** The level with its cause. */
  text: string;
  /** The cause alone, as part of a sentence. */
  cause: string;
  /** Contradicting records. One record of each pair supports the recommendation. */
  contradictions: { evidence: string[]; cause: string; text: string }[];
}

/** Gains and losses of the recommended adapter. */
export interface Effects {
  /** Ratios between the recommended adapter and another adapter that fits. Each is from one study. Studies are never averaged. */
  measured: {
    adapter: string;
    over: string;
    metric: string;
    low: number;
    high: number;
    comparisons: number;
    conditions: string;
    /** Set if the study used another guest family. Only if no study compares the two adapters in this family. */
    otherGuest?: true;
    evidence: string[];
    text: string;
  }[];
  /** Published CPU savings of passthrough by packet rate, compared with the VM's packet rate. */
  savings: {
    points: { adapter: string; packetRate: number; percentOfCore?: number; evidence: string[]; text: string }[];
    here: string;
  } | null;
  /** Features that do not work with the recommended adapter. */
  givesUp: { feature: string; name: string }[];
  /** Features that a recommended passthrough adapter supports only under conditions. Empty for other adapters. */
  conditional: { feature: string; name: string }[];
  /** Modes of the recommended adapter that keep more features. The advice is about the adapter without these modes. */
  modes: {
    mode: string;
    name: string;
    keeps: { feature: string; name: string; support: Support }[];
    text: string;
    evidence: string[];
  }[];
}

/** An input that is impossible, contradicts other inputs or does not apply. It has the shape of an input error. */
export interface Warning {
  /** Field of the situation. */
  field: string;
  /** The value found, as text. */
  found: string;
  /** The values that would fit the other inputs, and why. */
  expected: string;
  /** The nearest value that would fit the other inputs. */
  nearest?: string;
  text: string;
  /** Set if inputs contradict each other: the contradiction in one sentence. The headline then has this text. */
  contradiction?: string;
}

/** A value that the engine uses for a field that is not given. */
export interface Assumption {
  field: string;
  value: string | number | boolean;
  text: string;
}

/** The result for one adapter. */
export interface Verdict {
  adapter: string;
  /** Name on this platform. */
  name: string;
  status: Status;
  /** Condition under which a conditional adapter fits, as a sentence. Missing for other statuses. */
  condition?: string;
  /** At least one reason. For an excluded adapter, the reasons name the change that would let the adapter fit. */
  reasons: Reason[];
}

/** One fact or rule behind a verdict. */
export interface Reason {
  /** rule: a record of data/rules. compatibility: an adapter's support for a feature. The others follow from adapter and guest records. */
  kind: "rule" | "compatibility" | "platform" | "hardware" | "guest" | "driver" | "host" | "default";
  /** Effect of the reason on the verdict. */
  effect: "excludes" | "prefers" | "behind" | "requires" | "warns" | "neutral";
  /** Id of a rule, an adapter or a guest, or adapter/platform/feature for compatibility. */
  id: string;
  text: string;
  /** Change that would let the adapter fit. Only for reasons that exclude. */
  change?: string;
  /** The part of change that names modes of the adapter that support a lost feature. Missing if there are none. */
  alternatives?: string;
  /** Advantage of the other adapter, such as throughput. Only for rules that prefer another adapter. */
  gain?: string;
  /** References of the evidence, such as finding:ID or dataset:ID/ROW. */
  evidence: string[];
}

/** A field that is not given and whose answer could change the recommendation. */
export interface OpenQuestion {
  /** Field of the situation. */
  field: string;
  text: string;
  /** Ids of adapters that every answer leaves possible, because other questions decide. */
  always: (string | null)[];
  /** Answers that can change the recommendation. recommended applies if all other assumptions are correct. */
  answers: {
    value: string | number | boolean;
    label: string;
    recommended: string | null;
    possible: (string | null)[];
  }[];
}

/** Changes that together let an excluded adapter fit. */
export interface Conflict {
  /** Ids of the required features to give up. */
  giveUp: string[];
  /** Fields of the situation to change, with the required value. */
  change: { field: string; value: string | number | boolean; text: string }[];
  /** Id of the adapter that then fits. */
  allows: string;
  /** Missing if the adapter then fits without doubt. partial: it supports a required feature only under conditions. unknown: the support or the driver is not documented. */
  doubt?: "partial" | "unknown";
  text: string;
}

/** The nearest change of a given field that leads to another recommendation. */
export interface TurningPoint {
  field: string;
  /** Threshold next to which the recommendation changes, or the other answer of a yes-or-no field. */
  value: string | number | boolean;
  direction: "above" | "below" | "at";
  recommended: string | null;
  text: string;
}

/** One step that applies the recommendation, with values of the situation filled in. */
export interface AdviceStep {
  id: string;
  title: string;
  tool: string;
  action: Phase;
  /** Only if the current adapter is unknown. new: the step is for an additional adapter. change: the step replaces the current adapter. Missing: both. */
  occasion?: "new" | "change";
  /** Whether the step powers off or restarts the VM or its guest. */
  downtime?: true;
  text?: string;
  language?: string;
  code?: string;
  /** Placeholders of the code that are filled in from numbers of the situation. */
  codeValues?: Step["codeValues"];
  pitfalls: string[];
}

/** A measurement that confirms or refutes the recommendation. */
export interface Validation {
  /** File of the validation kit. Null if the plan uses other tools instead of the kit. */
  script: string | null;
  language: "shell" | "batch";
  /** Where to run the commands, and other preparations. */
  prepare: string;
  /** Commands to run first at the other end of the traffic. */
  otherEnd: string;
  /** Commands to run on the host during the test, one line per adapter. Null if host CPU does not decide. */
  onHost: string | null;
  command: string;
  /** The command for each compared adapter, the recommended adapter first. */
  commands: { adapter: string; command: string }[];
  /** Number of repetitions per adapter at which 9 of 10 sessions reach a decision. The kit may stop earlier. */
  runs: number;
  /** Largest relative difference that the comparison treats as equal, such as 0.05. */
  margin: number;
  /** Duration in seconds. If the script adds repetitions, the duration of the first ones. */
  seconds: number;
  /** Results that would confirm or refute the advice. */
  expect: string;
}

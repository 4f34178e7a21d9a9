import type { ConfidenceLevel } from "../../explain/advice.ts";
import type { Situation } from "../../questions/situation.ts";
import type { MissingFact } from "../knowledge.ts";
import type { FleetProblem, ToolsState } from "../record.ts";
import type { AuditVerdict, Severity, Upgrade } from "./facts.ts";

/** Version of the shape of an audit. A change that breaks a reader raises the first number. */
export const AUDIT_VERSION = "1.0.0";

/** The audit of a fleet. schema/v1/audit.schema.json describes it as JSON. */
export interface Audit {
  schemaVersion: string;
  knowledgeVersion: string;
  /** Whether names are replaced by hashes. */
  redacted: boolean;
  /** Check value of the key of the hashes; not there without hashes, nor in older audits. */
  redactionKey?: string;
  /** Platform against which the fleet was judged, if it is to move. */
  target: string | null;
  policy: { name: string; sha256: string } | null;
  files: AuditFile[];
  /** Situations that differ; many adapters share one. */
  situations: AuditSituation[];
  adapters: AuditAdapter[];
  /** Differences from an older audit; null without one. */
  comparison: Comparison | null;
  summary: Summary;
}

export interface AuditFile {
  file: string;
  /** Id of the format; null if no format was recognised. */
  format: string | null;
  machines: number;
  /** Adapters that the file describes: the rows that were read. */
  adapters: number;
  /** Rows that state an adapter and cannot be used. */
  unread: number;
  problems: FleetProblem[];
}

/** The advice for one situation. */
export interface AuditSituation {
  id: number;
  /** If the virtual hardware has to be upgraded first, the situation after the upgrade. */
  situation: Situation;
  recommended: string | null;
  headline: string;
  why: string;
  /** Number of adapters in this situation. */
  adapters: number;
  /** The advisor's page with the whole advice, relative to the site's root. */
  path: string;
}

export interface Finding {
  id: string;
  severity: Severity;
  text: string;
  evidence: string[];
}

export interface Missing {
  fact: MissingFact;
  text: string;
  /** Command that prints the fact; null if we know none. */
  command: string | null;
}

export interface ChangeCost {
  /** Whether the machine has to be powered off or restarted; null if unknown. */
  downtime: boolean | null;
  /** Features that the recommended adapter loses. */
  loses: string[];
  /** What has to be installed or set first. */
  needs: string[];
  /** What to tidy up in the guest: a new address, a hidden old adapter. */
  cleanUp: string[];
}

/** The part of a judgement that all adapters with the same situation and facts share. */
export interface Judgement {
  /** Id of the adapter that it has; null if unknown. */
  adapter: string | null;
  /** Id of the platform whose records judge it; null if unknown. */
  platform: string | null;
  /** Id of the guest; null if unknown, and if the name stands for several. */
  guest: string | null;
  /** Ids of all guests that the name stands for; empty if unknown. */
  guests: string[];
  guestName: string | null;
  verdict: AuditVerdict;
  /** Id of the adapter to change to; null unless the verdict is change or upgrade-first. */
  to: string | null;
  upgrade: Upgrade[];
  /** Least version of virtual hardware with the recommended adapter; null without such an upgrade, or if it is not known. */
  requiredHardware: number | null;
  missing: Missing[];
  findings: Finding[];
  confidence: ConfidenceLevel | null;
  /** Field of the situation that could change the recommendation most. */
  question: string | null;
  /** Measured gain of the change in one sentence, with its source. */
  effect: { text: string; evidence: string[] } | null;
  price: ChangeCost | null;
  /** Page with the steps, relative to the site's root. */
  steps: string | null;
  /** Portion of the work; null if there is nothing to do. */
  wave: string | null;
  /** Id of the situation; null if the platform is unknown. */
  situation: number | null;
}

export interface AuditAdapter extends Judgement {
  file: string;
  place: string;
  machine: string;
  machineId: string | null;
  label: string | null;
  mac: string | null;
  adapterAsWritten: string | null;
  guestAsWritten: string | null;
  guestFromTools: string | null;
  platformVersion: string | null;
  virtualHardware: number | null;
  cluster: string | null;
  network: string | null;
  tools: ToolsState | null;
  poweredOn: boolean | null;
  template: boolean | null;
  packetRate: number | null;
}

/** A finding of an adapter, identified by fields that do not change between two audits. */
export interface ComparedFinding {
  id: string;
  severity: Severity;
  file: string;
  machine: string;
  label: string | null;
}

export interface Comparison {
  /** Knowledge version of the older audit. */
  knowledgeVersion: string;
  new: ComparedFinding[];
  fixed: ComparedFinding[];
  /** Findings of which the files say nothing any more: the machine, the adapter or a fact that was stated is missing. */
  gone: ComparedFinding[];
  /** Findings that stay, of an adapter whose machine, file or label has another name now. */
  moved: (ComparedFinding & { from: { file: string; machine: string; label: string | null } })[];
  /** Adapters by verdict in the older audit and in this one. */
  verdicts: { before: Record<AuditVerdict, number>; after: Record<AuditVerdict, number> };
}

export interface Summary {
  files: number;
  machines: number;
  /** Adapters that the files describe: the sum over the files. */
  adapters: number;
  /** Machines whose file states adapters and describes none. Each has an entry in `adapters` of the audit and a verdict. */
  undescribed: number;
  situations: number;
  verdicts: Record<AuditVerdict, number>;
  /** Findings by severity. */
  findings: Record<Severity, number>;
  /** Findings by id, the worst first, then the most frequent, without those that did not occur. */
  byFinding: { id: string; severity: Severity; title: string; count: number }[];
  /** Current adapter and verdict: the picture of the fleet. */
  byAdapter: { adapter: string | null; name: string; verdicts: Record<AuditVerdict, number> }[];
  /** Waves in the order of work. */
  waves: { id: string; title: string; text: string; count: number }[];
  /** Rows that could not be used. */
  unread: number;
}

import type { AuditAdapter, AuditFile, AuditSituation, Summary } from "../../../advisor/fleet/judge/audit-types.ts";
import type { AuditVerdict } from "../../../advisor/fleet/judge/facts.ts";
import type { Severity } from "../../../advisor/fleet/judge/facts.ts";
import type { Format } from "../../../advisor/fleet/report/formats.ts";
import type { FleetInput } from "../../../advisor/fleet/record.ts";

/*
 * Messages between the page and its worker. The worker keeps the audit; the page asks for the rows in view, so that
 * 100,000 adapters stay out of the page.
 */

/** Which adapters the table shows; a part that is left out does not narrow. */
export interface Filter {
  verdict?: AuditVerdict;
  severity?: Severity;
  /** Id of a finding. */
  finding?: string;
  /** Id of a wave. */
  wave?: string;
  /** Id of the adapter that it has now; "" is unknown. */
  adapter?: string;
  /** Words that its machine, guest or adapter contains. */
  text?: string;
  /** One row for all adapters that share guest, adapter, verdict and findings. */
  grouped: boolean;
}

/** What is audited, before it is read. */
export interface AuditFiles {
  /** Inventories. */
  files: FleetInput[];
  rates: FleetInput[];
  /** A company's policy. */
  policy: FleetInput | null;
  /** An older audit as JSON. */
  baseline: FleetInput | null;
  /** Headings of a table whose columns go by other names: `adapter=Card`. */
  columns: string[];
}

/** What somebody chose to audit: files of any kind, one list for each time that some were dropped. */
export type ChosenFiles = Omit<AuditFiles, "files"> & { drops: FleetInput[][] };

/** What changed since an older audit: how many findings, and the first of each kind. */
export interface ShownComparison {
  knowledgeVersion: string;
  /** The older audit has hashes for names. */
  redacted: boolean;
  kinds: { kind: "new" | "fixed" | "gone" | "moved"; count: number; first: ShownChange[] }[];
}

/** A finding that is new, fixed or moved. */
export interface ShownChange {
  severity: Severity;
  title: string;
  /** Machine and label of the adapter. */
  adapter: string;
  /** Where the adapter was before; empty unless it moved. */
  from: string;
}

export type Request =
  | ({ kind: "audit" } & ChosenFiles)
  | { kind: "sample"; name: string }
  | { kind: "rows"; token: number; filter: Filter; from: number; count: number }
  | { kind: "detail"; index: number; filter: Filter }
  | { kind: "export"; format: Format; redact: boolean };

/** One row of the table, in words. */
export interface Row {
  /** Place of the adapter, or of the first of its group, in the audit. */
  index: number;
  /** The machine with its adapter, or the first machine of a group with how many more there are. */
  machine: string;
  guest: string;
  adapter: string;
  verdict: AuditVerdict;
  /** Verdict in words: `Change to VMXNET3`. */
  verdictText: string;
  severity: Severity | null;
  findings: string;
  /** The worst finding, and how many more there are: a phone has no room for all. */
  reason: string;
}

export type Answer =
  | { kind: "progress"; text: string }
  | {
      kind: "audit";
      summary: Summary;
      files: AuditFile[];
      policy: string | null;
      comparison: ShownComparison | null;
      problems: string[];
    }
  | { kind: "rows"; token: number; total: number; adapters: number; from: number; rows: Row[] }
  | {
      kind: "detail";
      /** The index that was asked for. */
      index: number;
      adapter: AuditAdapter;
      /** How many adapters the row stands for, how many machines have them, and the first of these machines. */
      group: { adapters: number; machines: number; first: string[] };
      names: { adapter: string; to: string | null };
      situation: AuditSituation | null;
    }
  | { kind: "export"; name: string; blob: Blob }
  | { kind: "refused"; problems: string[] }
  | { kind: "failed"; message: string };

/** How the page talks to the worker. */
export interface Line {
  ask(request: Request): void;
  listen<Kind extends Answer["kind"]>(kind: Kind, listener: (answer: Extract<Answer, { kind: Kind }>) => void): void;
}

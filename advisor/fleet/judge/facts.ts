import type { ToolsState } from "../record.ts";
import type { AdapterKind, DriverOrigin } from "../../knowledge/knowledge.ts";
import type { Headline, Status } from "../../explain/advice.ts";

/** Verdict on an adapter. */
export const VERDICTS = ["keep", "change", "upgrade-first", "ask-vendor", "cannot-tell"] as const;

export type AuditVerdict = (typeof VERDICTS)[number];

/** Severity of a finding, as in SARIF. error: something is broken or can break. warning: something reduces performance or safety. note: useful to know. */
export const SEVERITIES = ["error", "warning", "note"] as const;

export type Severity = (typeof SEVERITIES)[number];

/** Upgrade that is required before an adapter can be changed. */
export type Upgrade = "virtual-hardware" | "guest-drivers";

/** Cause of an exclusion of the current adapter: a kind of reason, or the company's policy. */
export type Exclusion = "guest" | "driver" | "hardware" | "platform" | "compatibility" | "rule" | "host" | "policy";

/** A fact, or a fact that the file does not state. */
type Known<Value> = Value | "unknown";

/** Facts that the conditions of findings and waves can use. */
export interface Facts {
  /** Id of the atlas's platform. */
  platform: Known<string>;
  /** Current adapter. */
  adapter: Known<string>;
  kind: Known<AdapterKind>;
  /** Whether a record lists the adapter type: unknown means that none does, missing that the file has none. */
  adapterNamed: "known" | "unknown" | "missing";
  guestNamed: "known" | "unknown" | "missing";
  guestFamily: Known<string>;
  /** Status of the current adapter in the advice. */
  status: Known<Status>;
  headline: Known<Headline["kind"]>;
  excludedBy: Exclusion[];
  /** Where the guest gets the driver of the current adapter. */
  driver: Known<DriverOrigin>;
  verdict: AuditVerdict;
  /** Kind of the recommended adapter. */
  toKind: Known<AdapterKind>;
  /** Where the guest gets the driver of the recommended adapter. */
  toDriver: Known<DriverOrigin>;
  /** Whether the guest has the driver of the recommended adapter. */
  driverReady: Known<boolean>;
  upgrade: Upgrade[];
  /** Whether the current adapter becomes the recommended one when the tools run in the guest. */
  isFlexible: boolean;
  losesForCluster: boolean;
  losesForPolicy: boolean;
  tools: Known<ToolsState>;
  poweredOn: Known<boolean>;
  connected: Known<boolean>;
  template: Known<boolean>;
  faultTolerance: Known<boolean>;
  memoryReserved: Known<boolean>;
  directPathField: Known<boolean>;
  /** Whether the vendor decides the adapter: the guest is an appliance or has a generic ID. */
  vendorDecides: boolean;
  /** Whether the guest's record has a section for the platform. */
  guestRecorded: boolean;
  forwardsPackets: boolean;
  /** Whether the virtual hardware version, which the file does not state, decides if the current adapter is supported. */
  hardwareDecides: boolean;
  /** How the configured guest differs from the reported one. */
  mismatch: ("family" | "bitness" | "release")[];
  /** Whether the target platform has the current adapter; unknown without a target. */
  counterpart: Known<boolean>;
  /** Whether the file describes fewer adapters of the machine than it states. */
  isIncomplete: boolean;
  /** Rules that warn of the current adapter. */
  warned: string[];
  /** Worst severity of the findings, for waves; unknown without findings. */
  severity: Known<Severity>;
  /** Of one known problem of the current adapter: the finding's id, its symptom, and whether it applies for certain. */
  problem: Known<string>;
  symptom: Known<string>;
  certain: Known<boolean>;
}

/** Facts with their accepted values. Every fact must match. The prefix `not` negates a condition. */
export type Conditions = { [F in keyof Facts]?: readonly (string | boolean)[] } & {
  notExcludedBy?: readonly string[];
};

/** Whether all conditions hold. A condition on a list holds if one entry of the list is accepted. */
export function holds(when: Conditions, facts: Partial<Facts>): boolean {
  return Object.entries(when).every(([name, values]) =>
    name === "notExcludedBy"
      ? !facts.excludedBy?.some((one) => values.includes(one))
      : includes(values, facts[name as keyof Facts]),
  );
}

function includes(values: readonly (string | boolean)[], fact: Facts[keyof Facts] | undefined): boolean {
  if (fact === undefined) return false;
  return Array.isArray(fact) ? fact.some((one) => values.includes(one)) : values.includes(fact);
}

/** Returns a value of a file's record as a fact. */
export function known<Value>(value: Value | null): Known<Value> {
  return value ?? "unknown";
}

/**
 * The knowledge that the engine reads: the compiled, compact part of the atlas.
 * tools/site/compile generates it from data/.
 */

import type { Conditions } from "../../build/types/records.ts";
import type { Situation } from "../questions/situation.ts";

export type { Conditions };

export type AdapterKind = "emulated" | "paravirtual" | "passthrough";
export type Support = "yes" | "no" | "partial" | "unknown";
type Basis = "stated" | "implied" | "inferred" | "none";
export type DriverOrigin = "box" | "tools" | "vendor" | "none" | "unknown";
/** Strengths of rules, the strongest first. */
export const STRENGTHS = ["hard-constraint", "vendor-recommendation", "measured", "practice"] as const;
export type Strength = (typeof STRENGTHS)[number];
/** Advantages for which a rule may prefer an adapter. */
export const GAINS = ["cpu", "latency", "throughput", "sharing", "compatibility", "purpose"] as const;
export type Gain = (typeof GAINS)[number];
/** Facts about the host that an adapter can require. */
type HostFact = "iommu" | "sriovNic";

/** All compiled records that advice is made from. */
export interface Knowledge {
  /** Version of this shape. It rises with every change that breaks a reader. */
  schemaVersion: string;
  /** Version of the content, from a hash of the records. */
  knowledgeVersion: string;
  platforms: Platform[];
  features: Feature[];
  /** In the order of lists and tables. */
  adapters: Adapter[];
  guests: Guest[];
  /** In the order of the decision table. */
  rules: Rule[];
  /** In the order in which they are asked. */
  questions: Question[];
  steps: Step[];
  problems: Problem[];
  effects: { ratios: MeasuredRatio[]; savings: SavingPoint[] };
  /** Evidence of rules, cells and drivers, by reference. */
  evidence: Record<string, Evidence>;
}

/** A platform of data/platforms, such as VMware vSphere. */
export interface Platform {
  id: string;
  name: string;
  /** Short name, for narrow places. */
  shortName: string;
  /** Name of the product that the releases belong to: QEMU for KVM, because 8.2 is a release of QEMU. */
  releaseName: string;
  /** Release that is assumed if the version is unknown. */
  current: string;
  /** Name of the driver package for the guest. */
  guestDrivers: string;
  /** Program that emulates the processor without VT-x or AMD-V. Missing if the platform then runs only 32-bit guests. */
  emulator?: string;
  /** Tools by id: the name, and whether the tool manages VMs in its own way. */
  tools: Record<
    string,
    {
      name: string;
      /** Whether the tool manages VMs in its own way. */
      keepsMachines?: boolean;
    }
  >;
  /** How to read the host's counters while a VM is measured. */
  hostCounters?: { cpu: { command: string; text: string }; packetRate?: string };
  /** MAC address ranges, by prefix: those that the platform generates and may refuse, and one that it accepts. */
  macAddresses?: { generated: MacRange[]; safe: MacRange };
  /** Ids of products and tools that are accepted instead of the platform's id. */
  productIds?: string[];
  /** Ids under productIds whose releases are those of the platform. */
  sameReleases?: string[];
  /** Products with their own values for guests. Each value has the ids of the matching guests and, if needed, a description. */
  products?: { name: string; guestTypes: Record<string, string[]>; typeNames?: Record<string, string> }[];
  versions: { version: string; name?: string; virtualHardware?: number; virtualHardwareSince?: string }[];
}

interface MacRange {
  from: string;
  to: string;
}

/** A feature that a VM can require, such as vMotion. */
export interface Feature {
  id: string;
  name: string;
  group: "mobility" | "sharing" | "performance" | "boot";
  aliases: string[];
  /** Name of the feature by platform id. A platform that is not listed does not have the feature. */
  platforms: Record<string, string>;
}

/** A virtual adapter, or a way to pass a physical one through. */
export interface Adapter {
  id: string;
  name: string;
  kind: AdapterKind;
  platforms: Record<string, AdapterOnPlatform>;
  /** Names by platform, for the platforms that a part of the knowledge leaves out. Forms list the adapter there too. */
  otherNames?: Record<string, string>;
}

/** An adapter as one platform has it. */
export interface AdapterOnPlatform {
  name: string;
  /** Other spellings, in lower case. The published knowledge does not have them. Programs add the spellings of the audit. */
  names?: string[];
  /** First platform version, or "unknown". */
  since: string;
  until?: string;
  /** Lowest virtual hardware version. */
  virtualHardware?: number;
  /** Fields of the situation that have to be true, such as iommu. */
  needs: HostFact[];
  /** Other requirements of the host or the network that no question covers, each in a few words. */
  prerequisites?: string[];
  /** Type name in the platform's tools, "none" if the tools have no single name. Default: the id. */
  typeName?: string;
  /** False if the platform's lists of adapters per guest do not include the adapter (DirectPath I/O). */
  listed: boolean;
  /** Cells by feature id. A feature that is not listed is unknown. */
  cells: Record<string, Cell>;
  /** Modes of the adapter that keep more features. Missing if there are none. */
  modes?: Mode[];
  /** Modes of which a rule requires one, with all recorded cells. */
  demandedModes?: DemandedMode[];
  /** References of the sources for versions and requirements. */
  evidence: string[];
}

/** A mode of an adapter, with the features that the adapter loses without the mode. Verdicts are about the adapter without it. */
export interface Mode {
  id: string;
  name: string;
  since: string;
  /** Last platform version with the mode. */
  until?: string;
  virtualHardware?: number;
  note?: string;
  /** Cells by feature id. Only cells that are better than those of the adapter. */
  keeps: Record<string, Cell>;
}

/** A mode that a rule requires. A feature without a cell is unknown. */
export interface DemandedMode {
  id: string;
  name: string;
  /** Requirements in addition to those of the adapter, each in a few words. */
  prerequisites?: string[];
  cells: Record<string, Cell>;
}

/** Support of an adapter for a feature, with the platform versions that have it. */
export interface Cell {
  support: Support;
  since?: string;
  until?: string;
  note?: string;
  basis: Basis;
  evidence: string[];
}

/** A guest operating system, one record for each bitness. */
export interface Guest {
  id: string;
  name: string;
  family: string;
  /** true for a guest that stands for all systems without a guest ID of their own. Its name names no system. */
  catchAll?: true;
  /** Release in the family's numbering (kernel version for linux), or "unknown". */
  release: string;
  bitness: 16 | 32 | 64;
  /** Products that are built on a release of the guest. */
  products?: string[];
  /** Ids and names in other tools, in lower case. The atlas id is not included. */
  aliases: string[];
  /** Patterns of unlisted spellings that match this guest. */
  patterns?: GuestPattern[];
  platforms: Record<string, GuestOnPlatform>;
}

/** Text around a release number, in lower case. Without after, the text matches anywhere in a name. */
export interface GuestPattern {
  before: string;
  after?: string;
  from?: string;
  to?: string;
  /** Whether later releases without a record also match. */
  later?: boolean;
}

/** A guest as one platform lists it. */
export interface GuestOnPlatform {
  /** First virtual hardware version with the guest. Missing if no record states it. */
  listedFrom?: number;
  /** First release with the guest, if it is later than the first release with this virtual hardware. */
  since?: string;
  /** Ranges of virtual hardware with their adapters, lowest first. */
  offered: OfferedRange[];
  /** The same fields, extended by older guests' entries that also cover the guest before it has its own entry. */
  older?: {
    /** First virtual hardware version with the guest or an older guest's entry. */
    listedFrom: number;
    since?: string;
    /** Ranges of virtual hardware with their adapters, lowest first. */
    offered: OfferedRange[];
    /** The entries of older guests. */
    entries: OlderEntry[];
  };
  /** Default adapter of the platform for a new VM. */
  default: string;
  basis: Basis;
  evidence: string[];
  /** Driver of this guest by adapter id. An adapter that is not listed is unknown. */
  drivers: Record<string, Driver>;
}

/** Adapters that a platform lists for a guest, from one virtual hardware version to another. */
export interface OfferedRange {
  from?: number;
  to?: number;
  adapters: string[];
}

/** An entry in the platform's list of guests that also covers a later release. */
export interface OlderEntry {
  /** Id of the older guest. */
  guest: string;
  /** Name of the entry on the platform. */
  name: string;
  from: number;
  to: number;
  /** inferred if the name of the entry does not include later releases. */
  basis?: Basis;
}

/** The origin of the driver of an adapter in a guest. */
export interface Driver {
  /** Origin of the driver. */
  where: DriverOrigin;
  basis: Basis;
  evidence: string[];
}

/** A range of numbers. A missing bound is open. */
export interface NumberRange {
  above?: number;
  atLeast?: number;
  below?: number;
  atMost?: number;
}
interface Consequence {
  exclude?: string[];
  prefer?: string[];
  over?: string[];
  gain?: Gain;
  warn?: string[];
  /** Method of a test in which the adapters under warn reached the packet rate above which the rule applies. */
  testedWith?: "dpdk" | "dpdk-vhost-user";
  /** Features that no adapter under warn can combine with the setting under beside or, without it, with the features in the rule's conditions. */
  loses?: string[];
  beside?: string;
  require?: string[];
  for?: string[];
  /** Requirement of the adapters under for, in words that follow the adapter's name. */
  provided?: string;
  /** Features that the steps under require would disable. If one of them is required, the advice leaves out the steps. */
  unlessRequired?: string[];
}

/** A rule of data/rules: conditions, consequence and evidence. */
export interface Rule {
  id: string;
  title: string;
  when: Conditions;
  then: Consequence;
  because: string;
  change?: string;
  strength: Strength;
  contested: boolean;
  since?: string;
  until?: string;
  evidence: string[];
}

/** A step of data/steps, before values of a situation are filled in. */
export interface Step {
  id: string;
  title: string;
  platform: string;
  adapters: string[];
  /** Mode that the step is for. Advice shows the step only if a rule requires it. */
  mode?: string;
  /** Guest families that the step is for. Default: all. */
  guestFamily?: string[];
  /** new: the step is for an additional adapter. change: the step replaces an adapter. Default: both. */
  occasion?: "new" | "change";
  /** Ids of the replaced adapters. Default: any. With `occasion: new`: adapters that an additional adapter replaces. */
  replaces?: string[];
  /** Ids of adapters that the step cannot replace. */
  notReplacing?: string[];
  /** Whether the step is also for a VM that keeps its adapter but changes the mode or the back end. */
  sameAdapter?: true;
  /** true: only for guests with DPDK. false: only for other guests. Default: all. */
  dpdk?: boolean;
  tool: string;
  action: Phase;
  /** Whether the step powers off or restarts the VM or its guest. */
  downtime?: true;
  text?: string;
  language?: string;
  code?: string;
  /** Placeholders of the code that are filled in from numbers of the situation. */
  codeValues?: Record<string, CodeValue>;
  pitfalls: string[];
}

/** A number of the situation for code: limited to `most`, multiplied by `times`, then increased by `plus`. */
interface CodeValue {
  field: keyof Situation;
  most?: number;
  /** Factor of the number. */
  times?: number;
  /** Number to add after that. */
  plus?: number;
}

/** A known problem and the machines with the problem. The title of the evidence describes it in a sentence. */
export interface Problem {
  adapters: string[];
  platforms: string[];
  /** Guest families with their releases. One entry must match. Default: all. */
  guests?: { family: string; atLeast?: string; below?: string }[];
  platformVersion?: VersionRange;
  virtualHardware?: NumberRange;
  /** Releases of the guest's driver package with the problem. */
  driver?: VersionRange;
  vcpus?: NumberRange;
  forwardsPackets?: boolean;
  /** Another condition that no question covers, as a clause that follows "if". */
  only?: string;
  symptom: string;
  /** Affected versions, in words. Empty until the later texts are loaded. */
  affects: string;
  /** First version without the problem, "none" or "unknown". */
  fixedIn: string;
  /** Workaround. At most its first sentence until the later texts are loaded. */
  workaround?: string;
  /** Reference of the finding. */
  evidence: [string];
}

/** At least one bound. below is the first version outside the range. */
export interface VersionRange {
  atLeast?: string | undefined;
  below?: string | undefined;
}

/** Ratio of two adapters in one study: the lowest and the highest of its comparisons. */
export interface MeasuredRatio {
  platform: string;
  adapter: string;
  over: string;
  metric: string;
  low: number;
  high: number;
  comparisons: number;
  /** Year, guest, link and traffic, in short. */
  conditions: string;
  /** Guest families of the study. Missing if the study does not name a guest. */
  families?: string[];
  evidence: string[];
}

/** CPU time saved at a packet rate. Without a number if the source does not state one. */
export interface SavingPoint {
  platform: string;
  adapter: string;
  packetRate: number;
  percentOfCore?: number;
  evidence: string[];
}

/** Short description of the cited evidence: title, year and address. */
export interface Evidence {
  kind: "source" | "dataset" | "measurement" | "finding";
  title: string;
  /** Id of the source. */
  source: string;
  /** Year of publication of the source. */
  year: number;
  /** Address of the atlas page, relative to the site's root. */
  path: string;
  /** Whether the evidence counts operations of a driver instead of performance. Counts explain advice, but do not raise its confidence. */
  isCount?: boolean;
  /** Contradicting records, and why they may differ. "unknown" if the sources do not state the cause. */
  contradictedBy?: { evidence: string; cause: string }[];
}

/** Type of the answers to a question. */
export type QuestionKind = "yes-no" | "choice" | "number" | "version" | "guest" | "features";

/** Conditions under which another answer is assumed. */
export type AssumedWhen = "has-passthrough" | "packet-rate-from" | "throughput-above" | "newest-since-update";

/** A field of the situation: the question, the assumed answer and the words for rule conditions. See question.schema.json. */
export interface Question {
  id: string;
  field: keyof Situation;
  kind: QuestionKind;
  group: "vm" | "traffic" | "features" | "host";
  /** Position among equally decisive questions, and among assumptions and turning points. Only for fields in rule conditions. */
  priority?: number;
  folded?: boolean;
  label: string;
  question: string;
  hint?: string;
  /** Name of the guide that explains how to find the answer. */
  guide?: string;
  description: string;
  /** Platforms that the question is for. Default: all. */
  platforms?: string[];
  unit?: string;
  bounds?: { least: number; most: number; whole: boolean };
  choices?: { value: number; label: string }[];
  /** Kind of the records that are the choices. */
  choicesFrom?: "platforms" | "adapters";
  /** Label of the unknown answer of a choice. */
  open?: string;
  /** Name of the command-line flag and of the component's attribute. */
  flag: string;
  flagAliases?: string[];
  flagHelp?: string;
  /** A good example value. */
  sample?: number | string;
  /** The assumed answer, with the sentence that states it. Without a value, the answer follows from other fields. */
  assumed?: Assumed & { instead?: (Assumed & { when: AssumedWhen; from?: number })[] };
  /** Ids of guests, and names of products built on guests, for which yes is assumed. */
  assumedYes?: string[];
  /** Families of guests that may answer yes. If left out, every family may. */
  guestFamily?: string[];
  /** First releases of such families that may answer yes. */
  guestRelease?: Record<string, string>;
  /** Meaning of yes and no, in words. */
  means?: { yes: string; no: string };
  /** Words for a condition on the field. {value} is the value or the range. */
  condition?: string;
  /** Why an adapter that requires a yes is excluded otherwise. */
  need?: string;
  /** How to turn the answers no and unknown into a yes. */
  remedy?: { no: string; unknown: string };
}

/** An assumed value, with the sentence that states it. */
export interface Assumed {
  value?: boolean | number | string;
  text: string;
}

/** Phases of steps in the order of work. Advice and adapter pages use this order. */
export const PHASES = ["prepare", "apply", "tune", "clean-up", "go-back"] as const;

export type Phase = (typeof PHASES)[number];

/** Whether a step is for a VM that already has the adapter: tuning, DPDK, or another mode or back end that a rule requires. */
export function isForPresent({ action, mode, dpdk }: Step, isDemanded: boolean): boolean {
  return action === "tune" || dpdk === true || (isDemanded && (action === "apply" || mode !== undefined));
}

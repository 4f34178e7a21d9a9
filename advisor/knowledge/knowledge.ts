/**
 * What the engine reads: the compiled, compact part of the atlas.
 * tools/site/compile writes it from data/; nothing here is authored by hand.
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
/** What a host may have to offer before an adapter can be used. */
type HostFact = "iommu" | "sriovNic";

export interface Knowledge {
  /** Version of this shape; a change that breaks a reader raises it. */
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
  /** Everything that rules, cells and drivers cite, by reference. */
  evidence: Record<string, Evidence>;
}

export interface Platform {
  id: string;
  name: string;
  /** Name where there is little room. */
  shortName: string;
  /** What its releases are called: QEMU 8.2 is none of KVM. */
  releaseName: string;
  /** Release that is assumed when the version is unknown. */
  current: string;
  /** Name of the driver package that is added in the guest. */
  guestDrivers: string;
  /** What emulates the processor without VT-x or AMD-V; left out where only 32-bit guests run then. */
  emulator?: string;
  /** Tools by their ids: what they are called, and whether they keep the machines in their own way. */
  tools: Record<string, { name: string; keepsMachines?: boolean }>;
  /** How the host is read while a machine is measured. */
  hostCounters?: { cpu: { command: string; text: string }; packetRate?: string };
  /** Addresses of adapters that it gives out itself and may refuse, and those that it takes, by their beginnings. */
  macAddresses?: { generated: MacRange[]; safe: MacRange };
  /** Products and tools that stand for it: taken wherever its id is. */
  productIds?: string[];
  /** Ids under productIds whose releases are those of the platform. */
  sameReleases?: string[];
  /** Products on it with words of their own for guests: each word with the ids of the guests for which it stands, and what the product calls it. */
  products?: { name: string; guestTypes: Record<string, string[]>; typeNames?: Record<string, string> }[];
  versions: { version: string; name?: string; virtualHardware?: number; virtualHardwareSince?: string }[];
}

interface MacRange {
  from: string;
  to: string;
}

export interface Feature {
  id: string;
  name: string;
  group: "mobility" | "sharing" | "performance" | "boot";
  aliases: string[];
  /** Platform id to the feature's name there; a platform not listed does not have it. */
  platforms: Record<string, string>;
}

export interface Adapter {
  id: string;
  name: string;
  kind: AdapterKind;
  platforms: Record<string, AdapterOnPlatform>;
  /** By platform, what it is called where a part of the knowledge says no more: a form offers it there too. */
  otherNames?: Record<string, string>;
}

export interface AdapterOnPlatform {
  name: string;
  /** Other spellings, in small letters. The published knowledge leaves them out; programs add those of the audit. */
  names?: string[];
  /** First platform version, or "unknown". */
  since: string;
  until?: string;
  /** Lowest virtual hardware version. */
  virtualHardware?: number;
  needs: HostFact[];
  /** What else the host or the network must have, of which no question asks, each in a few words. */
  prerequisites?: string[];
  /** What tools call it as a type, "none" where they have no word; its id where it is left out. */
  typeName?: string;
  /** False when the platform does not list it per guest (DirectPath I/O). */
  listed: boolean;
  /** Feature id to cell; a feature not listed is unknown. */
  cells: Record<string, Cell>;
  /** Other ways in which the platform can drive it; left out where there is none that keeps more features. */
  modes?: Mode[];
  /** Modes in one of which a rule demands that it be driven, with all that is recorded of them. */
  demandedModes?: DemandedMode[];
  /** References of the sources that state versions and needs. */
  evidence: string[];
}

/** Another way to drive an adapter: what it keeps that the adapter as such loses. The adapter is judged without it. */
export interface Mode {
  id: string;
  name: string;
  since: string;
  /** Last platform version that has it. */
  until?: string;
  virtualHardware?: number;
  note?: string;
  /** Feature id to cell, those only that are better than the adapter's own. */
  keeps: Record<string, Cell>;
}

/** A way to drive an adapter to which a rule leaves no other choice; a feature that has no cell here is unknown. */
export interface DemandedMode {
  id: string;
  name: string;
  /** What it needs besides what the adapter needs, each in a few words. */
  prerequisites?: string[];
  cells: Record<string, Cell>;
}

export interface Cell {
  support: Support;
  since?: string;
  until?: string;
  note?: string;
  basis: Basis;
  evidence: string[];
}

export interface Guest {
  id: string;
  name: string;
  family: string;
  /** In the family's numbering (kernel version for linux), or "unknown". */
  release: string;
  bitness: 16 | 32 | 64;
  /** Products that are built on some release of it. */
  products?: string[];
  /** Lower-case ids and names of other tools, the atlas id not among them. */
  aliases: string[];
  /** Spellings that no record lists and that are taken for this guest. */
  patterns?: GuestPattern[];
  platforms: Record<string, GuestOnPlatform>;
}

/** Lower-case text around a release number; without text after it, text that stands anywhere in a name. */
export interface GuestPattern {
  before: string;
  after?: string;
  from?: string;
  to?: string;
  /** Releases after the last one are taken for the guest too. */
  later?: boolean;
}

export interface GuestOnPlatform {
  /** First virtual hardware at which the platform lists the guest; left out where no record tells. */
  listedFrom?: number;
  /** First release that has the guest, where it is later than the first with that virtual hardware. */
  since?: string;
  /** Ranges of virtual hardware, lowest first, with the adapters offered there. */
  offered: OfferedRange[];
  /** The same with what a machine has that the platform lists under an older guest's entry, before the guest has one of its own. */
  older?: { listedFrom: number; since?: string; offered: OfferedRange[]; entries: OlderEntry[] };
  default: string;
  basis: Basis;
  evidence: string[];
  /** Adapter id to where this guest gets the driver; an adapter not listed is unknown. */
  drivers: Record<string, Driver>;
}

export interface OfferedRange {
  from?: number;
  to?: number;
  adapters: string[];
}

/** An entry of the platform's list of guests that serves for a later release too. */
export interface OlderEntry {
  guest: string;
  /** What the platform calls it there. */
  name: string;
  from: number;
  to: number;
  /** Inferred where its name does not say that it stands for later releases. */
  basis?: Basis;
}

export interface Driver {
  where: DriverOrigin;
  basis: Basis;
  evidence: string[];
}

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
  /** How a test reached the packet rate with the adapters under warn above which the rule applies. */
  testedWith?: "dpdk";
  /** Features that no adapter under warn can have beside the setting that is named, or else beside those that the rule's conditions require. */
  loses?: string[];
  beside?: string;
  require?: string[];
  for?: string[];
  /** What the adapters under for have to come with, in words that follow their name. */
  provided?: string;
}

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

export interface Step {
  id: string;
  title: string;
  platform: string;
  adapters: string[];
  /** The mode of the adapter that it is for; then it is told only where a rule demands it. */
  mode?: string;
  /** Guest families it is meant for; left out means all. */
  guestFamily?: string[];
  /** Whether it is for an adapter that comes new, or for one that takes the place of another; left out means both. */
  occasion?: "new" | "change";
  /** Adapters whose place is taken; left out means any. With `occasion: new`, those whose place is taken by adding one. */
  replaces?: string[];
  /** Adapters whose place cannot be taken in this way. */
  notReplacing?: string[];
  /** Whether it is also for a machine that keeps its adapter, but in another mode or on another back end. */
  sameAdapter?: true;
  /** Whether it is for guests with DPDK alone, or for all but them; left out means all. */
  dpdk?: boolean;
  tool: string;
  action: Phase;
  /** Whether it powers off or restarts the machine or its guest. */
  downtime?: true;
  text?: string;
  language?: string;
  code?: string;
  /** Placeholders of the code that follow from a number of the situation. */
  codeValues?: Record<string, CodeValue>;
  pitfalls: string[];
}

/** A number of the situation as code needs it: at most `most`, then multiplied, then added to. */
interface CodeValue {
  field: keyof Situation;
  most?: number;
  times?: number;
  plus?: number;
}

/** A known problem with the machines that have it; the evidence's title says it in a sentence. */
export interface Problem {
  adapters: string[];
  platforms: string[];
  /** Guest families with their releases, of which one must be the guest's; left out means all. */
  guests?: { family: string; atLeast?: string; below?: string }[];
  platformVersion?: VersionRange;
  virtualHardware?: NumberRange;
  /** Releases of the guest's driver package. */
  driver?: VersionRange;
  vcpus?: NumberRange;
  forwardsPackets?: boolean;
  /** Another fact that must hold and that no question asks, as a clause that follows "if". */
  only?: string;
  symptom: string;
  /** Versions with the problem, in words; empty until the later texts have come. */
  affects: string;
  /** First version without it, "none" or "unknown". */
  fixedIn: string;
  /** At most its first sentence until the later texts have come. */
  workaround?: string;
  /** Reference of the finding. */
  evidence: [string];
}

/** At least one bound; below is the first version outside. */
export interface VersionRange {
  atLeast?: string | undefined;
  below?: string | undefined;
}

/** One adapter's figure divided by another's in one study: lowest and highest of its comparisons. */
export interface MeasuredRatio {
  platform: string;
  adapter: string;
  over: string;
  metric: string;
  low: number;
  high: number;
  comparisons: number;
  /** Year, guest, link and traffic in short. */
  conditions: string;
  /** Guest families that the study is about; left out if it names no guest. */
  families?: string[];
  evidence: string[];
}

/** CPU saved at a packet rate; without a number where the source gives none. */
export interface SavingPoint {
  platform: string;
  adapter: string;
  packetRate: number;
  percentOfCore?: number;
  evidence: string[];
}

/** A short description of something cited, enough to name it and link to it. */
export interface Evidence {
  kind: "source" | "dataset" | "measurement" | "finding";
  title: string;
  /** Id of the source it comes from. */
  source: string;
  /** Year the source was published. */
  year: number;
  /** Page of the atlas, relative to the site's root. */
  path: string;
  /** It counts what a driver does and measures no performance, so it explains advice and makes it no surer. */
  isCount?: boolean;
  /** Records that say otherwise, with why they may differ; "unknown" where nobody says it. */
  contradictedBy?: { evidence: string; cause: string }[];
}

/** What an answer to a question is. */
export type QuestionKind = "yes-no" | "choice" | "number" | "version" | "guest" | "features";

/** In which situations something else is assumed than usually. */
export type AssumedWhen = "has-passthrough" | "packet-rate-from" | "throughput-above" | "newest-since-update";

/** A field of the situation: what is asked, what is taken when nobody answers, and how rules speak of it. See question.schema.json. */
export interface Question {
  id: string;
  field: keyof Situation;
  kind: QuestionKind;
  group: "vm" | "traffic" | "features" | "host";
  /** Place among open questions that decide alike, assumptions and turning points; only of fields on which rules may depend. */
  priority?: number;
  folded?: boolean;
  label: string;
  question: string;
  hint?: string;
  /** Name of the guide that says how to find the answer. */
  guide?: string;
  description: string;
  /** Platforms on which it is asked; left out where it is on all. */
  platforms?: string[];
  unit?: string;
  bounds?: { least: number; most: number; whole: boolean };
  choices?: { value: number; label: string }[];
  /** The records that are the values of a choice. */
  choicesFrom?: "platforms" | "adapters";
  /** What the open answer of a choice is called. */
  open?: string;
  /** Word of the command-line flag and of the component's attribute. */
  flag: string;
  flagAliases?: string[];
  flagHelp?: string;
  /** A value that makes a good example. */
  sample?: number | string;
  /** What is taken when nobody answers, with the sentence that says so; without a value it follows from other fields. */
  assumed?: Assumed & { instead?: (Assumed & { when: AssumedWhen; from?: number })[] };
  /** Ids of guests, and names of products built on guests, for which yes is assumed. */
  assumedYes?: string[];
  /** What yes and no mean. */
  means?: { yes: string; no: string };
  /** What a condition on it is called; {value} is the value or the range. */
  condition?: string;
  /** Why an adapter that needs a yes is excluded without it. */
  need?: string;
  /** How a no, or what is not known, becomes a yes. */
  remedy?: { no: string; unknown: string };
}

/** A value with its sentence. */
export interface Assumed {
  value?: boolean | number | string;
  text: string;
}

/** When a step comes, in the order of work: what the advisor says and what an adapter's pages show follow it. */
export const PHASES = ["prepare", "apply", "tune", "clean-up", "go-back"] as const;

export type Phase = (typeof PHASES)[number];

/** A machine that has the adapter already needs no change, only what makes it run well, what DPDK takes, and another mode or back end where a rule asks for one. */
export function isForPresent({ action, mode, dpdk }: Step, isDemanded: boolean): boolean {
  return action === "tune" || dpdk === true || (isDemanded && (action === "apply" || mode !== undefined));
}

/**
 * The knowledge of the audit in addition to the engine's: findings, waves of work, and spellings of adapters in inventories.
 * tools/site/compile generates it from data/audit/ and data/adapters/.
 */

import { normaliseAdapter } from "../knowledge/adapter-names.ts";
import type { Evidence } from "../knowledge/knowledge.ts";
import type { Conditions, Severity } from "./judge/facts.ts";

/** A problem that an adapter of a fleet can have. */
export interface AuditFinding {
  /** Stable id, never used again for another finding. */
  id: string;
  severity: Severity;
  /** What is wrong, in a few words without names. */
  title: string;
  /** What is wrong with this adapter; braces stand for facts. */
  text: string;
  /** What to do, in one sentence. */
  help: string;
  /** Conditions: every fact must have one of its listed values. */
  when: Conditions;
  /** References that support the finding in every case. */
  evidence: string[];
  /** Set if the finding is about the machine, and so the same for each of its adapters. */
  about?: "machine";
  /** Part of the advice whose evidence supports the finding in this case. */
  cites?: "current" | "driver" | "recommendation" | "problem" | "warning";
}

/** A wave of work on a fleet. */
interface Wave {
  id: string;
  /** Place in the order of work. */
  order: number;
  title: string;
  text: string;
  /** Lists of conditions, of which one must hold. */
  when: Conditions[];
}

/** A system whose vendor chooses the adapter, by its name in inventories. */
export interface Appliance {
  name: string;
  /** Whether the appliance is built to forward packets. */
  forwards: boolean;
}

/** A fact that an inventory may leave out, with the command that prints the fact, by platform or product. */
interface InventoryFact {
  text: string;
  commands: Record<string, string>;
  /** For a fact of the platform that is judged: commands inside the guest, by platform and family of the guest. */
  guestCommands?: Record<string, Record<string, string>>;
}

/** Facts that the audit needs for a verdict, or for a certain verdict. */
export type MissingFact = "platform" | "records" | "adapter" | "adapterName" | "guest" | "tools" | "virtualHardware";

export interface FleetKnowledge {
  /** Platform id to spelling, in lower case and without a leading "virtual", to adapter id. */
  adapterNames: Record<string, Record<string, string>>;
  /** Field of a fleet's record to the features on which a machine relies if the field is true. */
  clusterFeatures: Record<"clusterHa" | "clusterDrs" | "faultTolerance", string[]>;
  /** Guests whose vendor decides the adapter. `platforms` and `names` limit the entry to ids of these platforms and to these names. */
  vendorDecides: { platforms?: string[]; names?: string[]; guests: string[] }[];
  /** Appliances that no guest record describes. */
  appliances: Appliance[];
  /** Guests whose ID stands for releases with a driver of their own and for releases without. */
  guestsOfSeveralReleases: string[];
  /** Platforms on which the tools in the guest are the package that has the drivers. */
  toolsAreDrivers: string[];
  /** How tables name platforms and products, in lower case; the first entry that fits counts. */
  platformWords: { platform: string; words: string[] }[];
  /** Spellings of an adapter that becomes another one while the tools run in a guest that has the driver from them. */
  becomesWithTools: { platform: string; names: string[]; adapter: string }[];
  /** Words that tools write instead of an adapter type. */
  openAdapters: { platform: string; word: string; text: string; command?: string }[];
  facts: Record<MissingFact, InventoryFact>;
  /** In the order in which they are tried: a known problem is reported by the first that fits. */
  findings: AuditFinding[];
  /** In the order in which they are tried. */
  waves: Wave[];
  /** Evidence of rules that prefer several paravirtual adapters, with the adapters among them that it is about. */
  paravirtualOf: Record<string, string[]>;
  /** Evidence of findings that the engine's knowledge does not describe. */
  evidence: Record<string, Evidence>;
}

/** Returns the adapter for an inventory's spelling on a platform. Undefined if no record lists the spelling. */
export function findAdapter(
  { adapterNames }: Pick<FleetKnowledge, "adapterNames">,
  platform: string,
  written: string,
): string | undefined {
  const names = adapterNames[platform] ?? {};
  const name = normaliseAdapter(written);
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/** The adapter that an inventory's spelling means while the tools run in the guest; undefined if they change nothing. */
export function findAdapterWithTools(
  { becomesWithTools }: Pick<FleetKnowledge, "becomesWithTools">,
  platform: string,
  written: string,
): string | undefined {
  const name = normaliseAdapter(written);
  return becomesWithTools.find((one) => one.platform === platform && one.names.includes(name))?.adapter;
}

/** Returns the word that a tool writes instead of an adapter type. Undefined for other spellings. */
export function findOpenAdapter(
  { openAdapters }: Pick<FleetKnowledge, "openAdapters">,
  platform: string | null,
  written: string | null,
): FleetKnowledge["openAdapters"][number] | undefined {
  const [product, word] = [platform?.trim().toLowerCase(), written?.trim().toLowerCase()];
  return openAdapters.find((one) => one.platform === product && one.word === word);
}

import { questions } from "./questions.ts";
import type {
  Adapter,
  AdapterOnPlatform,
  DriverOrigin,
  Guest,
  GuestOnPlatform,
  Knowledge,
  Platform,
  Rule,
} from "../../../advisor/knowledge/knowledge.ts";

/** What an adapter of a small knowledge has of its own: of its kind and its section, and where the guest gets its driver. */
export type Part = Partial<AdapterOnPlatform> & { kind?: Adapter["kind"]; driver?: DriverOrigin };

/** Knowledge of one platform, two features and one guest with the adapters and rules of a test; unless told, everything is offered to the guest. */
export function smallKnowledge(
  adapters: Record<string, Part>,
  rules: Partial<Rule>[] = [],
  offered: GuestOnPlatform["offered"] = [{ from: 4, adapters: Object.keys(adapters) }],
): Knowledge {
  const guest: Guest = {
    id: "guest",
    name: "Guest",
    family: "linux",
    release: "1.0",
    bitness: 64,
    aliases: [],
    platforms: {
      vsphere: {
        offered,
        default: "unknown",
        basis: "stated",
        evidence: [],
        drivers: Object.fromEntries(
          Object.entries(adapters).map(([id, { driver = "box" }]) => [
            id,
            { where: driver, basis: "stated" as const, evidence: [] },
          ]),
        ),
      },
    },
  };
  return {
    schemaVersion: "1.0.0",
    knowledgeVersion: "small",
    questions,
    platforms: [makePlatform("2.0", { "1.0": 4, "2.0": 8, "3.0": 10 })],
    features: [
      { id: "move", name: "migration", group: "mobility", aliases: [], platforms: { vsphere: "moving" } },
      // One that the platform has not.
      { id: "save", name: "saving", group: "mobility", aliases: [], platforms: {} },
    ],
    adapters: Object.entries(adapters).map(([id, { kind = "emulated", driver: _, ...section }]) => ({
      id,
      name: id,
      kind,
      platforms: {
        vsphere: { name: id, since: "unknown", needs: [], listed: true, cells: {}, evidence: [], ...section },
      },
    })),
    guests: [guest],
    rules: rules.map(
      (rule, at): Rule => ({
        id: `rule-${at}`,
        title: `Rule ${at}`,
        when: {},
        then: {},
        because: `It is so, ${at}.`,
        change: "Change it.",
        strength: "vendor-recommendation",
        contested: false,
        evidence: [],
        ...rule,
      }),
    ),
    steps: [],
    problems: [],
    effects: { ratios: [], savings: [] },
    evidence: {},
  };
}

/** A made-up platform with the virtual hardware of each of its releases. */
export function makePlatform(current: string, hardware: Record<string, number>): Platform {
  return {
    id: "vsphere",
    name: "Platform",
    shortName: "Platform",
    tools: {},
    releaseName: "Platform",
    current,
    guestDrivers: "Tools",
    versions: Object.entries(hardware).map(([version, virtualHardware]) => ({ version, virtualHardware })),
  };
}

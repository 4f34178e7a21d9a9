import type { Advisor } from "../../../advisor/advisor.ts";
import { describeProblem, readSituation } from "../../../advisor/questions/read-situation.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { toText } from "../../../advisor/questions/text-fields.ts";
import { platformName, recommendedVerdict } from "../../../advisor/ui/answer/names.ts";
import { words } from "../../../advisor/ui/words.ts";
import { type AuthoredFile, readPlaced, refuse } from "./read-placed.ts";

/** The examples with the engine's answers; nothing here is authored but the situations. */
export function compileExamples(examples: readonly AuthoredExample[], advisor: Advisor) {
  const answered = examples.map((example) => answer(example, advisor));
  const ofGroup = (name: AuthoredExample["group"]) => answered.filter(({ group }) => group === name);
  return { first: ofGroup("first"), more: ofGroup("more"), hard: ofGroup("hard") };
}

function answer(example: AuthoredExample, { advise }: Advisor) {
  const { id, group, says, situation } = example;
  const advice = advise(situation);
  const chosen = recommendedVerdict(advice);
  return {
    id,
    group,
    says,
    query: new URLSearchParams(toText(situation)).toString(),
    recommended: chosen && { id: chosen.adapter, name: chosen.name },
    why: advice.why,
    excluded: advice.verdicts.filter(({ status }) => status === "excluded").map(({ name }) => name),
    confidence: chosen && words.levels[advice.confidence.level],
    ...(example.group === "hard" ? { title: example.title } : {}),
  };
}

/** What the advisor says before anything is known, for the page to show while the engine is on its way. */
export function compileOpening({ advise, knowledge }: Advisor) {
  const { headline, why, situation } = advise({});
  const name = platformName(knowledge, situation.platform ?? "");
  const others = knowledge.platforms.map(({ id }) => id).filter((id) => id !== situation.platform);
  return {
    headline: headline.text,
    platform: words.assumedPlatform(name),
    changes: others.map((id) => words.changePlatform(platformName(knowledge, id))),
    why,
  };
}

/** A situation that the page of examples shows; a hard case has a title of its own. */
type AuthoredExample = { id: string; says: string; situation: Situation } & (
  | { group: "first" | "more" }
  | { group: "hard"; title: string }
);

/** Reads the file of examples; whatever the schema or the advisor refuses is named with its place. */
export function readExamples(authored: AuthoredFile, advisor: Advisor): AuthoredExample[] {
  const { data, placeOf } = readPlaced("assets/examples/examples.yaml", authored);
  const examples = Object.entries(data as Record<string, Omit<AuthoredExample, "id">>).map(
    ([id, example]) => ({ id, ...example }) as AuthoredExample,
  );
  refuse(
    examples.flatMap(({ id, situation }) =>
      readSituation(advisor, situation).problems.map(
        (problem) => `${placeOf([id, "situation", problem.field])}  ${id}: ${describeProblem(problem)}`,
      ),
    ),
  );
  return examples;
}

/** A situation that many readers come with, offered as a link on the advisor's page. */
interface Preset {
  id: string;
  label: string;
  situation: Situation;
}

/** The presets in the order of the page. */
export const presets: readonly Preset[] = [
  {
    id: "web-front-end",
    label: "Web front end",
    situation: {
      platform: "vsphere",
      guest: "ubuntu-22-04-64",
      packetRate: 30000,
      guestDrivers: true,
      requires: ["vmotion"],
    },
  },
  {
    id: "database",
    label: "Database server",
    situation: {
      platform: "vsphere",
      guest: "rhel9-64",
      packetRate: 8000,
      guestDrivers: true,
      requires: ["vmotion", "snapshots"],
    },
  },
  {
    id: "domain-controller",
    label: "Domain controller",
    situation: {
      platform: "vsphere",
      guest: "windows-server-2022-64",
      packetRate: 2000,
      guestDrivers: true,
      requires: ["vmotion", "ha"],
    },
  },
  {
    id: "firewall-appliance",
    label: "Firewall appliance",
    situation: {
      platform: "vsphere",
      guest: "freebsd13-64",
      packetRate: 200000,
      forwardsPackets: true,
      requires: ["ha"],
    },
  },
  {
    id: "packet-processing",
    label: "Packet processing (DPDK)",
    situation: {
      platform: "vsphere",
      guest: "rhel9-64",
      packetRate: 500000,
      guestDrivers: true,
      dpdk: true,
      iommu: true,
      sriovNic: true,
    },
  },
  {
    id: "network-boot",
    label: "Linux installed over the network",
    situation: { platform: "vsphere", guest: "rhel9-64", guestDrivers: false, requires: ["pxe-boot"] },
  },
  {
    id: "windows-xp",
    label: "Windows XP",
    situation: { platform: "vsphere", guest: "windows-xp-32", packetRate: 1000 },
  },
  {
    id: "esx-3-5",
    label: "ESX 3.5 era",
    situation: {
      platform: "vsphere",
      platformVersion: "3.5",
      guest: "windows-server-2003-32",
      hardwareVirtualization: false,
    },
  },
];

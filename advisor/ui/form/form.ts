import { ASSUMED_PLATFORM, PACKET_BYTES } from "../../questions/fields.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import { groupDigits } from "../../explain/digits.ts";
import { packetsPerSecond } from "../../questions/packet-rate.ts";
import type { Situation } from "../../questions/situation.ts";

/** A value that a field offers; the group is the platform that it belongs to. */
export interface Choice {
  value: string;
  label: string;
  platform?: { id: string; name: string };
  feature?: string;
}

/** One question of the form, described without any element. */
export interface Field {
  name: keyof Situation;
  label: string;
  hint?: string;
  /** suggest: text with suggestions; one: one of few, in view; list: one of many; several: any of them. */
  kind: "suggest" | "number" | "one" | "list" | "several";
  choices: Choice[];
  /** Not asked at first, but folded away. */
  isFolded?: boolean;
}

/** Questions that belong together, under one heading. */
export interface FieldGroup {
  title: string;
  more: string;
  fields: Field[];
}

const UNKNOWN: Choice = { value: "", label: "not known" };
const YES_OR_NO: Choice[] = [{ value: "true", label: "yes" }, { value: "false", label: "no" }, UNKNOWN];

/** The questions of the advisor, in the order in which they are asked; the page's form asks the same. */
export function describeForm(knowledge: Knowledge): FieldGroup[] {
  const platforms = [...knowledge.platforms].sort(
    (a, b) => Number(b.id === ASSUMED_PLATFORM) - Number(a.id === ASSUMED_PLATFORM),
  );
  const yesOrNo = (name: keyof Situation, label: string, hint?: string): Field => ({
    name,
    label,
    kind: "one",
    choices: YES_OR_NO,
    ...(hint === undefined ? {} : { hint }),
  });
  return [
    {
      title: "The VM",
      more: "More about the VM",
      fields: [
        {
          name: "guest",
          label: "Guest operating system",
          hint: "An id or a name, as your inventory prints it.",
          kind: "suggest",
          choices: [],
        },
        {
          name: "platform",
          label: "Platform",
          kind: "one",
          choices: platforms.map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          name: "platformVersion",
          label: "Its release",
          kind: "list",
          choices: [
            UNKNOWN,
            ...platforms.flatMap((platform) =>
              [...platform.versions]
                .reverse()
                .map(({ version, name }) => ({ value: version, label: name ?? version, platform })),
            ),
          ],
        },
        yesOrNo(
          "guestDrivers",
          "Can drivers be added in the guest?",
          "VMware Tools on vSphere, virtio drivers on KVM. No means: only those that come with the guest.",
        ),
        {
          name: "virtualHardware",
          label: "Virtual hardware version",
          hint: "The number in vmx-21.",
          kind: "number",
          choices: [],
          isFolded: true,
        },
        {
          name: "bitness",
          label: "Bitness",
          kind: "list",
          isFolded: true,
          choices: [
            { value: "", label: "as the guest says" },
            { value: "64", label: "64-bit" },
            { value: "32", label: "32-bit" },
          ],
        },
        {
          name: "currentAdapter",
          label: "Adapter that it has now",
          kind: "list",
          isFolded: true,
          choices: [
            UNKNOWN,
            ...platforms.flatMap((platform) =>
              knowledge.adapters.flatMap(({ id, platforms: sections }) => {
                const section = sections[platform.id];
                return section ? [{ value: id, label: section.name, platform }] : [];
              }),
            ),
          ],
        },
        {
          ...yesOrNo(
            "hardwareVirtualization",
            "Does it run with hardware virtualization?",
            "VT-x or AMD-V. Always so on current releases.",
          ),
          isFolded: true,
        },
      ],
    },
    {
      title: "The traffic",
      more: "More about the traffic",
      fields: [
        {
          name: "packetRate",
          label: "Packets per second at peak",
          kind: "number",
          choices: [],
          hint: `In the busier direction. Full ${groupDigits(PACKET_BYTES.largest)}-byte packets at 1 Gbit/s are about ${groupDigits(Math.round(packetsPerSecond(1, PACKET_BYTES.largest) / 1000) * 1000)} packets/s.`,
        },
        yesOrNo(
          "latencySensitive",
          "Does the response time of single packets decide?",
          "Trading, telephony and the like.",
        ),
        {
          name: "throughputGbps",
          label: "Throughput in Gbit/s",
          hint: "Where the packet rate is not known: it follows.",
          kind: "number",
          choices: [],
          isFolded: true,
        },
        {
          name: "packetBytes",
          label: "Size of the packets in bytes",
          hint: "IP packets, as the MTU counts them. Without it the packet rate is a range.",
          kind: "number",
          choices: [],
          isFolded: true,
        },
        { ...yesOrNo("manyConnections", "Do very many connections come in at once?"), isFolded: true },
        { ...yesOrNo("forwardsPackets", "Is it a router, firewall or bridge?"), isFolded: true },
        { ...yesOrNo("dpdk", "Does the guest drive the adapter with DPDK?"), isFolded: true },
      ],
    },
    {
      title: "Must keep working",
      more: "More features",
      fields: [
        {
          name: "requires",
          label: "Features",
          kind: "several",
          choices: knowledge.features.map(({ id, name }) => ({ value: id, label: name, feature: id })),
        },
      ],
    },
    {
      title: "The host",
      more: "More about the host",
      fields: [
        yesOrNo("iommu", "Has it an IOMMU, and is it on?", "VT-d or AMD-Vi. Only passthrough needs it."),
        yesOrNo("sriovNic", "Has it a NIC with SR-IOV on and a virtual function free?"),
        { ...yesOrNo("saveCpu", "Is its CPU time scarce?", "Saving it is what passthrough is for."), isFolded: true },
        { name: "linkGbps", label: "Speed of its link in Gbit/s", kind: "number", choices: [], isFolded: true },
      ],
    },
  ];
}

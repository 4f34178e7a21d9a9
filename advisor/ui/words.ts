import type { Reason } from "../advice.ts";
import type { Situation } from "../situation.ts";
import { copyWords } from "./copy-words.ts";

type Field = keyof Situation;

/** Every word of the form and the answer that is not the engine's, in one place for translation. Parameters are ready to print. */
export const words = {
  use: "Use",
  noneFits: "No adapter fits",
  levels: { high: "High confidence", medium: "Medium confidence", low: "Low confidence" },
  status: { recommended: "recommended", suitable: "suitable", excluded: "excluded" },
  announce: (adapter: string, level: string) => `Recommended: ${adapter}, ${level}.`,
  announceNone: "No adapter fits.",
  unusable: (fields: string) => `Could not be used: ${fields}.`,
  bar: (adapter: string, level: string) => `Use ${adapter}, ${level}`,

  warnings: "Check what was given",
  questions: "An answer here could change it",
  moreQuestions: (count: number) => count === 1 ? "One more question" : `${count} more questions`,
  outcome: (label: string, adapters: string) => `${label}: ${adapters}`,
  maybe: (label: string, adapters: string) => `${label}: perhaps ${adapters}`,
  or: " or ",
  forExample: (label: string) => `such as ${label}`,
  guestLeadsTo: (adapters: string) => `Older and rarer guests lead to ${adapters}.`,
  nameGuest: "Name the guest",
  whichGuests: "Which guests lead there",

  verdicts: "Every adapter",
  reasons: (count: number) => count === 1 ? "One reason, with sources" : `All ${count} reasons, with sources`,
  absent: (names: string) => `Not offered here: ${names}`,
  forAdapter: (name: string) => ` for ${name}`,
  rule: "the rule",
  evidence: (title: string, year: number) => `${title} (${year})`,
  change: "What would have to change:",

  worth: "What it is worth",
  barLabel: (low: number, high: number) => low === high ? `${low} ×` : `${low} to ${high} ×`,
  givesUp: (features: string) => `Given up with it: ${features}.`,
  youAreHere: "this machine",
  savingsTitle: "CPU that passthrough saved, by packets per second",
  percentOfCore: (percent: number) => `${percent} % of a core`,
  noNumber: "clear, no number",
  betweenRates: "nothing published",
  rulesThatDecided: "Show the rules that decided",

  rulesFired: (fired: number, all: number) => `${fired} of the ${all} rules had a say here.`,
  onlyFired: "Only the rules that had a say",
  backToAnswer: "Back to the answer",
  beforeRules: "Before any rule, these were out:",
  excludedBy: { guest: "the platform does not offer them to this guest.", driver: "there is no driver for them." } as Partial<Record<Reason["kind"], string>>,
  ruleEffects: {
    excludes: (adapters) => `Here: excludes ${adapters}.`,
    prefers: (adapters) => `Here: prefers ${adapters}.`,
    behind: (adapters) => `Here: places ${adapters} behind.`,
    requires: (adapters) => `Here: demands a step for ${adapters}.`,
    warns: (adapters) => `Here: cautions about ${adapters}.`,
    neutral: (adapters) => `Here: about ${adapters}.`,
  } as Record<Reason["effect"], (adapters: string) => string>,

  conflicts: "What would make another fit",
  conflictsNone: "What would have to give way",
  turning: "What would change it",
  assumed: (count: number) => count === 1 ? "One thing was assumed" : `${count} things were assumed`,
  whole: "The whole answer, with reasons and steps",
  folded: "Reasons, steps and how to verify it",

  steps: "Do it",
  stepsBefore: (count: number) => `Before you start (${count})`,
  stepsApply: "Then, with one of these tools",
  stepsTune: (count: number) => `Fine tuning (${count})`,
  stepsAfter: (count: number) => `Afterwards (${count})`,
  tools: "Tool",
  fillIn: { vm: "Name of the VM", network: "Port group or network", mac: "MAC address to keep", HOST: "Address of the other end" } as Record<string, string>,
  code: (title: string) => `Code: ${title}`,

  verify: "Verify it here",
  replaceHost: "HOST is another machine on the network; on it, start iperf3 -s or netserver first.",
  notLinux: (guest: string) => `The script needs a Linux guest. For ${guest}, run the same tests by hand with its own build of iperf3 or with NTttcp, five times for each adapter, or take a Linux guest with the same adapter on the same host.`,
  runWith: (adapter: string) => `With ${adapter}`,
  minutes: (minutes: number) => `It takes about ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
  getScript: (file: string) => `Get ${file}`,
  howToValidate: "How the validation works",

  copy: "Copy",
  ...copyWords,
  copyWhat: (what: string) => `: ${what}`,
  copyLink: "Copy link",
  copyMarkdown: "Copy as Markdown",
  download: "Download JSON",
  print: "Print",
  newTab: " (new tab)",

  situation: "The situation",
  madeBy: (version: string) => `vNIC Atlas, knowledge ${version}`,
  yes: "yes",
  no: "no",
  unknown: "not known",
  fixed: "Given",

  problem: (label: string, found: string, expected: string) => `${label}: found ${found}, expected ${expected}.`,
  noGuest: (found: string) => `No guest "${found}".`,
  severalGuests: (found: string) => `"${found}" is more than one.`,
  nearest: "Nearest:",
  notListed: (value: string) => `${value} (not in the list)`,
  offers: "Suggestions",
  rateScale: "Packets per second, on a logarithmic scale",
  packetsPerSecond: (rate: string) => `${rate} packets per second`,
  failed: "The advisor could not work out an answer.",

  fields: {
    platform: "Platform",
    platformVersion: "Its release",
    guest: "Guest operating system",
    bitness: "Bitness",
    hardwareVirtualization: "Hardware virtualization",
    virtualHardware: "Virtual hardware version",
    guestDrivers: "Drivers can be added",
    packetRate: "Packets per second at peak",
    throughputGbps: "Throughput (Gbit/s)",
    packetBytes: "Packet size (bytes)",
    linkGbps: "Link speed (Gbit/s)",
    saveCpu: "CPU time of the host is scarce",
    latencySensitive: "Sensitive to latency",
    manyConnections: "Very many connections",
    forwardsPackets: "Router, firewall or bridge",
    dpdk: "DPDK in the guest",
    iommu: "Host IOMMU on",
    sriovNic: "SR-IOV NIC with a free function",
    currentAdapter: "Adapter that it has now",
    requires: "Must keep working",
  } satisfies Record<Field, string>,
  bits: (bitness: number) => `${bitness}-bit`,
  toolNames: {
    "vsphere-client": "vSphere Client", powercli: "PowerCLI", govc: "govc", terraform: "Terraform", ansible: "Ansible",
    packer: "Packer", vmx: ".vmx", libvirt: "libvirt", qemu: "QEMU", proxmox: "Proxmox VE", guest: "In the guest", host: "On the host",
  } as Record<string, string>,
} as const;

/** The name of a situation's field, or the field itself when it is none. */
export function fieldLabel(field: string): string {
  return Object.hasOwn(words.fields, field) ? words.fields[field as Field] : field;
}

import type { MacProblem } from "../steps/fill-code.ts";
import type { Phase } from "../knowledge/knowledge.ts";

/** The words of a copy button, apart because pages that only copy need no others. */
const englishCopy = {
  copyWhat: (what: string) => `: ${what}`,
  copied: "Copied",
  notCopied: "The browser blocks copying. Select the text and copy it by hand.",
} as const;

/** Every word of the form and the answer that is not the engine's, in one place for translation. Parameters are ready to print. */
const english = {
  recognised: (guest: string) => `Recognised: ${guest}`,
  onPlatform: (platform: string) => `Platform: ${platform}`,
  assumedPlatform: (platform: string) => `Assumed platform: ${platform}`,
  changePlatform: (platform: string) => `Change to ${platform}`,
  levels: { high: "High confidence", medium: "Medium confidence", low: "Low confidence" },
  dots: { high: "●●●", medium: "●●○", low: "●○○" },
  status: { recommended: "recommended", suitable: "suitable", conditional: "conditional", excluded: "excluded" },
  needsCondition: (condition: string) => `Check first: ${condition}`,
  losesFeatures: (features: string) => `Loses ${features}.`,
  fitsToo: {
    throughput: "Works, but slower.",
    cpu: "Works, but uses more host CPU.",
    latency: "Works, but responds more slowly.",
    sharing: "Works, but loses features.",
    compatibility: "Works, but is less compatible.",
    purpose: "For another purpose.",
  } as Record<string, string>,
  fits: "Works, but is not the best choice.",
  unusable: (fields: string) => `Could not be used: ${fields}.`,
  bar: (headline: string, level: string) => `${headline}, ${level.toLowerCase()}`,
  price: {
    keeps: "Keeps",
    kept: (names: string, count: number, required: number) => `${names} (${count} of ${required} required)`,
    unsure: "Check first",
    loses: "Loses",
    alsoLoses: "Also loses",
    conditional: "Only under conditions",
    alsoConditional: "Also under conditions",
    needs: "Needs",
    nothing: "nothing to install",
    downtime: "Downtime",
    toReplace: "Yes for an existing VM, no for a new VM",
  },
  andMore: (names: string, rest: number) => `${names} and ${rest} more`,
  current: (adapter: string, why: string) => `${adapter} cannot stay: ${why}`,
  known: {
    title: "Known problems",
    more: "Known problems in detail",
    appliesIf: (clause: string) => `Applies if ${clause}.`,
    dependsOn: (fact: string) => `Depends on: ${fact}.`,
    affects: (versions: string) => `Affects: ${versions}.`,
    fixed: (version: string) =>
      version === "none"
        ? "No fix yet."
        : version === "unknown"
          ? "The fixed version is unknown."
          : `Fixed in ${version}.`,
    workaround: (text: string) => `Workaround: ${text}`,
  },

  warnings: "Check the inputs",
  caution: "Caution",
  alsoCheck: (labels: string) => `Also check: ${labels}.`,
  question: "Could change this",
  questions: "More questions",
  outcome: (label: string, outcome: string) => `${label}: ${outcome}`,
  noChange: "no change",
  mayChange: (adapters: string) => `may change to ${adapters}`,
  mayFitNone: "possibly no adapter fits",
  mayChangeOrFitNone: (adapters: string) => `may change to ${adapters}, or no adapter may fit`,
  asAssumed: (label: string) => `${label} (assumed)`,
  or: " or ",
  forExample: (label: string) => `such as ${label}`,
  guestLeadsTo: (adapters: string) => `Some guests need ${adapters}.`,
  nameGuest: "Add the guest OS",
  fixedNote: "This page sets the value. You cannot change it here.",
  needGuest: "We need the guest OS first",
  needPlatform: "We need the platform first",
  needCorrection: (count: number) => (count === 1 ? "Correct one value first" : `Correct ${count} values first`),
  noAnswerYet: "No recommendation yet.",
  didYouMean: "Did you mean:",
  goToField: "Correct the value",
  whichGuests: "Show these guests",

  verdicts: "Other adapters",
  reasons: (count: number) => (count === 1 ? "Reason" : `${count} reasons`),
  forAdapter: (name: string) => `, with sources, for ${name}`,
  rule: "the rule",
  evidenceTitle: "Evidence",
  evidence: (title: string, year: number) => `${title} (${year})`,
  textsFailed: "Reasons and titles of sources could not be loaded. Links show the record's id instead.",
  change: "To change this:",

  barLabel: (low: number, high: number) => (low === high ? `${low}×` : `${low}–${high}×`),
  conditional: (features: string) => `Supported under conditions: ${features}.`,
  youAreHere: "this VM",
  savingsTitle: "CPU saved by passthrough, by packets per second",
  percentOfCore: (percent: number) => `${percent} % of a core`,
  noNumber: "clear, no number",
  betweenRates: "nothing published",
  rulesThatDecided: "Show the rules that decided",

  conflictsNone: "Changes that let an adapter fit",
  sameFor: (adapters: string) => `The same applies to ${adapters}.`,
  turning: "What would change the answer",
  assumptions: "Assumptions that matter",
  folded: "Other adapters, evidence and steps",

  steps: "Steps",
  showSteps: "Show steps",
  stepsFailed: "The steps could not be loaded.",
  stepsElsewhere: "Open the page with the steps",
  platformFailed: (platform: string) => `The data for ${platform} could not be loaded.`,
  tryAgain: "Try again",
  inPlace: "To replace the current adapter",
  presentUnknown: "Tell us the current adapter to see only the steps you need.",
  namePresent: "Add the current adapter",
  occasions: {
    new: "Only for a new adapter.",
    change: "Only if you replace another adapter.",
  },
  phases: {
    prepare: "Before you start",
    apply: "Apply",
    tune: "Tune",
    "clean-up": "Clean up",
    "go-back": "Roll back",
  } satisfies Record<Phase, string>,
  counted: (title: string, count: number) => `${title} (${count})`,
  tools: "Tool",
  fillIn: {
    vm: "Name of the VM",
    "vm-id": "VM ID on the host (Vmid or VMID)",
    "esxi-host": "Name of the ESXi host",
    "passthrough-device": "Name of the passed-through device, such as pcipassthrough-1",
    network: "Name of the network",
    mac: "MAC address",
    pf: "Physical function, such as 0000:3b:00.1",
    interface: "Network interface in the guest",
    "port-interface": "Network interface of the port on the host",
    "pci-address": "PCI address of the device on the host, such as 0000:3b:00.1",
    "old-pci-address": "PCI address of the current device",
    "guest-pci-address": "PCI address of the adapter in the guest",
    "second-guest-pci-address": "PCI address of the second adapter in the guest",
    "pci-domain": "PCI domain in hexadecimal, such as 0000",
    "pci-bus": "PCI bus in hexadecimal, such as 3b",
    "pci-slot": "PCI slot in hexadecimal, such as 02",
    "pci-function": "PCI function, such as 1",
    "device-uid": "Uid of the passed-through port, as PowerCLI lists it",
    "windows-iso": "Path of the Windows ISO on the datastore",
    model: "Device model, such as vmxnet3",
    tap: "Tap interface of the VM on the host",
    "memory-mib": "Memory of the VM in MiB",
    "last-cpu": "Number of the last vCPU, from 0",
    "node-device": "libvirt name of the device, as virsh nodedev-list prints it",
    "vf-count": "Number of virtual functions",
    "vf-number": "Number of the virtual function, from 0",
    vlan: "VLAN ID",
    vswitch: "Name of the standard switch",
    queues: "Number of queues",
    "interrupt-rate": "Interrupts/s, above the packet rate",
    vectors: "Interrupt vectors: 2 × queues + 2",
    "device-driver": "Driver module of the NIC on the host",
    host: "Address of the target",
    "peer-mac": "MAC address of the generator's port",
    "second-peer-mac": "MAC address of its second port",
    "target-address": "IP address to send to",
    "guest-mac": "MAC address of the guest's adapter",
    "old-type": "Type of the current adapter, for example e1000",
  } as Record<string, string>,
  macProblems: {
    form: (nearest) =>
      `expected six pairs of hexadecimal digits with colons between, such as ${nearest ?? "00:50:56:00:12:34"}`,
    group: (nearest) => `this is a multicast address. The unicast address is ${nearest ?? ""}`,
    generated: (_nearest, platform, safe) =>
      `${platform ?? ""} generates such addresses and may refuse one that is set by hand. The steps leave the address out. Safe range: ${safe ?? ""}`,
  } as Record<MacProblem["kind"], (nearest?: string, platform?: string, safe?: string) => string>,
  macLeftOut: (platform: string) =>
    `The steps leave out the old address: ${platform} generates such addresses and may refuse one that is set by hand. The new adapter gets a new address ({new-mac} for the rollback).`,
  notPrintable: "The value contains a line break or an invisible character. Remove the character.",
  unfit: (name: string) => `Some commands cannot contain this value. They keep {${name}}.`,
  code: (title: string) => `Code: ${title}`,

  verify: "Validate",
  otherEnd: "Start the target",
  measured: "Run with each adapter",
  onHost: "On the host, during the runs",
  runWith: (adapter: string) => `With ${adapter}`,
  minutes: (minutes: number) => `Duration: about ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
  getScript: (file: string) => `Download ${file}`,
  howToValidate: "About the validation",
  /** The words by which the results begin that pass and fail a validation. */
  results: ["Pass:", "Fail:"] as [pass: string, fail: string],

  copy: "Copy",
  copyLink: "Copy link",
  copyMarkdown: "Copy as Markdown",
  download: "Download JSON",
  downloadRefused: "The page that embeds the advisor blocks downloads. Copy the JSON instead.",
  downloadInDoubt: "If no file arrives, the page that embeds the advisor blocks downloads. Copy the JSON instead.",
  copyJson: "Copy JSON",
  print: "Print",
  card: "Decision card",
  newTab: " (new tab)",

  situation: "Inputs",
  policy: (name: string, sha256: string) => `Policy: ${name} (SHA-256 ${sha256})`,
  policyComes: "Loading the company policy.",
  policyFailed: "The company policy could not be used, so there is no recommendation.",
  madeBy: (version: string) => `vNIC Atlas, knowledge ${version}`,
  yes: "Yes",
  no: "No",
  /** A number with its digits in groups. */
  number: (grouped: string) => grouped,
  choiceYes: "yes",
  choiceNo: "no",
  unknown: "unknown",
  fixed: "Given",
  noneFits: "no adapter fits",

  problem: (label: string, found: string, expected: string) => `${label}: found ${found}, expected ${expected}.`,
  notInList: (label: string, found: string) => `${label}: ${found} is not in the list.`,
  noField: (field: string) => `Unknown field "${field}".`,
  noGuest: (found: string) => `No guest "${found}".`,
  otherProcessor: "The atlas covers x86 guests only.",
  severalGuests: (found: string) => `"${found}" matches several guests.`,
  nearest: "Nearest match:",
  notListed: (value: string) => `${value} (unlisted)`,
  offers: "Suggestions",
  rateScale: "Packets per second, on a logarithmic scale",
  followingRate: (low: string, high: string) => (low === high ? `= ${low} packets/s` : `= ${low}–${high} packets/s`),
  packetsPerSecond: (rate: string) => `${rate} packets per second`,
  failed: "The advisor failed. Reload the page, or report the problem.",

  /** Places of steps that need no tool. */
  places: { guest: "In the guest", host: "On the host" } as Record<string, string>,
} as const;

/** The same texts in another language: each text a text, each sentence with parameters a function of them. */
type Texts<Of> = Of extends (...parameters: infer Parameters) => string
  ? (...parameters: Parameters) => string
  : Of extends string
    ? string
    : { readonly [Key in keyof Of]: Texts<Of[Key]> };

/** Words of copy buttons, and those of forms and answers. */
export interface Words {
  copy: Texts<typeof englishCopy>;
  words: Texts<typeof english>;
}

/** The words in English. */
export const englishWords: Words = { copy: englishCopy, words: english };

/** The words that copy buttons of this page use. */
export let copyWords = englishWords.copy;
/** The words that forms and answers of this page use. */
export let words = englishWords.words;

/** Has all forms and answers of this page that are drawn from now on use these words. */
export function useWords(own: Words): void {
  copyWords = own.copy;
  words = own.words;
}

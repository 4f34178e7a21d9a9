/**
 * Every sentence of the engine in English, by key. The engine is handed them, so another language is another object
 * of this shape. Parameters are ready to print.
 */
export const messages = {
  guest: (name: string, bitness: number) => `${name} (${bitness}-bit)`,
  someGuest: () => "the guest",
  atHardware: (hardware: number) => ` at virtual hardware ${hardware}`,
  headlines: {
    use: (adapter: string) => `Use ${adapter}`,
    keep: (adapter: string) => `Keep ${adapter}`,
    change: (from: string, to: string) => `Change ${from} to ${to}`,
    ask: (what: string) => `We need the ${what} first`,
    none: () => "No adapter fits",
  },
  recommended: (adapter: string, provided: string[], why: string, isPresent: boolean, condition?: string) =>
    `${isPresent ? "Keep" : "Use"} ${[adapter, ...provided].join(" ")}${condition === undefined ? "" : ` ${condition}`}. ${why}`,
  /** Under what an adapter is recommended that saves CPU time, where nobody said that it is scarce. */
  ifScarce: (other: string, isPresent: boolean) =>
    `if CPU time of the host is scarce, which is only assumed; if it is not, ${isPresent ? `keep ${other}` : `${other} comes first`}`,
  /** Until when a passthrough adapter that the machine has is kept, where nobody gave its packet rate. */
  untilKnown: (rate: string, other: string) =>
    `until its packet rate is known: at ${rate} packets/s ${other} comes first`,
  /** What comes first where CPU time is scarce, which a machine with a virtual adapter is not assumed to suffer from. */
  unlessScarce: (other: string) => `If CPU time of the host is scarce, ${other} comes first.`,
  onlyFit: (adapter: string) => `${adapter} is the only adapter that fits this situation.`,
  onlySureFit: (adapter: string) =>
    `${adapter} is the only adapter that is known to fit here; others depend on what is not known.`,
  onlySureFitBefore: (adapter: string, others: string[]) =>
    `${adapter} is the only adapter that is known to fit here; ${enumerate(others)} may fit too, and would come behind it.`,
  /** Where all others that fit are there for something else. */
  onlyForPurpose: (adapter: string, lost: string | undefined) =>
    `Of the adapters for this purpose ${adapter} is the only one that is known to fit${lost === undefined ? "." : `: ${lost}`}`,
  bestOfUncertain: (adapter: string) => `Nothing is known to fit for certain; ${adapter} is what may fit best.`,
  noneFits: () => "No adapter fits: every one is excluded by a hard constraint.",
  noCure: () => "No change that the advisor knows lets one fit.",
  outdone: (adapter: string, why: string, more: number) =>
    `${adapter} would come first, but it is excluded${besides(more)}: ${why}`,
  /** Why a passthrough adapter that the machine has goes. */
  leaves: (adapter: string, why: string, more: number) =>
    `${adapter}, which the machine has, has to go${besides(more)}: ${why}`,
  dependsOnGuest: (adapter: string) =>
    `This holds only if the guest brings a driver for ${adapter}, since none can be added: name the guest to be sure.`,
  fitsWithoutRule: (adapter: string) => `Nothing excludes ${adapter} here, and no rule places it first.`,

  /** Why one comes before others that the rules place first: they have some features under conditions only, or too little is recorded of them. */
  surer: (adapter: string, others: string[], features: string[]) =>
    features.length > 0
      ? `${capitalise(enumerate(features))} ${features.length > 1 ? "work" : "works"} with ${adapter} as it is; ${enumerate(others)} would come first, but ${others.length > 1 ? "keep" : "keeps"} ${features.length > 1 ? "them" : "it"} only under conditions.`
      : `${adapter} is the surer choice here; ${enumerate(others)} would come first, but ${
          others.length > 1
            ? "their drivers or what is required of them are"
            : "its driver or what is required of it is"
        } recorded only in part.`,

  sinceVersion: (adapter: string, platform: string, since: string) => `${platform} has ${adapter} from ${since} on.`,
  changeVersion: (platform: string, since: string) => `Move to ${platform} ${since} or later.`,
  untilVersion: (adapter: string, platform: string, until: string) => `${platform} had ${adapter} up to ${until}.`,
  changeNoLater: () => "No later release brings it back.",
  hardware: (adapter: string, needed: number, found: number) =>
    `${adapter} needs virtual hardware ${needed} or later; this machine has ${found}.`,
  changeHardware: (needed: number) => `Upgrade the virtual hardware to version ${needed} or later.`,
  featureLost: (feature: string, adapter: string, note: string) =>
    `${capitalise(feature)} ${agree(feature, "is", "are")} required and ${agree(feature, "does", "do")} not work with ${adapter}.${note}`,
  changeFeature: (feature: string) => `Give up ${feature} for this machine.`,
  kept: (feature: string, isPartial: boolean) => `${feature}${isPartial ? " under conditions" : ""}`,
  mode: (mode: string, kept: string, platform: string, since: string | undefined, hardware: number | undefined) => {
    const needs = [
      ...(since === undefined ? [] : [`${platform} ${since}`]),
      ...(hardware === undefined ? [] : [`virtual hardware ${hardware}`]),
    ];
    return `Driven as ${mode}${needs.length > 0 ? ` (from ${needs.join(" and ")} on)` : ""}, it keeps ${kept}.`;
  },
  featureAbsent: (feature: string, platform: string) =>
    `${capitalise(feature)} ${agree(feature, "is", "are")} required; ${platform} has no such feature that is known to be supported.`,
  notOffered: (platform: string, adapter: string, guest: string, hardware: string) =>
    `${platform} does not offer ${adapter} for ${guest}${hardware}.`,
  changeNotOffered: () => "No virtual hardware version of this guest offers it.",
  changeOfferedAt: (hardware: string) => `It is offered at virtual hardware ${hardware}.`,
  noDriver: (guest: string, adapter: string) => `There is no ${adapter} driver for ${guest}.`,
  changeNoDriver: () => "Use another guest release.",
  driverFromTools: (guest: string, adapter: string, package_: string) =>
    `${begin(guest)} brings no ${adapter} driver of its own, and ${package_} cannot be added.`,

  possiblyExcluded: (text: string) => `With what is assumed it does not fit: ${text}`,
  featureKept: (feature: string) => `${capitalise(feature)} ${agree(feature, "works", "work")} with it.`,
  featurePartial: (feature: string, note: string) =>
    `${capitalise(feature)} ${agree(feature, "works", "work")} only under conditions.${note}`,
  /** How a feature fares with a mode in which the adapter has to be driven. */
  featureOfMode: {
    yes: (feature: string, mode: string, note: string) =>
      `${capitalise(feature)} ${agree(feature, "works", "work")} with the ${mode}.${note}`,
    partial: (feature: string, mode: string, note: string) =>
      `${capitalise(feature)} ${agree(feature, "works", "work")} only under conditions with the ${mode}.${note}`,
    no: (feature: string, mode: string, note: string) =>
      `${capitalise(feature)} ${agree(feature, "does", "do")} not work with the ${mode}.${note}`,
    unknown: (feature: string, mode: string, _note: string) =>
      `Nothing is recorded on whether ${feature} ${agree(feature, "works", "work")} with the ${mode}.`,
  },
  /** Of one that the adapter would keep, and that nothing has beside other required ones. */
  featureLostBeside: (feature: string, others: string) =>
    `${capitalise(feature)} ${agree(feature, "does", "do")} not go with ${others}, whatever the adapter.`,
  featureWithoutMode: (feature: string) =>
    `Driven without any of them, ${feature} ${agree(feature, "works", "work")} with it.`,
  featureUnknown: (feature: string) =>
    `Nothing is recorded on whether ${feature} ${agree(feature, "works", "work")} with it.`,
  driverAssumed: () => "It is assumed that the guest brings the driver; which guest it is decides.",
  driverInBox: (guest: string, isInferred: boolean) =>
    isInferred
      ? `${begin(guest)} is taken to bring the driver; no source says it of this release.`
      : `${begin(guest)} brings the driver.`,
  driverWithTools: (package_: string) => `The driver comes with ${package_}.`,
  driverOfVendor: (isEmulated: boolean, package_: string, isMissing: boolean) =>
    [
      isEmulated
        ? "The guest needs the driver that the maker of the emulated card had for it."
        : `The guest needs the driver of the physical NIC's maker, which does not come with ${package_}.`,
      ...(isMissing ? ["None can be added: check that the guest brings it."] : []),
    ].join(" "),
  driverUnknown: (guest: string) => `Where ${guest} gets its driver is not recorded.`,

  assumed: {
    likeGuest: (spelling: string, guest: string) => `"${spelling}" is not in the tables; it is taken as ${guest}.`,
    laterGuest: (spelling: string, guest: string) =>
      `"${spelling}" is not in the tables; it is taken as a release after ${guest}.`,
    olderEntry: (platform: string, guest: string, hardware: number, entry: string) =>
      `At virtual hardware ${hardware} ${platform} lists ${guest} as "${entry}".`,
    nearestEntry: (platform: string, guest: string, hardware: number, entry: string) =>
      `At virtual hardware ${hardware} ${platform} has no entry of its own for ${guest}: choose "${entry}".`,
    betweenEntries: (platform: string, guest: string, hardware: number, entry: string) =>
      `At virtual hardware ${hardware} no entry of ${platform} for ${guest} is recorded; it is taken as "${entry}", as on older virtual hardware.`,
    bareName: (spelling: string, guest: string) =>
      `"${spelling}" is what a .vmx file calls ${guest}, and it is taken as that; for another release give its number.`,
    typeOf: (spelling: string, product: string, guest: string, others: string[]) =>
      others.length === 0
        ? `"${spelling}" is ${product}'s type for ${guest}.`
        : `"${spelling}" is ${product}'s type for ${guest}, and also for ${others.join(", ")}. The adapter is the same for all of them; the rest is for ${guest}. Name the guest to be sure.`,
    usualBitness: (spelling: string, guest: string) =>
      `"${spelling}" leaves the bitness open; it is taken as ${guest}.`,
    packetRateOf: (gigabits: string, low: string, high: string, largest: number, smallest: number) =>
      low === high
        ? `${gigabits} Gbit/s in IP packets of ${largest} bytes are ${low} packets/s on the wire, 38 bytes of framing with each counted; with segmentation offload the guest handles fewer and larger pieces.`
        : `${gigabits} Gbit/s are ${low} packets/s in IP packets of ${largest} bytes to ${high} of ${smallest}, 38 bytes of framing with each counted; full-size packets are assumed. With segmentation offload the guest handles fewer and larger pieces.`,
  },
  warning: (field: string, found: string, expected: string, nearest: string | undefined) =>
    `${field}: found ${found}, expected ${expected}${nearest === undefined ? "" : `; nearest: ${nearest}`}`,
  warnings: {
    release: (platform: string, first: string, last: string) =>
      `a release of ${platform} that the atlas knows, ${first} to ${last}; a later one is taken as the last`,
    releaseOf: (platform: string, all: string) =>
      `a release of ${platform} that there is (${all}); what the one before it has is taken`,
    guestFrom: (guest: string, first: string) => `${first} or later: of ${guest} on anything older nothing is recorded`,
    hardware: (newest: number, release: string) => `at most ${newest}, the newest of ${release}`,
    noHardware: (platform: string) =>
      `none: ${platform} has no virtual hardware versions, and this one changes nothing`,
    bitness: (bitness: number, guest: string) => `${bitness}, which ${guest} is; the guest counts`,
    guest: (platform: string) => `a guest of which something is recorded on ${platform}`,
    hardwareVirtualization: () => "yes: a 64-bit guest needs VT-x or AMD-V on current processors",
    link: (link: number) => `at most ${link}, the speed of the link; only machines on the same host exchange more`,
    packet: (most: number) => `at most ${most}, the largest jumbo frames that are usual`,
    jumbo: (most: number) => `at most ${most} bytes, unless jumbo frames are required`,
    lineRate: (most: string, link: string, bytes: number) =>
      `at most ${most}, what a link of ${link} Gbit/s carries of packets of ${bytes} bytes; only machines on the same host exchange more`,
    rates: (low: string, high: string, gigabits: string) => `${low} to ${high}, which go with ${gigabits} Gbit/s`,
    beyondStack: (most: string, rate: string) =>
      `at most ${most} packets/s, or DPDK in the guest: ${rate} ask more of a guest's own network stack than practitioners count on`,
    beside: () => "one of the two: no machine has both, whatever its adapter",
    needed: (adapter: string) =>
      `yes, as the machine is said to run with ${adapter}, which needs it; this is taken for it`,
    current: (why: string) => `an adapter that this machine can run with: ${why}`,
  },
  beside: (feature: string, others: string) => `${feature} beside ${others}`,
  virtualHardware: () => "virtual hardware",
  yes: () => "yes",
  no: () => "no",
  above: (value: string) => `more than ${value}`,
  atMost: (value: string) => `up to ${value}`,
  between: (from: string | number, to: string | number) => `${from} to ${to}`,
  from: (value: string) => `${value} or later`,
  before: (value: string) => `before ${value}`,

  turning: {
    moreThan: (value: string) => `more than ${value}`,
    atMost: (value: string) => `at most ${value}`,
    /** Another adapter where a condition holds, in the words that a rule has for it. */
    where: (condition: string, adapter: string) => `${capitalise(condition)}: ${adapter}.`,
    releaseFrom: (release: string, value: string, adapter: string) =>
      `With ${release} ${value} or later and the virtual hardware upgraded with it: ${adapter}.`,
    from: (what: string, value: string, adapter: string) => `With ${what} ${value} or later: ${adapter}.`,
    before: (what: string, value: string, adapter: string) => `With ${what} before ${value}: ${adapter}.`,
  },
  none: () => "no adapter fits",
  /** With how much the rest that is required is in doubt: not, kept under conditions, or not known. */
  conflict: (changes: string[], adapter: string, doubt: number) =>
    `${adapter} ${["would fit", "would fit under conditions", "may fit"][doubt]}: ${changes.map(asClause).join("; ")}.`,
  giveUp: (features: string) => `give up ${features}`,

  confidence: {
    onlyFit: (levelWord: string) => `${levelWord}: hard constraints leave this adapter only.`,
    onlySureFit: (levelWord: string) => `${levelWord}: it is the only adapter that is known to fit.`,
    onlyForPurpose: (levelWord: string) =>
      `${levelWord}: of the adapters for this purpose it is the only one that is known to fit.`,
    contested: (why: string) => `Low: the evidence points both ways. ${why}`,
    agree: (levelWord: string, what: string) => `${levelWord}: ${what}.`,
    vendorAndStudies: (sources: number, years: string) =>
      sources === 1
        ? `the vendor's advice and its measurement agree, but both are one source (${years})`
        : `the vendor's advice and measurements agree (${sources} sources, ${years})`,
    vendorOnly: (years: string) => `the vendor's advice (${years}), without a measurement that tests it here`,
    studiesOnly: (sources: number, years: string) =>
      sources === 1 ? `one study (${years}), no vendor's advice` : `${sources} studies (${years}), no vendor's advice`,
    practiceOnly: (years: string) => `practitioners' experience (${years}), neither measured nor advised by the vendor`,
    noRule: () => "no rule places this adapter before the others that fit",
    contradiction: (one: string, oneYear: number, other: string, otherYear: number, cause: string | undefined) =>
      `"${one}" (${oneYear}) and "${other}" (${otherYear}) contradict each other; ${cause === undefined ? "why is not known." : `why they may differ: ${cause}`}`,
    /** Why nobody can be surer, each as a part of the same sentence. */
    heldBack: (causes: string[]) => ` It is no surer because ${causes.join(", and ")}.`,
    guestUnknown: () => "the guest is not known",
    openQuestion: (questions: number) =>
      questions === 1 ? "an answer to an open question may change it" : "answers to open questions may change it",
    doubtfulRelease: (platform: string, found: string) => `${platform} ${found} is not known to run this guest`,
    doubtfulInput: () => "some of what was given is in doubt",
    inferredDriver: () =>
      " That the guest has a driver for it is concluded from others of its kind; no source says it of this release.",
    doubtful: () => " What is required of it, or its driver, is recorded only in part.",
    levels: { high: "High", medium: "Medium", low: "Low" },
  },
  effects: {
    ratio: (
      adapter: string,
      over: string,
      metric: string,
      low: number,
      high: number,
      comparisons: number,
      conditions: string,
    ) =>
      `${capitalise(metric.replaceAll("-", " "))} of ${adapter}: ${low === high ? low : `${low} to ${high}`} times that of ${over} (${conditions}; ${comparisons === 1 ? "one comparison" : `${comparisons} comparisons`}).`,
    saving: (adapter: string, rate: string, percent: number | undefined) =>
      percent === undefined
        ? `At ${rate} packets/s ${adapter} plainly saves CPU; the text gives no number.`
        : `At ${rate} packets/s ${adapter} saved about ${percent} % of one core.`,
    hereUnknown: () => "The packet rate here is not known.",
    hereKnown: (here: string) => `${here} packets/s is one of the rates that were published.`,
    hereBetween: (here: string, below: string, above: string) =>
      `${here} packets/s lies between ${below} and ${above}; between them nothing is published.`,
    hereBelow: (here: string, above: string) =>
      `${here} packets/s lies below ${above}, the lowest rate that was published.`,
    hereAbove: (here: string, below: string) =>
      `${here} packets/s lies above ${below}, the highest rate that was published.`,
  },
  prepare: {
    kit: (_guest: string) => "HOST is another machine on the network.",
    elsewhere: (guest: string) =>
      `The script needs a Linux guest, and ${guest} has none of its tools: take a Linux guest with the same adapter on the same host. HOST is another machine on the network.`,
    unix: (guest: string) =>
      `The kit's script needs a Linux guest; in ${guest} run its tools themselves. HOST is another machine on the network.`,
    windows: (_guest: string) =>
      "At the command prompt, not in PowerShell, in the folder of Microsoft's NTttcp (and Latte for response times); let both through the firewall. HOST is the address of another Windows machine, which starts its side first; in a batch file %r is written %%r.",
    oldWindows: (guest: string) =>
      `NTttcp, Latte and iperf3 are made for later releases than ${guest}: at its command prompt take iperf 2 in a build of its time; in a batch file %r is written %%r. HOST is another machine on the network, with Linux and iperf 2; response times are taken from there.`,
    flood: (_guest: string) =>
      "iperf3 does not send that many packets: another machine with Linux sends them with its kernel's pktgen, as root and with a processor for each thread, and the guest counts what arrives while the host's CPU is read. Put in the address and the MAC address that the guest's adapter has. A guest without DPDK may be the first to give up: then nothing is said of the adapter.",
    floodThrough: (_guest: string) =>
      "iperf3 does not send that many packets: a machine with Linux on one side sends them with its kernel's pktgen, as root and with a processor for each thread, and one with Linux on the other side counts what arrives while the host's CPU is read. Put in the receiver's address and the MAC address of the guest's adapter on the sender's side. A guest without DPDK may be the first to give up: then nothing is said of the adapter.",
    rate: (_guest: string) =>
      "The guest sends with iperf3 at the rate that is needed, while the host's CPU is read. HOST is another machine on the network.",
    rateWindows: (_guest: string) =>
      "At the command prompt, in the folder of iperf3 for Windows. The guest sends at the rate that is needed, while the host's CPU is read. HOST is another machine on the network, with any system; in a batch file %r is written %%r.",
    threads: () => "Several streams take iperf3 3.16 or later on both ends: older ones serve all from one thread.",
    through: (_guest: string) =>
      "The guest forwards, so measure through it: the sender runs the commands on one side, HOST is the receiver on the other. Both are other machines with Linux, and their only way leads through the guest.",
    dpdk: (_guest: string) =>
      "The guest forwards between two adapters with testpmd; TRex on another machine, a port to each, searches for the highest rate without loss. Put in the PCI addresses that the guest's adapters have.",
  },
  /** What would confirm the advice and what would refute it. */
  expect: {
    inTurn: (adapter: string, other: string) => `Run it with ${adapter} and with ${other} in turn, on the same host.`,
    ifOffered: (other: string) => `That takes a host that offers ${other}.`,
    better: (adapter: string, _other: string) =>
      `Confirmed when the medians differ by more than the spread of the runs, in ${adapter}'s favour. Refuted when they do not.`,
    cpu: (adapter: string, other: string, rate: string) =>
      `Confirmed when ${adapter} holds ${rate} packets/s and the host spends less CPU than with ${other}, by more than its samples vary. Refuted when the CPU does not fall, or when ${adapter} loses packets that ${other} delivers.`,
    timed: (adapter: string) =>
      `Response times decide here too: their median has to fall with ${adapter}, by more than the spread of the runs.`,
    readHost: () => "Read the CPU use of the host while the runs last.",
    carries: (adapter: string, other: string, need: string) =>
      `It is not for speed that ${adapter} comes before ${other}. Confirmed when it carries ${need}, or is no worse than ${other} by more than the spread of the runs. Refuted when it does neither.`,
    noWorse: (adapter: string, other: string) =>
      `It is not for speed that ${adapter} comes before ${other}. Confirmed when it is no worse than ${other} by more than the spread of the runs. Refuted when it is.`,
    /** Of a present adapter that is excluded whatever it carries. */
    leaves: (adapter: string, other: string, need: string | undefined) =>
      `${other} stays excluded whatever the runs show; how far they differ is what giving it up costs or gains. Confirmed when ${adapter} carries ${need ?? "what is needed"}. Refuted when it does not.`,
    packets: (rate: string) => `${rate} packets/s`,
    throughput: (gigabits: string) => `${gigabits} Gbit/s`,
    contested: (adapter: string, other: string) =>
      `The evidence points both ways, so this decides it for your host. Confirmed when ${other} is no better than ${adapter} by more than the spread of the runs. Refuted when it is: then take ${other}.`,
    alone: (adapter: string, hasOthers: boolean) =>
      `${hasOthers ? "None of the others is one to compare it with." : "Nothing else fits that it could be compared with."} Confirmed when ${adapter} carries what is needed. Refuted when it does not. Keep the result as the baseline, and repeat it after each change.`,
  },
};

/** What is said where one reason is told of several. */
function besides(more: number): string {
  return more === 0 ? "" : more === 1 ? ", not only for this" : `, for this and ${more} other reasons`;
}

/** A sentence as a part of another one. */
function asClause(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}

/** Names in one row. */
function enumerate(names: string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** The sentences of the engine in some language. */
export type Messages = typeof messages;

/** A guest's name, or "the guest", at the beginning of a sentence; names such as macOS keep their first letter. */
function begin(guest: string): string {
  return guest.replace(/^the /, "The ");
}

/** Names such as vMotion keep their first letter. */
function capitalise(text: string): string {
  return /^[a-z](?![A-Z])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** The verb that a feature's name asks for: "snapshots with memory state" are many, "vSphere DRS" is one. */
function agree(feature: string, one: string, many: string): string {
  return /[a-rt-z]s$/.test(feature.split(" with ")[0] ?? "") ? many : one;
}

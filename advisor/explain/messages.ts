import { joinWords } from "../text.ts";
import { isRecord } from "../collections.ts";
import { findNearest } from "../questions/nearest.mjs";

/** A test that reached a packet rate, and how the VM differs from the tested one. */
interface StudiedRate {
  /** Whether the VM uses DPDK, as the test did. */
  usesDpdk: boolean;
  /** Whether the test had a vhost-user back end. */
  isVhostUser: boolean;
  hasOneVcpu: boolean;
}

const formatPacketRate = (rate: string) => `${rate} packet${rate === "1" ? "" : "s"}/s`;

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
    ask: () => "We need the guest OS first",
    askMember: () => "We need the exact guest OS first",
    askHost: (adapter: string) => `Check whether ${adapter} fits`,
    askVendor: (guest: string) => `Ask the vendor which adapter ${guest || "this guest"} supports`,
    none: () => "No adapter fits",
  },
  contradictions: {
    hardwareVirtualization: () => "A 64-bit guest requires hardware virtualization (VT-x or AMD-V)",
    bitness: (guest: string, bitness: number) => `${guest} is a ${bitness}-bit guest`,
    hardware: (newest: number, release: string) => `${release} supports virtual hardware up to ${newest}`,
    features: (feature: string, others: string) => `${capitalise(feature)} cannot be combined with ${others}`,
    current: (adapter: string, hardware: number) => `A VM with ${adapter} cannot have virtual hardware ${hardware}`,
    unvirtualized: (adapter: string) => `${adapter} requires hardware virtualization (VT-x or AMD-V)`,
  },
  /** One line of at most 20 words: the reason for the winner. */
  whys: {
    askVendor: (adapter: string) => `Try ${adapter} first. The atlas records no driver for it in this guest.`,
    keepUndriven: (adapter: string) =>
      `${adapter} evidently works. Ask the vendor before you change it: no driver is on record.`,
    askUnrecorded: (adapter: string, platform: string) =>
      `Try ${adapter} first. The atlas does not record this guest on ${platform}.`,
    askHost: (adapter: string) => `With our assumptions, no adapter fits. ${adapter} could fit.`,
    askDriver: (isEmulated: boolean) =>
      `No driver can be installed. Check that the guest ships a driver for ${isEmulated ? "this adapter" : "the physical NIC"}.`,
    askMember: () => "This name covers several guests that need different adapters.",
    fitsMembers: (adapter: string) =>
      `This name covers several guests. ${adapter} works in all, but some have a better one.`,
    ask: (adapter: string) => `The guest OS decides which drivers are available. Most guests: ${adapter}.`,
    contradiction: (adapter: string | undefined) =>
      `These inputs contradict each other. Correct one first.${adapter === undefined ? "" : ` After that: ${adapter}.`}`,
    none: () => "The requirements and the host exclude every adapter.",
    /** A packet rate as it was given, or a throughput with the packet rate that follows from it, for a given or a full size. */
    rate: (packets: string, gigabits: string | undefined, isAssumedSize: boolean) =>
      gigabits === undefined
        ? formatPacketRate(packets)
        : `${gigabits} Gbit/s (${isAssumedSize ? `about ${packets} full-size packets/s` : formatPacketRate(packets)})`,
    belowPassthrough: (ground: string, rate: string, threshold: string) =>
      `${ground}, and ${rate} is below the ${threshold} where passthrough pays.`,
    savesCpu: (rate: string, adapter: string, keepsAll: boolean) =>
      `At ${rate}, ${adapter} saves host CPU${keepsAll ? ", and no required feature is lost" : ""}.`,
    onlySupports: (adapter: string, features: string[]) =>
      `Only ${adapter} is documented to support ${joinWords(features, "and")} in this VM.`,
    keepFitting: (adapter: string) => `No requirement excludes ${adapter}, and a change costs downtime.`,
    /** A rate above what tests reached, which ran with DPDK. */
    beyondStudies: (rate: string, adapter: string, most: string, test: StudiedRate) =>
      `${rate} is above the ${most} that ${adapter} reached in a ${test.usesDpdk && test.isVhostUser ? "test with vhost-user" : "DPDK test"}. Consider ${test.hasOneVcpu ? "more vCPUs and queues" : "several queues"}${test.usesDpdk ? "" : ", or DPDK"}.`,
    /** The same with an adapter that was not tested, and a faster one that was. */
    beyondFaster: (rate: string, faster: string, most: string) =>
      `${rate} is above the ${most} that ${faster}, a faster adapter, reached in a DPDK test.`,
    driver: (driver: string) => `${driver}.`,
    fits: (adapter: string) => `No requirement and no known fact about the host excludes ${adapter}.`,
    keepUntilRate: (adapter: string) =>
      `The packet rate is unknown. Keep ${adapter} until you know whether the rate justifies passthrough.`,
    keepUntilFixed: (adapter: string, symptom: string, current: string) =>
      `The driver of ${adapter} is reported to ${symptom}. Keep ${current} until the driver is fixed.`,
    updateDriver: (adapter: string, symptom: string, fixedIn: string) =>
      `Update the driver to ${fixedIn} first: this version is reported to ${symptom} with ${adapter}.`,
    otherDriver: (adapter: string, symptom: string) =>
      `${adapter} fits, but this driver version is reported to ${symptom}. Use another version.`,
    driverInBox: (guest: string | null) => `The driver ships with ${guest ?? "the guest OS"}`,
    lessOverhead: (adapter: string) => `${adapter} has less overhead than emulated adapters`,
  },
  /** What a driver with a grave problem does, after "is reported to". */
  symptoms: {
    "host-crash": "crash the host",
    "guest-crash": "crash the guest",
    "connection-lost": "lose the connection",
    "packets-corrupt": "corrupt packets",
    "packets-lost": "lose packets",
  } as Record<string, string>,
  needs: {
    vendorDriver: (isEmulated: boolean): string => (isEmulated ? "the adapter's driver" : "the NIC vendor's driver"),
    driver: () => "a driver in the guest",
    /** An adapter that no other VM shares, with the share of the link in percent. */
    wholePort: (percent: number) =>
      `a whole NIC port (traffic: ${percent < 1 ? "less than 1" : `about ${percent}`} % of it)`,
    /** The same where the labels name what is missing for the share. */
    wholePortWithout: (labels: string[]) => `a whole NIC port (share unknown: add ${joinWords(labels, "and")})`,
    traffic: () => "the traffic",
    linkSpeed: () => "the link speed",
    packetSize: () => "the packet size",
    both: (one: string, other: string) => `${one} and ${other}`,
    either: (one: string, other: string) => `${one}, or ${other}`,
  },
  currentWorks: (current: string, better: string) => `${current} is supported, but ${better} is preferred.`,
  summary: (headline: string, why: string) => `${headline}. ${why}`,
  onlyFit: (adapter: string) => `${adapter} is the only adapter that fits this VM.`,
  onlySureFit: (adapter: string) => `${adapter} is the only adapter that fits with the known inputs.`,
  bestOfUncertain: (adapter: string) => `No adapter is certain to fit. ${adapter} is the most likely one.`,
  fitsWithoutRule: (adapter: string) => `${adapter} fits, and no rule prefers another adapter that is certain to fit.`,

  /** Why one comes before others that the rules prefer: those have some features under conditions only, or little is recorded of them. */
  surer: (adapter: string, others: string[], features: string[]) =>
    features.length > 0
      ? `${adapter} supports ${joinWords(features, "and")} without conditions. ${joinWords(others, "and")} ${others.length > 1 ? "have" : "has"} conditions.`
      : `Driver or feature support of ${joinWords(others, "and")} is only partly documented. ${adapter} is the safer choice.`,

  sinceVersion: (adapter: string, platform: string, since: string) =>
    `${adapter} is available from ${platform} ${since}.`,
  changeVersion: (platform: string, since: string) => `Upgrade to ${platform} ${since} or later.`,
  untilVersion: (adapter: string, platform: string, until: string) =>
    `${platform} supports ${adapter} up to version ${until}.`,
  changeNoLater: () => "No later release supports this adapter.",
  hardware: (adapter: string, needed: number, found: number) =>
    `${adapter} requires virtual hardware ${needed} or later. This VM has ${found}.`,
  changeHardware: (needed: number) => `Upgrade the virtual hardware to version ${needed} or later.`,
  featureLost: (feature: string, adapter: string, note: string) =>
    `${adapter} does not support ${feature}, which you require.${note}`,
  changeFeature: (feature: string) => `Drop the requirement for ${feature}.`,
  alternative: (mode: string) => `Alternatively, ${mode.replace("The", "the")}`,
  kept: (feature: string, isPartial: boolean) => `${feature}${isPartial ? " under conditions" : ""}`,
  mode: (mode: string, kept: string, platform: string, since: string | undefined, hardware: number | undefined) => {
    const needs = [
      ...(since === undefined ? [] : [`${platform} ${since}`]),
      ...(hardware === undefined ? [] : [`virtual hardware ${hardware}`]),
    ];
    return `The ${mode} mode keeps ${kept}${needs.length > 0 ? `. The mode requires ${needs.join(" and ")} or later` : ""}.`;
  },
  featureAbsent: (feature: string, platform: string) => `${platform} is not known to support ${feature}.`,
  notOffered: (platform: string, adapter: string, guest: string, hardware: string) =>
    `${platform} does not support ${adapter} for ${guest}${hardware}.`,
  offeredAt: (platform: string, adapter: string, hardware: string) =>
    `${platform} supports ${adapter} for this guest only at virtual hardware ${hardware}.`,
  changeNotOffered: () => "No virtual hardware version supports this adapter for this guest.",
  changeOfferedAt: (hardware: string) => `Use virtual hardware ${hardware}.`,
  noDriver: (guest: string, adapter: string) =>
    `${begin(guest)} ${isSeveral(guest) ? "have" : "has"} no ${adapter} driver.`,
  changeNoDriver: () => "Use another guest release.",
  changeVendorDriver: (isEmulated: boolean): string =>
    isEmulated ? "Install the adapter's driver in the guest." : "Install the NIC vendor's driver in the guest.",
  driverFromTools: (guest: string, adapter: string, package_: string) =>
    `${begin(guest)} ${isSeveral(guest) ? "do" : "does"} not ship the ${adapter} driver, and ${package_} cannot be installed.`,

  possiblyExcluded: (text: string) => `Check first: ${text}`,
  featureKept: (feature: string) => `${capitalise(feature)} ${isOrAre(feature)} supported.`,
  featurePartial: (feature: string, note: string) =>
    `${capitalise(feature)} ${isOrAre(feature)} supported under conditions.${note}`,
  /** Support for a feature in a mode that the adapter requires. */
  featureOfMode: {
    yes: (feature: string, mode: string, note: string) => `The ${mode} mode supports ${feature}.${note}`,
    partial: (feature: string, mode: string, note: string) =>
      `The ${mode} mode supports ${feature} under conditions.${note}`,
    no: (feature: string, mode: string, note: string) => `The ${mode} mode does not support ${feature}.${note}`,
    unknown: (feature: string, mode: string, _note: string) =>
      `Support for ${feature} in the ${mode} mode is not documented.`,
  },
  /** Follows an adapter's name: the modes of which one has to be set up. */
  inModes: (modes: string[]) => `with ${modes.join(" or ")}`,
  /** A feature that no adapter supports together with others. */
  featureLostBeside: (feature: string, others: string) => `No adapter supports ${feature} together with ${others}.`,
  featureWithoutMode: (feature: string, modes: number) =>
    `Without ${modes === 1 ? "this mode" : "these modes"} the adapter supports ${feature}.`,
  featureUnknown: (feature: string) => `Support for ${feature} is not documented.`,
  driverAssumed: () => "We assume that the guest ships the driver. Name the guest OS to confirm.",
  driverInBox: (guest: string, isInferred: boolean) =>
    isInferred
      ? `The driver probably ships with ${guest}. The atlas has no source for this release.`
      : `The driver ships with ${guest}.`,
  driverWithTools: (package_: string, isGuestKnown: boolean) =>
    `${isGuestKnown ? "This guest requires" : "Some guests require"} ${package_} for this adapter.`,
  driverOfVendor: (isEmulated: boolean, package_: string, isMissing: boolean) =>
    [
      isEmulated
        ? "The guest needs the vendor's driver for the emulated card."
        : `The guest needs the NIC vendor's driver, not ${package_}.`,
      ...(isMissing ? ["No driver can be installed: check that the guest ships one."] : []),
    ].join(" "),
  beyondEmulated: (adapter: string, most: string) =>
    `${adapter} is not known to handle more than ${formatPacketRate(most)}.`,
  guestUnrecorded: (guest: string, platform: string) => `The atlas does not record ${guest} on ${platform}.`,
  driverUnknown: (guest: string) => `The atlas records no driver for ${guest}.`,

  assumed: {
    likeGuest: (spelling: string, guest: string) => `"${spelling}" is not listed. We use ${guest}.`,
    laterGuest: (spelling: string, guest: string) =>
      `"${spelling}" is not listed. We treat it as a release after ${guest}.`,
    olderEntry: (platform: string, guest: string, hardware: number, entry: string) =>
      `At virtual hardware ${hardware}, ${platform} lists ${guest} as "${entry}".`,
    nearestEntry: (platform: string, guest: string, hardware: number, entry: string) =>
      `At virtual hardware ${hardware}, ${platform} does not list ${guest}. Choose "${entry}".`,
    betweenEntries: (platform: string, guest: string, hardware: number, entry: string) =>
      `${platform} has no documented entry for ${guest} at virtual hardware ${hardware}. We use "${entry}", as on older versions.`,
    bareName: (spelling: string, guest: string) =>
      `In .vmx files "${spelling}" means ${guest}. Add the number for another release.`,
    setOf: (spelling: string, product: string | undefined, guests: string[], differ: boolean) => {
      const what = product === undefined ? `"${spelling}" means` : `In ${product}, the type "${spelling}" means`;
      return `${what} ${guests.length < 2 ? `${guests[0]}.` : oneOf(guests, differ)}`;
    },
    /** A product that is built on some release of a system. */
    builtOn: (spelling: string, _: string | undefined, guests: string[], differ: boolean) =>
      guests.length < 2
        ? `"${spelling}" has no record of its own. We use ${guests[0]}.`
        : `"${spelling}" is built on ${oneOf(guests, differ)}`,
    forwards: (guest: string) => `Assumed: ${guest} is a router or firewall that forwards packets.`,
    usualBitness: (spelling: string, guest: string) => `"${spelling}" does not state the bitness. We use ${guest}.`,
    packetRateOf: (gigabits: string, low: string, high: string, largest: string, smallest: number) =>
      `${gigabits} Gbit/s is ${low} packets/s with IP packets of ${largest} bytes${low === high ? "" : ` and ${high} with ${smallest}. We assume full-size packets`}. Segmentation offload lowers the number that the guest handles.`,
  },
  warning: (label: string, found: string, expected: string, nearest: string | undefined) =>
    `${label}: found ${found}, expected ${expected}${nearest === undefined ? "" : `; nearest: ${nearest}`}.`,
  /** Two that exclude each other: a feature, and another one that is required or a setting. */
  warningBeside: (label: string, feature: string, others: string, isRequired: boolean) =>
    `${label}: ${feature} ${isOrAre(feature) === "are" ? "do" : "does"} not work with ${others}. ${isRequired ? "Drop" : "Change"} one of the two.`,
  warnings: {
    release: (platform: string, first: string, last: string, isNewer: boolean) =>
      `a known release of ${platform}, ${first} to ${last}${isNewer ? ". We use the nearest one" : ""}`,
    releaseOf: (platform: string, all: string) => `an existing release of ${platform} (${all}). We use the one before`,
    guestFrom: (guest: string, first: string) =>
      `${first} or later. Support for ${guest} on older versions is not documented`,
    hardware: (newest: number, release: string) => `at most ${newest}, the newest of ${release}`,
    ignored: (platform: string) => `no value. We ignore this field on ${platform}`,
    bitness: (bitness: number, guest: string) => `${bitness}, the bitness of ${guest}. We use the guest's bitness`,
    guest: (platform: string) => `a guest that is documented on ${platform}`,
    dpdk: (guest: string) => `a guest OS with a DPDK driver. Our records name none for ${guest}`,
    hardwareVirtualization: () => "yes. A 64-bit guest requires VT-x or AMD-V",
    emulated: (emulator: string) => `yes. Without VT-x or AMD-V, ${emulator} emulates the processor slowly`,
    link: (link: number) => `at most ${link} Gbit/s, the link speed. Only VMs on the same host can exceed it`,
    usualLink: (link: number) => `at most ${link} Gbit/s, or a faster link`,
    packet: (most: string) => `at most ${most} bytes, the largest common jumbo frames`,
    jumbo: (most: string) => `at most ${most} bytes, unless jumbo frames are required`,
    lineRate: (most: string, link: string, bytes: string) =>
      `at most ${most} packets/s, the line rate of ${link} Gbit/s with packets of ${bytes} bytes. Only VMs on the same host can exceed it`,
    rates: (low: string, high: string, gigabits: string) =>
      `${low === high ? low : `${low} to ${high}`}, the packet rate of ${gigabits} Gbit/s`,
    /** In the unit of the input. */
    beyondStack: (most: string) => `at most ${most} without DPDK. Few guests sustain more without tuning`,
    packets: formatPacketRate,
    gigabits: (gigabits: string, bytes: number) => `${gigabits} Gbit/s in packets of ${bytes} bytes`,
    beside: () => "one of the two. No adapter supports both together",
    needed: (adapter: string) => `yes, because ${adapter} requires it. We assume yes for ${adapter} only`,
    current: (why: string) => `an adapter that this VM can use. ${why.replace(/\.$/, "")}`,
  },
  beside: (feature: string, others: string) => `${feature} with ${others}`,
  virtualHardware: () => "virtual hardware",
  yes: () => "Yes",
  no: () => "No",
  above: (value: string) => `More than ${value}`,
  atLeast: (value: string) => `${value} or more`,
  atMost: (value: string) => `Up to ${value}`,
  below: (value: string) => `Below ${value}`,
  between: (from: string | number, to: string | number) => `${from}–${to}`,
  from: (value: string) => `${value} or later`,
  before: (value: string) => `before ${value}`,

  turning: {
    moreThan: (value: string) => `more than ${value}`,
    atLeast: (value: string) => `${value} or more`,
    atMost: (value: string) => `at most ${value}`,
    below: (value: string) => `below ${value}`,
    /** Another adapter under a condition, in the words of the question's record. */
    under: (condition: string, adapter: string) => `${capitalise(condition)}: ${adapter}.`,
    releaseFrom: (release: string, value: string, adapter: string) =>
      `With ${release} ${value} or later and upgraded virtual hardware: ${adapter}.`,
    from: (what: string, value: string, adapter: string) => `With ${what} ${value} or later: ${adapter}.`,
    before: (what: string, value: string, adapter: string) => `With ${what} before ${value}: ${adapter}.`,
    otherDriver: (adapter: string) => `With a driver version that works: ${adapter}.`,
  },
  none: () => "no adapter fits",
  /** With how much the rest that is required is in doubt: not, kept under conditions, or not known. */
  conflict: (changes: string[], adapter: string, doubt: number) => {
    const fits = `${adapter} ${["fits", "fits under conditions", "may fit"][doubt]}`;
    const text = `${fits} if you ${enumerateClearly(changes.map(asClause))}.`;
    if (text.split(" ").length <= LONGEST_SENTENCE) return text;
    return `${fits} after these changes. ${changes.map((change) => `${capitalise(change).replace(/\.$/, "")}.`).join(" ")}`;
  },
  giveUp: (features: string[]) => `drop ${enumerateClearly(features)}`,

  /** The level and at most ten words of cause. */
  confidence: {
    because: (levelWord: string, cause: string) => `${levelWord}: ${cause}`,
    onlyFit: () => "no other adapter is possible",
    againstAssumptions: () => "no adapter fits with our assumptions",
    onlySureFit: () => "no other adapter fits with the known inputs",
    contested: () => "the evidence points both ways",
    agree: (sources: number, years: string) =>
      sources === 1
        ? `vendor advice and measurement from one source (${years})`
        : `vendor advice and measurements agree (${sources} sources, ${years})`,
    vendorOnly: (years: string) => `vendor advice (${years}), no measurement with this guest`,
    studiesOnly: (sources: number, years: string) =>
      sources === 1 ? `one study (${years}), no vendor advice` : `${sources} studies (${years}), no vendor advice`,
    practiceOnly: (years: string) => `field experience only${years === "" ? "" : ` (${years})`}`,
    noRule: () => "no rule prefers this adapter",
    surer: () => "the other adapters are less certain to fit",
    driverProblem: () => "a reported driver problem decides",
    contradicted: () => "published measurements differ widely",
    contradiction: (one: string, oneYear: number, other: string, otherYear: number, cause: string | undefined) =>
      `"${one}" (${oneYear}) and "${other}" (${otherYear}) contradict each other. ${cause === undefined ? "The cause is unknown." : `Possible cause: ${cause}`}`,
    guestUnknown: () => "the guest OS is unknown",
    severalGuests: () => "the name covers several guests",
    openQuestion: () => "an open question may change the answer",
    doubtfulRelease: (platform: string, found: string) => `${platform} ${found} is not known to support this guest`,
    doubtfulInput: () => "some inputs are in doubt",
    noDriver: () => "the atlas records no driver for this guest",
    inferredDriver: () => "the driver is inferred from similar guests",
    doubtful: () => "a driver or feature is only partly documented",
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
      `${adapter} reached ${low === high ? low : `${low}–${high}`}× the ${metric.replaceAll("-", " ")} of ${over} (${conditions}; ${comparisons === 1 ? "one comparison" : `${comparisons} comparisons`}).`,
    inOtherGuest: (ratio: string) => `In another guest, ${ratio}`,
    saving: (adapter: string, rate: string, percent: number | undefined) =>
      percent === undefined
        ? `At ${rate} packets/s, ${adapter} clearly saves CPU. The study gives no number.`
        : `At ${rate} packets/s, ${adapter} saved about ${percent} % of one core.`,
    hereUnknown: () => "The packet rate of this VM is unknown.",
    hereKnown: (here: string) => `The study includes ${here} packets/s.`,
    hereBetween: (here: string, below: string, above: string) =>
      `${here} packets/s is between the published rates ${below} and ${above}.`,
    hereBelow: (here: string, above: string) =>
      `${formatPacketRate(here)} is below ${above}, the lowest rate of the passthrough study.`,
    hereAbove: (here: string, below: string) =>
      `${here} packets/s is above ${below}, the highest rate of the passthrough study.`,
  },
  prepare: {
    kit: (_guest: string) =>
      "Replace {host} with the address of the target, another machine. If the guest can have both adapters at once, use --a and --b: the runs then alternate.",
    elsewhere: (guest: string) =>
      `The script's tools do not run on ${guest || "this guest"}. Use a Linux guest with the same adapter on the same host. Replace {host} with the address of the target, another machine.`,
    unix: (guest: string) =>
      `The kit's script does not run in ${guest}. Run the tools directly. Replace {host} with the address of the target, another machine.`,
    windows: (_guest: string, isTimed: boolean) =>
      `Replace {host} with the address of the target, another Windows machine. Put iperf3.exe${isTimed ? " and latte.exe" : ""} beside the script on both machines. If the guest can have both adapters at once, use -A and -B: the runs then alternate.`,
    oldWindows: (guest: string, isTimed: boolean) =>
      `The kit's script does not run in ${guest}. Use an iperf 2 build of that era at the command prompt. In a batch file, write %%r instead of %r. Replace {host} with the address of the target, a Linux machine with iperf 2.${isTimed ? " Measure response times from {host}." : ""}`,
    flood: (_guest: string) =>
      "iperf3 cannot send this many packets. Use another Linux machine with the kernel's pktgen, as root, with one processor per thread. The guest counts the packets while you read the host's CPU. Enter the IP and MAC address of the guest's adapter. A guest without DPDK may be the bottleneck: the run then does not measure the adapter.",
    floodThrough: (_guest: string) =>
      "iperf3 cannot send this many packets. Use a Linux machine on each side of the guest. The sender uses the kernel's pktgen, as root, with one processor per thread. The receiver counts the packets while you read the host's CPU. Enter the receiver's address and the MAC address of the guest's adapter on the sender's side. A guest without DPDK may be the bottleneck: the run then does not measure the adapter.",
    rate: (_guest: string) =>
      "The guest sends with iperf3 at the required rate while you read the host's CPU. Replace {host} with the address of the target, another machine.",
    rateWindows: (_guest: string) =>
      "Open the command prompt in the folder of iperf3 for Windows. The guest sends at the required rate while you read the host's CPU. Replace {host} with the address of the target, another machine. In a batch file, write %%r instead of %r.",
    threads: () =>
      "Several streams need iperf3 3.16 or later on both ends. Older versions use one thread for all streams.",
    through: (_guest: string) =>
      "The guest forwards packets, so measure through it. Run the commands on a Linux sender on one side. Replace {host} with the address of the target, a Linux receiver on the other side. Their only path must lead through the guest.",
    dpdk: (_guest: string) =>
      "The guest forwards between two adapters with testpmd. TRex on another machine with one port to each adapter searches the highest rate without loss. Enter the PCI addresses of the guest's adapters.",
  },
  /** The results that confirm or refute the advice. */
  expect: {
    inTurn: (adapter: string, other: string) => `Run the test with ${adapter}, then with ${other}, on the same host.`,
    withoutRdma: () => "The runs do not test RDMA. Run your RDMA program as well.",
    ifOffered: (other: string) => `The host must support ${other}.`,
    runsForRatio: (runs: string, ratio: string, noise: string) =>
      `The smallest measured ratio is ${ratio}×. ${runs} runs per adapter show it, even at ${noise} % noise.`,
    runsForMargin: (runs: string, margin: string, noise: string) =>
      `No study of this guest gives a clear ratio. ${runs} runs per adapter show a difference of ${margin} %, even at ${noise} % noise.`,
    runsForEquivalence: (runs: string, margin: string, noise: string) =>
      `${runs} runs per adapter show whether both are equal within ${margin} %, even at ${noise} % noise.`,
    stopsEarly: (percent: string) =>
      `The script stops earlier if the 95 % interval of each series is within ±${percent} %.`,
    better: (adapter: string, other: string) =>
      `${compareFiles(adapter, other)} Pass: the 95 % interval of B/A is above 1 and not within the margin (confirmed). Fail: the interval is below 1 (refuted) or within ±5 % of 1 (equivalent). If undecided, add runs.`,
    cpu: (adapter: string, other: string, rate: string) =>
      `Pass: ${adapter} sustains ${rate} packets/s. The 95 % interval of its host CPU relative to ${other} is below 1 and not within the margin of 5 %. Fail: the interval is above 1 or within the margin, or ${adapter} loses packets that ${other} delivers.`,
    timed: (adapter: string) =>
      `Latency decides too: the comparison must confirm a shorter response time with ${adapter}.`,
    readHost: () => "Read the host's CPU use during the runs.",
    carries: (adapter: string, other: string, need: string) =>
      `The advice does not rest on speed. ${compareFiles(adapter, other)} Pass: ${adapter} sustains ${need}, or the 95 % interval of B/A is within ±5 % of 1 (equivalent). Fail: neither.`,
    noWorse: (adapter: string, other: string) =>
      `The advice does not rest on speed. ${compareFiles(adapter, other)} Pass: the 95 % interval of B/A is within ±5 % of 1 (equivalent) or above 1 (confirmed). Fail: the interval is below 1 (refuted).`,
    /** The current adapter is excluded whatever its result. */
    leaves: (adapter: string, other: string, need: string | undefined) =>
      `${other} stays excluded whatever the result. The difference shows the cost or gain of the change. Pass: ${adapter} sustains ${need ?? "the required traffic"}. Fail: it does not.`,
    throughput: (gigabits: string) => `${gigabits} Gbit/s`,
    contested: (adapter: string, other: string) =>
      `The evidence points both ways, so this run decides for your host. ${compareFiles(adapter, other)} Pass: the 95 % interval of B/A is within ±5 % of 1 (equivalent) or above 1 (confirmed). Fail: the interval is below 1 (refuted). Then use ${other}.`,
    alone: (adapter: string, hasOthers: boolean) =>
      `${hasOthers ? "No other adapter is comparable." : "No other adapter fits."} Pass: ${adapter} sustains the required traffic. Fail: it does not. Keep the result as a baseline, and repeat the run after each change.`,
  },
};

/** Words of a sentence that is still read in one go. */
const LONGEST_SENTENCE = 25;

/** How two sets of runs are compared: by an interval, for a range grows with every run. */
const compareFiles = (adapter: string, other: string): string =>
  `Compare the files at /validate/compare/: A is ${other}, B is ${adapter}, the margin is 5 %.`;

/** A sentence as a part of another one. A check alone lets nothing fit. */
function asClause(sentence: string): string {
  return sentence
    .replace(/^Check(?= that )/, "make sure")
    .replace(/^[A-Z](?=[a-z]+ )/, (first) => first.toLowerCase())
    .replace(/\.$/, "");
}

/** Parts in one row, with a comma before the last "and" if a part contains "and" or a comma; such parts come first. */
function enumerateClearly(parts: string[]): string {
  const isCompound = (part: string): boolean => / and |, /.test(part);
  const compound = parts.filter(isCompound);
  if (compound.length === 0 || parts.length < 2) return joinWords(parts, "and");
  const sorted = [...compound, ...parts.filter((part) => !isCompound(part))];
  return `${sorted.slice(0, -1).join(", ")}, and ${sorted.at(-1)}`;
}

/** The end of a sentence about several guests, of which it names the first, and what that means for the answer. */
function oneOf(guests: string[], differ: boolean): string {
  const names =
    guests.length <= MOST_NAMES
      ? guests.join(", ")
      : `${guests.slice(0, MOST_NAMES - 1).join(", ")} and ${guests.length - MOST_NAMES + 1} more`;
  return `one of these: ${names}. ${differ ? "They need different adapters." : "The adapter is the same for all."} The steps are for ${guests[0]}.`;
}

const MOST_NAMES = 5;

/** The sentences of the engine in some language. */
export type Messages = typeof messages;

/** A guest's name, or "the guest", at the beginning of a sentence; names such as macOS keep their first letter. */
function begin(guest: string): string {
  return guest.replace(/^the /, "The ");
}

/** Whether a guest's name covers several releases, such as "CentOS 4 and 5". */
function isSeveral(guest: string): boolean {
  return /\d and \d/.test(guest);
}

/** Names such as vMotion keep their first letter. */
function capitalise(text: string): string {
  return /^[a-z](?![A-Z])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** The verb that a feature's name asks for: "snapshots with memory state" and "RSS and multiqueue" are many, "vSphere DRS" is one. */
function isOrAre(feature: string): string {
  return /[a-rt-z]s$| and /.test(feature.split(" with ")[0] ?? "") ? "are" : "is";
}

/** Texts of your own, not yet checked. */
type OwnTexts = { readonly [key: string]: unknown };

/** Any part of a set of texts. A text in the place of a function has {1}, {2} … for its parameters. */
export type PartOf<Group> = {
  [Key in keyof Group]?: Group[Key] extends (...parts: never[]) => unknown ? Group[Key] | string : PartOf<Group[Key]>;
};

/**
 * Texts with some of your own in their places, and what of these cannot be used, one line each that begins with the place. In open
 * groups also texts that the base does not have are taken.
 */
export function mergeTexts<Texts extends object>(
  base: Texts,
  own: OwnTexts,
  openGroups: readonly string[] = [],
): { texts: Texts; faults: string[] } {
  const faults: string[] = [];
  return { texts: merge(base, own, "", { openGroups, faults }) as Texts, faults };
}

interface Merging {
  openGroups: readonly string[];
  faults: string[];
}

function merge(base: unknown, own: unknown, path: string, merging: Merging): unknown {
  if (own === undefined) return base;
  if (typeof base === "function" && typeof own === "string")
    return (...values: unknown[]) =>
      own.replace(/\{(\d+)\}/g, (braces, at: string) => String(values[Number(at) - 1] ?? braces));
  if (isRecord(base) && isRecord(own)) {
    const isOpen = merging.openGroups.includes(path.split(".")[1] ?? "");
    const merged: Record<string, unknown> = { ...base };
    for (const [key, value] of Object.entries(own)) {
      const name = `${path}.${key}`;
      if (Object.hasOwn(base, key)) merged[key] = merge(base[key], value, name, merging);
      else if (isOpen && (typeof value === "string" || isRecord(value) || Array.isArray(value))) merged[key] = value;
      else {
        const nearest = findNearest(key, Object.keys(base));
        merging.faults.push(`${name}: there is no such text${nearest === undefined ? "" : `; nearest: ${nearest}`}`);
      }
    }
    return merged;
  }
  if (kindOf(own) === kindOf(base) && !isRecord(own)) return own;
  const expected = typeof base === "function" ? "a text or a function" : kindOf(base);
  merging.faults.push(`${path}: found ${kindOf(own)}, expected ${expected}`);
  return base;
}

function kindOf(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" ? "a text" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

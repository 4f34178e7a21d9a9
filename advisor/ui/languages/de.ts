import { isRecord } from "../../collections.ts";
import type { Language } from "../language.ts";

/** Names in one row. */
function enumerate(names: string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} und ${names.at(-1)}`;
}

/** The first names of a long row, and how many follow. */
function fewOf(names: string[]): string {
  return names.length < 6 ? names.join(", ") : `${names.slice(0, 4).join(", ")} und ${names.length - 4} weiteren`;
}

const formatPacketRate = (rate: string): string => `${rate} ${rate === "1" ? "Paket" : "Pakete"}/s`;

/** How two sets of runs are compared. */
const compareFiles = (adapter: string, other: string): string =>
  `Vergleichen Sie die Dateien unter /validate/compare/: A ist ${other}, B ist ${adapter}, die Toleranz ist 5 %.`;

/** What is expected of a value, whose parts are English in every message of the reader of situations. */
const EXPECTED: [RegExp, string | ((...parts: string[]) => string)][] = [
  [/^one of /, "einen Wert aus: "],
  [/^one value$/, "nur einen Wert"],
  [/, or a product \(/, " oder ein Produkt ("],
  [/^an id or name of a guest, as text$/, "die ID oder den Namen eines Gasts"],
  [/^a guest id or name;.*$/, "die ID oder den Namen eines Gasts"],
  [
    /^a (whole )?number(?: of (.+))?, ([\d.,]+) to ([\d.,]+)$/,
    (_, whole, unit, least = "", most = "") =>
      `eine ${whole ? "ganze Zahl" : "Zahl"}${unit ? ` in ${unit.replace("bytes", "Bytes")}` : ""}, ${swapPoints(least)} bis ${swapPoints(most)}`,
  ],
  [/^(\d+) or (\d+)$/, "$1 oder $2"],
  [/^a release such as (.+?) \(text(?:; known: (.*))?\)$/, "eine Version wie $1"],
  [/^a version such as (.+?) \(text\)$/, "eine Version wie $1"],
  [/^yes, no or unknown$/, "ja, nein oder unbekannt"],
  [/^true or false$/, "ja oder nein"],
  [/^a field that exists.*$/, "ein Feld, das es gibt"],
];

/** A number as German writes it: 1.000,5 for 1,000.5. */
function swapPoints(number: string): string {
  return number.replace(/[.,]/g, (mark) => (mark === "." ? "," : "."));
}

/** Yes and no as an address writes them; a warning has its own words already. */
const readValue = (found: string): string => ({ yes: "ja", no: "nein" })[found] ?? found;

/** German, complete, but for its numbers. Texts of rules, steps and sources stay in English, as the records have them. */
const german: Language = {
  lang: "de",
  copy: {
    copyWhat: (what) => `: ${what}`,
    copied: "Kopiert",
    notCopied: "Der Browser verhindert das Kopieren. Markieren Sie den Text und kopieren Sie ihn von Hand.",
  },
  words: {
    recognised: (guest) => `Erkannt: ${guest}`,
    onPlatform: (platform) => `Plattform: ${platform}`,
    assumedPlatform: (platform) => `Angenommene Plattform: ${platform}`,
    changePlatform: (platform) => `Zu ${platform} wechseln`,
    levels: { high: "Hohe Sicherheit", medium: "Mittlere Sicherheit", low: "Geringe Sicherheit" },
    dots: { high: "●●●", medium: "●●○", low: "●○○" },
    status: { recommended: "empfohlen", suitable: "geeignet", conditional: "bedingt", excluded: "ausgeschlossen" },
    needsCondition: (condition) => `Zuerst prüfen: ${condition}`,
    losesFeatures: (features) => `Verliert ${features}.`,
    fitsToo: {
      throughput: "Funktioniert, ist aber langsamer.",
      cpu: "Funktioniert, braucht aber mehr CPU des Hosts.",
      latency: "Funktioniert, antwortet aber langsamer.",
      sharing: "Funktioniert, verliert aber Funktionen.",
      compatibility: "Funktioniert, ist aber weniger kompatibel.",
      purpose: "Für einen anderen Zweck.",
    },
    fits: "Funktioniert, ist aber nicht die beste Wahl.",
    unusable: (fields) => `Nicht verwendbar: ${fields}.`,
    bar: (headline, level) => `${headline}, ${level.charAt(0).toLowerCase()}${level.slice(1)}`,
    price: {
      keeps: "Behält",
      kept: (names, count, required) => `${names} (${count} von ${required} verlangten)`,
      unsure: "Zuerst prüfen",
      loses: "Verliert",
      alsoLoses: "Verliert auch",
      conditional: "Nur unter Bedingungen",
      alsoConditional: "Auch unter Bedingungen",
      needs: "Braucht",
      nothing: "nichts zu installieren",
      downtime: "Unterbrechung",
      toReplace: "Ja bei einer bestehenden VM, nein bei einer neuen VM",
    },
    andMore: (names, rest) => `${names} und ${rest} weitere`,
    current: (adapter, why) => `${adapter} kann nicht bleiben: ${why}`,
    known: {
      title: "Bekannte Probleme",
      more: "Bekannte Probleme im Einzelnen",
      appliesIf: (clause) => `Gilt unter der Bedingung: ${clause}.`,
      dependsOn: (fact) => `Hängt ab von: ${fact}.`,
      affects: (versions) => `Betrifft: ${versions}.`,
      fixed: (version) =>
        version === "none"
          ? "Noch nicht behoben."
          : version === "unknown"
            ? "Die Version mit der Korrektur ist nicht bekannt."
            : `Behoben in ${version}.`,
      workaround: (text) => `Abhilfe: ${text}`,
    },
    warnings: "Prüfen Sie die Angaben",
    caution: "Vorsicht",
    alsoCheck: (labels) => `Prüfen Sie auch: ${labels}.`,
    question: "Könnte die Antwort ändern",
    questions: "Weitere Fragen",
    outcome: (label, outcome) => `${label}: ${outcome}`,
    noChange: "keine Änderung",
    mayChange: (adapters) => `vielleicht ${adapters}`,
    mayFitNone: "vielleicht passt kein Adapter",
    mayChangeOrFitNone: (adapters) => `vielleicht ${adapters}, oder kein Adapter passt`,
    asAssumed: (label) => `${label} (angenommen)`,
    or: " oder ",
    forExample: (label) => `zum Beispiel ${label}`,
    guestLeadsTo: (adapters) => `Manche Gäste brauchen ${adapters}.`,
    nameGuest: "Gastbetriebssystem angeben",
    fixedNote: "Diese Seite gibt den Wert vor. Sie können ihn hier nicht ändern.",
    needGuest: "Zuerst fehlt das Gastbetriebssystem",
    needPlatform: "Zuerst fehlt die Plattform",
    needCorrection: (count) =>
      count === 1 ? "Korrigieren Sie zuerst einen Wert" : `Korrigieren Sie zuerst ${count} Werte`,
    noAnswerYet: "Noch keine Empfehlung.",
    didYouMean: "Meinten Sie:",
    goToField: "Wert korrigieren",
    whichGuests: "Diese Gäste zeigen",
    verdicts: "Andere Adapter",
    reasons: (count) => (count === 1 ? "Grund" : `${count} Gründe`),
    forAdapter: (name) => `, mit Quellen, für ${name}`,
    rule: "die Regel",
    evidenceTitle: "Belege",
    evidence: (title, year) => `${title} (${year})`,
    textsFailed:
      "Gründe und Titel der Quellen konnten nicht geladen werden. Verweise zeigen stattdessen die ID des Eintrags.",
    change: "So ändern Sie das:",
    barLabel: (low, high) => (low === high ? `${low}×` : `${low}–${high}×`),
    conditional: (features) => `Unter Bedingungen unterstützt: ${features}.`,
    youAreHere: "diese VM",
    savingsTitle: "Durch Passthrough gesparte CPU, nach Paketen pro Sekunde",
    percentOfCore: (percent) => `${percent} % eines Kerns`,
    noNumber: "deutlich, ohne Zahl",
    betweenRates: "nichts veröffentlicht",
    rulesThatDecided: "Die entscheidenden Regeln zeigen",
    conflictsNone: "Änderungen, mit denen ein Adapter passt",
    sameFor: (adapters) => `Dasselbe gilt für ${adapters}.`,
    turning: "Was die Antwort ändern würde",
    assumptions: "Annahmen, auf die es ankommt",
    folded: "Andere Adapter, Belege und Schritte",
    steps: "Schritte",
    showSteps: "Schritte zeigen",
    stepsFailed: "Die Schritte konnten nicht geladen werden.",
    stepsElsewhere: "Die Seite mit den Schritten öffnen",
    platformFailed: (platform) => `Die Daten zu ${platform} konnten nicht geladen werden.`,
    tryAgain: "Erneut versuchen",
    inPlace: "Um den jetzigen Adapter zu ersetzen",
    presentUnknown: "Nennen Sie den jetzigen Adapter, um nur die nötigen Schritte zu sehen.",
    namePresent: "Jetzigen Adapter angeben",
    occasions: {
      new: "Nur für einen neuen Adapter.",
      change: "Nur wenn Sie einen anderen Adapter ersetzen.",
    },
    phases: {
      prepare: "Bevor Sie beginnen",
      apply: "Anwenden",
      tune: "Abstimmen",
      "clean-up": "Aufräumen",
      "go-back": "Zurücknehmen",
    },
    counted: (title, count) => `${title} (${count})`,
    tools: "Werkzeug",
    fillIn: {
      vm: "Name der VM",
      "vm-id": "VM-ID auf dem Host (Vmid oder VMID)",
      "esxi-host": "Name des ESXi-Hosts",
      "passthrough-device": "Name des durchgereichten Geräts, zum Beispiel pcipassthrough-1",
      network: "Name des Netzes",
      mac: "MAC-Adresse",
      pf: "Physische Funktion, zum Beispiel 0000:3b:00.1",
      interface: "Netzwerkschnittstelle im Gast",
      "port-interface": "Netzwerkschnittstelle des Ports auf dem Host",
      "pci-address": "PCI-Adresse des Geräts auf dem Host, zum Beispiel 0000:3b:00.1",
      "old-pci-address": "PCI-Adresse des jetzigen Geräts",
      "guest-pci-address": "PCI-Adresse des Adapters im Gast",
      "second-guest-pci-address": "PCI-Adresse des zweiten Adapters im Gast",
      "pci-domain": "PCI-Domäne hexadezimal, zum Beispiel 0000",
      "pci-bus": "PCI-Bus hexadezimal, zum Beispiel 3b",
      "pci-slot": "PCI-Slot hexadezimal, zum Beispiel 02",
      "pci-function": "PCI-Funktion, zum Beispiel 1",
      "device-uid": "Uid des durchgereichten Ports, wie PowerCLI sie ausgibt",
      "windows-iso": "Pfad der Windows-ISO im Datastore",
      model: "Gerätemodell, zum Beispiel vmxnet3",
      tap: "Tap-Schnittstelle der VM auf dem Host",
      "memory-mib": "Arbeitsspeicher der VM in MiB",
      "last-cpu": "Nummer der letzten vCPU, ab 0",
      "node-device": "libvirt-Name des Geräts, wie virsh nodedev-list ihn ausgibt",
      "vf-count": "Anzahl der virtuellen Funktionen",
      "vf-number": "Nummer der virtuellen Funktion, ab 0",
      vlan: "VLAN-ID",
      vswitch: "Name des Standard-Switches",
      queues: "Anzahl der Warteschlangen",
      "interrupt-rate": "Interrupts/s, über der Paketrate",
      vectors: "Interrupt-Vektoren: 2 × Warteschlangen + 2",
      "device-driver": "Treibermodul der NIC auf dem Host",
      host: "Adresse des Ziels",
      "peer-mac": "MAC-Adresse am Port des Generators",
      "second-peer-mac": "MAC-Adresse an seinem zweiten Port",
      "target-address": "IP-Adresse des Ziels",
      "guest-mac": "MAC-Adresse des Adapters im Gast",
      "old-type": "Typ des jetzigen Adapters, zum Beispiel e1000",
    },
    macProblems: {
      form: (nearest) =>
        `erwartet werden sechs Paare hexadezimaler Ziffern mit Doppelpunkten, zum Beispiel ${nearest ?? "00:50:56:00:12:34"}`,
      group: (nearest) => `das ist eine Multicast-Adresse. Die Unicast-Adresse ist ${nearest ?? ""}`,
      generated: (_nearest, platform, safe) =>
        `${platform ?? ""} vergibt solche Adressen selbst und lehnt von Hand gesetzte vielleicht ab. Die Schritte lassen die Adresse weg. Sicherer Bereich: ${safe ?? ""}`,
    },
    macLeftOut: (platform) =>
      `Die Schritte lassen die alte Adresse weg: ${platform} vergibt solche Adressen selbst und lehnt von Hand gesetzte vielleicht ab. Der neue Adapter bekommt eine neue Adresse ({new-mac} zum Zurücknehmen).`,
    notPrintable: "Der Wert enthält einen Zeilenumbruch oder ein unsichtbares Zeichen. Entfernen Sie das Zeichen.",
    unfit: (name) => `Manche Befehle können diesen Wert nicht enthalten. Dort bleibt {${name}} stehen.`,
    code: (title) => `Code: ${title}`,
    verify: "Prüfen",
    otherEnd: "Ziel starten",
    measured: "Mit jedem Adapter ausführen",
    onHost: "Auf dem Host, während der Läufe",
    runWith: (adapter) => `Mit ${adapter}`,
    minutes: (minutes) => `Dauer: etwa ${minutes === 1 ? "eine Minute" : `${minutes} Minuten`}.`,
    getScript: (file) => `${file} herunterladen`,
    howToValidate: "Über die Prüfung",
    results: ["Bestanden:", "Nicht bestanden:"],
    copy: "Kopieren",
    copyLink: "Link kopieren",
    copyMarkdown: "Als Markdown kopieren",
    download: "JSON herunterladen",
    downloadRefused: "Die Seite, die den Ratgeber einbettet, verhindert Downloads. Kopieren Sie stattdessen das JSON.",
    downloadInDoubt:
      "Kommt keine Datei an, verhindert die Seite, die den Ratgeber einbettet, Downloads. Kopieren Sie stattdessen das JSON.",
    copyJson: "JSON kopieren",
    print: "Drucken",
    card: "Entscheidungskarte",
    newTab: " (neuer Tab)",
    situation: "Angaben",
    policy: (name, sha256) => `Richtlinie: ${name} (SHA-256 ${sha256})`,
    policyComes: "Die Richtlinie des Unternehmens wird geladen.",
    policyFailed: "Die Richtlinie des Unternehmens ist nicht verwendbar. Deshalb gibt es keine Empfehlung.",
    madeBy: (version) => `vNIC Atlas, Wissensstand ${version}`,
    yes: "Ja",
    no: "Nein",
    number: (grouped) => grouped,
    choiceYes: "ja",
    choiceNo: "nein",
    unknown: "unbekannt",
    fixed: "Vorgegeben",
    noneFits: "kein Adapter passt",
    problem: (label, found, expected) =>
      `${label}: gefunden ${readValue(found)}, erwartet ${EXPECTED.reduce((text, [pattern, german]) => text.replace(pattern, german as string), expected)}.`,
    notInList: (label, found) => `${label}: ${found} steht nicht in der Liste.`,
    noField: (field) => `Unbekanntes Feld „${field}“.`,
    noGuest: (found) => `Kein Gast "${found}".`,
    otherProcessor: "Der Atlas kennt nur Gäste für x86.",
    severalGuests: (found) => `"${found}" passt auf mehrere Gäste.`,
    nearest: "Am nächsten:",
    notListed: (value) => `${value} (nicht in der Liste)`,
    offers: "Vorschläge",
    rateScale: "Pakete pro Sekunde, auf logarithmischer Skala",
    followingRate: (low, high) => (low === high ? `= ${low} Pakete/s` : `= ${low}–${high} Pakete/s`),
    packetsPerSecond: (rate) => `${rate} Pakete pro Sekunde`,
    failed: "Der Ratgeber ist gescheitert. Laden Sie die Seite neu oder melden Sie das Problem.",
    places: { guest: "Im Gast", host: "Auf dem Host" },
  },
  messages: {
    guest: (name, bitness) => `${name} (${bitness} Bit)`,
    someGuest: () => "der Gast",
    atHardware: (hardware) => ` mit virtueller Hardware ${hardware}`,
    headlines: {
      use: (adapter) => `Nehmen Sie ${adapter}`,
      keep: (adapter) => `Behalten Sie ${adapter}`,
      change: (from, to) => `Wechseln Sie von ${from} zu ${to}`,
      ask: () => "Zuerst fehlt das Gastbetriebssystem",
      askMember: () => "Zuerst fehlt das genaue Gastbetriebssystem",
      askHost: (adapter) => `Prüfen Sie, ob ${adapter} passt`,
      askVendor: (guest) => `Fragen Sie den Hersteller, welchen Adapter ${guest || "dieser Gast"} unterstützt`,
      none: () => "Kein Adapter passt",
    },
    contradictions: {
      hardwareVirtualization: () => "Ein 64-Bit-Gast braucht Hardware-Virtualisierung (VT-x oder AMD-V)",
      bitness: (guest, bitness) => `${guest} ist ein ${bitness}-Bit-Gast`,
      hardware: (newest, release) => `${release} unterstützt virtuelle Hardware bis ${newest}`,
      features: (feature, others) => `${feature} geht nicht zusammen mit ${others}`,
      current: (adapter, hardware) => `Eine VM mit ${adapter} kann nicht virtuelle Hardware ${hardware} haben`,
      unvirtualized: (adapter) => `${adapter} braucht Hardware-Virtualisierung (VT-x oder AMD-V)`,
    },
    whys: {
      askVendor: (adapter) =>
        `Versuchen Sie zuerst ${adapter}. Der Atlas verzeichnet für diesen Gast keinen Treiber dafür.`,
      keepUndriven: (adapter) =>
        `${adapter} funktioniert offenbar. Fragen Sie vor einem Wechsel den Hersteller: Kein Treiber ist verzeichnet.`,
      askUnrecorded: (adapter, platform) =>
        `Versuchen Sie zuerst ${adapter}. Der Atlas verzeichnet diesen Gast nicht auf ${platform}.`,
      askHost: (adapter) => `Mit unseren Annahmen passt kein Adapter. ${adapter} könnte passen.`,
      askDriver: (isEmulated) =>
        `Kein Treiber kann installiert werden. Prüfen Sie, ob der Gast einen für ${isEmulated ? "diesen Adapter" : "die physische NIC"} mitbringt.`,
      askMember: () => "Dieser Name steht für mehrere Gäste, die verschiedene Adapter brauchen.",
      fitsMembers: (adapter) =>
        `Dieser Name steht für mehrere Gäste. ${adapter} geht mit allen, ist aber nicht für jeden am besten.`,
      ask: (adapter) =>
        `Das Gastbetriebssystem entscheidet, welche Treiber es gibt. Für die meisten Gäste: ${adapter}.`,
      contradiction: (adapter) =>
        `Diese Angaben widersprechen sich. Korrigieren Sie zuerst eine davon.${adapter === undefined ? "" : ` Danach: ${adapter}.`}`,
      none: () => "Die Anforderungen und der Host schließen jeden Adapter aus.",
      rate: (packets, gigabits, isAssumedSize) =>
        gigabits === undefined
          ? formatPacketRate(packets)
          : `${gigabits} Gbit/s (${isAssumedSize ? `etwa ${packets} Pakete/s voller Größe` : formatPacketRate(packets)})`,
      belowPassthrough: (ground, rate, threshold) =>
        `${ground}, und ${rate} ${/^1 Paket/.test(rate) ? "liegt" : "liegen"} unter den ${threshold}, ab denen sich Passthrough lohnt.`,
      savesCpu: (rate, adapter, keepsAll) =>
        `${rate}: ${adapter} spart CPU des Hosts${keepsAll ? ", und keine verlangte Funktion geht verloren" : ""}.`,
      onlySupports: (adapter, features) => `Nur für ${adapter} ist in dieser VM dokumentiert: ${enumerate(features)}.`,
      keepFitting: (adapter) => `Keine Anforderung schließt ${adapter} aus, und ein Wechsel kostet eine Unterbrechung.`,
      beyondStudies: (rate, adapter, most, test) =>
        `${rate} liegen über den ${most}, die ${adapter} in einem Test mit ${test.usesDpdk && test.isVhostUser ? "vhost-user" : "DPDK"} erreichte. Erwägen Sie ${test.hasOneVcpu ? "mehr vCPUs und Warteschlangen" : "mehrere Warteschlangen"}${test.usesDpdk ? "" : test.hasOneVcpu ? " oder DPDK" : ", und DPDK, wenn unterstützt"}.`,
      beyondFaster: (rate, faster, most) =>
        `${rate} liegen über den ${most}, die ${faster}, ein schnellerer Adapter, in einem Test mit DPDK erreichte.`,
      driver: (driver) => `${driver}.`,
      fits: (adapter) => `Keine Anforderung und nichts, was vom Host bekannt ist, schließt ${adapter} aus.`,
      keepUntilRate: (adapter) =>
        `Die Paketrate ist unbekannt. Behalten Sie ${adapter}, bis Sie wissen, ob die Rate Passthrough rechtfertigt.`,
      keepUntilFixed: (adapter, symptom, current) =>
        `Vom Treiber von ${adapter} ist bekannt: ${symptom}. Behalten Sie ${current}, bis der Treiber korrigiert ist.`,
      updateDriver: (adapter, symptom, fixedIn) =>
        `Aktualisieren Sie zuerst den Treiber auf ${fixedIn}. Bekannt ist für diese Version mit ${adapter}: ${symptom}.`,
      otherDriver: (adapter, symptom) =>
        `${adapter} passt, aber von dieser Treiberversion ist bekannt: ${symptom}. Nehmen Sie eine andere.`,
      driverInBox: (guest) => `Der Treiber gehört zu ${guest ?? "dem Gastsystem"}`,
      lessOverhead: (adapter) => `${adapter} hat weniger Overhead als emulierte Adapter`,
    },
    symptoms: {
      "host-crash": "Absturz des Hosts",
      "guest-crash": "Absturz des Gasts",
      "connection-lost": "Verlust der Verbindung",
      "packets-corrupt": "beschädigte Pakete",
      "packets-lost": "verlorene Pakete",
    },
    needs: {
      vendorDriver: (isEmulated) => (isEmulated ? "den Treiber des Adapters" : "den Treiber des NIC-Herstellers"),
      driver: () => "einen Treiber im Gast",
      wholePort: (percent) =>
        `einen ganzen NIC-Port (Verkehr: ${percent < 1 ? "weniger als 1" : `etwa ${percent}`} % davon)`,
      wholePortWithout: (labels) => `einen ganzen NIC-Port (Anteil unbekannt: ${enumerate(labels)} angeben)`,
      traffic: () => "den Verkehr",
      linkSpeed: () => "die Geschwindigkeit der Leitung",
      packetSize: () => "die Paketgröße",
      both: (one, other) => `${one} und ${other}`,
      either: (one, other) => `${one}, oder ${other}`,
    },
    currentWorks: (current, better) => `${current} wird unterstützt, aber ${better} ist besser.`,
    summary: (headline, why) => `${headline}. ${why}`,
    onlyFit: (adapter) => `${adapter} ist der einzige Adapter, der zu dieser VM passt.`,
    onlySureFit: (adapter) => `${adapter} ist der einzige Adapter, der mit den bekannten Angaben passt.`,
    bestOfUncertain: (adapter) => `Kein Adapter passt sicher. ${adapter} passt am ehesten.`,
    fitsWithoutRule: (adapter) =>
      `${adapter} passt, und keine Regel zieht einen anderen Adapter vor, der sicher passt.`,
    surer: (adapter, others, features) =>
      features.length > 0
        ? `${adapter} unterstützt ${enumerate(features)} ohne Bedingungen. ${enumerate(others)} ${others.length > 1 ? "haben" : "hat"} Bedingungen.`
        : `Treiber oder Funktionen von ${enumerate(others)} sind nur zum Teil dokumentiert. ${adapter} ist die sicherere Wahl.`,
    sinceVersion: (adapter, platform, since) => `${adapter} gibt es ab ${platform} ${since}.`,
    changeVersion: (platform, since) => `Auf ${platform} ${since} oder neuer aktualisieren.`,
    untilVersion: (adapter, platform, until) => `${platform} unterstützt ${adapter} bis Version ${until}.`,
    changeNoLater: () => "Keine neuere Version unterstützt diesen Adapter.",
    hardware: (adapter, needed, found) =>
      `${adapter} braucht virtuelle Hardware ${needed} oder neuer. Diese VM hat ${found}.`,
    changeHardware: (needed) => `Die virtuelle Hardware auf Version ${needed} oder neuer heben.`,
    featureLost: (feature, adapter, note) => `${adapter} unterstützt ${feature} nicht, was Sie verlangen.${note}`,
    changeFeature: (feature) => `Auf ${feature} verzichten.`,
    alternative: (mode) => `Alternativ: ${mode}`,
    kept: (feature, isPartial) => `${feature}${isPartial ? " unter Bedingungen" : ""}`,
    mode: (mode, kept, platform, since, hardware) => {
      const needs = [
        ...(since === undefined ? [] : [`${platform} ${since}`]),
        ...(hardware === undefined ? [] : [`virtuelle Hardware ${hardware}`]),
      ];
      return `Der Modus ${mode} behält ${kept}${needs.length > 0 ? `. Der Modus braucht ${needs.join(" und ")} oder neuer` : ""}.`;
    },
    featureAbsent: (feature, platform) => `Es ist nicht bekannt, dass ${platform} ${feature} unterstützt.`,
    notOffered: (platform, adapter, guest, hardware) =>
      `${platform} unterstützt ${adapter} nicht für ${guest}${hardware}.`,
    offeredAt: (platform, adapter, hardware) =>
      `${platform} unterstützt ${adapter} für diesen Gast nur mit virtueller Hardware ${hardware}.`,
    changeNotOffered: () => "Keine Version der virtuellen Hardware unterstützt diesen Adapter für diesen Gast.",
    changeOfferedAt: (hardware) => `Virtuelle Hardware ${hardware} verwenden.`,
    noDriver: (guest, adapter) =>
      `${begin(guest)} ${isSeveral(guest) ? "haben" : "hat"} keinen Treiber für ${adapter}.`,
    changeNoDriver: () => "Eine andere Version des Gasts verwenden.",
    changeVendorDriver: (isEmulated) =>
      isEmulated
        ? "Den Treiber des Adapters im Gast installieren."
        : "Den Treiber des NIC-Herstellers im Gast installieren.",
    driverFromTools: (guest, adapter, package_) =>
      `${begin(guest)} ${isSeveral(guest) ? "bringen" : "bringt"} keinen Treiber für ${adapter} mit, und ${package_} können nicht installiert werden.`,
    possiblyExcluded: (text) => `Zuerst prüfen: ${text}`,
    featureKept: (feature) => `Unterstützt: ${feature}.`,
    featurePartial: (feature, note) => `Unter Bedingungen unterstützt: ${feature}.${note}`,
    featureOfMode: {
      yes: (feature, mode, note) => `Der Modus ${mode} unterstützt ${feature}.${note}`,
      partial: (feature, mode, note) => `Der Modus ${mode} unterstützt ${feature} unter Bedingungen.${note}`,
      no: (feature, mode, note) => `Der Modus ${mode} unterstützt ${feature} nicht.${note}`,
      unknown: (feature, mode) => `Ob der Modus ${mode} ${feature} unterstützt, ist nicht dokumentiert.`,
    },
    inModes: (modes) => `mit ${modes.join(" oder ")}`,
    featureLostBeside: (feature, others) => `Kein Adapter unterstützt ${feature} zusammen mit ${others}.`,
    featureWithoutMode: (feature, modes) =>
      `Ohne ${modes === 1 ? "diesen Modus" : "diese Modi"} unterstützt der Adapter ${feature}.`,
    featureUnknown: (feature) => `Ob ${feature} unterstützt wird, ist nicht dokumentiert.`,
    driverAssumed: () =>
      "Wir nehmen an, dass der Gast den Treiber mitbringt. Nennen Sie das Gastbetriebssystem, um das zu klären.",
    driverInBox: (guest, isInferred) =>
      isInferred
        ? `Der Treiber gehört vermutlich zu ${guest}. Keine Quelle bestätigt diese Version.`
        : `Der Treiber gehört zu ${guest}.`,
    driverWithTools: (package_, isGuestKnown) =>
      `${isGuestKnown ? "Dieser Gast braucht" : "Manche Gäste brauchen"} ${package_} für diesen Adapter.`,
    driverOfVendor: (isEmulated, package_, isMissing) =>
      [
        isEmulated
          ? "Der Gast braucht den Treiber des Herstellers für die emulierte Karte."
          : `Der Gast braucht den Treiber des NIC-Herstellers, der nicht zu ${package_} gehört.`,
        ...(isMissing ? ["Kein Treiber kann installiert werden: Prüfen Sie, ob der Gast einen mitbringt."] : []),
      ].join(" "),
    beyondEmulated: (adapter, most) =>
      `Von ${adapter} ist nicht bekannt, dass er mehr als ${formatPacketRate(most)} schafft.`,
    guestUnrecorded: (guest, platform) => `Der Atlas verzeichnet ${guest} nicht auf ${platform}.`,
    driverUnknown: (guest) => `Der Atlas verzeichnet keinen Treiber für ${guest}.`,
    assumed: {
      likeGuest: (spelling, guest) => `"${spelling}" ist nicht verzeichnet. Wir nehmen ${guest}.`,
      laterGuest: (spelling, guest) =>
        `"${spelling}" ist nicht verzeichnet. Wir behandeln das als eine Version nach ${guest}.`,
      olderEntry: (platform, guest, hardware, entry) =>
        `Mit virtueller Hardware ${hardware} führt ${platform} ${guest} als "${entry}".`,
      nearestEntry: (platform, guest, hardware, entry) =>
        `Mit virtueller Hardware ${hardware} führt ${platform} ${guest} nicht. Wählen Sie "${entry}".`,
      betweenEntries: (platform, guest, hardware, entry) =>
        `Für ${guest} mit virtueller Hardware ${hardware} ist bei ${platform} kein Eintrag dokumentiert. Wir nehmen "${entry}" wie bei älteren Versionen.`,
      bareName: (spelling, guest) =>
        `In .vmx-Dateien bedeutet "${spelling}" ${guest}. Ergänzen Sie für eine andere Version die Nummer.`,
      setOf: (spelling, product, guests, differ) => {
        const what = product === undefined ? `"${spelling}" bedeutet` : `In ${product} bedeutet der Typ "${spelling}"`;
        return guests.length < 2
          ? `${what} ${guests[0]}.`
          : `${what} eines von diesen: ${fewOf(guests)}. ${differ ? "Sie brauchen verschiedene Adapter." : "Der Adapter ist für alle derselbe."} Die Schritte sind für ${guests[0]}.`;
      },
      builtOn: (spelling, _product, guests, differ) =>
        guests.length < 2
          ? `"${spelling}" ist nicht eigens verzeichnet. Wir nehmen ${guests[0]}.`
          : `"${spelling}" baut auf einem von diesen auf: ${fewOf(guests)}. ${differ ? "Sie brauchen verschiedene Adapter." : "Der Adapter ist für alle derselbe."} Die Schritte sind für ${guests[0]}.`,
      forwards: (guest) => `Angenommen: ${guest} ist ein Router oder eine Firewall und leitet Pakete weiter.`,
      usualBitness: (spelling, guest) => `"${spelling}" nennt nicht, ob 32 oder 64 Bit. Wir nehmen ${guest}.`,
      packetRateOf: (gigabits, low, high, largest, smallest) =>
        low === high
          ? `${gigabits} Gbit/s sind ${low} Pakete/s auf der Leitung mit IP-Paketen von ${largest} Byte. Segmentierung durch die NIC senkt die Zahl, die der Gast verarbeitet.`
          : `${gigabits} Gbit/s sind ${low} Pakete/s mit IP-Paketen von ${largest} Byte und ${high} mit ${smallest}. Wir nehmen volle Pakete an. Segmentierung durch die NIC senkt die Zahl, die der Gast verarbeitet.`,
    },
    warning: (label, found, expected, nearest) =>
      `${label}: gefunden ${found}, erwartet ${expected}${nearest === undefined ? "" : `; am nächsten: ${nearest}`}.`,
    warningBeside: (label, feature, others, isRequired) =>
      `${label}: ${feature} geht nicht zusammen mit ${others}. ${isRequired ? "Verzichten Sie auf eines von beiden" : "Ändern Sie eines von beiden"}.`,
    warnings: {
      release: (platform, first, last, isNewer) =>
        `eine bekannte Version von ${platform}, ${first} bis ${last}${isNewer ? ". Wir nehmen die nächste" : ""}`,
      releaseOf: (platform, all) => `eine bestehende Version von ${platform} (${all}). Wir nehmen die davor`,
      guestFrom: (guest, first) =>
        `${first} oder neuer. Unterstützung für ${guest} auf älteren Versionen ist nicht dokumentiert`,
      hardware: (newest, release) => `höchstens ${newest}, die neueste von ${release}`,
      ignored: (platform) => `keinen Wert. Auf ${platform} zählt das Feld nicht`,
      bitness: (bitness, guest) => `${bitness} wie bei ${guest}. Wir nehmen den Wert des Gasts`,
      guest: (platform) => `einen Gast, der auf ${platform} dokumentiert ist`,
      dpdk: (guest) => `ein Gastsystem mit DPDK-Treiber. Unsere Daten nennen keinen für ${guest}`,
      hardwareVirtualization: () => "ja. Ein 64-Bit-Gast braucht VT-x oder AMD-V",
      emulated: (emulator) => `ja. Ohne VT-x oder AMD-V emuliert ${emulator} den Prozessor langsam`,
      link: (link) =>
        `höchstens ${link} Gbit/s, die Geschwindigkeit der Leitung. Nur VMs auf demselben Host können mehr erreichen`,
      usualLink: (link) => `höchstens ${link} Gbit/s oder eine schnellere Leitung`,
      packet: (most) => `höchstens ${most} Byte, die größten üblichen Jumbo Frames`,
      jumbo: (most) => `höchstens ${most} Byte, außer wenn Jumbo Frames verlangt sind`,
      lineRate: (most, link, bytes) =>
        `höchstens ${most} Pakete/s, was eine Leitung von ${link} Gbit/s mit Paketen von ${bytes} Byte trägt. Nur VMs auf demselben Host können mehr erreichen`,
      rates: (low, high, gigabits) =>
        `${low === high ? low : `${low} bis ${high}`}, die Paketrate von ${gigabits} Gbit/s`,
      packets: formatPacketRate,
      gigabits: (gigabits, bytes) => `${gigabits} Gbit/s in Paketen von ${bytes} Byte`,
      beyondStack: (most) => `höchstens ${most} ohne DPDK. Diese Rate schaffen die meisten Gäste nicht ohne Abstimmung`,
      beside: () => "eines von beiden. Kein Adapter unterstützt beides zusammen",
      needed: (adapter) => `ja, denn ${adapter} braucht es. Wir nehmen nur für ${adapter} ja an`,
      current: (why) => `einen Adapter, den diese VM nutzen kann. ${why.replace(/\.$/, "")}`,
    },
    beside: (feature, others) => `${feature} mit ${others}`,
    virtualHardware: () => "virtueller Hardware",
    yes: () => "Ja",
    no: () => "Nein",
    above: (value) => `Mehr als ${value}`,
    atLeast: (value) => `${value} oder mehr`,
    atMost: (value) => `Bis ${value}`,
    below: (value) => `Weniger als ${value}`,
    between: (from, to) => `${from}–${to}`,
    from: (value) => `${value} oder neuer`,
    before: (value) => `vor ${value}`,
    turning: {
      otherDriver: (adapter) => `Mit einer Treiberversion, die funktioniert: ${adapter}.`,
      moreThan: (value) => `mehr als ${value}`,
      atLeast: (value) => `${value} oder mehr`,
      atMost: (value) => `höchstens ${value}`,
      below: (value) => `weniger als ${value}`,
      under: (condition, adapter) => `${condition.charAt(0).toUpperCase()}${condition.slice(1)}: ${adapter}.`,
      releaseFrom: (release, value, adapter) =>
        `Mit ${release} ${value} oder neuer und angehobener virtueller Hardware: ${adapter}.`,
      from: (what, value, adapter) => `Mit ${what} ${value} oder neuer: ${adapter}.`,
      before: (what, value, adapter) => `Mit ${what} vor ${value}: ${adapter}.`,
    },
    none: () => "kein Adapter passt",
    conflict: (changes, adapter, doubt) =>
      `${adapter} ${["passt", "passt unter Bedingungen", "passt vielleicht"][doubt]} nach diesen Änderungen: ${changes.map((change) => change.replace(/\.$/, "")).join("; ")}.`,
    giveUp: (features) => `auf ${enumerate(features)} verzichten`,
    confidence: {
      because: (levelWord, cause) => `${levelWord}: ${cause}`,
      onlyFit: () => "kein anderer Adapter ist möglich",
      againstAssumptions: () => "mit unseren Annahmen passt kein Adapter",
      onlySureFit: () => "kein anderer Adapter passt mit den bekannten Angaben",
      contested: () => "die Belege sprechen für beides",
      agree: (sources, years) =>
        sources === 1
          ? `Rat des Herstellers und Messung aus einer Quelle (${years})`
          : `Rat des Herstellers und Messungen stimmen überein (${sources} Quellen, ${years})`,
      vendorOnly: (years) => `Rat des Herstellers (${years}), keine Messung mit diesem Gast`,
      studiesOnly: (sources, years) =>
        sources === 1
          ? `eine Studie (${years}), kein Rat des Herstellers`
          : `${sources} Studien (${years}), kein Rat des Herstellers`,
      practiceOnly: (years) => `nur Erfahrung aus dem Betrieb${years === "" ? "" : ` (${years})`}`,
      noRule: () => "keine Regel zieht diesen Adapter vor",
      surer: () => "ob die anderen Adapter passen, ist weniger sicher",
      driverProblem: () => "ein bekanntes Problem eines Treibers entscheidet",
      contradicted: () => "veröffentlichte Messungen weichen stark voneinander ab",
      contradiction: (one, oneYear, other, otherYear, cause) =>
        `"${one}" (${oneYear}) und "${other}" (${otherYear}) widersprechen sich. ${cause === undefined ? "Die Ursache ist unbekannt." : `Mögliche Ursache: ${cause}`}`,
      guestUnknown: () => "das Gastbetriebssystem ist unbekannt",
      severalGuests: () => "der Name steht für mehrere Gäste",
      openQuestion: () => "eine offene Frage kann die Antwort ändern",
      doubtfulRelease: (platform, found) => `es ist nicht bekannt, dass ${platform} ${found} diesen Gast unterstützt`,
      doubtfulInput: () => "manche Angaben sind zweifelhaft",
      noDriver: () => "der Atlas kennt keinen Treiber für diesen Gast",
      inferredDriver: () => "der Treiber ist von ähnlichen Gästen abgeleitet",
      doubtful: () => "ein Treiber oder eine Funktion ist nur zum Teil dokumentiert",
      levels: { high: "Hoch", medium: "Mittel", low: "Gering" },
    },
    effects: {
      ratio: (adapter, over, metric, low, high, comparisons, conditions) =>
        `${METRICS[metric] ?? metric}: ${adapter} erreichte das ${low === high ? low : `${low}–${high}`}-Fache von ${over} (${conditions}; ${comparisons === 1 ? "ein Vergleich" : `${comparisons} Vergleiche`}).`,
      inOtherGuest: (ratio) => `In einem anderen Gast: ${ratio}`,
      saving: (adapter, rate, percent) =>
        percent === undefined
          ? `Bei ${rate} Paketen/s spart ${adapter} deutlich CPU. Die Studie nennt keine Zahl.`
          : `Bei ${rate} Paketen/s sparte ${adapter} etwa ${percent} % eines Kerns.`,
      hereUnknown: () => "Die Paketrate dieser VM ist unbekannt.",
      hereKnown: (here) => `Die Studie enthält ${here} Pakete/s.`,
      hereBetween: (here, below, above) =>
        `${here} Pakete/s liegen zwischen den veröffentlichten Raten ${below} und ${above}.`,
      hereBelow: (here, above) =>
        `${formatPacketRate(here)} ${here === "1" ? "liegt" : "liegen"} unter ${above}, der niedrigsten Rate der Passthrough-Studie.`,
      hereAbove: (here, below) => `${here} Pakete/s liegen über ${below}, der höchsten Rate der Passthrough-Studie.`,
    },
    prepare: {
      kit: () =>
        "{host} steht für die Adresse des Ziels, einer anderen Maschine. Kann der Gast beide Adapter zugleich haben, verwenden Sie --a und --b: Die Läufe wechseln sich dann ab.",
      elsewhere: (guest) =>
        `Die Werkzeuge des Skripts laufen nicht auf ${guest || "diesem Gast"}. Nehmen Sie einen Linux-Gast mit demselben Adapter auf demselben Host. {host} steht für die Adresse des Ziels, einer anderen Maschine.`,
      unix: (guest) =>
        `Das Skript der Sammlung läuft nicht in ${guest}. Führen Sie die Werkzeuge direkt aus. {host} steht für die Adresse des Ziels, einer anderen Maschine.`,
      windows: (_guest, isTimed) =>
        `{host} steht für die Adresse des Ziels, einer anderen Windows-Maschine. Legen Sie iperf3.exe${isTimed ? " und latte.exe" : ""} auf beiden Maschinen neben das Skript. Kann der Gast beide Adapter zugleich haben, verwenden Sie -A und -B: Die Läufe wechseln sich dann ab.`,
      oldWindows: (guest, isTimed) =>
        `Das Skript der Sammlung läuft nicht in ${guest}. Nehmen Sie iperf 2 aus jener Zeit an der Eingabeaufforderung. Schreiben Sie in einer Batch-Datei %%r statt %r. {host} steht für die Adresse des Ziels, einer Linux-Maschine mit iperf 2.${isTimed ? " Messen Sie Antwortzeiten von {host} aus." : ""}`,
      flood: () =>
        "iperf3 kann nicht so viele Pakete senden. Nehmen Sie eine andere Linux-Maschine mit pktgen des Kernels, als root, mit einem Prozessor je Thread. Der Gast zählt die Pakete, während Sie die CPU des Hosts ablesen. Geben Sie IP- und MAC-Adresse des Adapters im Gast ein. Ein Gast ohne DPDK kann der Engpass sein. Dann misst der Lauf nicht den Adapter.",
      floodThrough: () =>
        "iperf3 kann nicht so viele Pakete senden. Nehmen Sie eine Linux-Maschine auf jeder Seite des Gasts. Der Sender verwendet pktgen des Kernels, als root, mit einem Prozessor je Thread. Der Empfänger zählt die Pakete, während Sie die CPU des Hosts ablesen. Geben Sie die Adresse des Empfängers ein und die MAC-Adresse des Adapters auf der Seite des Senders. Ein Gast ohne DPDK kann der Engpass sein. Dann misst der Lauf nicht den Adapter.",
      rate: () =>
        "Der Gast sendet mit iperf3 in der verlangten Rate, während Sie die CPU des Hosts ablesen. {host} steht für die Adresse des Ziels, einer anderen Maschine.",
      rateWindows: () =>
        "Öffnen Sie die Eingabeaufforderung im Ordner von iperf3 für Windows. Der Gast sendet in der verlangten Rate, während Sie die CPU des Hosts ablesen. {host} steht für die Adresse des Ziels, einer anderen Maschine. Schreiben Sie in einer Batch-Datei %%r statt %r.",
      threads: () =>
        "Mehrere Ströme brauchen iperf3 3.16 oder neuer an beiden Enden. Ältere Versionen nutzen einen Thread für alle Ströme.",
      through: () =>
        "Der Gast leitet Pakete weiter, messen Sie also durch ihn hindurch. Führen Sie die Befehle auf einem Linux-Sender auf der einen Seite aus. {host} steht für die Adresse des Ziels, eines Linux-Empfängers auf der anderen Seite. Ihr einziger Weg muss durch den Gast führen.",
      dpdk: () =>
        "Der Gast leitet mit testpmd zwischen zwei Adaptern weiter. TRex auf einer anderen Maschine mit einem Port zu jedem Adapter sucht die höchste Rate ohne Verlust. Geben Sie die PCI-Adressen der Adapter im Gast ein.",
    },
    expect: {
      inTurn: (adapter, other) => `Testen Sie mit ${adapter}, dann mit ${other}, auf demselben Host.`,
      withoutRdma: () => "Die Läufe prüfen RDMA nicht. Führen Sie auch Ihr RDMA-Programm aus.",
      ifOffered: (other) => `Der Host muss ${other} unterstützen.`,
      runsForRatio: (runs, ratio, noise) =>
        `Das kleinste gemessene Verhältnis ist ${ratio}. ${runs} Läufe mit jedem zeigen das, auch wenn die Läufe um ${noise} % schwanken.`,
      runsForMargin: (runs, margin, noise) =>
        `Keine Studie mit diesem Gast nennt ein klares Verhältnis. ${runs} Läufe mit jedem zeigen einen Unterschied von ${margin} %, auch wenn die Läufe um ${noise} % schwanken.`,
      runsForEquivalence: (runs, margin, noise) =>
        `${runs} Läufe mit jedem zeigen, ob beide bis auf ${margin} % gleich sind, auch wenn die Läufe um ${noise} % schwanken.`,
      stopsEarly: (percent) =>
        `Das Skript endet früher, wenn das 95-%-Intervall jeder Reihe innerhalb von ±${percent} % liegt.`,
      better: (adapter, other) =>
        `${compareFiles(adapter, other)} Bestanden: Das 95-%-Intervall von B/A liegt über 1 und außerhalb der Toleranz (bestätigt). Nicht bestanden: Das Intervall liegt unter 1 (widerlegt) oder innerhalb von ±5 % um 1 (gleichwertig). Machen Sie weitere Läufe, wenn es unentschieden ist.`,
      cpu: (adapter, other, rate) =>
        `Bestanden: ${adapter} hält ${rate} Pakete/s, und das 95-%-Intervall seiner Host-CPU im Verhältnis zu ${other} liegt unter 1 und außerhalb der Toleranz von 5 %. Nicht bestanden: Das Intervall liegt über 1 oder innerhalb der Toleranz, oder ${adapter} verliert Pakete, die ${other} zustellt.`,
      timed: (adapter) =>
        `Auch die Latenz entscheidet: Der Vergleich muss mit ${adapter} eine kürzere Antwortzeit bestätigen.`,
      readHost: () => "Lesen Sie während der Läufe die CPU-Last des Hosts ab.",
      carries: (adapter, other, need) =>
        `Der Rat stützt sich nicht auf Geschwindigkeit. ${compareFiles(adapter, other)} Bestanden: ${adapter} hält ${need}, oder das 95-%-Intervall von B/A liegt innerhalb von ±5 % um 1 (gleichwertig). Nicht bestanden: keines von beiden.`,
      noWorse: (adapter, other) =>
        `Der Rat stützt sich nicht auf Geschwindigkeit. ${compareFiles(adapter, other)} Bestanden: Das 95-%-Intervall von B/A liegt innerhalb von ±5 % um 1 (gleichwertig) oder über 1 (bestätigt). Nicht bestanden: Das Intervall liegt unter 1 (widerlegt).`,
      leaves: (adapter, other, need) =>
        `${other} bleibt ausgeschlossen, was auch herauskommt. Der Unterschied zeigt, was der Wechsel kostet oder bringt. Bestanden: ${adapter} hält ${need ?? "den verlangten Verkehr"}. Nicht bestanden: ${adapter} hält ihn nicht.`,
      throughput: (gigabits) => `${gigabits} Gbit/s`,
      contested: (adapter, other) =>
        `Die Belege sprechen für beides, deshalb entscheidet dieser Lauf für Ihren Host. ${compareFiles(adapter, other)} Bestanden: Das 95-%-Intervall von B/A liegt innerhalb von ±5 % um 1 (gleichwertig) oder über 1 (bestätigt). Nicht bestanden: Das Intervall liegt unter 1 (widerlegt). Nehmen Sie dann ${other}.`,
      alone: (adapter, hasOthers) =>
        `${hasOthers ? "Kein anderer Adapter ist vergleichbar." : "Kein anderer Adapter passt."} Bestanden: ${adapter} hält den verlangten Verkehr. Nicht bestanden: ${adapter} hält ihn nicht. Bewahren Sie das Ergebnis als Ausgangswert auf, und wiederholen Sie den Lauf nach jeder Änderung.`,
    },
  },
  groups: {
    vm: { title: "Die VM", more: "Mehr zur VM" },
    traffic: { title: "Der Verkehr", more: "Mehr zum Verkehr" },
    features: { title: "Muss weiter funktionieren", more: "Weitere Funktionen" },
    host: { title: "Der Host", more: "Mehr zum Host" },
  },
  questions: {
    bitness: {
      label: "32 oder 64 Bit",
      question: "32 oder 64 Bit",
      choices: ["64 Bit", "32 Bit"],
      open: "wie der Gast",
      condition: "Gast mit {value}",
    },
    "current-adapter": {
      label: "Jetziger Adapter",
      question: "Jetziger Adapter",
      condition: "jetzt mit {value}",
    },
    dpdk: {
      label: "DPDK im Gast",
      question: "Verwendet der Gast DPDK?",
      assumed: ["Angenommen: Der Gast verwendet seinen eigenen Netzwerk-Stack, nicht DPDK."],
      means: { yes: "DPDK im Gast", no: "kein DPDK im Gast" },
    },
    dpu: {
      label: "DPU mit UPT",
      question: "Hat der Host eine DPU, die Uniform Passthrough (UPT) unterstützt?",
      hint: "Eine DPU ist eine SmartNIC, auf der der virtuelle Switch läuft. Sie braucht NSX und vSphere 8.0.",
      assumed: ["Angenommen: keine DPU."],
      means: { yes: "DPU mit UPT", no: "keine DPU" },
    },
    "driver-version": {
      label: "Treiberversion",
      question: "Version des Netzwerktreiber-Pakets im Gast",
      hint: "Zum Beispiel VMware Tools 12.3.5.",
    },
    "enhanced-data-path": {
      label: "Enhanced Data Path",
      question: "Verwendet der virtuelle Switch Enhanced Data Path?",
      hint: "Enhanced Data Path ist ein Modus des Host-Switches von NSX.",
      assumed: ["Angenommen: kein Enhanced Data Path."],
      means: { yes: "Enhanced Data Path", no: "kein Enhanced Data Path" },
    },
    "forwards-packets": {
      label: "Router, Firewall oder Bridge",
      question: "Ist die VM ein Router, eine Firewall oder eine Bridge?",
      assumed: ["Angenommen: Die VM ist kein Router, keine Firewall und keine Bridge."],
      means: { yes: "Router, Firewall oder Bridge", no: "weder Router noch Firewall noch Bridge" },
    },
    "guest-drivers": {
      label: "Treiber installierbar",
      question: "Können Sie im Gast Treiber installieren?",
      hint: "Antworten Sie nein, wenn nur mitgelieferte Treiber erlaubt sind.",
      assumed: ["Angenommen: Sie können im Gast Treiber installieren, zum Beispiel {drivers}."],
      means: { yes: "Treiber im Gast installierbar", no: "keine zusätzlichen Treiber im Gast" },
      remedy: { no: "{drivers} im Gast installieren.", unknown: "{drivers} im Gast installieren." },
    },
    guest: {
      label: "Gastbetriebssystem",
      question: "Gastbetriebssystem",
      hint: "Eine ID oder ein Name wie rhel9-64 oder win2k19, oder wie Ihr Inventar ihn ausgibt.",
      assumed: [
        "Angenommen: ein üblicher Gast. Emulierte Adapter funktionieren sofort, andere brauchen einen Treiber.",
      ],
      condition: "{value}",
    },
    "hardware-virtualization": {
      label: "Hardware-Virtualisierung",
      question: "Läuft die VM mit Hardware-Virtualisierung?",
      hint: "VT-x oder AMD-V. 64-Bit-Gäste verwenden sie immer.",
      assumed: ["Angenommen: Hardware-Virtualisierung."],
      means: { yes: "Hardware-Virtualisierung", no: "keine Hardware-Virtualisierung" },
      need: "{adapter} braucht Hardware-Virtualisierung: Die IOMMU eines Hosts (VT-d oder AMD-Vi) dient Maschinen, die mit VT-x oder AMD-V laufen.",
      remedy: {
        no: "Die Maschine mit Hardware-Virtualisierung (VT-x oder AMD-V) betreiben.",
        unknown: "Die Maschine mit Hardware-Virtualisierung (VT-x oder AMD-V) betreiben.",
      },
    },
    iommu: {
      label: "IOMMU des Hosts an",
      question: "Ist die IOMMU des Hosts (VT-d oder AMD-Vi) an?",
      hint: "Nur Passthrough braucht die IOMMU.",
      assumed: ["Angenommen: Die IOMMU ist aus."],
      means: { yes: "IOMMU an", no: "keine IOMMU" },
      need: "{adapter} braucht eine eingeschaltete IOMMU des Hosts (VT-d oder AMD-Vi).",
      remedy: {
        no: "Die IOMMU in der Firmware des Hosts einschalten.",
        unknown: "Prüfen, ob die IOMMU in der Firmware des Hosts an ist.",
      },
    },
    "latency-sensitive": {
      label: "Empfindlich gegen Latenz",
      question: "Ist die Anwendung empfindlich gegen Latenz?",
      hint: "Zum Beispiel Börsenhandel oder Telefonie.",
      assumed: ["Angenommen: keine besondere Anforderung an die Latenz."],
      means: { yes: "empfindlich gegen Latenz", no: "nicht empfindlich gegen Latenz" },
    },
    "link-gbps": {
      label: "Leitung (Gbit/s)",
      question: "Geschwindigkeit der Leitung des Hosts in Gbit/s",
      assumed: [
        "Angenommen: eine Leitung von {value} Gbit/s, wie in den meisten Studien.",
        "Angenommen: eine Leitung von {value} Gbit/s, weil der Durchsatz sie braucht.",
      ],
      condition: "eine Leitung von {value} Gbit/s",
    },
    "many-connections": {
      label: "Sehr viele Verbindungen",
      question: "Nimmt die VM sehr viele Verbindungen zugleich an?",
      assumed: ["Angenommen: eine gewöhnliche Zahl von Verbindungen."],
      means: { yes: "sehr viele Verbindungen", no: "eine gewöhnliche Zahl von Verbindungen" },
    },
    "packet-bytes": {
      label: "Paketgröße (Byte)",
      question: "Größe der Pakete in Byte",
      hint: "IP-Pakete, wie die MTU sie zählt. Ohne sie ist die Paketrate ein Bereich.",
    },
    "packet-rate": {
      label: "Pakete pro Sekunde in der Spitze",
      question: "Pakete pro Sekunde in der Spitze",
      hint: "In der stärker belasteten Richtung, wie auf der Leitung.",
      assumed: [
        "Angenommen: eine gewöhnliche Paketrate, unter 50.000 Paketen/s.",
        "Angenommen: {value} Pakete/s, weil die VM Passthrough verwendet.",
      ],
      condition: "{value} Pakete/s",
    },
    "platform-version": {
      label: "Version der Plattform",
      question: "Version der Plattform",
      assumed: ["Angenommen: {platform} {value}."],
      condition: "Version {value}",
    },
    platform: {
      label: "Plattform",
      question: "Plattform",
      assumed: ["{value} wird als Plattform angenommen."],
      condition: "{value}",
    },
    requires: {
      label: "Muss weiter funktionieren",
      question: "Funktionen",
      condition: "{value} verlangt",
    },
    "save-cpu": {
      label: "CPU des Hosts ist der Engpass",
      question: "Ist die CPU des Hosts der Engpass?",
      hint: "Passthrough spart CPU des Hosts, kostet aber Funktionen.",
      assumed: [
        "Angenommen: Die CPU des Hosts ist nicht knapp.",
        "Angenommen: Die VM verwendet Passthrough, um CPU des Hosts zu sparen.",
        "Angenommen: CPU des Hosts zu sparen lohnt sich ab 100.000 Paketen/s.",
      ],
      means: { yes: "CPU des Hosts ist der Engpass", no: "CPU des Hosts ist nicht der Engpass" },
    },
    "sriov-nic": {
      label: "Freie virtuelle Funktion für SR-IOV",
      question: "Ist eine virtuelle Funktion für SR-IOV frei?",
      assumed: ["Angenommen: Keine virtuelle Funktion für SR-IOV ist frei."],
      means: { yes: "NIC mit SR-IOV", no: "keine NIC mit SR-IOV" },
      need: "{adapter} braucht eine freie virtuelle Funktion auf einer SR-IOV-NIC.",
      remedy: {
        no: "Den Host mit einer NIC ausstatten, die SR-IOV kann, und SR-IOV einschalten.",
        unknown: "Prüfen, ob der Host eine NIC mit eingeschaltetem SR-IOV hat.",
      },
    },
    "throughput-gbps": {
      label: "Durchsatz (Gbit/s)",
      question: "Durchsatz in Gbit/s",
      hint: "Geben Sie den Durchsatz an, wenn Sie die Paketrate nicht kennen.",
    },
    vcpus: {
      label: "vCPUs",
      question: "Anzahl der vCPUs",
      hint: "Mehrere Warteschlangen brauchen mehrere vCPUs.",
      assumed: ["Angenommen: zwei vCPUs oder mehr."],
      condition: "vCPUs: {value}",
    },
    "virtual-hardware": {
      label: "Version der virtuellen Hardware",
      question: "Version der virtuellen Hardware",
      hint: "Die Zahl in vmx-21.",
      assumed: [
        "Angenommen: virtuelle Hardware {value}, die neueste dieser Version.",
        "Angenommen: virtuelle Hardware {value}, die neueste dieser Version (ab {update}).",
      ],
      condition: "virtuelle Hardware {value}",
    },
  },
  features: {
    drs: { kvm: "Lastausgleich durch Live-Migration (oVirt)" },
    ha: { kvm: "Neustart nach Ausfall eines Hosts (HA)" },
    "hot-add": { vsphere: "Hinzufügen und Entfernen im Betrieb", kvm: "Hinzufügen im Betrieb" },
    "jumbo-frames": { vsphere: "Jumbo Frames", kvm: "Jumbo Frames" },
    "memory-overcommit": { vsphere: "Überbuchung des Speichers", kvm: "Überbuchung des Speichers" },
    netflow: { vsphere: "NetFlow und IPFIX", kvm: "NetFlow, sFlow und IPFIX mit Open vSwitch" },
    "network-io-control": { kvm: "Ratenbegrenzung der Schnittstelle" },
    "nic-sharing": { vsphere: "geteilte physische NIC", kvm: "Bridge oder virtuelle Funktionen" },
    "nic-teaming": { vsphere: "NIC-Teaming und Failover", kvm: "Bond unter der Bridge" },
    "nsx-firewall": {
      vsphere: "verteilte NSX-Firewall (DVFilter)",
      kvm: "Firewall am Tap (Proxmox VE, libvirt)",
    },
    "pxe-boot": { vsphere: "PXE-Start", kvm: "PXE-Start" },
    rss: { vsphere: "RSS und mehrere Warteschlangen", kvm: "mehrere Warteschlangen" },
    snapshots: { vsphere: "Snapshots", kvm: "Snapshots mit Speicherzustand" },
    "storage-vmotion": { kvm: "Migration des Speicherplatzes" },
    "suspend-resume": { vsphere: "Anhalten und Fortsetzen", kvm: "Sichern und Wiederherstellen des Zustands" },
    "vlan-policy": { vsphere: "VLAN und Sicherheitsrichtlinie der Portgruppe", kvm: "VLAN-Tag der Schnittstelle" },
    vmotion: { kvm: "Live-Migration" },
  },
};

/** Metrics of studies, by their ids. */
const METRICS: Record<string, string> = {
  throughput: "Durchsatz",
  "packet-rate": "Paketrate",
  latency: "Latenz",
  "cpu-utilization": "CPU-Last",
  "cpu-per-throughput": "CPU je Durchsatz",
  "link-utilization": "Auslastung der Leitung",
  "operation-rate": "Vorgänge pro Sekunde",
  "request-rate": "Anfragen pro Sekunde",
};

/** A guest's name, or "der Gast", at the beginning of a sentence. */
function begin(guest: string): string {
  return guest.replace(/^der /, "Der ");
}

/** Whether a guest's name covers several releases, such as "CentOS 4 and 5". */
function isSeveral(guest: string): boolean {
  return /\d and \d/.test(guest);
}

/** Texts whose numbers have their digits in groups as German has them: 120.000. */
function groupByPoints(texts: unknown): unknown {
  if (typeof texts === "function")
    return (...parameters: unknown[]) =>
      (texts as (...parameters: unknown[]) => string)(
        ...parameters.map((one) =>
          typeof one === "string" && /^[\d,.–]+$/.test(one) ? one.replace(/(?<=\d),(?=\d{3})/g, ".") : one,
        ),
      );
  if (!isRecord(texts)) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, inner]) => [key, groupByPoints(inner)]));
}

/** German as the component takes it. */
export const language = groupByPoints(german) as Language;

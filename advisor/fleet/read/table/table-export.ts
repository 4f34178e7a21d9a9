import type { FleetKnowledge } from "../../knowledge.ts";
import { getOrCompute } from "../../../collections.ts";
import { normaliseAdapter } from "../../../knowledge/adapter-names.ts";
import type { ExpectedAdapters, FleetAdapter, FleetField } from "../../record.ts";
import type { FileReport } from "../report.ts";
import type { Column, TabName } from "./headings.ts";

/** What identifies the machine of a row. */
export interface Identity {
  name: string;
  id: string | null;
  uuid: string | null;
  vcenter: string | null;
}

/** Facts that one row states about a machine, a host or a cluster. */
interface RowFacts {
  identity: Identity;
  /** The file, and the place in it. */
  report: FileReport;
  place: string;
  facts: Partial<FleetAdapter>;
  /** The host that the machine runs on. */
  host: string | null;
  /** Number of adapters that the row states. */
  count: number | null;
}

/** An adapter before facts of other tabs are added. */
interface Pending {
  adapter: FleetAdapter;
  identity: Identity;
  host: string | null;
  report: FileReport;
}

/** Ways to identify a machine, the most reliable first. */
const levels: readonly ((identity: Identity) => string | null)[] = [
  ({ uuid, vcenter }) => (uuid && vcenter ? `${uuid}\n${vcenter}` : null),
  ({ id, vcenter }) => (id && vcenter ? `${id}\n${vcenter}` : null),
  ({ uuid }) => uuid,
  ({ id }) => id,
  ({ name, vcenter }) => (vcenter ? `${name}\n${vcenter}` : null),
  ({ name }) => name,
];
/** First level that identifies a machine by its name. */
const byName = 4;

/** The tabs of one export, in any order and from any number of files; `join` puts them together. */
export class TableExport {
  /** Takes the spellings of adapters that are known, on whatever platform, and the words for platforms. */
  constructor(
    private readonly adapterNames: ReadonlySet<string>,
    platformWords: FleetKnowledge["platformWords"] = [],
  ) {
    this.platformPatterns = platformWords.map(
      ({ platform, words }) => [new RegExp(`(?<![a-z])(?:${words.join("|")})`), platform] as const,
    );
  }

  private readonly platformPatterns: readonly (readonly [words: RegExp, id: string])[];

  private readonly pending: Pending[] = [];
  private readonly listed: Pending[] = [];
  /** Machines of tables of PowerCLI that list no adapters, by id and name; null if two rows differ. */
  private readonly listedMachines = new Map<string, RowFacts | null>();
  /** What to report of a table that lists machines if no adapter is of them. */
  private readonly unmatched = new Map<FileReport, string>();
  private readonly tabs = new Map<TabName, Tab>();
  /** Files with adapters that RVTools wrote, and the columns beside the adapters. */
  private readonly files = new Map<FileReport, ReadonlySet<Column>>();
  /** Other files of the export. */
  private readonly others = new Map<FileReport, TabName>();

  /** Headings of all tables, in small letters. */
  private readonly headings = new Set<string>();

  /** Remembers the headings of a table. */
  addHeadings(cells: readonly string[]): void {
    for (const cell of cells) this.headings.add(cell.trim().toLowerCase());
  }

  /** Whether a cell is a known adapter, as an inventory of some platform writes it. */
  isAdapterName(cell: string): boolean {
    return this.adapterNames.has(normaliseAdapter(cell));
  }

  /** Returns the id of the platform or product that a cell names; undefined for a name that is not known. */
  findPlatform(cell: string): string | undefined {
    const text = cell.toLowerCase();
    return this.platformPatterns.find(([words]) => words.test(text))?.[1];
  }

  /** Whether a table has a heading. */
  hasHeading(heading: string): boolean {
    return this.headings.has(heading.trim().toLowerCase());
  }

  /** Remembers an adapter whose machine other tabs may describe. */
  addAdapter(pending: Pending): void {
    this.pending.push(pending);
  }

  /** Remembers an adapter of a table that is not of RVTools. */
  addListed(listed: Pending): void {
    this.listed.push(listed);
  }

  /** Remembers a machine of a table that lists no adapters. */
  addListedMachine(row: RowFacts): void {
    const key = keyOfListed(row.identity);
    const before = this.listedMachines.get(key);
    if (before && !isSame(before, row))
      row.report.addProblem(row.place, `${row.identity.name} is listed twice with different facts. They are not used.`);
    this.listedMachines.set(key, before === undefined || (before && isSame(before, row)) ? row : null);
  }

  /** Reports that a table lists no adapters, unless adapters of its machines stand in another file. */
  addWithoutAdapters(report: FileReport, text: string): void {
    this.unmatched.set(report, text);
  }

  /** Remembers a row of another tab than vNetwork. */
  addRow(tab: TabName, row: RowFacts): void {
    this.tab(tab).rows.push(row);
  }

  /** Remembers that a file has a tab of RVTools. */
  addTab(tab: TabName, report: FileReport, columns: ReadonlyMap<Column, number>): void {
    this.tab(tab);
    if (tab === "vNetwork") {
      const before = this.files.get(report) ?? new Set();
      this.files.set(report, new Set([...before, ...columns.keys()]));
    } else if (!this.others.has(report)) this.others.set(report, tab);
  }

  private tab(name: TabName): Tab {
    let tab = this.tabs.get(name);
    if (!tab) this.tabs.set(name, (tab = new Tab(name)));
    return tab;
  }

  /** Adds what the other tabs state to every adapter, and names what is missing. */
  join(): void {
    const machineTabs = (["vInfo", "vTools", "vMemory", "vCPU"] as const).flatMap((name) => this.tabs.get(name) ?? []);
    for (const { adapter, identity, host, report } of this.pending) {
      let hostOfMachine = host;
      for (const tab of machineTabs) {
        const row = tab.find(identity, report);
        if (!row) continue;
        hostOfMachine ??= row.host;
        copyFacts(row, adapter, report);
        if (tab.name !== "vInfo") continue;
        adapter.machineId = machineIdOf(row.identity) ?? adapter.machineId;
        adapter.localId ??= row.identity.id;
      }
      const { vcenter } = identity;
      if (hostOfMachine)
        this.copyFrom("vHost", { name: hostOfMachine, id: null, uuid: null, vcenter }, adapter, report);
      if (adapter.cluster)
        this.copyFrom("vCluster", { name: adapter.cluster, id: null, uuid: null, vcenter }, adapter, report);
    }
    this.joinListed();
    for (const tab of this.tabs.values()) tab.nameDoubts();
    nameEqualNames(this.pending, "Export the columns VM ID and VI SDK UUID.");
    nameEqualNames(this.listed, "Add a column VM ID.");
    this.countMachines();
    this.nameGaps();
  }

  private joinListed(): void {
    for (const { adapter, identity, report } of this.listed) {
      const row = this.listedMachines.get(keyOfListed(identity));
      if (!row) continue;
      copyFacts(row, adapter, report);
      this.unmatched.delete(row.report);
    }
    for (const [report, text] of this.unmatched) report.addProblem("heading row", text);
  }

  private copyFrom(name: TabName, identity: Identity, adapter: FleetAdapter, report: FileReport): void {
    const row = this.tabs.get(name)?.find(identity, report);
    if (row) copyFacts(row, adapter, report);
  }

  /** Counts each machine of vInfo once, together with its adapters. */
  private countMachines(): void {
    const reports = new Map<string, FileReport>();
    for (const { adapter, report } of this.pending)
      getOrCompute(reports, adapter.machineId ?? adapter.machine, () => report);
    const [first] = this.files.keys();
    const known = new Map<string, ExpectedAdapters>();
    for (const row of this.tabs.get("vInfo")?.rows ?? []) {
      const { identity, report, count } = row;
      const { name } = identity;
      const machineId = machineIdOf(identity);
      const home = reports.get(machineId ?? name) ?? first ?? report;
      const place = home === report ? row.place : `${report.file} ${row.place}`;
      const facts: Partial<FleetAdapter> = { platform: "vsphere", ...row.facts };
      // A name, or an id without its vCenter, may be that of another machine in another export.
      const isUnique = identity.uuid !== null || (identity.id !== null && identity.vcenter !== null);
      const describe = (): string => JSON.stringify([name, identity.vcenter, row.host, count, facts]);
      home.addMachine(name, machineId, isUnique ? { file: report.file, place: row.place, describe } : null);
      if (count === null || !first) continue;
      const key = machineId ?? `\n${name}`;
      const before = known.get(key);
      if (!before) {
        const expected = { machine: name, machineId, count, place, facts };
        home.expected.push(expected);
        known.set(key, expected);
      } else if (machineId !== null) before.count = Math.max(before.count, count);
      else {
        // Adapters of machines that have only a name are counted by it, so the numbers of machines of one name add up.
        before.count += count;
        before.facts = { platform: "vsphere" };
      }
    }
  }

  private nameGaps(): void {
    for (const [report, columns] of this.files) {
      // The release is named by columns of several kinds, of which one may be a custom attribute.
      const lacksRelease = this.pending.some(
        ({ adapter, report: own }) =>
          own === report && adapter.platform === "vsphere" && adapter.platformVersion === null,
      );
      for (const [tab, facts] of [
        [
          "vInfo",
          [
            !columns.has("virtualHardware") && "the virtual hardware",
            !columns.has("adapterCount") && "the number of adapters of each VM",
          ],
        ],
        ["vTools", [!columns.has("tools") && "the state of VMware Tools"]],
        ["vHost", [lacksRelease && "the release of ESXi"]],
      ] as const) {
        const unknown = facts.filter((fact) => fact !== false);
        if (this.tabs.has(tab) || unknown.length === 0) continue;
        const text = `${unknown.join(" and ")} ${unknown.length === 1 ? "is" : "are"} unknown`;
        report.addProblem(tab, `The tab ${tab} is missing. ${text.replace(/^t/, "T")}. Export all tabs.`);
      }
    }
    if (this.files.size > 0) return;
    for (const [report, tab] of this.others)
      report.addProblem(tab, `${tab} does not state the type of an adapter. Add the tab vNetwork of the same export.`);
  }
}

/** Reports rows with one name and without ids that must belong to several machines. */
function nameEqualNames(adapters: readonly Pending[], remedy: string): void {
  const known = new Map<string, { macs: Map<string, string | null>; host: string | null }>();
  const reported = new Set<string>();
  for (const { adapter, identity, host, report } of adapters) {
    const { name } = identity;
    if (machineIdOf(identity) !== null || reported.has(name)) continue;
    const { label, mac, place } = adapter;
    const before = getOrCompute(known, name, () => ({ macs: new Map(), host }));
    const isOther = host !== null && before.host !== null && host !== before.host;
    // A repeated MAC address is a repeated row. Labels without a number, such as Hyper-V's, do not differ between adapters.
    const isTwice =
      label !== null && /\d/.test(label) && before.macs.has(label) && (mac === null || before.macs.get(label) !== mac);
    if (isOther || isTwice) {
      reported.add(name);
      const why = isOther ? `are on ${before.host} and on ${host}` : `have "${label}" twice`;
      report.addProblem(
        place,
        `The rows of ${name} ${why}, so several VMs have this name. They count as one VM. ${remedy}`,
      );
    }
    if (label !== null) before.macs.set(label, mac);
  }
}

/** The ids of two vCenters repeat, so a machine of PowerCLI is found by its id and its name. */
function keyOfListed({ id, name }: Identity): string {
  return `${id}\n${name}`;
}

/** An id that tells machines of equal names apart; null if the row has only the name. */
export function machineIdOf({ uuid, id, name, vcenter }: Identity): string | null {
  if (uuid) return uuid;
  if (id) return vcenter ? `${id}@${vcenter}` : id;
  return vcenter ? `${name}@${vcenter}` : null;
}

function copyFacts(row: RowFacts, adapter: FleetAdapter, report: FileReport): void {
  const place = row.report === report ? row.place : `${row.report.file} ${row.place}`;
  for (const [field, value] of Object.entries(row.facts) as [FleetField, unknown][]) {
    if (value === null || adapter[field] !== null) continue;
    (adapter as unknown as Record<string, unknown>)[field] = value;
    adapter.places[field] = place;
  }
}

class Tab {
  readonly rows: RowFacts[] = [];
  /** An index for each used level. Null marks rows with the same key. */
  private readonly indexes = new Map<number, Map<string, RowFacts | null>>();
  private readonly ambiguous = new Map<string, FileReport>();
  private readonly foundByName = new Map<FileReport, number>();

  constructor(readonly name: TabName) {}

  /** Finds the row of a machine by the most reliable key that both rows have. */
  find(identity: Identity, report: FileReport): RowFacts | null {
    for (const [level, keyOf] of levels.entries()) {
      const key = keyOf(identity);
      if (key === null) continue;
      const index = this.indexAt(level);
      if (index.size === 0) continue;
      const row = index.get(key);
      if (row === null) this.ambiguous.set(identity.name, report);
      else if (row && level >= byName) this.foundByName.set(report, level);
      return row ?? null;
    }
    return null;
  }

  private indexAt(level: number): Map<string, RowFacts | null> {
    const known = this.indexes.get(level);
    if (known) return known;
    const index = new Map<string, RowFacts | null>();
    for (const row of this.rows) {
      const key = levels[level]?.(row.identity) ?? null;
      if (key === null) continue;
      const before = index.get(key);
      index.set(key, before === undefined || (before && isSame(before, row)) ? row : null);
    }
    this.indexes.set(level, index);
    return index;
  }

  nameDoubts(): void {
    const isOfMachines = this.name !== "vHost" && this.name !== "vCluster";
    for (const [name, report] of this.ambiguous)
      report.addProblem(
        this.name,
        `${this.name} has several different rows for ${name}. Their facts are not used. Export the columns VM ID and VI SDK UUID.`,
      );
    if (!isOfMachines) return;
    for (const [report, level] of this.foundByName)
      report.addProblem(
        this.name,
        `VMs are matched with ${this.name} by name${level === byName ? " and vCenter" : ""}, because the tabs share no VM ID or VM UUID.`,
      );
  }
}

function isSame(one: RowFacts, other: RowFacts): boolean {
  return (
    one.host === other.host && one.count === other.count && JSON.stringify(one.facts) === JSON.stringify(other.facts)
  );
}

import { readableCommands } from "../commands.ts";
import type { FleetAdapter, FleetField } from "../../record.ts";
import { detach, type FileReport, ofHost } from "../report.ts";
import {
  readBoolean,
  readCount,
  readFaultTolerance,
  readGroupedNumber,
  readHardware,
  readLatencySensitivity,
  readMac,
  readNumber,
  readPower,
  readRelease,
  readText,
  readTools,
} from "../values.ts";
import {
  type Column,
  type ColumnMapping,
  countHeadings,
  findTab,
  type Headings,
  isRvtools,
  readHeadings,
  type TabName,
} from "./headings.ts";
import { type Identity, machineIdOf, type TableExport } from "./table-export.ts";

/** Maximum number of rows, such as a title, above the headings. */
const mostRowsAbove = 50;

/** A list of adapters names one that is known within this many rows. */
const mostRowsUndecided = 1000;

/** What a column has, and how to write it; the other columns that are read word by word are true or false. */
const expectations: Partial<Record<Column, readonly [what: string, remedy: string]>> = {
  virtualHardware: ["a virtual hardware version", "Write the number: 19."],
  tools: ["a state of VMware Tools", "Write toolsOk, toolsNotRunning or toolsNotInstalled."],
  powerState: ["a power state", "Write poweredOn or poweredOff."],
  packetRate: ["a packet rate", "Write packets per second in digits only: 20000."],
};

/** Reads the rows of one table: adapters, or facts about machines, hosts and clusters. */
export class TableReader {
  private headings: Headings | null = null;
  private tab: TabName | null = null;
  /** Kinds of all tables: a file may hold several, one below the other. */
  private readonly tabs = new Set<TabName>();
  /** Whether the headings are those of an RVTools tab. */
  isRvtools = false;
  private rowsAbove: number[] = [];
  /** Whether there is a row below the headings. */
  private hasRows = false;
  /** PowerShell's name for the kind of objects in the table; empty if it is not stated. */
  type = "";
  /** Numbers have a comma before their decimals. */
  hasDecimalComma = false;
  private readonly unknownWords = new Set<string>();
  /** Columns that were named as missing. */
  private readonly missing = new Set<string>();

  constructor(
    private readonly report: FileReport,
    private readonly tables: TableExport,
    /** Name of the sheet or file. */
    private readonly name: string,
    /** Place of a row by its number: `line 7`, `vNetwork row 12`, `$[3]`. */
    private readonly placeOf: (row: number) => string,
    private readonly mapping: ColumnMapping = {},
  ) {}

  /** Number of cells that a row has; 0 before the headings. */
  get width(): number {
    return this.headings?.width ?? 0;
  }

  /** Whether the table is of a kind that is read. */
  get isUsed(): boolean {
    return this.tabs.size > 0;
  }

  /** Whether the table states adapters. */
  get hasAdapters(): boolean {
    return this.tabs.has("vNetwork");
  }

  private get headingRow(): string {
    return `${this.name === "" ? "" : `${this.name} `}heading row`;
  }

  /** Id of the format, for a file of a kind: `rvtools-csv`, `hyper-v-csv`, `csv`. */
  format(kind: "csv" | "json" | "xlsx"): string {
    if (this.isRvtools) return `rvtools-${kind}`;
    return this.headings?.columns.has("legacy") ? `hyper-v-${kind}` : kind;
  }

  /** A later table of no known kind: the row of its headings, and how many rows it has. */
  private skipped: { row: number; rows: number } | null = null;
  /** Rows of a table whose headings do not show what it lists, until a row names an adapter. */
  private undecided: [number: number, cells: readonly string[], isBroken: boolean | undefined][] = [];

  /** Takes the next row. Only text states whether a row is broken: a workbook leaves out cells that are empty. */
  addRow(number: number, cells: readonly string[], isBroken?: boolean): void {
    // Also lines between the rows, as Markdown and database clients draw them.
    if (cells.every((cell) => /^[-:+|\s]*$/.test(cell))) return;
    if (this.headings ? this.namesColumnsAgain(cells) : isHeadingRow(cells, this.mapping))
      return this.start(number, cells);
    if (!this.headings) return void this.rowsAbove.push(number);
    // Some files have the heading "VM" in all cells of a row that is empty.
    if (cells.every((cell) => /^(?:VM)?$/.test(cell.trim()))) return;
    this.hasRows = true;
    if (this.tab === null) return this.lookForAdapters(number, cells, isBroken);
    const place = this.placeOf(number);
    const { length } = cells;
    const { width } = this.headings;
    if (isBroken)
      return this.refuse(
        place,
        "A quotation mark is not closed, is not doubled inside a value, or the row is cut off after it.",
      );
    if (length > width && cells.slice(width).some((cell) => cell.trim() !== ""))
      return this.refuse(
        place,
        `The row has ${length} cells and the heading row ${width}. A value contains the delimiter and needs quotation marks.`,
      );
    if (isBroken === false && this.isCut(length))
      this.report.addProblem(place, `The row has ${length} of ${width} cells. Missing cells count as unknown.`);
    if (this.tab === "vNetwork") this.addAdapter(place, cells);
    else this.addFacts(this.tab, place, cells);
  }

  /** "Type" and "Model" are headings of many tables: a value such as `e1000` shows that they are those of an adapter. */
  private lookForAdapters(number: number, cells: readonly string[], isBroken?: boolean): void {
    const { columns } = this.headings ?? {};
    if (!columns?.has("adapter") && isBroken !== true) this.addMachine(this.placeOf(number), cells);
    if (this.skipped) this.skipped.rows++;
    if (this.undecided.length >= mostRowsUndecided || !columns?.has("machine") || !columns.has("adapter")) return;
    this.undecided.push([number, cells, isBroken]);
    if (!this.tables.isAdapterName(this.cell(cells, "adapter") ?? "")) return;
    this.tab = "vNetwork";
    this.tabs.add(this.tab);
    this.skipped = null;
    for (const row of this.undecided.splice(0)) this.addRow(...row);
  }

  /** Remembers what a row of PowerCLI's Get-VM states, for the adapters that another file of the export lists. */
  private addMachine(place: string, cells: readonly string[]): void {
    const { report } = this;
    const name = this.cell(cells, "machine");
    if (name === null || readPowerCliId(this.cell(cells, "machineId")) === null) return;
    const facts = this.readFacts(cells, place);
    this.tables.addListedMachine({
      identity: this.identity(cells, name),
      report,
      place,
      facts,
      host: null,
      count: null,
    });
  }

  /** Takes a row of which a part is lost. */
  addLost(number: number, text: string): void {
    if (this.tab !== null) this.refuse(this.placeOf(number), text);
  }

  /** Reports what the whole table lacks, after its last row. */
  reportGaps(): void {
    const { rowsAbove } = this;
    this.reportSkipped();
    if (this.hasAdapters && !this.hasRows)
      this.report.addProblem(this.headingRow, "The table has no rows below the headings. It lists no adapters.");
    if (!this.isUsed || rowsAbove.length === 0) return;
    this.report.addProblem(
      this.placeOf(rowsAbove[0] ?? 1),
      `${rowsAbove.length} ${rowsAbove.length === 1 ? "row above the heading row is" : "rows above the heading row are"} not read.`,
    );
  }

  /** Checks one cell for repeated headings, as in concatenated files. */
  private mayBeHeadings(cells: readonly string[]): boolean {
    return countHeadings([cells[this.headings?.columns.get("machine") ?? 0] ?? ""], this.mapping) > 0;
  }

  /**
   * Whether a row below the headings names columns too. A VM may be called "Server" and its network "Network", so the row
   * has the headings of a known table, or several others and nothing that is a value.
   */
  private namesColumnsAgain(cells: readonly string[]): boolean {
    if (!this.mayBeHeadings(cells)) return false;
    const headings = readHeadings(cells, this.mapping);
    if (this.hasSameNames(headings)) return true;
    if (cells.some((cell) => this.tables.isAdapterName(cell) || isValue(cell.trim()))) return false;
    const { size } = headings.columns;
    return findTab(headings, "") === null ? size >= 4 : size >= 3 || (size === 2 && cells.length <= 4);
  }

  private hasSameNames({ names }: Headings): boolean {
    const before = this.headings?.names;
    return before?.size === names.size && [...names].every((name) => before.has(name));
  }

  /** Names the rows of a table that is of no known kind and stands below another. */
  private reportSkipped(): void {
    const { skipped } = this;
    this.skipped = null;
    if (!skipped || skipped.rows === 0) return;
    this.report.addProblem(
      this.placeOf(skipped.row),
      `Another table begins here. It has no adapter type column, such as Adapter or NIC type, so its ${skipped.rows === 1 ? "row is" : `${skipped.rows} rows are`} not read.`,
    );
  }

  private start(number: number, cells: readonly string[]): void {
    const headings = readHeadings(cells, this.mapping);
    const isSame = this.hasSameNames(headings);
    this.headings = headings;
    if (isSame) return;
    this.reportSkipped();
    this.tables.addHeadings(cells);
    this.tab = findTab(this.headings, this.name);
    this.isRvtools ||= isRvtools(this.headings, this.name);
    this.undecided = [];
    if (this.rowsAbove.length > mostRowsAbove) this.tab = null;
    if (this.tab === null) {
      if (this.isUsed) this.skipped = { row: number, rows: 0 };
      return;
    }
    this.tabs.add(this.tab);
    if (this.isRvtools) this.tables.addTab(this.tab, this.report, this.headings.columns);
    const { columns } = this.headings;
    const place = this.headingRow;
    const missing = (heading: string, effect: string): void => {
      const text = `The column "${heading}" is missing. ${effect}`;
      if (!this.missing.has(text)) this.report.addProblem(place, text);
      this.missing.add(text);
    };
    if (this.tab === "vNetwork" && !columns.has("adapter") && !columns.has("legacy"))
      missing(
        "Adapter",
        this.isRvtools
          ? "The types of the adapters are unknown."
          : "The types of the adapters are unknown. If another column has them: --column adapter=Card.",
      );
    if (this.tab === "vNetwork" && this.isRvtools && !columns.has("guestAsWritten"))
      missing("OS according to the configuration file", "The guest is known only if vInfo states it.");
    if (this.tab === "vInfo" && !columns.has("virtualHardware"))
      missing("HW version", "The virtual hardware is unknown.");
    if (this.tab === "vHost" && !columns.has("hostVersion")) missing("ESX Version", "The release of ESXi is unknown.");
  }

  /** Whether a row ends before a column that is read. */
  private isCut(length: number): boolean {
    return [...(this.headings?.columns.values() ?? [])].some((index) => index >= length);
  }

  private refuse(place: string, text: string): void {
    if (this.tab === "vNetwork") this.report.addUnread(place, text);
    else this.report.addProblem(place, text);
  }

  private cell(cells: readonly string[], column: Column): string | null {
    const index = this.headings?.columns.get(column);
    const text = index === undefined ? null : readText(cells[index]);
    // Some files have the heading "VM" in cells that are empty.
    return text === "VM" ? null : text;
  }

  private identity(cells: readonly string[], name: string): Identity {
    const { report } = this;
    const intern = (text: string | null): string | null => text && report.intern(text);
    const copy = (text: string | null): string | null => text && detach(text);
    return {
      name: detach(name),
      id: copy(readPowerCliId(this.cell(cells, "machineId"))?.machine ?? this.cell(cells, "machineId")),
      uuid: copy(this.cell(cells, "machineUuid")),
      vcenter: intern(this.cell(cells, "vcenter")),
    };
  }

  private addAdapter(place: string, cells: readonly string[]): void {
    const name = this.cell(cells, "machine");
    const { report } = this;
    if (name === null && this.isOfHost(cells)) return report.addProblem(place, ofHost);
    if (name === null) return this.refuse(place, "The row has no VM name.");
    const legacy = this.cell(cells, "legacy");
    const isLegacy = legacy === null ? null : readBoolean(legacy);
    const written = this.cell(cells, "adapter");
    const isList = /^System\.(?:Object|String)\[\]$/.test(written ?? "");
    const adapterAsWritten =
      (isList ? null : written) ?? (isLegacy === null ? null : isLegacy ? "legacy" : "synthetic");
    const mac = this.cell(cells, "mac");
    const [label, network] = [this.cell(cells, "label"), this.cell(cells, "network")];
    if (isList)
      report.addProblem(
        place,
        `PowerShell wrote "${written}" instead of a list. Use one row per adapter: ${readableCommands.powerCli}`,
      );
    else if (adapterAsWritten === null && mac === null && label === null && network === null)
      return this.refuse(place, "The row names a VM but has no adapter data.");
    const identity = this.identity(cells, name);
    const adapter: FleetAdapter = report.addAdapter(place, identity.name, machineIdOf(identity));
    adapter.localId = identity.id;
    adapter.mac = mac === null ? null : readMac(mac);
    if (mac !== null && adapter.mac === null && /[^0:.-]/.test(mac))
      report.addProblem(place, `"${mac}" is not a MAC address.`);
    adapter.label = label && report.intern(label);
    adapter.network = network && report.intern(network);
    adapter.adapterAsWritten = adapterAsWritten && report.intern(adapterAsWritten);
    adapter.directPathField = this.boolean(cells, "directPathField", place);
    Object.assign(adapter, this.readFacts(cells, place));
    const state = readConnectionState(this.cell(cells, "connectionState"));
    const connected = this.boolean(cells, "connected", place) ?? state.connected;
    const starts = this.boolean(cells, "startsConnected", place) ?? state.starts;
    // A machine that is off has no connected adapters, so the setting for its start counts.
    adapter.connected = adapter.poweredOn === false ? (starts ?? connected) : (connected ?? starts);
    const host = this.cell(cells, "host");
    const owned = { adapter, identity, host: host && report.intern(host), report };
    if (this.isRvtools) this.tables.addAdapter(owned);
    else this.tables.addListed(owned);
  }

  /** Whether Hyper-V lists an adapter of the host beside those of VMs. */
  private isOfHost(cells: readonly string[]): boolean {
    const index = this.headings?.written.findIndex((heading) => /^\s*IsManagementOs\s*$/i.test(heading)) ?? -1;
    return readBoolean(cells[index]) === true;
  }

  private addFacts(tab: TabName, place: string, cells: readonly string[]): void {
    const { report } = this;
    const [first, subject] =
      tab === "vHost"
        ? (["host", "host"] as const)
        : tab === "vCluster"
          ? (["cluster", "cluster"] as const)
          : (["machine", "VM"] as const);
    const name = this.cell(cells, first) ?? this.cell(cells, "machine");
    if (name === null) return this.refuse(place, `The row has no ${subject} name.`);
    const host = this.cell(cells, "host");
    const facts: Partial<FleetAdapter> =
      tab === "vHost"
        ? { platformVersion: readRelease(this.cell(cells, "hostVersion")) }
        : tab === "vCluster"
          ? {
              clusterHa: this.boolean(cells, "clusterHa", place),
              clusterDrs: this.boolean(cells, "clusterDrs", place),
            }
          : this.readFacts(cells, place);
    if (!this.isRvtools) return;
    const isInfo = tab === "vInfo";
    if (!isInfo)
      for (const field of ["guestAsWritten", "guestFromTools", "cluster", "template", "poweredOn"] as const)
        delete facts[field];
    this.tables.addRow(tab, {
      identity: this.identity(cells, name),
      report,
      place,
      facts,
      host: host && report.intern(host),
      count: isInfo ? readCount(this.cell(cells, "adapterCount")) : null,
    });
  }

  /** Facts of the machine that any tab may state. */
  private readFacts(cells: readonly string[], place: string): Partial<FleetAdapter> {
    const facts: Partial<FleetAdapter> = {};
    const { report } = this;
    const set = <Field extends FleetField>(field: Field, value: FleetAdapter[Field]): void => {
      if (value !== null)
        facts[field] = typeof value === "string" ? (report.intern(value) as FleetAdapter[Field]) : value;
    };
    const guest = this.cell(cells, "guestAsWritten");
    const prefix = `${this.cell(cells, "machine")}:`;
    // PowerCLI writes a guest as `web01:Debian GNU/Linux 12 (64-bit)`, with what the tools report behind the machine's name.
    const isFromTools = guest?.startsWith(prefix) === true;
    set("guestAsWritten", isFromTools ? null : guest);
    set(
      "guestFromTools",
      this.cell(cells, "guestFromTools") ?? (isFromTools ? readText(guest?.slice(prefix.length)) : null),
    );
    set("virtualHardware", this.known(cells, "virtualHardware", place, readHardware));
    set("tools", this.known(cells, "tools", place, readTools));
    set("toolsVersion", this.cell(cells, "toolsVersion"));
    set("poweredOn", this.known(cells, "powerState", place, readPower));
    set("template", this.boolean(cells, "template", place));
    set("memoryReserved", this.readReserved(cells));
    set("vcpus", readCount(this.cell(cells, "vcpus")));
    set("cluster", this.cell(cells, "cluster"));
    set("faultTolerance", readFaultTolerance(this.cell(cells, "faultTolerance")));
    set("latencySensitive", readLatencySensitivity(this.cell(cells, "latencySensitive")));
    if (this.tab === "vNetwork") {
      set("clusterHa", this.boolean(cells, "clusterHa", place));
      set("clusterDrs", this.boolean(cells, "clusterDrs", place));
      // RVTools has no column of the platform: one with other words is a custom attribute, as is that of the version beside it,
      // unless the user names the column.
      const written = this.cell(cells, "platform");
      const isStated =
        !this.isRvtools ||
        this.mapping.platform !== undefined ||
        (written !== null && this.tables.findPlatform(written) !== undefined);
      set("platform", (isStated ? this.readPlatform(cells) : null) ?? (this.isRvtools ? "vsphere" : null));
      const hasVersion = isStated || this.mapping.platformVersion !== undefined;
      const version = hasVersion ? this.cell(cells, "platformVersion") : null;
      set("platformVersion", version ?? readRelease(this.cell(cells, "hostVersion")));
      const readRate = (text: string): number | null => {
        const rate = readGroupedNumber(text, this.hasDecimalComma);
        return rate !== null && rate >= 0 ? rate : null;
      };
      set("packetRate", this.known(cells, "packetRate", place, readRate));
    }
    return facts;
  }

  private readPlatform(cells: readonly string[]): string | null {
    const text = this.cell(cells, "platform");
    if (text === null) {
      // Of objects from Select-Object the kind begins with "Selected.".
      const type = this.type.replace(/^Selected\./, "");
      if (this.headings?.columns.has("legacy") || type.startsWith("Microsoft.HyperV.")) return "hyper-v";
      return type.startsWith("VMware.") ||
        readPowerCliId(this.cell(cells, "machineId")) ||
        (this.headings?.names.has("vmid") && /^vm-\d+$/.test(this.cell(cells, "machineId") ?? "")) ||
        /^vmx-/i.test(this.cell(cells, "virtualHardware") ?? "") ||
        /\besxi?\b|vmware|vsphere/i.test(this.cell(cells, "hostVersion") ?? "")
        ? "vsphere"
        : null;
    }
    return this.tables.findPlatform(text) ?? text;
  }

  private readReserved(cells: readonly string[]): boolean | null {
    if (this.boolean(cells, "memoryLocked", "") === true) return true;
    const [size, reservation] = [this.cell(cells, "memory"), this.cell(cells, "memoryReservation")].map(readSize);
    return size && reservation !== null && reservation !== undefined ? reservation >= size : null;
  }

  private boolean(cells: readonly string[], column: Column, place: string): boolean | null {
    return this.known(cells, column, place, readBoolean);
  }

  /** Reads a cell. An unknown word is reported once per table. */
  private known<Value>(
    cells: readonly string[],
    column: Column,
    place: string,
    read: (text: string) => Value | null,
  ): Value | null {
    const text = this.cell(cells, column);
    if (text === null) return null;
    const value = read(text);
    if (value === null && place !== "" && !this.unknownWords.has(`${column} ${text}`)) {
      const heading = this.headings?.written[this.headings.columns.get(column) ?? -1]?.trim();
      const [what, remedy] = expectations[column] ?? ["true or false", "Write true or false."];
      if (this.unknownWords.size < 100)
        this.report.addProblem(place, `"${text}" under "${heading}" is not ${what}. ${remedy} It counts as unknown.`);
      this.unknownWords.add(`${column} ${text}`);
    }
    return value;
  }
}

/** Whether a row has headings: three of its cells are names of columns. */
export function isHeadingRow(cells: readonly string[], mapping: ColumnMapping): boolean {
  const count = countHeadings(cells, mapping);
  return count >= 3 || (count === 2 && cells.length <= 4);
}

/** Whether a cell is a value, adapters apart, that no column is called by. */
function isValue(cell: string): boolean {
  return (
    /^(?:true|false)$/i.test(cell) || readNumber(cell) !== null || readPower(cell) !== null || readMac(cell) !== null
  );
}

/** The machine in an id of PowerCLI, which is its own or that of its adapter: `VirtualMachine-vm-101/4000`. */
function readPowerCliId(text: string | null): { machine: string } | null {
  const machine = /^VirtualMachine-([^/]+)(?:\/\d+)?$/.exec(text ?? "")?.[1];
  return machine === undefined ? null : { machine };
}

/** PowerCLI's state of an adapter: `Connected, GuestControl, StartConnected`, or `NotConnected, ..., NoStartConnected`. */
function readConnectionState(text: string | null): { connected: boolean | null; starts: boolean | null } {
  const words = text?.split(/,\s*/) ?? [];
  const read = (yes: string, no: string): boolean | null =>
    words.includes(yes) ? true : words.includes(no) ? false : null;
  return { connected: read("Connected", "NotConnected"), starts: read("StartConnected", "NoStartConnected") };
}

/** MiB, written with marks for thousands of some language. */
function readSize(text: string | null): number | null {
  return readNumber(text?.replace(/[.,]\d{1,2}$/, "").replaceAll(/[\s.,'’\u00a0]/g, "") ?? null);
}

/** A column of an adapter or of its machine that a table may have. */
export type Column =
  | "machine"
  | "machineId"
  | "machineUuid"
  | "vcenter"
  | "label"
  | "adapter"
  | "legacy"
  | "mac"
  | "network"
  | "connected"
  | "startsConnected"
  | "connectionState"
  | "directPathField"
  | "guestAsWritten"
  | "guestFromTools"
  | "virtualHardware"
  | "tools"
  | "toolsVersion"
  | "powerState"
  | "template"
  | "memory"
  | "memoryReservation"
  | "memoryLocked"
  | "vcpus"
  | "cluster"
  | "host"
  | "adapterCount"
  | "hostVersion"
  | "clusterHa"
  | "clusterDrs"
  | "faultTolerance"
  | "latencySensitive"
  | "platform"
  | "platformVersion"
  | "packetRate";

/** Headings of each column, without spaces, punctuation and capitals. Earlier ones win. */
const headings: Record<Column, string> = {
  machine: "vm vmname virtualmachine virtualmachinename machine machinename parent servername server parentname name",
  machineId: "vmid vmref vmobjectid vmmoref moref managedobjectid parentid id machineid",
  machineUuid: "vmuuid uuid instanceuuid smbiosuuid vmguid",
  vcenter: "visdkuuid vcenteruuid visdkserver vcenter vcenterserver visdkservername",
  label: "niclabel nic nicname adaptername networkadapter label vnic device",
  adapter: "adapter adaptertype nictype vnictype networkadaptertype adaptermodel nicmodel model virtualdev type",
  legacy: "islegacy",
  mac: "macaddress mac macaddr",
  network: "network networkname portgroup switchname bridge",
  connected: "connected isconnected",
  startsConnected: "startsconnected startconnected connectatpoweron",
  connectionState: "connectionstate",
  directPathField: "directpathio",
  guestAsWritten:
    "osaccordingtotheconfigurationfile os guestos guest configuredos configuredguest guestid operatingsystem osname guestosname guestfullname",
  guestFromTools: "osaccordingtothevmwaretools ostools reportedos guestosfromtools runningos",
  virtualHardware: "hwversion hardwareversion virtualhardware vmversion compatibility hardware vmhardwareversion",
  tools: "tools toolsstatus vmwaretools toolsstate toolsrunningstatus",
  toolsVersion: "toolsversion vmwaretoolsversion",
  powerState: "powerstate power state",
  template: "template istemplate",
  memory: "sizemib memory memorymib memorymb memsize sizemb",
  memoryReservation: "reservation memoryreservation memoryreservationmib",
  memoryLocked: "memoryreservationlockedtomax memoryreservedall memoryreserved",
  vcpus: "cpus vcpus cpu numcpu",
  cluster: "cluster clustername",
  host: "host hostname esxhost",
  adapterCount: "nics numnics",
  hostVersion: "esxversion hostversion",
  clusterHa: "haenabled clusterha ha",
  clusterDrs: "drsenabled clusterdrs drs",
  faultTolerance: "ftstate faulttolerancestate",
  latencySensitive: "latencysensitivity",
  platform: "platform hypervisor",
  platformVersion: "platformversion hypervisorversion",
  packetRate: "packetrate packetspersecond packetspersec packetssec packetss pps peakpps",
};

const columnsByHeading = new Map<string, { column: Column; rank: number }>(
  Object.entries(headings).flatMap(([column, names]) =>
    names.split(" ").map((name, rank) => [name, { column: column as Column, rank }] as const),
  ),
);

/** The tabs of RVTools that say something about adapters, machines, hosts or clusters. */
const tabNames = ["vNetwork", "vInfo", "vTools", "vMemory", "vCPU", "vHost", "vCluster"] as const;

/** One of the tabs of RVTools that are read. */
export type TabName = (typeof tabNames)[number];

const databasePrefix = /^v(?:Network|Info|Tools|Memory|CPU|Host|Cluster)(?=[A-Z])/;

/** A heading without spaces, marks, capitals and the tab's name that RVTools puts before it for databases. */
function normalizeHeading(heading: string): string {
  const name = heading.trim().replace(databasePrefix, "");
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Columns of a table by their headings; the user's own names of columns come first. */
export type ColumnMapping = Partial<Record<Column, string>>;

/** Reads pairs such as `adapter=Card`: a column and the heading that a table has for it. */
export function parseColumns(pairs: readonly string[]): { columns: ColumnMapping; problems: string[] } {
  const columns: ColumnMapping = {};
  const problems: string[] = [];
  for (const pair of pairs) {
    const [column = "", ...rest] = pair.split("=");
    const heading = rest.join("=").trim();
    if (Object.hasOwn(headings, column.trim()) && heading !== "") columns[column.trim() as Column] = heading;
    else
      problems.push(
        `found "${pair}", expected a column and its heading, such as adapter=Card; columns: ${Object.keys(headings).join(", ")}`,
      );
  }
  return { columns, problems };
}

/** The known headings of a table. */
export interface Headings {
  /** Index of each known column. */
  columns: ReadonlyMap<Column, number>;
  /** Headings as written. */
  written: readonly string[];
  /** Normalised headings. */
  names: ReadonlySet<string>;
  /** A heading means the type of an adapter and nothing else; "Type" and "Model" are headings of many tables. */
  hasAdapterHeading: boolean;
  /** The headings are those that RVTools writes for databases: `vNetworkVMName`. */
  isOfDatabase: boolean;
  /** Number of cells of the row. */
  width: number;
}

/** Reads a row of headings. Columns are found by name: custom attributes stand between them. */
export function readHeadings(cells: readonly string[], mapping: ColumnMapping): Headings {
  const found = new Map<Column, { index: number; rank: number }>();
  const names = cells.map(normalizeHeading);
  names.forEach((name, index) => {
    const known = columnsByHeading.get(name);
    if (!known) return;
    const before = found.get(known.column);
    if (!before || known.rank < before.rank) found.set(known.column, { index, rank: known.rank });
  });
  const columns = new Map([...found].map(([column, { index }]) => [column, index]));
  // "Name" is the machine's, unless another column is: then it is the adapter's, as PowerShell writes it.
  const name = names.indexOf("name");
  if (name !== -1 && columns.has("machine") && columns.get("machine") !== name && !columns.has("label"))
    columns.set("label", name);
  // RVTools' "Type" says how the MAC address was assigned. Beside no other adapter column it is the adapter's.
  if (columns.has("adapter") && names.includes("niclabel") && names[columns.get("adapter") ?? -1] === "type")
    columns.delete("adapter");
  for (const [column, heading] of Object.entries(mapping) as [Column, string][]) {
    const wanted = heading.trim().toLowerCase();
    const index = cells.findIndex((cell) => cell.trim().toLowerCase() === wanted);
    if (index === -1) continue;
    for (const [other, at] of columns) if (at === index) columns.delete(other);
    columns.set(column, index);
  }
  const adapter = columns.get("adapter");
  const hasAdapterHeading =
    adapter !== undefined && ("adapter" in mapping || !/^(?:type|model)$/.test(names[adapter] ?? ""));
  const isOfDatabase = cells.filter((cell) => databasePrefix.test(cell.trim())).length >= 2;
  return { columns, written: cells, names: new Set(names), hasAdapterHeading, isOfDatabase, width: cells.length };
}

/** Counts the known headings of a row. A row of values has hardly any. */
export function countHeadings(cells: readonly string[], mapping: ColumnMapping): number {
  const own = new Set(Object.values(mapping).map((heading) => heading.trim().toLowerCase()));
  const known = cells.filter(
    (cell) => columnsByHeading.has(normalizeHeading(cell)) || own.has(cell.trim().toLowerCase()),
  );
  return new Set(known.map(normalizeHeading)).size;
}

/** Headings that are typical of RVTools. */
const ofRvtools = new Set(
  (
    "osaccordingtotheconfigurationfile osaccordingtothevmwaretools directpathio srmplaceholder visdkserver " +
    "visdkuuid vcenteruuid internalsortcolumn hwupgradestatus latencysensitivity ftstate dasprotection cbt " +
    "gueststate configstatus fixedpassthruhotplug esxversion cpumodel currentevc haenabled drsenabled overallstatus " +
    "requiredversion upgradeable memoryreservationlockedtomax ballooned sizemib cpuhotadd coresps"
  ).split(" "),
);

/** Headings of RVTools that other tables have too. */
const alsoOfRvtools = new Set(["vmid", "vmuuid", "niclabel", "startsconnected"]);

/** Headings of RVTools' tabs about machines, of which vNetwork has none. */
const ofMachines = new Set(
  (
    "configstatus gueststate latencysensitivity ftstate fixedpassthruhotplug cbt hwupgradestatus dasprotection " +
    "requiredversion upgradeable memoryreservationlockedtomax ballooned sizemib cpuhotadd coresps"
  ).split(" "),
);

/** How many of the headings are in a list. */
function countIn(names: ReadonlySet<string>, list: ReadonlySet<string>): number {
  return [...names].filter((heading) => list.has(heading)).length;
}

/** Whether the headings are those of an RVTools tab and not of some other table. */
export function isRvtools({ names, isOfDatabase }: Headings, name: string): boolean {
  const own = countIn(names, ofRvtools);
  return isOfDatabase || tabOf(name) !== null || (own > 0 && own + countIn(names, alsoOfRvtools) >= 2);
}

/** The tab that a sheet or file is named after. */
function tabOf(name: string): TabName | null {
  const word = name
    .toLowerCase()
    .replace(/^.*tab/, "")
    .replace(/\.[^.]*$/, "");
  return tabNames.find((tab) => word === tab.toLowerCase()) ?? null;
}

/** Detects the RVTools tab by the columns of a table. The name decides only if several tabs match. */
export function findTab({ columns, names, hasAdapterHeading }: Headings, name: string): TabName | null {
  const has = (column: Column): boolean => columns.has(column);
  const named = tabOf(name);
  // In a tab about machines, "MAC Address" and "NIC Type" are custom attributes.
  const isOfMachines = (named !== null && named !== "vNetwork") || countIn(names, ofMachines) >= 2;
  const statesAdapters = has("legacy") || names.has("niclabel") || (!isOfMachines && (has("mac") || hasAdapterHeading));
  if (has("machine") && statesAdapters && !names.has("disk")) return "vNetwork";
  if (names.has("haenabled") || names.has("drsenabled")) return "vCluster";
  if (has("hostVersion") && !names.has("vm")) return "vHost";
  if (named) return named;
  if (!has("machine") || names.has("disk") || names.has("partition")) return null;
  if (has("memory") && (has("memoryLocked") || has("memoryReservation")) && !names.has("cpus")) return "vMemory";
  if (has("tools") && (has("toolsVersion") || names.has("vmversion"))) return "vTools";
  if (has("adapterCount") || (names.has("hwversion") && has("powerState"))) return "vInfo";
  if (names.has("sockets") && has("vcpus")) return "vCPU";
  return null;
}

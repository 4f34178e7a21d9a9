import { zipSync } from "fflate";

const HEADINGS = [
  "VM",
  "Powerstate",
  "Template",
  "NIC label",
  "Adapter",
  "Network",
  "Connected",
  "Mac Address",
  "Direct Path IO",
  "Annotation",
  "Cluster",
  "Host",
  "OS according to the configuration file",
  "OS according to the VMware Tools",
  "VM ID",
  "VI SDK UUID",
];

/** Guests as RVTools writes them, the usual ones more often. */
const GUESTS = [
  ...Array<string>(4).fill("Microsoft Windows Server 2019 (64-bit)"),
  ...Array<string>(3).fill("Microsoft Windows Server 2022 (64-bit)"),
  ...Array<string>(3).fill("Red Hat Enterprise Linux 8 (64-bit)"),
  ...Array<string>(2).fill("Ubuntu Linux (64-bit)"),
  "Microsoft Windows Server 2016 (64-bit)",
  "Microsoft Windows Server 2008 R2 (64-bit)",
  "Microsoft Windows Server 2003 (32-bit)",
  "Red Hat Enterprise Linux 9 (64-bit)",
  "CentOS 4/5/6/7 (64-bit)",
  "SUSE Linux Enterprise 15 (64-bit)",
  "Debian GNU/Linux 12 (64-bit)",
  "FreeBSD 13 (64-bit)",
  "Other 3.x or later Linux (64-bit)",
  "Other (32-bit)",
];
const ADAPTERS = [
  ...Array<string>(12).fill("Vmxnet3"),
  ...Array<string>(4).fill("E1000e"),
  ...Array<string>(2).fill("E1000"),
  "Vmxnet2",
  "PCNet32",
  "SriovEthernetCard",
];

/** Whole numbers that look random, always the same. */
function createDice(): () => number {
  let state = 1;
  return () => (state = (state * 48_271) % 2_147_483_647);
}

/** Rows of the tab vNetwork of a made-up fleet, always the same. */
function* fleetRows(adapters: number): Generator<string[]> {
  yield HEADINGS;
  const roll = createDice();
  const pick = <Item>(items: readonly Item[]): Item => items[roll() % items.length] as Item;
  for (let at = 0; at < adapters; at++) {
    const guest = pick(GUESTS);
    const hex = at.toString(16).padStart(6, "0");
    yield [
      `vm-${at}`,
      pick(["poweredOn", "poweredOn", "poweredOn", "poweredOff"]),
      at % 97 === 0 ? "True" : "False",
      "Network adapter 1",
      pick(ADAPTERS),
      `VLAN-${at % 40}`,
      "True",
      `00:50:56:${hex.slice(0, 2)}:${hex.slice(2, 4)}:${hex.slice(4)}`,
      "False",
      at % 10 === 0 ? "moved, see ticket; owner: shop" : "",
      `CL-${at % 12}`,
      `esx${at % 200}.example.org`,
      guest,
      pick([guest, guest, ""]),
      // No name of another machine: packet rates are joined by names and IDs.
      `vm-${1_000_000 + at}`,
      "0f0e0d0c-0000-0000-0000-000000000001",
    ];
  }
}

/** The fleet as the CSV of RVTools. */
export function writeFleetCsv(adapters: number): string {
  const quote = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell}"` : cell);
  return Array.from(fleetRows(adapters), (row) => row.map(quote).join(",")).join("\r\n");
}

/** Packet rates of the fleet as esxtop's batch CSV, from 10 to a million per second and each decade as often. */
export function writeFleetEsxtop(adapters: number): string {
  const roll = createDice();
  const ports = Array.from({ length: adapters }, (_, at) => `vSwitch0:${33_554_438 + at}:${98_842 + at}:vm-${at}.eth0`);
  const headings = ports.flatMap((port) =>
    ["Received", "Transmitted"].map((way) => `\\\\esx1.example.org\\Network Port(${port})\\Packets ${way}/sec`),
  );
  const samples = ["00:00:00", "00:00:05", "00:00:10"].map((time) => [
    `11/24/2026 ${time}`,
    ...headings.map(() => (10 ** (1 + (5 * roll()) / 2_147_483_647)).toFixed(2)),
  ]);
  const rows = [["(PDH-CSV 4.0) (UTC)(0)", ...headings], ...samples];
  return rows.map((cells) => `${cells.map((cell) => `"${cell}"`).join(",")}\n`).join("");
}

/** The fleet as a workbook with the tab vNetwork, its texts in a table of shared strings as Excel writes them. */
export function writeFleetWorkbook(adapters: number): Uint8Array {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const strings = new Map<string, number>();
  const rows: string[] = [];
  for (const row of fleetRows(adapters)) {
    const cells = row.map((cell) => {
      const known = strings.get(cell) ?? strings.size;
      strings.set(cell, known);
      return `<c t="s"><v>${known}</v></c>`;
    });
    rows.push(`<row>${cells.join("")}</row>`);
  }
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packages = "http://schemas.openxmlformats.org/package/2006";
  const texts = [...strings.keys()].map((text) => `<si><t>${text.replaceAll("&", "&amp;")}</t></si>`).join("");
  return zipSync({
    "[Content_Types].xml": encode(
      `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    ),
    "_rels/.rels": encode(
      `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    "xl/workbook.xml": encode(
      `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="vNetwork" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": encode(
      `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
    "xl/sharedStrings.xml": encode(`${xml}<sst xmlns="${main}">${texts}</sst>`),
    "xl/worksheets/sheet1.xml": encode(
      `${xml}<worksheet xmlns="${main}"><sheetData>${rows.join("")}</sheetData></worksheet>`,
    ),
  });
}

/** What the other formats hold of each row. */
function* fleetMachines(adapters: number): Generator<{ name: string; adapter: string; mac: string; guest: string }> {
  const rows = fleetRows(adapters);
  rows.next();
  for (const row of rows)
    yield { name: row[0] as string, adapter: row[4] as string, mac: row[7] as string, guest: row[12] as string };
}

/** The fleet as `govc vm.info -json` with types, as newer releases print it. */
export function writeFleetGovc(adapters: number): string {
  const machines = Array.from(fleetMachines(adapters), ({ name, adapter, mac, guest }) => ({
    name,
    config: {
      guestFullName: guest,
      version: "vmx-19",
      hardware: {
        numCPU: 2,
        memoryMB: 4096,
        device: [
          { _typeName: "VirtualLsiLogicController", key: 1000 },
          { _typeName: `Virtual${adapter}`, key: 4000, macAddress: mac, deviceInfo: { label: "Network adapter 1" } },
        ],
      },
    },
    runtime: { powerState: "poweredOn" },
  }));
  return JSON.stringify({ virtualMachines: machines });
}

/** The fleet as libvirt domains, one after another. */
export function writeFleetLibvirt(adapters: number): string {
  const models = ["virtio", "virtio", "e1000e", "rtl8139"];
  const systems = ["microsoft.com/win/2k19", "redhat.com/rhel/9.2", "debian.org/debian/12", "ubuntu.com/ubuntu/22.04"];
  return Array.from(
    fleetMachines(adapters),
    ({ name, mac }, at) => `<domain type='kvm'><name>${name}</name><memory unit='KiB'>4194304</memory>
 <metadata><l:libosinfo xmlns:l='http://libosinfo.org/xmlns/libvirt/domain/1.0'><l:os id='http://${systems[(at >> 2) % 4]}'/></l:libosinfo></metadata>
 <os><type arch='x86_64' machine='pc-q35-8.2'>hvm</type></os>
 <devices><interface type='bridge'><mac address='${mac}'/><source bridge='br0'/><model type='${models[at % 4]}'/></interface></devices></domain>
`,
  ).join("");
}

/** The fleet as a zip of Proxmox configurations, a file for each machine. */
export function writeFleetProxmox(adapters: number): Uint8Array {
  const models = ["virtio", "virtio", "e1000", "vmxnet3"];
  const types = ["l26", "win10", "win11", "other"];
  const files = Array.from(fleetMachines(adapters), ({ name, mac }, at) => [
    `qemu-server/${100 + at}.conf`,
    new TextEncoder().encode(
      `name: ${name}\nostype: ${types[(at >> 2) % 4]}\nnet0: ${models[at % 4]}=${mac},bridge=vmbr0,firewall=1\n`,
    ),
  ]);
  return zipSync(Object.fromEntries(files) as Record<string, Uint8Array>, { level: 1 });
}

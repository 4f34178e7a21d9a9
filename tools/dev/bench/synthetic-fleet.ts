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

/** Rows of the tab vNetwork of a made-up fleet, always the same. */
function* fleetRows(adapters: number): Generator<string[]> {
  yield HEADINGS;
  let state = 1;
  const pick = <Item>(items: readonly Item[]): Item => {
    state = (state * 48_271) % 2_147_483_647;
    return items[state % items.length] as Item;
  };
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
      `vm-${1000 + at}`,
      "0f0e0d0c-0000-0000-0000-000000000001",
    ];
  }
}

/** The fleet as the CSV of RVTools. */
export function writeFleetCsv(adapters: number): string {
  const quote = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell}"` : cell);
  return Array.from(fleetRows(adapters), (row) => row.map(quote).join(",")).join("\r\n");
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

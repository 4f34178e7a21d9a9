import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readFleet } from "../../../../advisor/fleet/read/read-fleet.ts";
import { known, problemsOf, readOne } from "./read-sample.ts";

const list = "VM;Adapter;Guest OS\nBüro-1;E1000;Debian 12\nBüro-2;Vmxnet3;Debian 12\n";

function utf16(text: string, { bigEndian = false, mark = true } = {}): Uint8Array {
  const units = [...(mark ? "\ufeff" : ""), ...text].map((letter) => letter.charCodeAt(0));
  return Uint8Array.from(units.flatMap((unit) => (bigEndian ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])));
}

const latin = Uint8Array.from([...list].map((letter) => letter.charCodeAt(0)));
const utf8 = new TextEncoder().encode(list);

describe("PowerCLI's adapters and its VMs in two files", () => {
  const adapters = `"MacAddress","Type","ParentId","Parent","Name"
"00:50:56:00:00:61","e1000e","VirtualMachine-vm-1","web1","Network adapter 1"
"00:50:56:00:00:62","Vmxnet3","VirtualMachine-vm-2","web1","Network adapter 1"
`;
  const machines = `"Name","PowerState","GuestId","HardwareVersion","Id"
"web1","PoweredOn","windows2019srv_64Guest","vmx-19","VirtualMachine-vm-1"
"web1","PoweredOff","rhel9_64Guest","vmx-20","VirtualMachine-vm-2"
`;
  const read = async (...texts: string[]) =>
    readFleet(texts.map((text, at) => ({ name: `x/${at}.csv`, bytes: new TextEncoder().encode(text) })));

  test("are joined by the VM's id, in either order", async () => {
    for (const texts of [
      [adapters, machines],
      [machines, adapters],
    ]) {
      const files = await read(...texts);
      assert.deepEqual(
        files.flatMap((file) =>
          file.adapters.map(({ guestAsWritten, virtualHardware, poweredOn }) => [
            guestAsWritten,
            virtualHardware,
            poweredOn,
          ]),
        ),
        [
          ["windows2019srv_64Guest", 19, true],
          ["rhel9_64Guest", 20, false],
        ],
      );
      assert.deepEqual(files.flatMap(problemsOf), []);
      assert.equal(
        files.reduce((sum, file) => sum + file.machines, 0),
        2,
      );
    }
  });

  test("are not joined with a VM of another name, whose id is that of another vCenter", async () => {
    const [file] = await read(adapters, machines.replaceAll("web1", "db1"));
    assert.deepEqual(
      file?.adapters.map(({ guestAsWritten }) => guestAsWritten),
      [null, null],
    );
  });

  test("name a VM that is listed twice with different facts, which are not used", async () => {
    const [file, , other] = await read(adapters, machines, machines.replace("vmx-19", "vmx-20"));
    assert.deepEqual(
      file?.adapters.map(({ virtualHardware }) => virtualHardware),
      [null, 20],
    );
    assert.deepEqual(problemsOf(other as never), [
      "line 2: web1 is listed twice with different facts. They are not used.",
    ]);
  });

  test("need the adapters: the VMs alone say so, also beside adapters of other VMs", async () => {
    for (const texts of [[machines], [machines, adapters.replaceAll(/vm-(\d)/g, "vm-9$1")]]) {
      const [file] = await read(...texts);
      assert.match(problemsOf(file as never).join(), /^heading row: The table has no adapter type column/);
    }
  });
});

describe("a table", () => {
  for (const [encoding, bytes] of Object.entries({
    "UTF-8": utf8,
    "UTF-8 with a mark": new TextEncoder().encode(`\ufeff${list}`),
    "UTF-16 LE": utf16(list),
    "UTF-16 BE": utf16(list, { bigEndian: true }),
    "UTF-16 LE without a mark": utf16(list, { mark: false }),
    "Windows-1252": latin,
    "UTF-8 with the line ends of old Mac programs": new TextEncoder().encode(list.replaceAll("\n", "\r")),
  }))
    test(`in ${encoding} is read`, async () => {
      const { adapters, problems } = await readOne("list.csv", bytes);
      assert.deepEqual([adapters.map(({ machine }) => machine), problems], [["Büro-1", "Büro-2"], []]);
    });

  for (const adapter of ["igb", "ne2k_pci", "pvrdma", "virtio-net-pci", "Intel E1000", "i82559c", "e1000", "VMXNET 3"])
    test(`with a column Model that names ${adapter} lists adapters`, async () => {
      const { adapters, problems } = await readOne("list.csv", `VM,Model\nweb01,${adapter}\n`);
      assert.deepEqual([adapters.map(({ adapterAsWritten }) => adapterAsWritten), problems], [[adapter], []]);
    });

  test("with the line ends of old Mac programs is read beside a value that holds others", async () => {
    const text = 'VM;Adapter;Notes\rweb01;E1000;"one\ntwo\r\nthree"\rweb02;Vmxnet3;\r';
    const { adapters, problems } = await readOne("list.csv", text);
    assert.deepEqual([adapters.map(({ machine }) => machine), problems], [["web01", "web02"], []]);
  });

  test("may have the API's words for the version of VMware Tools, which mean that they are installed", async () => {
    const words = ["guestToolsCurrent", "guestToolsUnmanaged", "guestToolsNeedUpgrade", "guestToolsNotInstalled"];
    const rows = words.map((word, at) => `web${at},E1000e,Windows Server 2019,vsphere,${word}\n`);
    const file = await readOne("list.csv", `VM,Adapter,Guest OS,Platform,Tools\n${rows.join("")}`);
    assert.deepEqual(
      [file.adapters.map(({ tools }) => tools), file.problems],
      [["installed", "installed", "installed", "missing"], []],
    );
  });

  test("in UTF-8 with a stray byte is read, and the byte is named", async () => {
    const bytes = Uint8Array.from([...utf8, 0xe4, 0x3b, 0x45, 0x0a]);
    const file = await readOne("list.csv", bytes);
    assert.deepEqual(file.adapters.map(({ machine }) => machine).slice(0, 2), ["Büro-1", "Büro-2"]);
    assert.match(problemsOf(file).join(), /file: 1 character is not UTF-8/);
  });

  for (const [name, delimiter] of Object.entries({ comma: ",", semicolon: ";", tab: "\t", bar: "|" }))
    test(`delimited by ${name} is read`, async () => {
      const { adapters } = await readOne("list.txt", list.replaceAll(";", delimiter));
      assert.equal(adapters.length, 2);
    });

  test("with thousands of blank rows has no more adapters and problems", async () => {
    const file = await readOne("list.csv", `${list}${";;\n".repeat(5000)}${"\n".repeat(5000)}`);
    assert.deepEqual([file.adapters.length, file.unread, file.problems], [2, 0, []]);
  });

  test("with a row whose quotation mark is never closed loses that row only", async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => `vm${index};E1000;Debian`);
    rows[10] = 'vm10;"E1000';
    const file = await readOne("list.csv", ["VM;Adapter;Guest OS", ...rows].join("\n"));
    assert.deepEqual([file.adapters.length, file.unread], [1999, 1]);
    assert.match(problemsOf(file).join(), /^line 12: A quotation mark is not closed/);
  });

  for (const [what, note] of Object.entries({
    "that ends with the delimiter": '"owner: Bob,\nsince 2019"',
    "with many delimiters": '"a, b, c, d, e\nf"',
  }))
    test(`with a value of several lines ${what} keeps its rows`, async () => {
      const rows = `VM,Adapter,Guest OS,Note\na,E1000,Debian 12,${note}\nb,E1000e,Debian 11,\n`;
      const { adapters, problems, machines } = await readOne("list.csv", rows);
      assert.deepEqual(
        adapters.map(({ machine, guestAsWritten }) => `${machine} ${guestAsWritten}`),
        ["a Debian 12", "b Debian 11"],
      );
      assert.deepEqual([machines, problems], [2, []]);
    });

  test("with a row that is cut short names the row", async () => {
    const file = await readOne("list.csv", "VM,Adapter,Guest OS,Owner\na,E1000\nb,E1000,Debian 12\n");
    assert.deepEqual([file.adapters.length, file.unread], [2, 0]);
    assert.deepEqual(problemsOf(file), ["line 2: The row has 2 of 4 cells. Missing cells count as unknown."]);
  });

  test("with a row that is cut short after a value of several lines takes none of it for another column", async () => {
    const rows = 'VM,Adapter,Note,Guest OS,Owner\na,E1000,"b,c,\nDebian 12"\nd,E1000,x,Debian 11,\n';
    const file = await readOne("list.csv", rows);
    assert.deepEqual(
      file.adapters.map(({ machine }) => machine),
      ["d"],
    );
    assert.match(problemsOf(file).join(), /^line 2: .*cut off/);
  });

  test("that was put together of two repeats its headings in another order", async () => {
    const file = await readOne("list.csv", `${list}Adapter;Guest OS;VM\nE1000e;Debian 11;c\n`);
    assert.deepEqual(
      file.adapters.map(({ machine, adapterAsWritten }) => `${machine} ${adapterAsWritten}`),
      ["Büro-1 E1000", "Büro-2 Vmxnet3", "c E1000e"],
    );
  });

  for (const [what, rows] of Object.entries({
    "VM that is called as a column is": "Server,E1000,Network,vsphere",
    "VM that is called as a column and has an unknown adapter": "Server,ixgbe,Network,vsphere",
    "VM of words that are columns": "Server,e1000-82545em,Network,Platform",
  }))
    test(`with a ${what} keeps its rows`, async () => {
      const file = await readOne(
        "a.csv",
        `VM,Adapter,Network,Platform\na,E1000,net,vsphere\n${rows}\nc,E1000,net,kvm\n`,
      );
      assert.deepEqual([file.adapters.map(({ machine }) => machine), file.problems], [["a", "Server", "c"], []]);
    });

  test("with the word VM in cells that are empty keeps the rows below", async () => {
    const headings = "VM,Powerstate,NIC label,Adapter,Network,Connected,Mac Address,VM ID";
    const rowOf = (name: string, id: string): string =>
      `${name},poweredOn,Network adapter 1,E1000,VM,True,00:50:56:00:00:0${id},vm-${id}`;
    const filled = "VM,poweredOn,Network adapter 1,E1000,VM,True,VM,VM";
    const empty = "VM,VM,VM,VM,VM,VM,VM,VM";
    const file = await readOne(
      "RVTools_tabvNetwork.csv",
      [headings, rowOf("a", "1"), filled, empty, rowOf("c", "3"), headings, rowOf("d", "4")].join("\n"),
    );
    assert.deepEqual([file.adapters.map(({ machine }) => machine), file.unread], [["a", "c", "d"], 1]);
    assert.match(problemsOf(file).join("\n"), /^line 3: The row has no VM name\.$/m);
  });

  for (const [what, text] of Object.entries({
    Markdown: "| VM | Adapter | Guest OS |\n|:---|---|---:|\n| a | E1000 | Debian 12 |\n",
    psql: " vm | adapter | os \n----+---------+----\n a  | E1000   | Debian 12\n",
    mysql:
      "+----+---------+----+\n| VM | Adapter | OS |\n+----+---------+----+\n| a  | E1000   | Debian 12 |\n+----+---------+----+\n",
  }))
    test(`in the form of ${what} has no VM of a line that is drawn`, async () => {
      const file = await readOne("table.md", text);
      assert.deepEqual([file.adapters.map(({ machine }) => machine), file.unread, file.problems], [["a"], 0, []]);
    });

  test("above a table of another kind names the rows of that table", async () => {
    const disks = "VM,Powerstate,Template,Disk,Capacity MiB,Cluster,Host\na,poweredOn,False,disk 1,100,c,h\n";
    const file = await readOne("all.csv", `VM,Adapter,Network,Cluster,Host\na,E1000,net,c,h\n${disks}`);
    assert.equal(file.adapters.length, 1);
    assert.deepEqual(problemsOf(file), [
      "line 3: Another table begins here. It has no adapter type column, such as Adapter or NIC type, so its row is not read.",
    ]);
  });

  test("that lacks a heading which the user names says so", async () => {
    const [file] = await readFleet([{ name: "a.csv", bytes: new TextEncoder().encode("VM,Adapter\na,E1000\n") }], {
      columns: { machine: "vm", cluster: "Zone" },
    });
    assert.deepEqual(
      file?.problems.map(({ text }) => text),
      ['No table has the column "Zone" that was named for cluster.'],
    );
  });

  test("with headings of its own is read by the columns that are named", async () => {
    const file = await readOne("list.csv", "Kiste,Sorte,Typ\nweb01,Debian 12,E1000\n", {
      columns: { machine: "kiste", adapter: "Typ", guestAsWritten: "Sorte" },
    });
    const [adapter] = file.adapters;
    assert.deepEqual(adapter && known(adapter), {
      machine: "web01",
      adapterAsWritten: "E1000",
      guestAsWritten: "Debian 12",
    });
  });

  for (const [columns, expected] of [
    ["Parent,Name,Type,MacAddress", "Prod"],
    ["Parent,VM,Name,Type,MacAddress", "web01"],
    ["Parent,VMName,Name,Type,MacAddress", "web01"],
  ] as const)
    test(`with the columns ${columns} has its machines under ${expected === "web01" ? "VM" : "Parent"}`, async () => {
      const row = columns.includes("VM") ? "Prod,web01" : "Prod";
      const file = await readOne("adapters.csv", `${columns}\n${row},Network adapter 1,e1000,00:50:56:00:00:01\n`);
      assert.deepEqual(
        file.adapters.map(({ machine, label, adapterAsWritten }) => [machine, label, adapterAsWritten]),
        [[expected, "Network adapter 1", "e1000"]],
      );
    });

  test("of PowerCLI counts a machine once, by the id in its adapters' ids", async () => {
    const rows = ["VirtualMachine-vm-7/4000", "VirtualMachine-vm-7/4001"].map((id) => `web01,Vmxnet3,${id},net`);
    const file = await readOne("adapters.csv", ["Parent,Type,Id,NetworkName", ...rows].join("\n"));
    assert.deepEqual([file.machines, file.adapters.map(({ platform }) => platform)], [1, ["vsphere", "vsphere"]]);
  });

  for (const [kind, platform] of [
    ["Selected.VMware.VimAutomation.ViCore.Impl.V1.VirtualDevice.NetworkAdapterImpl", "vsphere"],
    ["Selected.Microsoft.HyperV.PowerShell.VMNetworkAdapter", "hyper-v"],
  ] as const)
    test(`of the kind ${kind} is one of ${platform}`, async () => {
      const file = await readOne("a.csv", `#TYPE ${kind}\n"VMName","Name","MacAddress"\n"a","nic","00155D010203"\n`);
      assert.deepEqual(
        file.adapters.map((adapter) => adapter.platform),
        [platform],
      );
    });

  test("of PowerCLI names the guest that the tools report behind the machine's name", async () => {
    const rows = ["web01,e1000,web01:Debian GNU/Linux 12 (64-bit)", "web02,e1000,web02:", "web03,e1000,Debian 12"];
    const file = await readOne("vms.csv", ["Name,AdapterType,Guest", ...rows].join("\n"));
    assert.deepEqual(
      file.adapters.map(({ guestAsWritten, guestFromTools }) => [guestAsWritten, guestFromTools]),
      [
        [null, "Debian GNU/Linux 12 (64-bit)"],
        [null, null],
        ["Debian 12", null],
      ],
    );
  });

  test("with a list that PowerShell left out says how to get a row for each adapter", async () => {
    const file = await readOne("vms.csv", "Name,AdapterType,HardwareVersion\nweb01,System.Object[],vmx-19\n");
    assert.deepEqual(
      file.adapters.map(({ adapterAsWritten }) => adapterAsWritten),
      [null],
    );
    assert.match(problemsOf(file).join(), /^line 2: PowerShell wrote "System\.Object\[\]" instead of a list/);
  });

  test("with the column Type is one of adapters if a row names a model", async () => {
    const file = await readOne(
      "adapters.csv",
      "Parent,Name,Type\na,Network adapter 1,Unknown\nb,nic,Vmxnet3\nc,nic,x\n",
    );
    assert.deepEqual(
      file.adapters.map(({ place, machine, label, adapterAsWritten }) => [place, machine, label, adapterAsWritten]),
      [
        ["line 2", "a", "Network adapter 1", "Unknown"],
        ["line 3", "b", "nic", "Vmxnet3"],
        ["line 4", "c", "nic", "x"],
      ],
    );
    assert.deepEqual(file.problems, []);
  });

  test("with the column Type is not one of adapters if no row names a model", async () => {
    const file = await readOne("folders.csv", "Parent,Name,Type\nDatacenter,Prod,VM\nDatacenter,Test,VM\n");
    assert.deepEqual([file.adapters, file.unread], [[], 0]);
  });

  for (const [delimiter, rates] of [
    [
      ",",
      {
        "20000": 20_000,
        "12,345": 12_345,
        "1,234,567": 1_234_567,
        "1,234.5": 1234.5,
        "123.456": 123.456,
        "20 000": 20_000,
      },
    ],
    [";", { "12.345,6": 12_345.6, "1.234.567": 1_234_567, "1234,5": 1234.5, "12,345": 12.345, "20\u00a0000": 20_000 }],
  ] as const)
    test(`delimited by ${delimiter} has packet rates with marks for thousands`, async () => {
      const rows = Object.keys(rates).map((rate) => `a${delimiter}E1000${delimiter}"${rate}"`);
      const file = await readOne("list.csv", [["VM", "Adapter", "PPS"].join(delimiter), ...rows].join("\n"));
      assert.deepEqual([file.adapters.map(({ packetRate }) => packetRate), file.problems], [Object.values(rates), []]);
    });

  for (const heading of ["PPS", "Packets/s", "packets/sec", "Packets per second"])
    test(`has packet rates under ${heading}`, async () => {
      const file = await readOne("list.csv", `VM,Adapter,${heading}\na,E1000,20000\n`);
      assert.equal(file.adapters[0]?.packetRate, 20_000);
    });

  for (const [platform, id] of Object.entries({
    "VMware vSphere 8": "vsphere",
    "KVM (Proxmox)": "proxmox",
    "Nutanix AHV": "nutanix",
    RHEV: "ovirt",
    "Red Hat Virtualization": "ovirt",
    "Red Hat OpenStack Platform": "openstack",
    "OpenShift Virtualization": "kubevirt",
    "Hyper-V 2019": "hyper-v",
    Xen: "Xen",
  }))
    test(`with the platform ${platform} is of ${id}`, async () => {
      const file = await readOne("list.csv", `VM,Adapter,Platform\na,E1000,${platform}\n`);
      assert.equal(file.adapters[0]?.platform, id);
    });

  test("takes the words for platforms from the audit's knowledge", async () => {
    const platformWords = [{ platform: "bhyve", words: ["free hypervisor"] }];
    const file = await readOne("list.csv", "VM,Adapter,Platform\na,E1000,Free Hypervisor 14\n", { platformWords });
    assert.equal(file.adapters[0]?.platform, "bhyve");
  });

  test("without a platform is of vSphere if a host's version is", async () => {
    const file = await readOne("list.csv", "VM,Adapter,Host version\na,E1000,ESXi 7.0\nb,E1000,10.0.20348\n");
    assert.deepEqual(
      file.adapters.map(({ platform }) => platform),
      ["vsphere", null],
    );
  });

  test("that names two VMs alike says so, unless their adapters may have one name", async () => {
    const said = async (headings: string, ...rows: string[]): Promise<string[]> =>
      problemsOf(await readOne("list.csv", [headings, ...rows, ""].join("\n"))).filter((problem) =>
        problem.includes("several VMs"),
      );
    const macs = ["00:50:56:00:00:01", "00:50:56:00:00:02"];
    const label = "Network adapter 1";
    assert.deepEqual(await said("Server,NIC label,Adapter,MAC", ...macs.map((mac) => `web,${label},E1000,${mac}`)), [
      `line 3: The rows of web have "${label}" twice, so several VMs have this name. They count as one VM. Add a column VM ID.`,
    ]);
    const ofHost = macs.map((mac, index) => `web,E1000,${mac},esx${index}`);
    assert.equal((await said("VM,Adapter,MAC,Host", ...ofHost)).length, 1);
    const withId = macs.map((mac, index) => `web,${label},E1000,${mac},vm-${index}`);
    assert.deepEqual(await said("VM,NIC label,Adapter,MAC,VM ID", ...withId), []);
    const ofHyperV = macs.map((mac) => `web,Network Adapter,False,${mac}`);
    assert.deepEqual(await said("VMName,Name,IsLegacy,MacAddress", ...ofHyperV), []);
    const onTwoHosts = ofHyperV.map((row, index) => `${row},host${index}`);
    assert.equal((await said("VMName,Name,IsLegacy,MacAddress,Host", ...onTwoHosts)).length, 1);
  });

  test("names packet rates that it does not understand, or that have two meanings", async () => {
    const file = await readOne("list.csv", "VM;Adapter;PPS\na;E1000;1.234\nb;E1000;20k\nc;E1000;1.23.4\nd;E1000;-5\n");
    assert.deepEqual(
      [file.adapters.map(({ packetRate }) => packetRate), problemsOf(file)],
      [
        [null, null, null, null],
        ['2: "1.234"', '3: "20k"', '4: "1.23.4"', '5: "-5"'].map(
          (start) =>
            `line ${start} under "PPS" is not a packet rate. Write packets per second in digits only: 20000. It counts as unknown.`,
        ),
      ],
    );
  });

  test("says once which words it does not understand, and takes them for unknown", async () => {
    const rows = Array.from({ length: 50 }, (_, index) => `vm${index},E1000,perhaps,vmx-x`);
    const file = await readOne("list.csv", ["VM,Adapter,Connected,HW version", ...rows].join("\n"));
    assert.equal(file.adapters[3]?.connected, null);
    assert.deepEqual(problemsOf(file), [
      'line 2: "vmx-x" under "HW version" is not a virtual hardware version. Write the number: 19. It counts as unknown.',
      'line 2: "perhaps" under "Connected" is not true or false. Write true or false. It counts as unknown.',
    ]);
  });
});

describe("the tabs of an RVTools export", () => {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const network = (tail: string, ...rows: string[]): string =>
    [`VM,NIC label,Adapter,Starts Connected${tail}`, ...rows].join("\n");
  const read = (vNetwork: string, vInfo: string) =>
    readFleet([
      { name: "a/RVTools_tabvNetwork.csv", bytes: encode(vNetwork) },
      { name: "a/RVTools_tabvInfo.csv", bytes: encode(vInfo) },
    ]);

  test("are joined by id where names repeat across vCenters", async () => {
    const [file] = await read(
      network(
        ",VM ID,VI SDK UUID",
        "app,Network adapter 1,E1000,True,vm-1,x",
        "app,Network adapter 1,E1000e,True,vm-1,y",
      ),
      "VM,NICs,HW version,VM ID,VI SDK UUID\napp,1,8,vm-1,y\napp,1,19,vm-1,x\n",
    );
    assert.deepEqual(
      file?.adapters.map(({ virtualHardware, machineId }) => [virtualHardware, machineId]),
      [
        [19, "vm-1@x"],
        [8, "vm-1@y"],
      ],
    );
    assert.equal(file?.machines, 2);
  });

  for (const attribute of ["MAC Address", "NIC Model", "Adapter Type"])
    for (const info of ["RVTools_tabvInfo.csv", "machines.csv"])
      test(`are told apart with the custom attribute ${attribute} in ${info}`, async () => {
        const files = await readFleet([
          {
            name: "RVTools_tabvNetwork.csv",
            bytes: encode(network(",VM ID", "app,Network adapter 1,E1000,True,vm-1")),
          },
          {
            name: info,
            bytes: encode(
              `VM,Config status,Guest state,Powerstate,NICs,HW version,${attribute},VM ID\napp,green,running,poweredOn,1,19,x,vm-1\n`,
            ),
          },
        ]);
        assert.deepEqual(
          files.flatMap(({ adapters }) => adapters.map(({ virtualHardware }) => virtualHardware)),
          [19],
        );
      });

  test("have the release of ESXi in vHost, not in a custom attribute", async () => {
    const rows = "app,Network adapter 1,E1000,True,4.0,4.1,esx1";
    const [file] = await readFleet([
      { name: "RVTools_tabvNetwork.csv", bytes: encode(network(",Release,Platform version,Host", rows)) },
      { name: "RVTools_tabvHost.csv", bytes: encode("Host,ESX Version\nesx1,VMware ESXi 8.0.3 build-24022510\n") },
    ]);
    assert.equal(file?.adapters[0]?.platformVersion, "8.0.3");
    const own = await readOne(
      "list.csv",
      "VM,Adapter,Guest OS,Release,Platform version\nora1,E1000,Oracle Linux,5.8,8.0\n",
    );
    assert.equal(own.adapters[0]?.platformVersion, "8.0");
  });

  test("are not taken for those of a list that states its platforms under headings as RVTools has them", async () => {
    const file = await readOne(
      "list.csv",
      [
        "VM,VM ID,NIC label,VM UUID,Starts Connected,Adapter,Platform,Platform version",
        "k1,101,net0,a,True,e1000,proxmox,8.1",
        "k2,102,net0,b,True,virtio,Xen,",
        "v1,vm-3,Network adapter 1,c,True,E1000,vsphere,5.5",
        "v2,vm-4,Network adapter 1,d,True,E1000,,",
      ].join("\n"),
    );
    assert.equal(file.format, "csv");
    assert.deepEqual(
      file.adapters.map(({ platform, platformVersion }) => [platform, platformVersion]),
      [
        ["proxmox", "8.1"],
        ["Xen", null],
        ["vsphere", "5.5"],
        ["vsphere", null],
      ],
    );
    assert.deepEqual(file.problems, []);
  });

  test("with a column that names platforms are read by it, with a custom attribute they are not", async () => {
    const file = await readOne(
      "RVTools_tabvNetwork.csv",
      network(
        ",Guest OS,HW version,Tools,Platform,Platform version",
        "a,net0,e1000,True,Debian 12,,,Proxmox VE,8.1",
        "b,Network adapter 1,E1000,True,Debian 12,9,toolsOk,SAP,4.0",
      ),
    );
    assert.deepEqual(
      file.adapters.map(({ platform, platformVersion }) => [platform, platformVersion]),
      [
        ["proxmox", "8.1"],
        ["vsphere", null],
      ],
    );
    assert.deepEqual(problemsOf(file), [
      "vInfo: The tab vInfo is missing. The number of adapters of each VM is unknown. Export all tabs.",
      "vHost: The tab vHost is missing. The release of ESXi is unknown. Export all tabs.",
    ]);
  });

  test("that are missing are named with what is unknown", async () => {
    const file = await readOne("RVTools_tabvNetwork.csv", network(",Cluster", "b,Network adapter 1,E1000,True,c"));
    assert.match(
      problemsOf(file).join("\n"),
      /^vInfo: .*missing\. The virtual hardware and the number of adapters of each VM are unknown\..*\nvTools: .*state of VMware Tools is unknown\..*\nvHost: .*release of ESXi is unknown\./m,
    );
  });

  test("have Fault Tolerance and latency sensitivity in vInfo", async () => {
    const states = ["running,high", "notConfigured,normal", "needSecondary,low", "disabled,"];
    const [file] = await read(
      network(",VM ID", ...states.map((_, index) => `a,Network adapter 1,E1000,True,vm-${index}`)),
      ["VM,VM ID,NICs,HW version,FT State,Latency Sensitivity", ...states.map((s, i) => `a,vm-${i},1,19,${s}`)].join(
        "\n",
      ),
    );
    assert.deepEqual(
      file?.adapters.map(({ faultTolerance, latencySensitive }) => [faultTolerance, latencySensitive]),
      [
        [true, true],
        [null, null],
        [true, null],
        [null, null],
      ],
    );
  });

  test("without ids are joined by name, and an ambiguous name is not", async () => {
    const [file] = await read(
      network("", "app,Network adapter 1,E1000,True", "db,Network adapter 1,E1000e,True"),
      "VM,NICs,HW version\napp,1,8\napp,1,19\ndb,2,13\n",
    );
    assert.deepEqual(
      file?.adapters.map(({ virtualHardware }) => virtualHardware),
      [null, 13],
    );
    const problems = file ? problemsOf(file).join("\n") : "";
    assert.match(problems, /vInfo has several different rows for app\. Their facts are not used/);
    assert.match(problems, /matched with vInfo by name/);
  });

  for (const [what, tail, rows, said] of [
    ["a label twice", "", ["True", "True"], /^line 3: The rows of app have "Network adapter 1" twice, so several/],
    ["two hosts", ",Host", ["True,esx1", "True,esx2"], /^line 3: The rows of app are on esx1 and on esx2, so several/],
  ] as const)
    test(`without ids and with ${what} say that a name is that of several VMs`, async () => {
      const vNetwork = network(tail, ...rows.map((row) => `app,Network adapter 1,E1000,${row}`));
      const [file] = await read(vNetwork, "VM,NICs,HW version\napp,2,8\napp,2,8\n");
      assert.ok(file);
      const problems = problemsOf(file).filter((problem) => problem.includes("several VMs"));
      assert.match(problems.join("\n"), said);
      assert.equal(problems.length, 1);
      assert.deepEqual(
        file.expected.map(({ machine, count }) => [machine, count]),
        [["app", 4]],
      );
    });

  test("in the form for databases are read", async () => {
    const [file] = await read(
      "vNetworkVMName,vNetworkAdapter,vNetworkNicLabel\napp,E1000,Network adapter 1\n",
      "vInfoVMName,vInfoOS,vInfoNICs,vInfoHWVersion\napp,Debian GNU/Linux 12 (64-bit),1,vmx-19\n",
    );
    assert.equal(file?.format, "rvtools-csv");
    assert.deepEqual(
      file?.adapters.map(({ guestAsWritten, virtualHardware }) => [guestAsWritten, virtualHardware]),
      [["Debian GNU/Linux 12 (64-bit)", 19]],
    );
  });

  test("in other folders are other exports", async () => {
    const [file] = await readFleet([
      { name: "a/RVTools_tabvNetwork.csv", bytes: encode(network("", "app,Network adapter 1,E1000,True")) },
      { name: "b/RVTools_tabvInfo.csv", bytes: encode("VM,NICs,HW version\napp,1,8\n") },
    ]);
    assert.equal(file?.adapters[0]?.virtualHardware, null);
  });

  test("with no more than headings say so", async () => {
    const headings = "VM,NIC label,Adapter,Mac Address";
    const file = await readOne("adapters.csv", `${headings}\n,,,\n`);
    assert.deepEqual(problemsOf(file), [
      "adapters.csv heading row: The table has no rows below the headings. It lists no adapters.",
    ]);
    const filled = await readOne("adapters.csv", `${headings}\na,Network adapter 1,E1000,00:50:56:00:00:01\n`);
    assert.deepEqual(problemsOf(filled), []);
  });

  test("with zeros for a MAC address that is not yet given out have none", async () => {
    const file = await readOne(
      "adapters.csv",
      "VM,NIC label,Adapter,Mac Address\na,Network adapter 1,E1000,000000000000\n",
    );
    assert.deepEqual(
      file.adapters.map(({ mac }) => mac),
      [null],
    );
    assert.deepEqual(problemsOf(file), []);
  });

  test("without vNetwork say what is missing", async () => {
    const file = await readOne("RVTools_tabvInfo.csv", "VM,NICs,HW version,VI SDK Server\napp,1,8,vc\n");
    assert.equal(file.machines, 1);
    assert.match(problemsOf(file).join(), /Add the tab vNetwork of the same export/);
  });

  test("without vNetwork say so beside other problems", async () => {
    const file = await readOne("RVTools_tabvInfo.csv", "VM,NICs,VI SDK Server\napp,1,vc\n");
    const problems = problemsOf(file).join();
    assert.match(problems, /The column "HW version" is missing/);
    assert.match(problems, /vInfo does not state the type of an adapter\. Add the tab vNetwork/);
  });
});

for (const [shell, headings, command] of [
  ["Hyper-V", '"Name","State","NetworkAdapters","VMId"', "Get-VMNetworkAdapter -VMName * | Export-Csv adapters.csv"],
  ["PowerCLI", '"Name","PowerState","NetworkAdapters","Id"', "Get-NetworkAdapter -VM * | Export-Csv adapters.csv"],
] as const)
  test(`Get-VM of ${shell} as CSV is refused with the command that lists the adapters`, async () => {
    const file = await readOne("vms.csv", `${headings}\n"w1","Running","Some.Type","aaaa"\n`);
    assert.equal(file.adapters.length, 0);
    assert.match(problemsOf(file).join(), new RegExp(command.replace(/[*|]/g, "\\$&")));
  });

for (const [format, name, content, expected] of [
  [
    "govc",
    "vm-info.json",
    JSON.stringify({
      virtualMachines: [
        {
          name: "a",
          config: {
            latencySensitivity: { level: "high" },
            hardware: { device: [{ key: 4000, macAddress: "00:50:56:00:00:01", _typeName: "VirtualVmxnet3" }] },
          },
          runtime: { faultToleranceState: "running" },
        },
      ],
    }),
    [true, true],
  ],
  [
    ".vmx",
    "a.vmx",
    'virtualHW.version = "19"\nethernet0.present = "TRUE"\nethernet0.virtualDev = "vmxnet3"\nsched.cpu.latencySensitivity = "high"\n',
    [null, true],
  ],
] as const)
  test(`${format} states Fault Tolerance and latency sensitivity`, async () => {
    const { adapters } = await readOne(name, content);
    assert.deepEqual(
      adapters.map(({ faultTolerance, latencySensitive }) => [faultTolerance, latencySensitive]),
      [expected],
    );
  });

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readHardware } from "../../../../advisor/fleet/read/values.ts";
import { problemsOf, readOne } from "./read-sample.ts";

describe("what govc prints with -dump", () => {
  const machine = `{
    ManagedEntity: mo.ManagedEntity{ Name: "app01" },
    Config: &types.VirtualMachineConfigInfo{
      Hardware: types.VirtualHardware{
        Device: []types.BaseVirtualDevice{
          &types.VirtualE1000{ VirtualEthernetCard: types.VirtualEthernetCard{ MacAddress: "00:50:56:00:00:11" } },
        },
      },
    },
  }`;
  for (const [what, text] of Object.entries({
    "of several machines": `[]mo.VirtualMachine{\n  ${machine},\n}\n`,
    "of one machine": `mo.VirtualMachine${machine}\n`,
    "by its pointer": `&mo.VirtualMachine${machine}\n`,
  }))
    test(`${what} is refused with the command that helps`, async () => {
      const file = await readOne("dump.txt", text);
      assert.deepEqual([file.format, file.adapters.length, file.unread], [null, 0, 1]);
      assert.deepEqual(problemsOf(file), [
        "file: The file is in Go syntax, as govc prints with -dump, and is not read (1 adapter). Use: govc vm.info -xml NAME...",
      ]);
    });
});

describe("other versions of Nutanix Prism's API are refused with the command that helps", () => {
  const second = { name: "web01", num_vcpus: 2, num_cores_per_vcpu: 1, vm_nics: [{ model: "e1000" }, {}] };
  const fourth = { $objectType: "vmm.v4.ahv.config.Vm", name: "web01", nics: [{}] };
  for (const [what, document, count] of [
    ["version 2", { metadata: {}, entities: [second] }, "2 adapters"],
    ["one machine of version 2", second, "2 adapters"],
    ["version 4", { data: [fourth, fourth], metadata: {} }, "2 adapters"],
    ["one machine of version 4", { data: fourth }, "1 adapter"],
  ] as const)
    test(what, async () => {
      const file = await readOne("vms.json", JSON.stringify(document));
      assert.deepEqual([file.format, file.adapters.length, file.unread], [null, 0, Number(count[0])]);
      assert.deepEqual(problemsOf(file), [
        `$: This is version 2 or 4 of Nutanix Prism's API, which is not read (${count}). Use version 3: curl -u USER -H "Content-Type: application/json" -d '{"kind":"vm","length":500}' https://PRISM:9440/api/nutanix/v3/vms/list`,
      ]);
    });

  test("a page of version 3 says that it is not the whole list", async () => {
    const machine = { status: { name: "web01", resources: { nic_list: [{ model: "E1000" }] } } };
    const read = async (total: number): Promise<string[]> =>
      problemsOf(
        await readOne(
          "vms.json",
          JSON.stringify({ metadata: { total_matches: total, length: 1 }, entities: [machine] }),
        ),
      );
    assert.deepEqual(await read(120), ['$: The list has 1 of 120 VMs. Query the others with "length" and "offset".']);
    assert.deepEqual(await read(1), []);
    const pages = (total: number): string =>
      ["web01", "web02"]
        .map((name) => ({
          metadata: { total_matches: total, length: 1 },
          entities: [{ ...machine, metadata: { uuid: name } }],
        }))
        .map((page) => JSON.stringify(page))
        .join("\n");
    assert.deepEqual(problemsOf(await readOne("vms.json", pages(2))), []);
    assert.deepEqual(problemsOf(await readOne("vms.json", pages(3))), [
      'document 1 $: The list has 2 of 3 VMs. Query the others with "length" and "offset".',
    ]);
  });

  test("not a list of another product with the same names", async () => {
    const file = await readOne("vms.json", JSON.stringify([{ name: "web01", vm_nics: [{ id: "a" }] }]));
    assert.match(
      problemsOf(file).join(),
      /^file: The JSON is not in a known inventory format\. Found: "name", "vm_nics"\. /,
    );
  });
});

describe("a file in no known format names what was found and what helps", () => {
  for (const [name, text, expected] of [
    [
      "govc vm.info",
      "Name:           app01\n  Path:         /DC/vm/app01\n",
      /govc vm\.info, .*Use: govc vm\.info -xml/,
    ],
    ["govc device.info", "Name:             ethernet-0\n  Type:           VirtualE1000e\n", /govc vm\.info -xml/],
    [
      "govc device.ls",
      "ide-200       VirtualIDEController  IDE 0\nethernet-0    VirtualE1000e  VM Network\n",
      /govc vm\.info -xml/,
    ],
    [
      "virsh",
      " Interface   Type     Source    Model    MAC\n-----------\n vnet0  bridge br0 e1000 52:54:00:00:00:01\n",
      /virsh dumpxml/,
    ],
    ["qm list", "      VMID NAME     STATUS     MEM(MB)\n       101 app03    running    4096\n", /qm config VMID/],
    [
      "PowerCLI",
      "\nName                 Type       NetworkName  MacAddress\n----  ----  ---- ----\n",
      /^line 2: .*Get-NetworkAdapter -VM \* \| Export-Csv/,
    ],
    [
      "PowerCLI as a list",
      "MacAddress       : 00:50:56:00:00:11\nNetworkName      : VLAN\nType   : e1000e\n",
      /Get-NetworkAdapter/,
    ],
    [
      "Hyper-V",
      "\nName            IsManagementOs VMName SwitchName MacAddress\n",
      /Get-VMNetworkAdapter -VMName \* \| Export-Csv/,
    ],
    ["REST", '[{"vm":"vm-101","name":"app01","power_state":"POWERED_ON"}]', /^\$: .*GET \/api\/vcenter\/vm\/ID/],
    ["old REST", '{"value":[{"vm":"vm-101","name":"app01","power_state":"POWERED_ON"}]}', /GET \/api\/vcenter\/vm\/ID/],
    ["Ansible", '{"virtual_machines":[{"guest_name":"app01"}]}', /Ansible.*govc vm\.info -xml/],
    ["prose", "\nDear colleagues\n", /^line 2: .*begins with "Dear colleagues"\. Known: RVTools/],
  ] as const)
    test(name, async () => {
      const file = await readOne("export.txt", text);
      assert.equal(file.adapters.length, 0);
      assert.match(problemsOf(file).join("\n"), expected);
    });
});

describe("a table of adapters that cannot be read", () => {
  const rows = ["w1;NIC 1;E1000;00:50:56:00:03:01", "w2;NIC 1;E1000;00:50:56:00:03:02"];
  for (const [what, text, problem] of [
    [
      "because its headings are not known names the option that helps",
      ["Servername;Netzwerkadapter;Adaptertyp;MAC-Adresse", ...rows],
      "lines 2–3: 2 rows list adapters, but the headings are not known. Name the columns of the VM and the adapter: --column machine=Server --column adapter=Card.",
    ],
    [
      "because it has no headings asks for them",
      rows,
      "lines 1–2: 2 rows list adapters, but there is no heading row. Add the line with the names of the columns.",
    ],
    [
      "because it has only a title asks for headings",
      ["Inventory of 2026", ...rows.slice(1)],
      "line 2: 1 row lists an adapter, but there is no heading row. Add the line with the names of the columns.",
    ],
  ] as const)
    test(what, async () => {
      const file = await readOne("list.csv", [...text, ""].join("\n"));
      assert.deepEqual([file.adapters.length, file.unread], [0, text.length - (text[0] === rows[0] ? 0 : 1)]);
      assert.deepEqual(problemsOf(file), [problem]);
    });
});

test("a table with a known column for the VM and none for the adapter names the option that helps", async () => {
  const file = await readOne("list.csv", "Servername;Karte;MAC\nw1;E1000;00:50:56:00:03:01\n");
  assert.deepEqual(problemsOf(file), [
    'list.csv heading row: The column "Adapter" is missing. The types of the adapters are unknown. If another column has them: --column adapter=Card.',
  ]);
  const tab = await readOne(
    "RVTools_tabvNetwork.csv",
    "VM,NIC label,Mac Address\nw1,Network adapter 1,00:50:56:00:03:01\n",
  );
  assert.match(problemsOf(tab).join("\n"), /types of the adapters are unknown\.$/m);
});

test("an interface without its libvirt domain is refused with the line", async () => {
  const file = await readOne("nic.xml", "\n<interface type='bridge'>\n  <model type='e1000'/>\n</interface>\n");
  assert.equal(file.format, null);
  assert.deepEqual(problemsOf(file), [
    "line 2: <interface> is only a part of a libvirt domain. Use the output of virsh dumpxml.",
  ]);
});

test("a version of virtual hardware with a decimal comma is read", () => {
  assert.deepEqual(
    ["13", "13,0", "13.0", "vmx-13", "v13", "ESXi 6.5 and later (VM version 13)", "1,3", "13)"].map(readHardware),
    [13, 13, 13, 13, 13, 13, null, null],
  );
});

describe("a configuration of Proxmox VE without adapters is a VM", () => {
  for (const text of ["name: app01\nostype: l26\n", "ostype: win11\n", "cores: 2\nmemory: 2048\nscsihw: lsi\n"])
    test(JSON.stringify(text), async () => {
      const file = await readOne("203.conf", text);
      assert.deepEqual([file.format, file.machines, file.adapters, file.problems], ["proxmox-conf", 1, [], []]);
    });
});

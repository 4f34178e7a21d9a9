import assert from "node:assert/strict";
import { test } from "node:test";
import { known, readOne } from "./read-sample.ts";

test("govc collect is read if scalars are in boxes", async () => {
  const box = (name: string, type: string, value: unknown): object => ({
    name,
    op: "assign",
    val: { _typeName: type, _value: value },
  });
  const { adapters } = await readOne(
    "collect.json",
    JSON.stringify({
      obj: { type: "VirtualMachine", value: "vm-201" },
      changeSet: [
        box("name", "string", "n1"),
        box("config.guestId", "string", "debian12_64Guest"),
        box("config.template", "boolean", false),
        box("config.hardware.numCPU", "int", 4),
        box("config.hardware.device", "ArrayOfVirtualDevice", [{ _typeName: "VirtualE1000", key: 4000 }]),
      ],
    }),
  );
  assert.deepEqual(adapters.map(known), [
    {
      machine: "n1",
      machineId: "vm-201",
      localId: "vm-201",
      adapterAsWritten: "VirtualE1000",
      platform: "vsphere",
      guestAsWritten: "debian12_64Guest",
      template: false,
      vcpus: 4,
    },
  ]);
});

test("govc collect of older releases, which names the list of devices after their kind, is read", async () => {
  const { adapters } = await readOne(
    "collect.json",
    JSON.stringify([
      { Name: "name", Op: "assign", Val: "n1" },
      {
        Name: "config.hardware.device",
        Op: "assign",
        Val: { VirtualDevice: [{ Key: 200 }, { Key: 4000, MacAddress: "00:50:56:00:00:33" }] },
      },
    ]),
  );
  assert.deepEqual(
    adapters.map(({ machine, mac }) => [machine, mac]),
    [["n1", "00:50:56:00:00:33"]],
  );
});

test("adapters of Hyper-V are read if Windows PowerShell wraps their list", async () => {
  const adapter = (name: string, isLegacy: boolean): object => ({ Name: name, IsLegacy: isLegacy });
  const { adapters, problems } = await readOne(
    "get-vm.json",
    JSON.stringify({
      Name: "app01",
      NetworkAdapters: { value: [adapter("Network Adapter", false), adapter("Legacy", true)], Count: 2 },
    }),
  );
  assert.deepEqual(
    adapters.map(({ place, label, adapterAsWritten }) => [place, label, adapterAsWritten]),
    [
      ["$.NetworkAdapters.value[0]", "Network Adapter", "synthetic"],
      ["$.NetworkAdapters.value[1]", "Legacy", "legacy"],
    ],
  );
  assert.deepEqual(problems, []);
});

test("adapters of a Hyper-V host are named and not judged", async () => {
  const rows = [
    { Name: "Network Adapter", IsLegacy: false, IsManagementOs: false, VMName: "w1", SwitchName: "sw" },
    { Name: "Host", IsLegacy: false, IsManagementOs: true, VMName: "", SwitchName: "sw" },
  ];
  const csv = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].join("\n");
  for (const [name, text, place] of [
    ["adapters.csv", csv, "line 3"],
    ["adapters.json", JSON.stringify(rows), "$[1]"],
  ] as const) {
    const { adapters, problems, unread } = await readOne(name, text);
    assert.deepEqual([adapters.map(({ machine }) => machine), unread], [["w1"], 0]);
    assert.deepEqual(problems, [
      { place, text: "The adapter belongs to the Hyper-V host, not to a VM. It is not judged." },
    ]);
  }
});

for (const [what, reported, expected] of [
  ["the version of its kernel", { distribution: "", family: "Windows", version: { full_version: "10.0" } }, null],
  [
    "a name",
    { distribution: "Windows Server 2022", family: "Windows", version: { full_version: "10.0" } },
    "Windows Server 2022 10.0",
  ],
  [
    "a Linux distribution",
    { distribution: "Debian GNU/Linux", family: "Linux", version: { full_version: "12" } },
    "Debian GNU/Linux 12",
  ],
] as const)
  test(`a guest that oVirt reports with ${what} is ${expected ?? "not known by it"}`, async () => {
    const nics = { nic: [{ name: "nic1", interface: "e1000" }] };
    const vm = { id: "1", name: "w", os: { type: "windows_2022" }, guest_operating_system: reported, nics };
    const { adapters } = await readOne("vms.json", JSON.stringify({ vm: [vm] }));
    assert.deepEqual(
      adapters.map(({ guestAsWritten, guestFromTools }) => [guestAsWritten, guestFromTools]),
      [["windows_2022", expected]],
    );
  });

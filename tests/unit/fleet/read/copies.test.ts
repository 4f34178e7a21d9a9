import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readFleet } from "../../../../advisor/fleet/read/read-fleet.ts";
import { makeWorkbook } from "./make-workbook.ts";
import { loadSample } from "./read-sample.ts";

const HEADINGS = "VM,NIC label,Adapter,Mac Address,Starts Connected,VM ID,VI SDK UUID";
const row = (machine: string, adapter = "E1000", id = machine): string =>
  `${machine},Network adapter 1,${adapter},00:50:56:00:00:${machine.slice(-2)},True,${id},x`;
const table = (...rows: string[]): string => [HEADINGS, ...rows, ""].join("\n");
const anonymous = "VM,Adapter,Mac Address\na,E1000,00:50:56:00:00:01\n";

describe("an adapter that is read twice", () => {
  for (const [what, inputs, counts, notice] of [
    [
      "because the file is given twice counts once",
      [
        ["a.csv", table(row("vm01"), row("vm02"))],
        ["a.csv", table(row("vm01"), row("vm02"))],
      ],
      [
        [2, 2],
        [0, 0],
      ],
      /^file: The file is given twice\. It is read once\.$/,
    ],
    [
      "because a file without machine ids is given twice counts once",
      [
        ["a.csv", anonymous],
        ["a.csv", anonymous],
      ],
      [
        [1, 1],
        [0, 0],
      ],
      /^file: The file is given twice/,
    ],
    [
      "because the row is repeated counts once",
      [["a.csv", table(row("vm01"), row("vm02"), row("vm01"))]],
      [[2, 2]],
      /^line 4: 1 adapter was read before, the first at a\.csv line 2\. Each counts once\.$/,
    ],
    [
      "because the file is copied counts once",
      [
        ["a.csv", table(row("vm01"), row("vm02"))],
        ["copy/a.csv", table(row("vm01"), row("vm02"), row("vm03"))],
      ],
      [
        [2, 2],
        [1, 1],
      ],
      /^line 2: 2 adapters were read before, the first at a\.csv line 2\. Each counts once\.$/,
    ],
    [
      "with other facts counts twice",
      [
        ["a.csv", table(row("vm01"))],
        ["b.csv", table(row("vm01", "Vmxnet3"))],
      ],
      [
        [1, 1],
        [1, 1],
      ],
      /^line 2: 1 adapter was read before with other facts, the first at a\.csv line 2\. Each counts every time\.$/,
    ],
    [
      "only by its name and MAC address is two adapters",
      [["a.csv", table(row("vm01"), row("vm01", "E1000", "vm-7"))]],
      [[2, 2]],
      undefined,
    ],
  ] as [string, [string, string][], [number, number][], RegExp | undefined][])
    test(what, async () => {
      const files = await readFleet(inputs.map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) })));
      assert.deepEqual(
        files.map(({ adapters, machines }) => [adapters.length, machines]),
        counts,
      );
      const problems = files.flatMap((file) => file.problems.map(({ place, text }) => `${place}: ${text}`));
      const notices = problems.filter((problem) => /read before|given twice/.test(problem));
      assert.equal(notices.length, notice ? 1 : 0);
      if (notice) assert.match(notices[0] ?? "", notice);
      assert.ok(files.every(({ format }) => format !== null));
    });

  test("with the other tabs of its export leaves no gap and no machine behind", async () => {
    const sample = loadSample("rvtools-csv");
    const once = await readFleet(sample);
    const copy = sample.map(({ name, bytes }) => ({ name: `copy/${name}`, bytes }));
    const twice = await readFleet([...sample, ...copy]);
    assert.deepEqual(twice.slice(0, once.length), once);
    const ids = new Set(
      once.flatMap(({ adapters }) => adapters.flatMap(({ machineId, mac }) => (mac && machineId) ?? [])),
    );
    assert.ok(ids.size > 0);
    for (const { adapters, expected } of twice.slice(once.length))
      for (const { machineId } of [...adapters.filter(({ mac }) => mac !== null), ...expected])
        assert.ok(machineId === null || !ids.has(machineId), String(machineId));
  });
});

describe("an adapter without a MAC address", () => {
  const state = (uuid: string | undefined): string =>
    JSON.stringify({
      terraform_version: "1.5.0",
      resources: [
        {
          type: "vsphere_virtual_machine",
          name: "app",
          instances: [{ attributes: { name: "app01", uuid, network_interface: [{ adapter_type: "e1000" }] } }],
        },
      ],
    });
  const kubevirt = (uid: string | undefined): string =>
    JSON.stringify({
      apiVersion: "kubevirt.io/v1",
      kind: "VirtualMachine",
      metadata: { name: "app01", uid },
      spec: { template: { spec: { domain: { devices: { interfaces: [{ name: "default", model: "e1000e" }] } } } } },
    });
  const uuid = "4210aaaa-0000-0000-0000-000000000001";
  const other = "4210aaaa-0000-0000-0000-000000000002";

  test("is no copy of another adapter in its file that has the same name", async () => {
    const adapter = { Name: "Network Adapter", IsLegacy: false, SwitchName: "lan", MacAddress: "000000000000" };
    const machine = { Name: "app01", VMId: uuid, NetworkAdapters: [adapter, adapter] };
    const bytes = new TextEncoder().encode(JSON.stringify(machine));
    const files = await readFleet(["a.json", "b.json"].map((name) => ({ name, bytes })));
    assert.deepEqual(
      files.map(({ adapters }) => adapters.map(({ mac }) => mac)),
      [[null, null], []],
    );
  });

  test("counts once if terraform show prints it beside the state", async () => {
    const { resources } = JSON.parse(state(uuid));
    const values = resources[0].instances[0].attributes;
    const shown = { ...resources[0], address: "vsphere_virtual_machine.app", values };
    const show = JSON.stringify({ values: { root_module: { resources: [shown] } } });
    const files = await readFleet(
      [state(uuid), show].map((text, index) => ({ name: `${index}.json`, bytes: new TextEncoder().encode(text) })),
    );
    assert.deepEqual(
      files.map(({ format, adapters }) => [format, adapters.length]),
      [
        ["terraform-state", 1],
        ["terraform-show", 0],
      ],
    );
  });

  for (const [format, write] of Object.entries({ Terraform: state, KubeVirt: kubevirt }))
    for (const [what, ids, count] of [
      ["counts once if its VM has the same UUID", [uuid, uuid], 1],
      ["counts twice if its VM has another UUID", [uuid, other], 2],
      ["counts twice if its VM has no UUID", [undefined, undefined], 2],
    ] as const)
      test(`${what} (${format})`, async () => {
        const files = await readFleet(
          ids.map((id, index) => ({ name: `${index}.json`, bytes: new TextEncoder().encode(write(id)) })),
        );
        const adapters = files.flatMap((file) => file.adapters);
        assert.equal(adapters.length, count);
        assert.equal(
          files.reduce((sum, { machines }) => sum + machines, 0),
          count,
        );
      });
});

describe("a KubeVirt VM that one file describes several times", () => {
  const metadata = { namespace: "prod", name: "app01" };
  const spec = (facts: object): object => ({ domain: { devices: { interfaces: [{ name: "default", ...facts }] } } });
  const machine = (facts: object, more: object = {}): object => ({
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachine",
    metadata: { ...metadata, ...more },
    spec: { template: { spec: spec(facts) } },
  });
  const uid = "4210aaaa-0000-0000-0000-000000000001";
  const live = machine({ model: "e1000e", macAddress: "02:00:00:00:00:01" }, { uid });
  const instance = {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachineInstance",
    metadata: {
      ...metadata,
      uid: "4210aaaa-0000-0000-0000-000000000002",
      ownerReferences: [{ kind: "VirtualMachine", uid }],
    },
    spec: spec({ model: "e1000e", macAddress: "02:00:00:00:00:01" }),
    status: { phase: "Running", guestOSInfo: { prettyName: "Fedora Linux 40" } },
  };
  const manifest = machine({ model: "e1000e" });

  for (const [what, items, count, notice] of [
    [
      "as manifest and live object counts once",
      [manifest, live],
      1,
      /items\[1\].*: 1 adapter was read before, .*counts once/,
    ],
    ["as live object and manifest counts once", [live, manifest], 1, /1 adapter was read before, .*counts once/],
    ["with its running instance counts once", [live, instance], 1, /1 adapter was read before, .*counts once/],
    [
      "with another model counts as one VM with two adapters",
      [machine({ model: "virtio" }), live],
      2,
      /with other facts/,
    ],
  ] as const)
    test(what, async () => {
      const bytes = new TextEncoder().encode(JSON.stringify({ kind: "List", items }));
      const [file] = await readFleet([{ name: "a.json", bytes }]);
      assert.deepEqual([file?.machines, file?.adapters.length], [1, count]);
      const notices = (file?.problems ?? []).filter(({ text }) => text.includes("read before"));
      assert.equal(notices.length, 1);
      assert.match(`${notices[0]?.place}: ${notices[0]?.text}`, notice);
      if (count > 1) return;
      const [adapter] = file?.adapters ?? [];
      assert.deepEqual([adapter?.machineId, adapter?.mac], [uid, "02:00:00:00:00:01"]);
      assert.equal(adapter?.guestFromTools, items.includes(instance as never) ? "Fedora Linux 40" : null);
    });

  test("in two namespaces is two VMs", async () => {
    const other = machine({ model: "e1000e" }, { namespace: "test" });
    const bytes = new TextEncoder().encode(JSON.stringify({ kind: "List", items: [other, live] }));
    const [file] = await readFleet([{ name: "a.json", bytes }]);
    assert.deepEqual([file?.machines, file?.adapters.length], [2, 2]);
  });
});

describe("a VMs? without adapters that is read twice", () => {
  const network = table(row("vm01"));
  const info = (...rows: string[]): string =>
    ["VM,Powerstate,NICs,HW version,Host,VM ID,VI SDK UUID", ...rows, ""].join("\n");
  const ids = ",vm-2,x";
  const read = async (
    inputs: [string, string][],
  ): Promise<{ machines: number; absent: string[]; notices: string[] }> => {
    const files = await readFleet(inputs.map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) })));
    return {
      machines: files.reduce((sum, file) => sum + file.machines, 0),
      absent: files.flatMap(({ expected }) => expected.map(({ machine, count }) => `${machine} ${count}`)),
      notices: files.flatMap(({ problems }) =>
        problems.flatMap(({ place, text }) => (/^\d+ VM/.test(text) ? [`${place}: ${text}`] : [])),
      ),
    };
  };

  for (const [what, first, second, machines, absent, notice] of [
    [
      "in a copy of its export counts once",
      [`vm02,poweredOff,1,13,esx1${ids}`, "vm03,poweredOff,0,13,esx1,vm-3,x"],
      [`vm02,poweredOff,1,13,esx1${ids}`, "vm03,poweredOff,0,13,esx1,vm-3,x"],
      3,
      ["vm02 1", "vm03 0"],
      "b/vInfo.csv line 2: 2 VMs without listed adapters were read before, the first at a/vInfo.csv line 2. Each counts once.",
    ],
    [
      "with other facts counts twice",
      [`vm02,poweredOff,1,13,esx1${ids}`],
      [`vm02,poweredOn,1,13,esx1${ids}`],
      3,
      ["vm02 1", "vm02 1"],
      undefined,
    ],
    [
      "only by its name counts twice",
      ["vm02,poweredOff,1,13,esx1,,"],
      ["vm02,poweredOff,1,13,esx1,,"],
      3,
      ["vm02 1", "vm02 1"],
      undefined,
    ],
    [
      "by an id that another vCenter may have given counts twice",
      ["vm02,poweredOff,1,13,esx1,vm-2,"],
      ["vm02,poweredOff,1,13,esx1,vm-2,"],
      3,
      ["vm02 1", "vm02 1"],
      undefined,
    ],
  ] as [string, string[], string[], number, string[], string | undefined][])
    test(what, async () => {
      assert.deepEqual(
        await read([
          ["a/vNetwork.csv", network],
          ["a/vInfo.csv", info(...first)],
          ["b/vNetwork.csv", network],
          ["b/vInfo.csv", info(...second)],
        ]),
        { machines, absent, notices: notice === undefined ? [] : [notice] },
      );
    });

  test("in a copy of vInfo beside it is expected once, with the greater number of adapters", async () => {
    const { machines, absent } = await read([
      ["vNetwork.csv", network],
      ["vInfo.csv", info(`vm02,poweredOff,1,13,esx1${ids}`)],
      ["vInfo (1).csv", info(`vm02,poweredOff,2,13,esx1${ids}`)],
    ]);
    assert.deepEqual([machines, absent], [2, ["vm02 2"]]);
  });
});

test("RVTools' workbook and the same export as CSV count once", async () => {
  const rows = [HEADINGS, row("vm01"), row("vm02")].map((line) => line.split(","));
  const files = await readFleet([
    { name: "all.xlsx", bytes: makeWorkbook({ vNetwork: rows }) },
    { name: "RVTools_tabvNetwork.csv", bytes: new TextEncoder().encode(table(row("vm01"), row("vm02"))) },
  ]);
  assert.deepEqual(
    files.map(({ format, adapters, machines }) => [format, adapters.length, machines]),
    [
      ["rvtools-xlsx", 2, 2],
      ["rvtools-csv", 0, 0],
    ],
  );
  assert.match(
    files[1]?.problems.map(({ text }) => text).join("\n") ?? "",
    /2 adapters were read before, the first at all\.xlsx vNetwork row 2\. Each counts once\./,
  );
});

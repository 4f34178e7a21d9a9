import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { FleetFile } from "../../../../advisor/fleet/record.ts";
import { problemsOf, readOne } from "./read-sample.ts";

/** Machine, adapter and place of each adapter. */
function adaptersOf({ adapters }: FleetFile): string[] {
  return adapters.map(({ machine, adapterAsWritten, place }) => `${machine} ${adapterAsWritten} ${place}`);
}

const devices = (mac: string, type: string): string =>
  JSON.stringify({ devices: [{ name: "ethernet-0", type, key: 4000, macAddress: mac }] });
const domain = (name: string): string =>
  `<domain type='kvm'><name>${name}</name><devices>
<interface type='bridge'><model type='e1000'/></interface></devices></domain>`;

describe("a file with the output of several commands", () => {
  test("of govc device.info has a VM for each", async () => {
    const lists = [devices("00:50:56:00:00:01", "VirtualE1000e"), devices("00:50:56:00:00:02", "VirtualE1000")];
    const file = await readOne("esx1.json", lists.join("\n"));
    assert.equal(file.machines, 2);
    assert.deepEqual(adaptersOf(file), [
      "esx1 document 1 VirtualE1000e document 1 $.devices[0]",
      "esx1 document 2 VirtualE1000 document 2 $.devices[0]",
    ]);
    assert.deepEqual(
      problemsOf(file),
      [1, 2].map(
        (number) =>
          `document ${number} $.devices[0]: govc device.info does not name the VM. The file name is used: esx1 document ${number}. The guest and the virtual hardware are unknown. Add: govc vm.info -json NAME`,
      ),
    );
    assert.deepEqual(adaptersOf(await readOne("esx1.json", `[${lists.join()}]`)), [
      "esx1 $[0] VirtualE1000e $[0].devices[0]",
      "esx1 $[1] VirtualE1000 $[1].devices[0]",
    ]);
  });

  test("of govc vm.info and device.info has types from the second", async () => {
    const device = { key: 4000, macAddress: "00:50:56:00:00:01" };
    const machine = { name: "web01", self: { value: "vm-1" }, config: { hardware: { device: [device] } } };
    const file = await readOne(
      "all.json",
      [
        JSON.stringify({ virtualMachines: [machine] }),
        devices("00:50:56:00:00:01", "VirtualE1000e"),
        devices("00:50:56:00:00:02", "VirtualE1000"),
      ].join("\n"),
    );
    assert.equal(file.machines, 2);
    assert.deepEqual(adaptersOf(file), [
      "web01 VirtualE1000e document 1 $.virtualMachines[0].config.hardware.device[0]",
      "all document 3 VirtualE1000 document 3 $.devices[0]",
    ]);
    assert.equal(file.adapters[0]?.places.adapterAsWritten, "all.json document 2 $.devices[0]");
  });

  test("may have lines of the shell above JSON", async () => {
    const file = await readOne(
      "vm.log",
      `$ govc device.info -json -vm a\n${devices("00:50:56:00:00:01", "VirtualE1000")}`,
    );
    assert.deepEqual(adaptersOf(file), ["vm VirtualE1000 $.devices[0]"]);
  });

  test("has no lines of the shell above or between XML, and says which", async () => {
    const above = await readOne("vms.xml", `== a\n${domain("a")}\n== b\n${domain("b")}\n`);
    assert.deepEqual([adaptersOf(above), above.unread], [[], 2]);
    assert.deepEqual(problemsOf(above), [
      "line 1: The XML is not well-formed: text outside of an element. Remove it. This VM and the VMs after it are not read (2 adapters).",
    ]);
    const between = await readOne("vms.xml", `${domain("a")}\n\n== b\n${domain("b")}\n${domain("c")}\n`);
    assert.deepEqual([adaptersOf(between), between.unread], [["a e1000 line 2"], 2]);
    assert.deepEqual(problemsOf(between), [
      "line 4: The XML is not well-formed: text outside of an element. Remove it. This VM and the VMs after it are not read (2 adapters).",
    ]);
  });
});

test("several .vmx files in one are several VMs", async () => {
  const vmx = (name: string, model: string): string =>
    `.encoding = "UTF-8"
config.version = "8"
guestOS = "rhel9-64"
displayName = "${name}"
displayName = "${name}-new"
ethernet0.present = "TRUE"
ethernet0.virtualDev = "${model}"
`;
  const file = await readOne(
    "all.vmx",
    `${vmx("a", "e1000e")}\n${vmx("b", "e1000").replace(/^.*\n/, "")}${vmx("c", "vmxnet3")}`,
  );
  assert.equal(file.machines, 3);
  assert.deepEqual(adaptersOf(file), ["a-new e1000e line 6", "b-new e1000 line 13", "c-new vmxnet3 line 20"]);
  assert.equal(file.adapters[2]?.places.adapterAsWritten, "line 21");
  assert.deepEqual(problemsOf(file), []);
});

test("several tabs of RVTools in one CSV are read each by its headings", async () => {
  const ids = "VM ID,VI SDK UUID";
  const net = (vm: string, id: string): string =>
    `VM,NIC label,Adapter,Connected,Mac Address,${ids}\n${vm},Network adapter 1,E1000,True,00:50:56:00:00:0${id},vm-${id},u\n`;
  const tabs = {
    vDisk: `VM,Powerstate,Disk,Capacity MiB,${ids}\na,poweredOn,Hard disk 1,1,vm-1,u\n`,
    vInfo: `VM,Powerstate,NICs,HW version,${ids}\na,poweredOn,2,13,vm-1,u\n`,
    vNetwork: net("a", "1"),
    vTools: `VM,Powerstate,VM Version,Tools,Tools Version,${ids}\na,poweredOn,13,toolsOk,1,vm-1,u\n`,
    other: net("b", "2").replace("Connected,", "Connected,Owner,").replace("True,", "True,me,"),
  };
  const file = await readOne("all.csv", Object.values(tabs).join(""));
  assert.deepEqual([file.format, file.machines, file.unread], ["rvtools-csv", 2, 0]);
  assert.deepEqual(adaptersOf(file), ["a E1000 line 6", "b E1000 line 10"]);
  const [{ virtualHardware, tools, mac } = { virtualHardware: null, tools: null, mac: null }] = file.adapters;
  assert.deepEqual([virtualHardware, tools, mac], [13, "running", "00:50:56:00:00:01"]);
  assert.equal(file.adapters[1]?.mac, "00:50:56:00:00:02");
  assert.deepEqual(
    file.expected.map(({ machine, count, place }) => [machine, count, place]),
    [["a", 2, "line 4"]],
  );
  assert.equal(problemsOf(file).filter((problem) => problem.includes("OS according to")).length, 1);
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listFeatures, nameInList } from "../../../../tools/site/compile/feature-names.ts";
import type { RecordOf } from "../../../../tools/site/compile/records.ts";

function feature(name: string, here?: string): RecordOf<"features"> {
  const platforms: Record<string, string> = here === undefined ? {} : { kvm: here };
  return { id: "one", name, summary: "It is.", group: "sharing", order: 1, platforms };
}

describe("the name of a feature in a list", () => {
  const table: [name: string, here: string, expected: string][] = [
    ["Live migration", "live migration", "live migration"],
    ["Distributed firewall", "Firewall at the tap (Proxmox VE, libvirt)", "firewall at the tap"],
    ["Flow records", "NetFlow, sFlow and IPFIX of Open vSwitch", "flow records"],
    ["Shared physical port", "bridge or virtual functions", "shared physical port"],
    ["Several queues", "RSS and multiqueue", "RSS and multiqueue"],
    ["Live storage migration", "Storage vMotion", "Storage vMotion"],
    ["Wake-on-LAN", "Wake on LAN", "Wake on LAN"],
    ["VLAN and port policy", "VLAN tag of the interface", "VLAN tag of the interface"],
  ];
  for (const [name, here, expected] of table)
    test(`${here} is ${expected}`, () => assert.equal(nameInList(feature(name, here), "kvm"), expected));

  test("is that across platforms without one", () => assert.equal(nameInList(feature("Jumbo frames")), "jumbo frames"));
});

describe("a list of features", () => {
  const table: [names: string[], expected: string][] = [
    [["LRO"], "LRO"],
    [["LRO", "TSO"], "LRO or TSO"],
    [["LRO", "TSO", "RDMA"], "LRO, TSO or RDMA"],
    [["RSS and multiqueue", "LRO"], "RSS and multiqueue, or LRO"],
    [["RSS and multiqueue", "LRO", "TSO"], "RSS and multiqueue, LRO or TSO"],
  ];
  for (const [names, expected] of table) test(expected, () => assert.equal(listFeatures(names, "or"), expected));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { problemsOf, readOne } from "./read-sample.ts";

test("an OVF 2.0 descriptor as VirtualBox writes it states adapters in items of their own kind", async () => {
  const { adapters, problems } = await readOne(
    "appliance.ovf",
    `<?xml version="1.0"?>
<Envelope ovf:version="2.0" xmlns="http://schemas.dmtf.org/ovf/envelope/2" xmlns:ovf="http://schemas.dmtf.org/ovf/envelope/2">
  <VirtualSystem ovf:id="appliance">
    <OperatingSystemSection ovf:id="96"><Description>Debian_64</Description></OperatingSystemSection>
    <VirtualHardwareSection>
      <System><vssd:VirtualSystemType>virtualbox-2.2</vssd:VirtualSystemType></System>
      <Item><rasd:ResourceType>3</rasd:ResourceType><rasd:VirtualQuantity>2</rasd:VirtualQuantity></Item>
      <EthernetPortItem>
        <epasd:AutomaticAllocation>true</epasd:AutomaticAllocation>
        <epasd:Caption>Ethernet adapter on 'NAT'</epasd:Caption>
        <epasd:Connection>NAT</epasd:Connection>
        <epasd:ResourceSubType>E1000</epasd:ResourceSubType>
        <epasd:ResourceType>10</epasd:ResourceType>
      </EthernetPortItem>
    </VirtualHardwareSection>
  </VirtualSystem>
</Envelope>`,
  );
  assert.deepEqual(
    adapters.map(({ place, adapterAsWritten, network, connected, vcpus }) => [
      place,
      adapterAsWritten,
      network,
      connected,
      vcpus,
    ]),
    [["line 8", "E1000", "NAT", true, 2]],
  );
  assert.deepEqual(problems, []);
});

test("libvirt's status file states that an interface of a network is a device of the host", async () => {
  const { adapters } = await readOne(
    "vm.xml",
    `<domstatus state='running'><domain type='kvm' id='1'><name>vm</name><devices>
<interface type='network'><mac address='52:54:00:00:00:01'/><source network='vfs'/><model type='rtl8139'/><actual type='hostdev' managed='yes'/></interface>
<interface type='network'><mac address='52:54:00:00:00:02'/><source network='lan'/><model type='rtl8139'/><actual type='bridge'/></interface>
</devices></domain></domstatus>`,
  );
  assert.deepEqual(
    adapters.map(({ adapterAsWritten }) => adapterAsWritten),
    ["hostdev", "rtl8139"],
  );
});

test("an OVF descriptor that is cut off says how many adapters are lost", async () => {
  const file = await readOne(
    "cut.ovf",
    `<?xml version="1.0"?>
<Envelope xmlns="http://schemas.dmtf.org/ovf/envelope/1"><VirtualSystem><VirtualHardwareSection>
<Item><rasd:ResourceSubType>E1000</rasd:ResourceSubType><rasd:ResourceType>10</rasd:ResourceType></Item>
<Item><rasd:ResourceSubType>E10`,
  );
  assert.deepEqual([file.format, file.unread], ["ovf", 1]);
  assert.deepEqual(problemsOf(file), [
    "line 4: The XML is not well-formed: unclosed tag: rasd:ResourceSubType. The descriptor is not read (1 adapter).",
  ]);
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AdviceStep } from "../../../advisor/advice.ts";
import { fillStep, nameOldType, stepsWith, toolsOf } from "../../../advisor/fill-steps.ts";
import type { Situation } from "../../../advisor/situation.ts";
import { advisor, knowledge } from "./knowledge.ts";

const host = { iommu: true, sriovNic: true } satisfies Situation;
const steps = (situation: Situation): AdviceStep[] => advisor.advise(situation).steps;
const ids = (situation: Situation): string[] => steps(situation).map(({ id }) => id);
const windows: Situation = { guest: "windows-server-2019-64", guestDrivers: true };

describe("steps for an adapter that is new, or takes the place of another", () => {
  test("are both there and marked where the present adapter is not known", () => {
    const found = steps(windows);
    const occasionOf = (id: string) => found.find((step) => step.id === id)?.occasion;
    assert.equal(occasionOf("powercli-add-vmxnet3"), "new");
    assert.equal(occasionOf("powercli-change-to-vmxnet3"), "change");
    assert.equal(occasionOf("remove-ghost-adapter"), "change");
    assert.equal(occasionOf("terraform-vmxnet3"), undefined);
  });

  test("are those of the change alone, unmarked, where it is known", () => {
    const found = steps({ ...windows, currentAdapter: "e1000e" });
    assert.ok(found.some(({ id }) => id === "powercli-change-to-vmxnet3"));
    assert.ok(!found.some(({ id }) => knowledge.steps.find((step) => step.id === id)?.occasion === "new"));
    assert.ok(found.every(({ occasion }) => occasion === undefined));
  });

  for (const tool of ["vsphere-client", "powercli", "govc", "terraform", "ansible"]) {
    test(`begin with ${tool} in either case`, () => {
      for (const situation of [windows, { ...windows, currentAdapter: "e1000" }]) assert.ok(steps(situation).some((step) => step.tool === tool && step.action === "apply"));
    });
  }

  test("clear a memory reservation only after passthrough", () => {
    for (const [currentAdapter, isThere] of [["sriov", true], ["directpath-io", true], ["e1000", false], [undefined, false]] as const) {
      assert.equal(ids({ ...windows, packetRate: 1000, ...(currentAdapter && { currentAdapter }) }).includes("clear-memory-reservation"), isThere, String(currentAdapter));
    }
  });

  test("lead back from the adapter that was chosen, not from another kind", () => {
    const passthrough = ids({ guest: "rhel9-64", packetRate: 120000, saveCpu: true, ...host, currentAdapter: "vmxnet3" });
    assert.ok(passthrough.includes("go-back-from-passthrough") && !passthrough.includes("go-back"));
    const virtual = ids({ ...windows, currentAdapter: "e1000" });
    assert.ok(virtual.includes("go-back") && !virtual.includes("go-back-from-passthrough"));
  });
});

describe("leaving a port that is passed through", () => {
  const leaving = (currentAdapter: string): AdviceStep[] => steps({ guest: "rhel9-64", platformVersion: "8.0", requires: ["vmotion"], currentAdapter });
  const codesWith = (currentAdapter: string, tool: string): string => leaving(currentAdapter)
    .flatMap((step) => (step.tool === tool && step.action === "apply" ? [step.code ?? ""] : [])).join("\n");

  for (const [tool, removal, addition] of [
    ["powercli", /Remove-PassthroughDevice/, /New-NetworkAdapter .*Vmxnet3/],
    ["govc", /device\.pci\.remove/, /vm\.network\.add .*vmxnet3/],
  ] as const) {
    test(`takes the device out with ${tool} before an adapter comes, and touches no other`, () => {
      const code = codesWith("directpath-io", tool);
      assert.match(code, removal);
      assert.match(code, addition);
      assert.ok(code.search(removal) < code.search(addition));
      assert.doesNotMatch(code, /Set-NetworkAdapter|ethernet-|\{mac\}/);
    });
  }

  test("says with every other tool where the device goes, or does not offer the tool", () => {
    const texts = (tool: string): string => leaving("directpath-io").filter((step) => step.tool === tool && step.action === "apply").map(({ text }) => text ?? "").join(" ");
    assert.match(texts("vsphere-client"), /PCI device/);
    assert.match(texts("terraform"), /Remove pci_device_id/);
    assert.match(texts("ansible"), /take it out first with/);
    assert.ok(!toolsOf(leaving("directpath-io")).includes("vmx"));
    assert.doesNotMatch(codesWith("directpath-io", "terraform"), /use_static_mac/);
  });

  test("takes an SR-IOV adapter out as the network adapter that it is", () => {
    assert.match(codesWith("sriov", "powercli"), /SriovEthernetCard \| Remove-NetworkAdapter[\s\S]*New-NetworkAdapter/);
    assert.match(codesWith("sriov", "govc"), /\$3 == "\{mac\}"[\s\S]*device\.remove .*"\$old"[\s\S]*vm\.network\.add .*\n.*\{kept-mac\}/);
    assert.match(codesWith("sriov", "ansible"), /state: absent[\s\S]*device_type: vmxnet3/);
  });

  test("is not told of machines whose adapter is virtual, or not known", () => {
    for (const currentAdapter of ["e1000", undefined]) {
      const text = JSON.stringify(steps({ guest: "rhel9-64", platformVersion: "8.0", ...(currentAdapter && { currentAdapter }) }));
      assert.match(text, /Set-NetworkAdapter -Type Vmxnet3/);
      assert.doesNotMatch(text, /Remove-PassthroughDevice|pci\.remove|Remove pci_device_id|SriovEthernetCard/);
    }
  });
});

describe("a change with a tool", () => {
  for (const [tool, saved, back] of [
    ["powercli", /Export-Csv .*-NoClobber/, /Import-Csv .*Get-NetworkAdapter -Name \$_\.Name \| Set-NetworkAdapter -Type \$_\.Type/],
    ["govc", /device\.info -json .* > /, /\$3 == "\{new-mac\}"[\s\S]*device\.remove .*"\$new" &&\ngovc vm\.network\.add[\s\S]*-net\.address \{kept-mac\}[\s\S]*-net\.adapter \{old-type\}/],
    ["ansible", /gather_network_info/, /rejectattr\('device_type', 'eq', '\{old-type\}'\)[\s\S]*state: absent[\s\S]*device_type: "\{old-type\}"[\s\S]*state: present/],
    ["terraform", /-json/, /adapter_type = "\{old-type\}"/],
    ["vmx", /-json/, /cp "\{vm\}\.vmx\.before" "\{vm\}\.vmx"\nvim-cmd vmsvc\/reload/],
  ] as const) {
    test(`with ${tool} begins with a saved state and ends with the way back, each told once`, () => {
      const told = stepsWith(steps({ ...windows, currentAdapter: "e1000" }), tool);
      const saving = told.filter(({ id }) => id.startsWith("save-"));
      const returning = told.filter(({ id }) => id.startsWith("go-back"));
      assert.deepEqual([saving.length, returning.length], [1, 1]);
      assert.match(saving[0]?.code ?? "", saved);
      assert.match(returning[0]?.code ?? "", back);
      assert.ok(told.indexOf(saving[0] as AdviceStep) < told.findIndex(({ action }) => action === "apply"));
    });
  }

  for (const [chosen, currentAdapter, situation] of [
    ["sriov", "vmxnet3", { packetRate: 200000, saveCpu: true, ...host }], ["vmxnet3", "sriov", { requires: ["vmotion"] }], ["vmxnet3", "directpath-io", { requires: ["vmotion"] }],
  ] as const) {
    test(`from ${currentAdapter} to ${chosen} is told one way back with each tool`, () => {
      const all = steps({ guest: "rhel9-64", platformVersion: "8.0", currentAdapter, ...situation } as Situation);
      for (const tool of toolsOf(all)) assert.equal(stepsWith(all, tool).filter(({ id }) => id.startsWith("go-back")).length, 1, tool);
    });
  }
});

test("the .vmx file is copied before it is edited, and read again by the host", () => {
  const code = steps({ ...windows, currentAdapter: "e1000" }).filter(({ tool, action }) => tool === "vmx" && action === "apply").map(({ code }) => code).join("\n");
  assert.match(code, /^cp .*\nvi .*\nvim-cmd vmsvc\/getallvms\nvim-cmd vmsvc\/reload 42\nethernet0\.virtualDev = "vmxnet3"$/);
});

test("Terraform goes to and from SR-IOV in two runs, and between virtual adapters in one", () => {
  const runs = (situation: Situation): boolean => steps({ guest: "rhel9-64", platformVersion: "8.0", ...situation }).some(({ tool, text }) => tool === "terraform" && (text ?? "").includes("apply again"));
  assert.ok(runs({ currentAdapter: "sriov", requires: ["vmotion"] }));
  assert.ok(runs({ currentAdapter: "vmxnet3", packetRate: 200000, saveCpu: true, ...host }));
  assert.ok(!runs({ currentAdapter: "e1000" }));
  assert.ok(!runs({ packetRate: 200000, saveCpu: true, ...host }));
});

test("Ansible takes the old adapter out by its MAC address before it adds one that bears it", () => {
  for (const currentAdapter of ["e1000e", "sriov"]) {
    const code = steps({ ...windows, packetRate: 1000, currentAdapter }).filter(({ tool }) => tool === "ansible").map(({ code }) => code).join("\n");
    assert.match(code, /mac_address: "\{mac\}"\n {8}state: absent[\s\S]*device_type: vmxnet3\n {4}mac_address: "\{\{ kept_mac \| default\(omit\) \}\}"/);
  }
  assert.ok(!ids({ ...windows, packetRate: 1000, currentAdapter: "directpath-io" }).includes("ansible-remove-adapter"));
});

test("Ansible shuts down and takes out only what is still of the old type, so that tasks played again change nothing", () => {
  for (const [id, filter] of [["ansible-remove-adapter", "selectattr"], ["go-back-ansible", "rejectattr"]] as const) {
    const { code = "" } = steps({ ...windows, currentAdapter: "e1000" }).find((step) => step.id === id) ?? {};
    const [, condition = "", indent = "", block = ""] = /when: (.*)\n( *)block:\n([\s\S]*)/.exec(code) ?? [];
    assert.match(condition, new RegExp(`${filter}\\('device_type', 'eq', '\\{old-type\\}'\\) \\| list \\| length > 0$`));
    const inside = block.split("\n").filter((_, at, lines) => lines.slice(0, at + 1).every((one) => one.startsWith(`${indent}  `))).join("\n");
    for (const word of ["state: shutdown-guest", "state: absent"]) {
      assert.ok(inside.includes(word), `${id}: ${word}`);
      assert.equal(code.split(word).length, 2);
    }
  }
  assert.match(steps({ ...windows, currentAdapter: "e1000" }).find(({ id }) => id === "save-adapters-ansible")?.code ?? "", /force: false/);
});

test("Ansible adds an adapter whose address is not kept though the network has another, once", () => {
  for (const { id, code = "" } of knowledge.steps) {
    if (id.startsWith("ansible-") && code.includes("state: present")) assert.match(code, /force: "\{\{ removed \| default\(\{\}\) is changed \}\}"/, id);
  }
});

describe("going into passthrough", () => {
  const into = (sriovNic: boolean, currentAdapter?: string): AdviceStep[] =>
    steps({ guest: "rhel9-64", platformVersion: "8.0", packetRate: 200000, saveCpu: true, iommu: true, sriovNic, ...(currentAdapter && { currentAdapter }) });
  const applied = (all: AdviceStep[], tool: string): string => all.filter((step) => step.tool === tool && step.action === "apply").map(({ text = "", code = "" }) => `${text}\n${code}`).join("\n");

  for (const [tool, sriovNic, out, add] of [
    ["powercli", true, /MacAddress -eq "\{mac\}" \| Remove-NetworkAdapter/, /VirtualSriovEthernetCard/],
    ["powercli", false, /MacAddress -eq "\{mac\}" \| Remove-NetworkAdapter/, /Add-PassthroughDevice/],
    ["govc", false, /device\.remove -vm "\{vm\}" "\$old"/, /device\.pci\.add/],
    ["terraform", true, /Delete its network_interface block/, /adapter_type +=? *"sriov"/],
    ["terraform", false, /Delete its network_interface block/, /pci_device_id/],
  ] as const) {
    test(`takes the old adapter out with ${tool} before ${sriovNic ? "a function" : "a port"} comes`, () => {
      const told = applied(into(sriovNic, "vmxnet3"), tool);
      assert.match(told, out);
      assert.match(told, add);
      assert.ok(told.search(out) < told.search(add));
    });
  }

  test("takes out no adapter where what is there is a port passed through", () => {
    assert.doesNotMatch(applied(into(false, "directpath-io"), "powercli") + applied(into(false, "directpath-io"), "govc"), /Remove-NetworkAdapter|device\.remove/);
  });

  test("with Terraform deletes the last block only, and waits for no address where none is left", () => {
    const pitfalls = (sriovNic: boolean): string => into(sriovNic, "vmxnet3").filter(({ tool }) => tool === "terraform").flatMap((step) => step.pitfalls).join(" ");
    assert.match(applied(into(true, "vmxnet3"), "terraform"), /mac_address +=/);
    for (const sriovNic of [true, false]) assert.match(pitfalls(sriovNic), /delete the last one only.*-refresh-only/);
    assert.match(pitfalls(true), /wait_for_guest_net_timeout = 0/);
  });
});

describe("what stands for a name", () => {
  test("govc takes no adapter out by a name that was guessed", () => {
    for (const { id, code = "" } of knowledge.steps) assert.doesNotMatch(code, /device\.remove .*ethernet-\d/, id);
  });

  test("PowerCLI sets the address of no adapter that was there before", () => {
    const { code = "" } = knowledge.steps.find(({ id }) => id === "powercli-keep-mac") ?? {};
    assert.match(code, /Where-Object MacAddress -NotIn \(Import-Csv "\{vm\}-adapters\.csv"\)\.MacAddress \| Set-NetworkAdapter -MacAddress "\{kept-mac\}"/);
  });

  test("the way back names no type but the machine's own", () => {
    for (const { id, title, code = "" } of knowledge.steps) {
      if (!id.startsWith("go-back")) continue;
      assert.doesNotMatch(title, /here to/, id);
      assert.doesNotMatch(code, /(-Type|-net\.adapter|device_type:|adapter_type =) "?(e1000|vmxnet)/, id);
    }
  });

  for (const [adapter, type] of [["e1000e", "e1000e"], ["vlance", "pcnet32"], ["sriov", "sriov"], ["pvrdma", undefined], [undefined, undefined]] as const) {
    test(`the tools call ${adapter ?? "an unknown adapter"} ${type ?? "nothing that all of them know"}`, () => assert.equal(nameOldType(adapter), type));
  }

  test("no code sets an address but where a line of it can go, which leaves the rest whole", () => {
    for (const { id, platform, code = "" } of knowledge.steps) {
      if (platform !== "vsphere") continue;
      assert.doesNotMatch(code, /(-net\.address|-MacAddress|mac_address +=|state: present[\s\S]*mac_address:) "?\{mac\}/, id);
      const left = code.split("\n").filter((line) => !line.includes("{kept-mac}"));
      assert.doesNotMatch(left.at(-1) ?? "", /[\\`|]$/, id);
    }
  });
});

test("the vSphere Client's steps power the machine on once nothing is left to exchange", () => {
  for (const situation of [{ ...windows, currentAdapter: "e1000" }, { guest: "rhel9-64", packetRate: 200000, saveCpu: true, ...host, currentAdapter: "vmxnet3" }]) {
    const texts = steps(situation).flatMap(({ tool, action, text }) => (tool === "vsphere-client" && action === "apply" && text !== undefined ? [text] : []));
    const poweredOn = texts.map((text) => /(and|before you) power on|, and power/.test(text)).indexOf(true);
    assert.equal(poweredOn, texts.findIndex((text) => text.includes("remove the old adapter")));
  }
});

test("a step that some rule demands is shown where it does, and to nobody else", () => {
  assert.ok(ids(windows).includes("switch-after-tools"));
  // E1000E stays there for good: no driver can be added.
  assert.ok(!ids({ ...windows, guestDrivers: false }).includes("switch-after-tools"));
});

for (const tool of ["vsphere-client", "powercli", "govc", "terraform", "ansible"]) {
  test(`SR-IOV has a step with ${tool}, or a word that it cannot`, () => {
    assert.ok(steps({ guest: "rhel9-64", packetRate: 120000, ...host }).some((step) => step.tool === tool && step.action === "apply" && (step.text ?? step.code) !== undefined));
  });
}

describe("a guest with DPDK", () => {
  for (const [title, situation] of [
    ["on vSphere", { guest: "rhel9-64", ...host }], ["on vSphere, at a high rate", { guest: "rhel9-64", packetRate: 500000, ...host }],
    ["on vSphere, forwarding", { guest: "rhel9-64", forwardsPackets: true }], ["on KVM", { platform: "kvm", guest: "rhel9-64", ...host }],
  ] as const) {
    test(`${title} is told nothing of the kernel's network stack`, () => {
      const told = steps({ ...situation, dpdk: true });
      const text = JSON.stringify(told);
      assert.doesNotMatch(text, /ethtool|modinfo|ip -brief|socket buffer/);
      assert.ok(told.some(({ id }) => id.endsWith("dpdk-bind")));
      assert.ok(!ids(situation).some((id) => id.endsWith("dpdk-bind")));
    });
  }

  test("on KVM is told of vhost-user and vDPA, another is not", () => {
    const situation: Situation = { platform: "kvm", guest: "rhel9-64" };
    for (const id of ["qemu-vhost-user", "libvirt-vhost-user", "libvirt-vdpa"]) {
      assert.ok(ids({ ...situation, dpdk: true }).includes(id));
      assert.ok(!ids(situation).includes(id));
    }
  });

  for (const tool of ["libvirt", "qemu", "proxmox"]) {
    test(`on KVM is told by ${tool} of a bridge only where memory overcommit leaves nothing else`, () => {
      const codes = (more: Situation): string => steps({ platform: "kvm", guest: "rhel9-64", dpdk: true, ...more })
        .flatMap((step) => (step.tool === tool && step.action === "apply" ? [step.code ?? ""] : [])).join("\n");
      for (const more of [{}, { currentAdapter: "e1000" }]) {
        assert.match(codes(more), /vhost-?user/);
        assert.doesNotMatch(codes(more), /\{network\}/);
        const overcommit = codes({ ...more, requires: ["memory-overcommit"] });
        assert.match(overcommit, /\{network\}/);
        assert.doesNotMatch(overcommit, /vhost-?user/);
      }
    });
  }
});

describe("libvirt's steps", () => {
  const toApply = (more: Situation = {}): AdviceStep[] => steps({ platform: "kvm", guest: "rhel9-64", ...more }).filter(({ tool, action }) => tool === "libvirt" && action === "apply");

  test("name the machine, add an adapter with an address of its own, and change nothing of a present one but its model", () => {
    assert.ok(toApply().length > 1);
    for (const { code = "", occasion } of toApply()) {
      assert.match(code, occasion === "change" ? /^virt-xml "\{vm\}" --edit mac=\{mac\} --network model=\w+$/ : /virsh attach-device "\{vm\}"/);
      assert.ok(!code.includes("<mac address"));
    }
  });

  for (const adapter of ["virtio-net", "e1000e", "e1000", "rtl8139", "vlance", "vmxnet3"]) {
    test(`add and set ${adapter}`, () => {
      for (const id of [`libvirt-${adapter}`, `libvirt-add-${adapter}`]) assert.deepEqual(knowledge.steps.find((step) => step.id === id)?.adapters, [adapter]);
    });
  }
});

describe("on KVM", () => {
  const situation: Situation = { platform: "kvm", guest: "rhel9-64", requires: ["vmotion"] };
  const codes = (tool: string, currentAdapter: string): string => steps({ ...situation, currentAdapter })
    .flatMap((step) => (step.tool === tool && step.action === "apply" ? [step.code ?? ""] : [])).join("\n");

  for (const currentAdapter of ["sriov", "directpath-io"]) {
    for (const [tool, takesOut, adds, edits] of [
      ["libvirt", /virsh detach-interface "\{vm\}" hostdev/, /virsh attach-device/, /virt-xml/],
      ["proxmox", /qm set \{vm\} --delete hostpci0/, /--net0 model=virtio,bridge/, /sed -n .*=\/virtio=\/p/],
      ["qemu", /-device vfio-pci/, /-device virtio-net-pci/, undefined],
    ] as const) {
      test(`${tool} takes out ${currentAdapter} and adds an adapter, where another that is virtual is changed`, () => {
        const leaving = codes(tool, currentAdapter);
        for (const part of [takesOut, adds]) assert.match(leaving, part);
        if (edits) assert.doesNotMatch(leaving, edits);
        const changing = codes(tool, "e1000");
        assert.doesNotMatch(changing, takesOut);
        if (edits) assert.match(changing, edits);
      });
    }
  }

  for (const [tool, saves, leadsBack] of [
    ["libvirt", /virsh dumpxml --inactive .*> "\{vm\}\.xml"/, /virsh define "\{vm\}\.xml"/],
    ["proxmox", /qm config \{vm\} > \{vm\}\.txt/, /qm set \{vm\} .*\{vm\}\.txt/],
  ] as const) {
    test(`${tool} saves what is there first, and goes back to it`, () => {
      for (const currentAdapter of ["e1000", "sriov", "directpath-io"]) {
        const told = stepsWith(steps({ ...situation, currentAdapter }), tool);
        assert.match(told.find(({ action, code }) => action === "prepare" && saves.test(code ?? ""))?.code ?? "", saves);
        assert.match(told.find(({ action, code }) => action === "clean-up" && leadsBack.test(code ?? ""))?.code ?? "", leadsBack);
      }
    });
  }

  test("titles name models as QEMU does", () => {
    for (const { id, platform, title } of knowledge.steps) if (platform === "kvm") assert.doesNotMatch(title, /Vlance|VMXNET|E1000|RTL/, id);
  });

  test("a step for macOS is told where the guest is known to be one, and there alone", () => {
    const told = (guest?: string): boolean => ids({ platform: "kvm", ...(guest && { guest }) }).includes("libvirt-macos-virtio-model");
    assert.deepEqual([told(), told("rhel9-64"), told("macos-14-64")], [false, false, true]);
  });

  for (const [feature, proxmox, libvirt, also] of [
    ["nsx-firewall", /\bfirewall=1"\n[^]*--type in --action ACCEPT [^]*firewall\/options --enable 1/, /<filterref filter='/, /closes all nodes .* keep an SSH session/],
    ["network-io-control", /,rate=\d+"$/, /^virsh domiftune "\{vm\}" \{mac\} --inbound \d+ --outbound \d+ --config$/, /megabytes per second/],
  ] as const) {
    for (const currentAdapter of [undefined, "e1000", "virtio-net", "sriov"]) {
      test(`${feature} is switched on once ${currentAdapter ?? "a new adapter"} is there or has made way, and by nobody who did not ask for it`, () => {
        const situation: Situation = { platform: "kvm", guest: "rhel9-64", ...(currentAdapter && { currentAdapter }) };
        for (const [tool, code] of [["proxmox", proxmox], ["libvirt", libvirt]] as const) {
          const told = stepsWith(steps({ ...situation, requires: [feature] }), tool);
          const at = told.findIndex((step) => step.tool === tool && code.test(step.code ?? ""));
          assert.ok(at >= 0, tool);
          assert.ok(told.every(({ action }, place) => action !== "apply" || place < at), "after the change");
          if (tool === "proxmox") assert.match(JSON.stringify(told[at]), also);
          assert.ok(!steps(situation).some((step) => code.test(step.code ?? "")), "unasked");
        }
      });
    }
  }

  test("a virtual function bears the old MAC address in Proxmox VE before the machine has it", () => {
    const places = (currentAdapter?: string): number[] => {
      const told = steps({ platform: "kvm", guest: "rhel9-64", packetRate: 3000000, saveCpu: true, iommu: true, sriovNic: true, ...(currentAdapter && { currentAdapter }) });
      return [/ip link set \w+ vf 0 mac \{mac\}/, /qm set \{vm\} -hostpci0/].map((code) => told.findIndex((step) => code.test(step.code ?? "")));
    };
    const [address = -1, device = -1] = places("virtio-net");
    assert.ok(address >= 0 && address < device);
    assert.deepEqual(places("sriov")[0], -1);
  });

  test("Packer builds an image with virtio-net on the network that was given, and changes no machine", () => {
    const tools = (currentAdapter?: string): string[] => toolsOf(steps({ platform: "kvm", guest: "rhel9-64", ...(currentAdapter && { currentAdapter }) }));
    assert.deepEqual([tools().includes("packer"), tools("e1000").includes("packer"), tools("sriov").includes("packer")], [true, false, false]);
    const step = stepsWith(steps({ platform: "kvm", guest: "rhel9-64" }), "packer").find(({ tool }) => tool === "packer");
    assert.match(step ? fillStep(step, { network: "br0" }).code ?? "" : "", /source "qemu" [^]*net_device  = "virtio-net"\n\s+net_bridge  = "br0"/);
  });

  test("a nested ESXi is told of its own driver first", () => {
    for (const guest of ["esxi5-64", "esxi6-64", "esxi7-64", "esxi8-64", "esxi9-64"]) {
      const { recommended, summary } = advisor.advise({ platform: "kvm", guest });
      assert.equal(recommended, "e1000e");
      assert.match(summary, /^Use e1000e\. ESXi has a driver for e1000e and none for virtio/);
    }
  });

  test("a nested ESXi gets no virtio-net, and is told what its host needs", () => {
    for (const guest of ["esxi5-64", "esxi6-64", "esxi7-64", "esxi8-64"]) {
      const { recommended, verdicts, steps: told } = advisor.advise({ platform: "kvm", guest });
      assert.equal(recommended, "e1000e");
      assert.equal(verdicts.find(({ adapter }) => adapter === "virtio-net")?.status, "excluded");
      assert.ok(told.some(({ id }) => id === "kvm-nested-esxi-host"));
    }
    assert.ok(!ids({ platform: "kvm", guest: "windows-server-2019-64", guestDrivers: false }).includes("kvm-nested-esxi-host"));
  });

  test("the vDPA device is made with the machine's MAC address before the machine takes it", () => {
    const told = steps({ platform: "kvm", guest: "rhel9-64", dpdk: true });
    const at = ["libvirt-vdpa-device", "libvirt-vdpa"].map((id) => told.findIndex((step) => step.id === id));
    assert.ok((at[0] ?? -1) >= 0 && (at[0] ?? 0) < (at[1] ?? 0));
    assert.match(told[at[0] ?? 0]?.code ?? "", /vdpa dev add .* mac \{mac\}/);
  });
});

describe("the steps of one tool", () => {
  const idsWith = (situation: Situation, tool: string): string[] => stepsWith(steps(situation), tool).map(({ id }) => id);

  for (const [title, situation, tool, id] of [
    ["the tuning that a rule demands", { guest: "rhel9-64", packetRate: 5000, latencySensitive: true }, "powercli", "vmxnet3-coalescing-off"],
    ["the reservation without which a machine does not start", { guest: "rhel9-64", packetRate: 120000, ...host }, "ansible", "reserve-all-memory"],
    ["the queues of many connections", { guest: "freebsd14-64", manyConnections: true }, "powercli", "vmxnet3-queues-freebsd"],
    ["the reservation that is given back", { guest: "rhel9-64", packetRate: 1000, currentAdapter: "sriov" }, "powercli", "clear-memory-reservation-powercli"],
    ["the reservation that is given back in the vSphere Client", { guest: "rhel9-64", packetRate: 1000, currentAdapter: "sriov" }, "terraform", "clear-memory-reservation"],
  ] as const) {
    test(`keep ${title}, whatever it is done with`, () => {
      assert.ok(idsWith(situation, tool).includes(id));
    });
  }

  test("apply the adapter with no other tool, and leave out nothing else but what another step says alike", () => {
    const situation: Situation = { guest: "rhel9-64", packetRate: 120000, ...host };
    const all = steps(situation);
    for (const tool of toolsOf(all)) {
      const kept = stepsWith(all, tool);
      assert.ok(kept.every((step) => step.action !== "apply" || step.tool === tool));
      const missing = all.filter((step) => step.action !== "apply" && !kept.includes(step));
      for (const { id, action, text } of missing) assert.ok(text !== undefined && kept.some((step) => step.action === action && step.text === text), `${tool} without ${id}`);
    }
  });

  test("end with the tool's own check, also for SR-IOV", () => {
    const checks = (tool: string): string[] => idsWith({ guest: "rhel9-64", packetRate: 120000, ...host }, tool).filter((id) => id.startsWith("check-applied"));
    assert.deepEqual(checks("powercli"), ["check-applied-powercli"]);
    assert.deepEqual(checks("govc"), ["check-applied"]);
  });

});

describe("the reader's own names", () => {
  const vm = `a "b" $c`;
  for (const [language, code, filled] of [
    ["shell", `govc vm.info "{vm}"`, `govc vm.info "a \\"b\\" \\$c"`],
    ["powershell", `Get-VM "{vm}"`, 'Get-VM "a `"b`" `$c"'],
    ["hcl", `name = "{vm}"`, `name = "a \\"b\\" $c"`],
    ["yaml", `name: "{vm}"`, `name: "a \\"b\\" $c"`],
    ["shell", `<source bridge='{vm}'/>`, `<source bridge='a &#34;b&#34; $c'/>`],
  ] as const) {
    test(`keep their quotes in ${language}: ${code}`, () => {
      assert.equal(fillStep({ code, language }, { vm }).code, filled);
    });
  }

  test("do not become an expression in HCL", () => {
    assert.equal(fillStep({ code: `"{vm}"`, language: "hcl" }, { vm: "${x} %{y} 5%" }).code, `"$\${x} %%{y} 5%"`);
  });

  test("stay as they are where nothing has to be marked, and leave other placeholders alone", () => {
    assert.equal(fillStep({ code: `x "{vm}" {mac} "{network}"`, language: "shell" }, { vm: "web-01", mac: "00:50:56:00:00:01" }).code, `x "web-01" 00:50:56:00:00:01 "{network}"`);
  });

  test("stand in quotes at their very beginning in every step that has a language of quotes", () => {
    for (const { id, code = "", language } of knowledge.steps) {
      if (["powershell", "hcl", "yaml"].includes(language ?? "")) for (const [, before] of code.matchAll(/(.)\{(?:vm|network)\}/g)) assert.equal(before, `"`, id);
    }
  });
});

describe("what is done in the guest", () => {
  const codes = (situation: Situation): string => steps(situation).map(({ code }) => code).join("\n");
  const others = { linux: /ping -M do|ethtool/, windows: /ping -f -l|NetAdapterRsc/, bsd: /ping -D|ifconfig/ };

  for (const [title, of, situation, own] of [
    ["Linux", "linux", { guest: "rhel9-64" }, ["ping -M do", "ethtool -K"]],
    ["Windows Server", "windows", { guest: "windows-server-2019-64", guestDrivers: true }, ["ping -f -l", "Disable-NetAdapterRsc"]],
    ["a Windows client", "windows", { guest: "windows-10-64", guestDrivers: true }, ["ping -f -l", "Disable-NetAdapterRsc"]],
    ["FreeBSD", "bsd", { guest: "freebsd14-64" }, ["ping -D", "ifconfig vmx0 -lro"]],
  ] as const) {
    test(`has the commands of ${title} alone`, () => {
      const found = codes({ ...situation, forwardsPackets: true, requires: ["jumbo-frames"] });
      for (const command of own) assert.ok(found.includes(command), command);
      for (const [system, commands] of Object.entries(others)) if (system !== of) assert.doesNotMatch(found, commands);
    });
  }

  for (const [guest, isLinux] of [["rhel9-64", true], ["windows-server-2019-64", false], ["freebsd14-64", false]] as const) {
    test(`sets the queues of ${guest} on the host${isLinux ? " and in the guest" : " alone"}`, () => {
      const found = codes({ platform: "kvm", guest, guestDrivers: true, manyConnections: true });
      assert.match(found, /qm set .*queues=4/);
      assert.match(found, /<driver name='vhost' queues='4'\/>/);
      assert.equal(found.includes("ethtool -L"), isLinux);
    });
  }
});

test("Proxmox VE's steps keep the entry of an adapter that is there, and change one thing of it", () => {
  for (const currentAdapter of ["e1000", "e1000e", "rtl8139", "virtio-net"]) {
    const lines = steps({ platform: "kvm", guest: "debian12-64", manyConnections: true, requires: ["jumbo-frames", "network-io-control", "nsx-firewall"], currentAdapter })
      .flatMap(({ tool, action, code = "" }) => (tool === "proxmox" && action !== "clean-up" ? code.split("\n").filter((line) => line.startsWith("qm set")) : []));
    for (const set of ["queues=4", "mtu=9000", "rate=125", "firewall=1"]) assert.ok(lines.some((line) => line.endsWith(`),${set}"`)), set);
    for (const line of lines) assert.match(line, /--net0 "\$\((sed -n 's\/\^net0: \[\^=\]\*=\/virtio=\/p'|qm config \{vm\} \| sed -n 's\/\^net0: \/\/p')/);
  }
});

for (const [id, situation] of [
  ["switch-after-tools", { ...windows, currentAdapter: "e1000e" }],
  ["virtio-drivers-windows", { ...windows, platform: "kvm", currentAdapter: "e1000e" }],
] as const) {
  test(`${id} tells a machine that exists nothing of its installation alone`, () => {
    const text = steps(situation).find((step) => step.id === id)?.text ?? "";
    assert.match(text, /^(Install VMware Tools|While the machine has an emulated adapter)/);
    assert.doesNotMatch(text, /Create the machine|while Windows is installed/);
  });
}

test("passthrough by a DPU is told where a note speaks of it, with its reservation, and nowhere else", () => {
  const high: Situation = { platformVersion: "8.0", guest: "rhel9-64", virtualHardware: 20, packetRate: 120000, requires: ["vmotion"] };
  for (const id of ["client-enable-upt", "ansible-upt"]) {
    assert.ok(ids(high).includes(id));
    assert.ok(!ids({ ...high, packetRate: 20000 }).includes(id));
  }
  assert.match(steps(high).find(({ id }) => id === "client-enable-upt")?.pitfalls.join(" ") ?? "", /Reserve all memory/);
});

test("the host of a guest with DPDK is given the Enhanced Data Path, that of another is not", () => {
  const situation: Situation = { guest: "rhel9-64", packetRate: 40000 };
  assert.ok(ids({ ...situation, dpdk: true }).includes("dpdk-enhanced-data-path"));
  assert.ok(!ids(situation).includes("dpdk-enhanced-data-path"));
});

test("SR-IOV is tuned with what helped, not with what was tried besides", () => {
  const busy = (guest: string) => steps({ guest, packetRate: 120000, linkGbps: 10, ...host }).find(({ id }) => id === "sriov-tune-throughput");
  const tuning = busy("windows-server-2022-64");
  // One Windows guest says nothing of Linux, which sizes its buffers itself.
  assert.equal(busy("rhel9-64"), undefined);
  assert.match(tuning?.text ?? "", /one Windows guest.*1024 KB/);
  assert.doesNotMatch(tuning?.text ?? "", /moderation|sensitivity/);
});

test("a machine that has the adapter is told what makes it work, and nothing of a change", () => {
  const onKvm = ids({ platform: "kvm", guest: "rhel9-64", currentAdapter: "virtio-net", dpdk: true });
  for (const id of ["qemu-vhost-user", "libvirt-vdpa", "kvm-dpdk-bind"]) assert.ok(onKvm.includes(id), id);
  for (const id of ["libvirt-virtio-net", "kvm-go-back"]) assert.ok(!onKvm.includes(id), id);
  assert.deepEqual(ids({ guest: "rhel9-64", currentAdapter: "vmxnet3", packetRate: 5000 }), []);
  assert.deepEqual(ids({ guest: "freebsd14-64", currentAdapter: "vmxnet3", forwardsPackets: true }).sort(), ["port-group-foreign-macs", "vmxnet3-lro-off-freebsd", "vmxnet3-lro-off-host"].filter((id) => ids({ guest: "freebsd14-64", forwardsPackets: true }).includes(id)).sort());
  assert.match(advisor.advise({ guest: "rhel9-64", currentAdapter: "vmxnet3" }).summary, /^Keep VMXNET 3\. /);
  assert.match(advisor.advise({ guest: "rhel9-64", currentAdapter: "e1000e" }).summary, /^Use VMXNET 3\. /);
});

test("what two tools do alike is told once, with the chosen one where it can", () => {
  const all = steps({ ...windows, currentAdapter: "e1000e" });
  const checks = (tool?: string): string[] => stepsWith(all, tool).filter(({ id }) => id.startsWith("check-applied")).map(({ tool: own }) => own);
  assert.deepEqual(checks(), ["govc", "powercli"]);
  assert.deepEqual([checks("powercli"), checks("govc"), checks("terraform")], [["powercli"], ["govc"], ["govc"]]);
});

test("QEMU hands the packets of virtio-net to the host's kernel, with two vectors for each queue and two more", () => {
  const code = (id: string, more: Situation = {}): string => steps({ platform: "kvm", guest: "rhel9-64", ...more }).find((step) => step.id === id)?.code ?? "";
  assert.match(code("qemu-virtio-net"), /-netdev tap,.*vhost=on/);
  const queued = code("virtio-multiqueue-qemu", { manyConnections: true });
  const [, queues, vectors] = /queues=(\d+) .*mq=on,vectors=(\d+)/.exec(queued) ?? [];
  assert.equal(Number(vectors), 2 * Number(queues) + 2);
  assert.match(queued, /multi_queue\n/);
});

for (const [guest, id, other] of [
  ["rhel9-64", "vmxnet3-receive-buffers", "vmxnet3-receive-buffers-windows"],
  ["windows-server-2022-64", "vmxnet3-receive-buffers-windows", "vmxnet3-receive-buffers"],
] as const) {
  test(`at high rates ${guest} is told where VMXNET3 has its receive buffers, in its own words and only there`, () => {
    const busy: Situation = { guest, packetRate: 90000, saveCpu: false };
    assert.ok(ids(busy).includes(id));
    assert.ok(!ids(busy).includes(other));
    assert.ok(!ids({ ...busy, packetRate: 5000 }).includes(id));
    assert.match(steps(busy).find((step) => step.id === id)?.text ?? "", /%DRPRX/);
  });
}

test("DPDK gets huge pages and, without an IOMMU in the guest, leave to do without", () => {
  for (const platform of ["vsphere", "kvm"]) {
    const bind = steps({ platform, guest: "rhel9-64", dpdk: true }).find(({ id }) => id.endsWith("dpdk-bind"));
    assert.match(bind?.code ?? "", /hugepages-2048kB\/nr_hugepages\nmodprobe vfio enable_unsafe_noiommu_mode=1\n/);
  }
});

test("jumbo frames are set on the virtual switch before they are tried", () => {
  const found = ids({ guest: "rhel9-64", requires: ["jumbo-frames"] });
  const at = ["jumbo-frames-switch", "jumbo-frames-end-to-end", "jumbo-frames-ping-linux"].map((id) => found.indexOf(id));
  assert.deepEqual(at, [...at].sort((a, b) => a - b));
  assert.ok(!at.includes(-1));
});

test("an exchange says how it is done on a machine that must not stop, and what that costs", () => {
  const text = steps({ ...windows, currentAdapter: "e1000e" }).find(({ id }) => id === "client-replace-adapter")?.text ?? "";
  assert.match(text, /while it runs: .*; the MAC address is then a new one/);
});

test("on KVM jumbo frames are set on the host, at the adapter and in the guest before they are tried", () => {
  const found = ids({ platform: "kvm", guest: "ubuntu-22-04-64", currentAdapter: "rtl8139", requires: ["jumbo-frames"] });
  const at = ["bridge", "libvirt", "guest", "ping-linux"].map((part) => found.indexOf(`kvm-jumbo-frames-${part}`));
  assert.deepEqual(at, [...at].sort((a, b) => a - b));
  assert.ok(!at.includes(-1));
});

test("an exchange on KVM ends with the interface's name, what the host shows and the driver in use", () => {
  const situation: Situation = { platform: "kvm", guest: "rhel8-64", currentAdapter: "rtl8139" };
  for (const id of ["kvm-linux-interface-renamed", "kvm-check-applied", "kvm-check-applied-proxmox", "kvm-check-driver-in-use"]) assert.ok(ids(situation).includes(id), id);
  assert.ok(!ids({ ...situation, guest: "windows-server-2022-64" }).includes("kvm-linux-interface-renamed"));
});

test("LRO is switched off by those who have a way to, and not where DPDK takes the packets", () => {
  const told = (more: Situation): boolean => advisor.advise({ forwardsPackets: true, ...more }).verdicts[0]?.reasons.some(({ id }) => id === "forwarding-guests-switch-lro-off") ?? false;
  for (const guest of ["rhel9-64", "freebsd14-64", "windows-server-2022-64"]) {
    assert.ok(told({ guest }), guest);
    assert.ok(!told({ guest, dpdk: true }), guest);
  }
  for (const guest of ["openbsd-64", "esxi8-64"]) assert.ok(!told({ guest }), guest);
  // A guest that is not known may have it.
  assert.ok(told({}) && !told({ dpdk: true }) && !told({ forwardsPackets: false }));
  const { verdicts: [first] } = advisor.advise({ forwardsPackets: true });
  assert.match(first?.reasons.find(({ id }) => id === "forwarding-guests-switch-lro-off")?.text ?? "", /^Switch LRO off where the guest's driver has it: /);
});

for (const [guest, command] of [["rhel9-64", /^ip link set .*mtu 9000/], ["windows-server-2022-64", /JumboPacket.*9014/], ["freebsd14-64", /^ifconfig vmx0 mtu 9000/]] as const) {
  test(`jumbo frames are set in ${guest} by its own command, and the switch warns of its uplinks`, () => {
    const found = steps({ guest, requires: ["jumbo-frames"] });
    assert.deepEqual(found.filter(({ id }) => id.startsWith("jumbo-frames-ping-")).map(({ code = "" }) => command.test(code)), [true]);
    assert.match(found.find(({ id }) => id === "jumbo-frames-switch")?.pitfalls.join(" ") ?? "", /uplinks can go down/);
  });
}

test("a Windows that hides absent devices is told how to see the old adapter", () => {
  for (const platform of ["vsphere", "kvm"]) {
    const ghost = steps({ platform, guest: "windows-7-64", guestDrivers: true, currentAdapter: "e1000" }).find(({ id }) => id.endsWith("remove-ghost-adapter"));
    assert.match(ghost?.code ?? "", /^set devmgr_show_nonpresent_devices=1\nstart devmgmt\.msc$/);
  }
});

test("Linux is told where its driver comes from before the change, and what a new kernel asks for", () => {
  const check = steps({ guest: "rhel5-64", platformVersion: "6.5", guestDrivers: true, currentAdapter: "e1000" }).find(({ id }) => id === "check-driver-vmxnet3");
  assert.match(check?.text ?? "", /RHEL 5.*VMware Tools: install them while the machine has an emulated adapter/);
  assert.match(check?.pitfalls.join(" ") ?? "", /new kernel run vmware-config-tools\.pl/);
});

test("Wake on LAN has its step in Windows, where it works", () => {
  const told = (guest: string): boolean => ids({ guest, currentAdapter: "vmxnet3", guestDrivers: true, requires: ["wake-on-lan"] }).includes("wake-on-lan-windows");
  assert.deepEqual([told("windows-server-2022-64"), told("windows-10-64"), told("rhel9-64")], [true, true, false]);
});

test("Packer's build brings VMware Tools to a Windows without the driver", () => {
  const build = steps(windows).find(({ id }) => id === "packer-vmxnet3-windows");
  assert.match(build?.code ?? "", /tools-isoimages\/windows\.iso[\s\S]*vmtools\.cmd/);
  assert.match(build?.text ?? "", /or build with e1000e and change/);
  const packed = (guest: string): string => JSON.stringify(steps({ guest }).filter(({ tool }) => tool === "packer"));
  assert.match(packed("rhel9-64"), /network_card/);
  assert.doesNotMatch(packed("rhel9-64"), /[wW]indows|floppy|autounattend/);
});

test("coalescing is switched off by hand only without Latency Sensitivity High, which does it and switches LRO off", () => {
  const found = steps({ guest: "rhel9-64", platformVersion: "8.0", packetRate: 5000, latencySensitive: true });
  assert.match(found.find(({ id }) => id === "vmxnet3-coalescing-off")?.title ?? "", /^Without Latency Sensitivity High/);
  assert.match(found.find(({ id }) => id === "vmxnet3-coalescing-off")?.text ?? "", /LRO off too/);
});

test("a Windows 11 that comes new is told of its TPM, one that is there and another Windows are not", () => {
  const tells = (situation: Situation): boolean => steps(situation).some(({ text = "" }) => /Trusted\s+Platform Module.* key provider/.test(text));
  assert.ok(tells({ guest: "windows-11-64", platformVersion: "7.0" }));
  assert.ok(!tells({ guest: "windows-11-64", platformVersion: "7.0", currentAdapter: "e1000e" }));
  assert.ok(!tells({ guest: "windows-10-64", platformVersion: "7.0" }));
});

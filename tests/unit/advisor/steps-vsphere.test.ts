import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AdviceStep } from "../../../advisor/explain/advice.ts";
import { nameOldType, toolsOf } from "../../../advisor/steps/fill-steps.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { knowledge } from "./knowledge.ts";
import { host, ids, steps, windows } from "./steps-of.ts";

describe("leaving a port that is passed through", () => {
  const leaving = (currentAdapter: string): AdviceStep[] =>
    steps({ guest: "rhel9-64", platformVersion: "8.0", requires: ["vmotion"], currentAdapter });
  const codesWith = (currentAdapter: string, tool: string): string =>
    leaving(currentAdapter)
      .flatMap((step) => (step.tool === tool && step.action === "apply" ? [step.code ?? ""] : []))
      .join("\n");

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
    const texts = (tool: string): string =>
      leaving("directpath-io")
        .filter((step) => step.tool === tool && step.action === "apply")
        .map(({ text }) => text ?? "")
        .join(" ");
    assert.match(texts("vsphere-client"), /PCI device/);
    assert.match(texts("terraform"), /Remove pci_device_id/);
    assert.match(texts("ansible"), /Remove the port first with/);
    assert.ok(!toolsOf(leaving("directpath-io")).includes("vmx"));
    assert.doesNotMatch(codesWith("directpath-io", "terraform"), /use_static_mac/);
  });

  test("takes an SR-IOV adapter out as the network adapter that it is", () => {
    assert.match(codesWith("sriov", "powercli"), /SriovEthernetCard \| Remove-NetworkAdapter[\s\S]*New-NetworkAdapter/);
    assert.match(
      codesWith("sriov", "govc"),
      /\$3 == "\{mac\}"[\s\S]*device\.remove .*"\$old"[\s\S]*vm\.network\.add .*\n.*\{kept-mac\}/,
    );
    assert.match(codesWith("sriov", "ansible"), /state: absent[\s\S]*device_type: vmxnet3/);
  });

  test("is not told of machines whose adapter is virtual, or not known", () => {
    for (const currentAdapter of ["e1000", undefined]) {
      const text = JSON.stringify(
        steps({ guest: "rhel9-64", platformVersion: "8.0", ...(currentAdapter && { currentAdapter }) }),
      );
      assert.match(text, /Set-NetworkAdapter -Type Vmxnet3/);
      assert.doesNotMatch(text, /Remove-PassthroughDevice|pci\.remove|Remove pci_device_id|SriovEthernetCard/);
    }
  });
});

test("the .vmx file is copied before it is edited, and read again by the host", () => {
  const code = steps({ ...windows, currentAdapter: "e1000" })
    .filter(({ tool, action }) => tool === "vmx" && action === "apply")
    .map(({ code }) => code)
    .join("\n");
  assert.match(
    code,
    /^test -s .* \|\| cp .*\nvi .*\nvim-cmd vmsvc\/getallvms\nvim-cmd vmsvc\/reload \{vm-id\}\nethernet0\.virtualDev = "vmxnet3"$/,
  );
});

test("Terraform goes to and from SR-IOV in two runs, and between virtual adapters in one", () => {
  const runs = (situation: Situation): boolean =>
    steps({ guest: "rhel9-64", platformVersion: "8.0", ...situation }).some(
      ({ tool, text }) => tool === "terraform" && (text ?? "").includes("apply again"),
    );
  assert.ok(runs({ currentAdapter: "sriov", requires: ["vmotion"] }));
  assert.ok(runs({ currentAdapter: "vmxnet3", packetRate: 200000, saveCpu: true, ...host }));
  assert.ok(!runs({ currentAdapter: "e1000" }));
  assert.ok(!runs({ packetRate: 200000, saveCpu: true, ...host }));
});

test("Ansible takes the old adapter out by its MAC address before it adds one that bears it", () => {
  for (const currentAdapter of ["e1000e", "sriov"]) {
    const code = steps({ ...windows, packetRate: 1000, currentAdapter })
      .filter(({ tool }) => tool === "ansible")
      .map(({ code }) => code)
      .join("\n");
    assert.match(
      code,
      /mac_address: "\{mac\}"\n {8}state: absent[\s\S]*device_type: vmxnet3\n {4}mac_address: "\{\{ kept_mac \| default\(omit\) \}\}"/,
    );
  }
  assert.ok(!ids({ ...windows, packetRate: 1000, currentAdapter: "directpath-io" }).includes("ansible-remove-adapter"));
});

test("Ansible shuts down and takes out only what is still of the old type, so that tasks played again change nothing", () => {
  for (const [id, filter] of [
    ["ansible-remove-adapter", "selectattr"],
    ["go-back-ansible", "rejectattr"],
  ] as const) {
    const { code = "" } = steps({ ...windows, currentAdapter: "e1000" }).find((step) => step.id === id) ?? {};
    const [, condition = "", indent = "", block = ""] = /when: (.*)\n( *)block:\n([\s\S]*)/.exec(code) ?? [];
    assert.match(
      condition,
      new RegExp(`${filter}\\('device_type', 'eq', '\\{old-type\\}'\\) \\| list \\| length > 0$`),
    );
    const inside = block
      .split("\n")
      .filter((_, at, lines) => lines.slice(0, at + 1).every((one) => one.startsWith(`${indent}  `)))
      .join("\n");
    for (const word of ["state: shutdown-guest", "state: absent"]) {
      assert.ok(inside.includes(word), `${id}: ${word}`);
      assert.equal(code.split(word).length, 2);
    }
  }
  assert.match(
    steps({ ...windows, currentAdapter: "e1000" }).find(({ id }) => id === "save-adapters-ansible")?.code ?? "",
    /force: false/,
  );
});

test("every Ansible task that shuts down by VMware Tools says what to do in a guest without them", () => {
  const shuttingDown = knowledge.steps.filter(({ code = "" }) => code.includes("state: shutdown-guest"));
  assert.ok(shuttingDown.length > 1);
  for (const { id, pitfalls } of shuttingDown)
    assert.match(pitfalls.join("\n"), /VMware Tools.* shut down in the guest and remove this task\./, id);
  const onOld = steps({ guest: "windows-98-32", currentAdapter: "e1000" });
  for (const id of ["ansible-remove-adapter", "go-back-ansible"])
    assert.match(onOld.find((step) => step.id === id)?.pitfalls.join() ?? "", /VMware Tools/, id);
});

test("Ansible adds an adapter whose address is not kept though the network has another, once", () => {
  for (const { id, code = "" } of knowledge.steps) {
    if (id.startsWith("ansible-") && code.includes("state: present"))
      assert.match(code, /force: "\{\{ removed \| default\(\{\}\) is changed \}\}"/, id);
  }
});

describe("going into passthrough", () => {
  const into = (sriovNic: boolean, currentAdapter?: string): AdviceStep[] =>
    steps({
      guest: "rhel9-64",
      platformVersion: "8.0",
      packetRate: 200000,
      saveCpu: true,
      iommu: true,
      sriovNic,
      ...(currentAdapter && { currentAdapter }),
    });
  const applied = (all: AdviceStep[], tool: string): string =>
    all
      .filter((step) => step.tool === tool && step.action === "apply")
      .map(({ text = "", code = "" }) => `${text}\n${code}`)
      .join("\n");

  for (const [tool, sriovNic, out, add] of [
    ["powercli", true, /MacAddress -eq "\{mac\}" \| Remove-NetworkAdapter/, /VirtualSriovEthernetCard/],
    ["powercli", false, /MacAddress -eq "\{mac\}" \| Remove-NetworkAdapter/, /Add-PassthroughDevice/],
    ["govc", false, /device\.remove -vm "\{vm\}" "\$old"/, /device\.pci\.add/],
    ["terraform", true, /Delete the network_interface block/, /adapter_type +=? *"sriov"/],
    ["terraform", false, /Delete the network_interface block/, /pci_device_id/],
  ] as const) {
    test(`takes the old adapter out with ${tool} before ${sriovNic ? "a function" : "a port"} comes`, () => {
      const told = applied(into(sriovNic, "vmxnet3"), tool);
      assert.match(told, out);
      assert.match(told, add);
      assert.ok(told.search(out) < told.search(add));
    });
  }

  test("takes out no adapter where what is there is a port passed through", () => {
    assert.doesNotMatch(
      applied(into(false, "directpath-io"), "powercli") + applied(into(false, "directpath-io"), "govc"),
      /Remove-NetworkAdapter|device\.remove/,
    );
  });

  test("with Terraform deletes the last block only, and waits for no address where none is left", () => {
    const pitfalls = (sriovNic: boolean): string =>
      into(sriovNic, "vmxnet3")
        .filter(({ tool }) => tool === "terraform")
        .flatMap((step) => step.pitfalls)
        .join(" ");
    assert.match(applied(into(true, "vmxnet3"), "terraform"), /mac_address +=/);
    for (const sriovNic of [true, false]) assert.match(pitfalls(sriovNic), /delete only the last one.*-refresh-only/);
    assert.match(pitfalls(true), /wait_for_guest_net_timeout = 0/);
  });
});

describe("what stands for a name", () => {
  test("govc takes no adapter out by a name that was guessed", () => {
    for (const { id, code = "" } of knowledge.steps) assert.doesNotMatch(code, /device\.remove .*ethernet-\d/, id);
  });

  test("PowerCLI sets the address of no adapter that was there before", () => {
    const { code = "" } = knowledge.steps.find(({ id }) => id === "powercli-keep-mac") ?? {};
    assert.match(
      code,
      /Where-Object MacAddress -NotIn \(Import-Csv "\{vm\}-adapters\.csv"\)\.MacAddress \| Set-NetworkAdapter -MacAddress "\{kept-mac\}"/,
    );
  });

  test("the way back names no type but the machine's own", () => {
    for (const { id, title, code = "" } of knowledge.steps) {
      if (!id.startsWith("go-back")) continue;
      assert.doesNotMatch(title, /here to/, id);
      assert.doesNotMatch(code, /(-Type|-net\.adapter|device_type:|adapter_type =) "?(e1000|vmxnet)/, id);
    }
  });

  for (const [adapter, type] of [
    ["e1000e", "e1000e"],
    ["vlance", "pcnet32"],
    ["sriov", "sriov"],
    ["pvrdma", undefined],
    ["directpath-io", undefined],
    [undefined, undefined],
  ] as const) {
    test(`the tools call ${adapter ?? "an unknown adapter"} ${type ?? "nothing that all of them know"}`, () =>
      assert.equal(nameOldType(knowledge.adapters, adapter, "vsphere"), type));
  }

  test("no code sets an address but where a line of it can go, which leaves the rest whole", () => {
    for (const { id, platform, code = "" } of knowledge.steps) {
      if (platform !== "vsphere") continue;
      assert.doesNotMatch(
        code,
        /(-net\.address|-MacAddress|mac_address +=|state: present[\s\S]*mac_address:) "?\{mac\}/,
        id,
      );
      const left = code.split("\n").filter((line) => !line.includes("{kept-mac}"));
      assert.doesNotMatch(left.at(-1) ?? "", /[\\`|]$/, id);
    }
  });
});

test("the vSphere Client's steps power the machine on once nothing is left to exchange", () => {
  for (const situation of [
    { ...windows, currentAdapter: "e1000" },
    { guest: "rhel9-64", packetRate: 200000, saveCpu: true, ...host, currentAdapter: "vmxnet3" },
  ]) {
    const texts = steps(situation).flatMap(({ tool, action, text }) =>
      tool === "vsphere-client" && action === "apply" && text !== undefined ? [text] : [],
    );
    const poweredOn = texts.map((text) => /(and|before you) power on|, and power/.test(text)).indexOf(true);
    assert.equal(
      poweredOn,
      texts.findIndex((text) => text.includes("remove the old adapter")),
    );
  }
});

test("PVRDMA has what each tool needs from the save to the check, and nothing of a tool that cannot add it", () => {
  const plan = steps({ guest: "rhel9-64", requires: ["rdma"], currentAdapter: "vmxnet3" });
  const toolsAt = (action: string): string[] =>
    plan.filter((step) => step.action === action && !["guest", "host"].includes(step.tool)).map(({ tool }) => tool);
  assert.deepEqual([...new Set(toolsAt("apply"))].sort(), ["ansible", "govc", "vsphere-client"]);
  for (const phase of ["prepare", "clean-up", "go-back"])
    for (const tool of toolsAt(phase)) assert.ok(toolsAt("apply").includes(tool), `${phase}: ${tool}`);
  const code = (id: string): string => plan.find((step) => step.id === id)?.code ?? "";
  assert.match(code("govc-change-to-pvrdma"), /-net\.address \{kept-mac\} .*\n.*vmxnet3vrdma$/);
  assert.match(code("check-applied"), /device\.info/);
});

for (const tool of ["vsphere-client", "powercli", "govc", "terraform", "ansible"]) {
  test(`SR-IOV has a step with ${tool}, or a word that it cannot`, () => {
    assert.ok(
      steps({ guest: "rhel9-64", packetRate: 120000, ...host }).some(
        (step) => step.tool === tool && step.action === "apply" && (step.text ?? step.code) !== undefined,
      ),
    );
  });
}

test("passthrough by a DPU is told where a note speaks of it, with its reservation, and nowhere else", () => {
  const high: Situation = {
    platformVersion: "8.0",
    guest: "rhel9-64",
    virtualHardware: 20,
    packetRate: 120000,
    dpu: true,
  };
  for (const id of ["client-enable-upt", "ansible-upt"]) {
    assert.ok(ids(high).includes(id));
    assert.ok(!ids({ ...high, packetRate: 20000 }).includes(id));
  }
  assert.match(
    steps(high)
      .find(({ id }) => id === "client-enable-upt")
      ?.pitfalls.join(" ") ?? "",
    /Reserve all memory/,
  );
});

test("Uniform Passthrough is enabled after the VM has the adapter", () => {
  const plan = ids({
    ...windows,
    guest: "windows-server-2022-64",
    packetRate: 500_000,
    dpu: true,
    currentAdapter: "e1000e",
  });
  for (const [before, after] of [
    ["client-replace-adapter", "client-enable-upt"],
    ["ansible-remove-adapter", "ansible-upt"],
  ] as const)
    assert.ok(
      plan.includes(before) && plan.indexOf(before) < plan.indexOf(after),
      `${before}, ${after}: ${plan.join()}`,
    );
});

test("the host of a guest with DPDK is given the Enhanced Data Path, that of another is not", () => {
  const situation: Situation = { guest: "rhel9-64", packetRate: 40000 };
  assert.ok(ids({ ...situation, dpdk: true }).includes("dpdk-enhanced-data-path"));
  assert.ok(!ids(situation).includes("dpdk-enhanced-data-path"));
});

test("SR-IOV is tuned with what helped, not with what was tried besides", () => {
  const busy = (guest: string) =>
    steps({ guest, packetRate: 120000, linkGbps: 10, ...host }).find(({ id }) => id === "sriov-tune-throughput");
  const tuning = busy("windows-server-2022-64");
  // One Windows guest says nothing of Linux, which sizes its buffers itself.
  assert.equal(busy("rhel9-64"), undefined);
  assert.match(tuning?.text ?? "", /one Windows guest.*1024 KB/);
  assert.doesNotMatch(tuning?.text ?? "", /moderation|sensitivity/);
});

test("jumbo frames are set on the virtual switch before they are tried", () => {
  const found = ids({ guest: "rhel9-64", requires: ["jumbo-frames"] });
  const at = ["jumbo-frames-switch", "jumbo-frames-end-to-end", "jumbo-frames-ping-linux"].map((id) =>
    found.indexOf(id),
  );
  assert.deepEqual(
    at,
    [...at].sort((a, b) => a - b),
  );
  assert.ok(!at.includes(-1));
});

test("an exchange says how it is done on a machine that must not stop, and what that costs", () => {
  const text =
    steps({ ...windows, currentAdapter: "e1000e" }).find(({ id }) => id === "client-replace-adapter")?.text ?? "";
  assert.match(text, /while the VM runs.*gets a new MAC address/);
});

test("Packer's build brings VMware Tools to a Windows without the driver", () => {
  const build = steps(windows).find(({ id }) => id === "packer-vmxnet3-windows");
  assert.match(build?.code ?? "", /tools-isoimages\/windows\.iso[\s\S]*vmtools\.cmd/);
  assert.match(build?.text ?? "", /Or build with e1000e and change/);
  const packed = (guest: string): string => JSON.stringify(steps({ guest }).filter(({ tool }) => tool === "packer"));
  assert.match(packed("rhel9-64"), /network_card/);
  assert.doesNotMatch(packed("rhel9-64"), /[wW]indows|floppy|autounattend/);
});

test("coalescing is switched off by hand only without Latency Sensitivity High, which does it and switches LRO off", () => {
  const found = steps({ guest: "rhel9-64", platformVersion: "8.0", packetRate: 5000, latencySensitive: true });
  assert.match(
    found.find(({ id }) => id === "vmxnet3-coalescing-off")?.title ?? "",
    /^Without Latency Sensitivity High/,
  );
  assert.match(
    found.find(({ id }) => id === "vmxnet3-coalescing-off")?.text ?? "",
    /disables interrupt coalescing and LRO by itself/,
  );
});

test("a host short of CPU is not asked to dedicate cores to a virtual adapter, and nothing is said to be lost by that", () => {
  const given: Situation = { guest: "rhel9-64", packetRate: 30000, latencySensitive: true, currentAdapter: "vmxnet3" };
  for (const saveCpu of [true, false]) {
    const found = ids({ ...given, saveCpu });
    assert.equal(found.includes("latency-sensitivity-high"), !saveCpu);
    assert.equal(found.includes("vmxnet3-coalescing-rate"), saveCpu);
    assert.ok(!ids({ ...given, saveCpu, requires: ["lro"] }).includes("latency-sensitivity-high"));
  }
});

test("the step of the vSphere Client names the type to choose", () => {
  for (const [guest, type] of [
    ["windows-server-2019-64", "VMXNET3"],
    ["windows-server-2003-32", "VMXNET3"],
    ["other-64", "E1000"],
  ] as const) {
    const { text = "" } = steps({ guest, platformVersion: "8.0" }).find(({ id }) => id === "client-choose-type") ?? {};
    assert.match(text, new RegExp(`choose the adapter type ${type} and`), guest);
  }
});

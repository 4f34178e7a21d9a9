import { findPlatform } from "../../../advisor/questions/questions.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AdviceStep } from "../../../advisor/explain/advice.ts";
import { fillStep, stepsWith, toolsOf } from "../../../advisor/steps/fill-steps.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { host, ids, steps, windows } from "./steps-of.ts";

const platform = findPlatform(knowledge, "vsphere");

describe("steps for an adapter that is new, or takes the place of another", () => {
  test("are both there and marked where the current adapter is not known", () => {
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
      for (const situation of [windows, { ...windows, currentAdapter: "e1000" }])
        assert.ok(steps(situation).some((step) => step.tool === tool && step.action === "apply"));
    });
  }

  test("clear a memory reservation only after passthrough", () => {
    for (const [currentAdapter, isThere] of [
      ["sriov", true],
      ["directpath-io", true],
      ["e1000", false],
      [undefined, false],
    ] as const) {
      assert.equal(
        ids({ ...windows, packetRate: 1000, ...(currentAdapter && { currentAdapter }) }).includes(
          "clear-memory-reservation",
        ),
        isThere,
        String(currentAdapter),
      );
    }
  });

  test("lead back from the adapter that was chosen, not from another kind", () => {
    const passthrough = ids({
      guest: "rhel9-64",
      packetRate: 120000,
      saveCpu: true,
      ...host,
      currentAdapter: "vmxnet3",
    });
    assert.ok(passthrough.includes("go-back-from-passthrough") && !passthrough.includes("go-back"));
    const virtual = ids({ ...windows, currentAdapter: "e1000" });
    assert.ok(virtual.includes("go-back") && !virtual.includes("go-back-from-passthrough"));
  });
});

describe("a change with a tool", () => {
  for (const [tool, saved, back] of [
    [
      "powercli",
      /Export-Csv .*-NoClobber/,
      /Import-Csv .*Get-NetworkAdapter -Name \$_\.Name \| Set-NetworkAdapter -Type \$_\.Type/,
    ],
    [
      "govc",
      /device\.info -json .* > /,
      /\$3 == "\{new-mac\}"[\s\S]*device\.remove .*"\$new" &&\ngovc vm\.network\.add[\s\S]*-net\.address \{kept-mac\}[\s\S]*-net\.adapter \{old-type\}/,
    ],
    [
      "ansible",
      /gather_network_info/,
      /rejectattr\('device_type', 'eq', '\{old-type\}'\)[\s\S]*state: absent[\s\S]*device_type: "\{old-type\}"[\s\S]*state: present/,
    ],
    ["terraform", null, /adapter_type = "\{old-type\}"/],
    ["vmx", null, /cp "\{vm\}\.vmx\.before" "\{vm\}\.vmx"\nvim-cmd vmsvc\/reload/],
  ] as const) {
    test(`with ${tool} begins with a saved state and ends with the way back, each told once`, () => {
      const told = stepsWith(steps({ ...windows, currentAdapter: "e1000" }), tool, platform);
      const saving = told.filter(({ id }) => id.startsWith("save-"));
      const returning = told.filter(({ id }) => id.startsWith("go-back"));
      const noted = told.find(({ id }) => id === "note-guest-addresses");
      assert.match(noted?.text ?? "", /write down MAC address, type and network of the old adapter/);
      assert.deepEqual([saving.length, returning.length], [saved ? 1 : 0, 1]);
      if (saved) assert.match(saving[0]?.code ?? "", saved);
      assert.match(returning[0]?.code ?? "", back);
      const first = told.indexOf((saving[0] ?? noted) as AdviceStep);
      assert.ok(first < told.findIndex(({ action }) => action === "apply"));
    });
  }

  for (const [chosen, currentAdapter, situation] of [
    ["sriov", "vmxnet3", { packetRate: 200000, saveCpu: true, ...host }],
    ["vmxnet3", "sriov", { requires: ["vmotion"] }],
    ["vmxnet3", "directpath-io", { requires: ["vmotion"] }],
  ] as const) {
    test(`from ${currentAdapter} to ${chosen} is told one way back with each tool`, () => {
      const all = steps({ guest: "rhel9-64", platformVersion: "8.0", currentAdapter, ...situation } as Situation);
      for (const tool of toolsOf(all))
        assert.equal(stepsWith(all, tool, platform).filter(({ id }) => id.startsWith("go-back")).length, 1, tool);
    });
  }
});

test("a step that some rule demands is shown where it does, and to nobody else", () => {
  assert.ok(ids(windows).includes("switch-after-tools"));
  // E1000E stays there for good: no driver can be added.
  assert.ok(!ids({ ...windows, guestDrivers: false }).includes("switch-after-tools"));
});

describe("a guest that gets its driver from a package", () => {
  const packages = { vsphere: /VMware Tools/, kvm: /virtio-win image/ };
  for (const { id: platform, versions, guestDrivers } of knowledge.platforms) {
    test(`is told on ${platform} to install the package before the adapter changes`, () => {
      const releases = platform === "vsphere" ? [undefined, ...versions.map(({ version }) => version)] : [undefined];
      const named = new Set<string>();
      for (const { id: guest } of knowledge.guests) {
        // The study of FreeBSD 9.0 on KVM does not say how its driver was added.
        if (platform === "kvm" && guest.startsWith("freebsd8-2-")) continue;
        for (const platformVersion of releases) {
          const { price, recommended, steps } = advisor.advise({
            platform,
            guest,
            currentAdapter: "e1000",
            ...(platformVersion && { platformVersion }),
          });
          if (!price?.needs.includes(guestDrivers)) continue;
          named.add(guest);
          // A Flexible adapter works as Vlance until VMware Tools turn it into VMXNET.
          const phase = recommended === "vmxnet" ? "clean-up" : "prepare";
          assert.ok(
            steps.some(
              ({ action, tool, text = "" }) =>
                action === phase && tool === "guest" && packages[platform as keyof typeof packages].test(text),
            ),
            `${guest}, ${platformVersion}: ${recommended}`,
          );
        }
      }
      assert.ok(named.size > 10);
    });
  }

  test("is told so for an old FreeBSD, Solaris or Linux, and not for a FreeBSD that ships the driver", () => {
    for (const [guest, adapter, isTold] of [
      ["solaris10-64", "vmxnet3", true],
      ["freebsd9-2-64", "vmxnet3", true],
      ["freebsd14-64", "vmxnet3", false],
      ["rhel4-64", "vmxnet2", true],
    ] as const) {
      const { recommended, steps } = advisor.advise({ guest, currentAdapter: "e1000" });
      assert.equal(recommended, adapter);
      assert.equal(
        stepsWith(steps, "powercli", platform).some(({ id }) => id === "switch-after-tools"),
        isTold,
        guest,
      );
    }
  });
});

test("MSI-X is set in a FreeBSD with its own driver, not with the driver of VMware Tools", () => {
  for (const given of [{ manyConnections: true }, { packetRate: 90_000, saveCpu: false }, { requires: ["rss"] }])
    for (const [guest, isSet] of [
      ["freebsd9-2-64", false],
      ["freebsd14-64", true],
    ] as const)
      assert.equal(
        ids({ guest, vcpus: 4, currentAdapter: "e1000", ...given }).includes("vmxnet3-queues-freebsd"),
        isSet,
        `${guest} ${JSON.stringify(given)}`,
      );
});

describe("a guest with DPDK", () => {
  for (const [title, situation] of [
    ["on vSphere", { guest: "rhel9-64", ...host }],
    ["on vSphere, at a high rate", { guest: "rhel9-64", packetRate: 500000, ...host }],
    ["on vSphere, forwarding", { guest: "rhel9-64", forwardsPackets: true }],
    ["on KVM", { platform: "kvm", guest: "rhel9-64", ...host }],
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
      const codes = (more: Situation): string =>
        steps({ platform: "kvm", guest: "rhel9-64", dpdk: true, ...more })
          .flatMap((step) => (step.tool === tool && step.action === "apply" ? [step.code ?? ""] : []))
          .join("\n");
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

describe("the steps of one tool", () => {
  const idsWith = (situation: Situation, tool: string): string[] =>
    stepsWith(steps(situation), tool, platform).map(({ id }) => id);

  for (const [title, situation, tool, id] of [
    [
      "the tuning that a rule demands",
      { guest: "rhel9-64", packetRate: 5000, latencySensitive: true },
      "powercli",
      "vmxnet3-coalescing-off",
    ],
    [
      "the reservation without which a machine does not start",
      { guest: "rhel9-64", packetRate: 120000, ...host },
      "ansible",
      "reserve-all-memory",
    ],
    [
      "the queues of many connections",
      { guest: "freebsd14-64", manyConnections: true },
      "powercli",
      "vmxnet3-queues-freebsd",
    ],
    [
      "the reservation that is given back",
      { guest: "rhel9-64", packetRate: 1000, currentAdapter: "sriov" },
      "powercli",
      "clear-memory-reservation-powercli",
    ],
    [
      "the reservation that is given back in the vSphere Client",
      { guest: "rhel9-64", packetRate: 1000, currentAdapter: "sriov" },
      "terraform",
      "clear-memory-reservation",
    ],
  ] as const) {
    test(`keep ${title}, whatever it is done with`, () => {
      assert.ok(idsWith(situation, tool).includes(id));
    });
  }

  test("use no other program, and leave out nothing else but what another step says alike", () => {
    const situation: Situation = { guest: "rhel9-64", packetRate: 120000, ...host };
    const all = steps(situation);
    for (const tool of toolsOf(all)) {
      const kept = stepsWith(all, tool, platform);
      const isOther = (step: AdviceStep): boolean =>
        step.tool !== tool && (step.action === "apply" || platform?.tools[step.tool]?.keepsMachines === true);
      assert.deepEqual(kept.filter(isOther), []);
      const missing = all.filter((step) => !isOther(step) && !kept.includes(step));
      for (const { id, action, text } of missing)
        assert.ok(
          text !== undefined && kept.some((step) => step.action === action && step.text === text),
          `${tool} without ${id}`,
        );
    }
  });

  test("end with the tool's own check, also for SR-IOV", () => {
    const checks = (tool: string): string[] =>
      idsWith({ guest: "rhel9-64", packetRate: 120000, ...host }, tool).filter((id) => id.startsWith("check-applied"));
    assert.deepEqual(checks("powercli"), ["check-applied-powercli"]);
    assert.deepEqual(checks("govc"), ["check-applied"]);
  });

  test("create virtual functions once, with the tool if it can", () => {
    const creating = (tool: string): string[] =>
      idsWith({ guest: "rhel9-64", packetRate: 120000, ...host }, tool).filter((id) => id.startsWith("sriov-create"));
    assert.deepEqual(creating("powercli"), ["sriov-create-functions-powercli"]);
    assert.deepEqual(creating("terraform"), ["sriov-create-functions-esxcli"]);
  });
});

describe("the reader's own names", () => {
  const vm = `a "b" $c`;
  for (const [language, code, filled] of [
    ["shell", `govc vm.info "{vm}"`, `govc vm.info "a \\"b\\" \\$c"`],
    ["powershell", `Get-VM "{vm}"`, 'Get-VM "a `"b`" `$c"'],
    ["hcl", `name = "{vm}"`, `name = "a \\"b\\" $c"`],
    ["yaml", `name: "{vm}"`, `name: "a \\"b\\" $c"`],
    ["xml", `<source bridge='{vm}'/>`, `<source bridge='a &#34;b&#34; &#36;c'/>`],
  ] as const) {
    test(`keep their quotes in ${language}: ${code}`, () => {
      assert.equal(fillStep({ code, language }, { vm }).code, filled);
    });
  }

  test("do not become an expression in HCL", () => {
    assert.equal(fillStep({ code: `"{vm}"`, language: "hcl" }, { vm: "${x} %{y} 5%" }).code, `"$\${x} %%{y} 5%"`);
  });

  test("stay as they are where nothing has to be marked, and leave other placeholders alone", () => {
    assert.equal(
      fillStep({ code: `x "{vm}" {mac} "{network}"`, language: "shell" }, { vm: "web-01", mac: "00:50:56:00:00:01" })
        .code,
      `x "web-01" 00:50:56:00:00:01 "{network}"`,
    );
  });

  test("stand in quotes at their very beginning in every step that has a language of quotes", () => {
    for (const { id, code = "", language } of knowledge.steps) {
      if (["powershell", "hcl", "yaml"].includes(language ?? ""))
        for (const [, before] of code.matchAll(/(.)\{(?:vm|network)\}/g)) assert.equal(before, `"`, id);
    }
  });
});

describe("what is done in the guest", () => {
  const codes = (situation: Situation): string =>
    steps(situation)
      .map(({ code }) => code)
      .join("\n");
  const others = { linux: /ping -M do|ethtool/, windows: /ping -f -l|NetAdapterRsc/, bsd: /ping -D|ifconfig/ };

  for (const [title, of, situation, own] of [
    ["Linux", "linux", { guest: "rhel9-64" }, ["ping -M do", "ethtool -K"]],
    [
      "Windows Server",
      "windows",
      { guest: "windows-server-2019-64", guestDrivers: true },
      ["ping -f -l", "Disable-NetAdapterRsc"],
    ],
    [
      "a Windows client",
      "windows",
      { guest: "windows-10-64", guestDrivers: true },
      ["ping -f -l", "Disable-NetAdapterRsc"],
    ],
    ["FreeBSD", "bsd", { guest: "freebsd14-64" }, ["ping -D", "ifconfig {interface} -lro"]],
  ] as const) {
    test(`has the commands of ${title} alone`, () => {
      const found = codes({ ...situation, forwardsPackets: true, requires: ["jumbo-frames"] });
      for (const command of own) assert.ok(found.includes(command), command);
      for (const [system, commands] of Object.entries(others)) if (system !== of) assert.doesNotMatch(found, commands);
    });
  }

  for (const [guest, isLinux] of [
    ["rhel9-64", true],
    ["windows-server-2019-64", false],
    ["freebsd14-64", false],
  ] as const) {
    test(`sets the queues of ${guest} on the host${isLinux ? " and in the guest" : " alone"}`, () => {
      const found = codes({ platform: "kvm", guest, guestDrivers: true, manyConnections: true });
      assert.match(found, /qm set .*queues=\{queues\}/);
      assert.match(found, /<driver name='vhost' queues='\{queues\}'\/>/);
      assert.equal(found.includes("ethtool -L"), isLinux);
    });
  }
});

for (const [id, situation] of [
  ["switch-after-tools", { ...windows, currentAdapter: "e1000e" }],
  ["switch-after-tools", { ...windows, currentAdapter: "directpath-io", requires: ["snapshots"] }],
  ["virtio-drivers-windows", { ...windows, platform: "kvm", currentAdapter: "e1000e" }],
  ["virtio-drivers-windows", { ...windows, platform: "kvm", currentAdapter: "sriov", requires: ["memory-overcommit"] }],
] satisfies [string, Situation][]) {
  test(`${id} tells a machine with ${situation.currentAdapter} nothing of its installation alone`, () => {
    const { title, text = "" } = steps(situation).find((step) => step.id === id) ?? {};
    assert.match(
      text,
      /^(Install VMware Tools|Attach the virtio-win image and install the drivers) in the running guest/,
    );
    assert.doesNotMatch(text, /Create the machine|while Windows is installed/);
    // The machine may have no emulated adapter.
    assert.doesNotMatch(`${title}`, /emulated/);
    assert.doesNotMatch(
      advisor
        .advise(situation)
        .verdicts[0]?.reasons.map((reason) => reason.text)
        .join() ?? "",
      /with an emulated/,
    );
  });
}

test("a machine that has the adapter is told what makes it work, and nothing of a change", () => {
  const onKvm = ids({ platform: "kvm", guest: "rhel9-64", currentAdapter: "virtio-net", dpdk: true });
  for (const id of ["qemu-vhost-user", "libvirt-vdpa", "kvm-dpdk-bind"]) assert.ok(onKvm.includes(id), id);
  for (const id of ["libvirt-virtio-net", "kvm-go-back"]) assert.ok(!onKvm.includes(id), id);
  assert.deepEqual(ids({ guest: "rhel9-64", currentAdapter: "vmxnet3", packetRate: 5000 }), []);
  assert.deepEqual(
    ids({ guest: "freebsd14-64", currentAdapter: "vmxnet3", forwardsPackets: true }).sort(),
    ["port-group-foreign-macs", "vmxnet3-lro-off-freebsd", "vmxnet3-lro-off-host"]
      .filter((id) => ids({ guest: "freebsd14-64", forwardsPackets: true }).includes(id))
      .sort(),
  );
  assert.match(advisor.advise({ guest: "rhel9-64", currentAdapter: "vmxnet3" }).summary, /^Keep VMXNET3\. /);
  assert.match(
    advisor.advise({ guest: "rhel9-64", currentAdapter: "e1000e" }).summary,
    /^Change E1000E to VMXNET3\. VMware advises the VMXNET family for every guest that has a driver\./,
  );
});

test("what two tools do alike is told once, with the chosen one where it can", () => {
  const all = steps({ ...windows, currentAdapter: "e1000e" });
  const checks = (tool?: string): string[] =>
    stepsWith(all, tool, platform)
      .filter(({ id }) => id.startsWith("check-applied"))
      .map(({ tool: own }) => own);
  assert.deepEqual(checks(), ["govc", "powercli"]);
  assert.deepEqual([checks("powercli"), checks("govc"), checks("terraform")], [["powercli"], ["govc"], []]);
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

test("LRO is switched off by those who have a way to, and not where DPDK takes the packets", () => {
  const told = (more: Situation): boolean =>
    advisor
      .advise({ forwardsPackets: true, ...more })
      .verdicts[0]?.reasons.some(({ id }) => id === "forwarding-guests-switch-lro-off") ?? false;
  for (const guest of ["rhel9-64", "freebsd14-64", "windows-server-2022-64"]) {
    assert.ok(told({ guest }), guest);
    assert.ok(!told({ guest, dpdk: true }), guest);
  }
  for (const guest of ["openbsd-64", "esxi8-64"]) assert.ok(!told({ guest }), guest);
  // A guest that is not known may have it.
  assert.ok(told({}) && !told({ dpdk: true }) && !told({ forwardsPackets: false }));
  const {
    verdicts: [first],
  } = advisor.advise({ forwardsPackets: true });
  assert.match(
    first?.reasons.find(({ id }) => id === "forwarding-guests-switch-lro-off")?.text ?? "",
    /^LRO merges packets, .* Linux disables LRO itself/,
  );
  assert.match(
    steps({ guest: "rhel9-64", forwardsPackets: true }).find(({ id }) => id === "vmxnet3-lro-off-router")?.code ?? "",
    /^ethtool -k \S+ .*\nethtool -K \S+ lro off$/,
  );
});

test("Linux is asked for the driver of a virtual function before it gets one", () => {
  for (const platform of ["vsphere", "kvm"]) {
    const told = steps({ platform, guest: "rhel9-64", packetRate: 3000000, saveCpu: true, ...host });
    assert.match(
      told.find(({ action, code }) => action === "prepare" && code?.startsWith("modinfo"))?.code ?? "",
      /iavf/,
      platform,
    );
  }
});

for (const [guest, command] of [
  ["rhel9-64", /^ip link set .*mtu 9000/],
  ["windows-server-2022-64", /JumboPacket.*9014/],
  ["freebsd14-64", /^ifconfig \S+ mtu 9000/],
] as const) {
  test(`jumbo frames are set in ${guest} by its own command, and the switch warns of its uplinks`, () => {
    const found = steps({ guest, requires: ["jumbo-frames"] });
    assert.deepEqual(
      found.filter(({ id }) => id.startsWith("jumbo-frames-ping-")).map(({ code = "" }) => command.test(code)),
      [true],
    );
    assert.match(found.find(({ id }) => id === "jumbo-frames-switch")?.pitfalls.join(" ") ?? "", /uplinks can go down/);
  });
}

test("a Windows that hides absent devices is told how to see the old adapter", () => {
  for (const platform of ["vsphere", "kvm"]) {
    const ghost = steps({ platform, guest: "windows-7-64", guestDrivers: true, currentAdapter: "e1000" }).find(
      ({ id }) => id.endsWith("remove-ghost-adapter"),
    );
    assert.match(ghost?.code ?? "", /^set devmgr_show_nonpresent_devices=1\nstart devmgmt\.msc$/);
  }
});

test("Linux is told where its driver comes from before the change, and what a new kernel asks for", () => {
  const check = steps({ guest: "rhel5-64", platformVersion: "6.5", guestDrivers: true, currentAdapter: "e1000" }).find(
    ({ id }) => id === "check-driver-vmxnet3",
  );
  assert.match(check?.text ?? "", /RHEL 5.*Install VMware Tools in the running guest/);
  assert.match(check?.pitfalls.join(" ") ?? "", /kernel update, run vmware-config-tools\.pl/);
});

test("Wake on LAN has its step in Windows, where it works", () => {
  const told = (guest: string): boolean =>
    ids({ guest, currentAdapter: "vmxnet3", guestDrivers: true, requires: ["wake-on-lan"] }).includes(
      "wake-on-lan-windows",
    );
  assert.deepEqual([told("windows-server-2022-64"), told("windows-10-64"), told("rhel9-64")], [true, true, false]);
});

test("a Windows 11 that comes new is told of its TPM, one that is there and another Windows are not", () => {
  const tells = (situation: Situation): boolean =>
    steps(situation).some(({ text = "" }) => /Trusted\s+Platform Module.* key provider/.test(text));
  assert.ok(tells({ guest: "windows-11-64", platformVersion: "7.0" }));
  assert.ok(!tells({ guest: "windows-11-64", platformVersion: "7.0", currentAdapter: "e1000e" }));
  assert.ok(!tells({ guest: "windows-10-64", platformVersion: "7.0" }));
});

test("a machine that has the adapter is told to do nothing that only leads to it, and what makes it run well as before", () => {
  const toDo = (given: Situation): string[] =>
    advisor
      .advise(given)
      .verdicts[0]?.reasons.filter(({ effect }) => effect === "requires")
      .map(({ id }) => id) ?? [];
  for (const [given, present, rule] of [
    [{ guest: "windows-server-2019-64", manyConnections: true }, "vmxnet3", "windows-before-2022-needs-tools-first"],
    [{ guest: "windows-10-64", manyConnections: true }, "vmxnet3", "windows-clients-before-11-need-tools-first"],
    [
      { platform: "kvm", guest: "windows-server-2019-64", manyConnections: true },
      "virtio-net",
      "windows-needs-virtio-drivers-first",
    ],
  ] as const) {
    const [before, after] = [
      toDo({ ...given, guestDrivers: true, currentAdapter: "e1000e" }),
      toDo({ ...given, guestDrivers: true, currentAdapter: present }),
    ];
    assert.ok(before.includes(rule) && before.length > 1, rule);
    assert.deepEqual(
      after,
      before.filter((id) => id !== rule),
    );
  }
});

test("a step for a machine that keeps its adapter says of itself that it stops the machine if its words do", () => {
  const stops = /Power off the VM|[Ss]hut down the VM|Power the VM off|Restart after/;
  for (const { id, action, downtime, text = "", pitfalls, mode, dpdk } of knowledge.steps) {
    const isForKept =
      action === "tune" || (["prepare", "apply"].includes(action) && (mode !== undefined || dpdk === true));
    if (isForKept && stops.test([text, ...pitfalls].join(" "))) assert.equal(downtime, true, id);
    if (downtime) assert.ok(["prepare", "apply", "tune"].includes(action), id);
  }
});

test("jumbo frames have their steps with passthrough too, without a switch or a bridge that the frames do not cross", () => {
  const given: Situation = {
    guest: "rhel9-64",
    packetRate: 2_000_000,
    saveCpu: true,
    requires: ["jumbo-frames"],
    ...host,
  };
  for (const [more, steps] of [
    [{ currentAdapter: "sriov" }, ["jumbo-frames-switch", "jumbo-frames-end-to-end", "jumbo-frames-ping-linux"]],
    [{ currentAdapter: "directpath-io" }, ["jumbo-frames-passthrough", "jumbo-frames-ping-linux"]],
    [{ platform: "kvm", currentAdapter: "sriov" }, ["kvm-jumbo-frames-guest", "kvm-jumbo-frames-ping-linux"]],
    [{ platform: "kvm", currentAdapter: "directpath-io" }, ["kvm-jumbo-frames-guest", "kvm-jumbo-frames-ping-linux"]],
  ] as const) {
    const { recommended, steps: found } = advisor.advise({ ...given, ...more });
    assert.equal(recommended, more.currentAdapter);
    assert.deepEqual(
      found.map(({ id }) => id).filter((id) => id.includes("jumbo-frames")),
      steps,
    );
  }
});

test("a tuning that an adapter requires has a step, also for an appliance of no known system and with DPDK", () => {
  const demanding = new Map(knowledge.rules.map(({ id, then }) => [id, then.require ?? []]));
  for (const given of [
    { guest: "fortigate-vm-64", forwardsPackets: true },
    { guest: "mikrotik-chr-64", forwardsPackets: true, currentAdapter: "e1000" },
    { guest: "rhel9-64", dpdk: true, latencySensitive: true, packetRate: 20_000 },
    { guest: "rhel9-64", forwardsPackets: true },
  ] satisfies Situation[]) {
    const { verdicts, steps: found } = advisor.advise(given);
    for (const { id, effect } of verdicts[0]?.reasons ?? [])
      if (effect === "requires")
        assert.ok(
          found.some((step) => demanding.get(id)?.includes(step.id)),
          `${given.guest}: ${id}`,
        );
  }
});

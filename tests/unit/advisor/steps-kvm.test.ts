import { findPlatform } from "../../../advisor/questions/questions.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fillStep, stepsWith, toolsOf } from "../../../advisor/steps/fill-steps.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { host, ids, steps } from "./steps-of.ts";

const platform = findPlatform(knowledge, "kvm");

describe("libvirt's steps", () => {
  const toApply = steps({ platform: "kvm", guest: "rhel9-64" }).filter(
    ({ tool, action }) => tool === "libvirt" && action === "apply",
  );

  test("name the machine, add an adapter with an address of its own, and change nothing of a present one but its model", () => {
    assert.ok(toApply.length > 1);
    for (const { code = "", occasion } of toApply) {
      assert.match(
        code,
        occasion === "change"
          ? /^virt-xml "\{vm\}" --edit mac=\{mac\} --network model=\w+$/
          : /virsh attach-device "\{vm\}"/,
      );
      assert.ok(!code.includes("<mac address"));
    }
  });

  for (const adapter of ["virtio-net", "e1000e", "e1000", "rtl8139", "vlance", "vmxnet3"]) {
    test(`add and set ${adapter}`, () => {
      for (const id of [`libvirt-${adapter}`, `libvirt-add-${adapter}`])
        assert.deepEqual(knowledge.steps.find((step) => step.id === id)?.adapters, [adapter]);
    });
  }
});

describe("on KVM", () => {
  const situation: Situation = { platform: "kvm", guest: "rhel9-64", requires: ["vmotion"] };
  const codes = (tool: string, currentAdapter: string): string =>
    steps({ ...situation, currentAdapter })
      .flatMap((step) => (step.tool === tool && step.action === "apply" ? [step.code ?? ""] : []))
      .join("\n");

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
        const told = stepsWith(steps({ ...situation, currentAdapter }), tool, platform);
        assert.match(
          told.find(({ action, code }) => action === "prepare" && saves.test(code ?? ""))?.code ?? "",
          saves,
        );
        assert.match(
          told.find(({ action, code }) => action === "go-back" && leadsBack.test(code ?? ""))?.code ?? "",
          leadsBack,
        );
      }
    });
  }

  test("titles name models as QEMU does", () => {
    for (const { id, platform, title } of knowledge.steps)
      if (platform === "kvm") assert.doesNotMatch(title, /Vlance|VMXNET|E1000|RTL/, id);
  });

  test("a step for macOS is told where the guest is known to be one, and there alone", () => {
    const told = (guest?: string): boolean =>
      ids({ platform: "kvm", ...(guest && { guest }) }).includes("libvirt-macos-virtio-model");
    assert.deepEqual([told(), told("rhel9-64"), told("macos-14-64")], [false, false, true]);
  });

  for (const [feature, proxmox, libvirt, also] of [
    [
      "nsx-firewall",
      /\bfirewall=1"\n[\s\S]*--type in --action ACCEPT [\s\S]*firewall\/options --enable 1/,
      /<filterref filter='/,
      /closes all nodes .* keep an SSH session/,
    ],
    [
      "network-io-control",
      /,rate=\d+"$/,
      /^virsh domiftune "\{vm\}" \{mac\} --inbound \d+ --outbound \d+ --config$/,
      /megabytes per second/,
    ],
  ] as const) {
    for (const currentAdapter of [undefined, "e1000", "virtio-net", "sriov"]) {
      test(`${feature} is switched on once ${currentAdapter ?? "a new adapter"} is there or has made way, and by nobody who did not ask for it`, () => {
        const situation: Situation = { platform: "kvm", guest: "rhel9-64", ...(currentAdapter && { currentAdapter }) };
        for (const [tool, code] of [
          ["proxmox", proxmox],
          ["libvirt", libvirt],
        ] as const) {
          const told = stepsWith(steps({ ...situation, requires: [feature] }), tool, platform);
          const at = told.findIndex((step) => step.tool === tool && code.test(step.code ?? ""));
          assert.ok(at >= 0, tool);
          assert.ok(
            told.every(({ action }, place) => action !== "apply" || place < at),
            "after the change",
          );
          if (tool === "proxmox") assert.match(JSON.stringify(told[at]), also);
          assert.ok(!steps(situation).some((step) => code.test(step.code ?? "")), "unasked");
        }
      });
    }
  }

  test("a virtual function bears the old MAC address in Proxmox VE before the machine has it", () => {
    const places = (currentAdapter?: string): number[] => {
      const told = steps({
        platform: "kvm",
        guest: "rhel9-64",
        packetRate: 3000000,
        saveCpu: true,
        iommu: true,
        sriovNic: true,
        ...(currentAdapter && { currentAdapter }),
      });
      return [/ip link set \S+ vf \{vf-number\} mac \{mac\}/, /qm set \{vm\} -hostpci0/].map((code) =>
        told.findIndex((step) => code.test(step.code ?? "")),
      );
    };
    const [address = -1, device = -1] = places("virtio-net");
    assert.ok(address >= 0 && address < device);
    assert.deepEqual(places("sriov")[0], -1);
  });

  for (const currentAdapter of [undefined, "virtio-net", "directpath-io"]) {
    test(`a virtual function in the place of ${currentAdapter ?? "none"} gets the VLAN tag that is asked for, with either tool`, () => {
      const told = steps({
        platform: "kvm",
        guest: "ubuntu-20-04-64",
        packetRate: 3000000,
        saveCpu: true,
        ...host,
        requires: ["vlan-policy"],
        ...(currentAdapter && { currentAdapter }),
      });
      for (const [tool, tag, device] of [
        ["libvirt", /<vlan><tag id='\{vlan\}'\/><\/vlan>[\s\S]*attach-device/, /attach-device/],
        ["proxmox", /vf \{vf-number\} vlan \{vlan\}/, /-hostpci0/],
      ] as const) {
        const codes = told.flatMap((step) => (step.tool === tool && step.action === "apply" ? [step.code ?? ""] : []));
        const [tagged, added] = [tag, device].map((part) => codes.findIndex((code) => part.test(code)));
        assert.ok((tagged ?? -1) >= 0 && (tagged ?? 0) <= (added ?? -1), tool);
      }
    });
  }

  test("the standby beside a virtual function is another way, and no further step", () => {
    assert.match(
      steps({ platform: "kvm", guest: "rhel9-64", packetRate: 3000000, saveCpu: true, ...host }).find(
        ({ id }) => id === "libvirt-vf-with-standby",
      )?.text ?? "",
      /^Use this instead of removing the adapter and adding the function\./,
    );
  });

  test("Proxmox VE's first step says what stands for the machine", () => {
    const told = stepsWith(steps({ ...situation, currentAdapter: "e1000" }), "proxmox", platform).filter(
      ({ tool }) => tool === "proxmox",
    );
    assert.match(told[0]?.text ?? "", /VM ID instead of the name/);
  });

  test("Packer builds an image with virtio-net on the network that was given, and changes no machine", () => {
    const tools = (currentAdapter?: string): string[] =>
      toolsOf(steps({ platform: "kvm", guest: "rhel9-64", ...(currentAdapter && { currentAdapter }) }));
    assert.deepEqual(
      [tools().includes("packer"), tools("e1000").includes("packer"), tools("sriov").includes("packer")],
      [true, false, false],
    );
    const step = stepsWith(steps({ platform: "kvm", guest: "rhel9-64" }), "packer", platform).find(
      ({ tool }) => tool === "packer",
    );
    assert.match(
      step ? (fillStep(step, { network: "br0" }).code ?? "") : "",
      /source "qemu" [\s\S]*net_device {2}= "virtio-net"\n\s+net_bridge {2}= "br0"/,
    );
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
    assert.ok(
      !ids({ platform: "kvm", guest: "windows-server-2019-64", guestDrivers: false }).includes("kvm-nested-esxi-host"),
    );
  });

  test("the vDPA device is made with the machine's MAC address before the machine takes it", () => {
    const told = steps({ platform: "kvm", guest: "rhel9-64", dpdk: true });
    const at = ["libvirt-vdpa-device", "libvirt-vdpa"].map((id) => told.findIndex((step) => step.id === id));
    assert.ok((at[0] ?? -1) >= 0 && (at[0] ?? 0) < (at[1] ?? 0));
    assert.match(told[at[0] ?? 0]?.code ?? "", /vdpa dev add .* mac \{mac\}/);
  });
});

test("Proxmox VE's steps keep the entry of an adapter that is there, and change one thing of it", () => {
  for (const currentAdapter of ["e1000", "e1000e", "rtl8139", "virtio-net"]) {
    const lines = steps({
      platform: "kvm",
      guest: "debian12-64",
      manyConnections: true,
      requires: ["jumbo-frames", "network-io-control", "nsx-firewall"],
      currentAdapter,
    }).flatMap(({ tool, action, code = "" }) =>
      tool === "proxmox" && action !== "go-back" ? code.split("\n").filter((line) => line.startsWith("qm set")) : [],
    );
    for (const set of ["queues={queues}", "mtu=9000", "rate=125", "firewall=1"])
      assert.ok(
        lines.some((line) => line.endsWith(`),${set}"`)),
        set,
      );
    for (const line of lines)
      assert.match(
        line,
        /--net0 "\$\((sed -n 's\/\^net0: \[\^=\]\*=\/virtio=\/p'|qm config \{vm\} \| sed -n 's\/\^net0: \/\/p')/,
      );
  }
});

test("QEMU hands the packets of virtio-net to the host's kernel, with two vectors for each queue and two more", () => {
  const code = (id: string, more: Situation = {}): string =>
    steps({ platform: "kvm", guest: "rhel9-64", ...more }).find((step) => step.id === id)?.code ?? "";
  assert.match(code("qemu-virtio-net"), /-netdev tap,.*vhost=on/);
  const queued = code("virtio-multiqueue-qemu", { manyConnections: true });
  const [, queues, vectors] = /queues=(\d+) .*mq=on,vectors=(\d+)/.exec(queued) ?? [];
  assert.equal(Number(vectors), 2 * Number(queues) + 2);
  assert.match(queued, /multi_queue\n/);
});

test("queues follow the virtual CPUs up to each tool's limit, and are left open if the CPUs are unknown", () => {
  const queued = (vcpus?: number): Record<string, string | undefined> =>
    Object.fromEntries(
      steps({
        platform: "kvm",
        guest: "rhel9-64",
        packetRate: 200_000,
        ...(vcpus === undefined ? {} : { vcpus }),
      }).map(({ id, code }) => [id, code]),
    );
  for (const [vcpus, libvirt, proxmox, vectors] of [
    [8, "8", "8", "18"],
    [96, "96", "64", "194"],
    [300, "256", "64", "514"],
    [undefined, "{queues}", "{queues}", "{vectors}"],
  ] as const) {
    const code = queued(vcpus);
    assert.equal(code["virtio-multiqueue-libvirt"], `<driver name='vhost' queues='${libvirt}'/>`);
    assert.match(code["virtio-multiqueue"] ?? "", new RegExp(`,queues=${proxmox}"$`));
    assert.match(code["virtio-multiqueue-qemu"] ?? "", new RegExp(`,mq=on,vectors=${vectors}$`));
  }
  // One virtual CPU has nothing to share.
  assert.equal(queued(1)["virtio-multiqueue-libvirt"], undefined);
});

test("on KVM jumbo frames are set on the host, at the adapter and in the guest before they are tried", () => {
  const found = ids({
    platform: "kvm",
    guest: "ubuntu-22-04-64",
    currentAdapter: "rtl8139",
    requires: ["jumbo-frames"],
  });
  const at = ["bridge", "libvirt", "guest", "ping-linux"].map((part) => found.indexOf(`kvm-jumbo-frames-${part}`));
  assert.deepEqual(
    at,
    [...at].sort((a, b) => a - b),
  );
  assert.ok(!at.includes(-1));
});

test("jumbo frames on KVM take an emulated adapter no option of virtio, with any tool", () => {
  for (const situation of [{ guest: "solaris11-64" }, { guest: "esxi8-64", currentAdapter: "e1000e" }]) {
    const told = steps({ platform: "kvm", ...situation, requires: ["jumbo-frames"] });
    for (const { id, code = "" } of told) assert.doesNotMatch(code, /virtio|host_mtu|mtu=/, id);
    const tuned = stepsWith(told, "qemu", platform).flatMap(({ action, code = "" }) =>
      action === "tune" ? [code] : [],
    );
    assert.ok(tuned.includes("ip link set {tap} mtu 9000"), situation.guest);
  }
});

test("a guest that sends for other addresses gets no filter that locks it to one, and is told so", () => {
  for (const [situation, isLocked] of [
    [{ guest: "esxi8-64" }, false],
    [{ guest: "esxi8-64", currentAdapter: "e1000e" }, false],
    [{ guest: "freebsd14-64", forwardsPackets: true }, false],
    [{ guest: "freebsd14-64" }, true],
  ] as const) {
    const {
      recommended,
      verdicts,
      steps: told,
    } = advisor.advise({ platform: "kvm", ...situation, requires: ["nsx-firewall"] });
    const filters = told.flatMap(({ tool, code = "" }) =>
      tool === "libvirt" && code.includes("filterref") ? [code] : [],
    );
    assert.deepEqual(filters, [`<filterref filter='${isLocked ? "clean-traffic" : "own-filter"}'/>`], situation.guest);
    const demands = verdicts
      .find(({ adapter }) => adapter === recommended)
      ?.reasons.filter(({ effect, text }) => effect === "requires" && text.includes("clean-traffic"));
    assert.equal(demands?.length, isLocked ? 0 : 1);
  }
});

test("an exchange on KVM ends with the interface's name, what the host shows and the driver in use", () => {
  const situation: Situation = { platform: "kvm", guest: "rhel8-64", currentAdapter: "rtl8139" };
  for (const id of [
    "kvm-linux-interface-renamed",
    "kvm-check-applied",
    "kvm-check-applied-proxmox",
    "kvm-check-driver-in-use",
  ])
    assert.ok(ids(situation).includes(id), id);
  assert.ok(!ids({ ...situation, guest: "windows-server-2022-64" }).includes("kvm-linux-interface-renamed"));
});

test("guests that name interfaces by driver get the new name to update after an exchange", () => {
  for (const guest of ["pfSense", "openbsd-64", "netbsd-64", "solaris11-64"]) {
    for (const [platform, id] of [
      ["vsphere", "bsd-interface-renamed"],
      ["kvm", "kvm-bsd-interface-renamed"],
    ] as const) {
      const [step] = steps({ platform, guest, currentAdapter: "e1000" }).filter((one) => one.id === id);
      assert.match(step?.text ?? "", /console.*name.*pfSense/s, `${guest} on ${platform}`);
      assert.equal(step?.action, "clean-up");
    }
  }
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { advise, createAdvisor, InvalidSituation } from "../../../advisor/index.ts";
import { addAdapterNames } from "../../../advisor/knowledge/adapter-names.ts";
import { createPolicyAdvisor } from "../../../advisor/policy/policy.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { fleet } from "./fleet/knowledge.ts";
import { advisor, knowledge } from "./knowledge.ts";

const platformIds = knowledge.platforms.map(({ id }) => id).join(", ");
const policy = { name: "Contoso", platform: "kvm", requires: ["vmotion"], exclude: {}, sha256: "0".repeat(64) };
const advisors = { plain: advisor, "with a policy": createPolicyAdvisor(knowledge, policy) };

/** What is wrong, the input, and what the advisor says of it, a pattern for each problem. */
const unusable: [what: string, input: unknown, problems: RegExp[]][] = [
  ["a guest that is none", { guest: "nope" }, [/^guest: found "nope", expected a guest id or name/]],
  [
    "a misspelt guest",
    { guest: "windos-server-2022-64" },
    [/^guest: found "windos.*; nearest: windows-server-2022-64$/],
  ],
  [
    "a platform that is none",
    { platform: "made-up" },
    [new RegExp(`^platform: found "made-up", expected one of ${platformIds}, or a product \\(esxi, .*, kubevirt\\)$`)],
  ],
  ["a feature in place of a list", { requires: "vmotion" }, [/^requires: found "vmotion", expected a list of feature/]],
  ["a feature that is none", { requires: ["vmotoin"] }, [/^requires: found "vmotoin", .*; nearest: vmotion$/]],
  ["a number as text", { packetRate: "80000" }, [/^packetRate: found "80000", expected a whole number, 0 to/]],
  ["a negative rate", { packetRate: -1 }, [/^packetRate: found -1, expected a whole number/]],
  ["a rate that is no number", { packetRate: Number.NaN }, [/^packetRate: found NaN, expected a whole number/]],
  ["a word for yes", { iommu: "yes" }, [/^iommu: found "yes", expected true or false$/]],
  ["16 bits", { bitness: 16 }, [/^bitness: found 16, expected 32 or 64$/]],
  ["a release that is a number", { platformVersion: 8 }, [/^platformVersion: found 8, expected a release such as/]],
  ["an adapter that is none", { currentAdapter: "vmxnet4" }, [/^currentAdapter: found "vmxnet4", .*nearest: vmxnet/]],
  ["a misspelt field", { packetrate: 1 }, [/^packetrate: found 1, expected a field that exists; nearest: packetRate$/]],
  ["two mistakes", { guest: "nope", platform: "made-up" }, [/^guest: /, /^platform: /]],
  ["a text", "rhel9-64", [/^situation: found "rhel9-64", expected a JSON object$/]],
  ["a list", [], [/^situation: found an empty list, expected a JSON object$/]],
  ["null", null, [/^situation: found nothing, expected a JSON object$/]],
];

for (const [name, by] of Object.entries(advisors))
  describe(`the advisor, ${name},`, () => {
    for (const [what, input, problems] of unusable)
      test(`refuses ${what}`, () => {
        assert.equal(by.parse(input).problems.length, problems.length);
        for (const answer of [
          by.advise,
          by.recommend,
          (given: Situation) => by.adviseInParts(given).next(),
          ...(by === advisor ? [(given: Situation) => advise(given, knowledge)] : []),
        ])
          assert.throws(
            () => answer(input as Situation),
            (error: unknown) => {
              assert.ok(error instanceof InvalidSituation, String(error));
              const lines = error.message.split("\n");
              assert.equal(lines.length, problems.length, error.message);
              for (const [at, line] of lines.entries()) assert.match(line, problems[at] ?? /never/);
              return true;
            },
          );
      });

    test("answers what it can use, and what parse gave for it, alike", () => {
      for (const input of [
        {},
        { guest: "windows2019srv_64Guest", requires: ["live-migration"] },
        { guest: "Microsoft Windows Server 2019 (64-bit)", packetRate: 80_000 },
        { guest: null, platform: undefined, iommu: "unknown" },
      ]) {
        const { situation, problems } = by.parse(input);
        assert.deepEqual(problems, []);
        assert.equal(by.recommend(situation), by.recommend(input as Situation));
        assert.equal(by.advise(situation).recommended, by.recommend(situation));
      }
    });
  });

test("what is usable beside a problem is kept", () => {
  const { situation, problems } = advisor.parse({ guest: "nope", packetRate: 1000 });
  assert.deepEqual(situation, { packetRate: 1000 });
  assert.deepEqual(
    problems.map(({ field }) => field),
    ["guest"],
  );
});

test("the nearest release is the one of the number in a text", () => {
  for (const [platform, platformVersion, nearest] of [
    ["vsphere", "v8", "8.0"],
    ["vsphere", "ESXi 6.7", "6.7"],
    ["kvm", "v1", "1.0"],
    ["vsphere", "newest", undefined],
  ])
    assert.deepEqual(
      advisor.parse({ platform, platformVersion }).problems.map((problem) => problem.nearest),
      [nearest],
      platformVersion,
    );
});

test("the nearest feature is the one that a word begins, in its id or a name", () => {
  for (const [word, nearest] of [
    ["hot", "hot-add"],
    ["live", "live-migration"],
    ["restart", "ha"],
    ["vSphere HA", "ha"],
    ["vmotoin", "vmotion"],
    ["zzz", undefined],
  ])
    assert.equal(advisor.parse({ requires: ["vmotion", word] }).problems[0]?.nearest, nearest, word);
});

test("a product stands for its platform", () => {
  for (const [product, platform] of [
    ["proxmox", "kvm"],
    ["proxmox-ve", "kvm"],
    ["openstack", "kvm"],
    ["esxi", "vsphere"],
  ])
    assert.deepEqual(advisor.parse({ platform: product }), { situation: { platform }, problems: [] });
  assert.deepEqual(advisor.parse({ platform: "proxmox", currentAdapter: "rtl8139" }).problems, []);
  assert.match(advisor.parse({ platform: "opnstack" }).problems[0]?.nearest ?? "", /^openstack$/);
});

test("a release is the platform's: that of a product is refused, unless the product has the same releases", () => {
  for (const [product, platform] of [
    ["qemu", "kvm"],
    ["esxi", "vsphere"],
  ])
    assert.deepEqual(advisor.parse({ platform: product, platformVersion: "8.0" }), {
      situation: { platform, platformVersion: "8.0" },
      problems: [],
    });
  for (const [product, platformVersion] of [
    ["proxmox", "8.2"],
    ["openstack", "2024.1"],
  ])
    assert.deepEqual(advisor.parse({ platform: product, platformVersion }).problems, [
      {
        field: "platformVersion",
        found: `"${platformVersion}"`,
        expected: `a release of QEMU, given with the platform kvm. Releases of ${product} are not recorded`,
      },
    ]);
});

test("an adapter may be written as its platform calls it", () => {
  for (const [platform, name, id] of [
    ["kvm", "virtio", "virtio-net"],
    ["kvm", "PCnet", "vlance"],
    ["vsphere", "SR-IOV passthrough", "sriov"],
  ])
    assert.deepEqual(advisor.parse({ platform, currentAdapter: name }), {
      situation: { platform, currentAdapter: id },
      problems: [],
    });
  assert.equal(advisor.parse({ platform: "vsphere", currentAdapter: "pcnet" }).problems.length, 1);
});

test("platforms, features and adapters may be in any case, and have spaces for hyphens", () => {
  for (const [platform, id] of [
    ["vSphere", "vsphere"],
    ["KVM", "kvm"],
    [" ESXi ", "vsphere"],
    ["Proxmox VE", "kvm"],
  ])
    assert.deepEqual(advisor.parse({ platform }), { situation: { platform: id }, problems: [] });
  assert.deepEqual(advisor.parse({ requires: ["vMotion", "Live Migration", "HA", "NIC-Sharing"] }), {
    situation: { requires: ["vmotion", "ha", "nic-sharing"] },
    problems: [],
  });
  for (const [currentAdapter, id] of [
    ["Vmxnet3", "vmxnet3"],
    ["VMXNET2", "vmxnet2"],
    ["VirtualE1000e", "e1000e"],
    ["SRIOV", "sriov"],
  ])
    assert.deepEqual(advisor.parse({ currentAdapter }), { situation: { currentAdapter: id }, problems: [] });
  // A product's releases stay refused, however the product is spelt.
  assert.match(
    advisor.parse({ platform: "ProxMox", platformVersion: "8.2" }).problems[0]?.expected ?? "",
    /Releases of/,
  );
  assert.deepEqual(advisor.parse({ platform: "QEMU", platformVersion: "8.2" }).problems, []);
  assert.equal(advisor.parse({ platform: 3, requires: [3], currentAdapter: 3 }).problems.length, 3);
});

test("adapters may be spelt as inventories do, with the names that the audit knows", () => {
  const named = createAdvisor(addAdapterNames(knowledge, fleet.adapterNames));
  for (const [platform, currentAdapter, id] of [
    ["vsphere", "Flexible", "vlance"],
    ["vsphere", "PCNet32", "vlance"],
    ["vsphere", "EnhancedVmxnet", "vmxnet2"],
    ["vsphere", "VirtualSriovEthernetCard", "sriov"],
    ["kvm", "virtio-net-pci", "virtio-net"],
  ])
    assert.deepEqual(named.parse({ platform, currentAdapter }), {
      situation: { platform, currentAdapter: id },
      problems: [],
    });
  // The name is one of another platform.
  assert.equal(named.parse({ platform: "kvm", currentAdapter: "Flexible" }).problems.length, 1);
});

test("a policy's platform holds when the adapter is read", () => {
  assert.equal(advisor.parse({ currentAdapter: "rtl8139" }).problems.length, 1);
  const { situation, problems } = advisors["with a policy"].parse({ currentAdapter: "rtl8139" });
  assert.deepEqual(problems, []);
  assert.deepEqual(situation, { currentAdapter: "rtl8139", platform: "kvm", requires: ["vmotion"] });
});

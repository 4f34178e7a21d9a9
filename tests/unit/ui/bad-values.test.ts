import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { describeProblem } from "../../../advisor/questions/read-situation.ts";
import { FIELD_ATTRIBUTES } from "../../../advisor/ui/attributes.ts";
import { readLeniently } from "../../../advisor/ui/form/form-values.ts";
import { normalisePairs } from "../../../advisor/ui/form/pairs.ts";
import { advisor, knowledge } from "../advisor/knowledge.ts";

describe("a value that cannot be used", () => {
  for (const platform of ["vsphere", "kvm", "made-up", ""]) {
    for (const field of Object.values(FIELD_ATTRIBUTES)) {
      test(`of ${field}${platform === "" ? "" : `, on ${platform},`} is refused with what would be accepted`, () => {
        const { problems } = readLeniently(advisor, [
          ...(field === "platform" ? [] : [["platform", platform] as const]),
          [field, "zzz"],
        ]);
        const [told, ...others] = problems.filter((problem) => problem.field === field).map(describeProblem);
        assert.deepEqual(others, []);
        assert.match(told ?? "", /, expected \S+ \S+/);
        assert.doesNotMatch(told ?? "", /one of *(?:$|[.;,)])|: *\)/);
      });
    }
  }

  test("is that of a field given twice, with both values", () => {
    const given = [
      ["guest", "rhel9-64"],
      ["guest", "rhel8-64"],
      ["bitness", "64"],
      ["bitness", "64"],
      ["packetRate", "1"],
      ["packetRate", "2,000,000"],
      ["iommu", "yes"],
      ["iommu", "true"],
      ["sriovNic", "yes"],
      ["sriovNic", "no"],
      ["currentAdapter", "e1000"],
      ["currentAdapter", "vmxnet3"],
    ] as const;
    for (const pairs of [given, normalisePairs(knowledge, given)]) {
      const { situation, problems } = readLeniently(advisor, pairs);
      assert.deepEqual(situation, { bitness: 64, iommu: true });
      assert.deepEqual(
        problems.map(({ field, found, expected }) => [field, found, expected]),
        [
          ["guest", '"rhel9-64 | rhel8-64"', "one value"],
          ["packetRate", '"1 | 2,000,000"', "one value"],
          ["sriovNic", '"true | no"', "yes, no or unknown"],
          ["currentAdapter", '"e1000 | vmxnet3"', "one value"],
        ],
      );
    }
  });

  test("of the platform names the platforms, and casts no doubt on an adapter that one of them has", () => {
    const { situation, problems } = readLeniently(advisor, [
      ["platform", "made-up"],
      ["currentAdapter", "virtio-net"],
    ]);
    const ids = knowledge.platforms.map(({ id }) => id).join(", ");
    const products = knowledge.platforms.flatMap(({ productIds = [] }) => productIds).join(", ");
    assert.deepEqual(problems.map(describeProblem), [
      `platform: found "made-up", expected one of ${ids}, or a product (${products})`,
    ]);
    assert.equal(situation.currentAdapter, undefined);
  });

  test("of the adapter is told from all adapters while the platform is not known", () => {
    const { problems } = readLeniently(advisor, [
      ["platform", "made-up"],
      ["currentAdapter", "zzz"],
    ]);
    assert.match(
      problems.map(describeProblem).join("\n"),
      /currentAdapter: found "zzz", expected one of .*virtio-net.*vmxnet3|currentAdapter: found "zzz", expected one of .*vmxnet3.*virtio-net/,
    );
  });
});

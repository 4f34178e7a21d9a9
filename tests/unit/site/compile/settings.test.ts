import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Measurement } from "../../../../tools/site/compile/records.ts";
import { compareSettings, type SettingEffect } from "../../../../tools/site/compile/comparisons.ts";
import { makeRelative, makeRow } from "./records.ts";

type Conditions = Measurement["conditions"];

const effectOf = (one: Conditions, other: Conditions): SettingEffect | undefined =>
  compareSettings([
    makeRow("one", "vmxnet3", 4, { conditions: one }),
    makeRow("other", "vmxnet3", 2, { conditions: other }),
  ])[0];

describe("the effect of a setting", () => {
  const found: [what: string, one: Conditions, other: Conditions, numerator: string, setting: string, base: string][] =
    [
      [
        "words that differ in on and off",
        { tuning: "offloading off" },
        { tuning: "offloading on" },
        "other",
        "offloading on",
        "offloading off",
      ],
      [
        "words that differ in enabled and disabled",
        { tuning: "INDIRECT_DESC enabled" },
        { tuning: "INDIRECT_DESC disabled" },
        "one",
        "INDIRECT_DESC enabled",
        "INDIRECT_DESC disabled",
      ],
      [
        "the same offloads, on and off",
        { offloadsOff: ["tso"] },
        { offloadsOn: ["tso"] },
        "other",
        "tso on",
        "tso off",
      ],
      ["more queues than fewer", { queues: 4 }, { queues: 1 }, "one", "4 queues", "1 queue"],
      ["a larger MTU than a smaller", { mtu: 1500 }, { mtu: 9000 }, "other", "MTU 9,000", "MTU 1,500"],
      [
        "interrupt moderation",
        { coalescing: "on" },
        { coalescing: "off" },
        "one",
        "interrupt moderation on",
        "interrupt moderation off",
      ],
      [
        "a driver's mode, the later against the first",
        { driver: "vmxnet3, XDP in skb mode" },
        { driver: "vmxnet3, XDP in native mode" },
        "other",
        "XDP in native mode",
        "XDP in skb mode",
      ],
    ];
  for (const [what, one, other, numerator, setting, base] of found) {
    test(`is formed of ${what}`, () => {
      const effect = effectOf({ guest: "A", ...one }, { guest: "A", ...other });
      assert.deepEqual([effect?.numerator, effect?.setting, effect?.base], [numerator, setting, base]);
      assert.equal(effect?.ratio, numerator === "one" ? 2 : 0.5);
      assert.deepEqual(effect?.conditions, { guest: "A" });
    });
  }

  const refused: [what: string, one: Conditions, other: Conditions][] = [
    ["another guest", { guest: "A" }, { guest: "B" }],
    ["two settings at once", { queues: 1, mtu: 1500 }, { queues: 4, mtu: 9000 }],
    ["a setting that one row does not state", { queues: 4 }, {}],
    ["words that tell two different things", { tuning: "XDP action drop" }, { tuning: "XDP action pass" }],
    ["different offloads", { offloadsOn: ["tso"] }, { offloadsOff: ["gro"] }],
    ["nothing that differs", { queues: 4 }, { queues: 4 }],
  ];
  for (const [what, one, other] of refused)
    test(`is not formed of ${what}`, () => assert.equal(effectOf(one, other), undefined));

  test("is not formed of two adapters", () => {
    const rows = [
      makeRow("a", "vmxnet3", 2, { conditions: { queues: 1 } }),
      makeRow("b", "e1000", 4, { conditions: { queues: 4 } }),
    ];
    assert.deepEqual(compareSettings(rows), []);
  });
  test("converts units first", () => {
    const rows = [
      makeRow("a", "vmxnet3", 500, { metric: "packet-rate", unit: "kpackets/s", conditions: { queues: 1 } }),
      makeRow("b", "vmxnet3", 1.5, { metric: "packet-rate", unit: "Mpackets/s", conditions: { queues: 4 } }),
    ];
    assert.equal(compareSettings(rows)[0]?.ratio, 3);
  });
  test("is taken as a source states it", () => {
    const stated = (form: "percent-more" | "percent-less" | "difference-more"): Measurement =>
      makeRelative("a", "vmxnet3", {
        form,
        value: 44,
        relativeTo: "vmxnet3",
        baseline: "offloads off",
        conditions: { tuning: "offloads on" },
      });
    assert.deepEqual(
      compareSettings([stated("percent-more")]).map(({ ratio, setting, base }) => [ratio, setting, base]),
      [[1.44, "offloads on", "offloads off"]],
    );
    assert.equal(compareSettings([stated("percent-less")])[0]?.ratio, 0.56);
    assert.deepEqual(compareSettings([stated("difference-more")]), []);
  });
  test("has no more digits than say something", () => {
    const rows = [
      makeRow("a", "virtio-net", 0.05, { conditions: { queues: 1 } }),
      makeRow("b", "virtio-net", 5.3, { conditions: { queues: 4 } }),
    ];
    assert.equal(compareSettings(rows)[0]?.display, "106");
  });
});

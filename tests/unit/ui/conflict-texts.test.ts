import assert from "node:assert/strict";
import { test } from "node:test";
import { conflictTexts } from "../../../advisor/ui/answer/conflict-texts.ts";
import { advisor } from "../advisor/knowledge.ts";

test("what lets many adapters fit is told once, with all of them in their order", () => {
  const advice = advisor.advise({ platform: "kvm", guest: "rhel6-64", requires: ["fault-tolerance"] });
  assert.ok(advice.conflicts.length > 5);
  const [told, ...others] = conflictTexts(advice);
  assert.match(told?.text ?? "", /^virtio, vmxnet3, e1000e, .* would fit: give up Fault Tolerance\.$/);
  assert.equal(told?.text.split(", ").length, advice.conflicts.length);
  assert.deepEqual(others, []);
});

test("each set of changes stays a text of its own", () => {
  const advice = advisor.advise({
    platformVersion: "4.0",
    guest: "windows-xp-32",
    guestDrivers: false,
    requires: ["jumbo-frames"],
  });
  assert.ok(advice.conflicts.length > 1);
  const texts = conflictTexts(advice).map(({ text }) => text);
  assert.equal(new Set(texts).size, texts.length);
  for (const conflict of advice.conflicts)
    assert.ok(
      texts.some((text) => text.endsWith(conflict.text.slice(conflict.text.indexOf(" would fit")))),
      conflict.text,
    );
});

test("a mode of the adapter that keeps what is to be given up is told beside it", () => {
  const told = (...requires: string[]): string =>
    conflictTexts(
      advisor.advise({
        guest: "rhel9-64",
        platformVersion: "8.0",
        virtualHardware: 20,
        packetRate: 300_000,
        iommu: true,
        sriovNic: false,
        requires,
      }),
    )
      .map(({ text }) => text)
      .find((text) => text.startsWith("DirectPath I/O would fit")) ?? "";
  assert.match(
    told("vmotion"),
    /^DirectPath I\/O would fit: give up vMotion\. Driven as .*DirectPath I\/O \(from .*\), it keeps vMotion\./,
  );
  assert.equal(told("snapshots"), "DirectPath I/O would fit: give up snapshots.");
  assert.doesNotMatch(told("snapshots", "vmotion"), /Driven as/);
});

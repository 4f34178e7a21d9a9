import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reason } from "../../../advisor/advice.ts";
import type { Rule } from "../../../advisor/knowledge.ts";
import type { Situation } from "../../../advisor/situation.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { smallKnowledge } from "./small-knowledge.ts";

/** "fast" needs an IOMMU and the driver from the platform's drivers, and is offered on old virtual hardware only. */
const advise = (rules: Partial<Rule>[], given: Situation): Reason[] => createAdvisor(smallKnowledge(
  { plain: {}, fast: { kind: "paravirtual", driver: "tools", needs: ["iommu"] } }, rules,
  [{ from: 4, to: 6, adapters: ["plain", "fast"] }, { from: 7, adapters: ["plain"] }],
)).advise(given).verdicts.find(({ adapter }) => adapter === "fast")?.reasons ?? [];
const reasons = (given: Situation): Reason[] => advise([], given);

/** What speaks against "fast", whatever is unknown. */
const exclusions: [name: string, given: Situation, kinds: Reason["kind"][]][] = [
  ["the host alone, where virtual hardware is unknown and some of it offers the adapter", { guest: "guest", iommu: false }, ["host"]],
  ["the host alone, where it is not known whether the guest's drivers can be added", { guest: "guest", iommu: false, virtualHardware: 5 }, ["host"]],
  ["the host alone, where another guest may bring the driver", { iommu: false, guestDrivers: false }, ["host"]],
  ["the guest's list too, where virtual hardware is known", { guest: "guest", iommu: false, virtualHardware: 8 }, ["host", "guest"]],
  ["the missing driver too, where the guest is known", { guest: "guest", iommu: false, virtualHardware: 5, guestDrivers: false }, ["host", "driver"]],
  ["all three", { guest: "guest", iommu: false, virtualHardware: 8, guestDrivers: false }, ["host", "guest", "driver"]],
];
for (const [name, given, kinds] of exclusions) {
  test(`names as excluding ${name}`, () => {
    assert.deepEqual(reasons(given).map(({ kind, effect }) => [kind, effect]), kinds.map((kind) => [kind, "excludes"]));
  });
}

test("warns of the driver that another guest may bring, but a common one does not", () => {
  assert.deepEqual(reasons({ iommu: true, guestDrivers: false, virtualHardware: 5 }).map(({ effect, text }) => [effect, text]), [
    ["warns", "Not known whether it fits: The guest brings no fast driver of its own, and Tools cannot be added."],
    ["neutral", "The driver comes with Tools."],
  ]);
});

test("where one thing excludes an adapter in one case and another in the other, names those that do as things are assumed", () => {
  const tooOld = { when: { virtualHardware: { below: 7 } }, then: { exclude: ["fast"] } };
  const found = advise([tooOld], { guest: "guest", iommu: true });
  assert.deepEqual(found.map(({ effect, text }) => [effect, text]), [["excludes", "Platform does not offer fast for Guest (64-bit) at virtual hardware 8."]]);
});

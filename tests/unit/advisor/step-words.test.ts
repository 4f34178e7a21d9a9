import assert from "node:assert/strict";
import { test } from "node:test";
import { createAdvisor } from "../../../advisor/index.ts";
import { partSteps, tellSteps } from "../../../advisor/step-words.ts";
import { advisor, knowledge } from "./knowledge.ts";

const { knowledge: bare, words } = partSteps(knowledge);
const quiet = createAdvisor(bare);

test("steps that get their words later are those of the whole knowledge, field by field", () => {
  for (const platform of ["vsphere", "kvm"]) {
    for (const currentAdapter of [undefined, "e1000"]) {
      for (const dpdk of [true, false]) {
        const situation = { platform, guest: "rhel9-64", guestDrivers: true, dpdk, ...(currentAdapter === undefined ? {} : { currentAdapter }) };
        const { steps } = advisor.advise(situation);
        assert.ok(steps.length > 0);
        assert.equal(JSON.stringify(tellSteps(quiet.advise(situation).steps, words[platform] ?? {})), JSON.stringify(steps));
      }
    }
  }
});

test("nothing but the steps is told otherwise without their words", () => {
  const situation = { guest: "windows-server-2019-64", packetRate: 80000 };
  const { steps: _, ...whole } = advisor.advise(situation);
  const { steps, ...rest } = quiet.advise(situation);
  assert.deepEqual(rest, whole);
  assert.ok(steps.every(({ title, text, code, pitfalls }) => title === "" && text === undefined && code === undefined && pitfalls.length === 0));
});

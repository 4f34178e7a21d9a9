import assert from "node:assert/strict";
import { test } from "node:test";
import { createAdvisor } from "../../../advisor/index.ts";
import { packWords, partSteps, addStepWords, unpackWords } from "../../../advisor/steps/fill-steps.ts";
import { advisor, knowledge } from "./knowledge.ts";

const { knowledge: bare, words } = partSteps(knowledge);
const quiet = createAdvisor(bare);

test("steps that get their words later are those of the whole knowledge, field by field", () => {
  for (const platform of ["vsphere", "kvm"]) {
    for (const currentAdapter of [undefined, "e1000"]) {
      for (const dpdk of [true, false]) {
        const situation = {
          platform,
          guest: "rhel9-64",
          guestDrivers: true,
          dpdk,
          ...(currentAdapter === undefined ? {} : { currentAdapter }),
        };
        const { steps } = advisor.advise(situation);
        assert.ok(steps.length > 0);
        assert.equal(
          JSON.stringify(addStepWords(quiet.advise(situation), words[platform] ?? {})),
          JSON.stringify(steps),
        );
      }
    }
  }
});

test("words that were packed come out as they were, by the ids of the knowledge that they are apart from", () => {
  for (const platform of ["vsphere", "kvm"]) {
    const packed = JSON.stringify(packWords(words[platform] ?? {}, bare, platform));
    assert.deepEqual(unpackWords(JSON.parse(packed) as ReturnType<typeof packWords>, bare, platform), words[platform]);
  }
});

test("a number stands for the id of a step that no rule demands, unless ids are kept", () => {
  const demanded = new Set(knowledge.rules.flatMap(({ then }) => then.require ?? []));
  for (const [at, { id }] of knowledge.steps.entries())
    assert.equal(bare.steps[at]?.id, demanded.has(id) ? id : String(at));
  const { knowledge: told } = partSteps(knowledge, { keepsIds: true });
  assert.deepEqual(
    told.steps.map(({ id }) => id),
    knowledge.steps.map(({ id }) => id),
  );
});

test("nothing but the steps is told otherwise without their words", () => {
  const situation = { guest: "windows-server-2019-64", packetRate: 80000 };
  const { steps: _, ...whole } = advisor.advise(situation);
  const { steps, ...rest } = quiet.advise(situation);
  assert.deepEqual(rest, whole);
  assert.ok(
    steps.every(
      ({ title, text, code, pitfalls }) =>
        title === "" && text === undefined && code === undefined && pitfalls.length === 0,
    ),
  );
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAdvisor, InvalidSituation } from "../../../advisor/index.ts";
import { describeForm } from "../../../advisor/ui/form/form.ts";
import { partPlatform, platformOfPart } from "../../../advisor/knowledge/part-platform.ts";
import { packKnowledge, unpackKnowledge } from "../../../advisor/knowledge/pack-knowledge.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { fc, randomRuns } from "../../chance.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { maybe, situations } from "./random-situations.ts";

/** Situations of a platform, with an adapter, a driver and a guest as a reader may name them, those of other platforms too. */
function situationsOn(platform: string): fc.Arbitrary<Situation> {
  const names = knowledge.guests.flatMap(({ id, aliases }) => [id, ...aliases.slice(0, 3)]);
  return fc
    .tuple(
      situations,
      fc.record(
        {
          guest: fc.constantFrom(...names),
          currentAdapter: fc.constantFrom(...knowledge.adapters.map(({ id }) => id)),
          driverVersion: fc.constantFrom("1.0", "10.3.0", "0.1.271", "12.4.0"),
          vcpus: fc.integer({ min: 1, max: 64 }),
        },
        { requiredKeys: [] },
      ),
      maybe(fc.constant(platform)),
    )
    .map(([one, more, named]) => ({ ...one, ...more, platform: named ?? platform }));
}

/** What a function gives, or what it refuses. */
function outcome<Value>(run: () => Value): Value | string {
  try {
    return run();
  } catch (error) {
    if (error instanceof InvalidSituation) return error.message;
    throw error;
  }
}

for (const { id: platform } of knowledge.platforms)
  describe(`what is known of ${platform} alone`, () => {
    const part = partPlatform(knowledge, platform);
    const partial = createAdvisor(part);

    test("it gives every answer that the whole gives", () => {
      fc.assert(
        fc.property(situationsOn(platform), (situation) => {
          assert.deepEqual(
            outcome(() => partial.advise(situation)),
            outcome(() => advisor.advise(situation)),
          );
          assert.deepEqual(partial.parse(situation), advisor.parse(situation));
        }),
        { numRuns: randomRuns(4000) },
      );
    });

    test("a form of it offers all that a form of the whole offers", () =>
      assert.deepEqual(describeForm(part), describeForm(knowledge)));

    test("it has no section, rule, step or figure of another platform, and all names", () => {
      const sections = [...part.adapters, ...part.guests].flatMap(({ platforms }) => Object.keys(platforms));
      assert.deepEqual(new Set(sections), new Set([platform]));
      const { ratios, savings } = part.effects;
      const named = [...part.steps, ...ratios, ...savings].map((one) => one.platform);
      assert.deepEqual(new Set(named), new Set([platform]));
      for (const { when } of part.rules) assert.ok(when.platform?.includes(platform) ?? true);
      for (const list of ["guests", "adapters", "features", "platforms"] as const)
        assert.deepEqual(
          part[list].map(({ id }) => id),
          knowledge[list].map(({ id }) => id),
        );
      assert.equal(platformOfPart(part), platform);
    });

    test("it has what its parts cite, and little else", () => {
      const cited = new Set(
        Array.from(
          JSON.stringify({ ...part, evidence: {} }).matchAll(/"((?:source|dataset|finding):[^"]+)"/g),
          ([, one]) => one,
        ),
      );
      for (const reference of cited) assert.ok(reference !== undefined && part.evidence[reference], reference);
      const all = Object.keys(knowledge.evidence).length;
      assert.ok(Object.keys(part.evidence).length < 0.8 * all);
    });

    test("it can be packed", () => {
      const unpacked = createAdvisor(unpackKnowledge(JSON.parse(JSON.stringify(packKnowledge(part)))));
      const situation = { platform, guest: "rhel9-64", packetRate: 120_000 };
      assert.deepEqual(unpacked.advise(situation).headline, advisor.advise(situation).headline);
    });
  });

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { shortFormOf } from "../../../advisor/advisor.ts";
import { readSituation } from "../../../advisor/questions/read-situation.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { hardSituations } from "./hard-situations.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { maybe, situations } from "./random-situations.ts";
import { fc, randomRuns } from "../../chance.ts";

function assertAlike(input: object): void {
  // An adapter that the platform does not have is left out.
  const given = readSituation(advisor, input).situation;
  const { needs: _, ...brief } = advisor.brief(given);
  assert.deepEqual(brief, shortFormOf(advisor.advise(given)), JSON.stringify(given));
}

describe("the short form of advice is the whole advice without its reasons", () => {
  for (const [topic, rows] of Object.entries(hardSituations))
    for (const [name, given] of rows) test(`${topic}: ${name}`, () => assertAlike(given));

  test("any situation", () => {
    const adapters = maybe(fc.constantFrom(...knowledge.adapters.map(({ id }) => id)));
    fc.assert(
      fc.property(situations, adapters, (given, currentAdapter) => assertAlike({ ...given, currentAdapter })),
      { numRuns: randomRuns(3000) },
    );
  });

  test("situations in which little is known", () => {
    const sparse = fc.record({
      platform: fc.constantFrom(...knowledge.platforms.map(({ id }) => id)),
      guest: maybe(fc.constantFrom(...knowledge.guests.map(({ id }) => id))),
      packetRate: maybe(fc.constantFrom(8000, 20_000, 75_000, 200_000, 5_000_000)),
      platformVersion: maybe(fc.constantFrom("5.0", "6.0", "7.0", "8.0")),
      currentAdapter: maybe(fc.constantFrom(...knowledge.adapters.map(({ id }) => id))),
      driverVersion: maybe(fc.constantFrom("0.1.285", "0.1.296")),
      requires: maybe(fc.subarray(["vmotion", "ha", "snapshots", "jumbo-frames", "rdma"])),
    });
    fc.assert(
      fc.property(sparse, (fields) => assertAlike(fields)),
      { numRuns: randomRuns(2000) },
    );
  });

  test("an adapter that the release never has is excluded, though newer virtual hardware has it", () => {
    const given: Situation = { guest: "windows-server-2008-r2-64", platformVersion: "6.0", currentAdapter: "e1000e" };
    assert.equal(advisor.brief(given).current?.status, "excluded");
  });
});

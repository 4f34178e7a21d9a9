import assert from "node:assert/strict";
import { test } from "node:test";
import { partTitles, addTitles } from "../../../advisor/knowledge/evidence-titles.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { advisor, knowledge } from "./knowledge.ts";

const { knowledge: bare, titles } = partTitles(knowledge);
const situations = ["vsphere", "kvm"].flatMap((platform) =>
  [undefined, 8000, 120000].flatMap((packetRate) =>
    ["rhel9-64", "windows-server-2012-r2-64", "freebsd14-64", "ms-dos-16"].flatMap((guest) =>
      [true, false].flatMap((has) =>
        [true, false].map(
          (sriovNic): Situation => ({
            platform,
            guest,
            guestDrivers: has,
            iommu: has,
            sriovNic,
            ...(packetRate === undefined ? {} : { packetRate }),
          }),
        ),
      ),
    ),
  ),
);

test("nothing that is advised is told otherwise without titles", () => {
  const quiet = createAdvisor(bare);
  const told = situations.map((situation) => advisor.advise(situation));
  assert.ok(
    told.some(({ confidence }) => confidence.contradictions.length > 0) &&
      told.some(({ effects }) => effects?.savings) &&
      told.some(({ effects }) => (effects?.modes ?? []).length > 0),
  );
  for (const [at, situation] of situations.entries())
    assert.equal(JSON.stringify(quiet.advise(situation)), JSON.stringify(told[at]));
});

test("what stands beside figures has its title from the beginning", () => {
  const cited = situations.flatMap((situation) => {
    const { measured = [], savings, modes = [] } = advisor.advise(situation).effects ?? {};
    return [...measured, ...(savings?.points ?? []), ...modes].flatMap(({ evidence }) => evidence);
  });
  assert.ok(cited.length > 0);
  assert.deepEqual(
    cited.filter((reference) => !bare.evidence[reference]?.title),
    [],
  );
});

test("most of what is cited gets its title later, and then all have theirs", () => {
  assert.ok(Object.keys(titles).length * 5 > Object.keys(knowledge.evidence).length * 4);
  const later = structuredClone(bare);
  addTitles(later, titles);
  assert.deepEqual(later, knowledge);
  addTitles(later, { "finding:nobody-knows": "It" });
  assert.deepEqual(later, knowledge);
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readChoice, writeChoice } from "../../../assets/ts/explorer/filter.ts";
import type { Choice, Choices } from "../../../assets/ts/explorer/filter.ts";
import { facetNames } from "../../../assets/ts/explorer/measurement-file.ts";
import { fc } from "../../chance.ts";

const values = ["tcp-stream", "14.04", "linux-6.1", "a"];
const choices: Choices = {
  facets: Object.fromEntries(facetNames.map((name) => [name, values])) as unknown as Choices["facets"],
  years: [2008, 2013, 2025],
};

describe("the explorer's choice in the address", () => {
  test("is read back as it was written, whatever was chosen", () => {
    const choice = fc
      .record({
        facets: fc.uniqueArray(fc.tuple(fc.constantFrom(...facetNames), fc.subarray(values, { minLength: 1 })), {
          selector: ([name]) => name,
        }),
        from: fc.option(fc.constantFrom(...choices.years)),
        to: fc.option(fc.constantFrom(...choices.years)),
        by: fc.constantFrom("study", "year", "packetBytes", "streams"),
      })
      .map(
        ({ facets, from, to, by }) =>
          ({
            facets: new Map(facets),
            ...(from === null ? {} : { from }),
            ...(to === null ? {} : { to }),
            by,
          }) as Choice,
      );
    fc.assert(
      fc.property(choice, (chosen) => {
        const back = readChoice(writeChoice(chosen), choices);
        assert.deepEqual(Object.fromEntries(back.facets), Object.fromEntries(chosen.facets));
        assert.deepEqual({ ...back, facets: 0 }, { ...chosen, facets: 0 });
      }),
    );
  });

  test("is short and in one order", () => {
    const chosen: Choice = {
      facets: new Map([
        ["workload", ["tcp-stream"]],
        ["metric", ["a", "14.04"]],
      ]),
      from: 2008,
      by: "year",
    };
    assert.equal(writeChoice(chosen), "?metric=a,14.04&workload=tcp-stream&from=2008&by=year");
    assert.equal(writeChoice({ facets: new Map(), by: "study" }), "");
  });

  test("takes nothing that cannot be chosen", () => {
    const read = readChoice("?metric=telepathy,a&colour=red&from=1999&to=2013&by=magic", choices);
    assert.deepEqual([...read.facets], [["metric", ["a"]]]);
    assert.deepEqual([read.from, read.to, read.by], [undefined, 2013, "study"]);
  });
});

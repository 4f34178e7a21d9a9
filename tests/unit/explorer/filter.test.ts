import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { filterMeasurements, hasComparison } from "../../../assets/ts/explorer/filter.ts";
import type { Wanted } from "../../../assets/ts/explorer/filter.ts";
import { facetNames } from "../../../assets/ts/explorer/measurement-file.ts";
import type { FacetName } from "../../../assets/ts/explorer/measurement-file.ts";
import { textAt } from "../../../assets/ts/explorer/measurements.ts";
import type { Measurements } from "../../../assets/ts/explorer/measurements.ts";
import { makeMeasurements } from "./measurements.ts";
import type { Row } from "./measurements.ts";
import { fc } from "../../chance.ts";

/** Says for one row, facet by facet, whether it is what is wanted. */
function fits(measurements: Measurements, row: number, { facets, from, to }: Wanted, except?: FacetName): boolean {
  const year = measurements.numbers.year[row] as number;
  return (
    (from === undefined || year >= from) &&
    (to === undefined || year <= to) &&
    facetNames.every(
      (name) =>
        name === except ||
        (facets.get(name) ?? []).length === 0 ||
        facets.get(name)?.includes(textAt(measurements.facets[name], row)),
    )
  );
}

const places = (measurements: Measurements): number[] => measurements.rows.map((_, row) => row);

describe("the filter", () => {
  const measurements = makeMeasurements([
    { adapter: "vmxnet3", metric: "throughput", study: "old-2008" },
    { adapter: "e1000", metric: "throughput", study: "old-2008" },
    { adapter: "e1000", metric: "latency", study: "new-2020" },
  ]);
  const found = (wanted: Wanted): number[] => [...filterMeasurements(measurements, wanted).rows];
  const counts = (wanted: Wanted, name: FacetName): number[] => [
    ...filterMeasurements(measurements, wanted).counts[name],
  ];

  test("says whether some study measured more than one adapter", () => {
    assert.equal(hasComparison(Uint32Array.of(0, 1, 2), measurements), true);
    assert.equal(hasComparison(Uint32Array.of(0, 2), measurements), false);
  });
  test("finds everything when nothing is wanted", () => assert.deepEqual(found({ facets: new Map() }), [0, 1, 2]));
  test("takes any of the values of one facet", () =>
    assert.deepEqual(found({ facets: new Map([["adapter", ["e1000", "vmxnet3"]]]) }), [0, 1, 2]));
  test("wants a value of each facet that is asked for", () =>
    assert.deepEqual(
      found({
        facets: new Map([
          ["adapter", ["e1000"]],
          ["metric", ["latency"]],
        ]),
      }),
      [2],
    ));
  test("finds nothing for a value that no row has", () =>
    assert.deepEqual(found({ facets: new Map([["adapter", ["sriov"]]]) }), []));
  test("counts both ends of a span of years", () => {
    assert.deepEqual(found({ facets: new Map(), from: 2008, to: 2008 }), [0, 1]);
    assert.deepEqual(found({ facets: new Map(), from: 2009 }), [2]);
  });
  test("counts for a value what choosing it instead would find", () => {
    assert.deepEqual(counts({ facets: new Map([["adapter", ["vmxnet3"]]]) }, "adapter"), [1, 2]);
    assert.deepEqual(counts({ facets: new Map([["adapter", ["vmxnet3"]]]) }, "metric"), [1, 0]);
  });

  test("agrees with looking at each row by itself, whatever is there and whatever is wanted", () => {
    const values = ["a", "b", "c"];
    const row = fc
      .record(Object.fromEntries(facetNames.map((name) => [name, fc.constantFrom(...values)])))
      .chain((facets) =>
        fc.integer({ min: 2000, max: 2004 }).map((year): Row => ({ ...facets, study: `s-${year}`, year })),
      );
    const wanted = fc
      .record({
        facets: fc
          .uniqueArray(fc.tuple(fc.constantFrom(...facetNames), fc.subarray(values)), {
            selector: ([name]) => name,
            maxLength: 4,
          })
          .map((entries) => new Map(entries)),
        from: fc.option(fc.integer({ min: 2000, max: 2004 })),
        to: fc.option(fc.integer({ min: 2000, max: 2004 })),
      })
      .map(
        ({ facets, from, to }): Wanted => ({
          facets,
          ...(from === null ? {} : { from }),
          ...(to === null ? {} : { to }),
        }),
      );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), wanted, (rows, asked) => {
        const all = makeMeasurements(rows);
        const { rows: kept, counts: tallies } = filterMeasurements(all, asked);
        assert.deepEqual(
          [...kept],
          places(all).filter((place) => fits(all, place, asked)),
        );
        for (const name of facetNames) {
          const expected = all.facets[name].values.map(
            (value) =>
              places(all).filter((place) => fits(all, place, asked, name) && textAt(all.facets[name], place) === value)
                .length,
          );
          assert.deepEqual([...tallies[name]], expected, name);
        }
      }),
    );
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readChoice, writeChoice } from "../../../assets/ts/compare/choice.ts";
import { judge } from "../../../assets/ts/compare/judge.ts";
import type { Answer, Column, Wanted } from "../../../assets/ts/compare/judge.ts";

const answers = new Map<string, Answer>([
  ["vmotion", { support: "yes" }],
  ["jumbo-frames", { support: "yes", first: 2 }],
  ["netflow", { support: "partial", last: 3 }],
  ["drs", { support: "no", first: 2 }],
  ["rss", { support: "unknown" }],
]);
const column: Column = { id: "e1000", name: "E1000", answers, first: 1, last: 4 };

describe("a column", () => {
  const cases: [what: string, wanted: Wanted, verdict: string, because: string[]][] = [
    ["fits when nothing is wanted", { needs: [] }, "fits", []],
    ["fits when all that is wanted works", { needs: ["vmotion", "jumbo-frames"] }, "fits", []],
    ["fits in a release that has the feature", { needs: ["jumbo-frames"], release: 2 }, "fits", []],
    ["fails in a release before it", { needs: ["vmotion", "jumbo-frames"], release: 1 }, "fails", ["jumbo-frames"]],
    ["fails in a release behind it", { needs: ["netflow"], release: 4 }, "fails", ["netflow"]],
    ["does in part what it does in part", { needs: ["vmotion", "netflow"] }, "partial", ["netflow"]],
    ["is unknown where one answer is", { needs: ["netflow", "rss"] }, "unknown", ["rss"]],
    ["fails whatever else is unknown", { needs: ["rss", "drs"] }, "fails", ["drs"]],
    ["never has what does not work, in any release", { needs: ["drs"], release: 1 }, "fails", ["drs"]],
    ["fails for a feature that the platform does not have", { needs: ["ha"] }, "fails", ["ha"]],
  ];
  for (const [what, wanted, verdict, because] of cases) {
    test(what, () => assert.deepEqual(judge(column, wanted), { verdict, existsThen: true, because }));
  }

  test("fails in a release that does not have it", () => {
    for (const release of [0, 5])
      assert.deepEqual(judge(column, { needs: ["drs"], release }), {
        verdict: "fails",
        existsThen: false,
        because: [],
      });
  });
});

describe("the choice in the address", () => {
  const choices = {
    platforms: new Map([
      ["vsphere", ["", "5.5", "8.0"]],
      ["kvm", [""]],
    ]),
    tables: [
      ["vmxnet3", "e1000"],
      ["virtio-net", "e1000"],
    ],
    features: ["vmotion", "rss"],
  };
  test("is read back as it was written", () => {
    for (const choice of [
      { platform: "", release: "", pair: [], needs: [] },
      { platform: "vsphere", release: "5.5", pair: [], needs: ["vmotion", "rss"] },
      { platform: "", release: "", pair: ["virtio-net", "e1000"], needs: ["rss"] },
    ])
      assert.deepEqual(readChoice(writeChoice(choice), choices), choice);
  });
  test("is short", () =>
    assert.equal(
      writeChoice({ platform: "vsphere", release: "5.5", pair: ["vmxnet3", "e1000"], needs: ["vmotion", "rss"] }),
      "?platform=vsphere&release=5.5&pair=vmxnet3,e1000&needs=vmotion,rss",
    ));
  test("takes nothing that cannot be chosen", () => {
    assert.deepEqual(readChoice("?platform=xen&release=5.5&needs=telepathy,rss", choices), {
      platform: "",
      release: "",
      pair: [],
      needs: ["rss"],
    });
    assert.deepEqual(readChoice("?platform=kvm&release=5.5", choices), {
      platform: "kvm",
      release: "",
      pair: [],
      needs: [],
    });
    // Two columns of one table, not one of each.
    for (const pair of ["vmxnet3,virtio-net", "e1000,e1000", "e1000"])
      assert.deepEqual(readChoice(`?pair=${pair}`, choices).pair, []);
  });
});

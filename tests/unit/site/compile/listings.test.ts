import assert from "node:assert/strict";
import { test } from "node:test";
import { listingFinder } from "../../../../tools/site/compile/guest-facts.ts";
import { makeAtlas, makeGuest } from "./records.ts";

type Section = ReturnType<typeof makeGuest>["platforms"][string];

const section = (from: number | undefined, since?: string): Section => ({
  offered: [{ ...(from === undefined ? {} : { from }), adapters: ["e1000"] }],
  default: "unknown",
  basis: "stated",
  sources: [{ source: "manual" }],
  ...(since === undefined ? {} : { since }),
});

const [platform] = makeAtlas().platforms;
const versions = [
  { version: "4.0", virtualHardware: 7 },
  { version: "4.1" },
  { version: "5.0", virtualHardware: 8 },
  { version: "6.0", virtualHardware: 11 },
];
const offers = {
  ...section(10),
  offered: [
    { from: 10, to: 12, adapters: ["e1000"] },
    { from: 13, to: 22, adapters: ["vmxnet3"] },
  ],
};
const guests = [
  makeGuest("old", { platforms: { vsphere: offers } }),
  makeGuest("new", { platforms: { vsphere: section(13) } }),
];
const findListing = listingFinder({ platforms: platform ? [{ ...platform, id: "vsphere", versions }] : [], guests });

const listings: [what: string, from: number | undefined, since: string | undefined, expected: number | undefined][] = [
  ["whose ranges begin later than those of others begins there", 13, undefined, 13],
  ["whose ranges begin where all begin may be older than what is recorded", 10, undefined, undefined],
  ["that a release was the first to know begins with its newest virtual hardware", 10, "5.0", 8],
  ["that a release without virtual hardware of its own knew first begins with that of the one before", 10, "4.1", 7],
  ["that a range lists on older virtual hardware than its release's begins there", 10, "6.0", 10],
  ["whose ranges begin later than those of others begins there whatever its release had", 13, "5.0", 13],
  ["of a platform without virtual hardware begins nowhere", undefined, undefined, undefined],
];
for (const [what, from, since, expected] of listings) {
  test(`a guest ${what}`, () => assert.equal(findListing(section(from, since), "vsphere").listedFrom, expected));
}

test("the first release of a guest is told where its virtual hardware does not tell it", () => {
  assert.deepEqual(
    [section(10, "6.0"), section(10, "5.0"), section(13, "5.0"), section(10)].map(
      (one) => findListing(one, "vsphere").since,
    ),
    ["6.0", undefined, undefined, undefined],
  );
});

const entriesOf = (...spans: [number, number][]) =>
  spans.map(([from, to]) => ({ guest: "old", name: "Old or later", from, to }));
const entries: [
  what: string,
  spans: [number, number][],
  expected: [number | undefined, number | undefined, string][],
  from: number,
][] = [
  ["within one range of the older guest", [[14, 16]], [[14, 16, "vmxnet3"]], 14],
  [
    "over two",
    [[11, 14]],
    [
      [11, 12, "e1000"],
      [13, 14, "vmxnet3"],
    ],
    11,
  ],
  [
    "at the edges of both",
    [[12, 13]],
    [
      [12, 12, "e1000"],
      [13, 13, "vmxnet3"],
    ],
    12,
  ],
  [
    "with a gap",
    [
      [10, 11],
      [15, 15],
    ],
    [
      [10, 11, "e1000"],
      [15, 15, "vmxnet3"],
    ],
    10,
  ],
];
for (const [what, spans, expected, from] of entries) {
  test(`a guest under an older one's entry is offered what that one is, ${what}`, () => {
    const { listedFrom, offered, older } = findListing(
      { ...section(17), olderEntries: entriesOf(...spans) },
      "vsphere",
    );
    assert.deepEqual(
      older?.offered.map(({ from, to, adapters }) => [from, to, adapters.join()]),
      [...expected, [17, undefined, "e1000"]],
    );
    assert.deepEqual([older?.listedFrom, older?.entries], [from, entriesOf(...spans)]);
    assert.deepEqual([listedFrom, offered], [17, section(17).offered]);
  });
}

test("the first release of a guest that an older one's entry lists on the hardware of one that had left support is told with that entry", () => {
  const found = (since?: string) =>
    findListing({ ...section(17, since), olderEntries: entriesOf([10, 14]) }, "vsphere");
  assert.deepEqual(
    ["6.0", "5.0", undefined].map((since) => found(since).older?.since),
    ["6.0", undefined, undefined],
  );
  assert.deepEqual(
    ["6.0", "5.0", undefined].map((since) => found(since).since),
    [undefined, undefined, undefined],
  );
});

test("an older guest that the platform does not have stands for none", () => {
  assert.equal(
    findListing({ ...section(17), olderEntries: [{ guest: "gone", name: "Gone", from: 10, to: 12 }] }, "vsphere").older,
    undefined,
  );
  assert.equal(findListing(section(17), "vsphere").older, undefined);
});

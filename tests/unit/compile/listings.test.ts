import assert from "node:assert/strict";
import { test } from "node:test";
import { listingFinder } from "../../../tools/compile/listings.ts";
import { makeAtlas, makeGuest } from "./records.ts";

type Section = ReturnType<typeof makeGuest>["platforms"][string];

const section = (from: number | undefined, since?: string): Section =>
  ({ offered: [{ ...(from === undefined ? {} : { from }), adapters: ["e1000"] }], default: "unknown", basis: "stated", sources: [{ source: "manual" }], ...(since === undefined ? {} : { since }) });

const [platform] = makeAtlas().platforms;
const versions = [{ version: "4.0", virtualHardware: 7 }, { version: "4.1" }, { version: "5.0", virtualHardware: 8 }, { version: "6.0", virtualHardware: 11 }];
const firstListing = listingFinder({ platforms: platform ? [{ ...platform, id: "vsphere", versions }] : [], guests: [makeGuest("old", { platforms: { vsphere: section(10) } }), makeGuest("new", { platforms: { vsphere: section(13) } })] });

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
  test(`a guest ${what}`, () => assert.equal(firstListing(section(from, since), "vsphere"), expected));
}

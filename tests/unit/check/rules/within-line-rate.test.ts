import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withinLineRate } from "../../../../tools/check/rules/amounts.ts";
import { sayOfRows, soundRow, writeTestbed } from "../support/dataset.ts";

type Fields = { [field: string]: unknown };

const check = (row: Fields, testbed: Fields = {}, conditions: Fields = {}): string[] =>
  sayOfRows(withinLineRate, [{ ...soundRow, ...row }], { testbed: writeTestbed(testbed), conditions });

/** By hand: 10 Gbit/s in frames of 64 bytes with 20 more on the wire are 14.88 million, of 1518 bytes 812,744. */
const accepted: [what: string, row: Fields, testbed?: Fields, conditions?: Fields][] = [
  ["the whole link", { value: 10 }],
  ["one per cent more, for rounding", { value: 10.1 }],
  ["twice the link in both directions", { value: 20, conditions: { direction: "both" } }],
  ["the other units", { unit: "MB/s", value: 1250 }],
  ["more than the link within one host", { value: 40 }, { topology: "same-host" }],
  ["more than the link in a row within one host", { value: 40, conditions: { topology: "same-host" } }],
  ["any number where the ends are not known", { value: 40 }, { topology: "unknown" }],
  ["any number where no link is known", { value: 40 }, { linkGbps: [], unknown: ["linkGbps"] }],
  ["the fastest of several links", { value: 24 }, { linkGbps: [1, 25, 10] }],
  ["the link of the row before that of the testbed", { value: 24, conditions: { linkGbps: 25 } }],
  ["the link of all rows before that of the testbed", { value: 24 }, {}, { linkGbps: 25 }],
  ["the smallest frames that fit", { metric: "packet-rate", unit: "Mpackets/s", value: 14.88 }],
  [
    "frames below the smallest as the smallest",
    { metric: "packet-rate", unit: "Mpackets/s", value: 14.88, conditions: { packetBytes: 60 } },
  ],
  [
    "the frames of a stated size that fit",
    { metric: "packet-rate", unit: "kpackets/s", value: 812.7, conditions: { packetBytes: 1518 } },
  ],
  ["a ratio", { kind: "relative", form: "ratio", unit: undefined, value: 40, relativeTo: "e1000" }],
  ["other metrics", { metric: "request-rate", unit: "transactions/s", value: 1e12 }],
];

const refused: [message: string, row: Fields, testbed?: Fields, conditions?: Fields][] = [
  ["10.2 Gbit/s is more than a link of 10 Gbit/s carries", { value: 10.2 }],
  [
    "20.3 Gbit/s is more than a link of 10 Gbit/s carries in both directions",
    { value: 20.3, conditions: { direction: "both" } },
  ],
  ["12000 Mbit/s is more than a link of 10 Gbit/s carries", { unit: "Mbit/s", value: 12000 }],
  ["1300 MB/s is more than a link of 10 Gbit/s carries", { unit: "MB/s", value: 1300 }],
  ["1300000 kB/s is more than a link of 10 Gbit/s carries", { unit: "kB/s", value: 1300000 }],
  ["2 Gbit/s is more than a link of 1 Gbit/s carries", { value: 2, conditions: { linkGbps: 1 } }],
  ["2 Gbit/s is more than a link of 1 Gbit/s carries", { value: 2 }, { topology: "unknown" }, { linkGbps: 1 }],
  [
    "26 Gbit/s is more than a link of 25 Gbit/s carries",
    { value: 26 },
    { linkGbps: [1, 25, 10], topology: "vm-to-native" },
  ],
  [
    "40 Gbit/s is more than a link of 10 Gbit/s carries",
    { value: 40, conditions: { topology: "two-hosts" } },
    { topology: "same-host" },
  ],
  [
    "15.1 Mpackets/s is more than a link of 10 Gbit/s carries: 14.88 Mpackets/s of 64 bytes",
    { metric: "packet-rate", unit: "Mpackets/s", value: 15.1 },
  ],
  [
    "900000 packets/s is more than a link of 10 Gbit/s carries: 0.8127 Mpackets/s of 1518 bytes",
    { metric: "packet-rate", unit: "packets/s", value: 900000, conditions: { packetBytes: 1518 } },
  ],
  [
    "12 Gbit/s is more than a link of 10 Gbit/s carries",
    {
      kind: "summary",
      value: undefined,
      precision: undefined,
      summary: { mean: 9, max: 12, count: 100, standardDeviation: 30 },
    },
  ],
  [
    "11 Gbit/s is more than a link of 10 Gbit/s carries",
    { kind: "samples", value: undefined, precision: undefined, samples: [9, 11, 8] },
  ],
];

describe("within-line-rate", () => {
  for (const [what, ...parts] of accepted) it(`accepts ${what}`, () => assert.deepEqual(check(...parts), []));
  for (const [message, ...parts] of refused)
    it(`finds that ${message}`, () => assert.deepEqual(check(...parts), [message]));
});

import type { Cell, Guest, Knowledge, Rule } from "../../../advisor/knowledge/knowledge.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { questions, YES_NO_FIELDS } from "./questions.ts";
import { makePlatform } from "./small-knowledge.ts";
import { fc } from "../../chance.ts";

const adapters = ["plain", "fast", "direct", "whole"];
const features = ["move", "save"];
const releases = ["1.0", "2.0", "3.0", "4.0"];
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 });
const some = <T extends string>(...values: T[]) => fc.subarray(values, { minLength: 1 });
const clean = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

const range = fc.constantFrom({ above: 100 }, { atMost: 100 }, { atLeast: 50, below: 200 });
const everyCondition = {
  platformVersion: fc.constantFrom({ atLeast: "2.0" }, { below: "3.0" }),
  guestFamily: some("linux", "other"),
  virtualHardware: fc.constantFrom({ atLeast: 5 }, { below: 8 }),
  packetRate: range,
  linkGbps: fc.constantFrom({ above: 10 }, { atMost: 10 }),
  requires: some(...features),
  currentAdapter: some(...adapters),
  ...Object.fromEntries(YES_NO_FIELDS.map((field) => [field, fc.boolean()])),
};
// Rules have few conditions, or hardly any fires.
const conditions = fc
  .tuple(fc.record(everyCondition), fc.shuffledSubarray(Object.keys(everyCondition), { maxLength: 2 }))
  .map(([all, chosen]) => Object.fromEntries(Object.entries(all).filter(([field]) => chosen.includes(field))));
const consequence = fc.oneof(
  fc.tuple(some(...adapters)).map(([exclude]) => ({ exclude: exclude.slice(0, 2) })),
  fc
    .shuffledSubarray(adapters, { minLength: 2 })
    .map(([first, ...over]) => ({ prefer: [first as string], over, gain: "cpu" as const })),
);
const rules: fc.Arbitrary<Rule[]> = fc
  .array(
    fc.record({
      when: conditions,
      then: consequence,
      strength: fc.constantFrom(
        "hard-constraint" as const,
        "vendor-recommendation" as const,
        "measured" as const,
        "practice" as const,
      ),
    }),
    { maxLength: 7 },
  )
  .map((list) =>
    list.map(
      (rule, at): Rule => ({
        id: `rule-${at}`,
        title: `Rule ${at}`,
        because: "It is so.",
        change: "Change it.",
        contested: false,
        evidence: [],
        ...rule,
        when: rule.when as Rule["when"],
      }),
    ),
  );

const cell: fc.Arbitrary<Cell> = fc
  .record({
    support: fc.constantFrom("yes" as const, "no" as const, "partial" as const, "unknown" as const),
    since: maybe(fc.constantFrom("2.0", "3.0")),
    until: maybe(fc.constant("3.0")),
  })
  .map(
    ({ support, since, until }) =>
      clean({
        support,
        basis: "stated" as const,
        evidence: [],
        ...(support === "yes" ? { since, until } : {}),
      }) as Cell,
  );
const section = fc.record({
  since: fc.constantFrom("unknown", "1.0", "2.0"),
  until: maybe(fc.constant("3.0")),
  virtualHardware: maybe(fc.constantFrom(5, 8, 10)),
  needs: fc.subarray(["iommu" as const, "sriovNic" as const], { maxLength: 1 }),
  listed: fc.boolean(),
  cells: fc.record({ move: cell, save: cell }),
});
const guest = fc.record({
  family: fc.constantFrom("linux", "other"),
  from: fc.constantFrom(3, 4, 5),
  listedFrom: maybe(fc.constantFrom(4, 5, 7, 8)),
  olderFrom: maybe(fc.constantFrom(3, 4, 5)),
  older: some(...adapters),
  first: some(...adapters),
  later: some(...adapters),
  bitness: fc.constantFrom(64 as const, 32 as const),
  drivers: fc.tuple(
    ...adapters.map(() =>
      fc.constantFrom("box" as const, "tools" as const, "vendor" as const, "none" as const, "unknown" as const),
    ),
  ),
});

/** Two ranges of virtual hardware, the second from 7 on; one where the first would begin no earlier. */
const rangesOf = (from: number, first: string[], later: string[]) => [
  ...(from < 7 ? [{ from, to: 6, adapters: first }] : []),
  { from: Math.max(from, 7), adapters: later },
];

/** Small made-up knowledge of every shape: one platform, four adapters, two guests, up to seven rules. */
export const reducedKnowledge: fc.Arbitrary<Knowledge> = fc
  .record({
    sections: fc.tuple(section, section, section, section),
    guests: fc.tuple(guest, guest),
    rules,
  })
  .map(
    ({ sections, guests, rules }): Knowledge => ({
      schemaVersion: "1.0.0",
      knowledgeVersion: "reduced",
      questions,
      platforms: [makePlatform("3.0", { "1.0": 4, "2.0": 7, "3.0": 8, "4.0": 10 })],
      features: features.map((id) => ({
        id,
        name: id,
        group: "mobility" as const,
        aliases: [],
        platforms: { vsphere: id },
      })),
      adapters: adapters.map((id, at) => ({
        id,
        name: id,
        kind: (["emulated", "paravirtual", "passthrough", "passthrough"] as const)[at] ?? "emulated",
        platforms: { vsphere: { name: id, evidence: [], ...clean(sections[at] as object) } as never },
      })),
      guests: guests.map(
        ({ family, from, listedFrom, olderFrom, older, first, later, bitness, drivers }, at): Guest => ({
          id: `guest-${at}`,
          name: `Guest ${at}`,
          family,
          release: "1.0",
          bitness,
          aliases: [],
          platforms: {
            vsphere: {
              ...(listedFrom === undefined ? {} : { listedFrom }),
              ...(listedFrom === undefined || olderFrom === undefined || olderFrom >= listedFrom
                ? {}
                : {
                    older: {
                      listedFrom: olderFrom,
                      offered: [
                        { from: olderFrom, to: listedFrom - 1, adapters: older },
                        ...rangesOf(listedFrom, first, later),
                      ],
                      entries: [],
                    },
                  }),
              offered: rangesOf(listedFrom ?? from, first, later),
              default: "plain",
              basis: "stated",
              evidence: [],
              drivers: Object.fromEntries(
                adapters.map((id, index) => [
                  id,
                  { where: drivers[index] ?? "unknown", basis: "stated" as const, evidence: [] },
                ]),
              ),
            },
          },
        }),
      ),
      rules,
      steps: [],
      problems: [],
      effects: { ratios: [], savings: [] },
      evidence: {},
    }),
  );

/** Situations on that knowledge; up to three yes-or-no fields and some of the others are unknown. */
export const reducedSituation: fc.Arbitrary<Situation> = fc
  .record({
    platformVersion: maybe(fc.constantFrom(...releases)),
    guest: fc.constantFrom("guest-0", "guest-1", "guest-0", "guest-1", undefined),
    bitness: maybe(fc.constantFrom(32 as const, 64 as const)),
    virtualHardware: maybe(fc.constantFrom(4, 5, 6, 7, 8, 10)),
    packetRate: maybe(fc.constantFrom(0, 50, 99, 100, 101, 199, 200, 5000)),
    // Rates of 0.0008 Gbit/s lie from 65 to 1,190 packets/s.
    throughputGbps: fc.option(fc.constantFrom(0.0008, 0.002), { nil: undefined, freq: 2 }),
    packetBytes: fc.option(fc.constantFrom(64, 1000), { nil: undefined, freq: 2 }),
    linkGbps: fc.option(fc.constantFrom(1, 10, 25), { nil: undefined, freq: 3 }),
    requires: maybe(fc.subarray(features)),
    currentAdapter: maybe(fc.constantFrom(...adapters)),
    open: fc.subarray([...YES_NO_FIELDS], { maxLength: 3 }),
    ...Object.fromEntries(YES_NO_FIELDS.map((field) => [field, fc.boolean()])),
  })
  .map(({ open, ...fields }) => {
    // Each unknown field doubles the completions that brute force has to look at.
    const known = Object.entries(fields).filter(([field]) => !(open as string[]).includes(field));
    return clean(Object.fromEntries(known)) as Situation;
  });

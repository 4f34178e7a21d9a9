import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { MARGIN } from "../../../../advisor/steps/validation-commands.ts";
import {
  countPairsNeeded,
  countRunsNeeded,
  estimatePairedRatio,
  estimateRatio,
  judge,
  type Pair,
  studentQuantile,
  type Verdict,
} from "../../../../tools/kit/compare/estimate-ratio.ts";
import { makeRandom, makeSamples } from "./simulate.ts";
import { fc } from "../../../chance.ts";

const ROUNDS = 4000;

test("quantiles of Student's t are those of published tables", () => {
  for (const [freedom, expected] of [
    [1, 12.706],
    [2, 4.303],
    [4, 2.776],
    [9, 2.262],
    [18, 2.101],
    [30, 2.042],
    [1000, 1.962],
  ] as const)
    assert.equal(studentQuantile(0.95, freedom).toFixed(3), expected.toFixed(3), `${freedom} degrees of freedom`);
  assert.equal(studentQuantile(0.99, 10).toFixed(3), "3.169");
});

describe("the interval covers the true ratio in 93 to 97 of 100 sessions", () => {
  for (const [name, runs, noise] of [
    ["5 runs, alike", 5, [0.05, 0.05]],
    ["20 runs, alike", 20, [0.05, 0.05]],
    ["5 runs, unlike spreads", 5, [0.02, 0.1]],
    ["20 runs, wide", 20, [0.2, 0.2]],
  ] as const)
    test(name, (context) => {
      const random = makeRandom(runs);
      let covered = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const { interval } = estimateRatio(
          makeSamples(random, runs, 100, noise[0]),
          makeSamples(random, runs, 110, noise[1]),
        );
        assert.ok(interval);
        if (interval[0] <= 1.1 && 1.1 <= interval[1]) covered += 1;
      }
      const percent = (100 * covered) / ROUNDS;
      context.diagnostic(`${percent.toFixed(1)} %`);
      assert.ok(percent >= 93 && percent <= 97, `${percent} %`);
    });

  test("pairs under a drift that hits both", () => {
    const random = makeRandom(7);
    let covered = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const pairs = makeSamples(random, 8, 100, 0.3).map((level): [number, number] => [
        makeSamples(random, 1, level, 0.03)[0] as number,
        makeSamples(random, 1, level * 1.1, 0.03)[0] as number,
      ]);
      const { interval } = estimatePairedRatio(pairs);
      assert.ok(interval);
      if (interval[0] <= 1.1 && 1.1 <= interval[1]) covered += 1;
    }
    const percent = (100 * covered) / ROUNDS;
    assert.ok(percent >= 93 && percent <= 97, `${percent} %`);
  });
});

/** Percent of sessions with each verdict. */
function simulate(effect: number, noise: number, runs: number, seed: number): Record<Verdict, number> {
  const random = makeRandom(seed);
  const counts = { confirmed: 0, refuted: 0, equivalent: 0, undecided: 0 };
  for (let round = 0; round < 1000; round++) {
    const [a, b] = [makeSamples(random, runs, 100, noise), makeSamples(random, runs, 100 * (1 + effect), noise)];
    counts[judge(estimateRatio(a, b), true, MARGIN)] += 0.1;
  }
  return counts;
}

test("an interval that ended a session with --until covers the true ratio as often as the page says", () => {
  const shares = [
    [0.02, 0.02],
    [0.03, 0.02],
    [0.05, 0.05],
  ].map(([noise = 0, until = 0]) => {
    const random = makeRandom(1 + noise * 1e4 + until * 1e3);
    let covered = 0;
    for (let round = 0; round < ROUNDS / 2; round++) {
      const pairs: Pair[] = [];
      let [low, high] = [0, Infinity];
      while (pairs.length < 5 || (pairs.length < 30 && Math.sqrt(high / low) - 1 > until)) {
        const draw = (): number => makeSamples(random, 1, 100, noise)[0] as number;
        pairs.push([draw(), draw()]);
        if (pairs.length >= 5) [low, high] = estimatePairedRatio(pairs).interval as [number, number];
      }
      if (low <= 1 && high >= 1) covered++;
    }
    return Math.round((100 * covered) / (ROUNDS / 2));
  });
  const page = readFileSync("content/validate/compare.md", "utf8");
  const [, least, most] = /`--until`.* in (\d+) to (\d+) % of sessions/.exec(page) ?? [];
  assert.deepEqual([Math.min(...shares), Math.max(...shares)], [Number(least), Number(most)], shares.join());
});

test("wrong verdicts are rare, more runs find what is there, and the page of the comparison shows both", () => {
  const rows: string[] = [];
  const power = new Map<string, number>();
  for (const effect of [0, 0.02, 0.05, 0.1, 0.2])
    for (const noise of [0.02, 0.05, 0.1, 0.2]) {
      const cells = [`${effect * 100} %`, `${noise * 100} %`];
      for (const runs of [5, 20]) {
        const rates = simulate(effect, noise, runs, 1 + effect * 1e4 + noise * 1e3 + runs);
        cells.push(...[rates.confirmed, rates.refuted, rates.equivalent].map((rate) => rate.toFixed(1)));
        const what = `effect ${effect}, noise ${noise}, ${runs} runs`;
        if (effect === 0)
          assert.ok(
            rates.confirmed + rates.refuted <= 6.5,
            `${what}: false alarms ${rates.confirmed + rates.refuted} %`,
          );
        else assert.ok(rates.refuted <= 3.5, `${what}: refuted ${rates.refuted} %`);
        if (effect >= 0.1) assert.ok(rates.equivalent <= 3.5, `${what}: equivalent ${rates.equivalent} %`);
        power.set(`${effect} ${noise} ${runs}`, rates.confirmed);
      }
      rows.push(`| ${cells.join(" | ")} |`);
    }
  assert.ok((power.get("0.1 0.05 5") as number) >= 65, "10 % with 5 % noise and 5 runs");
  assert.ok((power.get("0.1 0.05 20") as number) >= 99, "10 % with 5 % noise and 20 runs");
  const page = readFileSync("content/validate/compare.md", "utf8");
  assert.deepEqual(
    page.split("\n").filter((line) => /^\| \d+ % \|/.test(line)),
    rows,
  );
});

test("an interval within the margin is equivalent on whichever side of 1 it is, and the page of the comparison says so first", () => {
  assert.equal(judge({ ratio: 1.02, interval: [1.01, 1.03] }, true, 0.05), "equivalent");
  assert.equal(judge({ ratio: 1.05, interval: [1.01, 1.09] }, true, 0.05), "confirmed");
  const page = readFileSync("content/validate/compare.md", "utf8");
  const meanings = page.split("\n").filter((line) => /^- \*\*\w+\*\*: /.test(line));
  assert.match(meanings[0] ?? "", /^- \*\*Equivalent\*\*: the whole interval is within the margin\.$/);
  for (const verdict of ["Confirmed", "Refuted"])
    assert.ok(meanings.some((line) => line.startsWith(`- **${verdict}**`) && line.includes("not within the margin")));
});

test("the page of the comparison starts with the margin of the command and of the advice", () => {
  const layout = readFileSync("layouts/validate/compare.html", "utf8");
  assert.match(layout, new RegExp(`<input id="margin" [^>]*value="${100 * MARGIN}"`));
});

describe("properties", () => {
  const units = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 12 });

  test("a swap of the sides gives the reciprocal", () =>
    fc.assert(
      fc.property(units, units, (a, b) => {
        const [one, other] = [estimateRatio(a, b), estimateRatio(b, a)];
        assert.ok(one.interval && other.interval);
        close(one.ratio, 1 / other.ratio);
        close(one.interval[0], 1 / other.interval[1]);
        close(one.interval[1], 1 / other.interval[0]);
        const turned = { confirmed: "refuted", refuted: "confirmed", equivalent: "equivalent", undecided: "undecided" };
        assert.equal(judge(other, true, MARGIN), turned[judge(one, true, MARGIN)]);
        assert.equal(judge(one, false, MARGIN), turned[judge(one, true, MARGIN)]);
      }),
    ));

  test("a change of the unit changes nothing", () =>
    fc.assert(
      fc.property(units, units, fc.double({ min: 0.01, max: 100, noNaN: true }), (a, b, factor) => {
        const scale = (values: number[]): number[] => values.map((value) => value * factor);
        const [one, other] = [estimateRatio(a, b), estimateRatio(scale(a), scale(b))];
        assert.ok(one.interval && other.interval);
        close(one.ratio, other.ratio);
        close(one.interval[0], other.interval[0]);
        close(one.interval[1], other.interval[1]);
      }),
    ));

  test("the same data again narrows the interval", () =>
    fc.assert(
      fc.property(units, units, (a, b) => {
        const width = ({ interval }: { interval: [number, number] | null }): number =>
          interval ? Math.log(interval[1] / interval[0]) : Infinity;
        const [once, twice] = [width(estimateRatio(a, b)), width(estimateRatio([...a, ...a], [...b, ...b]))];
        assert.ok(twice < once || once === 0, `${twice} ${once}`);
      }),
    ));
});

describe("runs that are still needed", () => {
  test("decide if ratio and spread stay", () => {
    const random = makeRandom(3);
    const [a, b] = [makeSamples(random, 5, 100, 0.1), makeSamples(random, 5, 108, 0.1)];
    assert.equal(judge(estimateRatio(a, b), true, 0.01), "undecided");
    const more = countRunsNeeded(a, b, 0.01) as number;
    assert.ok(more > 0 && more < 500, String(more));
  });

  test("are none where the interval decides, and null where a thousand would not do", () => {
    assert.equal(countRunsNeeded([100, 101, 99], [200, 201, 199], MARGIN), 0);
    assert.equal(countRunsNeeded([100, 1000, 10], [105.1, 1050, 10.5], 0.0001), null);
  });

  test("of pairs take no drift for spread", () => {
    const levels = [100, 200, 400, 800, 1600];
    const pairs = levels.map((level, at): [number, number] => [level, level * (1.02 + at / 100)]);
    const more = countPairsNeeded(pairs, 0.01) as number;
    assert.ok(more < 10, String(more));
    const [a, b] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
    assert.ok((countRunsNeeded(a, b, 0.01) ?? Infinity) > 100);
  });

  test("are not known from one repetition, because its spread is not", () => {
    assert.equal(countRunsNeeded([100], [200], MARGIN), null);
    assert.equal(countPairsNeeded([[100, 200]], MARGIN), null);
  });
});

test("one repetition gives a ratio without an interval, and no verdict", () => {
  const estimate = estimateRatio([100], [150]);
  assert.deepEqual(estimate, { ratio: estimate.ratio, interval: null });
  close(estimate.ratio, 1.5);
  assert.equal(judge(estimate, true, MARGIN), "undecided");
});

function close(one: number, other: number): void {
  assert.ok(Math.abs(one / other - 1) < 1e-9, `${one} and ${other}`);
}
